use super::Played;
use super::answer::Answer;
use super::witnesses::{Spoken, ask};
use crate::game::{Positions, turns};
use crate::solver::{Allowance, Question, Solver};

/// How two witnesses came to differ on a position: what each says of its options, and what follows from that.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Derivation {
    /// Options as text, each with what the first and the second witness says of it; none where it will not say.
    /// Those on which they differ come first.
    pub options: Vec<(String, [Option<String>; 2])>,
    /// How many more options there are.
    pub more: usize,
    /// What the definition makes of what each says of all the options; none where that cannot be told.
    pub follows: [Option<String>; 2],
}

/// The most options that a derivation lists, and about which it asks.
const LISTED: usize = 12;
const ASKED: usize = 2_000;

/// The derivations of what two witnesses say of a position.
pub(super) fn derivation<P: Played, T: Answer>(
    question: &Question<'_, P>,
    witnesses: [&Spoken<'_, P, T>; 2],
    position: &P,
    allowance: &Allowance,
) -> Derivation {
    let turns = turns(question.rules, position);
    let count = turns.ends.len();
    if count > ASKED {
        return Derivation { options: Vec::new(), more: count, follows: [None, None] };
    }
    let options = Question { positions: Positions::Listed(turns.ends.clone()), ..question.clone() };
    let says = witnesses.map(|witness| told(witness.solver, &options, count, allowance));
    let follows = says.each_ref().map(|says: &Option<Vec<T>>| {
        let says = says.as_ref().filter(|_| !turns.stuck)?;
        Some(T::follows(says, question.convention).print())
    });
    let mut options: Vec<(String, [Option<String>; 2])> = turns
        .ends
        .iter()
        .enumerate()
        .map(|(i, option)| {
            let says = says.each_ref().map(|says| says.as_ref().and_then(|says| says.get(i)).map(T::print));
            (option.to_string(), says)
        })
        .collect();
    options.sort_by_key(|(_, [one, other])| one == other);
    options.truncate(LISTED);
    Derivation { more: count - options.len(), options, follows }
}

fn told<P: Played, T: Answer>(
    solver: &dyn Solver<P>,
    options: &Question<'_, P>,
    count: usize,
    allowance: &Allowance,
) -> Option<Vec<T>> {
    if count == 0 {
        return Some(Vec::new());
    }
    ask(solver, options, allowance).ok().filter(|says: &Vec<T>| says.len() == count)
}
