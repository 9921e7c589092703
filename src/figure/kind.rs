use std::ops::Range;

use super::{
    Key, Keys, Picture, columns, compare, components, criterion, law, losses, pairs, play, properties, quotient,
    readings, sequence, strings, sweep, two_heaps,
};
use crate::notation::{Misread, nearest};
use crate::verify::{Gate, Refusal, Verified};

/// A kind of figure: one line of the registry.
pub struct Kind {
    /// The word after `figure` in a directive.
    pub name: &'static str,
    /// What it shows, in one sentence.
    pub about: &'static str,
    /// Its keys, without those that every kind has.
    pub keys: &'static [Key],
    /// Its facts, each with what it says.
    pub facts: &'static [(&'static str, &'static str)],
    /// The body of a directive that can be run.
    pub example: &'static str,
    /// Makes the question from keys that are all known and within bounds.
    pub read: Reader,
}

impl Kind {
    /// The kind of this name.
    ///
    /// # Errors
    /// A name that is not in the registry, with the nearest that is.
    pub fn named(name: &str) -> Result<&'static Self, Misread> {
        KINDS.iter().find(|kind| kind.name == name).ok_or_else(|| {
            let names = KINDS.iter().map(|kind| kind.name);
            let help = match nearest(name, names.clone()) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("the kinds are {}", names.collect::<Vec<_>>().join(", ")),
            };
            Misread::new(0..name.len(), format!("no kind of figure is called `{name}`"), help)
        })
    }
}

/// Makes a question from the keys of a directive, or tells all that is wrong with them.
pub type Reader = fn(&Keys) -> Result<Box<dyn Request>, Vec<Fault>>;

/// A question that a directive puts, ready to be answered.
pub trait Request: Send + Sync {
    /// Asks, and tells the answer as facts, a table and a drawing.
    ///
    /// # Errors
    /// What the gate refuses.
    fn answer(&self, gate: &Gate) -> Result<Verified<Picture>, Refusal>;
}

/// A fault in a directive, at bytes of its TOML.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The bytes.
    pub at: Range<usize>,
    /// What is wrong, without a full stop.
    pub message: String,
    /// What to do; may be empty.
    pub help: String,
}

impl Fault {
    /// A fault at some bytes.
    pub fn new(at: Range<usize>, message: impl Into<String>, help: impl Into<String>) -> Self {
        Self { at, message: message.into(), help: help.into() }
    }
}

/// Every kind of figure, in the order in which the gallery shows them.
pub const KINDS: &[Kind] = &[
    columns::KIND,
    properties::KIND,
    criterion::KIND,
    sequence::KIND,
    losses::KIND,
    play::KIND,
    sweep::KIND,
    readings::KIND,
    two_heaps::KIND,
    compare::KIND,
    quotient::KIND,
    strings::KIND,
    components::KIND,
    pairs::KIND,
    law::KIND,
];
