use std::collections::BTreeSet;

use super::{Heaps, Move, Positions, Ruleset, Then};

/// Wythoff's game: a move takes any number of counters from one heap, or numbers that differ by less than
/// `spread` from each of two heaps (Wythoff 1907, where the two numbers are equal; Fraenkel 1982).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wythoff {
    /// By less than this the numbers taken from two heaps may differ; at least 1, and 1 in Wythoff's own game.
    pub spread: u32,
}

impl Ruleset for Wythoff {
    type Position = Heaps;

    fn moves(&self, from: &Heaps) -> Vec<Move<Heaps>> {
        let mut to = BTreeSet::new();
        let sizes = from.sizes();
        // Of equal heaps the first will do, and of two equal heaps the first two.
        let repeats = |i: usize| i > 0 && sizes.get(i - 1) == sizes.get(i);
        for (i, &one) in sizes.iter().enumerate().filter(|&(i, _)| !repeats(i)) {
            let mut next = sizes.to_vec();
            for taken in 1..=one {
                next[i] = one - taken;
                to.insert(Heaps::new(next.as_slice()));
                for (j, &other) in sizes.iter().enumerate().skip(i + 1).filter(|&(j, _)| j == i + 1 || !repeats(j)) {
                    let nearby = taken.saturating_sub(self.spread - 1).max(1)..=taken.saturating_add(self.spread - 1);
                    for taken_too in nearby.take_while(|&taken_too| taken_too <= other) {
                        next[j] = other - taken_too;
                        to.insert(Heaps::new(next.as_slice()));
                    }
                    next[j] = other;
                }
            }
        }
        to.into_iter().map(|to| Move { to, then: Then::Passes }).collect()
    }

    fn moves_at_most(&self, from: &Heaps) -> Option<u64> {
        let sizes = from.sizes();
        let nearby = u64::from(self.spread).saturating_mul(2) - 1;
        // The sizes ascend: of two heaps the first is the smaller.
        let of_two = sizes.iter().rev().enumerate().map(|(larger, &small)| {
            let small = u64::from(small);
            let each = sizes.iter().rev().take(larger).map(|&large| small.saturating_mul(nearby.min(large.into())));
            each.fold(0, u64::saturating_add)
        });
        Some(of_two.fold(from.counters(), u64::saturating_add))
    }

    fn moves_in_all(&self, from: &Positions<Heaps>) -> u64 {
        from.moves_in_all(self)
    }

    fn visits(&self, from: &Positions<Heaps>) -> u64 {
        from.lowered()
    }
}
