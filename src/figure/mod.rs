//! Kinds of figure: a directive becomes a question, a verified answer becomes facts, a table and a drawing.
//!
//! One file a kind; [`KINDS`] is the registry. [`canvas`] alone knows the drawing library.

pub mod canvas;
mod cells;
mod coins;
mod columns;
mod compare;
mod components;
mod criteria;
mod criterion;
mod directive;
mod expression;
mod facts;
mod fraction;
mod grid;
mod keys;
mod kind;
mod law;
mod listing;
mod losses;
mod moves;
mod pairs;
mod picture;
mod play;
mod properties;
mod quoted;
mod quotient;
pub mod range;
mod readings;
pub mod row;
mod sequence;
mod string_game;
mod string_range;
mod strings;
mod sweep;
mod tabular;
mod two_heaps;

pub use directive::{Body, COMMON_KEYS, Id};
pub use expression::{Condition, Expression, FactName, Lookup};
pub use facts::{Fact, FactPath, Facts, Unknown};
pub use fraction::Fraction;
pub use keys::{Given, Key, KeyKind, Keys, Named};
pub use kind::{Fault, KINDS, Kind, Reader, Request};
pub use picture::{Picture, Table};
pub use quoted::Quoted;
