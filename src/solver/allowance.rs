use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::{Silence, Wishes};

/// What work may cost, how far it has come, and whether anybody still wants it.
#[derive(Clone, Debug)]
pub struct Allowance {
    /// The most positions that may be visited.
    pub positions: u64,
    visited: Arc<AtomicU64>,
    wishes: Arc<Wishes>,
}

impl Allowance {
    /// So many positions, for work that is wanted to its end.
    pub fn of(positions: u64) -> Self {
        Self::while_wanted(positions, &Arc::default())
    }

    /// So many positions, as long as somebody wants it.
    pub fn while_wanted(positions: u64, wishes: &Arc<Wishes>) -> Self {
        Self { positions, visited: Arc::default(), wishes: Arc::clone(wishes) }
    }

    /// The same for somebody else, who counts anew.
    #[must_use]
    pub fn anew(&self) -> Self {
        Self::while_wanted(self.positions, &self.wishes)
    }

    /// How many positions are done, as far as has been told.
    pub fn visited(&self) -> u64 {
        self.visited.load(Ordering::Relaxed)
    }

    /// Tells that so many more positions are done.
    ///
    /// # Errors
    /// [`Silence::Withdrawn`], where nobody wants to know any more.
    pub fn visit(&self, positions: u64) -> Result<(), Silence> {
        self.visited.fetch_add(positions, Ordering::Relaxed);
        self.check()
    }

    /// Whether to go on.
    ///
    /// # Errors
    /// [`Silence::Withdrawn`], where nobody wants to know any more.
    pub fn check(&self) -> Result<(), Silence> {
        if self.wishes.are_withdrawn() { Err(Silence::Withdrawn) } else { Ok(()) }
    }

    /// A count for a loop in which this would take too long each time.
    pub fn count(&self) -> Count<'_> {
        self.count_beyond(0)
    }

    /// The same, of which the first so many are not told: they were done before, in another way.
    pub fn count_beyond(&self, told: u64) -> Count<'_> {
        Count { allowance: self, told, untold: 0, calls: 0 }
    }
}

/// After so many steps, or so many positions, a count is told.
const STEPS: u32 = 128;
const POSITIONS: u64 = 4_096;

/// Positions that are done and not yet told.
pub struct Count<'a> {
    allowance: &'a Allowance,
    /// How many of those to come are told already.
    told: u64,
    untold: u64,
    calls: u32,
}

impl Count<'_> {
    /// One step, in which so many positions were done, or none.
    ///
    /// # Errors
    /// [`Silence::Withdrawn`], where nobody wants to know any more.
    #[inline]
    pub fn step(&mut self, positions: u64) -> Result<(), Silence> {
        self.untold += positions;
        self.calls += 1;
        if self.calls < STEPS && self.untold < POSITIONS { Ok(()) } else { self.tell() }
    }

    #[cold]
    fn tell(&mut self) -> Result<(), Silence> {
        let known = self.told.min(self.untold);
        self.told -= known;
        let positions = self.untold - known;
        (self.untold, self.calls) = (0, 0);
        self.allowance.visit(positions)
    }
}

impl Drop for Count<'_> {
    fn drop(&mut self) {
        // Whether to go on is no longer asked.
        let _ = self.tell();
    }
}
