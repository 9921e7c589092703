//! Lists that are drawn: positions in ascending order, downwards and then to the right.

use super::canvas::{Canvas, Drawing, Label, Paint, text_width};

/// Lists under headings.
pub struct Listing(pub Vec<Section>);

/// A list under its heading.
pub struct Section {
    /// The lines of the heading, each with the look of its text.
    pub heading: Vec<(String, Label)>,
    /// What is listed.
    pub entries: Vec<Entry>,
    /// What is said below the list; may be empty.
    pub note: String,
}

/// One entry of a list.
pub struct Entry {
    /// Its fields, as the sizes of heaps, which are aligned.
    pub fields: Vec<String>,
    /// Whether it stands out.
    pub bold: bool,
}

/// The most entries of a list that are drawn.
const MOST: usize = 48;
/// The height of a line.
const LINE: i32 = 24;
/// The space after a field that others follow.
const FIELD: i32 = 12;
/// The space between columns of entries.
const GUTTER: i32 = 28;
/// The width that entries share, in pixels.
const WIDTH: i32 = 370;
/// The least number of lines before a second column is begun.
const LEAST_LINES: usize = 4;
/// The space below a list that another follows.
const BELOW: i32 = 14;

impl Listing {
    /// Of a list the entries that are drawn.
    pub fn shown(entries: &[Entry]) -> &[Entry] {
        entries.get(..MOST).unwrap_or(entries)
    }

    /// The drawing.
    pub fn drawing(&self) -> Drawing {
        let layouts: Vec<Layout> = self.0.iter().map(Layout::of).collect();
        let width = layouts.iter().map(|layout| layout.width).max().unwrap_or(0);
        let height = layouts.iter().map(|layout| layout.height + BELOW).sum::<i32>() - BELOW;
        Canvas::draw(width, height, |canvas| {
            let mut top = 0;
            for (section, layout) in self.0.iter().zip(&layouts) {
                section.draw(canvas, layout, top);
                top += layout.height + BELOW;
            }
        })
    }
}

/// Where the entries of a section stand.
struct Layout {
    /// The width of each field.
    field: i32,
    /// The width of an entry.
    entry: i32,
    /// How many entries stand below each other.
    lines: usize,
    width: i32,
    height: i32,
}

impl Layout {
    fn of(section: &Section) -> Self {
        let shown = Listing::shown(&section.entries);
        let fields = shown.iter().map(|entry| entry.fields.len()).max().unwrap_or(0);
        let widest = shown.iter().flat_map(|entry| &entry.fields).map(|field| text_width(field, ENTRY.bold())).max();
        let field = widest.unwrap_or(0) + if fields > 1 { FIELD } else { 0 };
        let entry = field * count(fields);
        let fit = usize::try_from((WIDTH + GUTTER) / (entry + GUTTER)).unwrap_or(1).max(1);
        let lines = shown.len().div_ceil(fit).max(LEAST_LINES.min(shown.len())).max(1);
        let columns = shown.len().div_ceil(lines);
        let texts = section.heading.iter().map(|(text, label)| text_width(text, *label));
        let texts = texts.chain([text_width(&section.after(), NOTE)]).max().unwrap_or(0) + 4;
        let note = if section.after().is_empty() { 0 } else { LINE };
        Self {
            field,
            entry,
            lines,
            width: texts.max(count(columns) * (entry + GUTTER) - GUTTER + 4),
            height: LINE * count(section.heading.len()) + 8 + LINE * count(lines.min(shown.len())) + note,
        }
    }
}

const ENTRY: Label = Label::new(Paint::Ink);
const NOTE: Label = Label::new(Paint::Muted).small();

impl Section {
    /// What stands below: how many entries are not drawn, and the note.
    fn after(&self) -> String {
        match self.entries.len().checked_sub(MOST) {
            Some(more) if more > 0 => {
                format!("and {more} more, in the table below. {}", self.note).trim_end().to_owned()
            }
            _ => self.note.clone(),
        }
    }

    fn draw(&self, canvas: &Canvas, layout: &Layout, top: i32) {
        for ((text, label), y) in self.heading.iter().zip((0..).map(|i| top + LINE * i)) {
            canvas.text((2, y + LINE / 2), text, *label);
        }
        let first = top + LINE * count(self.heading.len()) + 8;
        for (i, entry) in Listing::shown(&self.entries).iter().enumerate() {
            let x = 2 + count(i / layout.lines) * (layout.entry + GUTTER);
            let y = first + LINE * count(i % layout.lines) + LINE / 2;
            let label = if entry.bold { ENTRY.bold() } else { ENTRY };
            match entry.fields.as_slice() {
                [only] => canvas.text((x, y), only, label),
                fields => {
                    for (field, right) in fields.iter().zip((1..).map(|i| x + layout.field * i - FIELD)) {
                        canvas.text((right, y), field, label.end());
                    }
                }
            }
        }
        let below = first + LINE * count(layout.lines.min(Listing::shown(&self.entries).len()));
        canvas.text((2, below + LINE / 2), self.after(), NOTE);
    }
}

/// A count as a coordinate; drawings are far smaller than what would not fit.
fn count(items: usize) -> i32 {
    i32::try_from(items).unwrap_or(i32::MAX / 1_000_000)
}
