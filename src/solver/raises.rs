use super::enclosing::Ranks;
use super::{Allowance, Count, Silence};
use crate::game::{Amounts, HeapRange, Take};

/// The rules of a take-away game read backwards: the positions of a range from which a move leads to a given one.
///
/// A second telling, which uses nothing of the ruleset's own moves: a heap that a move lowered is raised again.
pub(super) struct Raises<'a> {
    rules: &'a Take,
    max: u32,
    ranks: Ranks,
    sizes: Vec<u32>,
    raised: Vec<u32>,
    sorted: Vec<u32>,
    count: Count<'a>,
}

impl<'a> Raises<'a> {
    pub(super) fn new(rules: &'a Take, range: &HeapRange, allowance: &'a Allowance) -> Self {
        let noughts = vec![0; range.heaps];
        Self {
            rules,
            max: range.max,
            ranks: Ranks::new(range),
            sizes: noughts.clone(),
            raised: noughts.clone(),
            sorted: noughts,
            count: allowance.count(),
        }
    }

    /// Visits the index of every position from which a move leads to the one with these sizes; some more than once.
    ///
    /// # Errors
    /// Nobody wants to know any more: there can be as many as the range has.
    pub(super) fn visit(&mut self, sizes: &[u32], mut visit: impl FnMut(usize)) -> Result<(), Silence> {
        self.sizes.copy_from_slice(sizes);
        self.raised.copy_from_slice(sizes);
        let heaps = sizes.len().min(self.rules.heaps as usize);
        self.from(0, heaps, self.rules.total.unwrap_or(u32::MAX), &mut visit)
    }

    /// Raises at most `heaps` heaps from the i-th on by at most `left` counters in all. Of equal heaps a later one
    /// is raised at least as far as an earlier one, or the same position would be met once for every order of them.
    /// It calls itself once for each heap that is raised, and not for those that stay.
    fn from(&mut self, i: usize, heaps: usize, left: u32, visit: &mut impl FnMut(usize)) -> Result<(), Silence> {
        let least = match i.checked_sub(1) {
            Some(before) if self.sizes.get(i) == Some(&self.sizes[before]) => self.raised[before] - self.sizes[before],
            _ => 0,
        };
        if least == 0 && self.raised != self.sizes {
            self.sorted.copy_from_slice(&self.raised);
            self.sorted.sort_unstable();
            visit(self.ranks.rank(&self.sorted));
        }
        if heaps == 0 || left == 0 {
            return Ok(());
        }
        self.count.step(0)?;
        // As far as an equal heap before it the next must be raised too, before any other is.
        let last = if least == 0 { self.sizes.len() } else { self.sizes.len().min(i + 1) };
        for raised in i..last {
            let size = self.sizes[raised];
            let most = left.min(self.max - size);
            let rules = self.rules;
            let mut raise = |amount: u32| {
                self.raised[raised] = size + amount;
                self.from(raised + 1, heaps - 1, left - amount, visit)
            };
            match &rules.each {
                Amounts::Any => (least.max(1)..=most).try_for_each(&mut raise)?,
                Amounts::UpTo(each) => (least.max(1)..=most.min(*each)).try_for_each(&mut raise)?,
                Amounts::Of(amounts) if least.max(1) <= most => {
                    amounts.range(least.max(1)..=most).copied().try_for_each(&mut raise)?;
                }
                Amounts::Of(_) => {}
            }
            self.raised[raised] = size;
        }
        Ok(())
    }
}
