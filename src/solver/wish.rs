use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// Somebody's wish to know something, until it is withdrawn.
#[derive(Clone, Debug, Default)]
pub struct Wish(Arc<AtomicBool>);

/// Whether it is the same wish.
impl PartialEq for Wish {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for Wish {}

impl Wish {
    /// Takes it back: nobody waits for the answer any more. There is no way to take that back.
    pub fn withdraw(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether it was taken back.
    pub fn is_withdrawn(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// The wishes of all who wait for one answer: it is withdrawn when all of them are, and then nobody can join any more.
#[derive(Debug, Default)]
pub struct Wishes {
    first: Wish,
    others: Mutex<Vec<Wish>>,
    withdrawn: AtomicBool,
}

impl Wishes {
    /// One so far.
    pub fn of(first: &Wish) -> Self {
        Self { first: first.clone(), ..Self::default() }
    }

    /// Adds one, unless it is too late.
    pub fn join(&self, wish: &Wish) {
        let mut others = self.others.lock().unwrap_or_else(PoisonError::into_inner);
        if !self.withdrawn.load(Ordering::Relaxed) {
            others.push(wish.clone());
        }
    }

    /// Whether all have been withdrawn; once it is so it stays so.
    pub fn are_withdrawn(&self) -> bool {
        if !self.first.is_withdrawn() {
            return false;
        }
        let others = self.others.lock().unwrap_or_else(PoisonError::into_inner);
        if others.iter().all(Wish::is_withdrawn) {
            self.withdrawn.store(true, Ordering::Relaxed);
        }
        self.withdrawn.load(Ordering::Relaxed)
    }
}
