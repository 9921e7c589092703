use std::any::Any;

use super::enclosing::{Enclosing, Ranks};
use super::{Allowance, Basis, Question, Silence, Solver, Work};
use crate::game::{Convention, Heaps, Nimber, Outcome, Take, Value};

/// The definitions, followed upwards: the positions of a range are settled in the order of their indices, each from
/// the options that the ruleset shows, which all come before it.
///
/// As thorough as the plain search, but without a memo that is looked up by position.
pub struct Ascent;

impl Ascent {
    fn plan<'q>(question: &'q Question<'q, Heaps>) -> Result<(&'q Take, Enclosing), Silence> {
        let rules = (question.rules as &dyn Any).downcast_ref::<Take>().ok_or(Silence::NoTheory)?;
        Ok((rules, Enclosing::of(&question.positions)))
    }
}

impl Solver<Heaps> for Ascent {
    fn name(&self) -> String {
        "search upwards".to_owned()
    }

    fn basis(&self) -> Basis {
        Basis::Definition
    }

    fn telling(&self) -> &'static str {
        "the ruleset's moves"
    }

    fn outcomes<'q>(&'q self, question: &'q Question<'q, Heaps>) -> Result<Work<'q, Outcome>, Silence> {
        let (rules, enclosing) = Self::plan(question)?;
        Ok(Work::new(enclosing.visits(rules), move |allowance| {
            let outcomes = ascend(rules, &enclosing, allowance, |options, outcomes| match options {
                [] => Outcome::without_moves(question.convention),
                options => Outcome::won_if(options.iter().any(|&option| outcomes[option] == Outcome::P)),
            })?;
            Ok(enclosing.pick(&question.positions, outcomes))
        }))
    }

    fn values<'q>(&'q self, question: &'q Question<'q, Heaps>) -> Result<Work<'q, Value>, Silence> {
        if question.convention == Convention::Misere {
            return Err(Silence::NotAsked("a position has no Grundy value in misère play".to_owned()));
        }
        let (rules, enclosing) = Self::plan(question)?;
        Ok(Work::new(enclosing.visits(rules), move |allowance| {
            // Which values the options of the position at this index have: the index where the value was seen last.
            let mut seen: Vec<usize> = Vec::new();
            let values = ascend(rules, &enclosing, allowance, |options, values: &[Nimber]| {
                let here = values.len() + 1;
                for &option in options {
                    let value = values[option] as usize;
                    if seen.len() <= value {
                        seen.resize(value + 1, 0);
                    }
                    seen[value] = here;
                }
                let missing = seen.iter().position(|&last| last != here).unwrap_or(seen.len());
                Nimber::try_from(missing).unwrap_or(Nimber::MAX)
            })?;
            Ok(enclosing.pick(&question.positions, values.into_iter().map(Some).collect()))
        }))
    }
}

/// Settles a range upwards. `settle` gets the indices of a position's options and what was settled so far.
fn ascend<T>(
    rules: &Take,
    enclosing: &Enclosing,
    allowance: &Allowance,
    mut settle: impl FnMut(&[usize], &[T]) -> T,
) -> Result<Vec<T>, Silence> {
    let range = enclosing.range();
    let (each, mut count) = (enclosing.visits_each(rules), allowance.count());
    let ranks = Ranks::new(range);
    let mut settled = Vec::new();
    let mut sorted = vec![0; range.heaps];
    let mut options = Vec::new();
    range.try_walk(|sizes| {
        options.clear();
        rules.each_move(sizes, |left| {
            sorted.copy_from_slice(left);
            sorted.sort_unstable();
            options.push(ranks.rank(&sorted));
        });
        let answer = settle(&options, &settled);
        settled.push(answer);
        count.step(each)
    })?;
    Ok(settled)
}
