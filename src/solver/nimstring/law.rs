use std::collections::BTreeSet;

use super::{outcomes, rules_in_normal_play, rules_of_values, small_sums};
use crate::game::{Ending, Nimstring, Outcome, Piece, Strings, Sum, Value};
use crate::solver::{Ask, Basis, Question, Sibling, Silence, Solver, Work};

/// The law of sums of chains and loops. Chains of one and two coins and loops of two and three are short, all else is long.
///
/// *Must move*: won exactly when the number of short components is odd; the value is that number mod 2 (*Winning Ways*).
/// *Last cut wins*: the same, unless nothing is long: then won exactly when that number is even and not nought.
///
/// Why, for any lengths and numbers, where the last cut wins. Say that X is lost and not empty. A piece of which every cut
/// frees a coin may stand beside it unharmed: whoever moves takes it and has to go on in X, now or later. So a player
/// can open a short component such that the opponent gains nothing by it (a chain in the middle, a loop anywhere), and passes X
/// on. Who opens a long one lets the opponent choose: take it all and move in the rest, or leave two coins on one string
/// (four on two, of a loop) and let the other move there. One of the two wins, whatever the rest; if there is no rest,
/// taking it all wins. So with something long the opener of short ones wins when they are odd in number, for then the other
/// must open the long one at last; without, the last short one is opened by the loser, and the parity turns round.
#[derive(Clone, Copy, Debug)]
pub struct ShortLaw {
    /// How many coins the longest short chain has: two, unless the reading is deliberately wrong.
    pub longest_short: u32,
}

impl Default for ShortLaw {
    fn default() -> Self {
        Self { longest_short: 2 }
    }
}

impl ShortLaw {
    /// How many components of a sum of chains and loops are short, and how many long; none if there are strands.
    pub fn count(&self, sum: &Sum) -> Option<(usize, usize)> {
        let mut counts = (0, 0);
        for piece in sum.pieces() {
            let short = match *piece {
                Piece::Chain(coins) => coins <= self.longest_short,
                Piece::Loop(coins) => coins <= 3,
                Piece::Half(_) | Piece::Free(_) => return None,
            };
            *(if short { &mut counts.0 } else { &mut counts.1 }) += 1;
        }
        Some(counts)
    }

    /// Whether the player to move wins a sum of chains and loops with so many short and so many long components.
    pub fn is_won(ending: Ending, short: usize, long: usize) -> bool {
        match ending {
            Ending::LastCutWins if long == 0 => short > 0 && short.is_multiple_of(2),
            Ending::LastCutWins | Ending::MustMove => !short.is_multiple_of(2),
        }
    }

    fn counts(&self, question: &Question<'_, Strings>) -> Result<Vec<(usize, usize)>, Silence> {
        let count = |position: Strings| position.pieces().and_then(|sum| self.count(&sum));
        let counts: Option<Vec<(usize, usize)>> = question.positions.iter().map(count).collect();
        counts.ok_or_else(|| Silence::OutOfRange("sums of chains and loops".to_owned()))
    }
}

impl Solver<Strings> for ShortLaw {
    fn name(&self) -> String {
        match self.longest_short {
            2 => "the law of short chains".to_owned(),
            coins => format!("the law, chains up to {coins} called short"),
        }
    }

    fn basis(&self) -> Basis {
        Basis::ClosedForm
    }

    fn telling(&self) -> &'static str {
        "no moves"
    }

    fn outcomes<'q>(&'q self, question: &'q Question<'q, Strings>) -> Result<Work<'q, Outcome>, Silence> {
        let (rules, counts) = (rules_in_normal_play(question)?, self.counts(question)?);
        Ok(Work::new(counts.len() as u64, move |allowance| {
            allowance.visit(counts.len() as u64)?;
            Ok(outcomes(question, counts.into_iter().map(|(short, long)| Self::is_won(rules.ending, short, long))))
        }))
    }

    fn values<'q>(&'q self, question: &'q Question<'q, Strings>) -> Result<Work<'q, Value>, Silence> {
        if rules_of_values(question)? != Nimstring::under(Ending::MustMove) {
            return Err(Silence::NotAsked("the law tells who wins and no value".to_owned()));
        }
        let counts = self.counts(question)?;
        let value = |(short, _): (usize, usize)| Some(u32::from(!short.is_multiple_of(2)));
        Ok(Work::new(counts.len() as u64, move |allowance| {
            allowance.visit(counts.len() as u64)?;
            Ok(counts.into_iter().map(value).collect())
        }))
    }

    fn siblings(&self, _: &Question<'_, Strings>, _: Ask) -> Vec<Sibling<Strings>> {
        let wrong: BTreeSet<u32> = BTreeSet::from([1, 3]);
        wrong
            .into_iter()
            .map(|longest_short| Sibling {
                name: format!("chains up to {longest_short} called short"),
                solver: Box::new(Self { longest_short }),
                fails_within: small_sums(),
            })
            .collect()
    }
}
