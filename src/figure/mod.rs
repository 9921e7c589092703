//! Kinds of figure: a directive becomes a question, a verified answer becomes facts, a table and a drawing.
//!
//! One file a kind; [`KINDS`] is the registry. [`canvas`] alone knows the drawing library.

pub mod canvas;
mod facts;
mod keys;
mod kind;
mod losses;
mod picture;

pub use facts::{Fact, FactPath, Facts};
pub use keys::{Given, Key, KeyKind, Keys};
pub use kind::{Fault, KINDS, Kind, Reader, Request};
pub use picture::{Picture, Table};
