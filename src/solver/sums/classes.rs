use std::ops::Range;

use crate::game::Nimber;

/// Values in two classes, such that the exclusive-or of two rare ones or of two common ones is rare, and that of
/// a rare and a common one common: v is rare if v & mask has an even number of ones.
///
/// In most games of splitting heaps some mask leaves few rare values (the *sparse space*, Winning Ways,
/// chapter 4). Nothing rests on that but the time.
#[derive(Default)]
pub(super) struct Classes {
    mask: Nimber,
    /// The heaps of rare value, from 1 on, ascending.
    rare: Vec<u32>,
    /// How many heaps there are when the mask is chosen anew.
    choose_at: usize,
}

/// Values from this on are not looked at in choosing a mask.
const LARGEST: usize = 1 << 12;

impl Classes {
    /// Takes in the values up to the last heap; called once a heap.
    pub(super) fn observe(&mut self, values: &[Nimber]) {
        if let (Some(&value), Some(heap)) = (values.last(), values.len().checked_sub(1))
            && heap > 0
            && self.is_rare(value)
        {
            self.rare.extend(u32::try_from(heap));
        }
        if values.len() >= self.choose_at.max(64) {
            self.choose_at = 2 * values.len();
            self.mask = sparsest(values);
            let heaps = (0..).zip(values).skip(1);
            self.rare = heaps.filter(|(_, value)| self.is_rare(**value)).map(|(heap, _)| heap).collect();
        }
    }

    pub(super) fn is_rare(&self, value: Nimber) -> bool {
        (value & self.mask).count_ones().is_multiple_of(2)
    }

    /// The heaps of rare value among these, from 1 on, ascending.
    pub(super) fn rare_heaps(&self, among: Range<usize>) -> &[u32] {
        let below = |end: usize| self.rare.partition_point(|&heap| (heap as usize) < end);
        let (from, to) = (below(among.start), below(among.end));
        self.rare.get(from..to).unwrap_or_default()
    }
}

/// The mask that leaves the fewest rare values: the Walsh–Hadamard transform of the counts tells for each mask by
/// how much the rare ones outnumber the common ones.
fn sparsest(values: &[Nimber]) -> Nimber {
    let mut counts = Vec::new();
    for value in values.iter().skip(1).map(|&value| value as usize).filter(|&value| value < LARGEST) {
        if value >= counts.len() {
            counts.resize((value + 1).next_power_of_two(), 0_i64);
        }
        counts[value] += 1;
    }
    let mut half = 1;
    while half < counts.len() {
        for block in counts.chunks_mut(2 * half) {
            let (low, high) = block.split_at_mut(half);
            for (low, high) in low.iter_mut().zip(high) {
                (*low, *high) = (*low + *high, *low - *high);
            }
        }
        half *= 2;
    }
    (0..).zip(&counts).min_by_key(|(_, surplus)| **surplus).map_or(0, |(mask, _)| mask)
}
