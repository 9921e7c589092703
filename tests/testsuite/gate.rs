//! Nothing passes the gate on one witness's word.

use std::sync::{Arc, Barrier};
use std::thread;

use rungs::game::{Convention, HeapRange, Heaps, Outcome, Positions, Take, Value};
use rungs::solver::{Basis, Columns, Question, Search, Silence, Solver, Work};
use rungs::verify::{Budget, Gate, Panel, Refusal};

/// Says what the search says, but for one position.
struct Liar(Heaps);

impl Solver<Heaps> for Liar {
    fn name(&self) -> String {
        "liar".to_owned()
    }

    fn basis(&self) -> Basis {
        Basis::Definition
    }

    fn telling(&self) -> &'static str {
        "lies"
    }

    fn outcomes<'q>(&'q self, question: &'q Question<'q, Heaps>) -> Result<Work<'q, Outcome>, Silence> {
        let honest = Search.outcomes(question)?;
        Ok(Work::new(honest.positions, move |budget| {
            let mut answer = (honest.run)(budget)?;
            for (position, said) in question.positions.iter().zip(&mut answer) {
                if position == self.0 {
                    *said = Outcome::won_if(*said == Outcome::P);
                }
            }
            Ok(answer)
        }))
    }

    fn values<'q>(&'q self, _: &'q Question<'q, Heaps>) -> Result<Work<'q, Value>, Silence> {
        Err(Silence::NoTheory)
    }
}

fn question(rules: &Take) -> Question<'_, Heaps> {
    Question {
        game: "nim",
        rules,
        convention: Convention::Normal,
        positions: Positions::Range(HeapRange { heaps: 3, max: 7 }),
    }
}

#[test]
fn two_bases_agree_on_nim() {
    let rules = Take::nim();
    let verified = Gate::new(Panel::default(), Budget::default()).outcomes(&question(&rules)).unwrap();
    assert_eq!(verified.get().iter().filter(|&&outcome| outcome == Outcome::P).count(), 15);
    let controls = &verified.provenance()[0].controls;
    assert_eq!(controls.iter().map(|control| control.name.as_str()).collect::<Vec<_>>(), ["divisor 3"]);
}

#[test]
fn a_liar_is_named_with_its_position() {
    let rules = Take::nim();
    let panel = Panel {
        heaps: vec![Box::new(Columns { divisor: None }), Box::new(Liar(Heaps::new([1, 2, 4])))],
        ..Panel::default()
    };
    let refusal = Gate::new(panel, Budget::default()).outcomes(&question(&rules)).unwrap_err();
    let Refusal::Disagreement { position, opinions, differ, .. } = refusal else { panic!("{refusal:?}") };
    assert_eq!((position.as_str(), differ), ("1,2,4", 1));
    assert_eq!((opinions[0].says.as_str(), opinions[1].says.as_str()), ("N", "P"));
}

#[test]
fn one_witness_is_not_enough() {
    let rules = Take::nim();
    let panel = Panel { heaps: vec![Box::new(Search)], ..Panel::default() };
    let refusal = Gate::new(panel, Budget::default()).outcomes(&question(&rules)).unwrap_err();
    assert!(matches!(refusal, Refusal::LoneWitness { .. }), "{refusal:?}");
}

/// Speaks after it has been looked at.
struct Watched(Arc<Barrier>);

impl Solver<Heaps> for Watched {
    fn name(&self) -> String {
        "watched".to_owned()
    }

    fn basis(&self) -> Basis {
        Basis::Definition
    }

    fn telling(&self) -> &'static str {
        "waits"
    }

    fn outcomes<'q>(&'q self, question: &'q Question<'q, Heaps>) -> Result<Work<'q, Outcome>, Silence> {
        let honest = Search.outcomes(question)?;
        Ok(Work::new(honest.positions, move |budget| {
            self.0.wait();
            self.0.wait();
            (honest.run)(budget)
        }))
    }

    fn values<'q>(&'q self, _: &'q Question<'q, Heaps>) -> Result<Work<'q, Value>, Silence> {
        Err(Silence::NoTheory)
    }
}

#[test]
fn who_is_at_work_is_told_and_how_much_is_done() {
    let rules = Take::nim();
    let seen = Arc::new(Barrier::new(2));
    let heaps: Vec<Box<dyn Solver<Heaps>>> =
        vec![Box::new(Columns { divisor: None }), Box::new(Watched(Arc::clone(&seen)))];
    let gate = Gate::new(Panel { heaps, ..Panel::default() }, Budget::default()).threads(1);
    thread::scope(|scope| {
        let asked = scope.spawn(|| gate.outcomes(&question(&rules)).unwrap());
        seen.wait();
        let work = gate.at_work();
        let [work] = work.as_slice() else { panic!("{work:?}") };
        assert_eq!((work.game.as_str(), work.positions, gate.answered()), ("nim", 120, 0));
        let names: Vec<&str> = work.by.iter().map(|hand| hand.name.as_str()).collect();
        assert_eq!(names, ["watched"], "the columns have spoken");
        seen.wait();
        asked.join().unwrap();
    });
    assert_eq!((gate.at_work(), gate.answered()), (Vec::new(), 1));
}
