//! Every test that looks at the crate from outside, in one binary.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod any_keys;
mod beginnings;
mod cache;
mod canvas;
mod cutting;
mod diagnostics;
mod directive;
mod drawings;
mod essay;
mod expression;
mod faults;
mod feed;
mod gallery;
mod garbage;
mod gate;
mod kinds;
mod layers;
mod liars;
mod links;
mod misere;
mod moore;
mod mutations;
mod nimstring;
mod pages;
mod play;
mod preview;
mod publish;
mod ranges;
mod readme;
mod received;
mod sequences;
mod site;
mod sketch;
mod solve;
mod string_figures;
mod strings;
mod suite;
mod sums;
mod take_notation;
mod take_rules;
mod take_solvers;
mod trust;
mod workshop;
mod wythoff;
