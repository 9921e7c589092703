//! Positions of a few heaps as cells: a row, a square, or slices of squares.

use super::canvas::{Canvas, Frame, Label, Paint, Point, text_width};
use super::range::Range;

/// Where the cell of each position stands, and the names of the heaps around them.
///
/// The last heap runs to the right and the one before it downwards; those before these number the slices.
pub struct Grid {
    heaps: usize,
    /// How many sizes a heap can have.
    side: i32,
    /// How many slices stand beside each other.
    across: i32,
    cell: i32,
    /// Whether what runs where is said in two lines.
    narrow: bool,
    /// The upper left corner of the first slice.
    corner: Point,
    label: Label,
}

/// The least size of a cell in which a shape can be told from another.
const LEAST_CELL: i32 = 9;
/// The height of a line of the note.
const NOTE: i32 = 20;
/// The space between slices: to the right, and above, where their names stand.
const GAP: Point = (16, 28);
/// The width of all slices together.
const SLICES: i32 = 512;
/// The width of all slices together on a narrow screen, two beside each other.
const NARROW: i32 = 304;
/// The width of a single square.
const SQUARE: i32 = 300;

impl Grid {
    /// The cells of a range; none where there are too many heaps or sizes to be told apart.
    pub fn new(range: &Range) -> Option<Self> {
        Self::arranged(range, false)
    }

    /// The same for a narrow screen; none where it would not differ.
    pub fn narrow(range: &Range) -> Option<Self> {
        if range.multisets.heaps == 3 && range.multisets.max > 1 { Self::arranged(range, true) } else { None }
    }

    fn arranged(range: &Range, narrow: bool) -> Option<Self> {
        let (heaps, side) = (range.multisets.heaps, i32::try_from(range.multisets.max).ok()?.checked_add(1)?);
        let sliced = heaps > 2;
        let across = match heaps {
            1 | 2 => 1,
            3 if narrow => 2,
            3 => side.min(4),
            4 => side,
            _ => return None,
        };
        let slices = if narrow { NARROW } else { SLICES };
        let cell = if sliced { (slices / across - GAP.0) / side } else { SQUARE / side };
        if cell < LEAST_CELL {
            return None;
        }
        let label = Label::new(Paint::Muted).size(if sliced && !narrow { 17 } else { 14 });
        let corner = match heaps {
            1 => (0, 28),
            2 => (text_width("first heap", label) + 28, 48),
            _ => (0, GAP.1),
        };
        Some(Self { heaps, side, across, cell: cell.min(if sliced { 22 } else { 30 }), narrow, corner, label })
    }

    /// The width of all, names included, in pixels.
    pub fn width(&self) -> i32 {
        let cells = self.corner.0 + self.across * self.slice() + (self.across - 1) * GAP.0;
        cells.max(self.note().iter().map(|line| text_width(line, self.label)).max().unwrap_or(0))
    }

    /// The height of all, names included, in pixels.
    pub fn height(&self) -> i32 {
        let down = match self.heaps {
            1 => return self.corner.1 + self.cell,
            2 => 1,
            3 => (self.side + self.across - 1) / self.across,
            _ => self.side,
        };
        let note = match self.note().len() {
            0 => 0,
            lines => 34 + NOTE * i32::try_from(lines - 1).unwrap_or(0),
        };
        self.corner.1 + down * self.slice() + (down - 1) * GAP.1 + note
    }

    /// The left side of the cells, in pixels.
    pub fn left(&self) -> i32 {
        self.corner.0
    }

    /// How names are written here; other text should be no smaller.
    pub fn label(&self) -> Label {
        self.label
    }

    /// The cell of a position.
    pub fn cell(&self, sizes: &[u32]) -> Frame {
        let size = |i: usize| sizes.get(i).copied().map_or(0, |size| i32::try_from(size).unwrap_or(0));
        let (slice, row, column) = match self.heaps {
            1 => ((0, 0), 0, size(0)),
            2 => ((0, 0), size(0), size(1)),
            3 => ((size(0) % self.across, size(0) / self.across), size(1), size(2)),
            _ => ((size(1), size(0)), size(2), size(3)),
        };
        let (x, y) = self.slice_corner(slice);
        Frame::new(x + self.cell * column, y + self.cell * row, self.cell, self.cell).inset_right_and_below()
    }

    /// Writes the names of the heaps and their sizes around the cells.
    pub fn draw_names(&self, canvas: &Canvas) {
        match self.heaps {
            1 | 2 => self.draw_sizes(canvas),
            3 => {
                for heap in 0..self.side {
                    let name = if heap == 0 { "first heap 0".to_owned() } else { heap.to_string() };
                    self.draw_slice_name(canvas, (heap % self.across, heap / self.across), &name);
                }
            }
            _ => {
                for (first, second) in
                    (0..self.side).flat_map(|first| (0..self.side).map(move |second| (first, second)))
                {
                    let name = match (first, second) {
                        (0, 0) => "heaps 0, 0".to_owned(),
                        _ => format!("{first}, {second}"),
                    };
                    self.draw_slice_name(canvas, (second, first), &name);
                }
            }
        }
        let (note, last) = (self.note(), self.height() - 12);
        for (after, line) in (0..note.len()).rev().zip(&note) {
            canvas.text((0, last - NOTE * i32::try_from(after).unwrap_or(0)), line, self.label);
        }
    }

    /// What runs downwards and to the right in each slice.
    fn note(&self) -> Vec<String> {
        let last = self.side - 1;
        match self.heaps {
            1 | 2 => Vec::new(),
            3 if self.narrow => {
                vec![format!("second heap 0–{last} downwards,"), format!("third heap 0–{last} to the right")]
            }
            3 => vec![format!("second heap 0–{last} downwards, third 0–{last} to the right")],
            _ => vec![format!("third heap 0–{last} downwards, fourth 0–{last} to the right")],
        }
    }

    fn draw_sizes(&self, canvas: &Canvas) {
        let ((left, top), middle) = (self.corner, self.cell / 2);
        // Every size has its number where there is room for it, else every fifth.
        let step = if self.cell >= 20 { 1 } else { 5 };
        for size in (0..self.side).step_by(step) {
            canvas.text((left + self.cell * size + middle, top - 11), size.to_string(), self.label.middle());
            if self.heaps == 2 {
                canvas.text((left - 8, top + self.cell * size + middle), size.to_string(), self.label.end());
            }
        }
        if self.heaps == 2 {
            canvas.text((left + self.slice() / 2, top - 34), "second heap", self.label.middle());
            canvas.text((left - 28, top + self.slice() / 2), "first heap", self.label.end());
        }
    }

    fn draw_slice_name(&self, canvas: &Canvas, slice: Point, name: &str) {
        let (x, y) = self.slice_corner(slice);
        canvas.text((x, y - 12), name, self.label);
    }

    fn slice(&self) -> i32 {
        self.cell * self.side
    }

    fn slice_corner(&self, (column, row): Point) -> Point {
        (self.corner.0 + column * (self.slice() + GAP.0), self.corner.1 + row * (self.slice() + GAP.1))
    }
}
