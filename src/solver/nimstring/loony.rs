use std::collections::{BTreeMap, BTreeSet};

use super::below::{Below, Split, sets_of};
use super::{few, outcomes, rules_in_normal_play, rules_of_values, small_sums};
use crate::game::{Cut, Ending, Nimstring, Outcome, Piece, StringGraph, Strings, Value, mex, nim_sum};
use crate::solver::{Allowance, Ask, Basis, Question, Sibling, Silence, Solver, Work};

/// The theory of loony moves (Berlekamp, Conway and Guy, *Winning Ways*, chapter 16), where the obligation to cut stands.
///
/// A position from which a capture can be declined or completed at will is loony: won whatever it is added to, since of
/// a rest one either wants to move in it or not to. It has no value, and a cut that leads to it is no option. Everything else has
/// a value: the mex of its options' where there is nothing to capture, and where there is, that of what the capture leaves, for
/// it may be taken at once. The value of a sum is the nim-sum of its parts', none if one of them is loony.
#[derive(Clone, Copy, Debug, Default)]
pub struct Loony {
    /// Whether the value is the mex over the ends of all turns, loony ones included: a deliberately wrong reading.
    pub plain_mex: bool,
}

/// The most strings of a board that is no sum of pieces.
const MOST_STRINGS: usize = 28;

/// The value of a position, given the values of what its cuts lead to: those that free a coin, and those that do not.
fn value(captures: &[Value], declines: &[Value]) -> Value {
    match captures.split_first() {
        None => Some(mex(declines.iter().copied().flatten())),
        Some((taken, others)) => {
            let one_way = others.iter().all(|other| other == taken) && !declines.contains(taken);
            taken.filter(|_| one_way)
        }
    }
}

/// The nim-sum of what the pieces are worth; none if one of them has no value.
fn total(pieces: &[Piece], values: &BTreeMap<Piece, Value>) -> Value {
    let values: Option<Vec<u32>> = pieces.iter().map(|piece| values.get(piece).copied().flatten()).collect();
    values.map(nim_sum)
}

/// All pieces within a number of strings, ascending by that number.
fn pieces(strings: u32) -> impl Iterator<Item = Piece> {
    (1..=strings)
        .flat_map(|s| [Piece::Free(s + 1), Piece::Half(s), Piece::Loop(s), Piece::Chain(s - 1)])
        .filter(|piece| piece.exists())
}

/// The value of every piece within a number of strings.
fn values_of_pieces(strings: u32, allowance: &Allowance) -> Result<BTreeMap<Piece, Value>, Silence> {
    let mut values = BTreeMap::new();
    for piece in pieces(strings) {
        allowance.check()?;
        let (captures, declines): (Vec<_>, Vec<_>) = piece.cuts().into_iter().partition(|cut| cut.frees > 0);
        let worth = |cuts: Vec<Cut>| -> Vec<Value> { cuts.iter().map(|cut| total(&cut.leaves, &values)).collect() };
        let value = value(&worth(captures), &worth(declines));
        values.insert(piece, value);
    }
    Ok(values)
}

/// The same by mex over the ends of all turns in the piece, as if every position had a value.
fn plain_values_of_pieces(strings: u32, allowance: &Allowance) -> Result<BTreeMap<Piece, Value>, Silence> {
    let (mut ends, mut values) = (BTreeMap::new(), BTreeMap::new());
    for piece in pieces(strings) {
        allowance.check()?;
        let mut set: Vec<u32> = Vec::new();
        for cut in piece.cuts() {
            match cut.leaves.as_slice() {
                [] => {}
                [left] if cut.frees > 0 => set.extend(ends.get(left).into_iter().flatten()),
                leaves => set.extend(total(leaves, &values)),
            }
        }
        values.insert(piece, Some(mex(set.iter().copied())));
        ends.insert(piece, set);
    }
    Ok(values)
}

