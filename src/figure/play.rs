//! `play`: a board to play on, whose machine reads the verified table and nothing else.

use std::collections::BTreeSet;

use super::canvas::{Canvas, Drawing, Label, Paint, Stroke};
use super::range::{GAME, HeapGame};
use super::{Facts, Fault, Key, KeyKind, Keys, Kind, Picture, Request, Table};
use crate::game::{Convention, Heaps, Outcome, Positions, Ruleset, options};
use crate::solver::Columns;
use crate::verify::{Gate, Refusal, Verified};

/// The registry's line.
pub const KIND: Kind = Kind {
    name: "play",
    about: "A board to play on, against a machine that reads the table of winning moves beneath it.",
    keys: &[
        GAME,
        Key {
            name: "heaps",
            kind: KeyKind::Integers(0, 20),
            default: None,
            about: "the heaps to begin with; the reader may choose smaller ones",
        },
    ],
    facts: &[
        ("positions", "how many positions the table holds, heaps unordered"),
        ("lost", "how many of them are lost in normal play"),
        ("lost_misere", "how many of them are lost in misère play"),
    ],
    example: "game = \"nim\"\nheaps = [3, 4, 5]\n",
    read,
};

/// The most positions: the table must stand on the page whole, for the machine reads it there.
const MOST: usize = Table::ON_PAGE;

struct Play {
    game: HeapGame,
    heaps: Vec<u32>,
    positions: Vec<Heaps>,
}

fn read(keys: &Keys) -> Result<Box<dyn Request>, Vec<Fault>> {
    let game = HeapGame::read(keys, "game").map_err(|fault| vec![fault])?;
    let given = keys.integers("heaps").unwrap_or_default();
    let heaps: Vec<u32> = given.iter().filter_map(|&size| u32::try_from(size).ok()).collect();
    let fault = |message: String, help: &str| vec![Fault::new(keys.span("heaps"), message, help)];
    if heaps.is_empty() {
        return Err(fault("there are no heaps".to_owned(), "give at least one, as in [3, 4, 5]"));
    }
    let Some(positions) = within(game.rules.as_ref(), &heaps) else {
        return Err(fault(format!("the table would hold more than {MOST} positions"), "give fewer or smaller heaps"));
    };
    Ok(Box::new(Play { game, heaps, positions }))
}

/// Every position with heaps no larger than these, and all that can be reached from them, ascending; none if too many.
fn within(rules: &dyn Ruleset<Position = Heaps>, heaps: &[u32]) -> Option<Vec<Heaps>> {
    let mut found = BTreeSet::from([Heaps::new(Vec::new())]);
    for &size in heaps {
        found =
            found.iter().flat_map(|rest| (0..=size).map(|one| Heaps::new([rest.sizes(), &[one]].concat()))).collect();
        if found.len() > MOST {
            return None;
        }
    }
    let mut open: Vec<Heaps> = found.iter().cloned().collect();
    while let Some(position) = open.pop() {
        for option in options(rules, &position) {
            if found.insert(option.clone()) {
                open.push(option);
            }
        }
        if found.len() > MOST {
            return None;
        }
    }
    Some(found.into_iter().collect())
}

impl Request for Play {
    fn answer(&self, gate: &Gate) -> Result<Verified<Picture>, Refusal> {
        let ask = |convention| {
            let game = HeapGame { convention, ..self.game.clone() };
            gate.outcomes(&game.question(Positions::Listed(self.positions.clone())))
        };
        let both = ask(Convention::Normal)?.zip(ask(Convention::Misere)?);
        Ok(both.map(|(normal, misere)| self.picture(&normal, &misere)))
    }
}

impl Play {
    fn picture(&self, normal: &[Outcome], misere: &[Outcome]) -> Picture {
        let lost = |outcomes: &[Outcome]| outcomes.iter().filter(|&&outcome| outcome == Outcome::P).count();
        let mut facts = Facts::default();
        facts.set("positions", self.positions.len());
        facts.set("lost", lost(normal));
        facts.set("lost_misere", lost(misere));
        let heaps = Heaps::new(self.heaps.as_slice());
        Picture {
            facts,
            table: self.table(normal, misere),
            title: format!("A board for {} with the heaps {heaps}", self.game.game.name),
            description: format!(
                "The heaps {heaps}, drawn as counters. The table beneath lists every position that can come up, \
                 its options, and those that win."
            ),
            attributes: self.attributes(),
            drawing: self.drawing(),
        }
    }

    /// What the script on the page reads: `static/play.js` knows these columns by their places.
    fn table(&self, normal: &[Outcome], misere: &[Outcome]) -> Table {
        let head = ["position", "options", "winning moves", "winning moves, misère"];
        let row = |position: &Heaps| {
            let options = options(self.game.rules.as_ref(), position);
            let winning = |outcomes: &[Outcome]| list(&self.those_lost(&options, outcomes));
            vec![position.to_string(), list(&options), winning(normal), winning(misere)]
        };
        Table { head: head.map(str::to_owned).to_vec(), rows: self.positions.iter().map(row).collect() }
    }

    /// Those of the options that are lost for whoever must move from them.
    fn those_lost(&self, options: &[Heaps], outcomes: &[Outcome]) -> Vec<Heaps> {
        let outcome = |option: &Heaps| self.positions.binary_search(option).ok().and_then(|i| outcomes.get(i));
        options.iter().filter(|option| outcome(option) == Some(&Outcome::P)).cloned().collect()
    }

    fn attributes(&self) -> Vec<(&'static str, String)> {
        let heaps: Vec<String> = self.heaps.iter().map(u32::to_string).collect();
        let divisor = Columns::divisor_of(self.game.rules.as_ref()).map(|divisor| ("divisor", divisor.to_string()));
        let mut attributes = vec![("heaps", heaps.join(",")), ("convention", self.game.convention.to_string())];
        attributes.extend(divisor);
        attributes
    }

    /// The board before the first move: a column of counters a heap, its size beneath.
    fn drawing(&self) -> Drawing {
        const STEP: i32 = 24;
        const HEAP: i32 = 64;
        let size = |heap: &u32| i32::try_from(*heap).unwrap_or(0);
        let tallest = self.heaps.iter().map(size).max().unwrap_or(0).max(1);
        let count = i32::try_from(self.heaps.len()).unwrap_or(1);
        let floor = tallest * STEP + 12;
        Canvas::draw(count * HEAP + 16, floor + 44, |canvas| {
            for (i, heap) in (0..).zip(&self.heaps) {
                let x = 8 + i * HEAP + HEAP / 2;
                for counter in 0..size(heap) {
                    canvas.disc((x, floor - counter * STEP - STEP / 2), 10, Paint::Ink);
                }
                let name = char::from_u32('A' as u32 + i.unsigned_abs()).unwrap_or('?');
                canvas.text((x, floor + 22), format!("{name}: {heap}"), Label::new(Paint::Ink).middle());
            }
            canvas.line(&[(8, floor + 2), (8 + count * HEAP, floor + 2)], Stroke::thin(Paint::Muted));
        })
    }
}

/// Positions with spaces between them; a dash where there are none.
fn list(positions: &[Heaps]) -> String {
    let positions: Vec<String> = positions.iter().map(Heaps::to_string).collect();
    if positions.is_empty() { "–".to_owned() } else { positions.join(" ") }
}
