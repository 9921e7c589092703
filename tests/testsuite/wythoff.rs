//! Wythoff's game: the rules a second time, the lost positions of the literature, and how they are vouched for.

use rungs::game::{Convention, HeapRange, Heaps, Outcome, PositionRange, Positions, Wythoff, options};
use rungs::solver::{Allowance, Basis, Fraenkel, Question, Search, Silence, Solver, Substitution, WythoffSieve};
use rungs::verify::{Budget, Gate, Panel, Refusal};

use crate::kinds::{assert_facts, facts};

fn ask(rules: &Wythoff, convention: Convention, positions: Positions<Heaps>) -> Question<'_, Heaps> {
    Question { game: "wythoff", rules, convention, positions }
}

fn pairs(max: u32) -> Positions<Heaps> {
    Positions::Range(HeapRange { heaps: 2, max })
}

fn lost(spread: u32, max: u32) -> Vec<Vec<u32>> {
    let rules = Wythoff { spread };
    let question = ask(&rules, Convention::Normal, pairs(max));
    let verified = Gate::new(Panel::default(), Budget::default()).outcomes(&question).unwrap();
    let provenance = &verified.provenance()[0];
    assert_eq!(provenance.witnesses.each_ref().map(|witness| witness.basis), [Basis::Definition, Basis::ClosedForm]);
    assert_eq!(
        provenance.controls.iter().map(|control| control.name.as_str()).collect::<Vec<_>>(),
        [format!("r = {}", spread + 1), "ratio 3/2".to_owned()]
    );
    let lost = question.positions.iter().zip(verified.get()).filter(|(_, outcome)| **outcome == Outcome::P);
    lost.map(|(position, _)| position.sizes().to_vec()).collect()
}

#[test]
fn lost_pairs_as_published() {
    let published: serde_json::Value = serde_json::from_str(include_str!("../known/published.json")).unwrap();
    let known: Vec<Vec<u32>> = serde_json::from_value(published["wythoff"]["p_positions"].clone()).unwrap();
    assert_eq!(lost(1, 28), known);
}

/// Each lost pair by Fraenkel's definition: the least number in none before it, and n times the spread above.
#[test]
fn lost_pairs_of_any_spread() {
    for spread in [1, 2, 3, 4, 7, 50] {
        let mut known: Vec<Vec<u32>> = Vec::new();
        loop {
            let small = (0..).find(|small| !known.iter().flatten().any(|size| size == small)).unwrap();
            let large = small + spread * known.len() as u32;
            if large > 120 {
                break;
            }
            known.push(vec![small, large]);
        }
        assert_eq!(lost(spread, 120), known, "spread {spread}");
    }
}

