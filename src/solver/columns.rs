use std::any::Any;

use super::{Ask, Basis, Question, Sibling, Silence, Solver, Work};
use crate::game::{Convention, HeapRange, Heaps, Outcome, Ruleset, Take, Value};
use crate::notation::grouped;

/// The largest k of which it speaks: its wrong siblings fail from k heaps on, and others must reach those.
const WIDEST: u32 = 500;

/// Moore's columns: lost exactly when every binary column holds a number of ones divisible by k + 1 (Moore 1910);
/// for k = 1, Bouton's theorem (1901).
#[derive(Default)]
pub struct Columns {
    /// The divisor to read the columns with; none for the right one, k + 1.
    pub divisor: Option<u32>,
}

impl Columns {
    /// The number of ones in each binary column of these heaps, highest column first; empty if all are nought.
    pub fn sums(sizes: &[u32]) -> Vec<u32> {
        let columns = sizes.iter().map(|size| u32::BITS - size.leading_zeros()).max().unwrap_or(0);
        (0..columns).rev().map(|column| sizes.iter().map(|size| size >> column & 1).sum()).collect()
    }

    /// What the columns say, read with a divisor.
    pub fn read(sizes: &[u32], divisor: u32) -> Outcome {
        let columns = u32::BITS - sizes.iter().fold(0, |all, size| all | size).leading_zeros();
        let sum = |column: u32| sizes.iter().map(|size| size >> column & 1).sum::<u32>();
        Outcome::won_if((0..columns).any(|column| sum(column) % divisor != 0))
    }

    /// The divisor with which the columns of a game are read, k + 1; none where they say nothing of it.
    pub fn divisor_of(rules: &dyn Ruleset<Position = Heaps>) -> Option<u32> {
        let k = (rules as &dyn Any).downcast_ref::<Take>().and_then(Take::as_moore)?;
        Some(k.saturating_add(1))
    }

    fn divisor(&self, question: &Question<'_, Heaps>) -> Result<u32, Silence> {
        let divisor = Self::divisor_of(question.rules).ok_or(Silence::NoTheory)?;
        if question.convention == Convention::Misere {
            return Err(Silence::NotAsked("the columns speak of normal play".to_owned()));
        }
        if divisor > WIDEST + 1 {
            return Err(Silence::OutOfRange(format!("they are tried for k of at most {}", grouped(WIDEST))));
        }
        Ok(self.divisor.unwrap_or(divisor))
    }
}

impl Solver<Heaps> for Columns {
    fn name(&self) -> String {
        match self.divisor {
            Some(divisor) => format!("binary columns mod {divisor}"),
            None => "binary columns mod k + 1".to_owned(),
        }
    }

    fn basis(&self) -> Basis {
        Basis::ClosedForm
    }

    fn telling(&self) -> &'static str {
        "no moves"
    }

    fn outcomes<'q>(&'q self, question: &'q Question<'q, Heaps>) -> Result<Work<'q, Outcome>, Silence> {
        let divisor = self.divisor(question)?;
        let count = question.positions.count().unwrap_or(u64::MAX);
        Ok(Work::new(count, move |allowance| {
            let mut counted = allowance.count();
            let read = |position: Heaps| counted.step(1).map(|()| Self::read(position.sizes(), divisor));
            question.positions.iter().map(read).collect()
        }))
    }

    fn values<'q>(&'q self, _: &'q Question<'q, Heaps>) -> Result<Work<'q, Value>, Silence> {
        Err(Silence::NotAsked("the columns tell an outcome and no value".to_owned()))
    }

    /// One less is wrong of k heaps of one, which are won, and one more of k + 1, which are lost.
    fn siblings(&self, question: &Question<'_, Heaps>, _: Ask) -> Vec<Sibling<Heaps>> {
        let Ok(divisor) = self.divisor(question) else { return Vec::new() };
        let heaps = divisor as usize;
        let fails_within = match divisor {
            ..=4 => HeapRange { heaps: heaps + 1, max: 7 },
            _ => HeapRange { heaps, max: 1 },
        };
        [divisor.saturating_sub(1), divisor.saturating_add(1)]
            .into_iter()
            .filter(|&wrong| wrong > 1)
            .map(|wrong| Sibling {
                name: format!("divisor {wrong}"),
                solver: Box::new(Self { divisor: Some(wrong) }),
                fails_within: fails_within.clone(),
            })
            .collect()
    }
}
