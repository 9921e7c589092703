use std::panic::resume_unwind;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Instant;

use rayon::{ThreadPool, ThreadPoolBuilder};

use super::answer::Answer;
use super::control::controls;
use super::derivation::derivation;
use super::desk::{AtWork, Desk, Task};
use super::kept;
use super::memo::{self, Known, Memo};
use super::witnesses::{Spoken, foreseen, two};
use super::{Heard, Opinion, Panel, Played, Provenance, Refusal, Store, Unkept, Verified, Witness};
use crate::game::{Outcome, Position, Positions, Value};
use crate::solver::{Allowance, Basis, Question, Wish, Wishes};

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

/// The only way to a [`Verified`] answer: it asks two solvers with different bases, or one basis told twice where no other
/// has anything to say, and compares.
///
/// What it has verified it remembers, and whoever asks the same while it is being verified waits for it. Solvers run
/// on threads of the gate's own, so that no thread that waits here is one that a solver waits for. With a [`Store`] it
/// remembers from one run to the next, too: what comes out of one passes through here again, and is worked out anew
/// where it is not whole, not to the question, or not from witnesses that may be heard.
///
/// A clone is another door to the same gate. What is asked through [`Gate::while_wanted`] is worked on only as long as
/// somebody wants to know.
#[derive(Clone)]
pub struct Gate {
    panel: Arc<Panel>,
    budget: Budget,
    memo: Arc<Memo>,
    store: Option<Arc<dyn Store>>,
    heard: Arc<Mutex<Vec<Heard>>>,
    desk: Arc<Desk>,
    /// None where no thread can be had: then each question is worked out by who asks it.
    threads: Option<Arc<ThreadPool>>,
    wish: Wish,
}

impl Gate {
    /// A gate before these solvers, which work on as many threads as the machine has.
    pub fn new(panel: Panel, budget: Budget) -> Self {
        Self {
            panel: Arc::new(panel),
            budget,
            memo: Arc::default(),
            store: None,
            heard: Arc::default(),
            desk: Arc::default(),
            threads: pool(0),
            wish: Wish::default(),
        }
    }

    /// A door to this gate for questions that are dropped when a wish is withdrawn: the answer is then
    /// [`Refusal::Withdrawn`], and nothing of it is remembered. Whoever else waits for the same answer gets it.
    #[must_use]
    pub fn while_wanted(&self, wish: &Wish) -> Self {
        Self { wish: wish.clone(), ..self.clone() }
    }

    /// Its store, for what else is worth keeping from run to run.
    pub fn kept(&self) -> Option<&dyn Store> {
        self.store.as_deref()
    }

    /// The same gate, with a store of what was verified in earlier runs.
    #[must_use]
    pub fn store(self, store: impl Store + 'static) -> Self {
        Self { store: Some(Arc::new(store)), ..self }
    }

    /// How many answers were found since [`Gate::take_heard`] was last called.
    pub fn answered(&self) -> usize {
        self.heard.lock().unwrap_or_else(PoisonError::into_inner).len()
    }

    /// What is being worked on, the longest first.
    pub fn at_work(&self) -> Vec<AtWork> {
        self.desk.look()
    }

