use super::{Ask, Basis, Question, Sibling, Silence, Solver, Work};
use crate::game::{
    Convention, HeapRange, HeapRule, Heaps, Nimber, Outcome, PeriodTheorem, PositionRange, Positions, Value, mex,
    nim_sum,
};

/// The theory of disjunctive sums: a heap is worth the mex of what one move makes of it, found from the
/// smallest heap upwards, and a position the nim-sum of its heaps (Sprague 1935, Grundy 1939).
///
/// It speaks of every game whose ruleset has a rule for one heap.
pub struct Sums {
    /// How the values of heaps are put together; [`Reading::NimSum`] is right.
    pub reading: Reading,
}

/// What is taken for the value of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reading {
    /// The nim-sum of the heaps' values: the theorem.
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

/// The values of heaps 0 to `max` under a rule, from the smallest upwards; beyond what a formula needs, by the formula.
fn heap_values(rule: &dyn HeapRule, max: u32) -> Vec<Nimber> {
    let formula = formula(rule);
    let mut values: Vec<Nimber> = Vec::with_capacity(max as usize + 1);
    for heap in 0..=max {
        let by_formula = formula.and_then(|(preperiod, period, saltus)| {
            let before = (heap as usize).checked_sub(period).filter(|&before| before >= preperiod)?;
            values.get(before)?.checked_add(saltus)
        });
        let value = by_formula.unwrap_or_else(|| {
            let mut options = Vec::new();
            rule.replacements(heap, &mut |left| options.push(Reading::NimSum.value(left, &values)));
            mex(options)
        });
        values.push(value);
    }
    values
}

/// Preperiod, period and saltus of the values, where a formula proved for the game gives them.
fn formula(rule: &dyn HeapRule) -> Option<(usize, usize, Nimber)> {
    match rule.period_theorem() {
        Some(PeriodTheorem::Formula { preperiod, period, saltus }) => Some((preperiod, period, saltus)),
        _ => None,
    }
}

/// What it costs to find the values of heaps 0 to `max`, in positions: one a heap, or one for every 64 moves.
fn visits(rule: &dyn HeapRule, max: u32) -> u64 {
    let heaps = u64::from(max) + 1;
    if formula(rule).is_some() {
        return heaps;
    }
    if heaps > MOST_HEAPS {
        return u64::MAX;
    }
    let mut moves = 0u64;
    rule.replacements(max, &mut |_| moves += 1);
    heaps.saturating_mul((moves / 128).max(1))
}

/// Of larger heaps not even the moves are counted.
const MOST_HEAPS: u64 = 1 << 20;

fn largest(positions: &Positions<Heaps>) -> u32 {
    match positions {
        Positions::Range(range) => range.max,
        Positions::Listed(list) => list.iter().filter_map(|heaps| heaps.sizes().last()).max().copied().unwrap_or(0),
    }
}

impl Sums {
    /// The theorem itself.
    pub fn new() -> Self {
        Self { reading: Reading::NimSum }
    }

    fn answer<'q, T: Send + 'q>(
        &'q self,
        question: &'q Question<'q, Heaps>,
        tell: impl Fn(Nimber) -> T + Send + 'q,
    ) -> Result<Work<'q, T>, Silence> {
        let rule = question.rules.heap_rule().ok_or(Silence::NoTheory)?;
        if question.convention == Convention::Misere {
            return Err(Silence::NotAsked("the values of heaps speak of normal play".to_owned()));
        }
        let max = largest(&question.positions);
        let visits = question.positions.count().unwrap_or(u64::MAX).max(visits(rule, max));
        Ok(Work::new(visits, move |_| {
            let values = heap_values(rule, max);
            Ok(question.positions.iter().map(|heaps| tell(self.reading.value(heaps.sizes(), &values))).collect())
        }))
    }
}

impl Default for Sums {
    fn default() -> Self {
        Self::new()
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
        let failing = |heaps| {
            let wrong = [Reading::Sizes, Reading::PlainSum].into_iter();
            wrong.filter_map(move |reading| Some((reading, first_failure(rule, reading, heaps, ask)?)))
        };
        let mut siblings: Vec<_> = failing(most_heaps(&question.positions).min(3)).collect();
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

/// The most heaps in a position of the question; heaps of nought stand for none.
fn most_heaps(positions: &Positions<Heaps>) -> usize {
    match positions {
        Positions::Range(range) => range.heaps,
        Positions::Listed(list) => {
            list.iter().map(|heaps| heaps.sizes().iter().filter(|&&size| size > 0).count()).max().unwrap_or(0)
        }
    }
}

/// How far a wrong reading is searched for its first failure.
const PROBE: u32 = 16;

/// The smallest range of at most so many heaps in which a wrong reading fails; none where it is right throughout,
/// as the nim-sum of sizes is for Nim, and the plain sum for one heap.
fn first_failure(rule: &dyn HeapRule, reading: Reading, heaps: usize, ask: Ask) -> Option<HeapRange> {
    let values = heap_values(rule, PROBE);
    let fails = |sizes: &[u32]| {
        let (wrong, right) = (reading.value(sizes, &values), Reading::NimSum.value(sizes, &values));
        match ask {
            Ask::Value => wrong != right,
            Ask::Outcome => (wrong == 0) != (right == 0),
        }
    };
    (0..=PROBE)
        .flat_map(|max| (1..=heaps).map(move |heaps| HeapRange { heaps, max }))
        .find(|range| range.iter().any(|heaps| fails(heaps.sizes())))
}
