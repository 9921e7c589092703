use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::reach::{Cuts, Reach};
use super::{outcomes, rules_in_normal_play, rules_of_values, small_sums, sums};
use crate::game::{Cut, Debt, Ending, Nimber, Nimstring, Outcome, Piece, StringGraph, Strings, Sum, Value};
use crate::solver::{Allowance, Ask, Basis, Question, Sibling, Silence, Solver, Work};

/// Win and loss beside a Nim heap, on multisets of connected components: the value of p is the h for which p + ∗h is lost.
///
/// What a cut leaves is read off the graph of the component: the string is taken out, and what still hangs together is
/// named anew. Nothing is dropped, and no mex is taken, but components that are the same game have one name: a coin on one
/// string and two coins on one, whose only cut frees a coin and leaves nothing; and three coins in a row, which are two of
/// these, for either cut frees a coin and leaves one of them. Where a debt is paid among the strings, a move in ∗h is a
/// turn of its own; where it may be paid anywhere, in the heap as well, a position may be won beside every heap, and then
/// has no value.
#[derive(Default)]
pub struct StringComponents {
    /// Whether a cut that frees a coin ends the turn all the same: a deliberately wrong reading.
    capture_passes: bool,
    /// What was explored last: the sibling is asked about the same, and takes it over.
    explored: Mutex<Option<Explored>>,
}

/// Sums, and all that play can come to from them.
struct Explored {
    asked: Vec<Sum>,
    reach: Arc<Reach>,
}

/// Pieces under the names that they share with others which are the same game.
fn named(pieces: &[Piece]) -> Vec<Piece> {
    let named = |&piece: &Piece| match piece {
        Piece::Free(2) => [Some(Piece::Half(1)), None],
        Piece::Free(3) => [Some(Piece::Half(1)); 2],
        other => [Some(other), None],
    };
    pieces.iter().flat_map(named).flatten().collect()
}

/// The distinct cuts of a piece, read off its graph.
fn cuts(piece: Piece) -> Vec<Cut> {
    let Some(graph) = StringGraph::of(&Strings::Sum(Sum::new([piece]))) else { return Vec::new() };
    let cut = |string: u32| {
        let left = graph.all() & !(1 << string);
        let leaves: Vec<Piece> =
            graph.components(left).into_iter().filter_map(|component| graph.piece(component)).collect();
        Cut { frees: graph.frees(graph.all(), string), leaves: named(&leaves) }
    };
    let cuts: BTreeSet<Cut> = (0..graph.strings()).map(cut).collect();
    cuts.into_iter().collect()
}

