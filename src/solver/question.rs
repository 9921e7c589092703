use std::fmt;

use crate::game::{Convention, Position, Positions, Ruleset};

/// Positions of one game under one convention, about which something is asked.
#[derive(Clone, Debug)]
pub struct Question<'a, P: Position> {
    /// The game as it is written.
    pub game: &'a str,
    /// Its rules.
    pub rules: &'a dyn Ruleset<Position = P>,
    /// Who has won when there is no move.
    pub convention: Convention,
    /// The positions, in the order of the answer.
    pub positions: Positions<P>,
}

/// What is asked about each position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Ask {
    /// N or P.
    Outcome,
    /// The Grundy value.
    Value,
}

impl fmt::Display for Ask {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Outcome => "outcome",
            Self::Value => "value",
        })
    }
}

/// An answer that a solver can give, not yet worked out.
pub struct Work<'q, T> {
    /// How many positions the solver will have to visit, as far as it can tell beforehand.
    pub positions: u64,
    /// Works it out: one entry a position of the question, in order.
    /// It may still fall silent, where only the work shows how large it is; it must be given the largest
    /// number of positions that it may visit.
    pub run: Box<dyn FnOnce(u64) -> Result<Vec<T>, Silence> + Send + 'q>,
}

impl<'q, T> Work<'q, T> {
    /// Work on this many positions.
    pub fn new(positions: u64, run: impl FnOnce(u64) -> Result<Vec<T>, Silence> + Send + 'q) -> Self {
        Self { positions, run: Box::new(run) }
    }
}

/// Why a solver says nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Silence {
    /// It knows nothing of this game.
    NoTheory,
    /// It knows the game, but not under this convention, or not what is asked.
    NotAsked(String),
    /// It knows the game, but not so far: says how far.
    OutOfRange(String),
    /// It would visit more positions than it may.
    OverBudget {
        /// How many it would visit; at least this many where it is a lower bound.
        needs: u64,
        /// How many it may.
        allows: u64,
    },
}
