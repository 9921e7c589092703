//! `law`: the outcomes of all sums of chains and loops within some strings, by shape, against the law of short chains.

use std::collections::BTreeMap;

use super::canvas::{Canvas, Drawing, Frame, Label, Paint, Point, Stroke, text_width};
use super::range::GAME;
use super::string_game::StringGame;
use super::string_range::{self, CHAINS, LOOPS, STRINGS};
use super::{Facts, Fault, Keys, Kind, Picture, Request, Table};
use crate::game::{Convention, Ending, Outcome, Piece, Positions, StringRange, Strings, Sum, SumRange, Value, nim_sum};
use crate::notation::{grouped, noun};
use crate::solver::{Basis, ShortLaw};
use crate::verify::{Gate, Refusal, Verified};

/// The registry's line.
pub const KIND: Kind = Kind {
    name: "law",
    about: "All sums of chains and loops within some strings, by shape, against the law of short components.",
    keys: &[GAME, CHAINS, LOOPS, STRINGS],
    facts: &[
        ("positions", "how many sums there are; the empty one is not counted"),
        ("nonzero", "how many have a value that is not nought"),
        ("exceptions", "on how many the law tells the wrong winner"),
        ("exceptions_list", "those sums, ascending"),
        ("sums_wrong", "on how many the value is not the nim-sum of the parts' values"),
        ("shapes", "how many shapes there are: so many one-chains, so many other short components, so many long ones"),
        ("repeated_shapes", "how many of them several sums have"),
        ("mixed_shapes", "how many of them have sums of different values"),
        ("mixed_list", "those shapes, each as three counts"),
    ],
    example: "game = \"nimstring\"\nchains = [1, 2, 3]\nloops = [4]\nstrings = 9\n",
    read,
};

struct Law {
    game: StringGame,
    ending: Ending,
    range: SumRange,
}

fn read(keys: &Keys) -> Result<Box<dyn Request>, Vec<Fault>> {
    let game = StringGame::read(keys);
    let range = string_range::read(keys);
    match (game, range) {
        (Ok(game), Ok(range)) => {
            if game.convention == Convention::Misere {
                let help = "misère play of one ending is normal play of the other: change `game`";
                return Err(vec![Fault::new(keys.span("convention"), "the law speaks of normal play", help)]);
            }
            let ending = game.ending().unwrap_or_default();
            Ok(Box::new(Law { game, ending, range }))
        }
        (game, range) => Err([game.err(), range.err()].into_iter().flatten().collect()),
    }
}

/// How many one-chains, other short components and long components a sum has.
type Shape = (u32, u32, u32);

/// What the sums of one shape have in common, or not.
struct Of {
    positions: u64,
    won: u64,
    values: BTreeMap<Value, u64>,
}

impl Request for Law {
    fn answer(&self, gate: &Gate) -> Result<Verified<Picture>, Refusal> {
        let question = self.game.question(Positions::Range(StringRange::Sums(self.range.clone())));
        // The law is held against the answer, so it may not vouch for it.
        let outcomes = gate.outcomes_apart_from(Basis::ClosedForm, &question)?;
        let values = gate.values_apart_from(Basis::ClosedForm, &question)?;
        let parts: Vec<Piece> = self.range.pieces();
        let alone = parts.iter().map(|&piece| Strings::Sum(Sum::new([piece]))).collect();
        let alone = gate.values(&self.game.question(Positions::Listed(alone)))?;
        Ok(outcomes.zip(values).zip(alone).map(|((outcomes, values), alone)| {
            let alone: BTreeMap<Piece, Value> = parts.into_iter().zip(alone).collect();
            self.picture(&outcomes, &values, &alone)
        }))
    }
}

impl Law {
    fn shape(sum: &Sum) -> Shape {
        let (short, long) = ShortLaw::default().count(sum).unwrap_or_default();
        let ones = sum.pieces().iter().filter(|piece| **piece == Piece::Chain(1)).count();
        let count = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
        (count(ones), count(short - ones), count(long))
    }

