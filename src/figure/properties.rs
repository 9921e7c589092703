//! `properties`: the two halves of Bouton's proof, looked at over all positions of some heaps.
//!
//! (a) No move leads from an even position to an even one. (b) From every odd position some move leads to an even one.

use std::collections::BTreeMap;

use super::canvas::Paint;
use super::cells::{self, Cell, Line, Shape};
use super::moves::{counted, labelled_moves, moves_at_most};
use super::range::{Count, GAME, HEAPS, HeapGame, MAX, Range, game_and_range, written};
use super::{Facts, Fault, Keys, Kind, Picture, Request, Table};
use crate::game::{Outcome, Positions};
use crate::notation::noun;
use crate::solver::Columns;
use crate::verify::{Budget, Gate, Refusal, Verified};

/// The registry's line.
pub const KIND: Kind = Kind {
    name: "properties",
    about: "Whether every move spoils an even position and some move repairs each odd one, over all tuples of heaps.",
    keys: &[GAME, HEAPS, MAX],
    facts: &[
        ("positions", "how many positions there are, heaps in another order being another position"),
        ("even", "how many have all columns even (for Moore's Nim: divisible by k + 1)"),
        ("odd", "how many have not"),
        ("moves_from_even", "how many moves of labelled heaps leave even positions"),
        ("even_to_even", "how many of these arrive at an even one"),
        ("unrepaired", "how many odd positions have no move to an even one"),
        ("repairs[1]", "how many odd positions have one such move; so for 2, 3 and on"),
    ],
    example: "game = \"nim\"\nheaps = 3\nmax = 7\n",
    read,
};

struct Properties {
    game: HeapGame,
    range: Range,
    divisor: u32,
}

fn read(keys: &Keys) -> Result<Box<dyn Request>, Vec<Fault>> {
    let (game, range) = game_and_range(keys)?;
    let range = Range { count: Count::Tuples, ..range };
    let largest = vec![range.multisets.max; range.multisets.heaps];
    let allowed = Budget::default().positions;
    let moves = range.positions().unwrap_or(u64::MAX).saturating_mul(moves_at_most(game.rules.as_ref(), &largest));
    if moves > allowed {
        let message = format!("the moves of these positions are {}", counted(moves));
        let help = format!("at most {}; take a smaller `max` or fewer `heaps`", counted(allowed));
        return Err(vec![Fault::new(keys.span("max"), message, help)]);
    }
    if labelled_moves(game.rules.as_ref(), &largest).is_none() {
        let message = format!("the moves of {} are not told heap by heap", game.game.name);
        let help = "give one of the take family, as \"nim\" or \"moore(2)\", or a code that breaks no heap";
        return Err(vec![Fault::new(keys.span("game"), message, help)]);
    }
    let divisor = Columns::divisor_of(game.rules.as_ref()).unwrap_or(2);
    Ok(Box::new(Properties { game, range, divisor }))
}

impl Request for Properties {
    fn answer(&self, gate: &Gate) -> Result<Verified<Picture>, Refusal> {
        let question = self.game.question(Positions::Range(self.range.multisets.clone()));
        Ok(gate.outcomes(&question)?.map(|outcomes| self.count(&outcomes).picture(self)))
    }
}

impl Properties {
    fn is_even(&self, sizes: &[u32]) -> bool {
        Columns::read(sizes, self.divisor) == Outcome::P
    }

    fn count(&self, outcomes: &[Outcome]) -> Census {
        let mut census = Census::default();
        for (sizes, index) in self.range.iter() {
            let moves = labelled_moves(self.game.rules.as_ref(), &sizes).unwrap_or_default();
            let to_even = moves.iter().filter(|to| self.is_even(to)).count();
            let even = self.is_even(&sizes);
            if even {
                census.moves_from_even += moves.len();
            }
            let lost = outcomes.get(index) == Some(&Outcome::P);
            census.won_even += usize::from(even && !lost);
            census.lost_odd += usize::from(lost && !even);
            census.positions.push(Counted { sizes, even, to_even });
        }
        census
    }

    /// What an even column is called, for any divisor.
    fn even(&self) -> String {
        if self.divisor == 2 { "even".to_owned() } else { format!("divisible by {}", self.divisor) }
    }

    fn odd(&self) -> String {
        if self.divisor == 2 { "odd".to_owned() } else { format!("not divisible by {}", self.divisor) }
    }
}

/// One position, and how many of its moves lead to even ones.
struct Counted {
    sizes: Vec<u32>,
    even: bool,
    to_even: usize,
}

#[derive(Default)]
struct Census {
    positions: Vec<Counted>,
    moves_from_even: usize,
    won_even: usize,
    lost_odd: usize,
}

impl Census {
    fn even(&self) -> impl Iterator<Item = &Counted> {
        self.positions.iter().filter(|position| position.even)
    }

