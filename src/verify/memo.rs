use std::any::{Any, type_name};
use std::collections::BTreeMap;
use std::fmt::{self, Write};
use std::hash::{Hash as _, Hasher};
use std::sync::{Arc, Mutex, PoisonError};

use super::Provenance;
use crate::game::Position;
use crate::solver::{Ask, Basis, Question};

/// The most entries of all answers that are remembered together; an entry is at most eight bytes.
const MOST_ENTRIES: usize = 1 << 26;

/// Answers that were verified before, by question.
#[derive(Default)]
pub(super) struct Memo {
    known: Mutex<BTreeMap<[u8; 32], Place>>,
    entries: Mutex<usize>,
}

/// Where an answer belongs: empty until the first who asks has it. The others wait for the first.
type Place = Arc<Mutex<Option<Arc<dyn Any + Send + Sync>>>>;

/// An answer and how it came to be.
pub(super) struct Known<T> {
    pub(super) answer: Vec<T>,
    pub(super) provenance: Provenance,
}

impl Memo {
    /// What is known of the question with this key, or what `find` finds; nothing is found twice.
    pub(super) fn get<T: Send + Sync + 'static, E>(
        &self,
        key: [u8; 32],
        find: impl FnOnce() -> Result<Known<T>, E>,
    ) -> Result<Arc<Known<T>>, E> {
        let place = {
            let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
            Arc::clone(known.entry(key).or_default())
        };
        let mut place = place.lock().unwrap_or_else(PoisonError::into_inner);
        let found = place.as_ref().map(|answer| Arc::clone(answer).downcast::<Known<T>>());
        if let Some(Ok(known)) = found {
            return Ok(known);
        }
        let known = Arc::new(find()?);
        let mut entries = self.entries.lock().unwrap_or_else(PoisonError::into_inner);
        if *entries + known.answer.len() <= MOST_ENTRIES {
            *entries += known.answer.len();
            *place = Some(Arc::clone(&known) as Arc<dyn Any + Send + Sync>);
        }
        Ok(known)
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
