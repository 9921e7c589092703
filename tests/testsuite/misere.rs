//! Misère play: two ways that share no moves, and what is known from the literature.

use rungs::game::{Convention, HeapRange, Heaps, Outcome, Positions, Ruleset};
use rungs::solver::{Allowance, Basis, ByAmounts, Question, Search, Silence, Solver, Tame, TameError};
use rungs::verify::{Budget, Game, Gate, Panel, Provenance, Refusal};

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

/// The misère quotient of 0.3122 is infinite from a heap of 7 on (Weimerskirch, *Games of No Chance 4*).
#[test]
fn one_basis_is_told_twice_and_says_so() {
    for (game, max) in [("octal(0.3122)", 7), ("octal(0.3122)", 12)] {
        let (_, provenance) = lost_heaps(game, max);
        assert!(provenance.told_twice(), "{game}");
        assert_ne!(provenance.witnesses[0].name, provenance.witnesses[1].name);
        assert!(provenance.controls.iter().all(|control| control.refuted > 0), "{game}");
        assert!(!provenance.controls.is_empty(), "{game}");
    }
}

#[test]
fn wild_games_with_a_quotient_have_a_theory() {
    for (game, max) in [("kayles", 12), ("grundys-game", 18), ("octal(0.137)", 16), ("octal(0.15)", 16)] {
        let (_, provenance) = lost_heaps(game, max);
        let bases = provenance.witnesses.each_ref().map(|witness| witness.basis);
        assert_eq!(bases, [Basis::Theory, Basis::Definition], "{game}");
        assert!(provenance.controls.iter().all(|control| control.refuted > 0), "{game}");
        assert!(provenance.controls.iter().any(|control| control.name.contains("taken for one of")), "{game}");
    }
}

#[test]
fn tame_games_have_a_theory() {
    for (game, max) in [("lasker", 12), ("grundys-game", 12), ("subtraction(1,2)", 30), ("octal(0.3)", 9)] {
        let (_, provenance) = lost_heaps(game, max);
        let bases = provenance.witnesses.each_ref().map(|witness| witness.basis);
        assert!(bases.contains(&Basis::Theory) && bases.contains(&Basis::Definition), "{game}: {bases:?}");
        let mut controls: Vec<_> = provenance.controls.iter().map(|control| control.name.as_str()).collect();
        controls.retain(|name| ["the normal rule", "nim-sum of misère values"].contains(name));
        assert_eq!(controls.len(), 2, "{game}");
    }
}

/// Whatever game it speaks of, it says what the search says; and its wrong siblings do not.
#[test]
fn tame_sums_are_as_the_search_finds_them() {
    let mut silent = Vec::new();
    for game in [
        "nim",
        "subtraction(1,2)",
        "subtraction(2,5)",
        "subtraction(3,4,6)",
        "take(heaps=1, each=3)",
        "take(heaps=1, total=4)",
        "lasker",
        "grundys-game",
        "kayles",
        "dawsons-kayles",
        "dawsons-chess",
        "octal(0.15)",
        "octal(0.26)",
        "octal(0.53)",
        "octal(4.3)",
        "octal(0.72)",
        "octal(0.01)",
        "octal(0.02)",
        "octal(0.06)",
        "hexadecimal(0.8)",
        "hexadecimal(0.9f)",
    ] {
        let rules = Game::read(game).unwrap().on_heaps().unwrap();
        for (heaps, max) in [(0, 0), (1, 12), (2, 8), (3, 4), (4, 3)] {
            let question = ask(game, rules.as_ref(), Positions::Range(HeapRange { heaps, max }));
            let told = |solver: &dyn Solver<Heaps>| {
                solver.outcomes(&question).and_then(|work| (work.run)(&Allowance::of(1 << 24)))
            };
            match told(&Tame::default()) {
                Ok(said) => assert_eq!(said, told(&Search).unwrap(), "{game}, {heaps} heaps of at most {max}"),
                Err(Silence::OutOfRange(_)) => silent.push(game),
                Err(other) => panic!("{other:?}"),
            }
        }
    }
    silent.dedup();
    assert!(silent.contains(&"kayles") && silent.len() < 12, "{silent:?}");
}

