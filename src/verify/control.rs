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

/// The most parts, heaps say, of all positions around those of a list, where these are large.
const MOST_PARTS: u64 = 1 << 22;

/// A position of so many parts is not large.
const FEW_PARTS: u64 = 16;

/// Refutes a sibling by all positions of as many heaps up to the largest of the question, else where it is known to
/// fail. What is true there the other witness says, or, where it does not reach so far, the first who does and rests on
/// another basis, else the first who tells the rules otherwise.
fn control<P: Played, T: Answer>(
    panel: &Panel,
    question: &Question<'_, P>,
    vouching: &Spoken<'_, P, T>,
    other: &Spoken<'_, P, T>,
    sibling: &Sibling<P>,
    allowance: &Allowance,
) -> Result<ControlRecord, Refusal> {
    let goes_on = || allowance.check().map_err(|_| Refusal::Withdrawn);
    let around = match &question.positions {
        Positions::Range(range) => Some(range.clone()),
        // Of positions with very many parts one alone is quicker than all around it.
        Positions::Listed(list) => {
            let few = |range: &P::Range| {
                let small = range.count().unwrap_or(u64::MAX).saturating_mul(FEW_PARTS);
                range.parts().is_some_and(|parts| parts <= MOST_PARTS.max(small))
            };
            P::Range::around(list).filter(few)
        }
    };
    let of = vouching.solver;
    let others = || P::solvers(panel).iter().map(AsRef::as_ref);
    let other_basis = others().filter(|solver| solver.basis() != of.basis());
    let told_otherwise = others().filter(|solver| solver.basis() == of.basis() && solver.telling() != of.telling());
    let others: Vec<_> = [other.solver].into_iter().chain(other_basis).chain(told_otherwise).collect();
    // On how many positions it was right where it should fail, if it was held against the truth there.
    let mut held = None;
    for range in around.into_iter().chain([sibling.fails_within.clone()]) {
        goes_on()?;
        held = None;
        let within = Question { positions: Positions::Range(range), ..question.clone() };
        let Ok(wrong) = ask::<P, T>(sibling.solver.as_ref(), &within, allowance) else { continue };
        let truth = if within.positions == question.positions {
            Some(Cow::Borrowed(&other.answer))
        } else {
            others.iter().find_map(|solver| ask(*solver, &within, allowance).ok()).map(Cow::Owned)
        };
        let Some(truth) = truth.filter(|truth| truth.len() == wrong.len()) else { continue };
        let refuted = wrong.iter().zip(truth.iter()).filter(|(wrong, truth)| wrong != truth).count() as u64;
        let positions = wrong.len() as u64;
        if refuted > 0 {
            return Ok(ControlRecord { of: of.name(), name: sibling.name.clone(), positions, refuted });
        }
        held = Some(positions);
    }
    goes_on()?;
    let (solver, sibling) = (of.name(), sibling.name.clone());
    Err(match held {
        Some(positions) => Refusal::ControlHeld { solver, sibling, positions },
        None => Refusal::ControlUntried { solver, sibling },
    })
}
