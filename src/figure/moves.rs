//! Moves as figures show them: of heaps that keep their places.

use std::any::Any;

use crate::game::{Heaps, Ruleset, Take};
use crate::notation::grouped;

/// The moves of labelled heaps: each as the sizes after it, in the order of `sizes`; no two are equal.
/// None where a move can change the number of heaps, or the ruleset does not say which heap is which.
pub fn labelled_moves(rules: &dyn Ruleset<Position = Heaps>, sizes: &[u32]) -> Option<Vec<Vec<u32>>> {
    if let Some(take) = (rules as &dyn Any).downcast_ref::<Take>() {
        return Some(take.labelled_moves(sizes));
    }
    let rule = rules.heap_rule()?;
    let mut moves = Vec::new();
    let mut breaks = false;
    for (i, &size) in sizes.iter().enumerate() {
        rule.replacements(size, &mut |left| match left {
            [] | [_] => {
                let new = left.first().copied().unwrap_or(0);
                moves.push(sizes.iter().enumerate().map(|(j, &old)| if i == j { new } else { old }).collect());
            }
            _ => breaks = true,
        });
    }
    if breaks {
        return None;
    }
    moves.sort();
    moves.dedup();
    Some(moves)
}

/// A number of moves as messages tell it.
pub fn counted(moves: u64) -> String {
    if moves == u64::MAX { "more than can be counted".to_owned() } else { grouped(moves) }
}

/// A bound on the number of moves of these heaps, known without making them.
pub fn moves_at_most(rules: &dyn Ruleset<Position = Heaps>, sizes: &[u32]) -> u64 {
    let touched = match (rules as &dyn Any).downcast_ref::<Take>() {
        Some(take) => take.heaps as usize,
        None if rules.heap_rule().is_some() => 1,
        None => sizes.len(),
    };
    // Elementary symmetric polynomials of the sizes: choices[j] ways to take something from each of j heaps.
    let mut choices = vec![0_u64; touched.min(sizes.len()) + 1];
    if let Some(none) = choices.first_mut() {
        *none = 1;
    }
    for &size in sizes {
        for j in (1..choices.len()).rev() {
            choices[j] = choices[j].saturating_add(choices[j - 1].saturating_mul(u64::from(size)));
        }
    }
    choices.iter().skip(1).fold(0, |sum, ways| sum.saturating_add(*ways))
}
