//! Misère play: two ways that share no moves, and what is known from the literature.

use rungs::game::{Convention, HeapRange, Heaps, Outcome, Positions, Ruleset};
use rungs::solver::{ByAmounts, Question, Search, Silence, Solver};
use rungs::verify::{Budget, Game, Gate, Panel, Provenance};

fn ask<'q>(
    game: &'q str,
    rules: &'q dyn Ruleset<Position = Heaps>,
    positions: Positions<Heaps>,
) -> Question<'q, Heaps> {
    Question { game, rules, convention: Convention::Misere, positions }
}

/// The lost heaps up to `max`, and how they were verified.
fn lost_heaps(game: &str, max: u32) -> (Vec<u32>, Provenance) {
    let rules = Game::read(game).unwrap().on_heaps().unwrap();
    let question = ask(game, rules.as_ref(), Positions::Range(HeapRange { heaps: 1, max }));
    let verified = Gate::new(Panel::default(), Budget::default()).outcomes(&question).unwrap();
    let lost = (0..).zip(verified.get()).filter(|(_, outcome)| **outcome == Outcome::P).map(|(heap, _)| heap);
    (lost.collect(), verified.provenance()[0].clone())
}

#[test]
fn one_basis_is_told_twice_and_says_so() {
    for game in ["kayles", "grundys-game", "lasker", "octal(0.137)", "octal(4.04)", "hexadecimal(0.8)"] {
        let (_, provenance) = lost_heaps(game, 12);
        assert!(provenance.told_twice(), "{game}");
        assert_ne!(provenance.witnesses[0].name, provenance.witnesses[1].name);
        assert!(provenance.controls.iter().all(|control| control.refuted > 0), "{game}");
        assert!(!provenance.controls.is_empty(), "{game}");
    }
}

/// The single heaps among the lost positions that Sibert and Conway (1992) list are 1, 4, 9, 12 and 20.
#[test]
fn single_heaps_of_misere_kayles() {
    assert_eq!(lost_heaps("kayles", 24).0, [1, 4, 9, 12, 20]);
}

#[test]
fn both_follow_the_same_rules() {
    for game in [
        "kayles",
        "dawsons-kayles",
        "dawsons-chess",
        "grundys-game",
        "lasker",
        "octal(4.6)",
        "hexadecimal(0.9f)",
        "subtraction(1,2)",
        "nim",
        "take(heaps=1, each=2)",
        "take(heaps=1, total=3)",
        "hexadecimal(8.c)",
    ] {
        let rules = Game::read(game).unwrap().on_heaps().unwrap();
        for (heaps, max) in [(0, 0), (1, 11), (2, 6), (3, 4)] {
            let question = ask(game, rules.as_ref(), Positions::Range(HeapRange { heaps, max }));
            let told = |solver: &dyn Solver<Heaps>| (solver.outcomes(&question).unwrap().run)(1 << 24).unwrap();
            assert_eq!(told(&ByAmounts::default()), told(&Search), "{game}, {heaps} heaps of at most {max}");
        }
    }
}

#[test]
fn what_is_too_large_is_refused_before_it_begins() {
    let rules = Game::read("kayles").unwrap().on_heaps().unwrap();
    let large = ask("kayles", rules.as_ref(), Positions::Listed(vec![Heaps::new([600])]));
    assert_eq!(ByAmounts::default().outcomes(&large).unwrap().positions, u64::MAX);
    let small = ask("kayles", rules.as_ref(), Positions::Listed(vec![Heaps::new([20])]));
    let refused = (ByAmounts::default().outcomes(&small).unwrap().run)(50).unwrap_err();
    assert!(matches!(refused, Silence::OverBudget { allows: 50, .. }), "{refused:?}");
}
