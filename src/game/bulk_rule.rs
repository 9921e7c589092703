use super::Amounts;

/// The rule for one heap told by amounts instead of by what each move leaves: enough for a solver to take in
/// all moves of a large heap at once. A second telling of the same rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BulkRule {
    /// The amounts that can be taken where they are the whole heap.
    pub empties: Amounts,
    /// The amounts that can be taken where one heap is left of it, not empty.
    pub shrinks: Amounts,
    /// The amounts, nought among them or not, after which the rest can be split into two heaps, neither empty.
    pub splits: Vec<u32>,
    /// Whether those two heaps may be equal.
    pub equal_parts: bool,
    /// The amounts, nought among them or not, after which the rest can be split into three heaps, none empty.
    pub triples: Vec<u32>,
}

impl BulkRule {
    /// The rule by which heaps are taken from and never split.
    pub fn without_splits(amounts: Amounts) -> Self {
        Self { empties: amounts.clone(), shrinks: amounts, splits: Vec::new(), equal_parts: true, triples: Vec::new() }
    }
}
