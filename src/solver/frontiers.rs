use std::any::Any;

use super::enclosing::{Enclosing, Ranks};
use super::{Allowance, Ask, Basis, ControlReading, MooreReading, Question, Sibling, Silence, Solver, Work};
use crate::game::{Convention, HeapRange, Heaps, Nimber, Outcome, PositionRange, Take, Value, choose};
use crate::notation::grouped;

/// Substitution for Moore's Nim: for h = 0, 1, 2, … the lost sums p + ∗h, each h in one walk upwards. No mex is taken.
///
/// A sum p + ∗h is lost when p + ∗0, …, p + ∗(h − 1) are won and no move in p leads to a lost sum with the same ∗h.
/// The moves are told by the heaps that they leave alone: q is an option of p when p and q share n − k heaps, and of
/// the other k, sorted, none is larger in q. So for each choice of heaps left alone a frontier is kept: over the
/// first k − 1 of the others, the least that the last was in a lost sum with none of them larger.
pub struct Frontiers;

/// The most entries that all frontiers have together.
const MOST_ENTRIES: u64 = 1 << 28;

/// The most places of heaps in all choices of those left alone.
const MOST_PLACES: u64 = 1 << 22;
/// The most heaps of a move: a frontier is lowered heap by heap, each within the one before, on the stack.
const MOST_TOUCHED: usize = 1_000;

impl Frontiers {
    /// The range to walk, k, and what that costs in positions.
    fn plan(question: &Question<'_, Heaps>) -> Result<(Enclosing, usize, u64), Silence> {
        let rules = (question.rules as &dyn Any).downcast_ref::<Take>();
        let k = rules.and_then(Take::as_moore).ok_or(Silence::NoTheory)?;
        if question.convention == Convention::Misere {
            return Err(Silence::NotAsked("a position has no Grundy value in misère play".to_owned()));
        }
        let enclosing = Enclosing::of(&question.positions);
        let HeapRange { heaps, max } = *enclosing.range();
        let k = heaps.min(k as usize);
        if k > MOST_TOUCHED {
            let reach = format!("it speaks of moves from at most {} heaps", grouped(MOST_TOUCHED as u64));
            return Err(Silence::OutOfRange(reach));
        }
        let entries = entries(enclosing.range(), k);
        if max >= u32::from(NONE) || entries.is_none_or(|entries| entries > MOST_ENTRIES) {
            let reach =
                format!("it speaks of heaps below {NONE}, and of at most {} frontier entries", grouped(MOST_ENTRIES));
            return Err(Silence::OutOfRange(reach));
        }
        // Every way to choose the heaps left alone is looked at, at its length.
        let length = choose(heaps as u64, k as u64).and_then(|splits| splits.checked_mul(heaps as u64));
        let Some(length) = length.filter(|&length| length <= MOST_PLACES) else {
            let reach = format!("it chooses heaps in at most {} ways, each counted by heaps", grouped(MOST_PLACES));
            return Err(Silence::OutOfRange(reach));
        };
        let visits = enclosing.count().saturating_mul((length / 64).max(1));
        Ok((enclosing, k, visits))
    }
}

impl Solver<Heaps> for Frontiers {
    fn name(&self) -> String {
        "substitution by frontiers".to_owned()
    }

    fn basis(&self) -> Basis {
        Basis::Substitution
    }

    fn telling(&self) -> &'static str {
        "heaps left alone"
    }

    fn outcomes<'q>(&'q self, _: &'q Question<'q, Heaps>) -> Result<Work<'q, Outcome>, Silence> {
        Err(Silence::NotAsked("substitution tells a value; of an outcome alone it is no second basis".to_owned()))
    }

    fn values<'q>(&'q self, question: &'q Question<'q, Heaps>) -> Result<Work<'q, Value>, Silence> {
        let (enclosing, k, visits) = Self::plan(question)?;
        let work = Work::new(enclosing.count(), move |allowance| {
            Ok(enclosing.pick(&question.positions, layers(enclosing.range(), k, allowance)?))
        });
        Ok(work.costing(visits))
    }

    /// The columns read as a number in base k + 1, which they are not for k of at least 2.
    fn siblings(&self, question: &Question<'_, Heaps>, _: Ask) -> Vec<Sibling<Heaps>> {
        let rules = (question.rules as &dyn Any).downcast_ref::<Take>();
        if rules.and_then(Take::as_moore).is_none_or(|k| k < 2) {
            return Vec::new();
        }
        let reading = MooreReading::Base;
        vec![Sibling {
            name: reading.name().to_owned(),
            solver: Box::new(ControlReading(reading)),
            fails_within: HeapRange { heaps: 1, max: 2 },
        }]
    }
}

/// No lost sum yet.
const NONE: u8 = u8::MAX;

/// The ranges of the heaps left alone, and of the others but the last.
fn parts(range: &HeapRange, k: usize) -> [HeapRange; 2] {
    [range.heaps - k, k.saturating_sub(1)].map(|heaps| HeapRange { heaps, max: range.max })
}

/// How many entries all frontiers have together.
fn entries(range: &HeapRange, k: usize) -> Option<u64> {
    let [alone, others] = parts(range, k);
    alone.count()?.checked_mul(others.count()?)
}

