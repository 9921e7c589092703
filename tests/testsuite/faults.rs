//! Faults planted in a solver or in the gate's way, each of which must be caught.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use rungs::game::{
    Convention, HeapRange, Heaps, Nimber, Outcome, PositionRange, Positions, Ruleset, Take, Value, options,
};
use rungs::solver::{
    Allowance, Ask, Basis, Columns, Frontiers, PrefixUnions, Question, Sibling, Sieve, Silence, Solver, Work,
};
use rungs::verify::{Budget, Gate, Panel, Refusal};

type Rules = dyn Ruleset<Position = Heaps>;
type Told<T> = Box<dyn Fn(&Question<'_, Heaps>) -> Vec<T> + Send + Sync>;

/// A solver made for one test.
struct Made {
    basis: Basis,
    outcomes: Option<Told<Outcome>>,
    values: Option<Told<Value>>,
    siblings: fn() -> Vec<Sibling<Heaps>>,
}

impl Made {
    fn new(basis: Basis) -> Self {
        Self { basis, outcomes: None, values: None, siblings: Vec::new }
    }

    fn outcomes(self, told: impl Fn(&Question<'_, Heaps>) -> Vec<Outcome> + Send + Sync + 'static) -> Self {
        Self { outcomes: Some(Box::new(told)), ..self }
    }

    fn values(self, told: impl Fn(&Question<'_, Heaps>) -> Vec<Value> + Send + Sync + 'static) -> Self {
        Self { values: Some(Box::new(told)), ..self }
    }
}

fn work<'q, T>(told: Option<&'q Told<T>>, question: &'q Question<'q, Heaps>) -> Result<Work<'q, T>, Silence> {
    let told = told.ok_or(Silence::NoTheory)?;
    Ok(Work::new(0, move |_| Ok(told(question))))
}

impl Solver<Heaps> for Made {
    fn name(&self) -> String {
        "made".to_owned()
    }

    fn basis(&self) -> Basis {
        self.basis
    }

    fn telling(&self) -> &'static str {
        "made"
    }

    fn outcomes<'q>(&'q self, question: &'q Question<'q, Heaps>) -> Result<Work<'q, Outcome>, Silence> {
        work(self.outcomes.as_ref(), question)
    }

    fn values<'q>(&'q self, question: &'q Question<'q, Heaps>) -> Result<Work<'q, Value>, Silence> {
        work(self.values.as_ref(), question)
    }

    fn siblings(&self, _: &Question<'_, Heaps>, _: Ask) -> Vec<Sibling<Heaps>> {
        (self.siblings)()
    }
}

fn gate(one: impl Solver<Heaps> + 'static, other: impl Solver<Heaps> + 'static) -> Gate {
    let heaps: Vec<Box<dyn Solver<Heaps>>> = vec![Box::new(one), Box::new(other)];
    Gate::new(Panel { heaps, ..Panel::default() }, Budget::default()).threads(1)
}

fn ask(rules: &Take, convention: Convention) -> Question<'_, Heaps> {
    let positions = Positions::Range(HeapRange { heaps: 4, max: 4 });
    Question { game: "a game", rules, convention, positions }
}

fn truth(question: &Question<'_, Heaps>) -> Vec<Outcome> {
    (Sieve::default().outcomes(question).unwrap().run)(&Allowance::of(u64::MAX)).unwrap()
}

/// The first position on which the witnesses of a refusal differ.
fn differ_on(refusal: Refusal) -> String {
    match refusal {
        Refusal::Disagreement { position, .. } => position,
        other => panic!("{other:?}"),
    }
}

/// What is taken for the mex of the values of the options, which ascend.
type Mex = fn(&[Nimber]) -> Nimber;

/// Values by recursion.
fn recursed(question: &Question<'_, Heaps>, mex: Mex) -> Vec<Value> {
    fn value(rules: &Rules, position: &Heaps, known: &mut BTreeMap<Heaps, Nimber>, mex: Mex) -> Nimber {
        if let Some(&value) = known.get(position) {
            return value;
        }
        let options = options(rules, position);
        let mut below: Vec<Nimber> = options.iter().map(|option| value(rules, option, known, mex)).collect();
        below.sort_unstable();
        below.dedup();
        let found = mex(&below);
        known.insert(position.clone(), found);
        found
    }
    let mut known = BTreeMap::new();
    question.positions.iter().map(|position| Some(value(question.rules, &position, &mut known, mex))).collect()
}

