//! `readings`: four ways to read a value off the heaps of Moore's Nim, and how often each is right.

mod drawing;
mod formula;

use super::range::written;
use super::row::{RANGE, ROW, Row, ask_each, facts_of, row};
use super::{Facts, Fault, Keys, Kind, Picture, Request, Table};
use crate::game::{Nimber, Positions, Value};
use crate::solver::{Basis, Columns};
use crate::verify::{Gate, Refusal, Verified};
use formula::FORMULAS;

/// The registry's line.
pub const KIND: Kind = Kind {
    name: "readings",
    about: "On how many positions of Moore's Nim a value can be read off the heaps, in four ways.",
    keys: &[RANGE[0], RANGE[1], RANGE[2], RANGE[3], row(&ROW)],
    facts: &[
        ("positions", "how many positions there are; with rows this and the others stand under the name of each"),
        ("right.base", "how many are worth the column sums mod k + 1, read as a number in base k + 1"),
        ("right.xor", "how many are worth the nim-sum of the heaps"),
        ("right.sum", "how many are worth the plain sum of the heaps"),
        ("right.jenkyns_mayberry", "how many are worth what Jenkyns and Mayberry's formula for k + 1 heaps says"),
        ("first_wrong.base", "the first position that is worth something else, if any; so for each of the four"),
        ("max_value", "the largest value"),
    ],
    example: "game = \"moore(2)\"\nheaps = 3\nmax = 7\n",
    read,
};

struct Readings(Vec<Asked>);

/// One range and the base of its columns.
struct Asked {
    row: Row,
    base: u32,
}

fn read(keys: &Keys) -> Result<Box<dyn Request>, Vec<Fault>> {
    let (mut asked, mut faults) = (Vec::new(), Vec::new());
    for row in Row::read_all(keys)? {
        match Columns::divisor_of(row.game.rules.as_ref()) {
            Some(base) => asked.push(Asked { row, base }),
            None => {
                let message = format!("{} has no columns to read", row.game.game.name);
                faults.push(Fault::new(row.keys.span("game"), message, "give nim or moore(k)"));
            }
        }
    }
    if faults.is_empty() { Ok(Box::new(Readings(asked))) } else { Err(faults) }
}

impl Request for Readings {
    fn answer(&self, gate: &Gate) -> Result<Verified<Picture>, Refusal> {
        let held = ask_each(&self.0, |asked| {
            let question = asked.row.game.question(Positions::Range(asked.row.range.multisets.clone()));
            Ok(gate.values_apart_from(Basis::ClosedForm, &question)?.map(|values| asked.hold(&values)))
        })?;
        Ok(held.map(|held| self.picture(&held)))
    }
}

/// What came of one range.
struct Held {
    positions: u64,
    max_value: Nimber,
    /// For each formula on how many positions it is right, and the first on which it isn't.
    formulas: Vec<(u64, Option<Vec<u32>>)>,
}

impl Held {
    fn facts(&self) -> Facts {
        let mut facts = Facts::default();
        facts.set("positions", self.positions);
        facts.set("max_value", self.max_value);
        for (formula, (right, first_wrong)) in FORMULAS.iter().zip(&self.formulas) {
            facts.set_in("right", formula.fact, *right);
            facts.set_in("first_wrong", formula.fact, first_wrong.as_deref().map(written));
        }
        facts
    }
}

impl Asked {
    /// Holds the formulas against the values.
    fn hold(&self, values: &[Value]) -> Held {
        let mut held = Held { positions: 0, max_value: 0, formulas: vec![(0, None); FORMULAS.len()] };
        self.row.range.walk(|sizes, index, times| {
            let value = values.get(index).copied().flatten();
            held.positions += times;
            held.max_value = held.max_value.max(value.unwrap_or(0));
            for (formula, (right, first_wrong)) in FORMULAS.iter().zip(&mut held.formulas) {
                if value.is_some_and(|value| (formula.value)(sizes, self.base) == Some(u64::from(value))) {
                    *right += times;
                } else if first_wrong.as_deref().is_none_or(|first| sizes < first) {
                    *first_wrong = Some(sizes.to_vec());
                }
            }
        });
        held
    }

    fn words(&self, held: &Held) -> String {
        let mut words = format!(
            "{}, {}: of {}",
            self.row.game.game.name,
            self.row.range.extent(),
            self.row.range.in_words(held.positions)
        );
        for (formula, (right, first_wrong)) in FORMULAS.iter().zip(&held.formulas) {
            words.push_str(&format!(" the {} is right on {right}", formula.name(self.base)));
            match first_wrong {
                Some(first) => words.push_str(&format!(" and first wrong at {};", written(first))),
                None => words.push_str(" and never wrong;"),
            }
        }
        format!("{words} the largest value is {}.", held.max_value)
    }
}

impl Readings {
    fn picture(&self, held: &[Held]) -> Picture {
        let facts = facts_of(self.0.iter().zip(held).map(|(asked, held)| (&asked.row, held.facts())));
        let words: Vec<String> = self.0.iter().zip(held).map(|(asked, held)| asked.words(held)).collect();
        Picture {
            facts,
            title: "Values of Moore's Nim, read off the heaps in four ways".to_owned(),
            description: words.join(" "),
            table: self.table(held),
            attributes: Vec::new(),
            drawing: self.drawing(held),
        }
    }

    fn table(&self, held: &[Held]) -> Table {
        let head = ["game", "heaps", "max", "count", "positions", "largest value", "reading", "right", "first wrong"];
        let rows = self.0.iter().zip(held).flat_map(|(asked, held)| {
            FORMULAS.iter().zip(&held.formulas).map(|(formula, (right, first_wrong))| {
                let Row { game, range, .. } = &asked.row;
                vec![
                    game.game.name.clone(),
                    range.multisets.heaps.to_string(),
                    range.multisets.max.to_string(),
                    range.noun().to_owned(),
                    held.positions.to_string(),
                    held.max_value.to_string(),
                    formula.name(asked.base),
                    right.to_string(),
                    first_wrong.as_deref().map(written).unwrap_or_default(),
                ]
            })
        });
        Table { head: head.map(str::to_owned).to_vec(), rows: rows.collect() }
    }
}
