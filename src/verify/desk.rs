use std::fmt;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::ThreadId;
use std::time::Instant;

use crate::notation::grouped;
use crate::solver::{Allowance, Ask};

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
    pub by: Vec<Hand>,
    /// The thread that waits for the answer.
    pub asked_by: ThreadId,
}

/// Who is at work, and how far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hand {
    /// The solver's name, or that of a control.
    pub name: String,
    /// How many positions are done.
    pub visited: u64,
    /// Of how many; none where that shows only on the way.
    pub of: Option<u64>,
}

impl Hand {
    /// How much is done, of a hundred; it is not all as long as it is at work.
    pub fn percent(&self) -> Option<u64> {
        let of = self.of.filter(|&of| of > 0 && self.visited <= of)?;
        u64::try_from(u128::from(self.visited) * 100 / u128::from(of)).ok().map(|percent| percent.min(99))
    }
}

impl AtWork {
    /// "41 %", of the one who has farthest to go; "123,456 visited" where one of them cannot say how far that is.
    fn how_far(&self) -> Option<String> {
        let percents: Option<Vec<u64>> = self.by.iter().map(Hand::percent).collect();
        match percents {
            Some(percents) => percents.into_iter().min().map(|percent| format!("{percent} %")),
            None => {
                let visited = self.by.iter().filter(|hand| hand.percent().is_none()).map(|hand| hand.visited).max();
                visited.filter(|&visited| visited > 0).map(|visited| format!("{} visited", grouped(visited)))
            }
        }
    }
}

impl fmt::Display for AtWork {
    /// "moore(2), 54,264 values, 41 %, for 3 s, by substitution": what tells most comes first, since lines may be cut.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plural = if self.positions == 1 { "" } else { "s" };
        write!(f, "{}, {} {}{plural}", self.game, grouped(self.positions), self.ask)?;
        if let Some(how_far) = self.how_far() {
            write!(f, ", {how_far}")?;
        }
        write!(f, ", for {} s", self.since.elapsed().as_secs())?;
        let names: Vec<&str> = self.by.iter().map(|hand| hand.name.as_str()).collect();
        if names.is_empty() { Ok(()) } else { write!(f, ", by {}", names.join(" and ")) }
    }
}

/// What lies before the solvers at one time, for those who wait for it.
#[derive(Default)]
pub(super) struct Desk(Mutex<Vec<Lying>>);

/// A question that lies there, and who is at work on it.
struct Lying {
    number: usize,
    work: AtWork,
    hands: Vec<(String, Option<u64>, Allowance)>,
}

/// A question as long as it lies there.
pub(super) struct Task<'d> {
    desk: &'d Desk,
    number: usize,
}

impl Desk {
    /// Puts a question there, until the task is dropped.
    pub(super) fn put(&self, work: AtWork) -> Task<'_> {
        let mut list = self.list();
        let number = list.iter().map(|lying| lying.number + 1).max().unwrap_or(0);
        list.push(Lying { number, work, hands: Vec::new() });
        Task { desk: self, number }
    }

    /// What lies there, the longest first.
    pub(super) fn look(&self) -> Vec<AtWork> {
        let hand = |(name, of, allowance): &(String, Option<u64>, Allowance)| Hand {
            name: name.clone(),
            visited: allowance.visited(),
            of: *of,
        };
        let look = |lying: &Lying| AtWork { by: lying.hands.iter().map(hand).collect(), ..lying.work.clone() };
        self.list().iter().map(look).collect()
    }

    fn list(&self) -> MutexGuard<'_, Vec<Lying>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Task<'_> {
    /// Runs what somebody does for it, under an allowance of their own, whose count comes to `total` in the end.
    pub(super) fn by<R>(
        &self,
        who: &str,
        total: Option<u64>,
        allowance: &Allowance,
        run: impl FnOnce(&Allowance) -> R,
    ) -> R {
        let own = allowance.anew();
        self.note(|hands| hands.push((who.to_owned(), total, own.clone())));
        let done = run(&own);
        self.note(|hands| {
            if let Some(place) = hands.iter().position(|(name, ..)| name == who) {
                hands.remove(place);
            }
        });
        done
    }

    fn note(&self, change: impl FnOnce(&mut Vec<(String, Option<u64>, Allowance)>)) {
        if let Some(lying) = self.desk.list().iter_mut().find(|lying| lying.number == self.number) {
            change(&mut lying.hands);
        }
    }
}

impl Drop for Task<'_> {
    fn drop(&mut self) {
        self.desk.list().retain(|lying| lying.number != self.number);
    }
}
