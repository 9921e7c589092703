//! `losses`: the lost positions of a range, listed.

use std::collections::BTreeSet;

use super::canvas::{Drawing, Label, Paint};
use super::listing::{Entry, Listing, Section};
use super::range::{COUNT_MULTISETS, GAME, HEAPS, HeapGame, MAX, Range, game_and_range};
use super::{Facts, Fault, Keys, Kind, Picture, Request, Table};
use crate::game::{Convention, Outcome, Positions};
use crate::notation::{grouped, noun};
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
        let ending = if self.game.convention == Convention::Misere { ", misère play" } else { "" };
        let range = format!("{}{ending}, {}", self.game.game.name, self.range.extent());
        let positions = self.range.positions().unwrap_or(u64::MAX);
        Ok(Picture {
            facts,
            title: format!("Lost positions of {range}"),
            description: format!(
                "{range}: {} of {} {} lost: {}.",
                lost.len(),
                self.range.in_words(positions),
                noun(lost.len(), "is", "are"),
                some(&lost)
            ),
            drawing: self.drawing(&lost, positions, &range),
            table: Table {
                head: vec!["lost".to_owned()],
                rows: lost.into_iter().map(|position| vec![position]).collect(),
            },
            attributes: Vec::new(),
        })
    }

    /// The list; those without two equal heaps stand out, for they are the ones that nobody would guess.
    fn drawing(&self, lost: &[String], positions: u64, range: &str) -> Drawing {
        let entries: Vec<Entry> = lost
            .iter()
            .map(|position| {
                let fields: Vec<String> = position.split(',').map(str::to_owned).collect();
                let distinct = fields.iter().collect::<BTreeSet<_>>().len() == fields.len() && fields.len() > 2;
                Entry { fields, bold: distinct }
            })
            .collect();
        let some_distinct = Listing::shown(&entries).iter().any(|entry| entry.bold);
        let note = if some_distinct { "bold: no two heaps alike" } else { "" };
        let (number, counted) = (grouped(entries.len() as u64), self.range.noun());
        let are = noun(entries.len(), "is", "are");
        let heading = vec![
            (format!("{number} of {} {counted} {are} lost", grouped(positions)), Label::new(Paint::Lost).bold()),
            (range.to_owned(), Label::new(Paint::Muted).small()),
        ];
        Listing(vec![Section { heading, entries, note: note.to_owned() }]).drawing()
    }
}

/// The first of a list, in words.
fn some(list: &[String]) -> String {
    const MOST: usize = 60;
    match list.len().checked_sub(MOST) {
        Some(more) if more > 0 => format!("{}; and {more} more", list[..MOST].join("; ")),
        _ => list.join("; "),
    }
}
