//! Tables that are drawn: columns of texts under heads, aligned at their ends.

use super::canvas::{Anchor, Canvas, Drawing, Frame, Label, Paint, Stroke, text_width};

/// A table to be drawn.
pub struct Tabular {
    /// What stands over all of it; may be empty.
    pub title: String,
    /// Its columns.
    pub columns: Vec<Column>,
    /// A name over neighbouring columns: the first, the last, and the name.
    pub group: Option<(usize, usize, String)>,
    /// Its rows, each as long as the columns are many.
    pub rows: Vec<Vec<Cell>>,
}

/// A column of a table.
pub struct Column {
    /// Its name.
    pub head: String,
    /// At which of its ends its texts are aligned.
    pub anchor: Anchor,
    /// The ground on which it stands.
    pub ground: Option<Paint>,
}

/// A cell of a table.
pub struct Cell {
    /// What stands in it.
    pub text: String,
    /// Its colour.
    pub paint: Paint,
    /// Whether it is bold.
    pub bold: bool,
}

impl Cell {
    /// A text in a colour.
    pub fn new(text: impl Into<String>, paint: Paint) -> Self {
        Self { text: text.into(), paint, bold: false }
    }

    /// The same, bold.
    #[must_use]
    pub fn bold(self) -> Self {
        Self { bold: true, ..self }
    }

    fn label(&self, size: i32) -> Label {
        let label = Label::new(self.paint).size(size);
        if self.bold { label.bold() } else { label }
    }
}

/// The height of a row.
const ROW: i32 = 29;
/// The width up to which a table is drawn in texts of the usual size; a wider one is set closer.
const WIDTH: i32 = 370;
/// Where the first column's texts begin.
const EDGE: i32 = 2;

impl Tabular {
    /// The drawing.
    pub fn drawing(&self) -> Drawing {
        let usual = self.lefts(Label::SIZE, 7);
        let (lefts, size, pad) = match usual.last() {
            Some(&width) if width > WIDTH => (self.lefts(Label::SMALL, 6), Label::SMALL, 6),
            _ => (usual, Label::SIZE, 7),
        };
        let width = lefts.last().copied().unwrap_or(0);
        let title = if self.title.is_empty() { 0 } else { ROW };
        let group = if self.group.is_some() { 26 } else { 0 };
        let head = title + group;
        let top = head + ROW;
        let height = top + ROW * count(self.rows.len()) + 4;
        Canvas::draw(width.max(text_width(&self.title, TITLE) + 4), height, |canvas| {
            canvas.text((EDGE, ROW / 2 - 2), &self.title, TITLE);
            for (column, edges) in self.columns.iter().zip(lefts.windows(2)) {
                if let (Some(ground), [left, right]) = (column.ground, edges) {
                    canvas.rect(Frame::new(left + 1, head, right - left - 2, height - head), ground);
                }
            }
            if let Some((first, last, name)) = &self.group {
                let edge = |column: usize| lefts.get(column).copied().unwrap_or(width);
                let (left, right) = (edge(*first) + pad, edge(last + 1) - pad);
                // A name wider than its columns reaches over those before them.
                match text_width(name, HEAD) > right - left {
                    true => canvas.text((right, title + 9), name, HEAD.end()),
                    false => canvas.text(((left + right) / 2, title + 9), name, HEAD.middle()),
                }
                canvas.line(&[(left, title + 20), (right, title + 20)], Stroke::thin(Paint::Faint));
            }
            for (column, edges) in self.columns.iter().zip(lefts.windows(2)) {
                place(canvas, edges, pad, (head + ROW / 2, column.anchor), (&column.head, HEAD));
            }
            canvas.line(&[(0, top), (width, top)], Stroke::thin(Paint::Muted));
            for (row, y) in self.rows.iter().zip((0..).map(|i| top + ROW * i)) {
                for ((cell, column), edges) in row.iter().zip(&self.columns).zip(lefts.windows(2)) {
                    place(canvas, edges, pad, (y + ROW / 2 + 1, column.anchor), (&cell.text, cell.label(size)));
                }
            }
        })
    }

    /// The left side of each column, and the right side of the last, for texts of a size with some space on either side.
    fn lefts(&self, size: i32, pad: i32) -> Vec<i32> {
        let mut left = EDGE - pad;
        let mut lefts = vec![left];
        for (i, column) in self.columns.iter().enumerate() {
            let cells =
                self.rows.iter().filter_map(|row| row.get(i)).map(|cell| text_width(&cell.text, cell.label(size)));
            let widest = cells.chain([text_width(&column.head, HEAD)]).max().unwrap_or(0);
            left += widest + 2 * pad;
            lefts.push(left);
        }
        lefts
    }
}

const HEAD: Label = Label::new(Paint::Muted).small();
const TITLE: Label = Label::new(Paint::Ink).bold();

fn place(canvas: &Canvas, edges: &[i32], pad: i32, (y, anchor): (i32, Anchor), (text, label): (&str, Label)) {
    let [left, right] = edges else { return };
    match anchor {
        Anchor::Start => canvas.text((left + pad, y), text, label),
        Anchor::Middle => canvas.text(((left + right) / 2, y), text, label.middle()),
        Anchor::End => canvas.text((right - pad, y), text, label.end()),
    }
}

/// A count as a coordinate; drawings are far smaller than what would not fit.
fn count(items: usize) -> i32 {
    i32::try_from(items).unwrap_or(i32::MAX / 1_000)
}
