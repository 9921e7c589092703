use std::fmt::Display;

use crate::game::{Heaps, Position, Strings};
use crate::solver::{self, Solver};

/// The solvers that may be asked, for each kind of position, in the order in which they are asked.
///
/// The gate takes the first that speaks and the first after it with another basis: quick ones stand first.
pub struct Panel {
    /// Those who know heaps.
    pub heaps: Vec<Box<dyn Solver<Heaps>>>,
    /// Those who know strings and coins.
    pub strings: Vec<Box<dyn Solver<Strings>>>,
}

impl Default for Panel {
    fn default() -> Self {
        Self {
            heaps: vec![
                Box::new(solver::Sieve::default()),
                Box::new(solver::PrefixUnions),
                Box::new(solver::Columns::default()),
                Box::new(solver::MisereNim::default()),
                Box::new(solver::Tame::default()),
                Box::new(solver::MisereQuotient::default()),
                Box::new(solver::WythoffSieve::default()),
                Box::new(solver::Fraenkel::default()),
                Box::new(solver::ReserveSieve::default()),
                Box::new(solver::Reversal::default()),
                Box::new(solver::MooreValues::plain_sum()),
                Box::new(solver::MooreValues::jenkyns_mayberry()),
                Box::new(solver::Sums::default()),
                Box::new(solver::HeapSubstitution::default()),
                Box::new(solver::CertifiedPeriod::default()),
                Box::new(solver::Frontiers),
                Box::new(solver::Ascent),
                Box::new(solver::RaisedSums::default()),
                Box::new(solver::Substitution),
                Box::new(solver::ByAmounts::default()),
                Box::new(solver::Search),
                // Sums that no one can search: the values of their heaps are all that can be checked.
                Box::new(solver::HeapSubstitution::of_sums()),
                Box::new(solver::CertifiedPeriod::of_sums()),
            ],
            strings: vec![
                Box::new(solver::TurnMex),
                Box::new(solver::StringMasks::default()),
                Box::new(solver::StringComponents::default()),
                Box::new(solver::Loony::default()),
                Box::new(solver::BoardLines),
                // The search would only begin where all others say beforehand that there is too much to do.
                Box::new(solver::ShortLaw::default()),
            ],
        }
    }
}

/// A kind of position on which a panel has an opinion.
pub trait Played: Position + Display {
    /// The solvers that know this kind of position.
    fn solvers(panel: &Panel) -> &[Box<dyn Solver<Self>>];
}

impl Played for Heaps {
    fn solvers(panel: &Panel) -> &[Box<dyn Solver<Self>>] {
        &panel.heaps
    }
}

impl Played for Strings {
    fn solvers(panel: &Panel) -> &[Box<dyn Solver<Self>>] {
        &panel.strings
    }
}
