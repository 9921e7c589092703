/// A connected component of strings and coins, none of whose coins has more than two strings.
///
/// Each is told by its number of coins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Piece {
    /// Coins in a row with a string to the ground at either end; at least one coin.
    Chain(u32),
    /// Coins in a ring; at least two.
    Loop(u32),
    /// A strand with one end cut free and the other on the ground; at least one coin.
    Half(u32),
    /// A strand with both ends cut free; at least two coins.
    Free(u32),
}

/// What the cut of one string leaves.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cut {
    /// How many coins it frees: nought, one or two.
    pub frees: u32,
    /// The pieces that it puts in the place of the one cut; at most two.
    pub leaves: Vec<Piece>,
}

impl Piece {
    /// How many coins it has.
    pub fn coins(self) -> u32 {
        match self {
            Self::Chain(n) | Self::Loop(n) | Self::Half(n) | Self::Free(n) => n,
        }
    }

    /// How many strings it has.
    pub fn strings(self) -> u32 {
        match self {
            Self::Chain(n) => n.saturating_add(1),
            Self::Loop(n) | Self::Half(n) => n,
            Self::Free(n) => n.saturating_sub(1),
        }
    }

    /// Whether there is such a piece: it has coins, strings, and no string from a coin to itself.
    pub fn exists(self) -> bool {
        let least = match self {
            Self::Chain(_) | Self::Half(_) => 1,
            Self::Loop(_) | Self::Free(_) => 2,
        };
        self.coins() >= least
    }

    /// The distinct cuts. A strand is cut into strands; one without a string is a coin that comes free.
    pub fn cuts(self) -> Vec<Cut> {
        match self {
            Self::Chain(n) => (0..=n / 2).map(|i| Cut::into([Self::Half(i), Self::Half(n - i)])).collect(),
            Self::Loop(n) => vec![Cut::into([Self::Free(n)])],
            Self::Half(n) => (1..=n).map(|i| Cut::into([Self::Free(i), Self::Half(n - i)])).collect(),
            Self::Free(n) => (1..=n / 2).map(|i| Cut::into([Self::Free(i), Self::Free(n - i)])).collect(),
        }
    }
}

impl Cut {
    fn into(strands: impl IntoIterator<Item = Piece>) -> Self {
        let (leaves, freed): (Vec<_>, Vec<_>) = strands.into_iter().partition(|strand| strand.exists());
        Self { frees: freed.into_iter().map(Piece::coins).sum(), leaves }
    }
}
