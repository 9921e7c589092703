use super::classes::Classes;
use super::repetition::Repetition;
use super::seen::Seen;
use crate::game::Nimber;

/// What two heaps together can be worth, found from the values of single heaps.
///
/// Among n counters there are n/2 pairs. Two observations about the values so far spare most of them; where
/// neither holds the time suffers and the answer does not.
pub(super) struct Pairs {
    equal_parts: bool,
    classes: Classes,
    repetition: Repetition,
    looked_at: u64,
}

/// So many pairs of one rest are looked at before those of the next: what one of them never has, another often
/// has at once.
const STRETCH: usize = 64;

impl Pairs {
    pub(super) fn new(equal_parts: bool) -> Self {
        Self { equal_parts, classes: Classes::default(), repetition: Repetition::default(), looked_at: 0 }
    }

    /// How many pairs have been looked at so far.
    pub(super) fn looked_at(&self) -> u64 {
        self.looked_at
    }

    /// Takes in the values up to the last heap; called once a heap.
    pub(super) fn observe(&mut self, values: &[Nimber]) {
        self.classes.observe(values);
        self.repetition.observe(values);
    }

    /// The least value that is neither seen nor that of two heaps, neither empty, with `rest` counters together,
    /// for one of these rests.
    pub(super) fn mex(
        &mut self,
        rests: impl Iterator<Item = usize> + Clone,
        values: &[Nimber],
        seen: &mut Seen,
    ) -> Nimber {
        let [all, rare] = rests.clone().fold([0, 0], |[all, rare], rest| {
            let among: usize = self.rare(rest).iter().map(|heaps| heaps.len()).sum();
            [all + self.smaller(rest), rare + among]
        });
        self.looked_at += all.min(rare) as u64;
        if all <= rare {
            rests.for_each(|rest| self.mark_stretch(1, usize::MAX, rest, values, seen));
            return seen.mex();
        }
        self.mex_by_classes(rests, values, seen)
    }

    /// The smaller of two heaps of a rest can be taken to be 1 to this.
    fn smaller(&self, rest: usize) -> usize {
        let smaller = if self.equal_parts { rest / 2 } else { rest.saturating_sub(1) / 2 };
        smaller.min(self.repetition.reach())
    }

    /// The heaps of rare value that the smaller of two heaps of a rest can be, and those that the larger can be.
    fn rare(&self, rest: usize) -> [&[u32]; 2] {
        let smaller = self.smaller(rest);
        [self.classes.rare_heaps(1..smaller + 1), self.classes.rare_heaps(rest - smaller..rest)]
    }

    /// Marks so many pairs of a rest, from those whose smaller heap is `from` upwards.
    fn mark_stretch(&self, from: usize, pairs: usize, rest: usize, values: &[Nimber], seen: &mut Seen) {
        let to = self.smaller(rest).saturating_add(1).min(from.saturating_add(pairs));
        if from < to {
            seen.mark_pairs(&values[from..to], &values[rest + 1 - to..rest + 1 - from]);
        }
    }

    /// A pair has a common value if just one of its heaps has, else a rare one. So the heaps of rare value tell all
    /// common values that occur, and the least missing of these bounds what is to be looked for among all pairs.
    fn mex_by_classes(
        &mut self,
        rests: impl Iterator<Item = usize> + Clone,
        values: &[Nimber],
        seen: &mut Seen,
    ) -> Nimber {
        for rest in rests.clone() {
            for heaps in self.rare(rest) {
                seen.mark_with_partners(heaps, rest, values);
            }
        }
        let bound = seen.missing().find(|&value| !self.classes.is_rare(value)).unwrap_or(Nimber::MAX);
        let mut sought: Vec<Nimber> = seen.missing().take_while(|&value| value < bound).collect();
        let mut from = 1;
        while !sought.is_empty() && rests.clone().any(|rest| from <= self.smaller(rest)) {
            for rest in rests.clone() {
                self.mark_stretch(from, STRETCH, rest, values, seen);
                self.looked_at += STRETCH as u64;
            }
            sought.retain(|&value| seen.is_missing(value));
            from += STRETCH;
        }
        seen.mex()
    }
}
