use super::Tables;
use crate::figure::canvas::theme::RAMP;
use crate::figure::canvas::{Canvas, Drawing, Frame, Label, Paint, Point, text_width};
use crate::notation::grouped;

/// The size of a cell with a number of two digits in it.
const NUMBERED: Point = (23, 20);
/// The size of a cell that is only coloured.
const BARE: Point = (8, 8);
/// The most sizes of a heap for which numbers are written.
const MOST_NUMBERED: usize = 12;
/// The room for the sizes at the left of a matrix.
const LEFT: i32 = 22;
/// The room for the name of the first heap, further to the left.
const NAMED: i32 = 40;
/// The room for the name of a matrix, that of the second heap and the sizes above.
const ABOVE: i32 = 62;
const GAP: Point = (12, 20);
/// The width up to which all three matrices stand side by side.
const WIDE: i32 = 690;
/// The height of a line of words.
const LINE: i32 = 24;
const HEAD: Label = Label::new(Paint::Muted).small();
const NAME: Label = Label::new(Paint::Ink).bold();

/// A table with its name, and how its cells look.
struct Matrix {
    name: String,
    values: Vec<i64>,
    /// Whether numbers are on colours too.
    coloured: bool,
}

/// Where the matrices and the words stand.
struct Arrangement {
    corners: [Point; 3],
    words: Point,
}

impl Tables {
    /// One position and two games, and their difference; below each other on a narrow screen.
    pub(super) fn drawing(&self) -> Drawing {
        let matrices = self.matrices();
        let (cell, side) = (self.cell(), i32::try_from(self.side).unwrap_or(1));
        let names = matrices.iter().map(|matrix| text_width(&matrix.name, NAME)).max().unwrap_or(0);
        let (width, height) = ((LEFT + side * cell.0).max(names), ABOVE + side * cell.1);
        let (right, below) = (width + GAP.0, height + GAP.1);
        let column =
            Arrangement { corners: [(NAMED, 0), (NAMED, below), (NAMED, 2 * below)], words: (0, 3 * below - 6) };
        let wide = if NAMED + 3 * width + 2 * GAP.0 <= WIDE {
            let at = |i| (NAMED + i * right, 0);
            Arrangement { corners: [at(0), at(1), at(2)], words: (NAMED + LEFT, below - 6) }
        } else {
            let corners = [(NAMED, 0), (NAMED + right, 0), (NAMED, below)];
            Arrangement { corners, words: (NAMED + right + LEFT, below + ABOVE) }
        };
        let drawn = |arrangement: &Arrangement| {
            let words = self.words();
            let lines = i32::try_from(words.len()).unwrap_or(0) * LINE;
            let corner = |of: fn(&Point) -> i32| arrangement.corners.iter().map(of).max().unwrap_or(0);
            let words_width = words.iter().map(|word| 22 + text_width(&word.1, word.2)).max().unwrap_or(0);
            let size = (
                (corner(|corner| corner.0) + width).max(arrangement.words.0 + words_width),
                (corner(|corner| corner.1) + height).max(arrangement.words.1 + lines),
            );
            Canvas::draw(size.0, size.1, |canvas| {
                for (matrix, &corner) in matrices.iter().zip(&arrangement.corners) {
                    matrix.draw(canvas, corner, self.side, cell);
                }
                for ((swatches, text, label), y) in
                    words.iter().zip((0..).map(|i| arrangement.words.1 + LINE * i + LINE / 2))
                {
                    let mut x = arrangement.words.0;
                    for &paint in swatches {
                        canvas.rect(Frame::new(x, y - 7, 14, 14), paint);
                        x += 14;
                    }
                    canvas.text((x + if swatches.is_empty() { 0 } else { 8 }, y), text, *label);
                }
            })
        };
        drawn(&wide).or_narrow(drawn(&column))
    }

    fn matrices(&self) -> [Matrix; 3] {
        let plain = |values: &[u32]| values.iter().map(|&value| i64::from(value)).collect::<Vec<_>>();
        let sum = self.pairs().zip(&self.together).all(|((a, b), &value)| u64::from(value) == a + b);
        let nim = self.pairs().zip(&self.apart).all(|((a, b), &value)| u64::from(value) == a ^ b);
        let name = |name: &str, formula: &str, so: bool| {
            if so { format!("{name}: {formula}") } else { name.to_owned() }
        };
        [
            Matrix {
                name: name("as one position", "a + b", sum),
                values: plain(&self.together),
                coloured: self.is_bare(),
            },
            Matrix { name: name("as two games", "a ⊕ b", nim), values: plain(&self.apart), coloured: self.is_bare() },
            Matrix { name: "the difference".to_owned(), values: self.difference(), coloured: true },
        ]
    }

