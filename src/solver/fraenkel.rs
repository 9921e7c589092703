use std::any::Any;

use super::{Ask, Basis, Question, Sibling, Silence, Solver, Work};
use crate::game::{Convention, HeapRange, Heaps, Outcome, Value, Wythoff};
use crate::notation::grouped;

/// The largest spread of which it speaks: the positions on which its wrong sibling fails grow with it.
const WIDEST: u32 = 1_000;

/// Wythoff's game on two heaps: lost are the pairs (⌊nα⌋, ⌊nα⌋ + nr) with α = (2 − r + √(r² + 4)) / 2
/// (Wythoff 1907 for r = 1, where α is the golden ratio; Fraenkel 1982), in whole numbers throughout.
///
/// In misère play with r = 1 the first two of them, (0, 0) and (1, 2), give way to (0, 1) and (2, 2); with a larger
/// r the lost pairs are (⌊nα + 1/α⌋, ⌊nα + 1/α⌋ + nr + 1) (Fraenkel 1984).
#[derive(Default)]
pub struct Fraenkel {
    /// Whether α is 3/2, for a control.
    pub three_halves: bool,
    /// Whether misère play is read as normal play, for a control.
    pub normal_throughout: bool,
}

impl Fraenkel {
    /// The outcome of two heaps under this spread, the smaller first.
    fn read(&self, small: u32, large: u32, spread: u32, convention: Convention) -> Outcome {
        let misere = convention == Convention::Misere && !self.normal_throughout;
        if misere && spread == 1 && large <= 2 {
            return Outcome::won_if(![(0, 1), (2, 2)].contains(&(small, large)));
        }
        let shifted = misere && spread > 1;
        let (difference, spread) = (u128::from(large.abs_diff(small)), u128::from(spread));
        let Some(steps) = difference.checked_sub(shifted.into()) else { return Outcome::N };
        let n = steps / spread;
        let smaller = if shifted { Some(shifted_smaller(n, spread)) } else { self.smaller(n, spread) };
        Outcome::won_if(steps % spread != 0 || smaller != Some(u128::from(small)))
    }

    /// ⌊nα⌋. The root of a whole number may be rounded down before it is halved: nothing whole lies between.
    fn smaller(&self, n: u128, spread: u128) -> Option<u128> {
        if self.three_halves {
            return Some(n * 3 / 2);
        }
        let root = (n * n * (spread * spread + 4)).isqrt();
        (root + 2 * n).checked_sub(n * spread).map(|twice| twice / 2)
    }
}

/// ⌊nα + 1/α⌋, where 1/α is (r − 2 + √(r² + 4)) / 2r.
fn shifted_smaller(n: u128, spread: u128) -> u128 {
    let turns = n * spread;
    let root = ((turns + 1) * (turns + 1) * (spread * spread + 4)).isqrt();
    (root + 2 * turns + spread).saturating_sub(turns * spread + 2) / (2 * spread)
}

impl Solver<Heaps> for Fraenkel {
    fn name(&self) -> String {
        "Beatty sequences".to_owned()
    }

    fn basis(&self) -> Basis {
        Basis::ClosedForm
    }

    fn telling(&self) -> &'static str {
        "no moves"
    }

    fn outcomes<'q>(&'q self, question: &'q Question<'q, Heaps>) -> Result<Work<'q, Outcome>, Silence> {
        let &Wythoff { spread } = (question.rules as &dyn Any).downcast_ref().ok_or(Silence::NoTheory)?;
        let heaps = question.positions.most_heaps();
        if heaps > 2 {
            return Err(Silence::OutOfRange(format!("it holds for at most 2 heaps, and here are {heaps}")));
        }
        if spread > WIDEST {
            return Err(Silence::OutOfRange(format!("it is tried for a spread of at most {}", grouped(WIDEST))));
        }
        let count = question.positions.count().unwrap_or(u64::MAX);
        Ok(Work::new(count, move |allowance| {
            let mut counted = allowance.count();
            let read = |heaps: Heaps| {
                let mut largest_first = heaps.sizes().iter().rev().copied();
                let large = largest_first.next().unwrap_or(0);
                self.read(largest_first.next().unwrap_or(0), large, spread, question.convention)
            };
            question.positions.iter().map(|heaps| counted.step(1).map(|()| read(heaps))).collect()
        }))
    }

    fn values<'q>(&'q self, _: &'q Question<'q, Heaps>) -> Result<Work<'q, Value>, Silence> {
        Err(Silence::NotAsked("the sequences tell an outcome and no value".to_owned()))
    }

    /// 3/2 is right for the first few n where r is 1: (8, 13) is lost, and it says (7, 12). For all larger r it fails
    /// on n = 2 at the latest: it says (3, 3 + 2r), and (2, 2 + 2r) is lost.
    fn siblings(&self, question: &Question<'_, Heaps>, _: Ask) -> Vec<Sibling<Heaps>> {
        if question.convention == Convention::Misere {
            return vec![Sibling {
                name: "the normal rule".to_owned(),
                solver: Box::new(Self { normal_throughout: true, ..Self::default() }),
                fails_within: HeapRange { heaps: 2, max: 1 },
            }];
        }
        let spread = (question.rules as &dyn Any).downcast_ref().map_or(1, |&Wythoff { spread }| spread);
        let max = if spread == 1 { 13 } else { spread.saturating_mul(2).saturating_add(2) };
        vec![Sibling {
            name: "ratio 3/2".to_owned(),
            solver: Box::new(Self { three_halves: true, ..Self::default() }),
            fails_within: HeapRange { heaps: 2, max },
        }]
    }
}
