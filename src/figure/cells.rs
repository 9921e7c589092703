//! A drawing of positions as cells, with what there is to say of them in lines below.

use super::canvas::{Canvas, Drawing, Frame, Label, Paint, Stroke, text_width};
use super::grid::Grid;
use super::range::Range;

/// How a position's cell looks: a ground and, so that it can be told without colour, a shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cell {
    /// The colour of the ground.
    pub ground: Paint,
    /// What is drawn on it.
    pub shape: Shape,
}

/// What is drawn on the ground of a cell, and in which colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Shape {
    /// Nothing.
    None,
    /// A dot.
    Dot(Paint),
    /// A triangle that points up.
    Up(Paint),
    /// A hollow triangle that points down.
    Down(Paint),
    /// A cross.
    Cross(Paint),
}

/// A line of text below the cells.
pub struct Line {
    /// The look of the positions that it speaks of, if it speaks of some.
    pub sample: Option<Cell>,
    /// What it says.
    pub text: String,
    /// Its colour.
    pub paint: Paint,
    /// Whether it is bold.
    pub bold: bool,
}

/// The least width in which the lines below the cells are broken.
const LINES: i32 = 320;

/// Positions of a range as cells, and lines below; the lines alone where the cells would be too many or too small.
pub fn drawing(range: &Range, positions: impl IntoIterator<Item = (Vec<u32>, Cell)>, lines: &[Line]) -> Drawing {
    let positions: Vec<_> = positions.into_iter().collect();
    let wide = arranged(Grid::new(range).as_ref(), &positions, lines);
    match Grid::narrow(range) {
        Some(grid) => wide.or_narrow(arranged(Some(&grid), &positions, lines)),
        None => wide,
    }
}

fn arranged(grid: Option<&Grid>, positions: &[(Vec<u32>, Cell)], lines: &[Line]) -> Drawing {
    let label = grid.map_or(Label::new(Paint::Ink), Grid::label);
    let (step, sample) = (label.size * 8 / 5, label.size + 2);
    let (cells, top) = grid.map_or((0, 0), |grid| (grid.width(), grid.height() + 12));
    let look = |line: &Line| Label { paint: line.paint, bold: line.bold, ..label };
    let room = cells.max(LINES) - sample - 10;
    let broken: Vec<(&Line, Vec<String>)> =
        lines.iter().map(|line| (line, broken(&line.text, look(line), room))).collect();
    let texts = broken.iter().flat_map(|(line, texts)| texts.iter().map(|text| text_width(text, look(line))));
    let text = texts.max().map_or(0, |text| sample + 10 + text);
    // The lines begin below the cells, or further to the left if else they would be wider than these.
    let left = grid.map_or(0, Grid::left).min((cells - text).max(0));
    let width = cells.max(text);
    let count = broken.iter().map(|(_, texts)| texts.len()).sum::<usize>();
    Canvas::draw(width, top + step * i32::try_from(count).unwrap_or(0), |canvas| {
        if let Some(grid) = grid {
            grid.draw_names(canvas);
            let mut cells: Vec<_> = positions.iter().map(|(sizes, cell)| (*cell, grid.cell(sizes))).collect();
            // Cells of one look follow each other, so that they share one path; shapes come above all grounds.
            cells.sort_by_key(|(cell, frame)| (*cell, frame.y, frame.x));
            for (cell, frame) in &cells {
                canvas.rect(*frame, cell.ground);
            }
            for (cell, frame) in &cells {
                cell.shape.draw(canvas, *frame);
            }
        }
        let mut y = top;
        for (line, texts) in &broken {
            if let Some(cell) = line.sample {
                let frame = Frame::new(left, y + (step - sample) / 2, sample, sample);
                canvas.rect(frame, cell.ground);
                cell.shape.draw(canvas, frame);
            }
            for text in texts {
                canvas.text((left + sample + 10, y + step / 2), text, look(line));
                y += step;
            }
        }
    })
}

/// A text in lines that are no wider than this, where its words allow it.
fn broken(text: &str, label: Label, room: i32) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if text_width(&format!("{line} {word}"), label) <= room => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

impl Shape {
    fn draw(self, canvas: &Canvas, frame: Frame) {
        let (middle, half) = (frame.middle(), (frame.width * 2 / 5).clamp(3, 8));
        match self {
            Self::None => {}
            Self::Dot(paint) => canvas.disc(middle, half - 1, paint),
            Self::Up(paint) => canvas.up(middle, half, paint),
            Self::Down(paint) => canvas.hollow_down(middle, half, Stroke { width: 15, ..Stroke::thin(paint) }),
            Self::Cross(paint) => canvas.cross(middle, half - 1, Stroke { width: 15, ..Stroke::thin(paint) }),
        }
    }
}
