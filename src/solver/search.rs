use std::collections::HashMap;

use super::{Basis, Question, Silence, Solver, Work};
use crate::game::{Convention, Move, Outcome, Position, Ruleset, Then, Value, mex, turns};

/// Whole-position search: the definitions, followed move by move with one memo a question.
///
/// A position is won when some turn ends in a lost one; its value is the mex of the values of its options.
/// This is the reference against which everything else is held; it is slow and reaches any game.
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
        let count = question.positions.count().unwrap_or(u64::MAX);
        Ok(Work::new(count, move |budget| {
            let mut memo = HashMap::new();
            question
                .positions
                .iter()
                .map(|position| settle(&position, &mut memo, budget, |p, memo| outcome_step(question, p, memo)))
                .collect()
        }))
    }

    fn values<'q>(&'q self, question: &'q Question<'q, P>) -> Result<Work<'q, Value>, Silence> {
        if question.convention == Convention::Misere {
            return Err(Silence::NotAsked("a position has no Grundy value in misère play".to_owned()));
        }
        let count = question.positions.count().unwrap_or(u64::MAX);
        Ok(Work::new(count, move |budget| {
            let mut memo = HashMap::new();
            question
                .positions
                .iter()
                .map(|position| settle(&position, &mut memo, budget, |p, memo| value_step(question.rules, p, memo)))
                .collect()
        }))
    }
}

/// What a position is, or which positions must be settled first.
enum Step<P, T> {
    Known(T),
    Needs(Vec<P>),
    Silent(Silence),
}

/// Settles a position and all that it rests on, without recursion: play can be as long as a heap is large.
fn settle<P: Position, T: Copy>(
    position: &P,
    memo: &mut HashMap<P, T>,
    budget: u64,
    step: impl Fn(&P, &HashMap<P, T>) -> Step<P, T>,
) -> Result<T, Silence> {
    let mut open = vec![position.clone()];
    while let Some(next) = open.last() {
        if memo.contains_key(next) {
            open.pop();
            continue;
        }
        match step(next, memo) {
            Step::Known(answer) => {
                memo.insert(next.clone(), answer);
                open.pop();
            }
            Step::Needs(positions) => open.extend(positions),
            Step::Silent(silence) => return Err(silence),
        }
        let visited = memo.len() as u64;
        if visited > budget {
            return Err(Silence::OverBudget { needs: visited, allows: budget });
        }
    }
    Ok(memo[position])
}

fn outcome_step<P: Position>(question: &Question<'_, P>, position: &P, memo: &HashMap<P, Outcome>) -> Step<P, Outcome> {
    let moves = question.rules.moves(position);
    if moves.is_empty() {
        return Step::Known(Outcome::without_moves(question.convention));
    }
    let wins =
        |Move { to, then }: &Move<P>| memo.get(to).map(|&outcome| (outcome == Outcome::P) == (*then == Then::Passes));
    if moves.iter().any(|m| wins(m) == Some(true)) {
        return Step::Known(Outcome::N);
    }
    let unknown: Vec<P> = moves.into_iter().filter(|m| wins(m).is_none()).map(|m| m.to).collect();
    if unknown.is_empty() { Step::Known(Outcome::P) } else { Step::Needs(unknown) }
}

fn value_step<P: Position>(
    rules: &dyn Ruleset<Position = P>,
    position: &P,
    memo: &HashMap<P, Value>,
) -> Step<P, Value> {
    let turns = turns(rules, position);
    if turns.stuck {
        return Step::Silent(Silence::NotAsked(
            "where a player may have to move again and cannot, a value is not a mex".to_owned(),
        ));
    }
    let known: Option<Vec<Value>> = turns.ends.iter().map(|option| memo.get(option).copied()).collect();
    match known {
        Some(values) => Step::Known(Some(mex(values.into_iter().flatten()))),
        None => Step::Needs(turns.ends.into_iter().filter(|option| !memo.contains_key(option)).collect()),
    }
}