    /// How many odd positions have so many repairing moves, for every number that occurs and all up to the number of heaps.
    fn repairs(&self) -> BTreeMap<usize, usize> {
        let heaps = self.positions.first().map_or(0, |position| position.sizes.len());
        let mut repairs: BTreeMap<_, _> = (0..=heaps).map(|number| (number, 0)).collect();
        for position in self.positions.iter().filter(|position| !position.even) {
            *repairs.entry(position.to_even).or_default() += 1;
        }
        repairs
    }

    fn picture(&self, asked: &Properties) -> Picture {
        let (even, repairs) = (self.even().count(), self.repairs());
        let even_to_even: usize = self.even().map(|position| position.to_even).sum();
        let mut facts = Facts::default();
        facts.set("positions", self.positions.len());
        facts.set("even", even);
        facts.set("odd", self.positions.len() - even);
        facts.set("moves_from_even", self.moves_from_even);
        facts.set("even_to_even", even_to_even);
        for (&moves, &positions) in &repairs {
            match moves {
                0 => facts.set("unrepaired", positions),
                _ => facts.set_in("repairs", moves.to_string(), positions),
            }
        }
        let lines = self.lines(asked, even, even_to_even);
        let cells = self.positions.iter().map(|position| (position.sizes.clone(), position.cell()));
        let words: Vec<_> = lines.iter().map(|line| line.text.as_str()).collect();
        Picture {
            facts,
            title: format!(
                "Even and odd positions of {}, {} {} up to {}",
                asked.game.game.name,
                asked.range.multisets.heaps,
                noun(asked.range.multisets.heaps, "heap", "heaps"),
                asked.range.multisets.max
            ),
            description: format!(
                "{} {}. {}.",
                self.positions.len(),
                noun(self.positions.len(), "position", "positions"),
                words.join(". ")
            ),
            table: Table {
                head: ["position", "columns", "moves to an even position"].map(str::to_owned).to_vec(),
                rows: self.positions.iter().map(|position| position.row(asked)).collect(),
            },
            attributes: Vec::new(),
            drawing: cells::drawing(&asked.range, cells, &lines),
        }
    }

    /// What is to be said of the positions.
    fn lines(&self, asked: &Properties, even: usize, even_to_even: usize) -> Vec<Line> {
        let (name, other) = (asked.even(), asked.odd());
        let one = if asked.divisor == 2 { "an even one".to_owned() } else { format!("one {name}") };
        let reach = if even_to_even == 0 { "none".to_owned() } else { even_to_even.to_string() };
        let line = |sample, text| Line { sample, text, paint: Paint::Ink, bold: false };
        let lost = match self.won_even {
            0 => "all lost".to_owned(),
            won if won == even => "all won".to_owned(),
            won => format!("{won} of them won"),
        };
        let from = self.moves_from_even;
        let moves = format!("{even} {name}, {lost}: {from} {}, {reach} to {one}", noun(from, "move", "moves"));
        let mut lines = vec![line(Some(EVEN), moves)];
        let won = if self.lost_odd == 0 { ", won" } else { "" };
        for (moves, positions) in self.repairs().into_iter().filter(|(_, positions)| *positions > 0) {
            let count = match moves {
                0 => "no".to_owned(),
                _ => NUMBERS.get(moves - 1).map_or_else(|| moves.to_string(), |word| (*word).to_owned()),
            };
            let what = noun(moves, "repairing move", "repairing moves");
            lines.push(line(Some(odd(moves)), format!("{positions} {other}{won}: {count} {what}")));
        }
        if self.lost_odd > 0 {
            lines.push(line(
                None,
                format!("{} of those {other} {} lost", self.lost_odd, noun(self.lost_odd, "is", "are")),
            ));
        }
        lines
    }
}

/// Small numbers in words.
const NUMBERS: [&str; 9] = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];

/// The cell of an even position.
const EVEN: Cell = Cell { ground: Paint::Lost, shape: Shape::None };

/// The cell of an odd position with so many repairing moves.
fn odd(moves: usize) -> Cell {
    let plain = |ground| Cell { ground, shape: Shape::None };
    match moves {
        0 => Cell { ground: Paint::Odd, shape: Shape::Cross(Paint::Paper) },
        1 => plain(Paint::Ramp1),
        2 => plain(Paint::Ramp2),
        3 => plain(Paint::Ramp3),
        _ => plain(Paint::Ramp4),
    }
}

impl Counted {
    fn cell(&self) -> Cell {
        match (self.even, self.to_even) {
            (true, 0) => EVEN,
            (true, _) => Cell { shape: Shape::Dot(Paint::Paper), ..EVEN },
            (false, moves) => odd(moves),
        }
    }

    fn row(&self, asked: &Properties) -> Vec<String> {
        vec![written(&self.sizes), if self.even { asked.even() } else { asked.odd() }, self.to_even.to_string()]
    }
}
