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
}

/// So many pairs of one rest are looked at before those of the next: what one of them never has, another often
/// has at once.
const STRETCH: usize = 64;

impl Pairs {
    pub(super) fn new(equal_parts: bool) -> Self {
        Self { equal_parts, classes: Classes::default(), repetition: Repetition::default() }
    }

    /// Takes in the values up to the last heap; called once a heap.
    pub(super) fn observe(&mut self, values: &[Nimber]) {
        self.classes.observe(values);
        self.repetition.observe(values);
    }

    /// The least value that is neither seen nor that of two heaps, neither empty, with `rest` counters together,
    /// for one of these rests.
    pub(super) fn mex(&self, rests: impl Iterator<Item = usize> + Clone, values: &[Nimber], seen: &mut Seen) -> Nimber {
        let all = rests.clone().map(|rest| self.smaller(rest)).max().unwrap_or(0);
        if all <= self.classes.rare_heaps().len() {
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

    /// Marks so many pairs of a rest, from those whose smaller heap is `from` upwards.
    fn mark_stretch(&self, from: usize, pairs: usize, rest: usize, values: &[Nimber], seen: &mut Seen) {
        let to = self.smaller(rest).saturating_add(1).min(from.saturating_add(pairs));
        if from < to {
            seen.mark_pairs(&values[from..to], &values[rest + 1 - to..rest + 1 - from]);
        }
    }

    /// Marks the pairs of a rest of which one heap at least has a rare value.
    fn mark_rare(&self, rest: usize, values: &[Nimber], seen: &mut Seen) {
        let rare = self.classes.rare_heaps();
        let half = u32::try_from(rest / 2).ok().filter(|_| !self.equal_parts && rest.is_multiple_of(2));
        match half.and_then(|half| rare.binary_search(&half).ok()) {
            None => seen.mark_with_partners(rare, rest, values),
            Some(equal) => {
                seen.mark_with_partners(&rare[..equal], rest, values);
                seen.mark_with_partners(&rare[equal + 1..], rest, values);
            }
        }
    }

    /// A pair has a common value if just one of its heaps has, else a rare one. So the heaps of rare value tell all
    /// common values that occur, and the least missing of these bounds what is to be looked for among all pairs.
    fn mex_by_classes(&self, rests: impl Iterator<Item = usize> + Clone, values: &[Nimber], seen: &mut Seen) -> Nimber {
        rests.clone().for_each(|rest| self.mark_rare(rest, values, seen));
        let bound = seen.missing().find(|&value| !self.classes.is_rare(value)).unwrap_or(Nimber::MAX);
        let mut sought: Vec<Nimber> = seen.missing().take_while(|&value| value < bound).collect();
        let mut from = 1;
        while !sought.is_empty() && rests.clone().any(|rest| from <= self.smaller(rest)) {
            rests.clone().for_each(|rest| self.mark_stretch(from, STRETCH, rest, values, seen));
            sought.retain(|&value| seen.is_missing(value));
            from += STRETCH;
        }
        seen.mex()
    }
}
