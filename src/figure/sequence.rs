//! `sequence`: the Grundy values of single heaps, and their period where one is proved.

use super::canvas::{Canvas, Drawing, Frame, Label, Paint, Stroke, text_width};
use super::range::{GAME, HeapGame, MAX};
use super::{Facts, Fault, Keys, Kind, Picture, Request, Table};
use crate::game::{Convention, HeapRange, Nimber, Period, Positions, Value};
use crate::verify::{Budget, Gate, Refusal, Verified};

/// The registry's line.
pub const KIND: Kind = Kind {
    name: "sequence",
    about: "The Grundy values of single heaps from 0 up, with their period where one is proved.",
    keys: &[GAME, MAX],
    facts: &[
        ("values_list", "the value of each heap, from 0 up"),
        ("period", "the period; none where these values do not prove one"),
        ("preperiod", "the heap from which on the values are periodic"),
        ("saltus", "what is added from one period to the next"),
        ("certified", "what proves the period; none where nothing does"),
    ],
    example: "game = \"nim\"\nmax = 15\n",
    read,
};

struct Sequence {
    game: HeapGame,
    max: u32,
}

fn read(keys: &Keys) -> Result<Box<dyn Request>, Vec<Fault>> {
    let mut faults = Vec::new();
    let max = keys.integer("max").and_then(|max| u32::try_from(max).ok()).unwrap_or(0);
    let allowed = Budget::default().positions;
    if u64::from(max) >= allowed {
        faults.push(Fault::new(keys.span("max"), "these are too many heaps", format!("at most {allowed}")));
    }
    if keys.convention() == Convention::Misere {
        let help = "leave `convention` out; `losses` and `compare` speak of misère play";
        faults.push(Fault::new(keys.span("convention"), "a heap has no Grundy value in misère play", help));
    }
    match HeapGame::read(keys, "game") {
        Ok(game) if faults.is_empty() => Ok(Box::new(Sequence { game, max })),
        game => Err(game.err().into_iter().chain(faults).collect()),
    }
}

impl Request for Sequence {
    fn answer(&self, gate: &Gate) -> Result<Verified<Picture>, Refusal> {
        let range = HeapRange { heaps: 1, max: self.max };
        let values = gate.values(&self.game.question(Positions::Range(range)))?;
        Ok(values.map(|values| self.settle(&values).picture(&self.game.game.name)))
    }
}

impl Sequence {
    fn settle(&self, values: &[Value]) -> Settled {
        // Under the games of heaps every heap has a value; one without would end the list.
        let values: Vec<Nimber> = values.iter().copied().map_while(|value| value).collect();
        let theorem = self.game.rules.heap_rule().and_then(|rule| rule.period_theorem());
        Settled { period: theorem.and_then(|theorem| Period::find(&values, theorem)), values }
    }
}

/// The values with what is proved of them.
struct Settled {
    values: Vec<Nimber>,
    period: Option<Period>,
}

/// The size of a cell.
const CELL: (i32, i32) = (32, 46);
/// The most cells that are drawn.
const MOST_CELLS: usize = 360;
/// The most cells of a row, where no period says otherwise.
const ROW: usize = 12;
/// The most cells of a row, where a long period fills it.
const LONG_ROW: usize = 20;
/// The room for a bracket over the first period.
const BRACKET: i32 = 34;

impl Settled {
    fn picture(&self, game: &str) -> Picture {
        let last = self.values.len().saturating_sub(1);
        let mut facts = Facts::default();
        facts.set("values_list", self.values.clone());
        facts.set("period", self.period.as_ref().map(|period| period.period));
        facts.set("preperiod", self.period.as_ref().map(|period| period.preperiod));
        facts.set("saltus", self.period.as_ref().map(|period| period.saltus));
        facts.set("certified", self.period.as_ref().map(Period::to_string));
        let shown: Vec<_> = self.values.iter().take(40).map(u32::to_string).collect();
        let certificate = self.period.as_ref().map_or(String::new(), |period| format!(": {period}"));
        let more = if shown.len() < self.values.len() { " and so on" } else { "" };
        Picture {
            facts,
            title: format!("Grundy values of heaps of {game}"),
            description: format!(
                "Heaps from 0 to {last} are worth {}{more}; {}{certificate}.",
                shown.join(", "),
                self.name()
            ),
            table: Table {
                head: vec!["heap".to_owned(), "value".to_owned()],
                rows: self
                    .values
                    .iter()
                    .enumerate()
                    .map(|(heap, value)| vec![heap.to_string(), value.to_string()])
                    .collect(),
            },
            attributes: Vec::new(),
            drawing: self.drawing(),
        }
    }

