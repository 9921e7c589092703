//! Positions, rulesets, conventions, outcomes and nimbers.
//!
//! Nothing here knows of text, of drawing or of ways to solve: a ruleset states its moves, and that is all.

mod bulk_rule;
mod convention;
mod grundys_game;
mod heap_rule;
mod heaps;
mod lasker;
mod nimber;
mod nimstring;
mod octal;
mod outcome;
mod period;
mod poker_nim;
mod position;
mod ruleset;
mod strings;
mod take;
mod wythoff;

pub use bulk_rule::BulkRule;
pub use convention::Convention;
pub use grundys_game::GrundysGame;
pub use heap_rule::{HeapRule, moves_in_one_heap};
pub use heaps::{HeapRange, Heaps, choose};
pub use lasker::Lasker;
pub use nimber::{Nimber, Value, mex, nim_sum};
pub use nimstring::{Debt, Ending, Nimstring};
pub use octal::{BadCode, Octal};
pub use outcome::Outcome;
pub use period::{Period, PeriodTheorem, repeats_from_the_end};
pub use poker_nim::PokerNim;
pub use position::{Position, PositionRange, Positions};
pub use ruleset::{Move, Ruleset, Then, Turns, options, turns};
pub use strings::{Board, Cut, Piece, StringGraph, StringRange, Strings, Sum, SumRange};
pub use take::{Amounts, Take};
pub use wythoff::Wythoff;
