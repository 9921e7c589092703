use std::fmt;

use crate::solver::{Basis, Silence};

/// Why a question has no verified answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// Two witnesses differ; the position is the first on which they do.
    Disagreement {
        /// The game as it is written.
        game: String,
        /// The position as text.
        position: String,
        /// What each said.
        opinions: [Opinion; 2],
        /// On how many positions they differ.
        differ: u64,
        /// Of how many.
        of: u64,
    },
    /// Fewer than two witnesses have anything to say, or those who have rest on the same basis and the same telling.
    LoneWitness {
        /// The game as it is written.
        game: String,
        /// Those who would answer.
        spoke: Vec<String>,
        /// Why the others would not.
        silent: Vec<(String, Silence)>,
    },
    /// A deliberately wrong sibling was not refuted: the check could not have failed.
    ControlHeld {
        /// The solver that vouches.
        solver: String,
        /// What was wrong with the sibling.
        sibling: String,
        /// On how many positions it was right.
        positions: u64,
    },
    /// The question itself is too large.
    OverBudget {
        /// How many positions it speaks of; `u64::MAX` if more than can be counted.
        needs: u64,
        /// How many are allowed.
        allows: u64,
    },
}

/// What one witness said of one position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opinion {
    /// The solver's name.
    pub solver: String,
    /// On what it rests.
    pub basis: Basis,
    /// The outcome or the value, as text.
    pub says: String,
}

impl fmt::Display for Refusal {
    /// The refusal as one sentence, without a full stop.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Disagreement { game, position, opinions: [one, other], differ, of } => write!(
                f,
                "on {position} of {game}, {} says {} and {} says {}; they differ on {differ} of {of} positions",
                one.solver, one.says, other.solver, other.says
            ),
            Self::LoneWitness { game, spoke, silent } => {
                match spoke.as_slice() {
                    [] => write!(f, "nobody here can answer for {game}")?,
                    [one] => write!(f, "only {one} answers for {game}, and two must agree")?,
                    several => write!(f, "{} answer for {game}, and all rest on the same", several.join(", "))?,
                }
                for (solver, why) in silent {
                    write!(f, "; {solver}: {why}")?;
                }
                Ok(())
            }
            Self::ControlHeld { solver, sibling, positions } => write!(
                f,
                "{solver} with {sibling} is wrong by intent and was right on all {positions} positions, so that the \
                 check of {solver} could not have failed"
            ),
            Self::OverBudget { needs: u64::MAX, allows } => {
                write!(f, "it speaks of more positions than can be counted, and {allows} are allowed")
            }
            Self::OverBudget { needs, allows } => {
                write!(f, "it speaks of {needs} positions, and {allows} are allowed")
            }
        }
    }
}

impl fmt::Display for Silence {
    /// The reason in a few words.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoTheory => f.write_str("knows nothing of this game"),
            Self::NotAsked(reason) | Self::OutOfRange(reason) => f.write_str(reason),
            Self::OverBudget { needs, allows } => write!(f, "would visit {needs} positions, and {allows} are allowed"),
        }
    }
}
