use std::collections::BTreeSet;

use super::{Board, Move, Ruleset, Strings, Sum, Then};

/// Nimstring, on strings and coins: a move cuts a string, and a cut that frees a coin obliges its player to cut again
/// (Berlekamp, Conway and Guy, *Winning Ways*, chapter 16).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Nimstring {
    /// What becomes of a player who frees the last coin.
    pub ending: Ending,
    /// Where a cut that is owed may be paid.
    pub debt: Debt,
}

/// What becomes of a player who frees the last coin.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Ending {
    /// Clearing the board ends the turn: the other player is the one who cannot move.
    #[default]
    LastCutWins,
    /// The obligation to cut again stands, and cannot be met: the ending of *Winning Ways*.
    MustMove,
}

/// Where a cut that is owed may be paid, when the strings stand beside another game. Among strings alone it is always
/// paid by another cut, so that outcomes do not depend on this; values do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Debt {
    /// By another cut only: a turn is a run of cuts, and stays among the strings.
    #[default]
    Strings,
    /// By a move in any component: the reading of *Winning Ways*.
    Anywhere,
}

impl Nimstring {
    /// The rules under an ending, with the reading of debts that goes with it: in *Winning Ways* a player who must move
    /// may do so anywhere.
    pub fn under(ending: Ending) -> Self {
        let debt = match ending {
            Ending::LastCutWins => Debt::Strings,
            Ending::MustMove => Debt::Anywhere,
        };
        Self { ending, debt }
    }

    fn after(&self, to: Strings, frees: u32) -> Move<Strings> {
        let cleared = to.strings() == 0;
        let passes = frees == 0 || (cleared && self.ending == Ending::LastCutWins);
        Move { to, then: if passes { Then::Passes } else { Then::Again } }
    }

    fn cut(&self, sum: &Sum) -> Vec<Move<Strings>> {
        let mut moves = BTreeSet::new();
        for (place, piece) in sum.pieces().iter().enumerate() {
            if sum.pieces().get(place + 1) == Some(piece) {
                continue;
            }
            for cut in piece.cuts() {
                moves.insert(self.after(Strings::Sum(sum.replace(place, &cut.leaves)), cut.frees));
            }
        }
        moves.into_iter().collect()
    }

    fn draw(&self, board: &Board) -> Vec<Move<Strings>> {
        let drawn = board.undrawn().iter().map(|&line| board.draw(line));
        drawn.map(|(to, completes)| self.after(Strings::Board(to), completes)).collect()
    }
}

impl Ruleset for Nimstring {
    type Position = Strings;

    fn moves(&self, from: &Strings) -> Vec<Move<Strings>> {
        match from {
            Strings::Sum(sum) => self.cut(sum),
            Strings::Board(board) => self.draw(board),
        }
    }
}
