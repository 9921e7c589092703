use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

/// How many figures of a site are answered while it is built, for those who wait for it.
#[derive(Debug, Default)]
pub struct Tally {
    of: OnceLock<usize>,
    answered: AtomicUsize,
}

impl Tally {
    /// How many are answered, and of how many; none before all texts have been read.
    pub fn look(&self) -> Option<(usize, usize)> {
        self.of.get().map(|of| (self.answered.load(Ordering::Relaxed).min(*of), *of))
    }

    /// So many figures are going to be asked for.
    pub(super) fn expect(&self, figures: usize) {
        // A site that is built once is read once.
        let _ = self.of.set(figures);
    }

    /// One more is answered.
    pub(super) fn count(&self) {
        self.answered.fetch_add(1, Ordering::Relaxed);
    }
}
