use std::any::Any;
use std::collections::BTreeSet;
use std::fmt::Debug;

use super::{HeapRule, Position, Positions};

/// The rules of an impartial game: which moves there are. It knows no convention, value or memo.
///
/// `Debug` shows every parameter of the rules: two rulesets of one look are one game, and are solved once.
///
/// A solver that needs more than moves (the parameters of a family) asks for the concrete type:
/// `(rules as &dyn Any).downcast_ref::<Take>()`.
pub trait Ruleset: Any + Debug + Send + Sync {
    /// What it is played on.
    type Position: Position;

    /// The moves from a position, in any order, repetitions allowed.
    fn moves(&self, from: &Self::Position) -> Vec<Move<Self::Position>>;

    /// How many moves there are at most, told without making them; none where that cannot be told.
    fn moves_at_most(&self, _from: &Self::Position) -> Option<u64> {
        None
    }

    /// The rule for one heap, where a position is the disjunctive sum of its heaps; none where it is not.
    fn heap_rule(&self) -> Option<&dyn HeapRule> {
        None
    }

    /// How many counters can be put back into heaps, by both players together; 0 where they are only taken.
    fn reserve(&self) -> u32 {
        0
    }

    /// How many positions a search that starts from these may have to visit; `u64::MAX` if more than can be counted.
    /// A bound where play stays among smaller positions of the same kind, else an estimate from above.
    fn visits(&self, from: &Positions<Self::Position>) -> u64 {
        from.count().unwrap_or(u64::MAX)
    }

    /// About how many moves of few heaps there are from all positions together that a search for the values of these
    /// has to visit, and rather too few; 0 where that cannot be told.
    fn moves_in_all(&self, _from: &Positions<Self::Position>) -> u64 {
        0
    }
}

/// One move: where it leads, and who moves then.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Move<P> {
    /// The position after the move.
    pub to: P,
    /// Who moves in it.
    pub then: Then,
}

/// Who moves after a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Then {
    /// The turn passes to the other player.
    Passes,
    /// The same player moves again; if there is nothing to move, that player is the one who cannot move.
    Again,
}

/// The options of a position: the distinct positions at the end of a turn, ascending.
///
/// A turn is a run of moves of which only the last passes.
pub fn options<P: Position>(rules: &dyn Ruleset<Position = P>, from: &P) -> Vec<P> {
    turns(rules, from).ends
}

/// What the turns from a position come to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turns<P> {
    /// The distinct positions in which a turn ends, ascending.
    pub ends: Vec<P>,
    /// Whether some turn comes to a position without moves before it has ended: its player must move and cannot.
    pub stuck: bool,
}

/// Follows every turn from a position to its end.
pub fn turns<P: Position>(rules: &dyn Ruleset<Position = P>, from: &P) -> Turns<P> {
    let mut stuck = false;
    let mut ends = Vec::new();
    let mut seen = BTreeSet::from([from.clone()]);
    let mut open = vec![from.clone()];
    while let Some(position) = open.pop() {
        let moves = rules.moves(&position);
        stuck |= moves.is_empty() && position != *from;
        for Move { to, then } in moves {
            match then {
                Then::Passes => ends.push(to),
                Then::Again => {
                    if seen.insert(to.clone()) {
                        open.push(to);
                    }
                }
            }
        }
    }
    // The moves of one heap come in order: a sort that sees runs is quick where there are a million.
    ends.sort();
    ends.dedup();
    Turns { ends, stuck }
}
