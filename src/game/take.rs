use std::collections::BTreeSet;

use super::{BulkRule, HeapRule, Heaps, Move, PeriodTheorem, Positions, Ruleset, Then, choose};

/// The take-away games: a move takes counters from at least one heap and at most `heaps` of them.
///
/// Nim, Moore's Nim (Moore 1910) and the subtraction games are members of this family.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Take {
    /// From at most how many heaps a move takes; at least 1.
    pub heaps: u32,
    /// How many counters a move may take from each of those heaps.
    pub each: Amounts,
    /// At most how many counters a move takes in all; none where there is no such bound.
    pub total: Option<u32>,
}

/// How many counters may be taken from one heap; never none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Amounts {
    /// Any number.
    Any,
    /// At most this many.
    UpTo(u32),
    /// One of these, each at least 1.
    Of(BTreeSet<u32>),
}

impl Amounts {
    /// The amounts that can be taken from a heap of this size, ascending.
    pub fn from_heap(&self, heap: u32) -> Box<dyn Iterator<Item = u32> + '_> {
        match self {
            Self::Any => Box::new(1..=heap),
            Self::UpTo(most) => Box::new(1..=heap.min(*most)),
            Self::Of(amounts) => Box::new(amounts.range(1..=heap.max(1)).copied().filter(move |&a| a <= heap)),
        }
    }
}

impl Amounts {
    /// How many amounts can be taken from a heap of this size.
    fn count(&self, heap: u32) -> u64 {
        match self {
            Self::Any => heap.into(),
            Self::UpTo(most) => heap.min(*most).into(),
            Self::Of(amounts) => amounts.range(..=heap).count() as u64,
        }
    }
}

impl Take {
    /// Any number of counters from one heap (Bouton 1901).
    pub fn nim() -> Self {
        Self::moore(1)
    }

    /// Any number of counters from each of at most `k` heaps (Moore 1910).
    pub fn moore(k: u32) -> Self {
        Self { heaps: k, each: Amounts::Any, total: None }
    }

    /// One of these amounts from one heap.
    pub fn subtraction(amounts: impl IntoIterator<Item = u32>) -> Self {
        Self { heaps: 1, each: Amounts::Of(amounts.into_iter().collect()), total: None }
    }

    /// The bound k of Moore's Nim, if this is Moore's Nim (Nim is k = 1).
    pub fn as_moore(&self) -> Option<u32> {
        (self.each == Amounts::Any && self.total.is_none()).then_some(self.heaps)
    }

    fn amounts(&self, heap: u32, left: u32) -> impl Iterator<Item = u32> + '_ {
        self.each.from_heap(heap).take_while(move |&amount| amount <= left)
    }

    /// The moves of labelled heaps: each as the sizes after it, in the order of `sizes`; no two are equal.
    pub fn labelled_moves(&self, sizes: &[u32]) -> Vec<Vec<u32>> {
        let mut moves = Vec::new();
        self.walk(sizes, true, |to| moves.push(to.to_vec()));
        moves
    }

    /// Visits what the moves from ascending sizes leave, in any order of the heaps; some positions more than once.
    pub fn each_move(&self, sizes: &[u32], to: impl FnMut(&[u32])) {
        self.walk(sizes, false, to);
    }

    fn walk(&self, sizes: &[u32], labelled: bool, mut to: impl FnMut(&[u32])) {
        let mut left = sizes.to_vec();
        let walk = Walk { rules: self, from: sizes, labelled };
        walk.on(&mut left, 0, self.heaps, self.most(), &mut to);
    }

    /// At most how many counters a move takes in all.
    fn most(&self) -> u32 {
        self.total.unwrap_or(u32::MAX)
    }
}

/// A walk through the moves from some sizes, heap by heap.
struct Walk<'a> {
    rules: &'a Take,
    from: &'a [u32],
    /// Whether equal heaps are told apart. Where they are not, no heap may lose less than an equal one before it,
    /// or sixteen equal heaps would show the same few options in every order.
    labelled: bool,
}

