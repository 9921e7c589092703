use crate::game::{HeapRange, Heaps, PositionRange, Positions, Ruleset, Take, choose};

/// So many heaps are few: what a position costs hardly depends on their number.
const FEW: u64 = 16;

/// The smallest range with every position of a question in it: what a solver that walks upwards must walk.
pub(super) struct Enclosing(HeapRange);

impl Enclosing {
    /// Positions with fewer heaps than the others count as having heaps of no counters besides.
    pub(super) fn of(positions: &Positions<Heaps>) -> Self {
        Self(positions.bounds())
    }

    pub(super) fn range(&self) -> &HeapRange {
        &self.0
    }

    /// How many positions the range has; `u64::MAX` if more than can be counted.
    pub(super) fn count(&self) -> u64 {
        self.0.count().unwrap_or(u64::MAX)
    }

    /// What it costs to follow every move from every position of the range, in positions. An upper bound.
    pub(super) fn visits(&self, rules: &Take) -> u64 {
        self.count().saturating_mul(self.visits_each(rules))
    }

    /// What it costs to follow every move from one position, in positions: one, or one for every 64 moves of few heaps.
    pub(super) fn visits_each(&self, rules: &Take) -> u64 {
        let moves = self.moves_at_most(rules).saturating_mul((self.0.heaps as u64 / 8).max(1));
        moves.div_ceil(64).max(1)
    }

    /// What it costs to visit every position of the range and the neighbours above some, in positions: one for each
    /// where heaps are few, else all neighbours at their length.
    pub(super) fn marks(&self, rules: &dyn Ruleset<Position = Heaps>) -> u64 {
        let heaps = self.0.heaps as u64;
        if heaps <= FEW {
            return self.count();
        }
        let above = self.moves_at_most(rules).min(self.count()).saturating_mul(heaps);
        self.count().saturating_mul(above.div_ceil(16).max(1))
    }

    fn moves_at_most(&self, rules: &dyn Ruleset<Position = Heaps>) -> u64 {
        let largest = Heaps::new(vec![self.0.max; self.0.heaps]);
        rules.moves_at_most(&largest).unwrap_or(u64::MAX)
    }

    /// The entries of the question's positions, in its order, from one entry a position of the range, in its order.
    pub(super) fn pick<T: Copy>(&self, positions: &Positions<Heaps>, all: Vec<T>) -> Vec<T> {
        let Positions::Listed(list) = positions else { return all };
        let ranks = Ranks::new(&self.0);
        let mut padded = vec![0; self.0.heaps];
        list.iter()
            .map(|position| {
                let noughts = self.0.heaps - position.sizes().len();
                padded[..noughts].fill(0);
                padded[noughts..].copy_from_slice(position.sizes());
                all[ranks.rank(&padded)]
            })
            .collect()
    }
}

/// The indices of a range's positions, by table: what [`HeapRange::index`] says, quicker.
pub(super) struct Ranks {
    /// C(size + i, i + 1) at `size + i * (max + 1)`.
    table: Vec<usize>,
    stride: usize,
}

impl Ranks {
    /// The range must be small enough to be walked.
    pub(super) fn new(range: &HeapRange) -> Self {
        let term = |(i, size): (u64, u64)| choose(size + i, i + 1).and_then(|term| usize::try_from(term).ok());
        let pairs = (0..range.heaps as u64).flat_map(|i| (0..=u64::from(range.max)).map(move |size| (i, size)));
        Self { table: pairs.map(|pair| term(pair).unwrap_or(usize::MAX)).collect(), stride: range.max as usize + 1 }
    }

    /// What a heap of this size in the i-th place, from nought, adds to the index.
    pub(super) fn term(&self, i: usize, size: u32) -> usize {
        self.table[i * self.stride + size as usize]
    }

    /// The index of the position with these sizes, which must ascend and lie in the range.
    pub(super) fn rank(&self, sizes: &[u32]) -> usize {
        sizes.iter().enumerate().map(|(i, &size)| self.term(i, size)).sum()
    }
}
