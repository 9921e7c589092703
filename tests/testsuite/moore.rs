//! Moore's Nim: counts, lists, values and controls that can be had by other means than the solvers.

use std::collections::BTreeMap;

use rungs::game::{Convention, HeapRange, Heaps, Outcome, Positions, Take, options};
use rungs::solver::{Basis, MooreReading, MooreValues, Question, Silence, Solver};
use rungs::verify::{Budget, Gate, Panel, Provenance};

fn gate() -> Gate {
    Gate::new(Panel::default(), Budget::default())
}

fn ask(rules: &Take, heaps: usize, max: u32) -> Question<'_, Heaps> {
    let positions = Positions::Range(HeapRange { heaps, max });
    Question { game: "moore", rules, convention: Convention::Normal, positions }
}

fn lost(k: u32, heaps: usize, max: u32) -> (Vec<Heaps>, Provenance) {
    let rules = Take::moore(k);
    let question = ask(&rules, heaps, max);
    let verified = gate().outcomes(&question).unwrap();
    let all = question.positions.iter().zip(verified.get());
    let lost = all.filter(|(_, outcome)| **outcome == Outcome::P).map(|(position, _)| position);
    (lost.collect(), verified.provenance()[0].clone())
}

fn controls(provenance: &Provenance) -> Vec<(&str, u64)> {
    provenance.controls.iter().map(|control| (control.name.as_str(), control.refuted)).collect()
}

fn values(k: u32, heaps: usize, max: u32) -> (BTreeMap<Heaps, u32>, Provenance) {
    let rules = Take::moore(k);
    let question = ask(&rules, heaps, max);
    let verified = gate().values(&question).unwrap();
    let values = question.positions.iter().zip(verified.get()).map(|(position, value)| (position, value.unwrap()));
    (values.collect(), verified.provenance()[0].clone())
}

#[test]
fn sweeps_with_two_heaps_a_move() {
    // Moore 1910, swept by an earlier program: positions, lost ones, and how often the divisors 2 and 4 fail.
    for (heaps, max, positions, count, wrong) in
        [(3, 7, 120, 8, [21, 7]), (4, 7, 330, 15, [63, 21]), (6, 15, 54_264, 696, [4_168, 913])]
    {
        let (lost, provenance) = lost(2, heaps, max);
        assert_eq!((provenance.positions, lost.len()), (positions, count), "{heaps} heaps to {max}");
        assert_eq!(controls(&provenance), [("divisor 2", wrong[0]), ("divisor 4", wrong[1])], "{heaps} heaps to {max}");
    }
}

/// In how many orders the heaps of a position can stand.
fn orders(position: &Heaps) -> u64 {
    let factorial = |n: usize| (1..=n as u64).product::<u64>();
    let equal = position.sizes().chunk_by(|a, b| a == b).map(|run| factorial(run.len()));
    factorial(position.sizes().len()) / equal.product::<u64>()
}

#[test]
fn lost_tuples_are_counted_without_any_search() {
    // Each column is one of the vectors of n bits whose weight is divisible by k + 1, whatever the others are.
    let choose = |n: u64, k: u64| (0..k).fold(1, |product, i| product * (n - i) / (i + 1));
    for (k, heaps, bits) in [(1, 3, 3), (2, 3, 3), (2, 4, 3), (2, 5, 4), (2, 6, 4), (3, 4, 3), (3, 6, 3), (4, 5, 2)] {
        let (lost, _) = lost(k, heaps, (1 << bits) - 1);
        let columns: u64 = (0..=heaps as u64).step_by(k as usize + 1).map(|ones| choose(heaps as u64, ones)).sum();
        let tuples: u64 = lost.iter().map(orders).sum();
        assert_eq!(tuples, columns.pow(bits), "k = {k}, {heaps} heaps of {bits} bits");
    }
    let (four, _) = lost(2, 4, 7);
    assert_eq!((four.len(), four.iter().map(orders).sum::<u64>()), (15, 125));
}

#[test]
fn lost_positions_by_name() {
    let text = |lost: &[Heaps]| lost.iter().map(Heaps::to_string).collect::<Vec<_>>();
    let equal = |heaps: usize| (0..=7).map(|size: u32| vec![size.to_string(); heaps].join(",")).collect::<Vec<_>>();
    assert_eq!(lost(1, 3, 7).0.len(), 15);
    assert_eq!(text(&lost(2, 3, 7).0), equal(3));
    assert_eq!(text(&lost(3, 4, 7).0), equal(4));
    let four = lost(2, 4, 7).0;
    let different: Vec<&Heaps> = four.iter().filter(|heaps| heaps.sizes().windows(2).all(|w| w[0] < w[1])).collect();
    assert_eq!(different, [&Heaps::new([3, 5, 6, 7])]);
}

