//! `sweep`: how often a criterion is right, the columns of Moore's theorem in the first place, and how often the columns
//! are when they are read with wrong divisors.

mod drawing;

use super::criteria::Criterion;
use super::row::{RANGE, ROW, Row, ask_each, facts_of, row};
use super::{Facts, Fault, Key, KeyKind, Keys, Kind, Picture, Request, Table};
use crate::game::{Outcome, Positions};
use crate::notation::noun;
use crate::solver::{Basis, Columns};
use crate::verify::{Gate, Refusal, Verified};

const CRITERION: Key = Key {
    name: "criterion",
    kind: KeyKind::Text,
    default: Some(""),
    about: "what should be right, as in \"mod(4)\"; the columns mod k + 1 where it is left out",
};
const CONTROLS: Key = Key {
    name: "controls",
    kind: KeyKind::Integers(2, 1_000),
    default: Some(""),
    about: "wrong divisors to read the columns with; those beside the right one where it is left out",
};

/// The registry's line.
pub const KIND: Kind = Kind {
    name: "sweep",
    about: "Every position of a range, searched, and held against the columns, read with the right and with wrong divisors.",
    keys: &[
        RANGE[0],
        RANGE[1],
        RANGE[2],
        RANGE[3],
        CRITERION,
        CONTROLS,
        row(&[ROW[0], ROW[1], ROW[2], ROW[3], ROW[4], CRITERION, CONTROLS]),
    ],
    facts: &[
        ("positions", "how many positions there are; with rows this and the others stand under the name of each"),
        ("lost", "how many of them are lost"),
        ("disagreements", "on how many the criterion says otherwise"),
        ("control[2]", "on how many the columns say otherwise when read with 2; so for each of `controls`"),
    ],
    example: "game = \"moore(2)\"\nheaps = 3\nmax = 7\ncontrols = [2, 4]\n",
    read,
};

struct Sweep(Vec<Asked>);

/// One range and what is held against its outcomes.
struct Asked {
    row: Row,
    /// What should be right.
    criterion: Criterion,
    /// The divisors with which the columns should be wrong.
    controls: Vec<u32>,
}

fn read(keys: &Keys) -> Result<Box<dyn Request>, Vec<Fault>> {
    let (mut asked, mut faults) = (Vec::new(), Vec::new());
    for row in Row::read_all(keys)? {
        match Asked::read(row) {
            Ok(one) => asked.push(one),
            Err(fault) => faults.push(fault),
        }
    }
    if faults.is_empty() { Ok(Box::new(Sweep(asked))) } else { Err(faults) }
}

impl Asked {
    fn read(row: Row) -> Result<Self, Fault> {
        let divisor = Columns::divisor_of(row.game.rules.as_ref());
        let criterion = match (row.keys.quoted("criterion"), divisor) {
            (Some(quoted), _) => Criterion::read(&quoted.text).map_err(|misread| quoted.fault(misread))?,
            (None, Some(divisor)) => Criterion::columns(divisor),
            (None, None) => {
                let message = format!("the columns say nothing of {}", row.game.game.name);
                let help = "say what should be right, as in criterion = \"mod(4)\"";
                return Err(Fault::new(row.keys.span("game"), message, help));
            }
        };
        let controls: Vec<u32> = match (row.keys.integers("controls"), divisor) {
            (Some(controls), _) => controls.iter().filter_map(|&control| u32::try_from(control).ok()).collect(),
            (None, Some(divisor)) => vec![divisor.saturating_sub(1), divisor.saturating_add(1)],
            (None, None) => vec![2, 4],
        };
        let right = |control: &u32| divisor == Some(*control) || Criterion::columns(*control) == criterion;
        if let Some(right) = controls.iter().find(|control| right(control)).filter(|_| row.keys.has("controls")) {
            let message = match divisor {
                Some(divisor) if divisor != *right => {
                    format!("{criterion} is the criterion itself and no control; the right divisor is {divisor}")
                }
                Some(_) => format!("{right} is the right divisor and no control"),
                None => format!("{criterion} is the criterion itself and no control"),
            };
            return Err(Fault::new(row.keys.span("controls"), message, "give divisors that must fail"));
        }
        let controls = controls.into_iter().filter(|control| *control > 1 && !right(control)).collect();
        Ok(Self { row, criterion, controls })
    }

    /// Whether the criterion is the theorem for the game: the columns with the right divisor.
    fn is_theorem(&self) -> bool {
        Columns::divisor_of(self.row.game.rules.as_ref()).map(Criterion::columns) == Some(self.criterion)
    }

    /// What came of the range, where every control is wrong somewhere.
    fn with_controls_that_fail(&self, swept: Swept) -> Result<Swept, Refusal> {
        let held = |control: &&u32| swept.control(self, **control) == Some(0);
        match self.controls.iter().find(held) {
            None => Ok(swept),
            Some(&control) => Err(Refusal::HarmlessControl {
                game: self.row.game.game.name.clone(),
                extent: self.row.range.extent(),
                control: Criterion::columns(control).to_string(),
                positions: swept.positions,
            }),
        }
    }