/// Whether a move leads from one position of at most three heaps to another, by looking at the two.
fn leads(from: &[u32], to: &[u32], spread: u32) -> bool {
    const ORDERS: [[usize; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
    let padded = |sizes: &[u32]| std::array::from_fn::<i64, 3, _>(|i| sizes.get(i).map_or(0, |&size| size.into()));
    let (from, to) = (padded(from), padded(to));
    ORDERS.iter().any(|order| {
        let mut taken: Vec<i64> = (0..3).map(|i| from[i] - to[order[i]]).filter(|&taken| taken != 0).collect();
        taken.sort_unstable();
        match taken[..] {
            [taken] => taken > 0,
            [less, more] => less > 0 && more - less < i64::from(spread),
            _ => false,
        }
    })
}

#[test]
fn two_tellings_agree() {
    for spread in [1, 2, 4] {
        for (heaps, max) in [(1, 6), (2, 7), (3, 4)] {
            let range = HeapRange { heaps, max };
            for from in range.iter() {
                let told: Vec<Heaps> = range.iter().filter(|to| leads(from.sizes(), to.sizes(), spread)).collect();
                let mut shown = options(&Wythoff { spread }, &from);
                shown.sort_unstable();
                let mut sorted = told.clone();
                sorted.sort_unstable();
                assert_eq!(shown, sorted, "from {from}");
            }
        }
    }
}

#[test]
fn the_sieve_says_what_the_search_says() {
    for spread in [1, 2, 5] {
        let rules = Wythoff { spread };
        for convention in [Convention::Normal, Convention::Misere] {
            for (heaps, max) in [(0, 3), (1, 5), (2, 9), (3, 5)] {
                let question = ask(&rules, convention, Positions::Range(HeapRange { heaps, max }));
                let told = |solver: &dyn Solver<Heaps>| {
                    (solver.outcomes(&question).unwrap().run)(&Allowance::of(1 << 24)).unwrap()
                };
                assert_eq!(told(&WythoffSieve::default()), told(&Search), "{question:?}");
            }
        }
    }
}

#[test]
fn misere_play_by_two_witnesses() {
    for (spread, first) in [(1, "0,1 2,2 3,5 4,7 6,10"), (2, "0,1 2,5 3,8 4,11 6,15"), (3, "0,1 2,6 3,10 4,14 5,18")] {
        let rules = Wythoff { spread };
        let question = ask(&rules, Convention::Misere, pairs(60));
        let verified = Gate::new(Panel::default(), Budget::default()).outcomes(&question).unwrap();
        assert!(!verified.provenance()[0].told_twice());
        let lost = question.positions.iter().zip(verified.get()).filter(|(_, outcome)| **outcome == Outcome::P);
        let mut lost: Vec<Heaps> = lost.map(|(position, _)| position).collect();
        lost.sort_unstable();
        let shown: Vec<String> = lost.iter().take(5).map(Heaps::to_string).collect();
        assert_eq!(shown.join(" "), first, "spread {spread}");
    }
}

#[test]
fn a_corrupted_witness_is_caught() {
    let rules = Wythoff { spread: 1 };
    let question = ask(&rules, Convention::Normal, pairs(20));
    for wrong in
        [WythoffSieve { spread: Some(2), convention: None }, WythoffSieve { spread: Some(3), convention: None }]
    {
        let panel = Panel { heaps: vec![Box::new(wrong), Box::new(Fraenkel::default())], ..Panel::default() };
        let refusal = Gate::new(panel, Budget::default()).outcomes(&question).unwrap_err();
        let Refusal::Disagreement { position, .. } = refusal else { panic!("{refusal}") };
        assert_eq!(position, "1,2");
    }
    let wrong = Fraenkel { three_halves: true, ..Fraenkel::default() };
    let panel = Panel { heaps: vec![Box::new(WythoffSieve::default()), Box::new(wrong)], ..Panel::default() };
    let refusal = Gate::new(panel, Budget::default()).outcomes(&question).unwrap_err();
    let Refusal::Disagreement { position, .. } = refusal else { panic!("{refusal}") };
    assert_eq!(position, "7,12");
}

#[test]
fn values_by_mex_and_by_substitution() {
    let rules = Wythoff { spread: 1 };
    let question = ask(&rules, Convention::Normal, pairs(12));
    let verified = Gate::new(Panel::default(), Budget::default()).values(&question).unwrap();
    assert!(!verified.provenance()[0].told_twice());
    let told = |solver: &dyn Solver<Heaps>| (solver.values(&question).unwrap().run)(&Allowance::of(1 << 24)).unwrap();
    assert_eq!(told(&Substitution), told(&Search));
    let values: Vec<_> = verified.get().iter().map(|value| value.unwrap()).collect();
    // The table of Winning Ways (chapter 3): the rows of 0, 1 and 2 from their first columns on.
    let value = |a: u32, b: u32| values[HeapRange::index(&[a.min(b), a.max(b)]).unwrap() as usize];
    assert_eq!((0..7).map(|b| value(1, b)).collect::<Vec<_>>(), [1, 2, 0, 4, 5, 3, 7]);
    assert_eq!((0..7).map(|b| value(2, b)).collect::<Vec<_>>(), [2, 0, 1, 5, 3, 4, 8]);
}

#[test]
fn the_sequences_say_how_far_they_reach() {
    let silence = |spread: u32, convention, sizes: &[u32]| {
        let rules = Wythoff { spread };
        let question = ask(&rules, convention, Positions::Listed(vec![Heaps::new(sizes)]));
        Fraenkel::default().outcomes(&question).err()
    };
    assert_eq!(silence(1, Convention::Normal, &[0, 4, 7]), None);
    assert!(matches!(silence(1, Convention::Normal, &[1, 4, 7]), Some(Silence::OutOfRange(_))));
    assert!(matches!(silence(1_001, Convention::Normal, &[4, 7]), Some(Silence::OutOfRange(_))));
    // The largest heaps overflow nothing.
    for (spread, convention) in [(1, Convention::Normal), (1, Convention::Misere), (1_000, Convention::Misere)] {
        let rules = Wythoff { spread };
        let question = ask(&rules, convention, Positions::Listed(vec![Heaps::new([1, u32::MAX])]));
        assert_eq!((Fraenkel::default().outcomes(&question).unwrap().run)(&Allowance::of(1)), Ok(vec![Outcome::N]));
    }
}

#[test]
fn figures_speak_of_it() {
    let losses = facts("losses", "game = 'wythoff'\nheaps = 2\nmax = 12");
    assert_facts(&losses, &[("lost", "5"), ("lost_list.count", "5")]);
    let criterion =
        facts("criterion", "game = 'wythoff'\ncriterion = 'columns(2)'\nheaps = 2\nmax = 5\ncount = 'multisets'");
    // Of 0,0 to 5,5 Nim's criterion calls the six pairs of equal heaps lost, of which 0,0 is; 1,2 and 3,5 it misses.
    assert_facts(&criterion, &[("wrong", "7"), ("losses_called_wins", "2"), ("wins_called_losses", "5")]);
}
