//! Every way to solve a take-away game says what the plain search says.

use rungs::game::{Amounts, Convention, HeapRange, Heaps, PositionRange, Positions, Ruleset, Take};
use rungs::solver::{
    Allowance, Ascent, Frontiers, PrefixUnions, Question, RaisedSums, Search, Sieve, Silence, Solver, Substitution,
};

fn members() -> Vec<Take> {
    let mut members = vec![
        Take::nim(),
        Take::moore(2),
        Take::moore(3),
        Take::subtraction([1, 2, 3]),
        Take::subtraction([2, 3]),
        Take::subtraction([1, 4, 5]),
    ];
    for heaps in [1, 2, 3] {
        for each in [Amounts::Any, Amounts::UpTo(2), Amounts::Of([1, 3].into())] {
            for total in [None, Some(3), Some(4)] {
                members.push(Take { heaps, each: each.clone(), total });
            }
        }
    }
    members
}

fn ask(rules: &Take, convention: Convention, positions: Positions<Heaps>) -> Question<'_, Heaps> {
    Question { game: "", rules, convention, positions }
}

fn outcomes(solver: &dyn Solver<Heaps>, question: &Question<'_, Heaps>) -> Vec<rungs::game::Outcome> {
    (solver.outcomes(question).unwrap().run)(&Allowance::of(1_000_000)).unwrap()
}

fn values(solver: &dyn Solver<Heaps>, question: &Question<'_, Heaps>) -> Vec<rungs::game::Value> {
    (solver.values(question).unwrap().run)(&Allowance::of(1_000_000)).unwrap()
}

fn ranges() -> Vec<Positions<Heaps>> {
    [(0, 3), (1, 9), (2, 7), (3, 5), (4, 3), (5, 2)]
        .map(|(heaps, max)| Positions::Range(HeapRange { heaps, max }))
        .to_vec()
}

#[test]
fn outcomes_agree_with_the_search() {
    for rules in members() {
        for convention in [Convention::Normal, Convention::Misere] {
            for positions in ranges() {
                let question = ask(&rules, convention, positions);
                let searched = outcomes(&Search, &question);
                assert_eq!(outcomes(&Sieve::default(), &question), searched, "{question:?}");
                assert_eq!(outcomes(&Ascent, &question), searched, "{question:?}");
            }
        }
    }
}

#[test]
fn values_agree_with_the_search() {
    for rules in members() {
        for positions in ranges() {
            let question = ask(&rules, Convention::Normal, positions);
            let searched = values(&Search, &question);
            assert_eq!(values(&Substitution, &question), searched, "{question:?}");
            assert_eq!(values(&RaisedSums::default(), &question), searched, "{question:?}");
            assert_eq!(values(&Ascent, &question), searched, "{question:?}");
        }
    }
}

#[test]
fn frontiers_agree_with_the_search() {
    for rules in (1..=6).map(Take::moore) {
        for positions in ranges() {
            let question = ask(&rules, Convention::Normal, positions);
            assert_eq!(values(&Frontiers, &question), values(&Search, &question), "{question:?}");
        }
    }
}

#[test]
fn prefix_unions_agree_with_the_search() {
    let bounded = Take { heaps: 2, each: Amounts::UpTo(9), total: Some(18) };
    for rules in (1..=6).map(Take::moore).chain([bounded]) {
        for positions in ranges() {
            let question = ask(&rules, Convention::Normal, positions);
            assert_eq!(values(&PrefixUnions, &question), values(&Search, &question), "{question:?}");
            for convention in [Convention::Normal, Convention::Misere] {
                let question = Question { convention, ..question.clone() };
                assert_eq!(outcomes(&PrefixUnions, &question), outcomes(&Search, &question), "{question:?}");
            }
        }
    }
}

#[test]
fn prefix_unions_are_silent_where_a_bound_binds() {
    let positions = Positions::Range(HeapRange { heaps: 2, max: 10 });
    for rules in [
        Take { heaps: 2, each: Amounts::UpTo(9), total: None },
        Take { heaps: 2, each: Amounts::Any, total: Some(19) },
        Take { heaps: 2, each: Amounts::Of((1..=10).collect()), total: None },
    ] {
        let question = ask(&rules, Convention::Normal, positions.clone());
        assert!(matches!(PrefixUnions.values(&question), Err(Silence::OutOfRange(_))), "{rules}");
    }
}

#[test]
fn listed_positions_are_answered_in_their_order() {
    let rules = Take::moore(2);
    let list = [[3, 5, 6].as_slice(), &[1, 1], &[], &[5, 5, 5], &[0, 0, 2]].map(Heaps::new);
    let question = ask(&rules, Convention::Normal, Positions::Listed(list.to_vec()));
    assert_eq!(outcomes(&Sieve::default(), &question), outcomes(&Search, &question));
}

#[test]
fn the_index_of_a_position_is_its_place() {
    for range in [(0, 3), (1, 9), (2, 7), (3, 5), (4, 3), (5, 2)].map(|(heaps, max)| HeapRange { heaps, max }) {
        let places = range.iter().map(|position| HeapRange::index(position.sizes()).unwrap());
        assert!(places.eq(0..range.count().unwrap()), "{range:?}");
    }
}

#[test]
fn moves_without_number_are_told_beforehand() {
    let positions = Positions::Range(HeapRange { heaps: 4, max: 100 });
    let few = Take { heaps: 2, each: Amounts::UpTo(3), total: None };
    let many = Take { heaps: 3, each: Amounts::UpTo(60), total: None };
    let cost = |rules: &Take| Ascent.values(&ask(rules, Convention::Normal, positions.clone())).unwrap().positions;
    assert_eq!(cost(&few), 4_598_126 * 2);
    assert!(cost(&many) > 1 << 32);
}

#[test]
fn the_number_of_moves_is_told_without_making_them() {
    for rules in members() {
        for position in [[3, 5, 6].as_slice(), &[0, 0, 4, 4], &[1, 1, 1, 1, 1], &[9], &[]].map(Heaps::new) {
            let moves = rules.labelled_moves(position.sizes()).len() as u64;
            let most = rules.moves_at_most(&position).unwrap();
            assert!(if rules.total.is_none() { moves == most } else { moves <= most }, "{rules} on {position}");
        }
    }
    let huge = Take::moore(2).moves_at_most(&Heaps::new([4_000_000_000, 4_000_000_000]));
    assert_eq!(huge, Some(8_000_000_000 + 16_000_000_000_000_000_000));
}
