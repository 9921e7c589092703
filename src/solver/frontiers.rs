use std::any::Any;

use super::enclosing::{Enclosing, Ranks};
use super::{Ask, Basis, ControlReading, MooreReading, Question, Sibling, Silence, Solver, Work};
use crate::game::{Convention, HeapRange, Heaps, Nimber, Outcome, PositionRange, Take, Value};

/// Substitution for Moore's Nim: for h = 0, 1, 2, … the lost sums p + ∗h, each h in one walk upwards. No mex is taken.
///
/// A sum p + ∗h is lost when p + ∗0, …, p + ∗(h − 1) are won and no move in p leads to a lost sum with the same ∗h.
/// The moves are told by the heaps that they leave alone: q is an option of p when p and q share n − k heaps, and of
/// the other k, sorted, none is larger in q. So for each choice of heaps left alone a frontier is kept: over the
/// first k − 1 of the others, the least that the last was in a lost sum with none of them larger.
pub struct Frontiers;

/// The most entries that all frontiers have together.
const MOST_ENTRIES: u64 = 1 << 26;

impl Frontiers {
    fn plan(question: &Question<'_, Heaps>) -> Result<(Enclosing, usize), Silence> {
        let rules = (question.rules as &dyn Any).downcast_ref::<Take>();
        let k = rules.and_then(Take::as_moore).ok_or(Silence::NoTheory)?;
        if question.convention == Convention::Misere {
            return Err(Silence::NotAsked("a position has no Grundy value in misère play".to_owned()));
        }
        let enclosing = Enclosing::of(&question.positions);
        let HeapRange { heaps, max } = *enclosing.range();
        let k = heaps.min(k as usize);
        let entries = u32::try_from(k.saturating_sub(1)).ok().and_then(|free| {
            let alone = HeapRange { heaps: heaps - k, max }.count()?;
            (u64::from(max) + 1).checked_pow(free)?.checked_mul(alone)
        });
        if u16::try_from(max).is_err() || entries.is_none_or(|entries| entries > MOST_ENTRIES) {
            return Err(Silence::OutOfRange(format!("its frontiers have at most {MOST_ENTRIES} entries")));
        }
        Ok((enclosing, k))
    }
}

