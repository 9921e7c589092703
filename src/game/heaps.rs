use std::convert::Infallible;

use super::{Position, PositionRange, Positions, Ruleset};

/// Heaps of counters, unordered: the sizes in ascending order, noughts kept.
///
/// Two positions that differ only in the order of their heaps are one; `0,5,5` and `5,5` are two,
/// for a range of three heaps speaks of the first.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Heaps {
    sizes: Box<[u32]>,
    put_back: u32,
}

impl Heaps {
    /// The position with heaps of these sizes, in any order.
    pub fn new(sizes: impl Into<Vec<u32>>) -> Self {
        let mut sizes: Vec<u32> = sizes.into();
        sizes.sort_unstable();
        Self { sizes: sizes.into(), put_back: 0 }
    }

    /// The same heaps after so many counters have been put back into some.
    #[must_use]
    pub fn with_put_back(self, put_back: u32) -> Self {
        Self { put_back, ..self }
    }

    /// The sizes, ascending.
    pub fn sizes(&self) -> &[u32] {
        &self.sizes
    }

    /// How many counters have been put back into heaps so far; 0 in games in which they are only taken.
    pub fn put_back(&self) -> u32 {
        self.put_back
    }

    /// Whether every heap can be matched with one here that is at least as large.
    pub fn covers(&self, other: &Self) -> bool {
        let mut ours = self.sizes.iter().rev();
        other.sizes.iter().rev().all(|size| ours.next().unwrap_or(&0) >= size)
    }

    /// All counters together.
    pub fn counters(&self) -> u64 {
        self.sizes.iter().map(|&size| u64::from(size)).sum()
    }
}

impl Position for Heaps {
    type Range = HeapRange;
}

impl Positions<Heaps> {
    /// The most heaps in one of these positions; in a list, heaps of no counters do not count.
    pub fn most_heaps(&self) -> usize {
        let counted = |heaps: &Heaps| heaps.sizes().iter().filter(|&&size| size > 0).count();
        match self {
            Self::Listed(list) => list.iter().map(counted).max().unwrap_or(0),
            Self::Range(range) => range.heaps,
        }
    }

    /// The smallest range that is bounded as these positions are; those with fewer heaps than others are short of
    /// heaps of no counters.
    pub fn bounds(&self) -> HeapRange {
        match self {
            Self::Listed(list) => HeapRange {
                heaps: list.iter().map(|heaps| heaps.sizes().len()).max().unwrap_or(0),
                max: self.largest_heap(),
            },
            Self::Range(range) => range.clone(),
        }
    }

    /// At most how many positions play reaches from these that only lowers heaps: those within the bounds of all, or
    /// those below each if these are fewer.
    pub fn lowered(&self) -> u64 {
        let within = self.bounds().count().unwrap_or(u64::MAX);
        match self {
            Self::Listed(list) => within.min(below(list)),
            Self::Range(_) => within,
        }
    }

    /// How many options all positions have together that play reaches which also breaks heaps: the partitions of
    /// every number of counters up to the largest here, each with about as many options as counters.
    pub fn broken(&self) -> u64 {
        let counters = match self {
            Self::Listed(list) => list.iter().map(Heaps::counters).max().unwrap_or(0),
            Self::Range(range) => u64::from(range.max).saturating_mul(range.heaps as u64),
        };
        partitions_up_to(counters).saturating_mul(counters.max(1))
    }

    /// About how many moves of eight heaps or fewer there are from all positions together that play comes to from these,
    /// where heaps are only lowered: on the average a quarter of the most that there can be from one.
    pub fn moves_in_all(&self, rules: &dyn Ruleset<Position = Heaps>) -> u64 {
        let HeapRange { heaps, max } = self.bounds();
        let moves = rules.moves_at_most(&Heaps::new(vec![max; heaps])).unwrap_or(0) / 4;
        rules.visits(self).saturating_mul(moves).saturating_mul((heaps as u64 / 8).max(1))
    }

    /// The largest heap in one of these positions.
    pub fn largest_heap(&self) -> u32 {
        match self {
            Self::Listed(list) => list.iter().filter_map(|heaps| heaps.sizes().last()).max().copied().unwrap_or(0),
            Self::Range(range) => range.max,
        }
    }
}

/// All multisets of `heaps` heaps of at most `max` counters each, the all-nought one included.
///
/// They are ordered by their largest heap, then the next largest, and so on: the index of a position is
/// its combinatorial rank and does not depend on `max`, and every smaller position has a smaller index.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct HeapRange {
    /// How many heaps, those of no counters included.
    pub heaps: usize,
    /// The largest heap, inclusive.
    pub max: u32,
}