/// The values of all sets of strings of a graph.
fn values_of_masks(graph: &StringGraph, allowance: &Allowance) -> Result<Vec<u8>, Silence> {
    const LOONY: u8 = u8::MAX;
    let mut values = vec![0u8; 1 << graph.strings()];
    // To each string its coins, each as its strings; all strings where there is no second coin, for then whatever else
    // is left keeps it from coming free.
    let hangs: Vec<[u64; 2]> = (0..graph.strings())
        .map(|string| {
            let mut coins = graph.coins().iter().copied().filter(|coin| coin >> string & 1 == 1);
            [coins.next().unwrap_or(u64::MAX), coins.next().unwrap_or(u64::MAX)]
        })
        .collect();
    let mut count = allowance.count();
    count.step(1)?;
    for mask in 1..values.len() {
        count.step(1)?;
        // What all captures so far lead to, and the values of what declines them.
        let (mut taken, mut declines, mut loony) = (None, 0u64, false);
        let mut rest = mask as u64;
        while rest != 0 && !loony {
            let string = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            let left = mask as u64 & !(1 << string);
            let value = values[left as usize];
            let [one, other] = hangs[string];
            if one & left == 0 || other & left == 0 {
                loony = value == LOONY || taken.is_some_and(|taken| taken != value);
                taken = Some(value);
            } else if value != LOONY {
                declines |= 1 << value;
            }
        }
        values[mask] = match taken {
            None => declines.trailing_ones() as u8,
            Some(taken) if !loony && declines >> taken & 1 == 0 => taken,
            Some(_) => LOONY,
        };
    }
    Ok(values)
}

impl Loony {
    fn work<'q>(self, question: &Question<'q, Strings>, rules: Nimstring) -> Result<Work<'q, Value>, Silence> {
        if rules != Nimstring::under(Ending::MustMove) {
            return Err(Silence::NotAsked(
                "the theory is of the game in which a player must move, anywhere".to_owned(),
            ));
        }
        few(&question.positions)?;
        let mut split = Split::of(&question.positions);
        // Boards without a coin of three strings are sums of pieces.
        let (boards, tangles): (Vec<Below>, Vec<Below>) =
            split.boards.into_iter().partition(|below| Strings::Board(below.top.clone()).pieces().is_some());
        let places: BTreeSet<usize> = boards.iter().flat_map(|below| &below.asked).map(|(place, _)| *place).collect();
        let of_pieces = question.positions.iter().enumerate().filter(|(place, _)| places.contains(place));
        split.sums.extend(of_pieces.filter_map(|(place, position)| Some((place, position.pieces()?))));
        split.boards = tangles;
        if split.boards.iter().any(|below| below.lines() > MOST_STRINGS || self.plain_mex) {
            return Err(Silence::OutOfRange(format!("boards of at most {MOST_STRINGS} strings, and sums of pieces")));
        }
        let masks = split.boards.iter().map(|below| sets_of(below.lines())).fold(0, u64::saturating_add);
        let sums = split.sums.len() as u64;
        Ok(Work::new(masks.saturating_add(sums), move |allowance| self.answer(split, allowance)))
    }

    fn answer(self, split: Split, allowance: &Allowance) -> Result<Vec<Value>, Silence> {
        let mut answer = vec![None; split.count()];
        let longest = split.sums.iter().flat_map(|(_, sum)| sum.pieces()).map(|piece| piece.strings()).max();
        let longest = longest.unwrap_or(0);
        let values = if self.plain_mex {
            plain_values_of_pieces(longest, allowance)
        } else {
            values_of_pieces(longest, allowance)
        };
        let values = values?;
        for (place, sum) in &split.sums {
            answer[*place] = total(sum.pieces(), &values);
        }
        allowance.visit(split.sums.len() as u64)?;
        for Below { top, asked } in split.boards {
            let Some(graph) = StringGraph::of(&Strings::Board(top)) else { continue };
            let values = values_of_masks(&graph, allowance)?;
            for (place, mask) in asked {
                answer[place] = Some(values[mask as usize]).filter(|&value| value != u8::MAX).map(u32::from);
            }
        }
        Ok(answer)
    }
}

impl Solver<Strings> for Loony {
    fn name(&self) -> String {
        if self.plain_mex { "plain mex over all turn ends".to_owned() } else { "the theory of loony moves".to_owned() }
    }

    fn basis(&self) -> Basis {
        Basis::Theory
    }

    fn telling(&self) -> &'static str {
        "pieces"
    }

    fn outcomes<'q>(&'q self, question: &'q Question<'q, Strings>) -> Result<Work<'q, Outcome>, Silence> {
        let values = self.work(question, rules_in_normal_play(question)?)?;
        Ok(values.then(move |values| outcomes(question, values.into_iter().map(|value| value != Some(0)))))
    }

    fn values<'q>(&'q self, question: &'q Question<'q, Strings>) -> Result<Work<'q, Value>, Silence> {
        self.work(question, rules_of_values(question)?)
    }

    fn siblings(&self, _: &Question<'_, Strings>, _: Ask) -> Vec<Sibling<Strings>> {
        vec![Sibling {
            name: "plain mex over all turn ends".to_owned(),
            solver: Box::new(Self { plain_mex: true }),
            fails_within: small_sums(),
        }]
    }
}