    /// The answers that were found since this was last asked, each once, however often it was asked for; in no order.
    pub fn take_heard(&self) -> Vec<Heard> {
        std::mem::take(&mut self.heard.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// The same gate, its solvers on so many threads; no answer depends on it.
    #[must_use]
    pub fn threads(self, threads: usize) -> Self {
        Self { threads: pool(threads), ..self }
    }

    /// The outcome of each position, in order.
    ///
    /// # Errors
    /// Disagreement, one witness only, a control that did not fail, a question over the budget or withdrawn.
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

    /// Whether two would tell the outcomes, as far as that is known before anybody works.
    ///
    /// # Errors
    /// A question over the budget, or of which fewer than two have anything to say.
    pub fn foresee<P: Played>(&self, question: &Question<'_, P>) -> Result<(), Refusal> {
        let allows = self.budget.positions;
        let needs = question.positions.count().unwrap_or(u64::MAX);
        if needs > allows {
            return Err(Refusal::OverBudget { needs, allows });
        }
        foreseen::<P, Outcome>(&self.panel, question, allows)
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
        if self.wish.is_withdrawn() {
            return Err(Refusal::Withdrawn);
        }
        let key = memo::key(question, T::ASK, apart);
        let known = self.memo.get(key, &self.wish, |wishes| {
            // What a solver or a control made of it when it had to stop is no answer.
            self.find(question, apart, needs, key, wishes).map_err(|refusal| match wishes.are_withdrawn() {
                true => Refusal::Withdrawn,
                false => refusal,
            })
        })?;
        let provenance = Provenance { game: question.game.to_owned(), ..known.provenance.clone() };
        Ok(Verified::new(known.answer.clone(), provenance))
    }

    /// What the store has kept of an answer, or what two witnesses agree on, which is then kept.
    fn find<P: Played, T: Answer>(
        &self,
        question: &Question<'_, P>,
        apart: Option<Basis>,
        positions: u64,
        key: [u8; 32],
        wishes: &Arc<Wishes>,
    ) -> Result<Known<T>, Refusal> {
        let begun = Instant::now();
        let key = self.key::<P>(key);
        let fetched = self.store.as_ref().map_or(Err(Unkept::NoStore), |store| store.fetch(&key));
        let kept = fetched.and_then(|bytes| {
            let read = kept::read(&bytes, &self.panel, question, apart, positions);
            read.map_err(|what| Unkept::Damaged(what.to_owned()))
        });
        let (known, computed) = match kept {
            Ok(known) => (known, None),
            Err(why) => {
                let game = question.game.to_owned();
                let (ask, asked_by) = (T::ASK, thread::current().id());
                let work = AtWork { game, ask, positions, since: begun, by: Vec::new(), asked_by };
                let task = self.desk.put(work);
                let allowance = Allowance::while_wanted(self.budget.positions, wishes);
                let known = self.on_own_threads(|| self.compare(question, apart, positions, &allowance, &task))?;
                if let Some(store) = &self.store {
                    store.keep(&key, &kept::written(&known));
                }
                (known, Some(why))
            }
        };
        let heard = Heard { provenance: known.provenance.clone(), computed, time: begun.elapsed() };
        self.heard.lock().unwrap_or_else(PoisonError::into_inner).push(heard);
        Ok(known)
    }

    /// The key of a question in a store: another panel or budget may find another pair of witnesses.
    fn key<P: Played>(&self, question: [u8; 32]) -> [u8; 32] {
        let mut hash = blake3::Hasher::new();
        hash.update(&question).update(&self.budget.positions.to_le_bytes());
        for solver in P::solvers(&self.panel) {
            hash.update(format!("{:?}", (solver.name(), solver.basis(), solver.telling())).as_bytes());
        }
        hash.finalize().into()
    }

    /// Hears two witnesses on a question of so many positions, compares what they say, and runs the controls.
    fn compare<P: Played, T: Answer>(
        &self,
        question: &Question<'_, P>,
        apart: Option<Basis>,
        positions: u64,
        allowance: &Allowance,
        task: &Task<'_>,
    ) -> Result<Known<T>, Refusal> {
        // It may have waited for a thread for long.
        allowance.check().map_err(|_| Refusal::Withdrawn)?;
        let witnesses = two::<P, T>(&self.panel, question, apart, allowance, task)?;
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
                derivation: Box::new(derivation(question, [a, b], &position, allowance)),
            });
        }
        let controls = controls(&self.panel, question, &witnesses, allowance, task)?;
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

fn pool(threads: usize) -> Option<Arc<ThreadPool>> {
    ThreadPoolBuilder::new().num_threads(threads).build().ok().map(Arc::new)
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