fn layers(range: &HeapRange, k: usize, allowance: &Allowance) -> Result<Vec<Value>, Silence> {
    let n = range.heaps;
    if n == 0 {
        return Ok(vec![Some(0)]);
    }
    let count = range.count().and_then(|count| usize::try_from(count).ok()).unwrap_or(0);
    let mut values = vec![None; count];
    let mut frontiers = Layer::new(range, k);
    // The positions whose sums were won with every heap so far: their sizes, one after another, and their indices.
    let (mut open, mut indices): (Vec<u8>, Vec<usize>) = (Vec::with_capacity(count * n), (0..count).collect());
    range.walk(|sizes| {
        open.extend(sizes.iter().map(|&size| size as u8));
    });
    let mut counted = allowance.count();
    let mut heap: Nimber = 0;
    while !indices.is_empty() {
        frontiers.least.fill(NONE);
        let mut still = 0;
        for at in 0..indices.len() {
            let sizes = &open[at * n..(at + 1) * n];
            if frontiers.won(sizes) {
                counted.step(0)?;
                indices[still] = indices[at];
                open.copy_within(at * n..(at + 1) * n, still * n);
                still += 1;
            } else {
                frontiers.lose(sizes);
                counted.step(1)?;
                values[indices[at]] = Some(heap);
            }
        }
        indices.truncate(still);
        heap += 1;
    }
    Ok(values)
}

/// The frontiers of all choices of heaps left alone, for one heap ∗h.
struct Layer {
    /// For each choice of heaps left alone and of the others but the last: the least last heap.
    least: Vec<u8>,
    /// How many entries belong to one choice of heaps left alone.
    size: usize,
    alone: Ranks,
    others: Ranks,
    max: u8,
    splits: Vec<Split>,
}

/// A way to split the places of a position into those left alone, the others, and the last of those.
struct Split {
    alone: Vec<usize>,
    others: Vec<usize>,
    last: Option<usize>,
}

impl Layer {
    fn new(range: &HeapRange, k: usize) -> Self {
        let [alone, others] = parts(range, k);
        let whole = |count: Option<u64>| count.and_then(|count| usize::try_from(count).ok()).unwrap_or(0);
        Self {
            least: vec![NONE; whole(entries(range, k))],
            size: whole(others.count()),
            alone: Ranks::new(&alone),
            others: Ranks::new(&others),
            max: range.max as u8,
            splits: splits(range.heaps, range.heaps - k),
        }
    }

    /// Whether a move leads from heaps of these sizes to a lost sum.
    fn won(&self, sizes: &[u8]) -> bool {
        self.splits.iter().any(|split| {
            let others = rank(&self.others, sizes, &split.others);
            self.least[rank(&self.alone, sizes, &split.alone) * self.size + others] <= split.last(sizes)
        })
    }

    /// Takes note that these heaps make a lost sum: from all that is nowhere smaller a move leads to it.
    fn lose(&mut self, sizes: &[u8]) {
        for split in &self.splits {
            let begin = rank(&self.alone, sizes, &split.alone) * self.size;
            let frontier = &mut self.least[begin..begin + self.size];
            lower(frontier, &self.others, 0, sizes, &split.others, self.max, split.last(sizes));
        }
    }
}

/// A plain loop, which is quick in every build profile; nearly all the time goes here.
fn rank(ranks: &Ranks, sizes: &[u8], places: &[usize]) -> usize {
    let (mut rank, mut i) = (0, 0);
    while i < places.len() {
        rank += ranks.term(i, sizes[places[i]].into());
        i += 1;
    }
    rank
}

/// Lowers to `last` all entries of a frontier for ascending heaps of at most `max` of which none is smaller than the
/// one in its place among `others`; `at` is what the heaps after those add to an entry's index.
fn lower(frontier: &mut [u8], ranks: &Ranks, at: usize, sizes: &[u8], others: &[usize], max: u8, last: u8) {
    match others {
        [] => frontier[at] = frontier[at].min(last),
        [only] => {
            let entries = at + usize::from(sizes[*only])..=at + usize::from(max);
            frontier[entries].iter_mut().for_each(|least| *least = (*least).min(last));
        }
        [before @ .., place] => {
            for size in sizes[*place]..=max {
                lower(frontier, ranks, at + ranks.term(before.len(), size.into()), sizes, before, size, last);
            }
        }
    }
}

impl Split {
    fn last(&self, sizes: &[u8]) -> u8 {
        self.last.map_or(0, |place| sizes[place])
    }
}

/// The choices of `alone` of n places to be left alone, in the order of their places.
fn splits(n: usize, alone: usize) -> Vec<Split> {
    let mut splits = Vec::new();
    let mut chosen: Vec<usize> = (0..alone).collect();
    loop {
        let mut others: Vec<usize> = (0..n).filter(|place| chosen.binary_search(place).is_err()).collect();
        let last = others.pop();
        splits.push(Split { alone: chosen.clone(), others, last });
        // The last place that can still go up goes up by one, and those after it follow it.
        let Some(up) = (0..alone).rev().find(|&i| chosen[i] < n - alone + i) else { return splits };
        let from = chosen[up] + 1;
        chosen[up..].iter_mut().zip(from..).for_each(|(place, next)| *place = next);
    }
}