    /// The period in a few words, or that there is none.
    fn name(&self) -> String {
        let Some(period) = &self.period else {
            return format!("no period is proved by the values up to {}", self.values.len().saturating_sub(1));
        };
        let from = if period.preperiod == 0 { String::new() } else { format!(" from {} on", period.preperiod) };
        let saltus = if period.saltus == 0 { String::new() } else { format!(", each time {} more", period.saltus) };
        format!("period {}{from}{saltus}", period.period)
    }

    /// How many cells stand in a row: whole periods, so that equal values stand below each other.
    fn across(&self) -> usize {
        match self.period.as_ref().map(|period| period.period) {
            Some(period) if period <= ROW => ROW / period * period,
            Some(period) if period <= LONG_ROW => period,
            _ => ROW,
        }
    }

    /// Where the bracketed period begins: the first that is whole in one row, if there is one.
    fn bracketed(&self) -> Option<usize> {
        let period = self.period.as_ref()?;
        let across = self.across();
        let whole = |from: usize| from % across + period.period <= across && from + period.period <= self.values.len();
        (period.preperiod..self.values.len().min(MOST_CELLS)).find(|&from| whole(from))
    }

    /// Whether a heap's value is not the one that the period will bring in its place.
    fn is_exception(&self, heap: usize) -> bool {
        self.period.as_ref().is_some_and(|period| {
            let rounds = period.preperiod.saturating_sub(heap).div_ceil(period.period);
            let later = heap.saturating_add(rounds.saturating_mul(period.period));
            let gained = Nimber::try_from(rounds).ok().and_then(|rounds| period.saltus.checked_mul(rounds));
            let due = self.values.get(later).zip(gained).and_then(|(later, gained)| later.checked_sub(gained));
            due != self.values.get(heap).copied()
        })
    }

    fn drawing(&self) -> Drawing {
        let (across, shown) = (self.across(), self.values.len().min(MOST_CELLS));
        let (label, gutter) =
            (Label::new(Paint::Muted).small(), text_width("value", Label::new(Paint::Muted).small()) + 10);
        let bracketed = self.bracketed();
        let place = |heap: usize| {
            let (row, column) = (heap / across, heap % across);
            let over = bracketed.is_some_and(|from| heap / across >= from / across);
            (gutter + CELL.0 * whole(column), CELL.1 * whole(row) + if over { BRACKET } else { 0 })
        };
        let bottom = place(shown.saturating_sub(1)).1 + CELL.1;
        let name = self.name();
        let named = bracketed.map_or(0, |from| place(from).0) + text_width(&name, Label::new(Paint::Move).bold());
        let width = (gutter + CELL.0 * whole(across.min(shown))).max(named);
        Canvas::draw(width, bottom + if bracketed.is_some() { 0 } else { 26 }, |canvas| {
            canvas.text((gutter - 10, place(0).1 + 11), "heap", label.end());
            canvas.text((gutter - 10, place(0).1 + 31), "value", label.end());
            let cells = || self.values.iter().take(shown).enumerate();
            for (heap, value) in cells() {
                let (x, y) = place(heap);
                let ground = match value {
                    _ if self.is_exception(heap) => Paint::OddTint,
                    0 => Paint::LostTint,
                    _ => Paint::Wash,
                };
                canvas.rect(Frame::new(x, y + 20, CELL.0 - 1, 23), ground);
            }
            for (heap, _) in cells() {
                let (x, y) = place(heap);
                canvas.text((x + CELL.0 / 2, y + 11), heap.to_string(), label.middle());
            }
            for (heap, value) in cells() {
                let (x, y) = place(heap);
                canvas.text(
                    (x + CELL.0 / 2, y + 31),
                    value.to_string(),
                    Label::new(Paint::Ink).size(17).bold().middle(),
                );
            }
            match (bracketed, &self.period) {
                (Some(from), Some(period)) => {
                    let ((left, y), width) = (place(from), CELL.0 * whole(period.period) - 1);
                    canvas.bracket((left + 1, left + width - 1), y - 6, 5, Stroke::thick(Paint::Move));
                    canvas.text((left, y - 20), name, Label::new(Paint::Move).bold());
                }
                _ => canvas.text((0, bottom + 14), name, Label::new(Paint::Muted)),
            }
        })
    }
}

/// A count as a coordinate; drawings are far smaller than what would not fit.
fn whole(count: usize) -> i32 {
    i32::try_from(count).unwrap_or(i32::MAX / 1_000)
}
