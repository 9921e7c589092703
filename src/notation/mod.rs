//! Games and positions as text, the same in directives, on the command line and in messages.

mod call;
mod heaps;
mod nearest;
mod nimstring;
mod octal;
mod period;
mod strings;
mod take;
mod words;

pub use call::{Argument, Call, Item};
pub use heaps::{read_heaps, read_position};
pub use nearest::nearest;
pub use nimstring::read_nimstring;
pub use octal::{read_hexadecimal, read_octal};
pub use strings::read_strings;
pub use take::{read_subtraction, read_take};
pub use words::{grouped, noun};

use std::ops::Range;

/// Why a text is not what it was read as.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Misread {
    /// The bytes of the text at fault.
    pub at: Range<usize>,
    /// What is wrong there, without a full stop.
    pub message: String,
    /// What would be right; empty where nothing more can be said.
    pub help: String,
}

impl Misread {
    /// A fault at some bytes of the text. What it repeats of the text is cut where it is long.
    pub fn new(at: Range<usize>, message: impl Into<String>, help: impl Into<String>) -> Self {
        Self { at, message: abridged(&message.into()), help: abridged(&help.into()) }
    }
}

/// The most characters that a message repeats of what it was given.
const REPEATED: usize = 400;

/// A text without its middle where it is very long.
pub fn abridged(text: &str) -> String {
    let count = text.chars().count();
    if count <= REPEATED {
        return text.to_owned();
    }
    let begin: String = text.chars().take(REPEATED / 2).collect();
    let end: String = text.chars().skip(count - REPEATED / 4).collect();
    format!("{begin}…{end}")
}