    fn count(&self, outcomes: &[Outcome]) -> Swept {
        let criteria: Vec<Criterion> = std::iter::once(self.criterion)
            .chain(self.controls.iter().map(|&control| Criterion::columns(control)))
            .collect();
        let mut swept = Swept { positions: 0, lost: 0, wrong: vec![0; criteria.len()] };
        self.row.range.walk(|sizes, index, times| {
            let Some(&outcome) = outcomes.get(index) else { return };
            swept.positions += times;
            swept.lost += if outcome == Outcome::P { times } else { 0 };
            for (wrong, criterion) in swept.wrong.iter_mut().zip(&criteria) {
                *wrong += if criterion.says(sizes) == outcome { 0 } else { times };
            }
        });
        swept
    }
}

/// What came of one range.
struct Swept {
    positions: u64,
    lost: u64,
    /// On how many positions the criterion is wrong, and then each control.
    wrong: Vec<u64>,
}

impl Request for Sweep {
    fn answer(&self, gate: &Gate) -> Result<Verified<Picture>, Refusal> {
        let swept = ask_each(&self.0, |asked| {
            let question = asked.row.game.question(Positions::Range(asked.row.range.multisets.clone()));
            let outcomes = gate.outcomes_apart_from(Basis::ClosedForm, &question)?;
            outcomes.try_map(|outcomes| asked.with_controls_that_fail(asked.count(&outcomes)))
        })?;
        Ok(swept.map(|swept| self.picture(&swept)))
    }
}

impl Sweep {
    fn picture(&self, swept: &[Swept]) -> Picture {
        let facts = facts_of(self.0.iter().zip(swept).map(|(asked, swept)| (&asked.row, asked.facts(swept))));
        Picture {
            facts,
            title: "Who wins, by search and by a criterion".to_owned(),
            description: self
                .0
                .iter()
                .zip(swept)
                .map(|(asked, swept)| asked.words(swept))
                .collect::<Vec<_>>()
                .join(" "),
            table: self.table(swept),
            attributes: Vec::new(),
            drawing: self.drawing(swept),
        }
    }

    /// Every control of any range, ascending.
    fn controls(&self) -> Vec<u32> {
        let mut controls: Vec<u32> = self.0.iter().flat_map(|asked| asked.controls.iter().copied()).collect();
        controls.sort_unstable();
        controls.dedup();
        controls
    }

    fn table(&self, swept: &[Swept]) -> Table {
        let controls = self.controls();
        let head = ["game", "convention", "heaps", "max", "count", "positions", "lost", "criterion", "disagreements"];
        let head = head.map(str::to_owned).into_iter();
        let rows = self.0.iter().zip(swept).map(|(asked, swept)| {
            let Row { game, range, .. } = &asked.row;
            let mut row = vec![
                game.game.name.clone(),
                game.convention.to_string(),
                range.multisets.heaps.to_string(),
                range.multisets.max.to_string(),
                range.noun().to_owned(),
                swept.positions.to_string(),
                swept.lost.to_string(),
                asked.criterion.to_string(),
                swept.wrong.first().copied().unwrap_or_default().to_string(),
            ];
            row.extend(
                controls.iter().map(|&control| swept.control(asked, control).map_or(String::new(), |n| n.to_string())),
            );
            row
        });
        Table {
            rows: rows.collect(),
            head: head
                .chain(controls.iter().map(|control| format!("disagreements of {}", Criterion::columns(*control))))
                .collect(),
        }
    }
}

impl Swept {
    /// On how many positions the columns are wrong, read with a control; none where it was not asked for.
    fn control(&self, asked: &Asked, control: u32) -> Option<u64> {
        let place = asked.controls.iter().position(|&given| given == control)?;
        self.wrong.get(place + 1).copied()
    }
}

impl Asked {
    fn facts(&self, swept: &Swept) -> Facts {
        let mut facts = Facts::default();
        facts.set("positions", swept.positions);
        facts.set("lost", swept.lost);
        let mut wrong = swept.wrong.iter().copied();
        facts.set("disagreements", wrong.next().unwrap_or_default());
        for (control, wrong) in self.controls.iter().zip(wrong) {
            facts.set_in("control", control.to_string(), wrong);
        }
        facts
    }

    fn words(&self, swept: &Swept) -> String {
        let Row { game, range, .. } = &self.row;
        let mut words = format!(
            "{}, {}: of {} {} {} lost; {} disagrees on {}",
            game.game.name,
            self.row.range.extent(),
            range.in_words(swept.positions),
            swept.lost,
            noun(swept.lost, "is", "are"),
            self.criterion,
            swept.wrong.first().copied().unwrap_or_default(),
        );
        for (control, wrong) in self.controls.iter().zip(swept.wrong.iter().skip(1)) {
            words.push_str(&format!(", {} on {wrong}", Criterion::columns(*control)));
        }
        words.push('.');
        words
    }
}