impl Solver<Heaps> for Frontiers {
    fn name(&self) -> String {
        "substitution by layers".to_owned()
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
        let (enclosing, k) = Self::plan(question)?;
        Ok(Work::new(enclosing.count(), move |_| Ok(enclosing.pick(&question.positions, layers(enclosing.range(), k)))))
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

/// Nothing lost yet.
const NONE: u16 = u16::MAX;

fn layers(range: &HeapRange, k: usize) -> Vec<Value> {
    let n = range.heaps;
    let mut values = vec![Some(0); usize::try_from(range.count().unwrap_or(0)).unwrap_or(0)];
    if n == 0 {
        return values;
    }
    let splits = Splits::new(range, k);
    let mut frontiers = vec![NONE; splits.entries];
    // The positions that are won with every heap so far: their sizes one after another, and their indices.
    let (mut open, mut indices) = (Vec::with_capacity(values.len() * n), Vec::with_capacity(values.len()));
    range.walk(|sizes| {
        indices.push(indices.len());
        open.extend(sizes.iter().map(|&size| size as u16));
    });
    let mut heap: Nimber = 0;
    while !indices.is_empty() {
        frontiers.fill(NONE);
        let mut still = 0;
        for position in 0..indices.len() {
            let sizes = &open[position * n..(position + 1) * n];
            if splits.won(sizes, &frontiers) {
                open.copy_within(position * n..(position + 1) * n, still * n);
                indices[still] = indices[position];
                still += 1;
            } else {
                values[indices[position]] = Some(heap);
                splits.lose(sizes, &mut frontiers);
            }
        }
        open.truncate(still * n);
        indices.truncate(still);
        heap += 1;
    }
    values
}

/// The ways to split n heaps into n − k left alone and k others.
struct Splits {
    /// The places of the heaps of each split: those left alone, then the others, ascending.
    places: Vec<Vec<usize>>,
    /// How many are left alone.
    alone: usize,
    /// The first entry of the frontier of the heaps left alone is the sum of `first[i * stride + size]` over them.
    first: Vec<usize>,
    stride: usize,
    entries: usize,
}

impl Splits {
    fn new(range: &HeapRange, k: usize) -> Self {
        let alone = range.heaps - k;
        let stride = range.max as usize + 1;
        let frontier = (1..k).fold(1, |entries, _| entries * stride);
        let left = HeapRange { heaps: alone, max: range.max };
        let ranks = Ranks::new(&left);
        let sizes = || 0..=range.max;
        let first = (0..alone).flat_map(|i| sizes().map(move |size| (i, size)));
        Self {
            places: splits(range.heaps, alone),
            alone,
            first: first.map(|(i, size)| ranks.term(i, size) * frontier).collect(),
            stride,
            entries: usize::try_from(left.count().unwrap_or(0)).unwrap_or(0) * frontier,
        }
    }

    /// Where the frontier stands for the heaps that a split leaves alone, the others but the last, and the last.
    fn read<'s>(&self, sizes: &'s [u16], places: &'s [usize]) -> (usize, impl Iterator<Item = u16> + 's, u16) {
        let (alone, others) = places.split_at(self.alone);
        let first = alone.iter().enumerate().map(|(i, &place)| self.first[i * self.stride + sizes[place] as usize]);
        let (last, others) = others.split_last().map_or((0, others), |(last, others)| (sizes[*last], others));
        (first.sum(), others.iter().map(|&place| sizes[place]), last)
    }

    /// Whether a move leads from heaps of these sizes to a lost sum of this layer.
    fn won(&self, sizes: &[u16], frontiers: &[u16]) -> bool {
        self.places.iter().any(|places| {
            let (first, others, last) = self.read(sizes, places);
            let entry = others.fold(0, |entry, size| entry * self.stride + size as usize);
            frontiers[first + entry] <= last
        })
    }

    /// Takes note of a lost sum: whatever is nowhere smaller in the heaps not left alone is won.
    fn lose(&self, sizes: &[u16], frontiers: &mut [u16]) {
        for places in &self.places {
            let (first, others, last) = self.read(sizes, places);
            let others: Vec<usize> = others.map(usize::from).collect();
            lower(frontiers, first, &others, self.stride, last);
        }
    }
}

/// Lowers to `last` all entries of a frontier at which no heap is smaller than in `others`.
fn lower(frontiers: &mut [u16], entry: usize, others: &[usize], stride: usize, last: u16) {
    match others {
        [] => frontiers[entry] = frontiers[entry].min(last),
        [only] => frontiers[entry + only..entry + stride].iter_mut().for_each(|least| *least = (*least).min(last)),
        [size, rest @ ..] => {
            let step = rest.iter().fold(1, |step, _| step * stride);
            (*size..stride).for_each(|size| lower(frontiers, entry + size * step, rest, stride, last));
        }
    }
}

/// The choices of `alone` of n places, each followed by the other places.
fn splits(n: usize, alone: usize) -> Vec<Vec<usize>> {
    let mut chosen: Vec<Vec<usize>> = vec![Vec::new()];
    for _ in 0..alone {
        let longer = |places: Vec<usize>| {
            (places.last().map_or(0, |last| last + 1)..n).map(move |next| [places.as_slice(), &[next]].concat())
        };
        chosen = chosen.into_iter().flat_map(longer).collect();
    }
    let with_others = |mut places: Vec<usize>| {
        let others: Vec<usize> = (0..n).filter(|place| !places.contains(place)).collect();
        places.extend(others);
        places
    };
    chosen.into_iter().map(with_others).collect()
}
