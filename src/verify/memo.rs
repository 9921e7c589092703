use std::any::{Any, type_name};
use std::collections::BTreeMap;
use std::fmt::{self, Write};
use std::hash::{Hash as _, Hasher};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::{Provenance, Refusal};
use crate::game::Position;
use crate::solver::{Ask, Basis, Question, Wish, Wishes};

/// The most entries of all answers that are remembered together; an entry is at most eight bytes.
const MOST_ENTRIES: usize = 1 << 26;

/// How often one who waits for another's answer looks whether it is still wanted.
const LOOK: Duration = Duration::from_millis(20);

/// Answers that were verified before, by question.
#[derive(Default)]
pub(super) struct Memo {
    known: Mutex<BTreeMap<[u8; 32], Place>>,
    /// Told whenever a place is another.
    changed: Condvar,
    entries: Mutex<usize>,
}

/// Where an answer belongs.
enum Place {
    /// The first who asked is finding it, for all who wish to know.
    Sought(Arc<Wishes>),
    /// It is there.
    Known(Arc<dyn Any + Send + Sync>),
}

/// An answer and how it came to be.
pub(super) struct Known<T> {
    pub(super) answer: Vec<T>,
    pub(super) provenance: Provenance,
}

impl Memo {
    /// What is known of the question with this key, or what `find` finds; nothing is found twice, and whoever asks
    /// meanwhile waits. Where `find` finds nothing, those who wait find for themselves.
    ///
    /// # Errors
    /// That of `find`; [`Refusal::Withdrawn`] where the wish is withdrawn while another is finding it.
    pub(super) fn get<T: Send + Sync + 'static>(
        &self,
        key: [u8; 32],
        wish: &Wish,
        find: impl FnOnce(&Arc<Wishes>) -> Result<Known<T>, Refusal>,
    ) -> Result<Arc<Known<T>>, Refusal> {
        let mut joined: Option<Arc<Wishes>> = None;
        let mut places = self.places();
        let wishes = loop {
            match places.get(&key) {
                Some(Place::Known(answer)) => {
                    if let Ok(known) = Arc::clone(answer).downcast::<Known<T>>() {
                        return Ok(known);
                    }
                }
                Some(Place::Sought(wishes)) => {
                    if joined.as_ref().is_none_or(|joined| !Arc::ptr_eq(joined, wishes)) {
                        wishes.join(wish);
                        joined = Some(Arc::clone(wishes));
                    }
                    if wish.is_withdrawn() {
                        return Err(Refusal::Withdrawn);
                    }
                    places = self.changed.wait_timeout(places, LOOK).unwrap_or_else(PoisonError::into_inner).0;
                    continue;
                }
                None => {}
            }
            let wishes = Arc::new(Wishes::of(wish));
            places.insert(key, Place::Sought(Arc::clone(&wishes)));
            break wishes;
        };
        drop(places);
        let seeking = Seeking { memo: self, key };
        let known = Arc::new(find(&wishes)?);
        let mut entries = self.entries.lock().unwrap_or_else(PoisonError::into_inner);
        if *entries + known.answer.len() <= MOST_ENTRIES {
            *entries += known.answer.len();
            self.places().insert(key, Place::Known(Arc::clone(&known) as Arc<dyn Any + Send + Sync>));
        }
        drop(entries);
        drop(seeking);
        Ok(known)
    }

    fn places(&self) -> MutexGuard<'_, BTreeMap<[u8; 32], Place>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Makes room for others when somebody has done seeking, with or without an answer.
struct Seeking<'m> {
    memo: &'m Memo,
    key: [u8; 32],
}

impl Drop for Seeking<'_> {
    fn drop(&mut self) {
        let mut places = self.memo.places();
        if matches!(places.get(&self.key), Some(Place::Sought(_))) {
            places.remove(&self.key);
        }
        drop(places);
        self.memo.changed.notify_all();
    }
}

/// A question by its content: not by the name of the game, which may have several.
pub(super) fn key<P: Position>(question: &Question<'_, P>, ask: Ask, apart: Option<Basis>) -> [u8; 32] {
    let mut hash = Fingerprint(blake3::Hasher::new());
    let Question { game: _, rules, convention, positions } = question;
    // Writing into a hash does not fail.
    let _ = write!(hash, "{} {rules:?} {convention:?} {ask:?} {apart:?} ", type_name::<P>());
    positions.hash(&mut hash);
    hash.0.finalize().into()
}

struct Fingerprint(blake3::Hasher);

impl Write for Fingerprint {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0.update(text.as_bytes());
        Ok(())
    }
}

impl Hasher for Fingerprint {
    fn write(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    /// Never asked for: the fingerprint is longer.
    fn finish(&self) -> u64 {
        0
    }
}
