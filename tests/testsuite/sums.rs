//! Values of heaps and of their sums, through the gate.

use rungs::game::{Convention, HeapRange, Heaps, Positions, Take};
use rungs::solver::{Basis, HeapSubstitution, Question, Search, Solver, Sums};
use rungs::verify::{Budget, Gate, Panel};

fn witnesses(rules: &Take, positions: Positions<Heaps>) -> ([Basis; 2], Vec<String>) {
    let question = Question { game: "a game", rules, convention: Convention::Normal, positions };
    let verified = Gate::new(Panel::default(), Budget::default()).values(&question).unwrap();
    let provenance = &verified.provenance()[0];
    let controls = provenance.controls.iter().map(|control| control.name.clone()).collect();
    ([provenance.witnesses[0].basis, provenance.witnesses[1].basis], controls)
}

#[test]
fn one_heap_is_vouched_for_by_play_beside_nim_heaps() {
    let (bases, controls) =
        witnesses(&Take::subtraction([1, 2, 3]), Positions::Range(HeapRange { heaps: 1, max: 2_000 }));
    assert_eq!(bases, [Basis::Theory, Basis::Substitution]);
    assert_eq!(controls, ["nim-sum of sizes", "value + 1"]);
}

#[test]
fn no_control_is_offered_that_cannot_fail() {
    // A heap of Nim is worth its size, so of the wrong readings only the plain sum can be refuted, by two heaps.
    let (_, controls) = witnesses(&Take::nim(), Positions::Listed(vec![Heaps::new([7])]));
    assert_eq!(controls, ["plain sum of values"]);
    let (_, controls) = witnesses(&Take::nim(), Positions::Listed(vec![Heaps::new([0, 0])]));
    assert_eq!(controls, ["plain sum of values"]);
}

#[test]
fn sums_of_heaps_are_their_nim_sums_by_search() {
    let subtraction = Take::subtraction([2, 3]);
    for rules in [Take::nim(), subtraction] {
        let question = Question {
            game: "a game",
            rules: &rules,
            convention: Convention::Normal,
            positions: Positions::Range(HeapRange { heaps: 3, max: 8 }),
        };
        let panel = Panel { heaps: vec![Box::new(Sums::default()), Box::new(Search)], ..Panel::default() };
        let verified = Gate::new(panel, Budget::default()).values(&question).unwrap();
        assert!(verified.provenance()[0].controls.iter().all(|control| control.refuted > 0));
    }
}

#[test]
fn one_heap_at_a_time_is_all_that_stands_beside_nim_heaps() {
    let rules = Take::nim();
    let question = Question {
        game: "nim",
        rules: &rules,
        convention: Convention::Normal,
        positions: Positions::Listed(vec![Heaps::new([0, 1, 2])]),
    };
    assert!(HeapSubstitution::default().values(&question).is_err());
}
