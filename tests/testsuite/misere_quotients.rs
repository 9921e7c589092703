//! Misère quotients: their orders as published, and what they say against a search.

use rungs::game::{Convention, HeapRange, Outcome, Positions};
use rungs::solver::{Allowance, MisereQuotient, Question, Quotient, Search, Solver};
use rungs::verify::{Budget, Game, Gate, Panel};

fn quotient(game: &str, largest: u32) -> Option<Quotient> {
    Quotient::of(Game::read(game).unwrap().on_heaps().unwrap().heap_rule().unwrap(), largest)
}

/// Nim to a heap of 2ⁿ⁻¹ has the tame quotient Tₙ of order 2ⁿ + 2, for n from 2. The wild ones: 0.123 (Plambeck, *Taming the
/// wild in impartial combinatorial games*, 2005), 0.75 and Kayles (Plambeck and Siegel 2008).
#[test]
fn orders_as_published() {
    for (game, largest, order) in [
        ("nim", 0, 1),
        ("nim", 1, 2),
        ("nim", 2, 6),
        ("nim", 3, 6),
        ("nim", 4, 10),
        ("nim", 8, 18),
        ("octal(0.123)", 14, 20),
        ("octal(0.75)", 14, 8),
        ("kayles", 30, 40),
    ] {
        let quotient = quotient(game, largest).unwrap();
        assert_eq!(quotient.order(), order, "{game} to {largest}");
        // With T₀ every quotient but that has as many elements as an even number (Plambeck and Siegel).
        assert!(order == 1 || order % 2 == 0);
        assert!(quotient.checked() >= order);
        assert!(quotient.lost() < order);
        assert_eq!(quotient.elements().filter(|(_, outcome)| *outcome == Outcome::P).count(), quotient.lost());
    }
}

/// A game and its first cousin have one quotient: a heap of n in Dawson's chess is one of n + 1 in Dawson's Kayles.
#[test]
fn first_cousins_have_one_quotient() {
    let orders = |game, largests: [u32; 4]| largests.map(|largest| quotient(game, largest).unwrap().order());
    assert_eq!(orders("dawsons-chess", [3, 9, 13, 18]), orders("dawsons-kayles", [4, 10, 14, 19]));
}

/// Weimerskirch (*Games of No Chance 4*) finds the quotient of 0.3122 to a heap of 7 to be infinite.
#[test]
fn no_quotient_is_told_where_there_is_no_finite_one() {
    assert!(quotient("octal(0.3122)", 6).is_some());
    assert!(quotient("octal(0.3122)", 7).is_none());
}

#[test]
fn what_a_quotient_says_is_what_the_search_finds() {
    for (game, ranges) in [
        ("nim", [(3, 6), (2, 12)]),
        ("kayles", [(3, 6), (2, 14)]),
        ("octal(0.123)", [(4, 6), (2, 14)]),
        ("octal(0.15)", [(3, 8), (2, 15)]),
        ("octal(4.7)", [(3, 5), (2, 5)]),
        ("dawsons-chess", [(3, 7), (2, 15)]),
        ("grundys-game", [(3, 8), (2, 16)]),
    ] {
        let rules = Game::read(game).unwrap().on_heaps().unwrap();
        for (heaps, max) in ranges {
            let positions = Positions::Range(HeapRange { heaps, max });
            let question = Question { game, rules: rules.as_ref(), convention: Convention::Misere, positions };
            let outcomes =
                |solver: &dyn Solver<_>| (solver.outcomes(&question).unwrap().run)(&Allowance::of(1 << 26)).unwrap();
            assert_eq!(outcomes(&MisereQuotient::default()), outcomes(&Search), "{game}, {heaps} heaps ≤ {max}");
        }
    }
}

/// The quotient speaks of any number of heaps; the gate has it refute its own wrong siblings.
#[test]
fn sums_of_wild_heaps_pass_the_gate() {
    let rules = Game::read("kayles").unwrap().on_heaps().unwrap();
    let positions = Positions::Range(HeapRange { heaps: 4, max: 7 });
    let question = Question { game: "kayles", rules: rules.as_ref(), convention: Convention::Misere, positions };
    let verified = Gate::new(Panel::default(), Budget::default()).outcomes(&question).unwrap();
    let provenance = &verified.provenance()[0];
    assert!(!provenance.told_twice());
    assert_eq!(provenance.witnesses[0].name, "misère quotient");
    let names: Vec<&str> = provenance.controls.iter().map(|control| control.name.as_str()).collect();
    assert!(names.contains(&"the element of no heaps lost"), "{names:?}");
    assert!(names.iter().any(|name| name.contains("taken for one of")), "{names:?}");
}
