use super::inverse::Inverse;
use super::pairs::Pairs;
use super::seen::Seen;
use crate::game::{Amounts, BulkRule, HeapRule, Nimber, mex, nim_sum};
use crate::solver::{Allowance, Silence};

/// The most pairs of heaps that are looked at for one sequence: seconds of work. How many a game needs shows only on the
/// way: where its values keep to a period or a sparse space some hundred a heap, else as many as there are, so that
/// the values of heaps up to 185,000 are found even then.
const MOST_PAIRS: u64 = 1 << 33;

/// The values of heaps 0 to `max` under a rule, from the smallest upwards, each the mex of what one move leaves.
///
/// One heap rests on all before it, so that they are found one after another on one core.
///
/// # Errors
/// [`MOST_PAIRS`] have been looked at, or nobody wants to know any more.
pub(super) fn heap_values(rule: &dyn HeapRule, max: u32, allowance: &Allowance) -> Result<Vec<Nimber>, Unfinished> {
    match rule.in_bulk() {
        Some(rule) => BottomUp::new(&rule, max).values(max, MOST_PAIRS, allowance),
        None => one_by_one(rule, max, allowance).map_err(Unfinished::Silent),
    }
}

/// Why not all values were found.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Unfinished {
    /// There were too many pairs to look at; says the largest heap whose value is known.
    Reached(u32),
    /// Nobody wants to know any more.
    Silent(Silence),
}

/// The largest heap that may be asked about, from what is known beforehand.
pub(super) fn reach(rule: &dyn HeapRule) -> u32 {
    let Some(rule) = rule.in_bulk() else { return 1 << 13 };
    let amounts = match &rule.shrinks {
        Amounts::Any => 1,
        Amounts::UpTo(most) => *most,
        Amounts::Of(amounts) => u32::try_from(amounts.len()).unwrap_or(u32::MAX),
    };
    let by_amounts = (1 << 33) / u64::from(amounts.max(1));
    let by_breaking = match (rule.splits.is_empty(), rule.triples.is_empty()) {
        (_, false) => 1 << 12,
        (false, true) if rule.shrinks == Amounts::Any => 1 << 18,
        (false, true) => 1 << 20,
        (true, true) => u64::from(u32::MAX),
    };
    u32::try_from(by_amounts.min(by_breaking)).unwrap_or(u32::MAX)
}

/// Every move of every heap in turn.
fn one_by_one(rule: &dyn HeapRule, max: u32, allowance: &Allowance) -> Result<Vec<Nimber>, Silence> {
    let mut values: Vec<Nimber> = Vec::new();
    for heap in 0..=max {
        let mut options = Vec::new();
        rule.replacements(heap, &mut |left| {
            options.push(nim_sum(left.iter().filter_map(|&size| values.get(size as usize)).copied()));
        });
        values.push(mex(options));
        allowance.visit(1)?;
    }
    Ok(values)
}

/// The moves of a heap taken in at once, kind by kind.
struct BottomUp<'a> {
    rule: &'a BulkRule,
    values: Vec<Nimber>,
    pairs: Pairs,
    /// The heaps of each value; kept where any number can be taken from a heap, so that values grow, and heaps split.
    inverse: Option<Inverse>,
    /// The values that two heaps of n counters together can have, for n from 0; kept where rests fall in three.
    of_pairs: Vec<Vec<Nimber>>,
    seen: Seen,
}

impl<'a> BottomUp<'a> {
    fn new(rule: &'a BulkRule, max: u32) -> Self {
        Self {
            rule,
            values: Vec::with_capacity(max as usize + 1),
            pairs: Pairs::new(rule.equal_parts),
            inverse: (rule.shrinks == Amounts::Any && !rule.splits.is_empty()).then(Inverse::default),
            of_pairs: Vec::new(),
            seen: Seen::default(),
        }
    }

    fn values(mut self, max: u32, most_pairs: u64, allowance: &Allowance) -> Result<Vec<Nimber>, Unfinished> {
        let mut count = allowance.count();
        for heap in 0..=max as usize {
            if self.pairs.looked_at() > most_pairs {
                let heap = u32::try_from(heap).unwrap_or(u32::MAX);
                return Err(Unfinished::Reached(heap.saturating_sub(1)));
            }
            self.seen.next_heap();
            self.one_heap_left(heap);
            self.three_heaps_left(heap);
            let rests = self.rule.splits.iter().filter_map(|&taken| heap.checked_sub(taken as usize));
            let value = match &self.inverse {
                // Most values are there already, and few are to be looked for.
                Some(inverse) => {
                    let attained = |&value: &Nimber| {
                        rests.clone().any(|rest| inverse.attains(value, rest, self.rule.equal_parts, &self.values))
                    };
                    self.seen.missing().find(|value| !attained(value)).unwrap_or(Nimber::MAX)
                }
                None => self.pairs.mex(rests, &self.values, &mut self.seen),
            };
            self.values.push(value);
            self.seen.make_room(value);
            match &mut self.inverse {
                _ if self.rule.splits.is_empty() => {}
                Some(inverse) if heap > 0 => inverse.observe(u32::try_from(heap).unwrap_or(u32::MAX), value),
                Some(_) => {}
                None => self.pairs.observe(&self.values),
            }
            // What can be left of this heap can be left of every larger one.
            let leaves = if heap == 0 { &self.rule.empties } else { &self.rule.shrinks };
            if *leaves == Amounts::Any {
                self.seen.always(value);
            }
            // Where rests fall in three, one heap can take long.
            let counted = if self.rule.triples.is_empty() { count.step(1) } else { allowance.visit(1) };
            counted.map_err(Unfinished::Silent)?;
        }
        Ok(self.values)
    }