impl StringComponents {
    /// The h for which each position is lost beside ∗h; none where there is none below `heaps`.
    fn work<'q>(
        &'q self,
        question: &Question<'q, Strings>,
        rules: Nimstring,
        heaps: Nimber,
    ) -> Result<Work<'q, Value>, Silence> {
        let asked: Vec<Sum> = sums(question)?.iter().map(|sum| Sum::new(named(sum.pieces()))).collect();
        let cuts = Cuts::of(&asked, cuts)?;
        let work = Work::new(cuts.positions(&asked), move |allowance| {
            let reach = self.explore(asked, &cuts, allowance)?;
            let lost_beside = self.lost_beside(&reach, rules, heaps, allowance)?;
            Ok(reach.asked().map(|place| lost_beside[place]).collect())
        });
        Ok(work.without_total())
    }

    fn last_explored(&self) -> MutexGuard<'_, Option<Explored>> {
        self.explored.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn explore(&self, asked: Vec<Sum>, cuts: &Cuts, allowance: &Allowance) -> Result<Arc<Reach>, Silence> {
        if let Some(explored) = self.last_explored().as_ref().filter(|explored| explored.asked == asked) {
            return Ok(Arc::clone(&explored.reach));
        }
        let reach = Arc::new(Reach::explore(&asked, cuts, allowance)?);
        *self.last_explored() = Some(Explored { asked, reach: Arc::clone(&reach) });
        Ok(reach)
    }

    fn lost_beside(
        &self,
        reach: &Reach,
        rules: Nimstring,
        heaps: Nimber,
        allowance: &Allowance,
    ) -> Result<Vec<Value>, Silence> {
        let mut count = allowance.count();
        let mut lost_beside = vec![None; reach.count()];
        // Of each position, beside the heap of this pass: whether it is lost, and whether a capture that leaves it is good.
        let mut marks = vec![0u8; reach.count()];
        const LOST: u8 = 1;
        const GOOD: u8 = 2;
        for heap in 0..heaps {
            // Clearing the board leaves this heap alone: to the other player, or to the one who owes a move.
            let clears_well = match (rules.ending, rules.debt) {
                (Ending::LastCutWins, _) => heap == 0,
                (Ending::MustMove, Debt::Anywhere) => heap > 0,
                (Ending::MustMove, Debt::Strings) => false,
            };
            let mut any_lost = false;
            for place in reach.ascending() {
                count.step(0)?;
                let steps = reach.steps(place);
                let won = steps.iter().any(|step| {
                    let good = if step.frees() && !self.capture_passes { GOOD } else { LOST };
                    marks[step.to()] & good != 0
                });
                let lost = !won && lost_beside[place].is_none();
                if lost {
                    lost_beside[place] = Some(heap);
                    any_lost = true;
                }
                let good = match rules.debt {
                    _ if steps.is_empty() => clears_well,
                    Debt::Strings => won,
                    Debt::Anywhere => !lost,
                };
                marks[place] = if lost { LOST } else { 0 } | if good { GOOD } else { 0 };
            }
            // A position lost beside a larger heap has an option, or what a capture leaves, lost beside this one.
            if !any_lost {
                break;
            }
        }
        Ok(lost_beside)
    }
}

impl Solver<Strings> for StringComponents {
    fn name(&self) -> String {
        let wrong = if self.capture_passes { ", a capture ends the turn" } else { "" };
        format!("win and loss beside a Nim heap, on components{wrong}")
    }

    fn basis(&self) -> Basis {
        Basis::Substitution
    }

    fn telling(&self) -> &'static str {
        "components of the string graph"
    }

    fn outcomes<'q>(&'q self, question: &'q Question<'q, Strings>) -> Result<Work<'q, Outcome>, Silence> {
        let lost_beside = self.work(question, rules_in_normal_play(question)?, 1)?;
        Ok(lost_beside.then(move |heaps| outcomes(question, heaps.into_iter().map(|heap| heap.is_none()))))
    }

    fn values<'q>(&'q self, question: &'q Question<'q, Strings>) -> Result<Work<'q, Value>, Silence> {
        self.work(question, rules_of_values(question)?, Nimber::MAX)
    }

    fn siblings(&self, _: &Question<'_, Strings>, _: Ask) -> Vec<Sibling<Strings>> {
        let explored = self.last_explored().take();
        vec![Sibling {
            name: "a capture ends the turn".to_owned(),
            solver: Box::new(Self { capture_passes: true, explored: Mutex::new(explored) }),
            fails_within: small_sums(),
        }]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Convention, Nimstring, Positions};

    #[test]
    fn a_sibling_takes_over_what_was_explored_and_says_what_it_would_say_anyway() {
        let positions = Positions::Range(small_sums());
        let rules = Nimstring::default();
        let question = Question { game: "nimstring", rules: &rules, convention: Convention::Normal, positions };
        let values =
            |solver: &dyn Solver<Strings>| (solver.values(&question).unwrap().run)(&Allowance::of(u64::MAX)).unwrap();
        let solver = StringComponents::default();
        let right = values(&solver);
        assert!(solver.last_explored().is_some());
        let siblings = solver.siblings(&question, Ask::Value);
        assert!(solver.last_explored().is_none());
        let wrong = values(siblings[0].solver.as_ref());
        assert_eq!(wrong, values(&StringComponents { capture_passes: true, ..StringComponents::default() }));
        assert_ne!(wrong, right);
    }
}
