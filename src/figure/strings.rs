//! `strings`: positions of Nimstring side by side, each drawn with its outcome, its value and every cut that wins.

use std::collections::BTreeSet;

use super::canvas::{Canvas, Drawing, Frame, Label, Paint, text_width};
use super::coins::{self, Place};
use super::range::GAME;
use super::string_game::{Listed, Solved, StringGame, value_fact};
use super::{Facts, Fault, Key, KeyKind, Keys, Kind, Picture, Request, Table};
use crate::game::{Convention, Move, Outcome, Piece, Positions, Strings, Sum, Then};
use crate::verify::{Gate, Refusal, Verified};

/// The registry's line.
pub const KIND: Kind = Kind {
    name: "strings",
    about: "Positions of Nimstring drawn as strings and coins, with their outcomes, values and every cut that wins.",
    keys: &[
        GAME,
        Key {
            name: "positions",
            kind: KeyKind::Texts,
            default: None,
            about: "the positions, as in [\"1+3\", \"1+3+L4\"]; or a board, its rows between slashes",
        },
    ],
    facts: &[
        ("outcome", "by position, outcome[1+3]: N or P"),
        ("value", "by position, value[1+3]: the Grundy value; none where it is loony, and in misère play"),
        ("cuts", "by position, cuts[1+3]: how many distinct cuts there are"),
        ("winning_cuts", "by position, winning_cuts[1+3]: how many of them win"),
    ],
    example: "game = \"nimstring\"\npositions = [\"3+L4\", \"1+3+L4\"]\n",
    read,
};

const BOLD: Label = Label::new(Paint::Ink).bold();

struct Shown {
    game: StringGame,
    positions: Vec<Listed>,
}

/// A position and what its cuts lead to.
struct Studied {
    solved: Solved,
    /// Each distinct cut, and whether it wins.
    cuts: Vec<(Move<Strings>, bool)>,
}

/// What is said of the mark on a string.
const WINNING: &str = "a cut that wins";

impl Studied {
    /// Every string whose cut wins: of cuts that are alike each.
    fn winning(&self, position: &Strings) -> BTreeSet<Place> {
        let winning: Vec<&Strings> = self.cuts.iter().filter(|(_, wins)| *wins).map(|(cut, _)| &cut.to).collect();
        cut(position).into_iter().filter(|(_, to)| winning.contains(&to)).map(|(place, _)| place).collect()
    }
}

fn read(keys: &Keys) -> Result<Box<dyn Request>, Vec<Fault>> {
    let game = StringGame::read(keys).map_err(|fault| vec![fault])?;
    let positions = Listed::read(keys, "positions")?;
    Ok(Box::new(Shown { game, positions }))
}

impl Request for Shown {
    fn answer(&self, gate: &Gate) -> Result<Verified<Picture>, Refusal> {
        // One by one: a board and a sum of pieces are answered by different solvers.
        let studied =
            self.positions.iter().map(|listed| self.study(&listed.position, gate)).collect::<Result<Vec<_>, _>>()?;
        match Verified::all(studied) {
            Some(studied) => Ok(studied.map(|studied| self.picture(&studied))),
            None => {
                Err(Refusal::LoneWitness { game: self.game.game.name.clone(), spoke: Vec::new(), silent: Vec::new() })
            }
        }
    }
}

impl Shown {
    fn study(&self, position: &Strings, gate: &Gate) -> Result<Verified<Studied>, Refusal> {
        let cuts = self.game.rules.moves(position);
        let solved = self.game.solve(vec![position.clone()], gate)?;
        // The position first: what comes of it is then found in the tables that are made for it.
        let all = [position.clone()].into_iter().chain(cuts.iter().map(|cut| cut.to.clone())).collect();
        let all = gate.outcomes(&self.game.question(Positions::Listed(all)))?;
        Ok(solved.zip(all).map(|(solved, all)| {
            let after = all.into_iter().skip(1);
            let wins = |cut: &Move<Strings>, after: Outcome| (after == Outcome::P) == (cut.then == Then::Passes);
            let cuts = cuts.into_iter().zip(after).map(|(cut, after)| (wins(&cut, after), cut));
            let solved = solved.first().copied().unwrap_or(Solved { outcome: Outcome::P, value: None });
            Studied { solved, cuts: cuts.map(|(wins, cut)| (cut, wins)).collect() }
        }))
    }

    fn picture(&self, studied: &[Studied]) -> Picture {
        let mut facts = Facts::default();
        let mut rows = Vec::new();
        for (listed, Studied { solved, cuts }) in self.positions.iter().zip(studied) {
            let winning: Vec<String> =
                cuts.iter().filter(|(_, wins)| *wins).map(|(cut, _)| cut.to.to_string()).collect();
            listed.set(&mut facts, "outcome", solved.outcome.to_string());
            listed.set(&mut facts, "value", value_fact(solved.value));
            listed.set(&mut facts, "cuts", cuts.len());
            listed.set(&mut facts, "winning_cuts", winning.len());
            let value = solved.value.map_or_else(|| "–".to_owned(), |value| value.to_string());
            rows.push(vec![
                listed.text.clone(),
                solved.outcome.to_string(),
                value,
                cuts.len().to_string(),
                // Boards have blanks within them.
                winning.join("; "),
            ]);
        }
        let said: Vec<String> = self
            .positions
            .iter()
            .zip(studied)
            .map(|(listed, studied)| format!("{} is {}", listed.text, self.verdict(studied)))
            .collect();
        Picture {
            facts,
            title: format!("Positions of {}", self.game.game.name),
            description: format!("Ending: {}. {}.", self.game.ending_in_words(), said.join("; ")),
            table: Table {
                head: ["position", "outcome", "value", "cuts", "winning cuts lead to"].map(str::to_owned).to_vec(),
                rows,
            },
            attributes: Vec::new(),
            drawing: self.drawing(studied),
        }
    }

