use std::fmt::Debug;
use std::hash::Hash;

/// A position of some ruleset: everything that decides what may be played from here.
///
/// The order of positions is the order in which lists of them are printed.
pub trait Position: Clone + Ord + Hash + Debug + Send + Sync + 'static {
    /// How a finite set of such positions is told by its bounds.
    type Range: PositionRange<Self>;
}

/// A finite set of positions told by its bounds, each with an index.
pub trait PositionRange<P>: Clone + Debug + PartialEq + Eq + Hash + Send + Sync + 'static {
    /// The smallest such set with all of these among it; none where there is none.
    fn around(positions: &[P]) -> Option<Self>;

    /// How many positions there are; none if the number does not fit.
    fn count(&self) -> Option<u64>;

    /// How much there is to write down of all of them, in parts of positions; none if the number does not fit.
    fn parts(&self) -> Option<u64> {
        self.count()
    }

    /// The positions, in the order of their indices; every option of a position comes before it.
    fn iter(&self) -> Box<dyn Iterator<Item = P> + Send + '_>;
}

/// The positions that a question is about, in a fixed order that its answer follows.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Positions<P: Position> {
    /// These, in this order.
    Listed(Vec<P>),
    /// All within bounds.
    Range(P::Range),
}

impl<P: Position> Positions<P> {
    /// How many positions there are; none if the number does not fit.
    pub fn count(&self) -> Option<u64> {
        match self {
            Self::Listed(list) => u64::try_from(list.len()).ok(),
            Self::Range(range) => range.count(),
        }
    }

    /// The positions in order.
    pub fn iter(&self) -> Box<dyn Iterator<Item = P> + Send + '_> {
        match self {
            Self::Listed(list) => Box::new(list.iter().cloned()),
            Self::Range(range) => range.iter(),
        }
    }
}
