use std::panic::resume_unwind;
use std::thread;

use rayon::{ThreadPool, ThreadPoolBuilder};

use super::answer::Answer;
use super::control::controls;
use super::derivation::derivation;
use super::memo::{Known, Memo};
use super::witnesses::{Spoken, two};
use super::{Opinion, Panel, Played, Provenance, Refusal, Verified, Witness};
use crate::game::{Outcome, Position, Positions, Value};
use crate::solver::{Basis, Question};

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
///
/// What it has verified it remembers, and whoever asks the same while it is being verified waits for it. Solvers run
/// on threads of the gate's own, so that no thread that waits here is one that a solver waits for.
pub struct Gate {
    panel: Panel,
    budget: Budget,
    memo: Memo,
    /// None where no thread can be had: then each question is worked out by who asks it.
    threads: Option<ThreadPool>,
}

impl Gate {
    /// A gate before these solvers, which work on as many threads as the machine has.
    pub fn new(panel: Panel, budget: Budget) -> Self {
        Self { panel, budget, memo: Memo::default(), threads: pool(0) }
    }

    /// The same gate, its solvers on so many threads; no answer depends on it.
    #[must_use]
    pub fn threads(self, threads: usize) -> Self {
        Self { threads: pool(threads), ..self }
    }

    /// The outcome of each position, in order.
    ///
    /// # Errors
    /// Disagreement, one witness only, a control that did not fail, a question over the budget.
    pub fn outcomes<P: Played>(&self, question: &Question<'_, P>) -> Result<Verified<Vec<Outcome>>, Refusal> {
        self.verify(question, None)
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
        self.verify(question, Some(apart))
    }

    /// The Grundy value of each position, in order.
    ///
    /// # Errors
    /// As [`Gate::outcomes`].
    pub fn values<P: Played>(&self, question: &Question<'_, P>) -> Result<Verified<Vec<Value>>, Refusal> {
        self.verify(question, None)
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
        self.verify(question, Some(apart))
    }

    fn verify<P: Played, T: Answer>(
        &self,
        question: &Question<'_, P>,
        apart: Option<Basis>,
    ) -> Result<Verified<Vec<T>>, Refusal> {
        let allows = self.budget.positions;
        let needs = question.positions.count().unwrap_or(u64::MAX);
        if needs > allows {
            return Err(Refusal::OverBudget { needs, allows });
        }
        let find = || self.on_own_threads(|| self.compare(question, apart, needs));
        let known = self.memo.get(question, T::ASK, apart, find)?;
        let provenance = Provenance { game: question.game.to_owned(), ..known.provenance.clone() };
        Ok(Verified::new(known.answer.clone(), provenance))
    }

    /// Hears two witnesses on a question of so many positions, compares what they say, and runs the controls.
    fn compare<P: Played, T: Answer>(
        &self,
        question: &Question<'_, P>,
        apart: Option<Basis>,
        positions: u64,
    ) -> Result<Known<T>, Refusal> {
        let allows = self.budget.positions;
        let witnesses = two::<P, T>(&self.panel, question, apart, allows)?;
        for Spoken { solver, answer } in &witnesses {
            if answer.len() as u64 != positions {
                return Err(Refusal::Miscounted { solver: solver.name(), told: answer.len() as u64, of: positions });
            }
        }
        let [a, b] = &witnesses;
        if let Some(i) = first_difference(&question.positions, &a.answer, &b.answer)
            && let Some(position) = question.positions.iter().nth(i)
        {
            let opinion = |witness: &Spoken<'_, P, T>| Opinion {
                solver: witness.solver.name(),
                basis: witness.solver.basis(),
                says: witness.answer.get(i).map(T::print).unwrap_or_default(),
            };
            return Err(Refusal::Disagreement {
                game: question.game.to_owned(),
                position: position.to_string(),
                opinions: [opinion(a), opinion(b)],
                differ: a.answer.iter().zip(&b.answer).filter(|(one, other)| one != other).count() as u64,
                of: positions,
                derivation: Box::new(derivation(question, [a, b], &position, allows)),
            });
        }
        let controls = controls(&self.panel, question, &witnesses, allows)?;
        let [a, b] = witnesses;
        let witness = |of: &Spoken<'_, P, T>| Witness { name: of.solver.name(), basis: of.solver.basis() };
        let provenance = Provenance {
            game: question.game.to_owned(),
            convention: question.convention,
            ask: T::ASK,
            positions,
            witnesses: [witness(&a), witness(&b)],
            controls,
        };
        Ok(Known { answer: a.answer, provenance })
    }

    /// Runs on the gate's threads. A thread of another pool must not wait there: it would meanwhile begin other work,
    /// which might ask for what it is itself about to find.
    fn on_own_threads<R: Send>(&self, run: impl FnOnce() -> R + Send) -> R {
        let Some(pool) = &self.threads else { return run() };
        if rayon::current_thread_index().is_none() {
            return pool.install(run);
        }
        thread::scope(|scope| scope.spawn(|| pool.install(run)).join()).unwrap_or_else(|panic| resume_unwind(panic))
    }
}

fn pool(threads: usize) -> Option<ThreadPool> {
    ThreadPoolBuilder::new().num_threads(threads).build().ok()
}

/// The place of the smallest position on which two answers differ.
fn first_difference<P: Position, T: PartialEq>(positions: &Positions<P>, a: &[T], b: &[T]) -> Option<usize> {
    let mut differ = a.iter().zip(b).enumerate().filter(|(_, (one, other))| one != other).map(|(i, _)| i);
    match positions {
        // Every option of a position comes before it.
        Positions::Range(_) => differ.next(),
        Positions::Listed(list) => differ.min_by_key(|&i| list.get(i)),
    }
}
