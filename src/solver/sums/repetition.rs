use crate::game::{Nimber, repeats_from_the_end};

/// A repetition that the values show so far: g(n + p) = g(n) for n₀ ≤ n and n + p among them.
///
/// It proves nothing about the next value. But of two heaps a ≤ b among those known, with a ≥ n₀ + p, the heaps
/// a − p and b + p are worth the same: the pairs with a < n₀ + p have every value that any pair has.
#[derive(Default)]
pub(super) struct Repetition {
    /// n₀ and p, while the values keep to them.
    found: Option<(usize, usize)>,
    /// How many heaps there are when it is next looked for.
    look_at: usize,
}

impl Repetition {
    /// Takes in the values up to the last heap; called once a heap.
    pub(super) fn observe(&mut self, values: &[Nimber]) {
        if let Some((_, period)) = self.found {
            let before = values.len().checked_sub(1 + period).and_then(|n| values.get(n));
            if values.last() != before {
                self.found = None;
            }
        }
        if values.len() >= self.look_at.max(64) {
            self.look_at = 2 * values.len();
            self.found = shortest(values);
        }
    }

    /// The smaller heap of a pair can be taken to be no larger than this.
    pub(super) fn reach(&self) -> usize {
        self.found.map_or(usize::MAX, |(preperiod, period)| preperiod + period - 1)
    }
}

/// The repetition with the smallest n₀ + p, if it covers half of the values. n₀ is at least 1: a heap of nothing
/// is no part of a pair.
fn shortest(values: &[Nimber]) -> Option<(usize, usize)> {
    let repeats = repeats_from_the_end(values);
    let starts = repeats.iter().enumerate().skip(1).map(|(p, repeats)| ((values.len() - p - repeats).max(1), p));
    starts.min_by_key(|(preperiod, period)| preperiod + period).filter(|(n, p)| 2 * (n + p) < values.len())
}