    fn one_heap_left(&mut self, heap: usize) {
        let empties = match &self.rule.empties {
            Amounts::Any => false,
            Amounts::UpTo(most) => (1..=*most as usize).contains(&heap),
            Amounts::Of(amounts) => u32::try_from(heap).is_ok_and(|heap| amounts.contains(&heap)),
        };
        if empties {
            self.seen.mark(0);
        }
        match &self.rule.shrinks {
            Amounts::Any => {}
            Amounts::UpTo(most) => {
                let smallest = heap.saturating_sub(*most as usize).max(1);
                self.values.iter().skip(smallest).for_each(|&value| self.seen.mark(value));
            }
            Amounts::Of(amounts) => {
                let left = amounts.iter().map_while(|&taken| heap.checked_sub(taken as usize)).filter(|&left| left > 0);
                left.filter_map(|left| self.values.get(left)).for_each(|&value| self.seen.mark(value));
            }
        }
    }

    fn three_heaps_left(&mut self, heap: usize) {
        if self.rule.triples.is_empty() {
            return;
        }
        let mut of_two: Vec<Nimber> = (1..heap).map(|a| self.values[a] ^ self.values[heap - a]).collect();
        of_two.sort_unstable();
        of_two.dedup();
        self.of_pairs.push(of_two);
        for rest in self.rule.triples.iter().filter_map(|&taken| heap.checked_sub(taken as usize)) {
            for one in 1..rest {
                self.of_pairs[rest - one].iter().for_each(|others| self.seen.mark(self.values[one] ^ others));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{GrundysGame, Lasker, Octal, Take};

    /// A rule for one heap made from its telling by amounts.
    struct Told(BulkRule);

    impl HeapRule for Told {
        fn replacements(&self, heap: u32, show: &mut dyn FnMut(&[u32])) {
            (0..heap).for_each(|left| show(&[left]));
            for rest in self.0.splits.iter().filter_map(|&taken| heap.checked_sub(taken)) {
                let pairs = (1..=rest / 2).map(|a| [a, rest - a]).filter(|[a, b]| self.0.equal_parts || a != b);
                pairs.for_each(|pair| show(&pair));
            }
        }

        fn in_bulk(&self) -> Option<BulkRule> {
            Some(self.0.clone())
        }
    }

    fn agree(rule: &dyn HeapRule, max: u32) {
        let allowance = Allowance::of(u64::MAX);
        assert_eq!(heap_values(rule, max, &allowance).unwrap(), one_by_one(rule, max, &allowance).unwrap());
    }

    #[test]
    fn in_bulk_and_one_by_one() {
        for code in [
            vec![0, 7, 7],
            vec![0, 0, 7],
            vec![0, 1, 3, 7],
            vec![0, 0, 0, 7],
            vec![4, 3],
            vec![0, 6],
            vec![0, 4],
            vec![0, 2, 6],
            vec![0, 1, 5, 0, 5],
            vec![4, 0, 1, 6],
            vec![0, 1, 2, 3],
            vec![],
        ] {
            agree(&Octal::new(code).unwrap(), 500);
        }
        agree(&GrundysGame, 600);
        agree(&Lasker, 700);
        // Lasker's Nim with unequal parts, and with a counter taken before a split.
        for (splits, equal_parts) in [(vec![0], false), (vec![1], true), (vec![0, 3], true)] {
            let rule = BulkRule { splits, equal_parts, ..BulkRule::without_splits(Amounts::Any) };
            agree(&Told(rule), 300);
        }
        agree(&Take::nim(), 100);
        agree(&Take::subtraction([2, 4, 7]), 100);
        agree(&Take { total: Some(4), ..Take::nim() }, 100);
    }

    #[test]
    fn once_a_period_shows_few_pairs_are_looked_at() {
        let kayles = Octal::new([0, 7, 7]).unwrap().in_bulk().unwrap();
        assert!(BottomUp::new(&kayles, 20_000).values(20_000, 200 * 20_000, &Allowance::of(u64::MAX)).is_ok());
    }

    #[test]
    fn what_takes_too_many_pairs_ends_with_how_far_it_came() {
        let rule = Octal::new([0, 0, 0, 6]).unwrap().in_bulk().unwrap();
        let values = |max| BottomUp::new(&rule, max).values(max, 1 << 12, &Allowance::of(u64::MAX));
        let Err(Unfinished::Reached(reached)) = values(2_000) else { panic!("it came to the end") };
        assert!(reached < 1_000);
        assert!(values(reached).is_ok());
    }

    #[test]
    fn three_heaps_in_bulk_and_one_by_one() {
        for code in [vec![0, 8], vec![8, 9], vec![0, 15, 3], vec![0, 3, 0, 12]] {
            agree(&Octal::new(code).unwrap(), 70);
        }
    }
}
