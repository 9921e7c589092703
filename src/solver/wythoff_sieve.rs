use std::any::Any;

use super::enclosing::{Enclosing, Ranks};
use super::{Allowance, Ask, Basis, Question, Sibling, Silence, Solver, Work};
use crate::game::{Convention, HeapRange, Heaps, Outcome, Value, Wythoff};

/// Wythoff's game upwards: a position that nothing has marked is lost, and marks every position from which it is
/// reached, by raising one heap, or two by amounts that are near enough to each other.
///
/// Any number of heaps, normal and misère play. Among two heaps of at most n there are about n / φ lost ones, so that
/// it takes hardly longer than to look at each position once.
#[derive(Default)]
pub struct WythoffSieve {
    /// Another spread than that of the question, for a control.
    pub spread: Option<u32>,
    /// Another convention than the question's, for a control.
    pub convention: Option<Convention>,
}

impl Solver<Heaps> for WythoffSieve {
    fn name(&self) -> String {
        "sieve".to_owned()
    }

    fn basis(&self) -> Basis {
        Basis::Definition
    }

    fn telling(&self) -> &'static str {
        "heaps raised"
    }

    fn outcomes<'q>(&'q self, question: &'q Question<'q, Heaps>) -> Result<Work<'q, Outcome>, Silence> {
        let &Wythoff { spread } = (question.rules as &dyn Any).downcast_ref().ok_or(Silence::NoTheory)?;
        let spread = self.spread.unwrap_or(spread);
        let convention = self.convention.unwrap_or(question.convention);
        let enclosing = Enclosing::of(&question.positions);
        let cost = enclosing.marks(question.rules);
        let work = Work::new(enclosing.count(), move |allowance| {
            Ok(enclosing.pick(&question.positions, sieve(spread, convention, &enclosing, allowance)?))
        });
        Ok(work.costing(cost))
    }

    fn values<'q>(&'q self, _: &'q Question<'q, Heaps>) -> Result<Work<'q, Value>, Silence> {
        Err(Silence::NotAsked("the sieve tells an outcome and no value".to_owned()))
    }

    fn siblings(&self, question: &Question<'_, Heaps>, _: Ask) -> Vec<Sibling<Heaps>> {
        let Some(&Wythoff { spread }) = (question.rules as &dyn Any).downcast_ref() else { return Vec::new() };
        let (name, wrong, heaps, max) = match question.convention {
            Convention::Misere => {
                let wrong = Self { convention: Some(Convention::Normal), ..Self::default() };
                ("the normal ending".to_owned(), wrong, 1, 1)
            }
            Convention::Normal if spread > WIDEST => {
                let wrong = Self { convention: Some(Convention::Misere), ..Self::default() };
                ("the misère ending".to_owned(), wrong, 1, 1)
            }
            // Lost is (1, 1 + r) and not (1, 2 + r).
            Convention::Normal => {
                let wider = spread.saturating_add(1);
                let wrong = Self { spread: Some(wider), ..Self::default() };
                (format!("r = {wider}"), wrong, 2, wider)
            }
        };
        vec![Sibling { name, solver: Box::new(wrong), fails_within: HeapRange { heaps, max } }]
    }
}

/// The widest spread that a control differs from by one: what tells them apart grows with it.
const WIDEST: u32 = 1_000;

/// The outcome of each position of a range.
fn sieve(
    spread: u32,
    convention: Convention,
    enclosing: &Enclosing,
    allowance: &Allowance,
) -> Result<Vec<Outcome>, Silence> {
    let range = enclosing.range();
    let mut outcomes = vec![Outcome::P; usize::try_from(enclosing.count()).unwrap_or(0)];
    let ranks = Ranks::new(range);
    let mut raised = Vec::new();
    let mut here = 0;
    let mut counted = allowance.count();
    range.try_walk(|sizes| {
        // The only position without moves is the one without counters, which is the first.
        if here == 0 {
            outcomes[here] = Outcome::without_moves(convention);
        }
        if outcomes[here] == Outcome::P {
            let mut mark = |raise: &[(usize, u32)]| {
                raised.clear();
                raised.extend_from_slice(sizes);
                raise.iter().for_each(|&(heap, amount)| raised[heap] += amount);
                raised.sort_unstable();
                outcomes[ranks.rank(&raised)] = Outcome::N;
            };
            // Of equal heaps the last will do, and of two equal heaps the last two.
            let repeats = |heap: usize| sizes.get(heap + 1) == sizes.get(heap);
            for (one, &size) in sizes.iter().enumerate().filter(|&(one, _)| !repeats(one)) {
                let room = range.max - size;
                (1..=room).for_each(|amount| mark(&[(one, amount)]));
                let others = sizes.iter().enumerate().take(one);
                for (other, &size) in others.filter(|&(other, _)| other + 1 == one || !repeats(other)) {
                    let room_too = range.max - size;
                    for amount in 1..=room {
                        counted.step(0)?;
                        let least = amount.saturating_sub(spread - 1).max(1);
                        let most = amount.saturating_add(spread - 1).min(room_too);
                        (least..=most).for_each(|too| mark(&[(one, amount), (other, too)]));
                    }
                }
            }
        }
        here += 1;
        counted.step(1)
    })?;
    Ok(outcomes)
}
