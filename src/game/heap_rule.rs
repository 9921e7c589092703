use std::collections::BTreeSet;

use super::{BulkRule, Heaps, Move, PeriodTheorem, Then};

/// The rule of a game whose positions are disjunctive sums of heaps: what a move makes of one heap.
pub trait HeapRule: Send + Sync {
    /// Shows every list of heaps that one move can put in the place of a heap of this size; noughts may be left out.
    fn replacements(&self, heap: u32, show: &mut dyn FnMut(&[u32]));

    /// The same rule told by amounts; none where it cannot be told so, and large heaps are then out of reach.
    fn in_bulk(&self) -> Option<BulkRule> {
        None
    }

    /// The theorem that can certify a period of the values of heaps; none where no such theorem is known.
    fn period_theorem(&self) -> Option<PeriodTheorem> {
        None
    }
}

/// The moves from a position of which any one heap may be replaced by such a rule. A heap that is used up
/// stays as a nought.
pub fn moves_in_one_heap(rule: &dyn HeapRule, from: &Heaps) -> Vec<Move<Heaps>> {
    let mut to = BTreeSet::new();
    let sizes = from.sizes();
    for (i, &heap) in sizes.iter().enumerate().filter(|&(i, heap)| i == 0 || sizes.get(i - 1) != Some(heap)) {
        rule.replacements(heap, &mut |left| {
            let mut next = sizes.to_vec();
            next.remove(i);
            next.extend(if left.is_empty() { &[0] } else { left });
            to.insert(Heaps::new(next));
        });
    }
    to.into_iter().map(|to| Move { to, then: Then::Passes }).collect()
}
