use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, ThreadId};
use std::time::{Duration, Instant};

use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::diagnostic::Diagnostic;
use crate::essay::{Essay, Figure, Found, Question};
use crate::figure::{Body, Id, Kind};
use crate::solver::Wish;
use crate::verify::Gate;

/// How many answers are kept; the author may go back to one.
const KEPT: usize = 4_096;

/// How long a question that no page asks any more is worked on: what is asked in its place may need the same answer.
const GRACE: Duration = Duration::from_millis(200);

/// Answers that come when they come: who asks waits for a while, and has the rest later. What no page asks any more is
/// dropped.
pub struct Patience {
    gate: Arc<Gate>,
    answers: Arc<Answers>,
    threads: Option<ThreadPool>,
    /// Told whenever an answer has come for which nobody waits any more.
    late: Arc<dyn Fn() + Send + Sync>,
}

#[derive(Default)]
struct Answers {
    known: Mutex<Known>,
    come: Condvar,
}

/// A question, by the word after `figure` and the text of the directive.
type Key = (&'static str, String);

#[derive(Default)]
struct Known {
    /// What is known of each question.
    states: BTreeMap<Key, State>,
    /// What each essay, by its path, awaited when it was last answered.
    awaited: BTreeMap<String, BTreeSet<Key>>,
}

enum State {
    Begun(Begun),
    Found(Found),
}

/// A question that is being worked out.
struct Begun {
    since: Instant,
    /// How long who asked first waits.
    until: Instant,
    /// The figures that it was asked for.
    places: Vec<String>,
    /// Who works it out; none where it waits for a thread.
    thread: Option<ThreadId>,
    wish: Wish,
}

impl Patience {
    /// Answers from a gate, worked out on so many threads, 0 for as many as there are cores.
    pub fn new(gate: Arc<Gate>, threads: usize, late: impl Fn() + Send + Sync + 'static) -> Self {
        let cores = || thread::available_parallelism().map_or(1, usize::from);
        let threads = if threads == 0 { cores() } else { threads };
        // As many again and more, since most of them wait for the gate: what is new reaches it before what it replaces is
        // dropped. An answer in which a solver panics never comes; the preview lives on.
        let pool = ThreadPoolBuilder::new().num_threads(2 * threads + 2).panic_handler(|_| {}).build();
        Self { gate, answers: Arc::default(), threads: pool.ok(), late: Arc::new(late) }
    }

    /// Answers the questions of an essay, as far as that is done at a point of time. A question is waited for once: the
    /// saves that come while it is worked on are not held up by it again.
    pub fn answer(&self, essay: Essay<Question>, until: Instant) -> (Essay<Figure>, Vec<Diagnostic>) {
        let path = essay.source.path.clone();
        let awaited = Mutex::new(BTreeSet::new());
        let answered = essay.answered_by(|question| {
            let found = self.find(&path, question, until);
            if found.is_none() {
                awaited.lock().unwrap_or_else(PoisonError::into_inner).insert(key(question));
            }
            found
        });
        let awaited = awaited.into_inner().unwrap_or_else(PoisonError::into_inner);
        let mut known = self.answers.lock();
        match awaited.is_empty() {
            true => known.awaited.remove(&path),
            false => known.awaited.insert(path, awaited),
        };
        drop(known);
        answered
    }

    /// Drops what no essay awaits any more; it is told which are still to be published. One that could not be read, as while its
    /// head is being written, awaits what it did before.
    pub fn tidy(&self, is_there: impl Fn(&str) -> bool) {
        let mut known = self.answers.lock();
        let Known { states, awaited } = &mut *known;
        awaited.retain(|path, _| is_there(path));
        let unwanted = |key: &Key, state: &mut State| {
            matches!(state, State::Begun(_)) && !awaited.values().any(|keys| keys.contains(key))
        };
        let dropped: Vec<Wish> = states
            .extract_if(.., unwanted)
            .filter_map(|(_, state)| match state {
                State::Begun(begun) => Some(begun.wish),
                State::Found(_) => None,
            })
            .collect();
        drop(known);
        if !dropped.is_empty() {
            thread::spawn(move || {
                thread::sleep(GRACE);
                dropped.iter().for_each(Wish::withdraw);
            });
        }
    }

    /// What is still being worked out: each figure as `path#id`, with what there is to say of it.
    pub fn told(&self) -> BTreeMap<String, String> {
        let work = self.gate.at_work();
        let known = self.answers.lock();
        let mut told = BTreeMap::new();
        for state in known.states.values() {
            let State::Begun(Begun { since, places, thread, .. }) = state else { continue };
            let seconds = since.elapsed().as_secs();
            let text = match (work.iter().find(|work| Some(work.asked_by) == *thread), thread) {
                (Some(work), _) => format!("This figure is being computed: {work}."),
                (None, Some(_)) => format!("This figure is being computed, for {seconds} s."),
                (None, None) => format!("This figure waits until others are computed, for {seconds} s."),
            };
            // A number is held to its sign.
            let text = text.replace(" %", "\u{a0}%").replace(" s,", "\u{a0}s,");
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
        let key = key(question);
        let place = format!("{path}#{}", question.id);
        let mut known = self.answers.lock();
        let mut deadline = until;
        match known.states.get_mut(&key) {
            Some(State::Found(found)) => return found.clone(),
            Some(State::Begun(Begun { places, until, .. })) => {
                deadline = deadline.min(*until);
                if !places.contains(&place) {
                    places.push(place);
                }
            }
            None => {
                if known.states.len() >= KEPT {
                    known.states.retain(|_, state| matches!(state, State::Begun(..)));
                }
                let wish = Wish::default();
                let begun =
                    Begun { since: Instant::now(), until, places: vec![place], thread: None, wish: wish.clone() };
                known.states.insert(key.clone(), State::Begun(begun));
                let gate = self.gate.while_wanted(&wish);
                let (answers, late) = (Arc::clone(&self.answers), Arc::clone(&self.late));
                let asked = key.clone();
                threads.spawn(move || {
                    match answers.lock().states.get_mut(&asked) {
                        Some(State::Begun(begun)) if begun.wish == wish => begun.thread = Some(thread::current().id()),
                        // It was dropped before its turn came.
                        _ => return,
                    }
                    let found = work_out(kind, &asked.1, &gate);
                    if wish.is_withdrawn() {
                        return;
                    }
                    answers.lock().states.insert(asked, State::Found(found));
                    answers.come.notify_all();
                    if Instant::now() > until {
                        late();
                    }
                });
            }
        }
        loop {
            if let Some(State::Found(found)) = known.states.get(&key) {
                return found.clone();
            }
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return None;
            }
            known = self.answers.come.wait_timeout(known, left).unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

impl Answers {
    fn lock(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn key(question: &Question) -> Key {
    (question.directive.kind.name, question.directive.toml.text().to_owned())
}

/// Puts a question that has been understood before; so it is understood again.
fn work_out(kind: &'static Kind, toml: &str, gate: &Gate) -> Found {
    let body = Body::read(kind, toml, Id::Required).ok()?;
    Some(body.request.answer(gate).map(Arc::new))
}
