//! Strings and coins: what Nimstring is played on, as a sum of pieces or as a board of Dots and Boxes.

mod board;
mod graph;
mod piece;
mod range;
mod sum;

pub use board::Board;
pub use graph::StringGraph;
pub use piece::{Cut, Piece};
pub use range::{StringRange, SumRange};
pub use sum::Sum;

use super::Position;

/// A position of strings and coins, told in one of two ways. The two are never equal, even where one game
/// can be told in both: a position is printed as it was given.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Strings {
    /// A sum of chains, loops and strands.
    Sum(Sum),
    /// A board of Dots and Boxes: each box a coin, each line not yet drawn a string.
    Board(Board),
}

impl Strings {
    /// How many strings are left to cut.
    pub fn strings(&self) -> u64 {
        match self {
            Self::Sum(sum) => sum.strings(),
            Self::Board(board) => board.undrawn().len() as u64,
        }
    }

    /// The sum of pieces that this is; none where some coin of a board has more than two strings.
    pub fn pieces(&self) -> Option<Sum> {
        match self {
            Self::Sum(sum) => Some(sum.clone()),
            Self::Board(_) => {
                let graph = StringGraph::of(self)?;
                let pieces: Option<Vec<_>> =
                    graph.components(graph.all()).into_iter().map(|component| graph.piece(component)).collect();
                Some(Sum::new(pieces?))
            }
        }
    }
}

impl Position for Strings {
    type Range = StringRange;
}
