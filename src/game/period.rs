use super::Nimber;

/// An eventual period of the values of heaps: g(n + period) = g(n) + saltus for every n from `preperiod` on.
///
/// There is one only with a certificate: a window that happens to repeat is not a period.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Period {
    /// The least n from which on the equality holds.
    pub preperiod: usize,
    /// The least such period; at least 1.
    pub period: usize,
    /// What is added from one period to the next: 0 where the values repeat.
    pub saltus: Nimber,
    /// The theorem by which the equality holds for all n, having held for those that were looked at.
    pub theorem: PeriodTheorem,
    /// The equality was looked at for `preperiod` ≤ n < `checked`.
    pub checked: usize,
}

/// Why an equality that holds for finitely many heaps holds for all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PeriodTheorem {
    /// A move takes one of finitely many amounts from a heap, at most `largest` (at least 1), and never splits it:
    /// a value depends on the `largest` values before it, so that a window as long as that repeats for ever.
    Window {
        /// The largest amount.
        largest: usize,
    },
    /// A move takes at most `last` counters and breaks what is left into at most `parts` heaps. It is enough that
    /// g(n + p) = g(n) for n₀ ≤ n < parts·n₀ + (parts − 1)·p + last, where n₀ ≥ 1: beyond, one of the parts can be
    /// made larger or smaller by p without changing its value. For two parts this is Guy and Smith's bound (1956).
    Breaking {
        /// The most counters that a move takes: the place of the last digit of a code that is not 0.
        last: usize,
        /// Into how many heaps a move breaks what is left, at most; at least 1.
        parts: usize,
    },
    /// A formula proved for the game gives every value: g(n + p) = g(n) + s from n₀ on.
    Formula {
        /// n₀.
        preperiod: usize,
        /// p.
        period: usize,
        /// s.
        saltus: Nimber,
    },
}

impl PeriodTheorem {
    /// From which n on the equality need not be looked at, having held from n₀.
    fn enough(self, preperiod: usize, period: usize) -> usize {
        match self {
            Self::Window { largest } => preperiod.saturating_add(largest),
            Self::Breaking { last, parts } => {
                let parts_below = parts.saturating_mul(preperiod.max(1));
                parts_below.saturating_add(parts.saturating_sub(1).saturating_mul(period)).saturating_add(last)
            }
            Self::Formula { .. } => preperiod.saturating_add(1),
        }
    }
}

impl Period {
    /// The period of the values of heaps 0, 1, 2, …, if these are enough to certify one.
    pub fn find(values: &[Nimber], theorem: PeriodTheorem) -> Option<Self> {
        if let PeriodTheorem::Formula { preperiod, period, saltus } = theorem {
            let checked = values.len().saturating_sub(period);
            let found = Self { preperiod, period, saltus, theorem, checked };
            let holds = (preperiod..checked).all(|n| found.links(values, n));
            return (holds && checked >= theorem.enough(preperiod, period)).then_some(found);
        }
        let repeats = repeats_from_the_end(values);
        repeats.into_iter().enumerate().skip(1).find_map(|(period, repeats)| {
            let checked = values.len() - period;
            let preperiod = checked - repeats;
            (checked >= theorem.enough(preperiod, period)).then_some(Self {
                preperiod,
                period,
                saltus: 0,
                theorem,
                checked,
            })
        })
    }

    fn links(&self, values: &[Nimber], n: usize) -> bool {
        match (values.get(n), values.get(n + self.period)) {
            (Some(&here), Some(&there)) => here.checked_add(self.saltus) == Some(there),
            _ => false,
        }
    }

    /// The value of a heap of n, from the values of heaps 0 to at least `preperiod + period − 1`;
    /// none where these are too few or the value does not fit.
    pub fn value(&self, values: &[Nimber], n: usize) -> Option<Nimber> {
        let Some(beyond) = n.checked_sub(self.preperiod) else { return values.get(n).copied() };
        let rounds = Nimber::try_from(beyond.checked_div(self.period)?).ok()?;
        let first = values.get(self.preperiod + beyond % self.period)?;
        self.saltus.checked_mul(rounds)?.checked_add(*first)
    }
}

/// For each p how many n, counted from the last backwards without a gap, have g(n) = g(n + p):
/// the matches of the reversed list with itself (Gusfield's Z function), in one pass.
pub fn repeats_from_the_end(values: &[Nimber]) -> Vec<usize> {
    let from_end = |i: usize| values.len().checked_sub(i + 1).and_then(|n| values.get(n));
    let mut repeats = vec![values.len(); values.len()];
    let (mut start, mut end) = (0, 0);
    for p in 1..values.len() {
        let mut matches = if p < end { repeats[p - start].min(end - p) } else { 0 };
        while p + matches < values.len() && from_end(matches) == from_end(p + matches) {
            matches += 1;
        }
        if p + matches > end {
            (start, end) = (p, p + matches);
        }
        repeats[p] = matches;
    }
    repeats
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_that_is_too_short_certifies_nothing() {
        let values = [0, 0, 1, 1, 2, 0, 0, 1];
        assert_eq!(Period::find(&values[..7], PeriodTheorem::Window { largest: 3 }), None);
        let found = Period::find(&values, PeriodTheorem::Window { largest: 3 }).unwrap();
        assert_eq!((found.preperiod, found.period, found.checked), (0, 5, 3));
        assert_eq!(found.value(&values, 1_000_004), Some(2));
    }

    #[test]
    fn the_bound_for_codes_is_met_exactly() {
        // 0.75: 0 then 1, 2, 1, 2, …; n₀ = 1, p = 2, k = 2, so the equality is needed for 1 ≤ n < 6: eight values.
        let values: Vec<Nimber> = (0..8u32).map(|n| if n == 0 { 0 } else { 2 - n % 2 }).collect();
        let breaking = PeriodTheorem::Breaking { last: 2, parts: 2 };
        assert_eq!(Period::find(&values[..7], breaking), None);
        let found = Period::find(&values, breaking).unwrap();
        assert_eq!((found.preperiod, found.period, found.checked), (1, 2, 6));
    }

    #[test]
    fn a_saltus_is_told_only_where_a_formula_is() {
        let values: Vec<Nimber> = (0..50).collect();
        assert_eq!(Period::find(&values, PeriodTheorem::Breaking { last: 2, parts: 2 }), None);
        let nim = PeriodTheorem::Formula { preperiod: 0, period: 1, saltus: 1 };
        let found = Period::find(&values, nim).unwrap();
        assert_eq!((found.saltus, found.value(&values, 70)), (1, Some(70)));
        assert_eq!(found.value(&values, usize::MAX), None);
        assert_eq!(Period::find(&[0, 1, 1], nim), None);
        assert_eq!(Period::find(&[], nim), None);
        assert_eq!(Period::find(&[], PeriodTheorem::Window { largest: 1 }), None);
    }

    #[test]
    fn matches_are_those_of_the_plain_way() {
        let mut x = 1u32;
        let values: Vec<Nimber> = (0..200)
            .map(|_| {
                x = x.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                x >> 31
            })
            .collect();
        let plain = |p: usize| (0..values.len() - p).rev().take_while(|&n| values[n] == values[n + p]).count();
        let found = repeats_from_the_end(&values);
        assert!((1..values.len()).all(|p| found[p] == plain(p)));
    }
}
