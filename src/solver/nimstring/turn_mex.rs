use super::reach::{Cuts, Reach};
use super::{not_a_mex, outcomes, rules_in_normal_play, rules_of_values, sums};
use crate::game::{Cut, Debt, Ending, Nimber, Nimstring, Outcome, Piece, Strings, Sum, Value};
use crate::solver::{Allowance, Basis, Question, Silence, Solver, Work};

/// Values by mex over whole turns, on sums of pieces, where a turn stays among the strings.
///
/// Let O(p) be the set of values of the positions in which a turn from p can end. A cut that frees no coin ends the turn, and
/// adds the value of what it leaves, the mex of its own such set; a cut that frees a coin adds the set of what it leaves,
/// or, where that is nothing, {0} if the last cut wins and nothing if it cannot be followed. So one pass over the positions gives every set, and no turn is ever spelled out.
///
/// Pieces of which every cut frees a coin, and leaves only such pieces, change nothing beside others and are dropped:
/// if T consists of them and X does not, O(T + X) = O(X). By induction on strings: whoever takes all of T goes on in X, so
/// O(X) is contained; and what else there is to do, a cut in X to r or to q, leads to the value of T + r, which is that of r,
/// or to O(T + q), which is O(q), that of nothing where q is nothing: T by itself can only be taken, which clears the board.
pub struct TurnMex;

/// Whether every cut frees a coin and leaves only such pieces: one coin on a string, two or three that hang together.
fn is_forced(piece: Piece) -> bool {
    matches!(piece, Piece::Half(1) | Piece::Free(2 | 3))
}

fn dropped(sum: &Sum) -> Sum {
    Sum::new(sum.pieces().iter().copied().filter(|piece| !is_forced(*piece)).collect::<Vec<_>>())
}

fn cuts(piece: Piece) -> Vec<Cut> {
    let mut cuts = piece.cuts();
    cuts.iter_mut().for_each(|cut| cut.leaves.retain(|leaf| !is_forced(*leaf)));
    cuts
}

impl TurnMex {
    fn work<'q>(question: &Question<'q, Strings>, rules: Nimstring) -> Result<Work<'q, Nimber>, Silence> {
        if rules.debt == Debt::Anywhere {
            return Err(not_a_mex());
        }
        let asked = sums(question)?;
        let reduced: Vec<Sum> = asked.iter().map(dropped).collect();
        let cuts = Cuts::of(&reduced, cuts)?;
        let work = Work::new(cuts.positions(&reduced), move |allowance| {
            let reach = Reach::explore(&reduced, &cuts, allowance)?;
            let values = values(&reach, rules.ending, allowance)?;
            let nothing = asked.iter().map(|sum| sum.strings() == 0);
            Ok(reach.asked().zip(nothing).map(|(place, nothing)| if nothing { 0 } else { values[place] }).collect())
        });
        Ok(work.without_total())
    }
}

/// The value of every position within reach; that of dropped pieces alone, which can only be cleared, is 1 if that wins.
fn values(reach: &Reach, ending: Ending, allowance: &Allowance) -> Result<Vec<Nimber>, Silence> {
    let (mut sets, mut values) = (vec![0u64; reach.count()], vec![0; reach.count()]);
    let mut count = allowance.count();
    for place in reach.ascending() {
        count.step(0)?;
        let steps = reach.steps(place);
        // Without a cut there are at most dropped pieces, and the board is cleared.
        let cleared = u64::from(steps.is_empty() && ending == Ending::LastCutWins);
        let set = steps
            .iter()
            .fold(cleared, |set, step| set | if step.frees() { sets[step.to()] } else { 1 << values[step.to()] });
        let value = set.trailing_ones();
        if value == u64::BITS {
            return Err(Silence::OutOfRange("values below 64".to_owned()));
        }
        sets[place] = set;
        values[place] = value;
    }
    Ok(values)
}

impl Solver<Strings> for TurnMex {
    fn name(&self) -> String {
        "mex over whole turns, on pieces".to_owned()
    }

    fn basis(&self) -> Basis {
        Basis::Definition
    }

    fn telling(&self) -> &'static str {
        "pieces"
    }

    fn outcomes<'q>(&'q self, question: &'q Question<'q, Strings>) -> Result<Work<'q, Outcome>, Silence> {
        let values = Self::work(question, rules_in_normal_play(question)?)?;
        Ok(values.then(move |values| outcomes(question, values.into_iter().map(|value| value != 0))))
    }

    fn values<'q>(&'q self, question: &'q Question<'q, Strings>) -> Result<Work<'q, Value>, Silence> {
        let values = Self::work(question, rules_of_values(question)?)?;
        Ok(values.then(|values| values.into_iter().map(Some).collect()))
    }
}
