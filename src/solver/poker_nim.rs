use std::any::Any;

use super::enclosing::Ranks;
use super::{Allowance, Ask, Basis, Question, Sibling, Silence, Solver, Work};
use crate::game::{Convention, HeapRange, Heaps, Outcome, PokerNim, PositionRange, Value, nim_sum};

/// Poker Nim upwards, from the positions with nothing left of the reserve: what no mark has reached is lost, and marks
/// what leads to it, by raising one heap or by taking back from one heap what was put there.
#[derive(Default)]
pub struct ReserveSieve {
    /// Another convention than the question's, for a control.
    pub convention: Option<Convention>,
}

impl Solver<Heaps> for ReserveSieve {
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
        let rules: &PokerNim = (question.rules as &dyn Any).downcast_ref().ok_or(Silence::NoTheory)?;
        let convention = self.convention.unwrap_or(question.convention);
        let range = rules.reached(&question.positions);
        let visits = range.count().unwrap_or(u64::MAX).saturating_mul(u64::from(rules.reserve) + 1);
        let cost = visits.saturating_mul((range.heaps as u64 / 16).max(1));
        let work = Work::new(visits, move |allowance| {
            let layers = sieve(rules.reserve as usize, convention, &range, allowance)?;
            let ranks = Ranks::new(&range);
            let outcome = |position: Heaps| {
                let mut padded = vec![0; range.heaps - position.sizes().len()];
                padded.extend_from_slice(position.sizes());
                layers[position.put_back().min(rules.reserve) as usize][ranks.rank(&padded)]
            };
            Ok(question.positions.iter().map(outcome).collect())
        });
        Ok(work.costing(cost))
    }

    fn values<'q>(&'q self, _: &'q Question<'q, Heaps>) -> Result<Work<'q, Value>, Silence> {
        Err(Silence::NotAsked("the sieve tells an outcome and no value".to_owned()))
    }

    fn siblings(&self, question: &Question<'_, Heaps>, _: Ask) -> Vec<Sibling<Heaps>> {
        if question.convention == Convention::Normal {
            // More or less of a reserve makes no difference.
            return Vec::new();
        }
        vec![Sibling {
            name: "the normal ending".to_owned(),
            solver: Box::new(Self { convention: Some(Convention::Normal) }),
            fails_within: HeapRange { heaps: 1, max: 1 },
        }]
    }
}

/// For each number of counters put back the outcome of each position of a range.
fn sieve(
    reserve: usize,
    convention: Convention,
    range: &HeapRange,
    allowance: &Allowance,
) -> Result<Vec<Vec<Outcome>>, Silence> {
    let count = range.count().and_then(|count| usize::try_from(count).ok()).unwrap_or(0);
    let ranks = Ranks::new(range);
    let mut layers = vec![vec![Outcome::P; count]; reserve + 1];
    let mut changed = Vec::new();
    let mut counted = allowance.count();
    for put_back in (0..=reserve).rev() {
        let mut here = 0;
        range.try_walk(|sizes| {
            // Without a heap, or a counter in one or in the reserve, there is no move.
            let stuck = range.heaps == 0 || (put_back == reserve && here == 0);
            if stuck {
                layers[put_back][here] = Outcome::without_moves(convention);
            }
            if layers[put_back][here] == Outcome::P {
                // Of equal heaps one will do.
                let distinct = sizes.iter().enumerate().filter(|&(heap, size)| sizes.get(heap + 1) != Some(size));
                for (heap, &size) in distinct {
                    let mut mark = |layer: usize, becomes: u32| {
                        changed.clear();
                        changed.extend_from_slice(sizes);
                        changed[heap] = becomes;
                        changed.sort_unstable();
                        layers[layer][ranks.rank(&changed)] = Outcome::N;
                    };
                    (size + 1..=range.max).for_each(|larger| mark(put_back, larger));
                    (1..=size).zip(1..=put_back).for_each(|(less, added)| mark(put_back - added, size - less));
                }
            }
            here += 1;
            counted.step(1)
        })?;
    }
    Ok(layers)
}

/// Poker Nim by reversal: whoever would be hurt by what was put into a heap takes it away again, so that a position is
/// lost if the nim-sum of its heaps is 0, whatever is left of the reserve (*Winning Ways*, chapter 3).
#[derive(Default)]
pub struct Reversal {
    /// Whether the reserve is taken for a heap, for a control.
    pub reserve_as_heap: bool,
}

impl Reversal {
    fn answer<'q, T: Send + 'q>(
        &'q self,
        question: &'q Question<'q, Heaps>,
        tell: impl Fn(u32) -> T + Send + 'q,
    ) -> Result<Work<'q, T>, Silence> {
        let &PokerNim { reserve } = (question.rules as &dyn Any).downcast_ref().ok_or(Silence::NoTheory)?;
        if question.convention == Convention::Misere {
            return Err(Silence::NotAsked("it speaks of normal play".to_owned()));
        }
        let count = question.positions.count().unwrap_or(u64::MAX);
        let value = move |heaps: Heaps| {
            let left = if self.reserve_as_heap { reserve.saturating_sub(heaps.put_back()) } else { 0 };
            nim_sum(heaps.sizes().iter().copied()) ^ left
        };
        Ok(Work::new(count, move |allowance| {
            let mut counted = allowance.count();
            question.positions.iter().map(|heaps| counted.step(1).map(|()| tell(value(heaps)))).collect()
        }))
    }
}

impl Solver<Heaps> for Reversal {
    fn name(&self) -> String {
        if self.reserve_as_heap { "the reserve as a heap" } else { "additions reversed" }.to_owned()
    }

    fn basis(&self) -> Basis {
        Basis::ClosedForm
    }

    fn telling(&self) -> &'static str {
        "no moves"
    }

    fn outcomes<'q>(&'q self, question: &'q Question<'q, Heaps>) -> Result<Work<'q, Outcome>, Silence> {
        self.answer(question, |value| Outcome::won_if(value != 0))
    }

    fn values<'q>(&'q self, question: &'q Question<'q, Heaps>) -> Result<Work<'q, Value>, Silence> {
        self.answer(question, Some)
    }

    fn siblings(&self, _: &Question<'_, Heaps>, _: Ask) -> Vec<Sibling<Heaps>> {
        let wrong = Self { reserve_as_heap: true };
        vec![Sibling { name: wrong.name(), solver: Box::new(wrong), fails_within: HeapRange { heaps: 1, max: 0 } }]
    }
}
