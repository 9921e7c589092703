use super::{ControlRecord, Opinion, Panel, Played, Provenance, Refusal, Verified, Witness};
use crate::game::{Outcome, Position, PositionRange, Positions, Value};
use crate::solver::{Ask, Basis, Question, Sibling, Silence, Solver, Work};

/// How much one question may cost, in positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// The most positions that a question may speak of, and that a solver may visit.
    pub positions: u64,
}

impl Default for Budget {
    fn default() -> Self {
        // The sets of 24 strings: a board of three by three boxes.
        Self { positions: 1 << 24 }
    }
}

/// The only way to a [`Verified`] answer: it asks two solvers with different bases and compares.
pub struct Gate {
    panel: Panel,
    budget: Budget,
}

impl Gate {
    /// A gate before these solvers.
    pub fn new(panel: Panel, budget: Budget) -> Self {
        Self { panel, budget }
    }

    /// The outcome of each position, in order.
    ///
    /// # Errors
    /// Disagreement, one witness only, a control that did not fail, a question over the budget.
    pub fn outcomes<P: Played>(&self, question: &Question<'_, P>) -> Result<Verified<Vec<Outcome>>, Refusal> {
        self.verify(question, Ask::Outcome, None, |solver, question| solver.outcomes(question), Outcome::to_string)
    }

    /// The outcome of each position, in order, from witnesses of which none rests on `apart`: the answer against which
    /// a criterion of that basis can be held, for it did not itself vouch for it.
    ///
    /// # Errors
    /// As [`Gate::outcomes`].
    pub fn outcomes_apart_from<P: Played>(
        &self,
        apart: Basis,
        question: &Question<'_, P>,
    ) -> Result<Verified<Vec<Outcome>>, Refusal> {
        self.verify(
            question,
            Ask::Outcome,
            Some(apart),
            |solver, question| solver.outcomes(question),
            Outcome::to_string,
        )
    }

    /// The Grundy value of each position, in order.
    ///
    /// # Errors
    /// As [`Gate::outcomes`].
    pub fn values<P: Played>(&self, question: &Question<'_, P>) -> Result<Verified<Vec<Value>>, Refusal> {
        self.verify(question, Ask::Value, None, |solver, question| solver.values(question), print_value)
    }

    /// The Grundy value of each position, in order, from witnesses of which none rests on `apart`.
    ///
    /// # Errors
    /// As [`Gate::outcomes`].
    pub fn values_apart_from<P: Played>(
        &self,
        apart: Basis,
        question: &Question<'_, P>,
    ) -> Result<Verified<Vec<Value>>, Refusal> {
        self.verify(question, Ask::Value, Some(apart), |solver, question| solver.values(question), print_value)
    }

