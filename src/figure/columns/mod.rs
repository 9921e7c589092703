//! `columns`: one position in binary, a row a heap, and what its columns say.

mod drawing;

use super::moves::{counted, labelled_moves, moves_at_most};
use super::range::{GAME, HeapGame, written};
use super::{Facts, Fault, Key, KeyKind, Keys, Kind, Picture, Request, Table};
use crate::game::{Convention, Heaps, Nimber, Outcome, Positions, nim_sum, options};
use crate::solver;
use crate::verify::{Budget, Gate, Refusal, Verified};

/// The registry's line.
pub const KIND: Kind = Kind {
    name: "columns",
    about: "One position in binary, a row a heap: its columns, what they leave, and a winning move.",
    keys: &[
        GAME,
        Key {
            name: "heaps",
            kind: KeyKind::Integers(0, 1_000_000),
            default: None,
            about: "the heaps, in the order in which they are drawn, as in [3, 5, 6]",
        },
        Key {
            name: "divisor",
            kind: KeyKind::Integer(2, 1_000),
            default: Some(""),
            about: "what each column is divided by; k + 1 for Moore's Nim, else 2, where it is left out",
        },
        Key {
            name: "show_move",
            kind: KeyKind::Flag,
            default: Some("true"),
            about: "whether a winning move is drawn, if there is one",
        },
    ],
    facts: &[
        ("divisor", "what each column is divided by"),
        ("column_sums_list", "the number of ones in each column, highest first"),
        ("residues_list", "what division leaves of each column, highest first"),
        ("nim_sum", "the nim-sum of the heaps"),
        ("outcome", "N (won) or P (lost)"),
        ("grundy", "the Grundy value; none in misère play"),
        ("options", "how many distinct options there are"),
        ("winning_moves", "how many of them are lost for the opponent"),
        ("winning_moves_list", "those options, ascending"),
    ],
    example: "game = \"moore(2)\"\nheaps = [3, 5, 6]\n",
    read,
};

struct Columns {
    game: HeapGame,
    sizes: Vec<u32>,
    divisor: u32,
    show_move: bool,
}

/// The most heaps that are drawn.
const MOST_HEAPS: usize = 16;

fn read(keys: &Keys) -> Result<Box<dyn Request>, Vec<Fault>> {
    let game = HeapGame::read(keys, "game").map_err(|fault| vec![fault])?;
    let sizes: Vec<u32> =
        keys.integers("heaps").unwrap_or_default().iter().filter_map(|&size| u32::try_from(size).ok()).collect();
    if sizes.is_empty() || sizes.len() > MOST_HEAPS {
        let message = format!("{} heaps cannot be drawn", sizes.len());
        return Err(vec![Fault::new(keys.span("heaps"), message, format!("give 1 to {MOST_HEAPS} heaps"))]);
    }
    let (moves, allowed) = (moves_at_most(game.rules.as_ref(), &sizes), Budget::default().positions);
    if moves > allowed {
        let message = format!("the moves of this position are {}", counted(moves));
        return Err(vec![Fault::new(
            keys.span("heaps"),
            message,
            format!("at most {}; take smaller heaps", counted(allowed)),
        )]);
    }
    let divisor = keys.integer("divisor").and_then(|divisor| u32::try_from(divisor).ok());
    let divisor = divisor.or(solver::Columns::divisor_of(game.rules.as_ref())).unwrap_or(2);
    Ok(Box::new(Columns { game, sizes, divisor, show_move: keys.flag("show_move") }))
}

impl Request for Columns {
    fn answer(&self, gate: &Gate) -> Result<Verified<Picture>, Refusal> {
        let position = Heaps::new(self.sizes.as_slice());
        let options = options(self.game.rules.as_ref(), &position);
        let asked: Vec<Heaps> = std::iter::once(position.clone()).chain(options.iter().cloned()).collect();
        let outcomes = gate.outcomes(&self.game.question(Positions::Listed(asked)))?;
        if self.game.convention == Convention::Misere {
            return Ok(outcomes.map(|outcomes| self.read(&options, &outcomes, None).picture()));
        }
        match gate.values(&self.game.question(Positions::Listed(vec![position]))) {
            Ok(values) => Ok(outcomes
                .zip(values)
                .map(|(outcomes, values)| self.read(&options, &outcomes, values.first().copied().flatten()).picture())),
            // An outcome can be had for larger heaps than a value; then the figure tells no value.
            Err(Refusal::LoneWitness { .. } | Refusal::OverBudget { .. }) => {
                Ok(outcomes.map(|outcomes| self.read(&options, &outcomes, None).picture()))
            }
            Err(refusal) => Err(refusal),
        }
    }
}

