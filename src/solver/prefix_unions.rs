use std::any::Any;

use super::enclosing::{Enclosing, Ranks};
use super::{Allowance, Basis, Question, Silence, Solver, Work};
use crate::game::{Amounts, Convention, HeapRange, Heaps, Nimber, Outcome, Take, Value, choose};
use crate::notation::grouped;

/// The definitions, followed upwards by unions: the values below a position in some of its heaps are gathered from
/// those below its neighbours, so that the mex of a position of n heaps costs a few unions a set of at most k heaps,
/// however large the heaps are.
///
/// It speaks of Moore's Nim, and of other take-away games within ranges in which no bound on the counters binds.
///
/// For a set T of heaps, let B(x, T) hold the values of x and of all positions below it in heaps of T alone. If i is
/// the first heap of T, then B(x, T) = B(x − eᵢ, T) ∪ B(x, T∖i), and the options of x are the union of B(x − eᵢ, T)
/// over all T of at most k heaps. Positions are walked in the order of their indices, the first heap fastest, so of
/// the sets whose first heap is i only those of the last position with the same heaps after the i-th, and the i-th
/// smaller by one, are ever needed again: they are kept in place, at the index of the heaps before the i-th.
pub struct PrefixUnions;

/// The most sets that are kept at a time, over all heaps, counted in words.
const MOST_SETS: u64 = 1 << 26;

/// So many words are united in the time in which a position is met.
const UNIONS: u64 = 256;

/// The most values that a set can hold, in words of 64.
const MOST_WORDS: u64 = 64;

impl PrefixUnions {
    /// The range to walk, k, and what that costs in positions, where a set has about so many words to a position.
    fn plan(
        question: &Question<'_, Heaps>,
        words: impl Fn(&HeapRange) -> u64,
    ) -> Result<(Enclosing, usize, u64), Silence> {
        let rules = (question.rules as &dyn Any).downcast_ref::<Take>().ok_or(Silence::NoTheory)?;
        let enclosing = Enclosing::of(&question.positions);
        let HeapRange { heaps, max } = *enclosing.range();
        let k = heaps.min(rules.heaps as usize);
        let unbound = match rules.each {
            Amounts::Any => true,
            Amounts::UpTo(each) => each >= max,
            Amounts::Of(_) => false,
        } && rules.total.is_none_or(|total| u64::from(total) >= k as u64 * u64::from(max));
        if !unbound {
            return Err(Silence::OutOfRange("it reaches as far as no bound on the counters binds".to_owned()));
        }
        let words = words(enclosing.range());
        let kept = sets_kept(heaps, k, max).and_then(|sets| sets.checked_mul(words));
        match kept {
            Some(kept) if kept <= MOST_SETS => {
                let unions = sets_kept(heaps, k, 0).unwrap_or(u64::MAX).saturating_mul(words);
                let visits = enclosing.count().saturating_mul(unions.div_ceil(UNIONS).max(1));
                Ok((enclosing, k, visits))
            }
            _ => Err(Silence::OutOfRange(format!(
                "it keeps sets of at most {} values at a time",
                grouped(64 * MOST_SETS)
            ))),
        }
    }
}

impl Solver<Heaps> for PrefixUnions {
    fn name(&self) -> String {
        "prefix unions".to_owned()
    }

    fn basis(&self) -> Basis {
        Basis::Definition
    }

