//! Mathematical essays with computed figures.
//!
//! An essay passes through a chain of types, and each step is one module's work:
//!
//! 1. [`source`] is a file of the author's; [`diagnostic`] points into it.
//! 2. [`essay`] splits it into front matter, Markdown events, directives and claims.
//! 3. [`figure`] turns a directive into a question, and a *verified* answer into facts and a drawing.
//! 4. [`verify`] asks two [`solver`]s with different bases about the positions of a [`game`],
//!    and refuses to answer when they differ.
//! 5. `page` writes the HTML of an essay, and `site` everything that joins pages.
//! 6. [`cache`] keeps what was verified from one build to the next.
//!
//! The modules are layers in the order below: each knows only those above it.

pub mod game;
pub mod notation;
pub mod solver;
pub mod verify;

pub mod source;

pub mod diagnostic;

pub mod figure;

pub mod essay;

pub mod page;

pub mod site;

pub mod cache;

pub mod preview;

pub mod cli;
