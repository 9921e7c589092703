use std::collections::HashMap;

use super::{Allowance, Basis, Count, Question, Silence, Solver, Work};
use crate::game::{Convention, Nimber, Outcome, Position, Ruleset, Then, Value, options};

/// Substitution: the value of p is the h for which the sum p + ∗h is lost (Sprague 1935, Grundy 1939).
///
/// The sum is searched for its outcome alone, and no mex is taken anywhere. Each move counts against the budget as
/// [`MOVE`] positions.
pub struct Substitution;

impl<P: Position> Solver<P> for Substitution {
    fn name(&self) -> String {
        "substitution".to_owned()
    }

    fn basis(&self) -> Basis {
        Basis::Substitution
    }

    fn telling(&self) -> &'static str {
        "the ruleset's moves"
    }

    fn outcomes<'q>(&'q self, _: &'q Question<'q, P>) -> Result<Work<'q, Outcome>, Silence> {
        Err(Silence::NotAsked("substitution tells a value; of an outcome alone it is no second basis".to_owned()))
    }

    fn values<'q>(&'q self, question: &'q Question<'q, P>) -> Result<Work<'q, Value>, Silence> {
        if question.convention == Convention::Misere {
            return Err(Silence::NotAsked("a position has no Grundy value in misère play".to_owned()));
        }
        let Question { rules, positions, .. } = question;
        let visits = rules.visits(positions);
        let work = Work::new(visits, move |allowance| {
            let mut sums = Sums::new(question.rules, allowance);
            question
                .positions
                .iter()
                .map(|position| {
                    let component = sums.component(position)?;
                    let mut heap = 0;
                    while sums.outcome(component, heap)? == Outcome::N {
                        heap += 1;
                    }
                    Ok(Some(heap))
                })
                .collect()
        });
        Ok(work.costing(visits.max(rules.moves_in_all(positions))))
    }
}

/// What it costs to make a move and look up where it leads, in positions.
const MOVE: u64 = 8;

/// The outcomes of the sums p + ∗h met so far; each p has a number.
struct Sums<'q, P: Position> {
    rules: &'q dyn Ruleset<Position = P>,
    /// How many positions were numbered, each option counted as [`MOVE`] more, and how many may be.
    visited: u64,
    budget: u64,
    count: Count<'q>,
    numbers: HashMap<P, usize>,
    components: Vec<Component>,
}

/// A position p as one part of a sum.
struct Component {
    options: Vec<usize>,
    /// Up to which heap, exclusive, the sum with p is known and won.
    won_below: Nimber,
    /// Whether the sum with the next heap is known and lost.
    lost: bool,
}

impl Component {
    /// The outcome of p + ∗h as far as it is known. Above the heap that makes the sum lost, one may move to that heap.
    fn outcome(&self, heap: Nimber) -> Option<Outcome> {
        match heap {
            heap if heap < self.won_below => Some(Outcome::N),
            heap if self.lost => Some(Outcome::won_if(heap > self.won_below)),
            _ => None,
        }
    }
}

impl<'q, P: Position> Sums<'q, P> {
    fn new(rules: &'q dyn Ruleset<Position = P>, allowance: &'q Allowance) -> Self {
        let (budget, count) = (allowance.positions, allowance.count());
        Self { rules, visited: 0, budget, count, numbers: HashMap::new(), components: Vec::new() }
    }

    /// The number of a position; it and all that can be reached from it are numbered, options first.
    fn component(&mut self, position: P) -> Result<usize, Silence> {
        let mut open = vec![position.clone()];
        while let Some(next) = open.last().cloned() {
            if self.numbers.contains_key(&next) {
                open.pop();
                continue;
            }
            if self.rules.moves(&next).iter().any(|m| m.then == Then::Again) {
                return Err(Silence::NotAsked("a turn here can be several moves".to_owned()));
            }
            let options = options(self.rules, &next);
            self.visited = self.visited.saturating_add(MOVE * options.len() as u64 + 1);
            if self.visited > self.budget {
                return Err(Silence::OverBudget { needs: self.visited, allows: self.budget });
            }
            self.count.step(0)?;
            let new: Vec<P> = options.iter().filter(|option| !self.numbers.contains_key(option)).cloned().collect();
            if new.is_empty() {
                let options = options.iter().map(|option| self.numbers[option]).collect();
                self.count.step(1)?;
                self.numbers.insert(next, self.components.len());
                self.components.push(Component { options, won_below: 0, lost: false });
                open.pop();
            } else {
                open.extend(new);
            }
        }
        Ok(self.numbers[&position])
    }

    /// The outcome of p + ∗h in normal play, by search.
    fn outcome(&mut self, component: usize, heap: Nimber) -> Result<Outcome, Silence> {
        let mut open = vec![(component, heap)];
        while let Some(&(component, heap)) = open.last() {
            self.count.step(0)?;
            let this = &self.components[component];
            if this.outcome(heap).is_some() {
                open.pop();
                continue;
            }
            // The moves in ∗h come first: the sums with smaller heaps must be known to be won.
            if this.won_below < heap {
                open.push((component, this.won_below));
                continue;
            }
            // Then the moves in p.
            let mut unknown = None;
            let won = this.options.iter().any(|&option| match self.components[option].outcome(heap) {
                None => {
                    unknown = Some(option);
                    false
                }
                Some(outcome) => outcome == Outcome::P,
            });
            match unknown {
                _ if won => self.components[component].won_below += 1,
                Some(option) => open.push((option, heap)),
                None => self.components[component].lost = true,
            }
        }
        Ok(self.components[component].outcome(heap).unwrap_or(Outcome::N))
    }
}