impl Walk<'_> {
    /// Takes from at most `heaps` of the heaps from the i-th on, at most `counters` in all. It calls itself once for each
    /// heap that is touched, and not for those that are left alone.
    fn on(&self, left: &mut [u32], i: usize, heaps: u32, counters: u32, to: &mut impl FnMut(&[u32])) {
        let equal = !self.labelled && i > 0 && self.from.get(i) == self.from.get(i - 1);
        let least = if equal { self.from[i - 1] - left[i - 1] } else { 0 };
        if least == 0 && left != self.from {
            to(left);
        }
        if heaps == 0 || counters == 0 {
            return;
        }
        // What an equal heap before it has lost the next must lose too, before any other is touched.
        let last = if least == 0 { left.len() } else { left.len().min(i + 1) };
        for touched in (i..last).rev() {
            let size = self.from[touched];
            for amount in self.rules.amounts(size, counters).skip_while(|&amount| amount < least) {
                left[touched] = size - amount;
                self.on(left, touched + 1, heaps - 1, counters - amount, to);
            }
            left[touched] = size;
        }
    }
}

impl Ruleset for Take {
    type Position = Heaps;

    fn moves(&self, from: &Heaps) -> Vec<Move<Heaps>> {
        let mut moves = Vec::new();
        self.each_move(from.sizes(), |left| moves.push(Move { to: Heaps::new(left), then: Then::Passes }));
        moves
    }

    fn moves_at_most(&self, from: &Heaps) -> Option<u64> {
        // Nothing can be taken from an empty heap, and there may be many.
        let sizes = || from.sizes().iter().filter(|&&size| size > 0);
        // In how many ways counters can be taken from exactly so many of the heaps seen so far.
        let heaps = sizes().count();
        let touchable = heaps.min(self.heaps as usize).min(self.most() as usize);
        let mut ways = vec![0u64; touchable + 1];
        ways[0] = 1;
        for &size in sizes() {
            let amounts = self.each.count(size.min(self.most()));
            for touched in (0..touchable).rev() {
                ways[touched + 1] = ways[touched + 1].saturating_add(ways[touched].saturating_mul(amounts));
            }
            if self.total.is_none() && ways.contains(&u64::MAX) {
                return Some(u64::MAX);
            }
        }
        let within_total = |(touched, ways): (usize, u64)| {
            let (heaps, touched) = (heaps as u64, touched as u64);
            let amounts = self.total.and_then(|total| choose(total.into(), touched));
            amounts.zip(choose(heaps, touched)).map_or(ways, |(amounts, heaps)| ways.min(amounts.saturating_mul(heaps)))
        };
        Some(ways.into_iter().enumerate().skip(1).map(within_total).fold(0, u64::saturating_add))
    }

    fn heap_rule(&self) -> Option<&dyn HeapRule> {
        (self.heaps == 1).then_some(self as &dyn HeapRule)
    }

    fn visits(&self, from: &Positions<Heaps>) -> u64 {
        from.lowered()
    }

    fn moves_in_all(&self, from: &Positions<Heaps>) -> u64 {
        from.moves_in_all(self)
    }
}

impl HeapRule for Take {
    fn replacements(&self, heap: u32, show: &mut dyn FnMut(&[u32])) {
        self.amounts(heap, self.most()).for_each(|amount| show(&[heap - amount]));
    }

    fn in_bulk(&self) -> Option<BulkRule> {
        let amounts = match (&self.each, self.total) {
            (amounts, None) => amounts.clone(),
            (Amounts::Any, Some(total)) => Amounts::UpTo(total),
            (Amounts::UpTo(most), Some(total)) => Amounts::UpTo(total.min(*most)),
            (Amounts::Of(amounts), Some(total)) => Amounts::Of(amounts.range(..=total).copied().collect()),
        };
        Some(BulkRule::without_splits(amounts))
    }

    /// A heap of Nim is worth its size (Bouton 1901); where at most so many can be taken, a window certifies.
    fn period_theorem(&self) -> Option<PeriodTheorem> {
        let total = self.total.unwrap_or(u32::MAX);
        let largest = match &self.each {
            Amounts::Any => total,
            Amounts::UpTo(most) => total.min(*most),
            Amounts::Of(amounts) => amounts.range(..=total).last().copied().unwrap_or(0),
        };
        Some(match largest {
            u32::MAX => PeriodTheorem::Formula { preperiod: 0, period: 1, saltus: 1 },
            _ => PeriodTheorem::Window { largest: largest.max(1) as usize },
        })
    }
}
