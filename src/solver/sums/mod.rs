mod bottom_up;
mod classes;
mod inverse;
mod pairs;
mod repetition;
mod seen;

use bottom_up::{Unfinished, heap_values, reach};

use super::{Allowance, Ask, Basis, Question, Sibling, Silence, Solver, Work};
use crate::game::{Convention, HeapRange, HeapRule, Heaps, Nimber, Outcome, PositionRange, Value, nim_sum};
use crate::notation::grouped;

/// The theory of disjunctive sums: a heap is worth the mex of what one move makes of it, found from the
/// smallest heap upwards, and a position the nim-sum of its heaps (Sprague 1935, Grundy 1939).
///
/// It speaks of every game whose ruleset has a rule for one heap.
#[derive(Default)]
pub struct Sums {
    /// How the values of heaps are put together; [`Reading::NimSum`] is right.
    pub reading: Reading,
}

/// What is taken for the value of a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reading {
    /// The nim-sum of the heaps' values: the theorem.
    #[default]
    NimSum,
    /// The nim-sum of the heaps' sizes: right for Nim, and what Bouton's columns would say of any other game.
    Sizes,
    /// The plain sum of the heaps' values: right where at most one heap has a value.
    PlainSum,
}

impl Reading {
    fn value(self, sizes: &[u32], heap_values: &[Nimber]) -> Nimber {
        let values = sizes.iter().filter_map(|&size| heap_values.get(size as usize)).copied();
        match self {
            Self::NimSum => nim_sum(values),
            Self::Sizes => nim_sum(sizes.iter().copied()),
            Self::PlainSum => values.fold(0, Nimber::saturating_add),
        }
    }

    fn wrong_name(self) -> &'static str {
        match self {
            Self::NimSum => "nim-sum of values",
            Self::Sizes => "nim-sum of sizes",
            Self::PlainSum => "plain sum of values",
        }
    }
}

impl Sums {
    fn answer<'q, T: Send + 'q>(
        &'q self,
        question: &'q Question<'q, Heaps>,
        tell: impl Fn(Nimber) -> T + Send + 'q,
    ) -> Result<Work<'q, T>, Silence> {
        let rule = question.rules.heap_rule().ok_or(Silence::NoTheory)?;
        if question.convention == Convention::Misere {
            return Err(Silence::NotAsked("the values of heaps speak of normal play".to_owned()));
        }
        let max = question.positions.largest_heap();
        let out_of_range = |reach: u32| {
            Silence::OutOfRange(format!("heaps of at most {} are worked out under this rule", grouped(reach)))
        };
        let reach = reach(rule);
        if max > reach {
            return Err(out_of_range(reach));
        }
        let visits = question.positions.count().unwrap_or(u64::MAX).max(u64::from(max) + 1);
        Ok(Work::new(visits, move |allowance| {
            // Sizes need no values.
            let values = match self.reading {
                Reading::Sizes => Vec::new(),
                Reading::NimSum | Reading::PlainSum => {
                    heap_values(rule, max, allowance).map_err(|unfinished| match unfinished {
                        Unfinished::Reached(heap) => out_of_range(heap),
                        Unfinished::Silent(silence) => silence,
                    })?
                }
            };
            let mut counted = allowance.count_beyond(values.len() as u64);
            let read = |heaps: Heaps| counted.step(1).map(|()| tell(self.reading.value(heaps.sizes(), &values)));
            question.positions.iter().map(read).collect()
        }))
    }
}

impl Solver<Heaps> for Sums {
    fn name(&self) -> String {
        match self.reading {
            Reading::NimSum => "nim-sum of heap values".to_owned(),
            wrong => wrong.wrong_name().to_owned(),
        }
    }

    fn basis(&self) -> Basis {
        Basis::Theory
    }

    fn telling(&self) -> &'static str {
        "the rule for one heap"
    }

    fn outcomes<'q>(&'q self, question: &'q Question<'q, Heaps>) -> Result<Work<'q, Outcome>, Silence> {
        self.answer(question, |value| Outcome::won_if(value != 0))
    }

    fn values<'q>(&'q self, question: &'q Question<'q, Heaps>) -> Result<Work<'q, Value>, Silence> {
        self.answer(question, Some)
    }

    fn siblings(&self, question: &Question<'_, Heaps>, ask: Ask) -> Vec<Sibling<Heaps>> {
        let Some(rule) = question.rules.heap_rule() else { return Vec::new() };
        let failing = |most| {
            let wrong = [Reading::Sizes, Reading::PlainSum].into_iter();
            wrong.filter_map(move |reading| Some((reading, first_failure(rule, reading, most, ask)?)))
        };
        let mut siblings: Vec<_> = failing(question.positions.most_heaps()).collect();
        if siblings.is_empty() {
            // One heap of Nim refutes neither; two refute the plain sum.
            siblings.extend(failing(2));
        }
        let sibling = |(reading, fails_within): (Reading, HeapRange)| Sibling {
            name: reading.wrong_name().to_owned(),
            solver: Box::new(Self { reading }),
            fails_within,
        };
        siblings.into_iter().map(sibling).collect()
    }
}

/// How far a wrong reading of one heap, of two and of three is searched for its first failure.
const PROBES: [HeapRange; 3] =
    [HeapRange { heaps: 1, max: 300 }, HeapRange { heaps: 2, max: 64 }, HeapRange { heaps: 3, max: 16 }];

/// A small range of at most so many heaps in which a wrong reading fails; none where it is right throughout, as the
/// nim-sum of sizes is for Nim, and the plain sum for one heap.
fn first_failure(rule: &dyn HeapRule, reading: Reading, most: usize, ask: Ask) -> Option<HeapRange> {
    let values = heap_values(rule, PROBES[0].max, &Allowance::of(PROBES[0].max.into())).ok()?;
    let fails = |heaps: &Heaps| {
        let (wrong, right) = (reading.value(heaps.sizes(), &values), Reading::NimSum.value(heaps.sizes(), &values));
        match ask {
            Ask::Value => wrong != right,
            Ask::Outcome => (wrong == 0) != (right == 0),
        }
    };
    let probes = PROBES.iter().take_while(|probe| probe.heaps <= most);
    probes.into_iter().find_map(|probe| {
        let failure = probe.iter().find(fails)?;
        Some(HeapRange { heaps: probe.heaps, max: failure.sizes().last().copied()? })
    })
}
