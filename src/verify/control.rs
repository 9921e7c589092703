use super::answer::Answer;
use super::witnesses::{Spoken, ask};
use super::{ControlRecord, Played, Refusal};
use crate::game::{PositionRange, Positions};
use crate::solver::{Basis, Question, Sibling};

/// Shows that each of two witnesses could have failed: every wrong sibling of either is refuted.
///
/// # Errors
/// A sibling that is right throughout; a closed form or a theory that has none.
pub(super) fn controls<P: Played, T: Answer>(
    question: &Question<'_, P>,
    witnesses: &[Spoken<'_, P, T>; 2],
    allows: u64,
) -> Result<Vec<ControlRecord>, Refusal> {
    let [one, other] = witnesses;
    let mut records = Vec::new();
    for (vouching, other) in [(one, other), (other, one)] {
        let siblings = vouching.solver.siblings(question, T::ASK);
        if siblings.is_empty() && matches!(vouching.solver.basis(), Basis::ClosedForm | Basis::Theory) {
            return Err(Refusal::NoControl { solver: vouching.solver.name() });
        }
        for sibling in siblings {
            records.push(control(question, vouching, other, &sibling, allows)?);
        }
    }
    Ok(records)
}

/// Refutes a sibling by all positions of as many heaps up to the largest of the question, else where it is known to
/// fail. The other witness says what is true there.
fn control<P: Played, T: Answer>(
    question: &Question<'_, P>,
    vouching: &Spoken<'_, P, T>,
    other: &Spoken<'_, P, T>,
    sibling: &Sibling<P>,
    allows: u64,
) -> Result<ControlRecord, Refusal> {
    let mut positions = 0;
    let around = match &question.positions {
        Positions::Range(range) => Some(range.clone()),
        Positions::Listed(list) => P::Range::around(list),
    };
    for range in around.into_iter().chain([sibling.fails_within.clone()]) {
        let within = Question { positions: Positions::Range(range), ..question.clone() };
        positions = within.positions.count().unwrap_or(u64::MAX);
        let Ok(wrong) = ask::<P, T>(sibling.solver.as_ref(), &within, allows) else { continue };
        let told;
        let truth = if within.positions == question.positions {
            &other.answer
        } else {
            let Ok(truth) = ask(other.solver, &within, allows) else { continue };
            told = truth;
            &told
        };
        let refuted = wrong.iter().zip(truth).filter(|(wrong, truth)| wrong != truth).count() as u64;
        if refuted > 0 {
            return Ok(ControlRecord { of: vouching.solver.name(), name: sibling.name.clone(), positions, refuted });
        }
    }
    Err(Refusal::ControlHeld { solver: vouching.solver.name(), sibling: sibling.name.clone(), positions })
}
