//! `losses`: the lost positions of a range, listed.

use std::sync::Arc;

use super::canvas::Drawing;
use super::{Facts, Fault, Key, KeyKind, Keys, Kind, Picture, Request, Table};
use crate::game::{Convention, HeapRange, Heaps, Outcome, PositionRange, Positions, Ruleset};
use crate::solver::Question;
use crate::verify::{Game, Gate, Refusal, Verified};

/// The registry's line.
pub const KIND: Kind = Kind {
    name: "losses",
    about: "The lost positions among all of some heaps, listed.",
    keys: &[
        Key { name: "game", kind: KeyKind::Game, default: None, about: "the game, as in \"moore(2)\"" },
        Key { name: "heaps", kind: KeyKind::Integer(1, 16), default: None, about: "how many heaps" },
        Key { name: "max", kind: KeyKind::Integer(0, 1_000_000), default: None, about: "the largest heap, inclusive" },
    ],
    facts: &[("lost", "how many positions are lost"), ("lost_list", "the lost positions, ascending")],
    example: "game = \"moore(2)\"\nheaps = 3\nmax = 7\n",
    read,
};

struct Losses {
    game: Game,
    rules: Arc<dyn Ruleset<Position = Heaps>>,
    range: HeapRange,
    convention: Convention,
}

fn read(keys: &Keys) -> Result<Box<dyn Request>, Vec<Fault>> {
    let (Some(game), Some(heaps), Some(max)) = (keys.game("game"), keys.integer("heaps"), keys.integer("max")) else {
        return Err(Vec::new());
    };
    let Some(rules) = game.on_heaps() else {
        return Err(vec![Fault::new(
            keys.span("game"),
            format!("{} is not played on heaps", game.name),
            "give a game of heaps, as \"nim\"",
        )]);
    };
    let range = HeapRange { heaps: heaps as usize, max: max as u32 };
    Ok(Box::new(Losses { game: game.clone(), rules, range, convention: keys.convention() }))
}

impl Request for Losses {
    fn answer(&self, gate: &Gate) -> Result<Verified<Picture>, Refusal> {
        let question = Question {
            game: &self.game.name,
            rules: self.rules.as_ref(),
            convention: self.convention,
            positions: Positions::Range(self.range.clone()),
        };
        Ok(gate.outcomes(&question)?.map(|outcomes| self.picture(&outcomes)))
    }
}

impl Losses {
    fn picture(&self, outcomes: &[Outcome]) -> Picture {
        let mut lost: Vec<Heaps> = self
            .range
            .iter()
            .zip(outcomes)
            .filter(|(_, outcome)| **outcome == Outcome::P)
            .map(|(heaps, _)| heaps)
            .collect();
        lost.sort();
        let lost: Vec<String> = lost.iter().map(Heaps::to_string).collect();
        let mut facts = Facts::default();
        facts.set("lost", lost.len());
        facts.set("lost_list", lost.clone());
        Picture {
            facts,
            title: format!("Lost positions of {}", self.game.name),
            description: lost.join("; "),
            table: Table {
                head: vec!["lost".to_owned()],
                rows: lost.into_iter().map(|position| vec![position]).collect(),
            },
            attributes: Vec::new(),
            drawing: Drawing::default(),
        }
    }
}
