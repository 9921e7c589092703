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