    fn picture(&self, outcomes: &[Outcome], values: &[Value], alone: &BTreeMap<Piece, Value>) -> Picture {
        let mut shapes: BTreeMap<Shape, Of> = BTreeMap::new();
        let (mut exceptions, mut nonzero, mut sums_wrong) = (Vec::new(), 0u64, 0u64);
        for ((sum, &outcome), &value) in self.range.iter().zip(outcomes).zip(values) {
            let (short, long) = ShortLaw::default().count(&sum).unwrap_or_default();
            if ShortLaw::is_won(self.ending, short, long) != (outcome == Outcome::N) {
                exceptions.push(sum.to_string());
            }
            nonzero += u64::from(value != Some(0));
            let parts: Option<Vec<u32>> =
                sum.pieces().iter().map(|piece| alone.get(piece).copied().flatten()).collect();
            sums_wrong += u64::from(parts.map(nim_sum) != value);
            let of = shapes.entry(Self::shape(&sum)).or_insert(Of { positions: 0, won: 0, values: BTreeMap::new() });
            of.positions += 1;
            of.won += u64::from(outcome == Outcome::N);
            *of.values.entry(value).or_default() += 1;
        }
        let mixed: Vec<String> =
            shapes.iter().filter(|(_, of)| of.values.len() > 1).map(|((a, b, c), _)| format!("{a},{b},{c}")).collect();
        let mut facts = Facts::default();
        facts.set("positions", outcomes.len());
        facts.set("nonzero", nonzero);
        facts.set("exceptions", exceptions.len());
        facts.set("exceptions_list", exceptions.clone());
        facts.set("sums_wrong", sums_wrong);
        facts.set("shapes", shapes.len());
        facts.set("repeated_shapes", shapes.values().filter(|of| of.positions > 1).count());
        facts.set("mixed_shapes", mixed.len());
        facts.set("mixed_list", mixed);
        Picture {
            facts,
            title: format!("Sums of {} by shape", self.game.game.name),
            description: format!(
                "{} {} of chains and loops of at most {} {} in {} {}; {}. The law is wrong on {}. Ending: {}.",
                grouped(outcomes.len() as u64),
                noun(outcomes.len(), "sum", "sums"),
                self.range.strings,
                noun(self.range.strings, "string", "strings"),
                shapes.len(),
                noun(shapes.len(), "shape", "shapes"),
                match shapes.values().filter(|of| of.won != 0 && of.won != of.positions).count() {
                    0 => "in each shape the winner is the same".to_owned(),
                    several => format!("in {several} of them sums have different winners"),
                },
                exceptions.len(),
                self.game.ending_in_words()
            ),
            table: table(&shapes),
            attributes: Vec::new(),
            drawing: self.drawing(&shapes, outcomes.len(), exceptions.len()),
        }
    }

    /// A small grid for each number of long components: one-chains to the right, other short components downwards.
    fn drawing(&self, shapes: &BTreeMap<Shape, Of>, positions: usize, exceptions: usize) -> Drawing {
        const CELL: i32 = 28;
        const LEFT: i32 = 22;
        const GAP: i32 = 20;
        const ABOVE: i32 = 44;
        const TOP: i32 = 58;
        const ROOM: i32 = 360;
        const AXIS: i32 = 20;
        let int = |count: u32| i32::try_from(count).unwrap_or(0);
        let grids: BTreeMap<u32, (i32, i32)> = shapes.keys().fold(BTreeMap::new(), |mut grids, &(a, b, c)| {
            let (across, down) = grids.entry(c).or_insert((0, 0));
            (*across, *down) = ((*across).max(int(a) + 1), (*down).max(int(b) + 1));
            grids
        });
        let mut corners: BTreeMap<u32, Point> = BTreeMap::new();
        let small = Label::new(Paint::Muted).small();
        // The first grid has the names of both directions, at their ends.
        let (first, other) = (grids.keys().next().copied(), self.other_short());
        let named = text_width(ACROSS, small) + 8;
        let (mut x, mut y, mut line, mut widest) = (0, TOP, 0, 0);
        for (&long, &(across, down)) in &grids {
            let name = if Some(long) == first { (named, AXIS) } else { (0, 0) };
            let (width, height) = ((LEFT + across * CELL + name.0).max(96), ABOVE + down * CELL + name.1);
            if x > 0 && x + width > ROOM {
                (x, y, line) = (0, y + line + GAP, 0);
            }
            corners.insert(long, (x, y));
            (x, line) = (x + width + GAP, line.max(height));
            widest = widest.max(x - GAP);
        }
        let words = y + line + 24;
        let some_mixed = shapes.values().any(|of| of.values.len() > 1);
        let legend = if some_mixed { 146 + text_width(MIXED, small) } else { text_width(IN_A_CELL, small) };
        let verdict = self.verdict(positions, exceptions);
        let width = widest.max(text_width(&verdict.0, verdict.1)).max(legend) + 4;
        Canvas::draw(width, words + 34, |canvas| {
            canvas.text((2, 10), &verdict.0, verdict.1);
            canvas.text((2, 34), self.game.ending_in_words(), small);
            for (&long, &(x, y)) in &corners {
                let name = match long {
                    0 => "no long".to_owned(),
                    many => format!("{many} long"),
                };
                canvas.text((x + LEFT, y + 10), name, Label::new(Paint::Ink).bold());
                let (across, down) = grids.get(&long).copied().unwrap_or_default();
                for i in 0..across {
                    canvas.text((x + LEFT + i * CELL + CELL / 2, y + ABOVE - 11), i.to_string(), small.middle());
                }
                if Some(long) == first {
                    canvas.text((x + LEFT + across * CELL + 8, y + ABOVE - 11), ACROSS, small);
                    canvas.text((x + 2, y + ABOVE + down * CELL + 11), other, small);
                }
                for i in 0..down {
                    canvas.text((x + LEFT - 7, y + ABOVE + i * CELL + CELL / 2), i.to_string(), small.end());
                }
            }
            for (&(a, b, c), of) in shapes {
                let Some(&(x, y)) = corners.get(&c) else { continue };
                let frame = Frame::new(x + LEFT + int(a) * CELL, y + ABOVE + int(b) * CELL, CELL, CELL).inset(1);
                let ground = match of.won {
                    0 => Paint::Lost,
                    won if won == of.positions => Paint::WonTint,
                    _ => Paint::FalseWin,
                };
                canvas.rect(frame, ground);
                if of.values.len() > 1 {
                    mixed(canvas, frame);
                }
                let label = Label::new(ground.text_on()).small().middle();
                canvas.text(frame.middle(), of.positions.to_string(), label);
            }
            legend_at(canvas, words, some_mixed);
        })
    }

