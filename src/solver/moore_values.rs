use std::any::Any;
use std::ops::RangeInclusive;

use super::{Ask, Basis, ControlReading, MooreReading, Question, Sibling, Silence, Solver, Work};
use crate::game::{Convention, HeapRange, Heaps, Nimber, Outcome, Positions, Take, Value};

/// The closed forms for values of Moore's Nim with k of at least 2: the plain sum for at most k heaps, all of which
/// a move may touch, and the formula of Jenkyns and Mayberry for k + 1. For more heaps none is known.
pub struct MooreValues {
    reading: MooreReading,
    /// For how many heaps the reading is a theorem, by k.
    heaps: fn(u64) -> RangeInclusive<u64>,
    /// What holds for fewer heaps, and is wrong here.
    sibling: MooreReading,
    /// A range in which the sibling fails, by k.
    fails_within: fn(usize) -> HeapRange,
}

impl MooreValues {
    /// The plain sum of at most k heaps: every total below it can be left by a move.
    pub fn plain_sum() -> Self {
        Self {
            reading: MooreReading::Sum,
            heaps: |k| 0..=k,
            sibling: MooreReading::Xor,
            // Two heaps of one: the exclusive-or is 0 and the sum 2.
            fails_within: |_| HeapRange { heaps: 2, max: 2 },
        }
    }

    /// The formula for k + 1 heaps.
    pub fn jenkyns_mayberry() -> Self {
        Self {
            reading: MooreReading::JenkynsMayberry,
            heaps: |k| k + 1..=k + 1,
            sibling: MooreReading::Sum,
            // k + 1 heaps of one are lost, and their sum is k + 1.
            fails_within: |k| HeapRange { heaps: k + 1, max: 2 },
        }
    }

    /// The bound k, if the question is within reach.
    fn reach(&self, question: &Question<'_, Heaps>) -> Result<u32, Silence> {
        let rules = (question.rules as &dyn Any).downcast_ref::<Take>();
        let k = rules.and_then(Take::as_moore).ok_or(Silence::NoTheory)?;
        if question.convention == Convention::Misere {
            return Err(Silence::NotAsked("a position has no Grundy value in misère play".to_owned()));
        }
        let heaps = (self.heaps)(k.into());
        if k < 2 {
            return Err(Silence::OutOfRange("it holds from k = 2 on".to_owned()));
        }
        let (fewest, most) = match &question.positions {
            Positions::Range(range) => (range.heaps, range.heaps),
            Positions::Listed(list) => {
                let counts = || list.iter().map(|position| position.sizes().len());
                (counts().min().unwrap_or(0), counts().max().unwrap_or(0))
            }
        };
        if heaps.contains(&(fewest as u64)) && heaps.contains(&(most as u64)) {
            return Ok(k);
        }
        let (first, last) = heaps.into_inner();
        let holds = if first == last { format!("exactly {last}") } else { format!("at most {last}") };
        let here = if fewest == most { most.to_string() } else { format!("{fewest} to {most}") };
        Err(Silence::OutOfRange(format!("it holds for {holds} heaps, and here are {here}")))
    }
}

impl Solver<Heaps> for MooreValues {
    fn name(&self) -> String {
        self.reading.name().to_owned()
    }

    fn basis(&self) -> Basis {
        Basis::ClosedForm
    }

    fn telling(&self) -> &'static str {
        "no moves"
    }

    fn outcomes<'q>(&'q self, _: &'q Question<'q, Heaps>) -> Result<Work<'q, Outcome>, Silence> {
        Err(Silence::NotAsked("it tells values".to_owned()))
    }

    fn values<'q>(&'q self, question: &'q Question<'q, Heaps>) -> Result<Work<'q, Value>, Silence> {
        let k = self.reach(question)?;
        let count = question.positions.count().unwrap_or(u64::MAX);
        Ok(Work::new(count, move |allowance| {
            let mut counted = allowance.count();
            let value = |position: Heaps| match self.reading.read(position.sizes(), k).map(Nimber::try_from) {
                Some(Ok(value)) => counted.step(1).map(|()| Some(value)),
                _ => Err(Silence::OutOfRange(format!("it tells values up to {}", Nimber::MAX))),
            };
            question.positions.iter().map(value).collect()
        }))
    }

    fn siblings(&self, question: &Question<'_, Heaps>, _: Ask) -> Vec<Sibling<Heaps>> {
        let Ok(k) = self.reach(question) else { return Vec::new() };
        vec![Sibling {
            name: self.sibling.name().to_owned(),
            solver: Box::new(ControlReading(self.sibling)),
            fails_within: (self.fails_within)(k as usize),
        }]
    }
}
