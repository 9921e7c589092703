use std::time::Duration;

use super::Provenance;

/// Where verified answers are kept from one run to the next.
///
/// It knows bytes and keys only. What the bytes say is the gate's affair, which reads them as critically as it hears
/// a witness.
pub trait Store: Send + Sync {
    /// The bytes that are kept under a key, exactly as they were handed over.
    ///
    /// # Errors
    /// Why there are none.
    fn fetch(&self, key: &[u8; 32]) -> Result<Vec<u8>, Unkept>;

    /// Keeps bytes under a key. Where it cannot, the answer is found again another time.
    fn keep(&self, key: &[u8; 32], bytes: &[u8]);
}

/// Why an answer was not taken from a store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unkept {
    /// The gate has no store.
    NoStore,
    /// Nobody asked before.
    New,
    /// It was found by other code: the rules, a solver or the gate has changed since.
    OtherCode,
    /// What is kept is not what was handed over: says what is wrong.
    Damaged(String),
}

/// An answer that a gate gave, and how it came by it. None of this reaches a site: it differs from run to run.
#[derive(Clone, Debug)]
pub struct Heard {
    /// The question, and who agreed.
    pub provenance: Provenance,
    /// Why it was worked out; none where it was kept from an earlier run.
    pub computed: Option<Unkept>,
    /// How long that took.
    pub time: Duration,
}