    /// Every two sizes of heaps, row by row.
    fn pairs(&self) -> impl Iterator<Item = (u64, u64)> {
        let side = self.side as u64;
        (0..side).flat_map(move |a| (0..side).map(move |b| (a, b)))
    }

    fn is_bare(&self) -> bool {
        self.side > MOST_NUMBERED
    }

    fn cell(&self) -> Point {
        if self.is_bare() { BARE } else { NUMBERED }
    }

    /// How often both agree, and what the colours mean: each line with samples of what it speaks of.
    fn words(&self) -> Vec<(Vec<Paint>, String, Label)> {
        let (agree, cells) = (grouped(self.agree() as u64), grouped(self.together.len() as u64));
        let mut words = vec![
            (Vec::new(), format!("{agree} of {cells} cells agree"), Label::new(Paint::Ink).bold().size(17)),
            (vec![Paint::Wash], if self.is_bare() { "nought" } else { "no difference" }.to_owned(), HEAD),
        ];
        let difference = self.difference();
        if self.is_bare() || difference.iter().any(|&difference| difference > 0) {
            let text = if self.is_bare() { "little to much" } else { "a small to a large difference" };
            words.push((vec![Paint::Ramp1, Paint::Ramp3, Paint::Ramp5], text.to_owned(), HEAD));
        }
        if difference.iter().any(|&difference| difference < 0) {
            words.push((vec![Paint::FalseWinTint], "worth less as one position".to_owned(), HEAD));
        }
        words
    }
}

impl Matrix {
    fn draw(&self, canvas: &Canvas, (x, y): Point, side: usize, cell: Point) {
        let whole = |number: usize| i32::try_from(number).unwrap_or(0);
        let (bare, left, top) = (cell == BARE, x + LEFT, y + ABOVE);
        let (across, down) = (whole(side) * cell.0, whole(side) * cell.1);
        canvas.text((if x == NAMED { 0 } else { x }, y + 11), &self.name, NAME);
        canvas.text((left + across / 2, y + 32), "second heap", HEAD.middle());
        if x == NAMED {
            canvas.text((0, top + down / 2 - 8), "first", HEAD);
            canvas.text((0, top + down / 2 + 8), "heap", HEAD);
        }
        for i in (0..side).filter(|i| !bare || i % 8 == 0) {
            let along = |size: i32| whole(i) * size + size / 2;
            canvas.text((left + along(cell.0), top - 11), i.to_string(), HEAD.middle());
            canvas.text((left - 7, top + along(cell.1)), i.to_string(), HEAD.end());
        }
        let most = self.values.iter().map(|value| value.unsigned_abs()).max().unwrap_or(0);
        let places = (0..side).flat_map(|row| (0..side).map(move |column| (whole(row), whole(column))));
        for ((row, column), &value) in places.zip(&self.values) {
            let frame = Frame::new(left + column * cell.0, top + row * cell.1, cell.0, cell.1);
            let ground = if self.coloured { step(value, most) } else { Paint::Wash };
            canvas.rect(frame.inset(if bare { 0 } else { 1 }), ground);
            if !bare {
                let label = match value {
                    0 if self.coloured => Label::new(Paint::Muted),
                    _ => Label::new(ground.text_on()),
                };
                canvas.text(frame.middle(), value.to_string().replace('-', "−"), label.small().middle());
            }
        }
    }
}

/// The colour of a number among numbers of which the largest is `most`.
fn step(value: i64, most: u64) -> Paint {
    if value == 0 {
        return Paint::Wash;
    }
    if value < 0 {
        return Paint::FalseWinTint;
    }
    let steps = u64::try_from(RAMP.len()).unwrap_or(1);
    let step = (value.unsigned_abs().saturating_mul(steps)).div_ceil(most.max(1)).saturating_sub(1);
    usize::try_from(step).ok().and_then(|step| RAMP.get(step)).copied().unwrap_or(Paint::Ramp5)
}
