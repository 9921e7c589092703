use std::cmp::Ordering;

use super::Piece;

/// A sum of pieces, unordered: chains, loops and strands, each kind by ascending length.
///
/// Sums are ordered by their number of strings, then piece by piece.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Sum(Box<[Piece]>);

impl Sum {
    /// The sum of these pieces, in any order; those that are none (a chain without coins) are left out.
    pub fn new(pieces: impl Into<Vec<Piece>>) -> Self {
        let mut pieces: Vec<Piece> = pieces.into();
        pieces.retain(|piece| piece.exists());
        pieces.sort_unstable();
        Self(pieces.into())
    }

    /// The pieces in order.
    pub fn pieces(&self) -> &[Piece] {
        &self.0
    }

    /// All strings together.
    pub fn strings(&self) -> u64 {
        self.0.iter().map(|piece| u64::from(piece.strings())).sum()
    }

    /// All coins together.
    pub fn coins(&self) -> u64 {
        self.0.iter().map(|piece| u64::from(piece.coins())).sum()
    }

    /// The sum of this and another.
    #[must_use]
    pub fn plus(&self, other: &Self) -> Self {
        Self::new([self.pieces(), other.pieces()].concat())
    }

    /// The sum with the piece at a place replaced by others.
    pub(in crate::game) fn replace(&self, place: usize, by: &[Piece]) -> Self {
        let (before, after) = self.0.split_at(place);
        Self::new([before, after.get(1..).unwrap_or_default(), by].concat())
    }
}

impl Ord for Sum {
    fn cmp(&self, other: &Self) -> Ordering {
        (self.strings(), &self.0).cmp(&(other.strings(), &other.0))
    }
}

impl PartialOrd for Sum {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