#[test]
fn the_value_of_3_5_6() {
    let rules = Take::moore(2);
    let options = options(&rules, &Heaps::new([3, 5, 6]));
    assert_eq!(options.len(), 50);
    let (values, provenance) = values(2, 3, 6);
    let mut found: Vec<u32> = options.iter().map(|option| values[option]).collect();
    found.sort_unstable();
    found.dedup();
    assert_eq!(found, (0..=13).collect::<Vec<_>>());
    assert_eq!(values[&Heaps::new([3, 5, 6])], 14);
    assert_eq!(provenance.witnesses[1].name, "Jenkyns–Mayberry formula");
}

#[test]
fn the_plain_sum_where_all_heaps_can_be_touched() {
    for k in [2, 3, 4] {
        for (heaps, count) in [(1, 7), (2, 28), (3, 84), (4, 210)] {
            let (values, provenance) = values(k, heaps, 6);
            assert_eq!(values.len(), count);
            let sums = values.iter().all(|(position, &value)| u64::from(value) == position.counters());
            assert_eq!(sums, heaps as u32 <= k, "k = {k}, {heaps} heaps");
            let plain = provenance.witnesses[1].name == "plain sum";
            assert_eq!(plain, heaps as u32 <= k);
            assert!(!plain || controls(&provenance)[0].0 == "exclusive-or");
        }
    }
}

#[test]
fn each_number_of_heaps_has_its_witnesses_and_its_control() {
    for (k, heaps, second, basis, control) in [
        (1, 3, "nim-sum of heap values", Basis::Theory, "plain sum of values"),
        (2, 2, "plain sum", Basis::ClosedForm, "exclusive-or"),
        (2, 3, "Jenkyns–Mayberry formula", Basis::ClosedForm, "plain sum"),
        (2, 4, "substitution by frontiers", Basis::Substitution, "base k + 1 reading of the columns"),
        (3, 6, "substitution by frontiers", Basis::Substitution, "base k + 1 reading of the columns"),
    ] {
        let (_, provenance) = values(k, heaps, 5);
        assert_eq!(provenance.witnesses[0].name, "prefix unions");
        assert_eq!((provenance.witnesses[1].name.as_str(), provenance.witnesses[1].basis), (second, basis));
        assert_eq!(controls(&provenance)[0].0, control);
        assert!(provenance.controls.iter().all(|control| control.refuted > 0));
        assert!(!provenance.told_twice());
    }
}

#[test]
fn the_formula_of_jenkyns_and_mayberry_holds_from_k_2_on() {
    // As a theorem it speaks of k + 1 heaps; with k = 1 it falls on (1, 3), and with one heap more on three of one.
    for (k, max) in [(2, 30), (3, 14), (4, 8), (5, 5)] {
        values(k, k as usize + 1, max);
    }
    let first_wrong = |k: u32, heaps: usize| {
        let (rules, reading) = (Take::moore(k), MooreReading::JenkynsMayberry);
        let (values, _) = values(k, heaps, 7);
        let positions = ask(&rules, heaps, 7).positions;
        let first = positions.iter().find(|p| reading.read(p.sizes(), k) != Some(values[p].into()));
        first.map(|position| position.to_string())
    };
    assert_eq!(first_wrong(1, 2).as_deref(), Some("1,3"));
    assert_eq!(first_wrong(2, 3), None);
    assert_eq!(first_wrong(2, 4).as_deref(), Some("0,1,1,1"));
    assert_eq!(first_wrong(3, 5).as_deref(), Some("0,1,1,1,1"));
}

#[test]
fn a_closed_form_is_silent_outside_its_range() {
    let silent = |solver: MooreValues, k: u32, heaps: usize| {
        let rules = Take::moore(k);
        match solver.values(&ask(&rules, heaps, 5)) {
            Err(Silence::OutOfRange(reach)) => reach,
            Err(other) => panic!("{other:?}"),
            Ok(_) => "speaks".to_owned(),
        }
    };
    assert_eq!(silent(MooreValues::plain_sum(), 2, 2), "speaks");
    assert_eq!(silent(MooreValues::plain_sum(), 2, 3), "it holds for at most 2 heaps, and here are 3");
    assert_eq!(silent(MooreValues::jenkyns_mayberry(), 2, 3), "speaks");
    assert_eq!(silent(MooreValues::jenkyns_mayberry(), 2, 4), "it holds for exactly 3 heaps, and here are 4");
    assert_eq!(silent(MooreValues::jenkyns_mayberry(), 1, 2), "it holds from k = 2 on");
}

#[test]
fn many_equal_heaps_are_no_danger() {
    // Sixteen heaps of at most three: few positions, and too many ways to choose heaps to try them in every order.
    let (lost, _) = lost(8, 16, 2);
    assert!(lost.contains(&Heaps::new([vec![1; 9], vec![0; 7]].concat())));
    let rules = Take { heaps: 8, each: rungs::game::Amounts::UpTo(2), total: Some(9) };
    assert_eq!(gate().values(&ask(&rules, 16, 2)).unwrap().get().len(), 153);
}