    fn verdict(&self, positions: usize, exceptions: usize) -> (String, Label) {
        let positions = format!("{} {}", grouped(positions as u64), noun(positions, "sum", "sums"));
        match exceptions {
            0 => (format!("{positions}, and the law fails on none"), Label::new(Paint::Ink).bold()),
            _ => {
                let exceptions = grouped(exceptions as u64);
                (format!("The law fails on {exceptions} of {positions}"), Label::new(Paint::FalseWin).bold())
            }
        }
    }

    /// What is counted downwards: all short components but one-chains.
    fn other_short(&self) -> &'static str {
        let only_twos = self.range.loops.iter().all(|&coins| coins > 3);
        if only_twos { "two-chains" } else { "other short ones" }
    }
}

/// What is counted to the right.
const ACROSS: &str = "one-chains";
const MIXED: &str = "won, with several values";
const IN_A_CELL: &str = "in a cell: how many sums have this shape";

/// What the looks of cells and the numbers mean.
fn legend_at(canvas: &Canvas, y: i32, some_mixed: bool) {
    let small = Label::new(Paint::Muted).small();
    canvas.rect(Frame::new(2, y - 7, 14, 14), Paint::WonTint);
    canvas.text((22, y), "won", small);
    canvas.rect(Frame::new(64, y - 7, 14, 14), Paint::Lost);
    canvas.text((84, y), "lost", small);
    if some_mixed {
        let sample = Frame::new(125, y - 8, 16, 16);
        canvas.rect(sample, Paint::WonTint);
        mixed(canvas, sample);
        canvas.text((147, y), MIXED, small);
    }
    canvas.text((2, y + 20), IN_A_CELL, small);
}

/// The mark of sums of one shape whose values differ: a frame within the cell.
fn mixed(canvas: &Canvas, frame: Frame) {
    canvas.outline(frame, Stroke { width: 30, ..Stroke::thick(Paint::Odd) });
}

fn table(shapes: &BTreeMap<Shape, Of>) -> Table {
    let head = ["one-chains", "other short components", "long components", "sums", "won", "values"];
    let row = |(&(a, b, c), of): (&Shape, &Of)| {
        let values: Vec<String> = of
            .values
            .iter()
            .map(|(value, count)| format!("{} × {count}", value.map_or("–".to_owned(), |v| v.to_string())))
            .collect();
        let numbers = [u64::from(a), u64::from(b), u64::from(c), of.positions, of.won].map(|number| number.to_string());
        [numbers.as_slice(), &[values.join(", ")]].concat()
    };
    Table { head: head.map(str::to_owned).to_vec(), rows: shapes.iter().map(row).collect() }
}
