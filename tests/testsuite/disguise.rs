//! Solvers in disguise: they pass for another, and work in a way of their own.

use rungs::game::{Outcome, Position, Value};
use rungs::solver::{Ask, Basis, Question, Sibling, Silence, Solver, Work};

/// How a solver in disguise does the work of the one for which it passes.
pub trait Manner<P: Position>: Send + Sync {
    /// What becomes of its outcomes.
    fn outcomes<'q>(&'q self, question: &'q Question<'q, P>, honest: Work<'q, Outcome>) -> Work<'q, Outcome>;

    /// What becomes of its values.
    fn values<'q>(&'q self, question: &'q Question<'q, P>, honest: Work<'q, Value>) -> Work<'q, Value>;
}

/// A solver that passes for another.
pub struct Disguised<P: Position, M> {
    pub honest: Box<dyn Solver<P>>,
    pub manner: M,
}

impl<P: Position, M: Manner<P>> Solver<P> for Disguised<P, M> {
    fn name(&self) -> String {
        self.honest.name()
    }

    fn basis(&self) -> Basis {
        self.honest.basis()
    }

    fn telling(&self) -> &'static str {
        self.honest.telling()
    }

    fn outcomes<'q>(&'q self, question: &'q Question<'q, P>) -> Result<Work<'q, Outcome>, Silence> {
        Ok(self.manner.outcomes(question, self.honest.outcomes(question)?))
    }

    fn values<'q>(&'q self, question: &'q Question<'q, P>) -> Result<Work<'q, Value>, Silence> {
        Ok(self.manner.values(question, self.honest.values(question)?))
    }

    fn siblings(&self, question: &Question<'_, P>, ask: Ask) -> Vec<Sibling<P>> {
        self.honest.siblings(question, ask)
    }
}
