use super::Convention;

/// The outcome class of a position of an impartial game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Outcome {
    /// The next player, the one to move, wins.
    N,
    /// The previous player wins: the one to move has lost.
    P,
}

impl Outcome {
    /// The outcome of a position in which the player to move has no move.
    pub fn without_moves(convention: Convention) -> Self {
        match convention {
            Convention::Normal => Self::P,
            Convention::Misere => Self::N,
        }
    }

    /// N if the player to move can win, else P.
    pub fn won_if(won: bool) -> Self {
        if won { Self::N } else { Self::P }
    }
}
