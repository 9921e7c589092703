use super::{HeapRule, Heaps, Move, Positions, Ruleset, moves_in_one_heap};

/// A move takes one, two, four, eight, … counters from one heap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Powers;

impl HeapRule for Powers {
    fn replacements(&self, heap: u32, show: &mut dyn FnMut(&[u32])) {
        let powers = (0..u32::BITS).map(|exponent| 1 << exponent);
        powers.take_while(|&taken| taken <= heap).for_each(|taken| show(&[heap - taken]));
    }
}

impl Ruleset for Powers {
    type Position = Heaps;

    fn moves(&self, from: &Heaps) -> Vec<Move<Heaps>> {
        moves_in_one_heap(self, from)
    }

    fn heap_rule(&self) -> Option<&dyn HeapRule> {
        Some(self)
    }

    fn visits(&self, from: &Positions<Heaps>) -> u64 {
        from.lowered()
    }
}
