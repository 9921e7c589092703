use std::sync::Arc;

use super::{Allowance, Ask, Basis, Question, Sibling, Silence, Solver, Work};
use crate::game::{Convention, HeapRange, HeapRule, Heaps, Nimber, Outcome, Period, Value, nim_sum};
use crate::notation::grouped;

/// The farthest that a period is looked for, in heaps.
const LOOKED_AT: u32 = 16_384;

/// The values of heaps by their period: found among small heaps, certified by the theorem of the ruleset, and
/// continued as far as is asked.
///
/// It finds the small heaps for itself, move by move as the rule for one heap shows them.
#[derive(Default)]
pub struct CertifiedPeriod {
    /// What is wrong with it.
    error: PeriodError,
    /// Whether it speaks of sums of heaps too.
    sums: bool,
    /// What was found for the game that is asked about, where it is the sibling of one that found it.
    found: Option<Arc<Certified>>,
}

/// A deliberate error.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum PeriodError {
    /// None.
    #[default]
    None,
    /// The period is taken for longer by one.
    Longer,
    /// The period is taken for shorter by one.
    Shorter,
    /// One is added to each value.
    Value,
}

impl PeriodError {
    fn name(self) -> &'static str {
        match self {
            Self::None => "certified period",
            Self::Longer => "period + 1",
            Self::Shorter => "period − 1",
            Self::Value => "value + 1",
        }
    }
}

/// Values of the heaps from 0, as many as certify their period, and the period.
struct Certified {
    values: Vec<Nimber>,
    period: Period,
}

impl Certified {
    fn find(rule: &dyn HeapRule, allowance: &Allowance) -> Result<Self, Silence> {
        let theorem = rule.period_theorem().ok_or(Silence::NoTheory)?;
        let mut values = Vec::new();
        let mut look_at = 64;
        // Of what falls in three there are too many ways.
        let threes = rule.in_bulk().is_some_and(|rule| !rule.triples.is_empty());
        let farthest = if threes { LOOKED_AT >> 5 } else { LOOKED_AT };
        for heap in 0..=farthest {
            allowance.check()?;
            values.push(value_of(rule, heap, &values));
            if heap == look_at || heap == farthest {
                look_at *= 2;
                if let Some(period) = Period::find(&values, theorem) {
                    return Ok(Self { values, period });
                }
            }
        }
        Err(Silence::OutOfRange(format!("no period is certified by the heaps up to {}", grouped(farthest))))
    }

    /// The value of a heap; none where it does not fit.
    fn value(&self, heap: u32, error: PeriodError) -> Option<Nimber> {
        let period = match error {
            PeriodError::Longer => self.period.period.checked_add(1)?,
            PeriodError::Shorter => self.period.period.checked_sub(1)?,
            PeriodError::None | PeriodError::Value => self.period.period,
        };
        let period = Period { period, ..self.period.clone() };
        let value = period.value(&self.values, heap as usize)?;
        value.checked_add(Nimber::from(error == PeriodError::Value))
    }

    /// The first heap of which a deliberate error tells something wrong; none where it is right throughout, as any
    /// period is of values that are all the same.
    fn first_failure(&self, error: PeriodError, ask: Ask) -> Option<u32> {
        let last = u32::try_from(self.values.len()).unwrap_or(u32::MAX);
        (0..last).find(|&heap| match (self.value(heap, error), self.value(heap, PeriodError::None), ask) {
            (Some(wrong), Some(right), Ask::Value) => wrong != right,
            (Some(wrong), Some(right), Ask::Outcome) => (wrong == 0) != (right == 0),
            _ => false,
        })
    }
}

/// The mex of all that one move leaves of a heap, from the values of the smaller ones.
fn value_of(rule: &dyn HeapRule, heap: u32, smaller: &[Nimber]) -> Nimber {
    let mut seen: Vec<bool> = Vec::new();
    let value = |size: u32| smaller.get(size as usize).map_or(0, |&value| value as usize);
    rule.replacements(heap, &mut |left| {
        let option = match *left {
            [one] => value(one),
            [one, other] => value(one) ^ value(other),
            _ => left.iter().fold(0, |sum, &size| sum ^ value(size)),
        };
        if option >= seen.len() {
            seen.resize(option + 1, false);
        }
        seen[option] = true;
    });
    let missing = seen.iter().position(|&there| !there).unwrap_or(seen.len());
    Nimber::try_from(missing).unwrap_or(Nimber::MAX)
}

impl CertifiedPeriod {
    /// The same for sums of heaps too.
    pub fn of_sums() -> Self {
        Self { sums: true, ..Self::default() }
    }

    fn answer<'q, T: Send + 'q>(
        &'q self,
        question: &'q Question<'q, Heaps>,
        tell: impl Fn(Nimber) -> T + Send + 'q,
    ) -> Result<Work<'q, T>, Silence> {
        let rule = question.rules.heap_rule().ok_or(Silence::NoTheory)?;
        rule.period_theorem().ok_or(Silence::NoTheory)?;
        if question.convention == Convention::Misere {
            return Err(Silence::NotAsked("a heap has no Grundy value in misère play".to_owned()));
        }
        if !self.sums && question.positions.most_heaps() > 1 {
            return Err(Silence::NotAsked("it speaks of one heap at a time".to_owned()));
        }
        let count = question.positions.count().unwrap_or(u64::MAX);
        Ok(Work::new(count, move |allowance| {
            let found = match &self.found {
                Some(found) => Arc::clone(found),
                None => Arc::new(Certified::find(rule, allowance)?),
            };
            let mut counted = allowance.count();
            let value = |heaps: Heaps| {
                let values = heaps.sizes().iter().map(|&heap| found.value(heap, self.error));
                let sum = values.collect::<Option<Vec<_>>>().map(nim_sum);
                let told = sum.map(&tell).ok_or_else(|| Silence::OutOfRange("a value does not fit".to_owned()))?;
                counted.step(1).map(|()| told)
            };
            question.positions.iter().map(value).collect()
        }))
    }
}

impl Solver<Heaps> for CertifiedPeriod {
    fn name(&self) -> String {
        self.error.name().to_owned()
    }

    fn basis(&self) -> Basis {
        Basis::ClosedForm
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
        let find = |rule| Certified::find(rule, &Allowance::of(LOOKED_AT.into()));
        let Some(Ok(found)) = question.rules.heap_rule().map(find) else { return Vec::new() };
        let found = Arc::new(found);
        let sibling = |error: PeriodError| {
            let max = found.first_failure(error, ask)?;
            let solver = Box::new(Self { error, sums: self.sums, found: Some(Arc::clone(&found)) });
            Some(Sibling { name: error.name().to_owned(), solver, fails_within: HeapRange { heaps: 1, max } })
        };
        let mut siblings: Vec<_> =
            [PeriodError::Longer, PeriodError::Shorter].into_iter().filter_map(sibling).collect();
        if siblings.is_empty() {
            siblings.extend(sibling(PeriodError::Value));
        }
        siblings
    }
}
