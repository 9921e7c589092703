use std::any::Any;

use super::{Ask, Basis, Question, Sibling, Silence, Solver, Work};
use crate::game::{Convention, HeapRange, Heaps, Outcome, Take, Value, nim_sum};

/// Misère Nim (Bouton 1901): as in normal play where some heap holds two counters or more, else the other way round,
/// so that of heaps of one an odd number is lost.
#[derive(Default)]
pub struct MisereNim {
    /// Whether the exception for small heaps is left out: the rule of normal play, for a control.
    pub normal_throughout: bool,
}

impl MisereNim {
    fn read(&self, sizes: &[u32]) -> Outcome {
        let won_in_normal_play = nim_sum(sizes.iter().copied()) != 0;
        let small = sizes.iter().all(|&size| size < 2);
        Outcome::won_if(won_in_normal_play != (small && !self.normal_throughout))
    }
}

impl Solver<Heaps> for MisereNim {
    fn name(&self) -> String {
        "Bouton's misère rule".to_owned()
    }

    fn basis(&self) -> Basis {
        Basis::ClosedForm
    }

    fn telling(&self) -> &'static str {
        "no moves"
    }

    fn outcomes<'q>(&'q self, question: &'q Question<'q, Heaps>) -> Result<Work<'q, Outcome>, Silence> {
        let rules = (question.rules as &dyn Any).downcast_ref::<Take>().ok_or(Silence::NoTheory)?;
        if rules.as_moore() != Some(1) {
            return Err(Silence::NoTheory);
        }
        if question.convention == Convention::Normal {
            return Err(Silence::NotAsked("it speaks of misère play".to_owned()));
        }
        let count = question.positions.count().unwrap_or(u64::MAX);
        Ok(Work::new(count, move |allowance| {
            let mut counted = allowance.count();
            let read = |position: Heaps| counted.step(1).map(|()| self.read(position.sizes()));
            question.positions.iter().map(read).collect()
        }))
    }

    fn values<'q>(&'q self, _: &'q Question<'q, Heaps>) -> Result<Work<'q, Value>, Silence> {
        Err(Silence::NotAsked("it tells outcomes".to_owned()))
    }

    fn siblings(&self, _: &Question<'_, Heaps>, _: Ask) -> Vec<Sibling<Heaps>> {
        vec![Sibling {
            name: "the normal rule".to_owned(),
            solver: Box::new(Self { normal_throughout: true }),
            fails_within: HeapRange { heaps: 1, max: 1 },
        }]
    }
}
