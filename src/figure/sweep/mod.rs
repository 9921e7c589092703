//! `sweep`: how often the columns of a game are right, read with the right divisor and with wrong ones.

mod drawing;

use super::row::{RANGE, ROW, Row, row};
use super::{Facts, Fault, Key, KeyKind, Keys, Kind, Picture, Request, Table};
use crate::game::{Outcome, Positions};
use crate::solver::{Basis, Columns};
use crate::verify::{Gate, Refusal, Verified};

const CONTROLS: Key = Key {
    name: "controls",
    kind: KeyKind::Integers(2, 1_000),
    default: Some(""),
    about: "wrong divisors to read the columns with; those beside the right one where it is left out",
};

/// The registry's line.
pub const KIND: Kind = Kind {
    name: "sweep",
    about: "Every position of a range, searched, and held against the columns read with the right and with wrong divisors.",
    keys: &[RANGE[0], RANGE[1], RANGE[2], RANGE[3], CONTROLS, row(&[ROW[0], ROW[1], ROW[2], ROW[3], ROW[4], CONTROLS])],
    facts: &[
        ("positions", "how many positions there are; with rows this and the others stand under the name of each"),
        ("lost", "how many of them are lost"),
        ("disagreements", "on how many the columns, read with the right divisor, say otherwise"),
        ("control[2]", "on how many they say otherwise when read with 2; so for each of `controls`"),
    ],
    example: "game = \"moore(2)\"\nheaps = 3\nmax = 7\ncontrols = [2, 4]\n",
    read,
};

struct Sweep(Vec<Asked>);

/// One range and the divisors with which its columns are read.
struct Asked {
    row: Row,
    divisor: u32,
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
        let Some(divisor) = Columns::divisor_of(row.game.rules.as_ref()) else {
            let message = format!("the columns say nothing of {}", row.game.game.name);
            let help = "a sweep is of nim or moore(k); for other games there is the kind `criterion`";
            return Err(Fault::new(row.keys.span("game"), message, help));
        };
        let controls: Vec<u32> = match row.keys.integers("controls") {
            Some(controls) => controls.iter().filter_map(|&control| u32::try_from(control).ok()).collect(),
            None => [divisor - 1, divisor.saturating_add(1)].into_iter().filter(|&control| control > 1).collect(),
        };
        if controls.contains(&divisor) {
            let message = format!("{divisor} is the right divisor of {} and no control", row.game.game.name);
            return Err(Fault::new(row.keys.span("controls"), message, "give divisors that must fail"));
        }
        Ok(Self { row, divisor, controls })
    }

    fn count(&self, outcomes: &[Outcome]) -> Swept {
        let mut swept = Swept { positions: 0, lost: 0, wrong: vec![0; self.controls.len() + 1] };
        let divisors: Vec<u32> = std::iter::once(self.divisor).chain(self.controls.iter().copied()).collect();
        self.row.range.walk(|sizes, index, times| {
            let Some(&outcome) = outcomes.get(index) else { return };
            swept.positions += times;
            swept.lost += if outcome == Outcome::P { times } else { 0 };
            for (wrong, &divisor) in swept.wrong.iter_mut().zip(&divisors) {
                *wrong += if Columns::read(sizes, divisor) == outcome { 0 } else { times };
            }
        });
        swept
    }
}

/// What came of one range.
struct Swept {
    positions: u64,
    lost: u64,
    /// On how many positions the columns are wrong: with the right divisor, and with each control.
    wrong: Vec<u64>,
}

impl Request for Sweep {
    fn answer(&self, gate: &Gate) -> Result<Verified<Picture>, Refusal> {
        let mut swept = Vec::new();
        for asked in &self.0 {
            let question = asked.row.game.question(Positions::Range(asked.row.range.multisets.clone()));
            let outcomes = gate.outcomes_apart_from(Basis::ClosedForm, &question)?;
            swept.push(outcomes.map(|outcomes| asked.count(&outcomes)));
        }
        // A directive has at least one range.
        let none = || Refusal::LoneWitness { game: String::new(), spoke: Vec::new(), silent: Vec::new() };
        Ok(Verified::all(swept).ok_or_else(none)?.map(|swept| self.picture(&swept)))
    }
}

impl Sweep {
    fn picture(&self, swept: &[Swept]) -> Picture {
        let mut facts = Facts::default();
        for (asked, swept) in self.0.iter().zip(swept) {
            let mut own = if asked.row.name.is_some() { asked.row.keys.facts() } else { Facts::default() };
            own.set("positions", swept.positions);
            own.set("lost", swept.lost);
            let mut wrong = swept.wrong.iter().copied();
            own.set("disagreements", wrong.next().unwrap_or_default());
            for (control, wrong) in asked.controls.iter().zip(wrong) {
                own.set_in("control", control.to_string(), wrong);
            }
            match &asked.row.name {
                Some(name) => facts.set(name.as_str(), own),
                None => facts = own,
            }
        }
        Picture {
            facts,
            title: "Who wins, by search and by the columns".to_owned(),
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
        let head =
            ["game", "convention", "heaps", "max", "count", "positions", "lost", "right divisor", "disagreements"];
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
                asked.divisor.to_string(),
                swept.wrong.first().copied().unwrap_or_default().to_string(),
            ];
            row.extend(
                controls.iter().map(|&control| swept.control(asked, control).map_or(String::new(), |n| n.to_string())),
            );
            row
        });
        Table {
            rows: rows.collect(),
            head: head.chain(controls.iter().map(|control| format!("disagreements mod {control}"))).collect(),
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
    fn words(&self, swept: &Swept) -> String {
        let Row { game, range, .. } = &self.row;
        let mut words = format!(
            "{}, {}: of {} positions ({}) {} are lost; columns mod {} disagree on {}",
            game.game.name,
            self.row.extent(),
            swept.positions,
            range.noun(),
            swept.lost,
            self.divisor,
            swept.wrong.first().copied().unwrap_or_default(),
        );
        for (control, wrong) in self.controls.iter().zip(swept.wrong.iter().skip(1)) {
            words.push_str(&format!(", mod {control} on {wrong}"));
        }
        words.push('.');
        words
    }
}