    fn verdict(&self, Studied { solved, .. }: &Studied) -> String {
        match (self.game.convention, solved.value) {
            (Convention::Normal, Some(value)) => format!("{}, worth ∗{value}", solved.word()),
            (Convention::Normal, None) => format!("{}, loony", solved.word()),
            (Convention::Misere, _) => solved.word().to_owned(),
        }
    }

    /// A block for each: the position, its name, the verdict beside it.
    fn drawing(&self, studied: &[Studied]) -> Drawing {
        const GAP: i32 = 26;
        const WORDS: i32 = 30;
        let verdicts: Vec<String> = studied.iter().map(|studied| self.verdict(studied)).collect();
        let name = |listed: &Listed| match listed.position {
            Strings::Sum(_) => listed.text.clone(),
            Strings::Board(_) => String::new(),
        };
        let small = Label::new(Paint::Muted).small();
        let words = |listed: &Listed, verdict: &str| {
            let remark = text_width(remark(&listed.position), small);
            let verdict = text_width(verdict, BOLD) + if remark == 0 { 0 } else { 16 + remark };
            let name = text_width(&name(listed), BOLD);
            if name == 0 { verdict } else { name + 16 + verdict }
        };
        let sizes: Vec<(i32, i32)> = self.positions.iter().map(|listed| coins::size(&listed.position)).collect();
        let blocks = self.positions.iter().zip(&verdicts).zip(&sizes);
        let width = blocks.map(|((listed, verdict), (width, _))| words(listed, verdict).max(*width)).max().unwrap_or(0);
        let height = sizes.iter().map(|(_, height)| height + WORDS + GAP).sum::<i32>();
        let marks: Vec<_> = self.positions.iter().zip(studied).map(|(l, s)| s.winning(&l.position)).collect();
        let (some, ending) = (marks.iter().any(|marks| !marks.is_empty()), self.game.ending_in_words());
        // What the cross is, and the ending in force.
        let marked = if some { 2 + 16 + text_width(WINNING, small) + 22 } else { 2 };
        let width = width.max(marked + text_width(&ending, small));
        Canvas::draw(width + 4, height + 14, |canvas| {
            let mut top = 0;
            for ((((listed, studied), verdict), marks), &(width, height)) in
                self.positions.iter().zip(studied).zip(&verdicts).zip(&marks).zip(&sizes)
            {
                coins::draw(&canvas.part(Frame::new(2, top, width, height)), &listed.position, marks);
                let (y, name) = (top + height + WORDS / 2, name(listed));
                canvas.text((2, y), &name, Label::new(Paint::Ink).bold());
                let paint = if studied.solved.outcome == Outcome::N { Paint::Won } else { Paint::Lost };
                let x = if name.is_empty() { 2 } else { text_width(&name, BOLD) + 18 };
                canvas.text((x, y), verdict, Label::new(paint).bold());
                canvas.text((x + text_width(verdict, BOLD) + 16, y), remark(&listed.position), small);
                top += height + WORDS + GAP;
            }
            if some {
                coins::mark(canvas, (8, top + 4));
                canvas.text((18, top + 4), WINNING, small);
            }
            canvas.text((marked, top + 4), &ending, small);
        })
    }
}

/// What a strand by itself hangs on; nothing for other positions.
fn remark(position: &Strings) -> &'static str {
    let Strings::Sum(sum) = position else { return "" };
    match sum.pieces() {
        [Piece::Half(_)] => "held at one end",
        [Piece::Free(_)] => "loose at both ends",
        _ => "",
    }
}

/// Every string of a position, as it is drawn, with what its cut leaves.
fn cut(position: &Strings) -> Vec<(Place, Strings)> {
    match position {
        Strings::Sum(sum) => {
            let pieces = sum.pieces();
            let others = |piece: usize| pieces.iter().enumerate().filter(move |(i, _)| *i != piece).map(|(_, &p)| p);
            let strings = pieces.iter().enumerate().flat_map(|(i, &p)| (0..p.strings()).map(move |s| (i, p, s)));
            strings
                .map(|(piece, whole, string)| {
                    let leaves = strands(whole, string).into_iter().filter(|strand| strand.exists());
                    let to = Sum::new(others(piece).chain(leaves).collect::<Vec<_>>());
                    (Place { piece, string }, Strings::Sum(to))
                })
                .collect()
        }
        Strings::Board(board) => {
            let lines = board.undrawn().iter().copied();
            lines.map(|line| (Place { piece: 0, string: line }, Strings::Board(board.draw(line).0))).collect()
        }
    }
}

/// What the cut of one string of a piece leaves, strings counted from the left as they are drawn.
fn strands(piece: Piece, string: u32) -> Vec<Piece> {
    match piece {
        Piece::Chain(coins) => vec![Piece::Half(string), Piece::Half(coins - string)],
        Piece::Loop(coins) => vec![Piece::Free(coins)],
        Piece::Half(coins) => vec![Piece::Half(string), Piece::Free(coins - string)],
        Piece::Free(coins) => vec![Piece::Free(string + 1), Piece::Free(coins - string - 1)],
    }
}
