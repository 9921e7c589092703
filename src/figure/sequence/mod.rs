//! `sequence`: the Grundy values of single heaps, and their period where one is proved.

mod cells;
mod plot;

use super::canvas::Drawing;
use super::range::{GAME, HeapGame, MAX};
use super::{Facts, Fault, Keys, Kind, Picture, Request, Table};
use crate::game::{Convention, HeapRange, Nimber, Period, Positions, Value};
use crate::notation::grouped;
use crate::verify::{Budget, Gate, Refusal, Verified};

/// The registry's line.
pub const KIND: Kind = Kind {
    name: "sequence",
    about: "The Grundy values of single heaps, smallest first, with their period where one is proved.",
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
        faults.push(Fault::new(keys.span("max"), "these are too many heaps", format!("at most {}", grouped(allowed))));
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

/// The most values that are drawn as cells; more are plotted.
const MOST_CELLS: usize = 240;

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
            return format!("no period proved up to {}", self.values.len().saturating_sub(1));
        };
        let from = if period.preperiod == 0 { String::new() } else { format!(" from {} on", period.preperiod) };
        let saltus = if period.saltus == 0 { String::new() } else { format!(", each time {} more", period.saltus) };
        format!("period {}{from}{saltus}", period.period)
    }

    fn drawing(&self) -> Drawing {
        if self.values.len() <= MOST_CELLS { self.cells() } else { self.plot() }
    }
}

/// A count as a coordinate; drawings are far smaller than what would not fit.
fn whole(count: usize) -> i32 {
    i32::try_from(count).unwrap_or(i32::MAX / 1_000)
}
