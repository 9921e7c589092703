use std::collections::BTreeMap;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, ThreadId};
use std::time::Instant;

use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::diagnostic::Diagnostic;
use crate::essay::{Essay, Figure, Found, Question};
use crate::figure::{Body, Id, Kind};
use crate::verify::Gate;

/// How many answers are kept; the author may go back to one.
const KEPT: usize = 4_096;

/// Answers that come when they come: who asks waits for a while, and has the rest later.
pub struct Patience {
    gate: Arc<Gate>,
    answers: Arc<Answers>,
    threads: Option<ThreadPool>,
    /// Told whenever an answer has come for which nobody waits any more.
    late: Arc<dyn Fn() + Send + Sync>,
}

/// What is known of each question, by the word after `figure` and the text of the directive.
#[derive(Default)]
struct Answers {
    known: Mutex<BTreeMap<(&'static str, String), State>>,
    come: Condvar,
}

enum State {
    /// Asked since then for these figures, and worked out by that thread; none where it waits for one.
    Begun(Instant, Vec<String>, Option<ThreadId>),
    Found(Found),
}

impl Patience {
    /// Answers from a gate, worked out on so many threads, 0 for as many as there are cores.
    pub fn new(gate: Arc<Gate>, threads: usize, late: impl Fn() + Send + Sync + 'static) -> Self {
        // An answer in which a solver panics never comes; the preview lives on.
        let pool = ThreadPoolBuilder::new().num_threads(threads).panic_handler(|_| {}).build();
        Self { gate, answers: Arc::default(), threads: pool.ok(), late: Arc::new(late) }
    }

    /// Answers the questions of an essay, as far as that is done at a point of time.
    pub fn answer(&self, essay: Essay<Question>, until: Instant) -> (Essay<Figure>, Vec<Diagnostic>) {
        let path = essay.source.path.clone();
        essay.answered_by(|question| self.find(&path, question, until))
    }

    /// What is still being worked out: each figure as `path#id`, with what there is to say of it.
    pub fn told(&self) -> BTreeMap<String, String> {
        let work = self.gate.at_work();
        let known = self.answers.lock();
        let mut told = BTreeMap::new();
        for state in known.values() {
            let State::Begun(since, places, thread) = state else { continue };
            let seconds = since.elapsed().as_secs();
            let text = match (work.iter().find(|work| Some(work.asked_by) == *thread), thread) {
                (Some(work), _) => format!("This figure is being computed: {work}."),
                (None, Some(_)) => format!("This figure is being computed, for {seconds} s."),
                (None, None) => format!("This figure waits until others are computed, for {seconds} s."),
            };
            told.extend(places.iter().map(|place| (place.clone(), text.clone())));
        }
        told
    }

    /// The gate.
    pub fn gate(&self) -> &Gate {
        &self.gate
    }

    fn find(&self, path: &str, question: &Question, until: Instant) -> Found {
        let Some(threads) = &self.threads else {
            return Some(question.body.request.answer(&self.gate).map(Arc::new));
        };
        let kind = question.directive.kind;
        let key = (kind.name, question.directive.toml.text().to_owned());
        let place = format!("{path}#{}", question.id);
        let mut known = self.answers.lock();
        match known.get_mut(&key) {
            Some(State::Found(found)) => return found.clone(),
            Some(State::Begun(_, places, _)) => {
                if !places.contains(&place) {
                    places.push(place);
                }
            }
            None => {
                if known.len() >= KEPT {
                    known.retain(|_, state| matches!(state, State::Begun(..)));
                }
                known.insert(key.clone(), State::Begun(Instant::now(), vec![place], None));
                let (gate, answers, late) = (Arc::clone(&self.gate), Arc::clone(&self.answers), Arc::clone(&self.late));
                let asked = key.clone();
                threads.spawn(move || {
                    if let Some(State::Begun(.., thread)) = answers.lock().get_mut(&asked) {
                        *thread = Some(thread::current().id());
                    }
                    let found = work_out(kind, &asked.1, &gate);
                    answers.lock().insert(asked, State::Found(found));
                    answers.come.notify_all();
                    if Instant::now() > until {
                        late();
                    }
                });
            }
        }
        loop {
            if let Some(State::Found(found)) = known.get(&key) {
                return found.clone();
            }
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return None;
            }
            known = self.answers.come.wait_timeout(known, left).unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

impl Answers {
    fn lock(&self) -> MutexGuard<'_, BTreeMap<(&'static str, String), State>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Puts a question that has been understood before; so it is understood again.
fn work_out(kind: &'static Kind, toml: &str, gate: &Gate) -> Found {
    let body = Body::read(kind, toml, Id::Required).ok()?;
    Some(body.request.answer(gate).map(Arc::new))
}