#[test]
fn a_wrong_mex() {
    let rules = Take::moore(2);
    let question = ask(&rules, Convention::Normal);
    let right = Made::new(Basis::Definition)
        .values(|question| recursed(question, |below| (0..).find(|value| !below.contains(value)).unwrap()));
    assert!(gate(right, Frontiers).values(&question).is_ok());
    // One more than the largest, how many there are, the least above nought: each right on the first positions.
    let wrong: [(Mex, &str); 3] = [
        (|below| below.last().map_or(0, |largest| largest + 1), "0,1,1,1"),
        (|below| below.len() as Nimber, "0,1,1,1"),
        (|below| (1..).find(|value| !below.contains(value)).unwrap(), "0,0,0,0"),
    ];
    for (mex, first) in wrong {
        let wrong = Made::new(Basis::Definition).values(move |question| recursed(question, mex));
        assert_eq!(differ_on(gate(wrong, Frontiers).values(&question).unwrap_err()), first);
    }
}

#[test]
fn a_wrong_misere_ending() {
    let rules = Take::subtraction([2, 3]);
    let question = ask(&rules, Convention::Misere);
    let normal = Sieve { convention: Some(Convention::Normal), ..Sieve::default() };
    let right = Made::new(Basis::Theory).outcomes(truth);
    assert_eq!(differ_on(gate(normal, right).outcomes(&question).unwrap_err()), "0,0,0,0");
    // The other player loses only where no counter is left, though heaps of one cannot be played either.
    let some_left = Made::new(Basis::Theory).outcomes(|question| {
        let mut outcomes = truth(question);
        for (position, outcome) in question.positions.iter().zip(&mut outcomes) {
            if position.sizes().last() == Some(&1) {
                *outcome = Outcome::P;
            }
        }
        outcomes
    });
    assert_eq!(differ_on(gate(Sieve::default(), some_left).outcomes(&question).unwrap_err()), "0,0,0,1");
}

#[test]
fn an_off_by_one_in_a_range() {
    let rules = Take::nim();
    let question = ask(&rules, Convention::Normal);
    for short in [true, false] {
        let off = Made::new(Basis::Theory).outcomes(move |question| {
            let mut outcomes = truth(question);
            if short {
                outcomes.pop();
            } else {
                outcomes.push(Outcome::N);
            }
            outcomes
        });
        let refusal = gate(Sieve::default(), off).outcomes(&question).unwrap_err();
        let told = if short { 69 } else { 71 };
        assert_eq!(refusal, Refusal::Miscounted { solver: "made".to_owned(), told, of: 70 });
    }
    // One that starts with the second position is told by its answers.
    let shifted = Made::new(Basis::Theory).outcomes(|question| {
        let mut outcomes = truth(question);
        outcomes.rotate_left(1);
        outcomes
    });
    assert_eq!(differ_on(gate(Sieve::default(), shifted).outcomes(&question).unwrap_err()), "0,0,0,0");
}

#[test]
fn multisets_taken_for_tuples() {
    let rules = Take::moore(2);
    let question = ask(&rules, Convention::Normal);
    let tuples = Made::new(Basis::Theory).outcomes(|_| {
        let tuple = |index: u32| [0, 1, 2, 3].map(|place| index / 5u32.pow(place) % 5);
        (0..5u32.pow(4)).map(|index| Columns::read(&tuple(index), 3)).collect()
    });
    let refusal = gate(Sieve::default(), tuples).outcomes(&question).unwrap_err();
    assert_eq!(refusal, Refusal::Miscounted { solver: "made".to_owned(), told: 625, of: 70 });
}

#[test]
fn a_control_that_does_not_fail() {
    let rules = Take::nim();
    let question = ask(&rules, Convention::Normal);
    let held = Made {
        siblings: || {
            vec![Sibling {
                name: "nothing".to_owned(),
                solver: Box::new(Columns { divisor: Some(2) }),
                fails_within: HeapRange { heaps: 2, max: 3 },
            }]
        },
        ..Made::new(Basis::ClosedForm).outcomes(truth)
    };
    let refusal = gate(Sieve::default(), held).outcomes(&question).unwrap_err();
    assert!(matches!(&refusal, Refusal::ControlHeld { sibling, .. } if sibling == "nothing"), "{refusal:?}");
    let none = Made::new(Basis::ClosedForm).outcomes(truth);
    let refusal = gate(Sieve::default(), none).outcomes(&question).unwrap_err();
    assert_eq!(refusal, Refusal::NoControl { solver: "made".to_owned() });
}

#[test]
fn two_who_share_a_generator_do_not_vouch() {
    let rules = Take::nim();
    let question = ask(&rules, Convention::Normal);
    let twin = || Made::new(Basis::Definition).outcomes(truth);
    let refusal = gate(twin(), twin()).outcomes(&question).unwrap_err();
    assert!(matches!(refusal, Refusal::LoneWitness { .. }), "{refusal:?}");
}

