use std::collections::BTreeSet;

use super::{Amounts, BulkRule, HeapRule, Heaps, Move, Positions, Ruleset, moves_in_one_heap};

/// Grundy's game: a move splits one heap into two of different sizes (Grundy 1939).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GrundysGame;

impl HeapRule for GrundysGame {
    fn replacements(&self, heap: u32, show: &mut dyn FnMut(&[u32])) {
        (1..heap.div_ceil(2)).for_each(|a| show(&[a, heap - a]));
    }

    fn in_bulk(&self) -> Option<BulkRule> {
        let nothing = BulkRule::without_splits(Amounts::Of(BTreeSet::new()));
        Some(BulkRule { splits: vec![0], equal_parts: false, ..nothing })
    }
}

impl Ruleset for GrundysGame {
    type Position = Heaps;

    fn moves(&self, from: &Heaps) -> Vec<Move<Heaps>> {
        moves_in_one_heap(self, from)
    }

    fn moves_at_most(&self, from: &Heaps) -> Option<u64> {
        Some(from.counters() / 2)
    }

    fn heap_rule(&self) -> Option<&dyn HeapRule> {
        Some(self)
    }

    fn visits(&self, from: &Positions<Heaps>) -> u64 {
        from.broken()
    }
}
