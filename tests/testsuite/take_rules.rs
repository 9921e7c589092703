//! The rules of the take family told a second time, in another representation: which of two positions is an option
//! of the other is decided by looking at the two, and nothing of the ruleset's own moves is used.

use std::collections::BTreeSet;

use rungs::game::{Amounts, HeapRange, Heaps, Move, PositionRange, Ruleset, Take, Then, options};

/// A rule in words of its own: at most `heaps` heaps, from each an amount that `each` allows, at most `total` in all.
struct Told {
    heaps: usize,
    each: fn(u32) -> bool,
    total: u32,
}

impl Told {
    /// Whether some way to match the heaps of two positions of as many heaps shows a move from one to the other.
    fn leads(&self, from: &[u32], to: &mut Vec<u32>, matched: usize) -> bool {
        if matched == from.len() {
            let taken: Vec<u32> =
                from.iter().zip(to.iter()).filter(|(from, to)| from != to).map(|(f, t)| f.wrapping_sub(*t)).collect();
            let allowed = taken.iter().all(|&amount| amount <= u32::MAX / 2 && (self.each)(amount));
            return !taken.is_empty()
                && allowed
                && taken.len() <= self.heaps
                && taken.iter().sum::<u32>() <= self.total;
        }
        (matched..to.len()).any(|other| {
            to.swap(matched, other);
            let leads = self.leads(from, to, matched + 1);
            to.swap(matched, other);
            leads
        })
    }
}

/// The first position, and option, on which a ruleset and a second telling differ.
fn first_difference(rules: &dyn Ruleset<Position = Heaps>, told: &Told) -> Option<(Heaps, Heaps)> {
    for (heaps, max) in [(1, 9), (2, 6), (3, 4), (4, 2)] {
        let range = HeapRange { heaps, max };
        for from in range.iter() {
            let shown: BTreeSet<Heaps> = options(rules, &from).into_iter().collect();
            for to in range.iter() {
                if shown.contains(&to) != told.leads(from.sizes(), &mut to.sizes().to_vec(), 0) {
                    return Some((from, to));
                }
            }
            assert!(shown.iter().all(|to| to.sizes().len() == heaps), "{from} loses a heap");
        }
    }
    None
}

fn family() -> Vec<(Take, Told)> {
    let of = |amounts: &[u32]| Amounts::Of(amounts.iter().copied().collect());
    vec![
        (Take::nim(), Told { heaps: 1, each: |_| true, total: u32::MAX }),
        (Take::moore(2), Told { heaps: 2, each: |_| true, total: u32::MAX }),
        (Take::moore(3), Told { heaps: 3, each: |_| true, total: u32::MAX }),
        (Take::subtraction([1, 2, 3]), Told { heaps: 1, each: |a| (1..=3).contains(&a), total: u32::MAX }),
        (Take::subtraction([1, 4, 5]), Told { heaps: 1, each: |a| [1, 4, 5].contains(&a), total: u32::MAX }),
        (Take { heaps: 2, each: Amounts::UpTo(3), total: Some(4) }, Told { heaps: 2, each: |a| a < 4, total: 4 }),
        (Take { heaps: 3, each: of(&[1, 3]), total: Some(5) }, Told { heaps: 3, each: |a| a == 1 || a == 3, total: 5 }),
        (Take { heaps: 2, each: Amounts::Any, total: Some(3) }, Told { heaps: 2, each: |_| true, total: 3 }),
    ]
}

#[test]
fn two_tellings_agree() {
    for (rules, told) in family() {
        assert_eq!(first_difference(&rules, &told), None, "{rules}");
    }
}

#[test]
fn a_wrong_move_generator_is_caught() {
    for (rules, told) in family() {
        let wrong = [
            Take { heaps: rules.heaps + 1, ..rules.clone() },
            Take { total: Some(rules.total.unwrap_or(3) - 1), ..rules.clone() },
            Take { each: Amounts::Of([2].into()), ..rules.clone() },
        ];
        for wrong in wrong {
            assert!(first_difference(&wrong, &told).is_some(), "{wrong} passes for {rules}");
        }
    }
}

/// What becomes of the options of a position.
type Fault = fn(&Heaps, Vec<Heaps>) -> Vec<Heaps>;

/// A game planted with a fault.
#[derive(Debug)]
struct Faulty {
    rules: Take,
    fault: Fault,
}

impl Ruleset for Faulty {
    type Position = Heaps;

    fn moves(&self, from: &Heaps) -> Vec<Move<Heaps>> {
        let to = (self.fault)(from, options(&self.rules, from));
        to.into_iter().map(|to| Move { to, then: Then::Passes }).collect()
    }
}

#[test]
fn subtle_faults_of_a_generator_are_caught() {
    let faults: [(&str, Fault); 3] = [
        ("never takes the largest heap whole", |from, to| {
            let rest = &from.sizes()[..from.sizes().len() - 1];
            to.into_iter().filter(|to| to.sizes()[0] != 0 || rest.is_empty() || to.sizes()[1..] != *rest).collect()
        }),
        ("may pass", |from, mut to| {
            to.push(from.clone());
            to
        }),
        ("never touches equal heaps together", |from, to| {
            let equal = from.sizes().windows(2).any(|pair| pair[0] == pair[1] && pair[0] > 0);
            let touched = |to: &Heaps| from.sizes().iter().filter(|size| !to.sizes().contains(size)).count();
            to.into_iter().filter(|to| !equal || touched(to) < 2).collect()
        }),
    ];
    let told = Told { heaps: 2, each: |_| true, total: u32::MAX };
    for (name, fault) in faults {
        let faulty = Faulty { rules: Take::moore(2), fault };
        assert!(first_difference(&faulty, &told).is_some(), "{name}");
    }
}