#[test]
fn told_twice_only_where_no_other_basis_is_out_of_budget() {
    let rules = Take::moore(2);
    let question = ask(&rules, Convention::Normal);
    struct TooLarge;
    impl Solver<Heaps> for TooLarge {
        fn name(&self) -> String {
            "too large".to_owned()
        }
        fn basis(&self) -> Basis {
            Basis::Theory
        }
        fn telling(&self) -> &'static str {
            "none"
        }
        fn outcomes<'q>(&'q self, _: &'q Question<'q, Heaps>) -> Result<Work<'q, Outcome>, Silence> {
            Ok(Work::new(u64::MAX, |_| Ok(Vec::new())))
        }
        fn values<'q>(&'q self, _: &'q Question<'q, Heaps>) -> Result<Work<'q, Value>, Silence> {
            Err(Silence::NoTheory)
        }
    }
    let panel = |with: bool| {
        let mut heaps: Vec<Box<dyn Solver<Heaps>>> = vec![Box::new(Sieve::default()), Box::new(PrefixUnions)];
        if with {
            heaps.push(Box::new(TooLarge));
        }
        Gate::new(Panel { heaps, ..Panel::default() }, Budget::default())
    };
    assert!(panel(false).outcomes(&question).unwrap().provenance()[0].told_twice());
    let refusal = panel(true).outcomes(&question).unwrap_err();
    assert!(refusal.to_string().contains("too large: would visit"), "{refusal}");
}

#[test]
fn a_question_over_the_budget_is_refused_at_once() {
    let rules = Take::moore(2);
    let positions = Positions::Range(HeapRange { heaps: 6, max: 1_000_000 });
    let question = Question { positions, ..ask(&rules, Convention::Normal) };
    let refusal = Gate::new(Panel::default(), Budget::default()).values(&question).unwrap_err();
    assert_eq!(refusal, Refusal::OverBudget { needs: u64::MAX, allows: 1 << 24 });
    let positions = Positions::Range(HeapRange { heaps: 6, max: 31 });
    let small = Gate::new(Panel::default(), Budget { positions: 1_000_000 });
    let refusal = small.values(&Question { positions, ..ask(&rules, Convention::Normal) }).unwrap_err();
    assert_eq!(refusal.to_string(), "it speaks of 2,324,784 positions, and 1,000,000 are allowed");
}

#[test]
fn nothing_is_solved_twice_whoever_asks_and_by_whatever_name() {
    let solved = Arc::new(AtomicU64::new(0));
    let counter = Arc::clone(&solved);
    let counted = Made::new(Basis::Theory).outcomes(move |question| {
        counter.fetch_add(1, Ordering::Relaxed);
        truth(question)
    });
    let counted = Made {
        siblings: || {
            vec![Sibling {
                name: "divisor 3".to_owned(),
                solver: Box::new(Columns { divisor: Some(3) }),
                fails_within: HeapRange { heaps: 2, max: 3 },
            }]
        },
        ..counted
    };
    let gate = gate(Sieve::default(), counted);
    let rules = Take::nim();
    std::thread::scope(|scope| {
        for name in ["nim", "moore(1)", "nim", "take(heaps=1)"] {
            let (gate, rules) = (&gate, &rules);
            scope.spawn(move || {
                let question = Question { game: name, ..ask(rules, Convention::Normal) };
                assert_eq!(gate.outcomes(&question).unwrap().provenance()[0].game, name);
            });
        }
    });
    use rayon::prelude::*;
    (0..8).into_par_iter().for_each(|_| {
        gate.outcomes(&ask(&rules, Convention::Normal)).unwrap();
    });
    assert_eq!(solved.load(Ordering::Relaxed), 1);
    gate.outcomes(&ask(&rules, Convention::Misere)).unwrap_err();
    assert_eq!(solved.load(Ordering::Relaxed), 2);
}

#[test]
fn answers_do_not_depend_on_threads() {
    let rules = Take::moore(3);
    let positions = Positions::Range(HeapRange { heaps: 6, max: 6 });
    let question = Question { positions, ..ask(&rules, Convention::Normal) };
    let told = |threads| {
        let gate = Gate::new(Panel::default(), Budget::default()).threads(threads);
        let verified = gate.values(&question).unwrap();
        (verified.get().clone(), verified.provenance().to_vec())
    };
    assert_eq!(told(1), told(4));
    assert_eq!(told(1).0.len() as u64, question.positions.count().unwrap());
    assert_eq!(HeapRange { heaps: 6, max: 6 }.count(), Some(924));
}
