use std::collections::HashMap;

use super::{Allowance, Basis, Count, Question, Silence, Solver, Work};
use crate::game::{Convention, Move, Outcome, Position, Ruleset, Then, Value, mex, turns};

/// Whole-position search: the definitions, followed move by move with one memo a question.
///
/// A position is won when some turn ends in a lost one; its value is the mex of the values of its options.
/// This is the reference against which everything else is held; it is slow and reaches any game. A position can have
/// very many moves: each that is looked at counts against the budget as [`MOVE`] positions.
pub struct Search;

impl<P: Position> Solver<P> for Search {
    fn name(&self) -> String {
        "whole-position search".to_owned()
    }

    fn basis(&self) -> Basis {
        Basis::Definition
    }

    fn telling(&self) -> &'static str {
        "the ruleset's moves"
    }

    fn outcomes<'q>(&'q self, question: &'q Question<'q, P>) -> Result<Work<'q, Outcome>, Silence> {
        let visits = question.rules.visits(&question.positions);
        Ok(Work::new(visits, move |allowance| {
            let mut settled = Settled::new(allowance);
            let step = |position: &P, memo: &_| outcome_step(question, position, memo);
            question.positions.iter().map(|position| settled.settle(&position, step)).collect()
        }))
    }

    fn values<'q>(&'q self, question: &'q Question<'q, P>) -> Result<Work<'q, Value>, Silence> {
        if question.convention == Convention::Misere {
            return Err(Silence::NotAsked("a position has no Grundy value in misère play".to_owned()));
        }
        let Question { rules, positions, .. } = question;
        let visits = rules.visits(positions);
        let work = Work::new(visits, move |allowance| {
            let mut settled = Settled::new(allowance);
            let step = |position: &P, memo: &_| value_step(question.rules, position, memo);
            question.positions.iter().map(|position| settled.settle(&position, step)).collect()
        });
        Ok(work.costing(visits.max(rules.moves_in_all(positions))))
    }
}

/// What it costs to make a move and look up where it leads, in positions.
const MOVE: u64 = 8;

/// What a position is, or which positions must be settled first.
enum Step<P, T> {
    Known(T),
    Needs(Vec<P>),
    Silent(Silence),
}

/// What was settled so far.
struct Settled<'a, P, T> {
    memo: HashMap<P, T>,
    visited: u64,
    budget: u64,
    count: Count<'a>,
}

impl<'a, P: Position, T: Copy> Settled<'a, P, T> {
    fn new(allowance: &'a Allowance) -> Self {
        Self { memo: HashMap::new(), visited: 0, budget: allowance.positions, count: allowance.count() }
    }

    /// Settles a position and all that it rests on, without recursion: play can be as long as a heap is large.
    /// `step` also tells how many moves it looked at.
    fn settle(&mut self, position: &P, step: impl Fn(&P, &HashMap<P, T>) -> (Step<P, T>, usize)) -> Result<T, Silence> {
        let mut open = vec![position.clone()];
        while let Some(next) = open.last() {
            if self.memo.contains_key(next) {
                open.pop();
                continue;
            }
            let (step, moves) = step(next, &self.memo);
            self.visited = self.visited.saturating_add(MOVE * moves as u64 + 1);
            if self.visited > self.budget {
                return Err(Silence::OverBudget { needs: self.visited, allows: self.budget });
            }
            self.count.step(u64::from(matches!(step, Step::Known(_))))?;
            match step {
                Step::Known(answer) => {
                    self.memo.insert(next.clone(), answer);
                    open.pop();
                }
                Step::Needs(positions) => open.extend(positions),
                Step::Silent(silence) => return Err(silence),
            }
        }
        Ok(self.memo[position])
    }
}

fn outcome_step<P: Position>(
    question: &Question<'_, P>,
    position: &P,
    memo: &HashMap<P, Outcome>,
) -> (Step<P, Outcome>, usize) {
    let moves = question.rules.moves(position);
    let count = moves.len();
    if moves.is_empty() {
        return (Step::Known(Outcome::without_moves(question.convention)), count);
    }
    let wins =
        |Move { to, then }: &Move<P>| memo.get(to).map(|&outcome| (outcome == Outcome::P) == (*then == Then::Passes));
    if moves.iter().any(|m| wins(m) == Some(true)) {
        return (Step::Known(Outcome::N), count);
    }
    let unknown: Vec<P> = moves.into_iter().filter(|m| wins(m).is_none()).map(|m| m.to).collect();
    (if unknown.is_empty() { Step::Known(Outcome::P) } else { Step::Needs(unknown) }, count)
}

fn value_step<P: Position>(
    rules: &dyn Ruleset<Position = P>,
    position: &P,
    memo: &HashMap<P, Value>,
) -> (Step<P, Value>, usize) {
    let turns = turns(rules, position);
    let count = turns.ends.len();
    if turns.stuck {
        let why = "where a player may have to move again and cannot, a value is not a mex";
        return (Step::Silent(Silence::NotAsked(why.to_owned())), count);
    }
    let known: Option<Vec<Value>> = turns.ends.iter().map(|option| memo.get(option).copied()).collect();
    let step = match known {
        Some(values) => Step::Known(Some(mex(values.into_iter().flatten()))),
        None => Step::Needs(turns.ends.into_iter().filter(|option| !memo.contains_key(option)).collect()),
    };
    (step, count)
}
