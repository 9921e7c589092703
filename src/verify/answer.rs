use crate::game::{Convention, Outcome, Position, Value, mex};
use crate::solver::{Ask, Question, Silence, Solver, Work};

/// What can be asked about a position: its outcome, or its value.
pub(super) trait Answer: Clone + PartialEq + Send + Sync + 'static {
    /// The question that it answers.
    const ASK: Ask;

    /// Puts the question to a solver.
    fn put<'q, P: Position>(
        solver: &'q dyn Solver<P>,
        question: &'q Question<'q, P>,
    ) -> Result<Work<'q, Self>, Silence>;

    /// The answer as text.
    fn print(&self) -> String;

    /// What the definition makes of the answers for a position's options.
    fn follows(options: &[Self], convention: Convention) -> Self;
}

impl Answer for Outcome {
    const ASK: Ask = Ask::Outcome;

    fn put<'q, P: Position>(
        solver: &'q dyn Solver<P>,
        question: &'q Question<'q, P>,
    ) -> Result<Work<'q, Self>, Silence> {
        solver.outcomes(question)
    }

    fn print(&self) -> String {
        self.to_string()
    }

    fn follows(options: &[Self], convention: Convention) -> Self {
        match options {
            [] => Self::without_moves(convention),
            options => Self::won_if(options.contains(&Self::P)),
        }
    }
}

impl Answer for Value {
    const ASK: Ask = Ask::Value;

    fn put<'q, P: Position>(
        solver: &'q dyn Solver<P>,
        question: &'q Question<'q, P>,
    ) -> Result<Work<'q, Self>, Silence> {
        solver.values(question)
    }

    fn print(&self) -> String {
        self.map_or_else(|| "no value".to_owned(), |value| format!("∗{value}"))
    }

    /// An option without a value is loony, and ignored.
    fn follows(options: &[Self], _: Convention) -> Self {
        Some(mex(options.iter().copied().flatten()))
    }
}
