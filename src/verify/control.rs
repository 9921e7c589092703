use std::borrow::Cow;

use super::answer::Answer;
use super::desk::Task;
use super::witnesses::{Spoken, ask};
use super::{ControlRecord, Panel, Played, Refusal};
use crate::game::{PositionRange, Positions};
use crate::solver::{Allowance, Basis, Question, Sibling};

/// Shows that each of two witnesses could have failed: every wrong sibling of either is refuted.
///
/// # Errors
/// A sibling that is right throughout; a closed form or a theory that has none; nobody wants to know any more.
pub(super) fn controls<P: Played, T: Answer>(
    panel: &Panel,
    question: &Question<'_, P>,
    witnesses: &[Spoken<'_, P, T>; 2],
    allowance: &Allowance,
    task: &Task<'_>,
) -> Result<Vec<ControlRecord>, Refusal> {
    let [one, other] = witnesses;
    let mut records = Vec::new();
    for (vouching, other) in [(one, other), (other, one)] {
        let siblings = vouching.solver.siblings(question, T::ASK);
        if siblings.is_empty() && matches!(vouching.solver.basis(), Basis::ClosedForm | Basis::Theory) {
            return Err(Refusal::NoControl { solver: vouching.solver.name() });
        }
        for sibling in siblings {
            let tried = |own: &Allowance| control(panel, question, vouching, other, &sibling, own);
            records.push(task.by(&format!("the control {}", sibling.name), None, allowance, tried)?);
        }
    }
    Ok(records)
}

/// Refutes a sibling by all positions of as many heaps up to the largest of the question, else where it is known to
/// fail. The other witness says what is true there, or, where it does not reach so far, the first on another basis.
fn control<P: Played, T: Answer>(
    panel: &Panel,
    question: &Question<'_, P>,
    vouching: &Spoken<'_, P, T>,
    other: &Spoken<'_, P, T>,
    sibling: &Sibling<P>,
    allowance: &Allowance,
) -> Result<ControlRecord, Refusal> {
    let mut positions = 0;
    let goes_on = || allowance.check().map_err(|_| Refusal::Withdrawn);
    let around = match &question.positions {
        Positions::Range(range) => Some(range.clone()),
        Positions::Listed(list) => P::Range::around(list),
    };
    let others = P::solvers(panel).iter().map(AsRef::as_ref);
    let others = others.filter(|solver| solver.basis() != vouching.solver.basis());
    for range in around.into_iter().chain([sibling.fails_within.clone()]) {
        goes_on()?;
        let within = Question { positions: Positions::Range(range), ..question.clone() };
        positions = within.positions.count().unwrap_or(u64::MAX);
        let Ok(wrong) = ask::<P, T>(sibling.solver.as_ref(), &within, allowance) else { continue };
        let truth = if within.positions == question.positions {
            Some(Cow::Borrowed(&other.answer))
        } else {
            let mut others = [other.solver].into_iter().chain(others.clone());
            others.find_map(|solver| ask(solver, &within, allowance).ok()).map(Cow::Owned)
        };
        let Some(truth) = truth else { continue };
        let refuted = wrong.iter().zip(truth.iter()).filter(|(wrong, truth)| wrong != truth).count() as u64;
        if refuted > 0 {
            return Ok(ControlRecord { of: vouching.solver.name(), name: sibling.name.clone(), positions, refuted });
        }
    }
    goes_on()?;
    Err(Refusal::ControlHeld { solver: vouching.solver.name(), sibling: sibling.name.clone(), positions })
}
