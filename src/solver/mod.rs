//! Ways to answer a question about the positions of a game.
//!
//! A solver is one witness: it answers alone, says on what its answer rests, and falls silent where it has no
//! theory. No solver knows another; where their opinions meet is [`crate::verify`].

mod allowance;
mod ascent;
mod by_amounts;
mod certified_period;
mod columns;
mod enclosing;
mod fraenkel;
mod frontiers;
mod heap_substitution;
mod misere_nim;
mod misere_quotient;
mod moore_reading;
mod moore_values;
mod nimstring;
mod poker_nim;
mod prefix_unions;
mod question;
mod raised_sums;
mod raises;
mod search;
mod sieve;
mod substitution;
mod sums;
mod tame;
mod wish;
mod wrong_bounds;
mod wythoff_sieve;

pub use allowance::{Allowance, Count};
pub use ascent::Ascent;
pub use by_amounts::ByAmounts;
pub use certified_period::CertifiedPeriod;
pub use columns::Columns;
pub use fraenkel::Fraenkel;
pub use frontiers::Frontiers;
pub use heap_substitution::HeapSubstitution;
pub use misere_nim::MisereNim;
pub use misere_quotient::{MisereQuotient, Quotient};
pub use moore_reading::MooreReading;
pub use moore_values::MooreValues;
pub use nimstring::{BoardLines, Loony, ShortLaw, StringComponents, StringMasks, TurnMex};
pub use poker_nim::{ReserveSieve, Reversal};
pub use prefix_unions::PrefixUnions;
pub use question::{Ask, Question, Run, Silence, Work};
pub use raised_sums::RaisedSums;
pub use search::Search;
pub use sieve::Sieve;
pub use substitution::Substitution;
pub use sums::{Reading, Sums};
pub use tame::{Tame, TameError};
pub use wish::{Wish, Wishes};
pub use wythoff_sieve::WythoffSieve;

use std::fmt;

use crate::game::{Outcome, Position, Value};
use moore_reading::ControlReading;

/// On what an answer rests.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Basis {
    /// The definition of outcome, or of value by mex, followed move by move.
    Definition,
    /// Outcomes of p + ∗h: the value is the h for which the sum is P. No mex is taken.
    Substitution,
    /// The theory of disjunctive sums (Sprague 1935, Grundy 1939), or of loony moves (Winning Ways).
    Theory,
    /// A formula proved for the game.
    ClosedForm,
    /// A table from the literature.
    Published,
}

impl fmt::Display for Basis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Definition => "definition",
            Self::Substitution => "substitution",
            Self::Theory => "theory",
            Self::ClosedForm => "closed form",
            Self::Published => "published table",
        })
    }
}

/// One witness.
pub trait Solver<P: Position>: Send + Sync {
    /// Its name, in the field's terms, as pages and messages print it.
    fn name(&self) -> String;

    /// On what its answers rest.
    fn basis(&self) -> Basis;

    /// Whose telling of the rules it follows: two solvers with the same name here share a move generator.
    fn telling(&self) -> &'static str;

    /// The outcome of each position of the question, in order.
    ///
    /// # Errors
    /// Silence, before any work, where it has nothing to say.
    fn outcomes<'q>(&'q self, question: &'q Question<'q, P>) -> Result<Work<'q, Outcome>, Silence>;

    /// The Grundy value of each position of the question, in order.
    ///
    /// # Errors
    /// Silence, before any work, where it has nothing to say; always in misère play.
    fn values<'q>(&'q self, question: &'q Question<'q, P>) -> Result<Work<'q, Value>, Silence>;

    /// Deliberately wrong siblings, each different in one constant, which a question must refute
    /// before this solver may vouch for a figure. Only what rests on more than the definition needs them.
    fn siblings(&self, _question: &Question<'_, P>, _ask: Ask) -> Vec<Sibling<P>> {
        Vec::new()
    }
}

/// A deliberately wrong solver, and where it is known to fail.
pub struct Sibling<P: Position> {
    /// What is wrong with it: "divisor 2".
    pub name: String,
    /// The solver.
    pub solver: Box<dyn Solver<P>>,
    /// Positions among which it fails, for a figure on whose own range nothing can.
    pub fails_within: P::Range,
}
