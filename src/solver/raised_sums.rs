use std::any::Any;

use super::enclosing::Enclosing;
use super::raises::Raises;
use super::wrong_bounds::wrong_bounds;
use super::{Allowance, Ask, Basis, Question, Sibling, Silence, Solver, Work};
use crate::game::{Convention, Heaps, Nimber, Outcome, Take, Value};

/// Substitution for take-away games by a sieve over the sums p + ∗h: one that nothing has marked is lost, and marks
/// every sum p′ + ∗h from which a move in p′ leads to it. No mex is taken.
#[derive(Default)]
pub struct RaisedSums {
    /// Other rules than those of the question, for a control.
    pub rules: Option<Take>,
}

impl Solver<Heaps> for RaisedSums {
    fn name(&self) -> String {
        "substitution by sieve".to_owned()
    }

    fn basis(&self) -> Basis {
        Basis::Substitution
    }

    fn telling(&self) -> &'static str {
        "heaps raised"
    }

    fn outcomes<'q>(&'q self, _: &'q Question<'q, Heaps>) -> Result<Work<'q, Outcome>, Silence> {
        Err(Silence::NotAsked("substitution tells a value; of an outcome alone it is no second basis".to_owned()))
    }

    fn values<'q>(&'q self, question: &'q Question<'q, Heaps>) -> Result<Work<'q, Value>, Silence> {
        let own = (question.rules as &dyn Any).downcast_ref::<Take>().ok_or(Silence::NoTheory)?;
        if question.convention == Convention::Misere {
            return Err(Silence::NotAsked("a position has no Grundy value in misère play".to_owned()));
        }
        let rules = self.rules.as_ref().unwrap_or(own);
        let enclosing = Enclosing::of(&question.positions);
        Ok(Work::new(enclosing.visits(rules), move |allowance| {
            Ok(enclosing.pick(&question.positions, sieve(rules, &enclosing, allowance)?))
        }))
    }

    fn siblings(&self, question: &Question<'_, Heaps>, _: Ask) -> Vec<Sibling<Heaps>> {
        let rules = (question.rules as &dyn Any).downcast_ref::<Take>();
        let wrong = rules.map(wrong_bounds).unwrap_or_default().into_iter();
        wrong
            .map(|(name, rules, fails_within)| Sibling {
                name,
                solver: Box::new(Self { rules: Some(rules) }),
                fails_within,
            })
            .collect()
    }
}

fn sieve(rules: &Take, enclosing: &Enclosing, allowance: &Allowance) -> Result<Vec<Value>, Silence> {
    let range = enclosing.range();
    let (each, mut count) = (enclosing.visits_each(rules), allowance.count());
    // One bit for each ∗h with which the sum is won because a move in p leads to a lost one.
    let mut won: Vec<Vec<u64>> = vec![Vec::new(); usize::try_from(enclosing.count()).unwrap_or(0)];
    let mut values = Vec::with_capacity(won.len());
    let mut raises = Raises::new(rules, range, allowance);
    range.try_walk(|sizes| {
        let words = std::mem::take(&mut won[values.len()]);
        // The least heap without a mark makes the sum lost; a larger one could be lowered to it.
        let full = words.iter().take_while(|&&bits| bits == u64::MAX).count();
        let lost = full * 64 + words.get(full).map_or(0, |bits| bits.trailing_ones() as usize);
        raises.visit(sizes, |above| {
            let words = &mut won[above];
            if words.len() <= lost / 64 {
                words.resize(lost / 64 + 1, 0);
            }
            words[lost / 64] |= 1 << (lost % 64);
        })?;
        values.push(Nimber::try_from(lost).ok());
        count.step(each)
    })?;
    Ok(values)
}
