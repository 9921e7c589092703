use super::{Amounts, BulkRule, HeapRule, Heaps, Move, PeriodTheorem, Positions, Ruleset, moves_in_one_heap};

/// Lasker's Nim: a move takes any number of counters from one heap, or splits one heap in two (Lasker 1931).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lasker;

impl HeapRule for Lasker {
    fn replacements(&self, heap: u32, show: &mut dyn FnMut(&[u32])) {
        (0..heap).for_each(|left| show(&[left]));
        (1..=heap / 2).for_each(|a| show(&[a, heap - a]));
    }

    fn in_bulk(&self) -> Option<BulkRule> {
        Some(BulkRule { splits: vec![0], ..BulkRule::without_splits(Amounts::Any) })
    }

    /// 4k + 1 and 4k + 2 are worth their size, 4k + 3 and 4k + 4 that of each other (*Winning Ways*, chapter 4).
    fn period_theorem(&self) -> Option<PeriodTheorem> {
        Some(PeriodTheorem::Formula { preperiod: 1, period: 4, saltus: 4 })
    }
}

impl Ruleset for Lasker {
    type Position = Heaps;

    fn moves(&self, from: &Heaps) -> Vec<Move<Heaps>> {
        moves_in_one_heap(self, from)
    }

    fn moves_at_most(&self, from: &Heaps) -> Option<u64> {
        Some(from.counters().saturating_add(from.counters() / 2))
    }

    fn heap_rule(&self) -> Option<&dyn HeapRule> {
        Some(self)
    }

    fn visits(&self, from: &Positions<Heaps>) -> u64 {
        from.broken()
    }
}
