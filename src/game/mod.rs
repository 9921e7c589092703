//! Positions, rulesets, conventions, outcomes and nimbers.
//!
//! Nothing here knows of text, of drawing or of ways to solve: a ruleset states its moves, and that is all.

mod convention;
mod heaps;
mod nimber;
mod nimstring;
mod outcome;
mod period;
mod position;
mod ruleset;
mod strings;
mod take;

pub use convention::Convention;
pub use heaps::{HeapRange, Heaps, choose};
pub use nimber::{Nimber, Value, mex, nim_sum};
pub use nimstring::{Ending, Nimstring};
pub use outcome::Outcome;
pub use period::{Period, PeriodTheorem};
pub use position::{Position, PositionRange, Positions};
pub use ruleset::{HeapRule, Move, Ruleset, Then, Turns, options, turns};
pub use strings::{Board, Cut, Piece, StringGraph, StringRange, Strings, Sum, SumRange};
pub use take::{Amounts, Take};
