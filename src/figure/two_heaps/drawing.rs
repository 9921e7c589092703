use super::Tables;
use crate::figure::canvas::theme::RAMP;
use crate::figure::canvas::{Canvas, Drawing, Frame, Label, Paint, Point};
use crate::notation::grouped;

/// The side of a cell with a number in it.
const NUMBERED: i32 = 20;
/// The side of a cell that is only coloured.
const BARE: i32 = 12;
/// The most sizes of a heap for which numbers are written.
const MOST_NUMBERED: usize = 16;
/// The room for the sizes at the left of a matrix.
const LEFT: i32 = 22;
/// The room for the name and the sizes above a matrix.
const ABOVE: i32 = 44;
const GAP: Point = (12, 14);
const HEAD: Label = Label::new(Paint::Muted).small();
const NAME: Label = Label::new(Paint::Ink).bold();

impl Tables {
    /// One position and two games above, their difference below, with a word beside it.
    pub(super) fn drawing(&self) -> Drawing {
        let side = i32::try_from(self.side).unwrap_or(1);
        let cell = if self.side <= MOST_NUMBERED { NUMBERED } else { BARE };
        let (width, height) = (LEFT + side * cell, ABOVE + side * cell);
        let (right, below) = (width + GAP.0, height + GAP.1);
        let plain = |values: &[u32]| values.iter().map(|&value| i64::from(value)).collect::<Vec<_>>();
        Canvas::draw(right + width.max(170), below + height, |canvas| {
            let at = |x, y| canvas.part(Frame::new(x, y, width, height));
            self.matrix(&at(0, 0), "one position", cell, &plain(&self.together), false);
            self.matrix(&at(right, 0), "two games", cell, &plain(&self.apart), false);
            self.matrix(&at(0, below), "difference", cell, &self.difference(), true);
            self.words(canvas, (right + LEFT, below + ABOVE));
        })
    }

    fn matrix(&self, canvas: &Canvas, name: &str, cell: i32, values: &[i64], coloured: bool) {
        canvas.text((LEFT, 11), name, NAME);
        let most = values.iter().map(|value| value.unsigned_abs()).max().unwrap_or(0);
        let numbered = cell == NUMBERED;
        for i in (0..self.side).filter(|i| numbered || i % 8 == 0) {
            let along = i32::try_from(i).unwrap_or(0) * cell + cell / 2;
            canvas.text((LEFT + along, ABOVE - 11), i.to_string(), HEAD.middle());
            canvas.text((LEFT - 8, ABOVE + along), i.to_string(), HEAD.end());
        }
        let places = (0..self.side).flat_map(|row| (0..self.side).map(move |column| (row, column)));
        for ((row, column), &value) in places.zip(values) {
            let (row, column) = (i32::try_from(row).unwrap_or(0), i32::try_from(column).unwrap_or(0));
            let frame = Frame::new(LEFT + column * cell, ABOVE + row * cell, cell, cell);
            let ground = if coloured || !numbered { step(value, most) } else { Paint::Wash };
            canvas.rect(frame.inset(if numbered { 1 } else { 0 }), ground);
            if numbered {
                let label = match value {
                    0 if coloured => Label::new(Paint::Muted),
                    _ => Label::new(ground.text_on()),
                };
                canvas.text(frame.middle(), value.to_string().replace('-', "−"), label.small().middle());
            }
        }
    }

    /// How often both agree, in the room that is left.
    fn words(&self, canvas: &Canvas, (x, y): Point) {
        let lines = [
            (grouped(self.agree() as u64), Label::new(Paint::Ink).bold().size(34)),
            (format!("of {} cells agree", grouped(self.together.len() as u64)), Label::new(Paint::Ink)),
            (self.game.clone(), Label::new(Paint::Muted).small()),
        ];
        for ((text, label), y) in lines.iter().zip([y + 18, y + 50, y + 76]) {
            canvas.text((x, y), text, *label);
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