#[test]
fn a_wrong_theory_is_caught() {
    let rules = Game::read("subtraction(1,2)").unwrap().on_heaps().unwrap();
    let question = ask("subtraction(1,2)", rules.as_ref(), Positions::Range(HeapRange { heaps: 2, max: 6 }));
    for error in [TameError::NormalRule, TameError::SecondValues] {
        let panel = Panel { heaps: vec![Box::new(Tame { error }), Box::new(Search)], ..Panel::default() };
        let refusal = Gate::new(panel, Budget::default()).outcomes(&question).unwrap_err();
        let Refusal::Disagreement { position, .. } = refusal else { panic!("{refusal}") };
        assert_eq!(position, "0,0");
    }
}

#[test]
fn large_heaps_are_answered_where_that_is_cheap_and_refused_at_once_where_it_is_not() {
    for (game, sizes, outcome) in [
        ("nim", [7, 1_000_000], Outcome::N),
        ("nim", [1_000_000, 1_000_000], Outcome::P),
        // 10,000 leaves 1 when divided by 3, and 3 leaves 0: the heaps are worth 1 and 0, and in misère play 0 and 1.
        ("subtraction(1,2)", [3, 10_000], Outcome::P),
        ("subtraction(1,2)", [2, 10_000], Outcome::N),
        ("subtraction(1,2)", [3, 1_000_000], Outcome::P),
    ] {
        let rules = Game::read(game).unwrap().on_heaps().unwrap();
        let question = ask(game, rules.as_ref(), Positions::Listed(vec![Heaps::new(sizes)]));
        let verified = Gate::new(Panel::default(), Budget::default()).outcomes(&question).unwrap();
        assert_eq!(verified.get(), &[outcome], "{game} {sizes:?}");
        assert!(!verified.provenance()[0].told_twice());
    }
    let rules = Game::read("kayles").unwrap().on_heaps().unwrap();
    let question = ask("kayles", rules.as_ref(), Positions::Listed(vec![Heaps::new([600])]));
    let refusal = Gate::new(Panel::default(), Budget::default()).outcomes(&question).unwrap_err();
    assert_eq!(
        refusal.to_string(),
        "nobody here can answer for kayles; tame heaps: it speaks of tame games, and a heap of 5 is not tame; \
         misère quotient: misère quotients are looked for up to heaps of 64; recursion by amounts, whole-position search: would visit more positions than can be counted, and 16,777,216 \
         are allowed"
    );
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
            let told = |solver: &dyn Solver<Heaps>| {
                (solver.outcomes(&question).unwrap().run)(&Allowance::of(1 << 24)).unwrap()
            };
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
    let refused = (ByAmounts::default().outcomes(&small).unwrap().run)(&Allowance::of(50)).unwrap_err();
    assert!(matches!(refused, Silence::OverBudget { allows: 50, .. }), "{refused:?}");
}

/// Below one position the recursion by amounts fills a table upwards instead of keeping multisets.
#[test]
fn a_table_below_one_position_says_what_the_search_says() {
    for game in ["nim", "subtraction(1,2)", "subtraction(2,5)", "take(heaps=1, each=3)", "octal(0.3)", "octal(0.123)"] {
        let rules = Game::read(game).unwrap().on_heaps().unwrap();
        for top in [vec![2, 30], vec![1, 4, 40], vec![0, 25]] {
            let below = top.iter().fold(vec![vec![]], |below: Vec<Vec<u32>>, &size| {
                below.iter().flat_map(|heaps| (0..=size).map(|heap| [heaps.as_slice(), &[heap]].concat())).collect()
            });
            let question = ask(game, rules.as_ref(), Positions::Listed(below.into_iter().map(Heaps::new).collect()));
            let outcomes = |solver: &dyn Solver<Heaps>| {
                (solver.outcomes(&question).unwrap().run)(&Allowance::of(1 << 24)).unwrap()
            };
            assert_eq!(outcomes(&ByAmounts::default()), outcomes(&Search), "{game} below {top:?}");
        }
    }
}
