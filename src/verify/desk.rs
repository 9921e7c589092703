use std::fmt;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::ThreadId;
use std::time::Instant;

use crate::notation::grouped;
use crate::solver::Ask;

/// A question that is being worked on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AtWork {
    /// The game as it is written.
    pub game: String,
    /// What is asked of each position.
    pub ask: Ask,
    /// Of how many positions.
    pub positions: u64,
    /// Since when.
    pub since: Instant,
    /// Who is at work on it at this moment; those who have spoken, and those whose turn is still to come, are not.
    pub by: Vec<String>,
    /// The thread that waits for the answer.
    pub asked_by: ThreadId,
}

impl fmt::Display for AtWork {
    /// "moore(2), 54,264 values, for 3 s, by substitution": what tells most comes first, since lines may be cut.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let by = if self.by.is_empty() { String::new() } else { format!(", by {}", self.by.join(" and ")) };
        let plural = if self.positions == 1 { "" } else { "s" };
        let (game, ask, positions) = (&self.game, self.ask, grouped(self.positions));
        write!(f, "{game}, {positions} {ask}{plural}, for {} s{by}", self.since.elapsed().as_secs())
    }
}

/// What lies before the solvers at one time, for those who wait for it.
#[derive(Default)]
pub(super) struct Desk(Mutex<Vec<(usize, AtWork)>>);

/// A question as long as it lies there.
pub(super) struct Task<'d> {
    desk: &'d Desk,
    number: usize,
}

impl Desk {
    /// Puts a question there, until the task is dropped.
    pub(super) fn put(&self, work: AtWork) -> Task<'_> {
        let mut list = self.list();
        let number = list.iter().map(|(number, _)| number + 1).max().unwrap_or(0);
        list.push((number, work));
        Task { desk: self, number }
    }

    /// What lies there, the longest first.
    pub(super) fn look(&self) -> Vec<AtWork> {
        self.list().iter().map(|(_, work)| work.clone()).collect()
    }

    fn list(&self) -> MutexGuard<'_, Vec<(usize, AtWork)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Task<'_> {
    /// Runs what somebody does for it.
    pub(super) fn by<R>(&self, who: &str, run: impl FnOnce() -> R) -> R {
        self.note(|by| by.push(who.to_owned()));
        let done = run();
        self.note(|by| {
            if let Some(place) = by.iter().position(|name| name == who) {
                by.remove(place);
            }
        });
        done
    }

    fn note(&self, change: impl FnOnce(&mut Vec<String>)) {
        if let Some((_, work)) = self.desk.list().iter_mut().find(|(number, _)| *number == self.number) {
            change(&mut work.by);
        }
    }
}

impl Drop for Task<'_> {
    fn drop(&mut self) {
        self.desk.list().retain(|(number, _)| *number != self.number);
    }
}
