//! `losses`: the lost positions of a range, listed.

use super::canvas::Drawing;
use super::range::{COUNT_MULTISETS, GAME, HEAPS, HeapGame, MAX, Range, game_and_range};
use super::{Facts, Fault, Keys, Kind, Picture, Request, Table};
use crate::game::{Outcome, Positions};
use crate::verify::{Gate, Refusal, Verified};

/// The registry's line.
pub const KIND: Kind = Kind {
    name: "losses",
    about: "The lost positions among all of some heaps, listed.",
    keys: &[GAME, HEAPS, MAX, COUNT_MULTISETS],
    facts: &[("lost", "how many positions are lost"), ("lost_list", "the lost positions, ascending")],
    example: "game = \"moore(2)\"\nheaps = 3\nmax = 7\n",
    read,
};

struct Losses {
    game: HeapGame,
    range: Range,
}

fn read(keys: &Keys) -> Result<Box<dyn Request>, Vec<Fault>> {
    let (game, range) = game_and_range(keys)?;
    Ok(Box::new(Losses { game, range }))
}

impl Request for Losses {
    fn answer(&self, gate: &Gate) -> Result<Verified<Picture>, Refusal> {
        let question = self.game.question(Positions::Range(self.range.multisets.clone()));
        gate.outcomes(&question)?.try_map(|outcomes| self.picture(&outcomes))
    }
}

impl Losses {
    fn picture(&self, outcomes: &[Outcome]) -> Result<Picture, Refusal> {
        let lost = self.range.list(outcomes, |_, &outcome| outcome == Outcome::P)?;
        let mut facts = Facts::default();
        facts.set("lost", lost.len());
        facts.set("lost_list", lost.clone());
        Ok(Picture {
            facts,
            title: format!("Lost positions of {}", self.game.game.name),
            description: lost.join("; "),
            table: Table {
                head: vec!["lost".to_owned()],
                rows: lost.into_iter().map(|position| vec![position]).collect(),
            },
            attributes: Vec::new(),
            drawing: Drawing::default(),
        })
    }
}
