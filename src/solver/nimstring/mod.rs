//! Ways to solve Nimstring, on sums of pieces and on boards.
//!
//! The two endings are one game under two conventions: who frees the last coin must cut again and cannot, which loses
//! in normal play (*must-move*) and wins in misère play (*last cut wins*). Outcomes are asked with that in mind, so
//! each solver here has something to say of both endings under both conventions.

mod below;
mod components;
mod law;
mod lines;
mod loony;
mod masks;
mod reach;
mod turn_mex;

pub use components::StringComponents;
pub use law::ShortLaw;
pub use lines::BoardLines;
pub use loony::Loony;
pub use masks::StringMasks;
pub use turn_mex::TurnMex;

use std::any::Any;
use std::collections::BTreeSet;

use super::{Question, Silence};
use crate::game::{
    Convention, Ending, Nimstring, Outcome, PositionRange, Positions, StringRange, Strings, Sum, SumRange,
};

/// The rules in force.
fn rules(question: &Question<'_, Strings>) -> Result<Nimstring, Silence> {
    (question.rules as &dyn Any).downcast_ref().copied().ok_or(Silence::NoTheory)
}

/// Rules that have the same outcomes in normal play, but for the position without strings.
fn rules_in_normal_play(question: &Question<'_, Strings>) -> Result<Nimstring, Silence> {
    Ok(match (rules(question)?.ending, question.convention) {
        (ending, Convention::Normal) => Nimstring::under(ending),
        (Ending::LastCutWins, Convention::Misere) => Nimstring::under(Ending::MustMove),
        (Ending::MustMove, Convention::Misere) => Nimstring::under(Ending::LastCutWins),
    })
}

/// The rules in force, where values are asked for.
fn rules_of_values(question: &Question<'_, Strings>) -> Result<Nimstring, Silence> {
    match question.convention {
        Convention::Normal => rules(question),
        Convention::Misere => Err(Silence::NotAsked("a position has no Grundy value in misère play".to_owned())),
    }
}

/// Why whole turns tell nothing of values where a turn may go on in another component.
fn not_a_mex() -> Silence {
    Silence::NotAsked("where a cut that is owed may be paid elsewhere, a value is not a mex".to_owned())
}

/// The most sums that are listed for one question.
const MOST_SUMS: u64 = 1 << 20;

/// Whether the sums of a range are few enough to be listed: play comes to each of them and to more.
fn few(positions: &Positions<Strings>) -> Result<(), Silence> {
    let Positions::Range(range @ StringRange::Sums(_)) = positions else { return Ok(()) };
    match range.count() {
        Some(count) if count <= MOST_SUMS => Ok(()),
        needs => Err(Silence::OverBudget { needs: needs.unwrap_or(u64::MAX), allows: MOST_SUMS }),
    }
}

/// The positions as sums of pieces.
fn sums(question: &Question<'_, Strings>) -> Result<Vec<Sum>, Silence> {
    few(&question.positions)?;
    let sums: Option<Vec<Sum>> = question.positions.iter().map(|position| position.pieces()).collect();
    sums.ok_or_else(|| Silence::OutOfRange("sums of chains, loops and strands".to_owned()))
}

/// Outcomes, where the position without strings has that of a player who cannot move.
fn outcomes(question: &Question<'_, Strings>, won: impl Iterator<Item = bool>) -> Vec<Outcome> {
    let empty = Outcome::without_moves(question.convention);
    question
        .positions
        .iter()
        .zip(won)
        .map(|(position, won)| if position.strings() == 0 { empty } else { Outcome::won_if(won) })
        .collect()
}

/// Sums among which what is nearly right goes wrong: chains of one to five coins, loops of four and six.
fn small_sums() -> StringRange {
    StringRange::Sums(SumRange { chains: BTreeSet::from([1, 2, 3, 4, 5]), loops: BTreeSet::from([4, 6]), strings: 10 })
}
