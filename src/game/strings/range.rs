use std::collections::BTreeSet;

use super::{Board, Piece, Strings, Sum};
use crate::game::PositionRange;

/// A finite set of positions of strings and coins.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum StringRange {
    /// Sums of chains and loops.
    Sums(SumRange),
    /// A board and all that can come of it: every set of its undrawn lines drawn as well. The index of a position
    /// has the i-th bit set where the i-th of those lines is still undrawn.
    Below(Board),
}

/// All non-empty multisets of chains and loops of given lengths within a number of strings,
/// ordered as [`Sum`] is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SumRange {
    /// How many coins a chain may have, each at least 1.
    pub chains: BTreeSet<u32>,
    /// How many coins a loop may have, each at least 2.
    pub loops: BTreeSet<u32>,
    /// The most strings in all, inclusive.
    pub strings: u32,
}

impl SumRange {
    /// The pieces that fit, in order.
    pub fn pieces(&self) -> Vec<Piece> {
        let chains = self.chains.iter().map(|&coins| Piece::Chain(coins));
        let loops = self.loops.iter().map(|&coins| Piece::Loop(coins));
        chains.chain(loops).filter(|piece| piece.exists() && piece.strings() <= self.strings).collect()
    }

    /// How many multisets there are; none if the number does not fit.
    pub fn count(&self) -> Option<u64> {
        // ways[t]: the multisets of the pieces so far with t strings.
        let mut ways = vec![0u64; self.strings as usize + 1];
        ways[0] = 1;
        for piece in self.pieces() {
            let strings = piece.strings() as usize;
            for t in strings..ways.len() {
                ways[t] = ways[t].checked_add(ways[t - strings])?;
            }
        }
        ways.into_iter().skip(1).try_fold(0u64, u64::checked_add)
    }

    /// The multisets in order.
    pub fn iter(&self) -> impl Iterator<Item = Sum> + Send + use<> {
        let pieces = self.pieces();
        (1..=self.strings).flat_map(move |strings| {
            let mut found = Vec::new();
            with_strings(&pieces, strings, &mut Vec::new(), &mut found);
            found
        })
    }
}

/// All multisets of these pieces with this many strings, each after what is chosen, in order.
fn with_strings(pieces: &[Piece], strings: u32, chosen: &mut Vec<Piece>, found: &mut Vec<Sum>) {
    if strings == 0 {
        found.push(Sum::new(chosen.as_slice()));
        return;
    }
    for (i, piece) in pieces.iter().enumerate() {
        if let Some(rest) = strings.checked_sub(piece.strings()) {
            chosen.push(*piece);
            with_strings(&pieces[i..], rest, chosen, found);
            chosen.pop();
        }
    }
}

impl StringRange {
    /// Beyond this many undrawn lines the positions below a board are too many to be a range around it.
    const AROUND: usize = 12;

    fn around_sums(positions: &[Strings]) -> Option<Self> {
        let mut range = SumRange { chains: BTreeSet::new(), loops: BTreeSet::new(), strings: 0 };
        for position in positions {
            let Strings::Sum(sum) = position else { return None };
            for piece in sum.pieces() {
                match *piece {
                    Piece::Chain(coins) => range.chains.insert(coins),
                    Piece::Loop(coins) => range.loops.insert(coins),
                    Piece::Half(_) | Piece::Free(_) => return None,
                };
            }
            range.strings = range.strings.max(u32::try_from(sum.strings()).ok().filter(|&strings| strings > 0)?);
        }
        (range.strings > 0).then_some(Self::Sums(range))
    }

    fn around_boards(positions: &[Strings]) -> Option<Self> {
        let boards: Option<Vec<&Board>> = positions
            .iter()
            .map(|position| match position {
                Strings::Board(board) => Some(board),
                Strings::Sum(_) => None,
            })
            .collect();
        let boards = boards?;
        let first = boards.first()?;
        let alike = boards.iter().all(|board| (board.rows(), board.columns()) == (first.rows(), first.columns()));
        let undrawn = boards.iter().flat_map(|board| board.undrawn()).copied();
        let top = Board::new(first.rows(), first.columns(), undrawn)?;
        (alike && top.undrawn().len() <= Self::AROUND).then_some(Self::Below(top))
    }
}

impl PositionRange<Strings> for StringRange {
    /// For sums: those of the same chains and loops within as many strings. For boards of one size: all that can
    /// come of their undrawn lines. None for strands, for boards and sums together, and for boards of many lines.
    fn around(positions: &[Strings]) -> Option<Self> {
        Self::around_sums(positions).or_else(|| Self::around_boards(positions))
    }

    fn count(&self) -> Option<u64> {
        match self {
            Self::Sums(range) => range.count(),
            Self::Below(board) => 1u64.checked_shl(board.undrawn().len() as u32),
        }
    }

    fn iter(&self) -> Box<dyn Iterator<Item = Strings> + Send + '_> {
        match self {
            Self::Sums(range) => Box::new(range.iter().map(Strings::Sum)),
            Self::Below(board) => {
                let lines = board.undrawn();
                let beyond = self.count().unwrap_or(u64::MAX);
                Box::new((0..beyond).filter_map(move |mask| {
                    let undrawn = lines.iter().enumerate().filter(move |(i, _)| mask >> i & 1 == 1);
                    Board::new(board.rows(), board.columns(), undrawn.map(|(_, &line)| line)).map(Strings::Board)
                }))
            }
        }
    }
}