impl Columns {
    fn read(&self, options: &[Heaps], outcomes: &[Outcome], value: Option<Nimber>) -> Reading {
        let outcome = outcomes.first().copied().unwrap_or(Outcome::P);
        let lost = options.iter().zip(outcomes.iter().skip(1)).filter(|(_, outcome)| **outcome == Outcome::P);
        let winning: Vec<Heaps> = lost.map(|(option, _)| option.clone()).collect();
        let sums = match solver::Columns::sums(&self.sizes) {
            sums if sums.is_empty() => vec![0],
            sums => sums,
        };
        let is_nim = solver::Columns::divisor_of(self.game.rules.as_ref()) == Some(2);
        Reading {
            game: self.game.game.name.clone(),
            convention: self.game.convention,
            sizes: self.sizes.clone(),
            divisor: self.divisor,
            residues: sums.iter().map(|sum| sum % self.divisor).collect(),
            sums,
            outcome,
            value,
            spelled: is_nim && self.divisor == 2,
            options: options.len(),
            shown: self.show_move.then(|| self.smallest_winning_move(&winning)).flatten(),
            winning,
        }
    }

    /// Of the winning moves of labelled heaps the one that takes the fewest counters, from the first heap that it can.
    fn smallest_winning_move(&self, winning: &[Heaps]) -> Option<Vec<u32>> {
        let moves = labelled_moves(self.game.rules.as_ref(), &self.sizes)?;
        let wins = moves.into_iter().filter(|to| winning.binary_search(&Heaps::new(to.as_slice())).is_ok());
        wins.max_by_key(|to| {
            let left: u64 = to.iter().map(|&size| u64::from(size)).sum();
            (left, to.iter().zip(&self.sizes).map(|(to, from)| to != from).collect::<Vec<_>>())
        })
    }
}

/// What there is to see in the columns of one position.
struct Reading {
    game: String,
    convention: Convention,
    sizes: Vec<u32>,
    divisor: u32,
    /// The number of ones in each column, highest first; at least one column.
    sums: Vec<u32>,
    residues: Vec<u32>,
    outcome: Outcome,
    value: Option<Nimber>,
    /// Whether it is the columns that give the value.
    spelled: bool,
    options: usize,
    winning: Vec<Heaps>,
    /// The sizes after the winning move that is drawn.
    shown: Option<Vec<u32>>,
}

impl Reading {
    fn picture(&self) -> Picture {
        let mut facts = Facts::default();
        facts.set("divisor", self.divisor);
        facts.set("column_sums_list", self.sums.clone());
        facts.set("residues_list", self.residues.clone());
        facts.set("nim_sum", nim_sum(self.sizes.iter().copied()));
        facts.set("outcome", self.outcome.to_string());
        facts.set("grundy", self.value);
        facts.set("options", self.options);
        facts.set("winning_moves", self.winning.len());
        facts.set("winning_moves_list", self.winning.iter().map(Heaps::to_string).collect::<Vec<_>>());
        Picture {
            facts,
            title: format!("{} in binary columns", written(&self.sizes)),
            description: self.description(),
            table: self.table(),
            attributes: Vec::new(),
            drawing: self.drawing(),
        }
    }

    /// The binary digits of a heap, as many as there are columns, highest first.
    fn digits(&self, size: u32) -> Vec<u32> {
        (0..self.sums.len()).rev().map(|column| size >> column & 1).collect()
    }

    /// The place values of the columns, highest first.
    fn places(&self) -> Vec<u32> {
        (0..self.sums.len()).rev().map(|column| 1 << column).collect()
    }

    /// What the columns say of the outcome, if one reads them with the divisor.
    fn says(&self) -> Outcome {
        Outcome::won_if(self.residues.iter().any(|&residue| residue != 0))
    }

    fn description(&self) -> String {
        let rows: Vec<String> =
            self.sizes.iter().map(|&size| format!("{size} is {}", join(&self.digits(size), ""))).collect();
        let mut text = format!(
            "{}, {} play. In binary {}. Ones in each column: {}. Left after division by {}: {}. The player to move has {}.",
            self.game,
            self.convention,
            rows.join(", "),
            join(&self.sums, ", "),
            self.divisor,
            join(&self.residues, ", "),
            if self.outcome == Outcome::N { "won" } else { "lost" },
        );
        if let Some(value) = self.value {
            text += &format!(" The Grundy value is {value}.");
        }
        if !self.winning.is_empty() {
            let moves: Vec<String> = self.winning.iter().take(8).map(Heaps::to_string).collect();
            let more = if self.winning.len() > moves.len() { " and others" } else { "" };
            text += &format!(" Winning moves lead to {}{more}.", moves.join("; "));
        }
        text
    }

    fn table(&self) -> Table {
        let row = |name: String, entries: &[u32]| {
            std::iter::once(name).chain(entries.iter().map(u32::to_string)).collect::<Vec<_>>()
        };
        let mut rows: Vec<_> = self.sizes.iter().map(|&size| row(size.to_string(), &self.digits(size))).collect();
        rows.push(row("ones".to_owned(), &self.sums));
        rows.push(row(format!("mod {}", self.divisor), &self.residues));
        Table { head: row("heap".to_owned(), &self.places()), rows }
    }
}

fn join(numbers: &[u32], between: &str) -> String {
    numbers.iter().map(u32::to_string).collect::<Vec<_>>().join(between)
}