impl HeapRange {
    /// The index of the position with these sizes, which must ascend: the sum of C(sizeᵢ + i, i + 1) over i from 0.
    /// None if it does not fit.
    pub fn index(sizes: &[u32]) -> Option<u64> {
        sizes
            .iter()
            .enumerate()
            .try_fold(0u64, |index, (i, &size)| index.checked_add(choose(u64::from(size) + i as u64, i as u64 + 1)?))
    }

    /// Visits the sizes of every position, ascending, in the order of the indices.
    pub fn walk(&self, mut visit: impl FnMut(&[u32])) {
        let Ok(()) = self.try_walk(|sizes| {
            visit(sizes);
            Ok::<(), Infallible>(())
        });
    }

    /// The same, as long as nothing is wrong.
    ///
    /// # Errors
    /// The first of a visit.
    pub fn try_walk<E>(&self, mut visit: impl FnMut(&[u32]) -> Result<(), E>) -> Result<(), E> {
        let mut sizes = vec![0; self.heaps];
        visit(&sizes)?;
        while advance(&mut sizes, self.max) {
            visit(&sizes)?;
        }
        Ok(())
    }
}

impl PositionRange<Heaps> for HeapRange {
    /// None where the positions differ in their number of heaps.
    fn around(positions: &[Heaps]) -> Option<Self> {
        let heaps = positions.first()?.sizes().len();
        let alike = positions.iter().all(|position| position.sizes().len() == heaps);
        let max = positions.iter().filter_map(|position| position.sizes().last()).max().copied().unwrap_or(0);
        alike.then_some(Self { heaps, max })
    }

    fn count(&self) -> Option<u64> {
        choose(u64::from(self.max) + self.heaps as u64, self.heaps as u64)
    }

    fn parts(&self) -> Option<u64> {
        self.count()?.checked_mul(self.heaps as u64)
    }

    fn iter(&self) -> Box<dyn Iterator<Item = Heaps> + Send + '_> {
        let first = vec![0; self.heaps];
        let max = self.max;
        let next = move |sizes: &Vec<u32>| {
            let mut sizes = sizes.clone();
            advance(&mut sizes, max).then_some(sizes)
        };
        Box::new(std::iter::successors(Some(first), next).map(Heaps::new))
    }
}

/// Makes of an ascending sequence the next in the order of [`HeapRange`]; false after the last.
fn advance(sizes: &mut [u32], max: u32) -> bool {
    let grows = (0..sizes.len()).find(|&i| match sizes.get(i + 1) {
        Some(&next) => sizes[i] < next,
        None => sizes[i] < max,
    });
    if let Some(grows) = grows {
        sizes[grows] += 1;
        sizes[..grows].fill(0);
    }
    grows.is_some()
}

/// At most how many positions lie below some of a list; `u64::MAX` where many of it lie below no other.
fn below(list: &[Heaps]) -> u64 {
    let mut tops: Vec<&Heaps> = Vec::new();
    for heaps in list {
        if tops.iter().any(|top| top.covers(heaps)) {
            continue;
        }
        if tops.len() == 16 {
            return u64::MAX;
        }
        tops.push(heaps);
    }
    let below = |heaps: &&Heaps| heaps.sizes.iter().fold(1_u64, |all, &size| all.saturating_mul(u64::from(size) + 1));
    tops.iter().map(below).fold(0, u64::saturating_add)
}

/// In how many ways at most so many counters fall into heaps; `u64::MAX` if it does not fit.
fn partitions_up_to(counters: u64) -> u64 {
    // Beyond, the number has more than 64 bits.
    let Some(counters) = usize::try_from(counters).ok().filter(|&counters| counters < 512) else { return u64::MAX };
    let mut ways = vec![0_u64; counters + 1];
    ways[0] = 1;
    for heap in 1..=counters {
        for sum in heap..=counters {
            ways[sum] = ways[sum].saturating_add(ways[sum - heap]);
        }
    }
    ways.into_iter().fold(0, u64::saturating_add)
}

/// n choose k; none if it does not fit.
pub fn choose(n: u64, k: u64) -> Option<u64> {
    if k > n {
        return Some(0);
    }
    let k = k.min(n - k);
    let mut product: u128 = 1;
    for i in 0..u128::from(k) {
        product = product.checked_mul(u128::from(n) - i)? / (i + 1);
    }
    u64::try_from(product).ok()
}
