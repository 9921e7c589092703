use super::below::{Below, Split, sets_of};
use super::{few, not_a_mex, outcomes, rules_in_normal_play, rules_of_values};
use crate::game::{Board, Debt, Ending, Nimber, Nimstring, Outcome, Strings, Value};
use crate::solver::{Allowance, Basis, Question, Silence, Solver, Work};

/// Values by mex over whole turns, on boards of Dots and Boxes, where a turn stays on the board: drawing a line completes a box
/// or ends the turn. It knows lines and boxes, and nothing of strings and coins.
///
/// To each set of undrawn lines it keeps the set of values of the positions in which a turn can end: O(p) gains the
/// mex of O(q) for a line that completes no box, the whole of O(q) for one that does, and, where the last line drawn wins, 0 where that ends the game.
/// Memory: 5 bytes a set of lines, 80 MiB for 24 lines.
pub struct BoardLines;

/// The most undrawn lines of one board.
const MOST_LINES: usize = 26;

/// The value of every set of undrawn lines below a board.
fn values(top: &Board, ending: Ending, allowance: &Allowance) -> Result<Vec<u8>, Silence> {
    let cleared = u32::from(ending == Ending::LastCutWins);
    let lines = top.undrawn();
    // To each line its boxes, each as the set of its other undrawn sides; all lines where there is no second box, for
    // then whatever else is left keeps it from being completed.
    let boxes: Vec<[u32; 2]> = lines
        .iter()
        .map(|&line| {
            let others = |(row, column)| {
                let sides = top.sides(row, column).into_iter().filter(|&side| side != line);
                sides.filter_map(|side| lines.binary_search(&side).ok()).fold(0, |others, i| others | 1 << i)
            };
            let mut beside = top.beside(line).map(others);
            [beside.next().unwrap_or(u32::MAX), beside.next().unwrap_or(u32::MAX)]
        })
        .collect();
    let positions = 1usize << lines.len();
    let (mut ends, mut values) = (vec![0u32; positions], vec![0u8; positions]);
    let mut count = allowance.count();
    count.step(1)?;
    for position in 1..positions {
        count.step(1)?;
        let mut set = 0;
        let mut rest = position as u32;
        while rest != 0 {
            let line = rest.trailing_zeros();
            rest &= rest - 1;
            let left = position as u32 & !(1 << line);
            let [one, other] = boxes[line as usize];
            let completes = left & one == 0 || left & other == 0;
            set |= match (completes, left) {
                (true, 0) => cleared,
                (true, _) => ends[left as usize],
                (false, _) => 1 << values[left as usize],
            };
        }
        if set == u32::MAX {
            return Err(Silence::OutOfRange("values below 32".to_owned()));
        }
        ends[position] = set;
        values[position] = set.trailing_ones() as u8;
    }
    Ok(values)
}

impl BoardLines {
    fn work<'q>(question: &Question<'q, Strings>, rules: Nimstring) -> Result<Work<'q, Nimber>, Silence> {
        if rules.debt == Debt::Anywhere {
            return Err(not_a_mex());
        }
        few(&question.positions)?;
        let split = Split::of(&question.positions);
        if !split.sums.is_empty() || split.boards.iter().any(|below| below.lines() > MOST_LINES) {
            return Err(Silence::OutOfRange(format!("boards of Dots and Boxes of at most {MOST_LINES} undrawn lines")));
        }
        let positions = split.boards.iter().map(|below| sets_of(below.lines())).fold(0, u64::saturating_add);
        Ok(Work::new(positions, move |allowance| {
            let mut answer = vec![0; split.count()];
            for Below { top, asked } in split.boards {
                let values = values(&top, rules.ending, allowance)?;
                for (place, mask) in asked {
                    answer[place] = Nimber::from(values[mask as usize]);
                }
            }
            Ok(answer)
        }))
    }
}

impl Solver<Strings> for BoardLines {
    fn name(&self) -> String {
        "mex over whole turns, on lines and boxes".to_owned()
    }

    fn basis(&self) -> Basis {
        Basis::Definition
    }

    fn telling(&self) -> &'static str {
        "lines and boxes"
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