    fn telling(&self) -> &'static str {
        "sets below in some heaps"
    }

    fn outcomes<'q>(&'q self, question: &'q Question<'q, Heaps>) -> Result<Work<'q, Outcome>, Silence> {
        let (enclosing, k, visits) = Self::plan(question, |_| 1)?;
        let work = Work::new(enclosing.count(), move |allowance| {
            let mut last = Outcome::without_moves(question.convention);
            let mut first = true;
            // A set holds 0 where there is a lost position among those that it tells of, and is empty else.
            let outcomes = walk::<1, _>(enclosing.range(), k, allowance, |[below]| {
                if !std::mem::take(&mut first) {
                    last = Outcome::won_if(*below != 0);
                }
                Ok((last, [u64::from(last == Outcome::P)]))
            });
            Ok(enclosing.pick(&question.positions, outcomes?))
        });
        Ok(work.costing(visits))
    }

    fn values<'q>(&'q self, question: &'q Question<'q, Heaps>) -> Result<Work<'q, Value>, Silence> {
        if question.convention == Convention::Misere {
            return Err(Silence::NotAsked("a position has no Grundy value in misère play".to_owned()));
        }
        // No value exceeds the counters of a position, for play can last no longer.
        let words = |range: &HeapRange| (range.heaps as u64 * u64::from(range.max)) / 64 + 1;
        let (enclosing, k, visits) = Self::plan(question, |range| words(range).min(MOST_WORDS))?;
        let words = words(enclosing.range());
        let values = match words {
            1 => values::<1>,
            2 => values::<2>,
            3 => values::<3>,
            4 => values::<4>,
            5..=8 => values::<8>,
            9..=16 => values::<16>,
            17..=32 => values::<32>,
            33..=MOST_WORDS => values::<{ MOST_WORDS as usize }>,
            _ => return Err(too_large()),
        };
        let work = Work::new(enclosing.count(), move |allowance| {
            Ok(enclosing.pick(&question.positions, values(enclosing.range(), k, allowance)?))
        });
        Ok(work.costing(visits))
    }
}

fn too_large() -> Silence {
    Silence::OutOfRange(format!("it tells values below {}", 64 * MOST_WORDS))
}

/// The values of a range's positions.
///
/// # Errors
/// One of them does not fit into so many words, or nobody wants to know any more.
fn values<const WORDS: usize>(range: &HeapRange, k: usize, allowance: &Allowance) -> Result<Vec<Value>, Silence> {
    walk::<WORDS, _>(range, k, allowance, |below| {
        let (word, bits) = below.iter().enumerate().find(|(_, bits)| **bits != u64::MAX).ok_or_else(too_large)?;
        let bit = bits.trailing_ones();
        let mut own = [0; WORDS];
        own[word] = 1 << bit;
        Ok((Nimber::try_from(word * 64).ok().map(|before| before + bit), own))
    })
}

/// A set of values, one bit each.
type Set<const WORDS: usize> = [u64; WORDS];

/// Walks a range upwards. `judge` gets the set of what the options of a position hold and tells the answer for the
/// position and the set that it holds itself.
fn walk<const WORDS: usize, T>(
    range: &HeapRange,
    k: usize,
    allowance: &Allowance,
    mut judge: impl FnMut(&Set<WORDS>) -> Result<(T, Set<WORDS>), Silence>,
) -> Result<Vec<T>, Silence> {
    let n = range.heaps;
    let heap_sets = HeapSets::new(n, k);
    let ranks = Ranks::new(range);
    let mut kept = Kept::<WORDS>::new(range, &heap_sets);
    let mut here = vec![[0; WORDS]; heap_sets.count(0)];
    let mut runs = Vec::with_capacity(n);
    let mut places = vec![0; n];
    let mut answers = Vec::new();
    let mut count = allowance.count();
    range.try_walk(|sizes| {
        let mut rank = 0;
        for (i, &size) in sizes.iter().enumerate() {
            places[i] = rank;
            rank += ranks.term(i, size);
        }
        runs.clear();
        let mut first = 0;
        for last in 0..n {
            if sizes.get(last + 1) != Some(&sizes[last]) {
                runs.push((first, last));
                first = last + 1;
            }
        }
        // Of the runs of equal heaps, one of noughts has no neighbour below.
        let lowerable = |&&(first, _): &&(usize, usize)| sizes[first] > 0;
        let mut below = [0; WORDS];
        for &(first, _) in runs.iter().filter(lowerable) {
            for set in kept.at(first, places[first]) {
                unite(&mut below, set);
            }
        }
        let (answer, own) = judge(&below)?;
        answers.push(answer);
        if let Some(empty) = here.first_mut() {
            *empty = own;
        }
        for &(first, last) in runs.iter().rev() {
            let lower = if sizes[first] > 0 { kept.at(first, places[first]) } else { &[] };
            for i in (first.max(1)..=last).rev() {
                let (known, new) = here.split_at_mut(heap_sets.count(i));
                for (set, &rest) in new.iter_mut().zip(&heap_sets.smaller[i]) {
                    *set = known[rest];
                    if let Some(lower) = lower.get(rest) {
                        unite(set, lower);
                    }
                }
            }
            kept.raise(first, places[first], last, places[last], sizes[first] > 0, &here);
        }
        count.step(1)
    })?;
    Ok(answers)
}

