use std::any::Any;

use super::enclosing::Enclosing;
use super::raises::Raises;
use super::wrong_bounds::wrong_bounds;
use super::{Allowance, Ask, Basis, Question, Sibling, Silence, Solver, Work};
use crate::game::{Amounts, Convention, HeapRange, Heaps, Outcome, PositionRange, Take, Value};

/// Outcomes upwards: a position that nothing has marked is lost, and marks every position from which it is reached.
///
/// It needs no options of a position, only what leads to it, and stops at the few that are lost.
#[derive(Default)]
pub struct Sieve {
    /// Other rules than those of the question, for a control.
    pub rules: Option<Take>,
    /// Another convention than the question's, for a control.
    pub convention: Option<Convention>,
}

impl Solver<Heaps> for Sieve {
    fn name(&self) -> String {
        "sieve".to_owned()
    }

    fn basis(&self) -> Basis {
        Basis::Definition
    }

    fn telling(&self) -> &'static str {
        "heaps raised"
    }

    fn outcomes<'q>(&'q self, question: &'q Question<'q, Heaps>) -> Result<Work<'q, Outcome>, Silence> {
        let own = (question.rules as &dyn Any).downcast_ref::<Take>().ok_or(Silence::NoTheory)?;
        let rules = self.rules.as_ref().unwrap_or(own);
        let convention = self.convention.unwrap_or(question.convention);
        let enclosing = Enclosing::of(&question.positions);
        let cost = enclosing.marks(rules);
        let work = Work::new(enclosing.count(), move |allowance| {
            Ok(enclosing.pick(&question.positions, sieve(rules, convention, enclosing.range(), allowance)?))
        });
        Ok(work.costing(cost))
    }

    fn values<'q>(&'q self, _: &'q Question<'q, Heaps>) -> Result<Work<'q, Value>, Silence> {
        Err(Silence::NotAsked("the sieve tells an outcome and no value".to_owned()))
    }

    fn siblings(&self, question: &Question<'_, Heaps>, _: Ask) -> Vec<Sibling<Heaps>> {
        if question.convention == Convention::Misere {
            let convention = Some(Convention::Normal);
            return vec![Sibling {
                name: "the normal ending".to_owned(),
                solver: Box::new(Self { convention, ..Self::default() }),
                fails_within: HeapRange { heaps: 1, max: 1 },
            }];
        }
        let rules = (question.rules as &dyn Any).downcast_ref::<Take>();
        let wrong = rules.map(wrong_bounds).unwrap_or_default().into_iter();
        wrong
            .map(|(name, rules, fails_within)| Sibling {
                name,
                solver: Box::new(Self { rules: Some(rules), ..Self::default() }),
                fails_within,
            })
            .collect()
    }
}

/// The outcome of each position of a range, which must be small enough to be walked.
///
/// # Errors
/// Nobody wants to know any more.
pub(super) fn sieve(
    rules: &Take,
    convention: Convention,
    range: &HeapRange,
    allowance: &Allowance,
) -> Result<Vec<Outcome>, Silence> {
    let count = range.count().and_then(|count| usize::try_from(count).ok()).unwrap_or(0);
    let mut outcomes = vec![Outcome::P; count];
    let mut raises = Raises::new(rules, range, allowance);
    let least = match &rules.each {
        Amounts::Of(amounts) => amounts.first().copied().unwrap_or(u32::MAX),
        Amounts::Any | Amounts::UpTo(_) => 1,
    };
    let mut here = 0;
    let mut counted = allowance.count();
    range.try_walk(|sizes| {
        let stuck = sizes.last().is_none_or(|&largest| largest < least);
        if stuck && convention == Convention::Misere {
            outcomes[here] = Outcome::N;
        }
        if outcomes[here] == Outcome::P {
            raises.visit(sizes, |above| outcomes[above] = Outcome::N)?;
        }
        here += 1;
        counted.step(1)
    })?;
    Ok(outcomes)
}
