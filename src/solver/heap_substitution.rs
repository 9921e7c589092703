use super::{Allowance, Ask, Basis, Question, Sibling, Silence, Solver, Work};
use crate::game::{Convention, HeapRange, HeapRule, Heaps, Nimber, Outcome, Value, nim_sum};
use crate::notation::grouped;

/// The largest heap that is tried against Nim heaps.
const LARGEST: u32 = 2_000;

/// One heap played in a sum with a Nim heap: it is worth the h for which heap + ∗h is lost.
///
/// No mex is taken. Heap + ∗h is lost when no move wins: a move in ∗h must not lead to a sum already found
/// lost, and what a move leaves of the heap must not be lost beside ∗h. Where a move leaves several heaps, all
/// but the first stand there as the Nim heaps that were found to balance them.
#[derive(Default)]
pub struct HeapSubstitution {
    /// What is added to each value; 0 is right.
    pub error: Nimber,
    /// Whether it speaks of sums of heaps too, as the Nim heaps that balance each.
    pub sums: bool,
}

impl HeapSubstitution {
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
        if question.convention == Convention::Misere {
            return Err(Silence::NotAsked("a heap has no Grundy value in misère play".to_owned()));
        }
        let max = question.positions.largest_heap();
        if !self.sums && question.positions.most_heaps() > 1 {
            return Err(Silence::NotAsked("it speaks of one heap at a time".to_owned()));
        }
        if max > LARGEST {
            return Err(Silence::OutOfRange(format!(
                "heaps of at most {} are played beside Nim heaps",
                grouped(LARGEST)
            )));
        }
        let visits = question.positions.count().unwrap_or(u64::MAX).max(u64::from(max) + 1);
        Ok(Work::new(visits, move |allowance| {
            let balanced = balances(rule, max, allowance)?;
            let value = |heaps: &Heaps| {
                let nim_heaps = heaps.sizes().iter().filter_map(|&size| balanced.get(size as usize)).copied();
                nim_sum(nim_heaps).saturating_add(self.error)
            };
            let mut counted = allowance.count_beyond(balanced.len() as u64);
            question.positions.iter().map(|heaps| counted.step(1).map(|()| tell(value(&heaps)))).collect()
        }))
    }
}

/// For each heap from 0 to `max` the Nim heap beside which it is lost.
fn balances(rule: &dyn HeapRule, max: u32, allowance: &Allowance) -> Result<Vec<Nimber>, Silence> {
    let mut balanced: Vec<Nimber> = Vec::with_capacity(max as usize + 1);
    let mut won_beside: Vec<Nimber> = Vec::new();
    for heap in 0..=max {
        // To each move the Nim heap beside which what it leaves is lost: that one wins beside it, and beside no other.
        won_beside.clear();
        rule.replacements(heap, &mut |left| won_beside.push(lost_beside(left, &balanced)));
        // Below the h that is sought every heap + ∗h is won, so no move within ∗h leads to a lost sum.
        let mut found = 0;
        while found < Nimber::MAX && won_beside.contains(&found) {
            allowance.check()?;
            found += 1;
        }
        balanced.push(found);
        allowance.visit(1)?;
    }
    Ok(balanced)
}

/// The Nim heap beside which these heaps are lost: all but the first stand there as the Nim heaps that balance them.
fn lost_beside(heaps: &[u32], balanced: &[Nimber]) -> Nimber {
    nim_sum(heaps.iter().filter_map(|&size| balanced.get(size as usize)).copied())
}

impl Solver<Heaps> for HeapSubstitution {
    fn name(&self) -> String {
        match self.error {
            0 => "one heap beside Nim heaps".to_owned(),
            error => format!("value + {error}"),
        }
    }

    fn basis(&self) -> Basis {
        Basis::Substitution
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

    fn siblings(&self, _: &Question<'_, Heaps>, _: Ask) -> Vec<Sibling<Heaps>> {
        vec![Sibling {
            name: "value + 1".to_owned(),
            solver: Box::new(Self { error: 1, sums: self.sums }),
            fails_within: HeapRange { heaps: 1, max: 1 },
        }]
    }
}
