use super::answer::Answer;
use super::desk::Task;
use super::{Panel, Played, Refusal};
use crate::game::Position;
use crate::solver::{Allowance, Basis, Question, Silence, Solver, Work};

/// A solver and what it said.
pub(super) struct Spoken<'s, P: Position, T> {
    pub(super) solver: &'s dyn Solver<P>,
    pub(super) answer: Vec<T>,
}

/// A solver that would answer, and its work until that is done.
struct Willing<'s, P: Position, T> {
    solver: &'s dyn Solver<P>,
    work: Option<Work<'s, T>>,
    answer: Vec<T>,
}

/// Two who answer: the first that would, and the first after it that rests on something else; where nobody does, the
/// first that rests on the same but tells the rules in its own way. Both work at the same time.
///
/// # Errors
/// [`Refusal::LoneWitness`], or [`Refusal::Withdrawn`].
pub(super) fn two<'s, P: Played, T: Answer>(
    panel: &'s Panel,
    question: &'s Question<'s, P>,
    apart: Option<Basis>,
    allowance: &Allowance,
    task: &Task<'_>,
) -> Result<[Spoken<'s, P, T>; 2], Refusal> {
    let (mut willing, mut silent) = called(panel, question, apart, allowance.positions);
    while let Some((one, other)) = pair(&willing, &silent) {
        let (before, after) = willing.split_at_mut(other);
        let (one_at, other_at) = (one, other);
        let (Some(one), Some(other)) = (before.get_mut(one), after.first_mut()) else { break };
        let (one, other) = rayon::join(|| one.work_out(allowance, task), || other.work_out(allowance, task));
        let mut failed: Vec<_> = [(one_at, one), (other_at, other)]
            .into_iter()
            .filter_map(|(at, done)| done.err().map(|silence| (at, silence)))
            .collect();
        if failed.is_empty() {
            let other = willing.swap_remove(other_at);
            let one = willing.swap_remove(one_at);
            return Ok([one, other].map(|Willing { solver, answer, .. }| Spoken { solver, answer }));
        }
        if failed.iter().any(|(_, silence)| *silence == Silence::Withdrawn) {
            return Err(Refusal::Withdrawn);
        }
        while let Some((at, silence)) = failed.pop() {
            silent.push((willing.remove(at).solver, silence));
        }
    }
    Err(lone(question, &willing, silent))
}

/// Whether two would answer, told before either does anything.
///
/// # Errors
/// [`Refusal::LoneWitness`].
pub(super) fn foreseen<P: Played, T: Answer>(
    panel: &Panel,
    question: &Question<'_, P>,
    allows: u64,
) -> Result<(), Refusal> {
    let (willing, silent) = called::<P, T>(panel, question, None, allows);
    pair(&willing, &silent).map(|_| ()).ok_or_else(|| lone(question, &willing, silent))
}

/// Those who would answer and those who would not, in the order of the panel.
type Called<'s, P, T> = (Vec<Willing<'s, P, T>>, Vec<(&'s dyn Solver<P>, Silence)>);

fn called<'s, P: Played, T: Answer>(
    panel: &'s Panel,
    question: &'s Question<'s, P>,
    apart: Option<Basis>,
    allows: u64,
) -> Called<'s, P, T> {
    let (mut willing, mut silent) = (Vec::new(), Vec::new());
    for solver in P::solvers(panel).iter().filter(|solver| Some(solver.basis()) != apart) {
        let solver = solver.as_ref();
        match within(T::put(solver, question), allows) {
            Ok(work) => willing.push(Willing { solver, work: Some(work), answer: Vec::new() }),
            Err(silence) => silent.push((solver, silence)),
        }
    }
    (willing, silent)
}

fn lone<P: Position, T>(
    question: &Question<'_, P>,
    willing: &[Willing<'_, P, T>],
    silent: Vec<(&dyn Solver<P>, Silence)>,
) -> Refusal {
    Refusal::LoneWitness {
        game: question.game.to_owned(),
        spoke: willing.iter().map(|willing| willing.solver.name()).collect(),
        silent: silent.into_iter().map(|(solver, silence)| (solver.name(), silence)).collect(),
    }
}

/// The answer of one solver, within the budget.
pub(super) fn ask<P: Position, T: Answer>(
    solver: &dyn Solver<P>,
    question: &Question<'_, P>,
    allowance: &Allowance,
) -> Result<Vec<T>, Silence> {
    (within(T::put(solver, question), allowance.positions)?.run)(allowance)
}

fn within<T>(work: Result<Work<'_, T>, Silence>, allows: u64) -> Result<Work<'_, T>, Silence> {
    let work = work?;
    if work.positions > allows {
        return Err(Silence::OverBudget { needs: work.positions, allows });
    }
    Ok(work)
}

impl<P: Position, T> Willing<'_, P, T> {
    fn work_out(&mut self, allowance: &Allowance, task: &Task<'_>) -> Result<(), Silence> {
        if let Some(work) = self.work.take() {
            self.answer = task.by(&self.solver.name(), work.total, allowance, work.run)?;
        }
        Ok(())
    }
}

/// The places of the two to be heard. One basis told twice will do only where no other has anything to say, however
/// many positions it might visit.
fn pair<P: Position, T>(willing: &[Willing<'_, P, T>], silent: &[(&dyn Solver<P>, Silence)]) -> Option<(usize, usize)> {
    let first = willing.first()?.solver;
    let other_basis = |solver: &dyn Solver<P>| solver.basis() != first.basis();
    if let Some(second) = willing.iter().position(|willing| other_basis(willing.solver)) {
        return Some((0, second));
    }
    let too_large = |(solver, silence): &(&dyn Solver<P>, Silence)| {
        other_basis(*solver) && matches!(silence, Silence::OverBudget { .. })
    };
    if silent.iter().any(too_large) {
        return None;
    }
    let twin = willing.iter().position(|willing| willing.solver.telling() != first.telling())?;
    Some((0, twin))
}
