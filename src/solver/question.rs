use std::fmt;

use super::Allowance;
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

/// What works an answer out.
pub type Run<'q, T> = dyn FnOnce(&Allowance) -> Result<Vec<T>, Silence> + Send + 'q;

/// An answer that a solver can give, not yet worked out.
pub struct Work<'q, T> {
    /// How many positions the solver will have to visit, as far as it can tell beforehand.
    pub positions: u64,
    /// To how many the count of those that are done comes in the end; none where that shows only on the way.
    pub total: Option<u64>,
    /// Works it out: one entry a position of the question, in order.
    /// It may still fall silent, where only the work shows how large it is, or where nobody wants to know any more; the
    /// allowance says how many positions it may visit, and is told how many it has.
    pub run: Box<Run<'q, T>>,
}

impl<'q, T> Work<'q, T> {
    /// Work on this many positions.
    pub fn new(positions: u64, run: impl FnOnce(&Allowance) -> Result<Vec<T>, Silence> + Send + 'q) -> Self {
        Self { positions, total: Some(positions), run: Box::new(run) }
    }

    /// The same work, of which nobody can say beforehand how far it has come.
    #[must_use]
    pub fn without_total(self) -> Self {
        Self { total: None, ..self }
    }

    /// The same work, which costs as much as so many positions at which little is to be done.
    #[must_use]
    pub fn costing(self, positions: u64) -> Self {
        Self { positions, ..self }
    }

    /// The same work, its answer told otherwise.
    pub fn then<U: 'q>(self, tell: impl FnOnce(Vec<T>) -> Vec<U> + Send + 'q) -> Work<'q, U>
    where
        T: 'q,
    {
        let Self { positions, total, run } = self;
        Work { positions, total, run: Box::new(move |allowance| Ok(tell(run(allowance)?))) }
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
    /// Nobody wants to know any more.
    Withdrawn,
}
