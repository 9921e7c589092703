use super::formula::FORMULAS;
use super::{Asked, Held, Readings};
use crate::figure::canvas::{Canvas, Drawing, Frame, Label, Paint, text_width};
use crate::figure::range::written;
use crate::notation::grouped;

/// The height of a line.
const LINE: i32 = 25;
/// The space between ranges.
const GAP: i32 = 18;
/// The length of a bar that stands for all positions.
const BAR: i32 = 96;
const NAME: Label = Label::new(Paint::Ink).small().end();

/// A line: its name, the number of positions on which it is right, and what is to be said of its errors.
struct Line {
    name: String,
    right: u64,
    remark: String,
    always: bool,
}

impl Readings {
    /// A bar for each formula on each range, as long as it is right; the first error beside it.
    pub(super) fn drawing(&self, held: &[Held]) -> Drawing {
        let blocks: Vec<(String, u64, Vec<Line>)> = self
            .0
            .iter()
            .zip(held)
            .map(|(asked, held)| (asked.heading(held), held.positions, lines(asked, held)))
            .collect();
        let all = || blocks.iter().flat_map(|(_, _, lines)| lines);
        let names = all().map(|line| text_width(&line.name, NAME)).max().unwrap_or(0) + 4;
        let counts = all().map(|line| text_width(&grouped(line.right), COUNT)).max().unwrap_or(0);
        let remarks = all().map(|line| text_width(&line.remark, REMARK)).chain([text_width(FIRST_WRONG, REMARK)]).max();
        let remarks = remarks.unwrap_or(0);
        let bar = names + 10;
        let count = bar + BAR + 10 + counts;
        let headings = blocks.iter().map(|(heading, ..)| text_width(heading, HEADING)).max().unwrap_or(0);
        let width = (count + 14 + remarks).max(headings) + 4;
        let per_block = LINE * (i32::try_from(FORMULAS.len()).unwrap_or(0) + 1) + GAP;
        let height = LINE + per_block * i32::try_from(blocks.len()).unwrap_or(0) - GAP + 4;
        Canvas::draw(width, height, |canvas| {
            canvas.text((count, LINE / 2 - 2), RIGHT_ON, REMARK.end());
            canvas.text((count + 14, LINE / 2 - 2), FIRST_WRONG, REMARK);
            for ((heading, positions, lines), top) in blocks.iter().zip((0..).map(|i| LINE + per_block * i)) {
                canvas.text((2, top + LINE / 2), heading, HEADING);
                for (line, y) in lines.iter().zip((1..).map(|i| top + LINE * i)) {
                    let middle = y + LINE / 2;
                    canvas.text((names, middle), &line.name, NAME);
                    canvas.rect(Frame::new(bar, y + 5, BAR, LINE - 10), Paint::Wash);
                    let length = share(line.right, *positions);
                    if length > 0 {
                        let paint = if line.always { Paint::Move } else { Paint::Ramp3 };
                        canvas.rect(Frame::new(bar, y + 5, length, LINE - 10), paint);
                    }
                    let label = if line.always { COUNT.bold() } else { COUNT };
                    canvas.text((count, middle), grouped(line.right), label);
                    canvas.text((count + 14, middle), &line.remark, REMARK);
                }
            }
        })
    }
}

const HEADING: Label = Label::new(Paint::Ink).bold();
const COUNT: Label = Label::new(Paint::Ink).end();
const REMARK: Label = Label::new(Paint::Muted).small();
/// What stands over the counts.
const RIGHT_ON: &str = "right on";
/// What stands over the first errors.
const FIRST_WRONG: &str = "first wrong";

impl Asked {
    fn heading(&self, held: &Held) -> String {
        let (game, extent) = (&self.row.game.game.name, self.row.range.extent());
        format!("{game}, {extent}: {} {}", grouped(held.positions), self.row.range.noun())
    }
}

fn lines(asked: &Asked, held: &Held) -> Vec<Line> {
    let line = |(formula, (right, first_wrong)): (&super::formula::Formula, &(u64, Option<Vec<u32>>))| Line {
        name: formula.name(asked.base).trim_end_matches(" formula").to_owned(),
        right: *right,
        remark: first_wrong.as_deref().map_or("never".to_owned(), written),
        always: first_wrong.is_none(),
    };
    FORMULAS.iter().zip(&held.formulas).map(line).collect()
}

/// The length of the bar of a part; a part that is not nought can be seen.
fn share(part: u64, whole: u64) -> i32 {
    let length = u128::from(part) * BAR.unsigned_abs() as u128 / u128::from(whole.max(1));
    i32::try_from(length).unwrap_or(BAR).max(i32::from(part > 0))
}