    fn verify<P: Played, T: PartialEq + Send>(
        &self,
        question: &Question<'_, P>,
        ask: Ask,
        apart: Option<Basis>,
        put: Put<P, T>,
        print: impl Fn(&T) -> String,
    ) -> Result<Verified<Vec<T>>, Refusal> {
        let allows = self.budget.positions;
        let positions = question.positions.count().unwrap_or(u64::MAX);
        if positions > allows {
            return Err(Refusal::OverBudget { needs: positions, allows });
        }
        let [a, b] = self.two_witnesses(question, apart, put)?;
        for (i, (one, other)) in a.answer.iter().zip(&b.answer).enumerate() {
            if one != other {
                let differ = a.answer.iter().zip(&b.answer).filter(|(one, other)| one != other).count() as u64;
                let opinion = |w: &Spoken<'_, P, T>, says: &T| Opinion {
                    solver: w.solver.name(),
                    basis: w.solver.basis(),
                    says: print(says),
                };
                return Err(Refusal::Disagreement {
                    game: question.game.to_owned(),
                    position: question.positions.iter().nth(i).map(|p| p.to_string()).unwrap_or_default(),
                    opinions: [opinion(&a, one), opinion(&b, other)],
                    differ,
                    of: positions,
                });
            }
        }
        let mut controls = Vec::new();
        for (vouching, other) in [(&a, &b), (&b, &a)] {
            for sibling in vouching.solver.siblings(question, ask) {
                controls.push(self.control(question, vouching, other, &sibling, put)?);
            }
        }
        let witness = |solver: &dyn Solver<P>| Witness { name: solver.name(), basis: solver.basis() };
        let provenance = Provenance {
            game: question.game.to_owned(),
            convention: question.convention,
            ask,
            positions,
            witnesses: [witness(a.solver), witness(b.solver)],
            controls,
        };
        Ok(Verified::new(a.answer, provenance))
    }

    /// The first solver that speaks, and the first after it that rests on something else; where none does,
    /// the first that rests on the same but tells the rules in its own way.
    fn two_witnesses<'s, P: Played, T>(
        &'s self,
        question: &Question<'_, P>,
        apart: Option<Basis>,
        put: Put<P, T>,
    ) -> Result<[Spoken<'s, P, T>; 2], Refusal> {
        let solvers = P::solvers(&self.panel).iter().filter(|solver| Some(solver.basis()) != apart);
        let mut silent = Vec::new();
        let mut first: Option<Spoken<'s, P, T>> = None;
        let mut twins = Vec::new();
        for solver in solvers {
            let solver = solver.as_ref();
            if first.as_ref().is_some_and(|first| first.solver.basis() == solver.basis()) {
                twins.push(solver);
                continue;
            }
            match self.ask(solver, question, put) {
                Err(silence) => silent.push((solver.name(), silence)),
                Ok(answer) => {
                    let spoken = Spoken { solver, answer };
                    match first {
                        Some(first) => return Ok([first, spoken]),
                        None => first = Some(spoken),
                    }
                }
            }
        }
        if let Some(first) = first {
            for solver in twins.into_iter().filter(|twin| twin.telling() != first.solver.telling()) {
                match self.ask(solver, question, put) {
                    Err(silence) => silent.push((solver.name(), silence)),
                    Ok(answer) => return Ok([first, Spoken { solver, answer }]),
                }
            }
            let spoke = vec![first.solver.name()];
            return Err(Refusal::LoneWitness { game: question.game.to_owned(), spoke, silent });
        }
        Err(Refusal::LoneWitness { game: question.game.to_owned(), spoke: Vec::new(), silent })
    }

    fn ask<P: Played, T>(
        &self,
        solver: &dyn Solver<P>,
        question: &Question<'_, P>,
        put: Put<P, T>,
    ) -> Result<Vec<T>, Silence> {
        let allows = self.budget.positions;
        let work = put(solver, question)?;
        if work.positions > allows {
            return Err(Silence::OverBudget { needs: work.positions, allows });
        }
        (work.run)(allows)
    }

    /// Shows that a wrong sibling of a vouching solver is refuted: by all positions of as many heaps up to the
    /// largest of the question, else where the sibling is known to fail. The other witness says what is true there.
    fn control<P: Played, T: PartialEq>(
        &self,
        question: &Question<'_, P>,
        vouching: &Spoken<'_, P, T>,
        other: &Spoken<'_, P, T>,
        sibling: &Sibling<P>,
        put: Put<P, T>,
    ) -> Result<ControlRecord, Refusal> {
        let mut positions = 0;
        let around = match &question.positions {
            Positions::Range(range) => Some(range.clone()),
            Positions::Listed(list) => P::Range::around(list),
        };
        for range in around.into_iter().chain([sibling.fails_within.clone()]) {
            let question = Question { positions: Positions::Range(range), ..question.clone() };
            positions = question.positions.count().unwrap_or(u64::MAX);
            let Ok(wrong) = self.ask(sibling.solver.as_ref(), &question, put) else { continue };
            let Ok(truth) = self.ask(other.solver, &question, put) else { continue };
            let refuted = wrong.iter().zip(&truth).filter(|(wrong, truth)| wrong != truth).count() as u64;
            if refuted > 0 {
                return Ok(ControlRecord {
                    of: vouching.solver.name(),
                    name: sibling.name.clone(),
                    positions,
                    refuted,
                });
            }
        }
        Err(Refusal::ControlHeld { solver: vouching.solver.name(), sibling: sibling.name.clone(), positions })
    }
}

fn print_value(value: &Value) -> String {
    value.map_or_else(|| "no value".to_owned(), |value| format!("∗{value}"))
}

/// Puts a question to a solver: its outcomes, or its values.
type Put<P, T> = for<'q> fn(&'q dyn Solver<P>, &'q Question<'q, P>) -> Result<Work<'q, T>, Silence>;

/// A solver and what it said.
struct Spoken<'s, P: Position, T> {
    solver: &'s dyn Solver<P>,
    answer: Vec<T>,
}