/// A plain loop, which is quick in every build profile; nearly all the time goes here.
fn unite<const WORDS: usize>(set: &mut Set<WORDS>, other: &Set<WORDS>) {
    let mut word = 0;
    while word < WORDS {
        set[word] |= other[word];
        word += 1;
    }
}

/// The sets of fewer than k of n heaps, numbered: the empty set first, then those whose first heap is the last, the
/// last but one, and so on, so that the sets of heaps after the i-th have the first numbers.
struct HeapSets {
    /// For each i the numbers of the sets of heaps after the i-th that have room for the i-th, ascending.
    smaller: Vec<Vec<usize>>,
    /// For each i how many sets there are of heaps after the i-th.
    counts: Vec<usize>,
}

impl HeapSets {
    fn new(n: usize, k: usize) -> Self {
        let mut heaps = vec![0];
        let (mut smaller, mut counts) = (vec![Vec::new(); n], vec![1; n]);
        for i in (0..n).rev() {
            counts[i] = heaps.len();
            smaller[i] = (0..heaps.len()).filter(|&set| heaps[set] + 1 < k).collect();
            heaps.extend(smaller[i].iter().map(|&set| heaps[set] + 1).collect::<Vec<_>>());
        }
        Self { smaller, counts }
    }

    /// How many sets there are of heaps after the i-th.
    fn count(&self, i: usize) -> usize {
        self.counts.get(i).copied().unwrap_or(1)
    }
}

/// How many sets [`Kept`] keeps; none if more than can be counted.
fn sets_kept(n: usize, k: usize, max: u32) -> Option<u64> {
    (0..n as u64).try_fold(0u64, |sum, i| {
        let sets = (0..k as u64).try_fold(0u64, |sum, size| sum.checked_add(choose(n as u64 - 1 - i, size)?))?;
        sum.checked_add(choose(u64::from(max) + i, i)?.checked_mul(sets)?)
    })
}

/// For each heap i, and each choice of the heaps before it, B(x, {i} ∪ U) for all sets U of fewer than k heaps after
/// it, where x is the last position walked with these heaps before the i-th.
struct Kept<const WORDS: usize> {
    sets: Vec<Set<WORDS>>,
    /// Where the sets of each heap begin, and how many stand together.
    heaps: Vec<(usize, usize)>,
}

impl<const WORDS: usize> Kept<WORDS> {
    fn new(range: &HeapRange, heap_sets: &HeapSets) -> Self {
        let mut heaps = Vec::new();
        let mut length = 0;
        for i in 0..range.heaps {
            let before = choose(u64::from(range.max) + i as u64, i as u64).unwrap_or(u64::MAX);
            heaps.push((length, heap_sets.count(i)));
            length += usize::try_from(before).unwrap_or(usize::MAX) * heap_sets.count(i);
        }
        Self { sets: vec![[0; WORDS]; length], heaps }
    }

    fn place(&self, heap: usize, rank: usize) -> std::ops::Range<usize> {
        let (begin, count) = self.heaps[heap];
        let place = begin + rank * count;
        place..place + count
    }

    fn at(&self, heap: usize, rank: usize) -> &[Set<WORDS>] {
        &self.sets[self.place(heap, rank)]
    }

    /// Brings the sets of the last of a run of equal heaps up to the position walked, from those of the position
    /// with one heap of the run smaller by one, if there is one, and from `here`, the position's own.
    fn raise(
        &mut self,
        first: usize,
        first_rank: usize,
        last: usize,
        last_rank: usize,
        lowerable: bool,
        here: &[Set<WORDS>],
    ) {
        let to = self.place(last, last_rank);
        if !lowerable {
            let count = to.len();
            self.sets[to].copy_from_slice(&here[..count]);
            return;
        }
        if first != last {
            let from = self.place(first, first_rank).start;
            self.sets.copy_within(from..from + to.len(), to.start);
        }
        for (set, own) in self.sets[to].iter_mut().zip(here) {
            unite(set, own);
        }
    }
}
