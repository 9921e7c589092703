//! The field's words for conventions, endings and outcomes.

use std::fmt;

use crate::game::{Convention, Debt, Ending, Outcome};

impl fmt::Display for Convention {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Normal => "normal",
            Self::Misere => "misere",
        })
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::N => "N",
            Self::P => "P",
        })
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::LastCutWins => "last-cut-wins",
            Self::MustMove => "must-move",
        })
    }
}

impl fmt::Display for Debt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Strings => "strings",
            Self::Anywhere => "anywhere",
        })
    }
}

/// A count with its thousands apart: 54,264.
pub fn grouped(count: impl Into<u128>) -> String {
    let digits = count.into().to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// The word that goes with a count: 1 position, 8 positions, 0 positions.
pub fn noun<'w>(count: impl TryInto<u128>, one: &'w str, more: &'w str) -> &'w str {
    if count.try_into().is_ok_and(|count: u128| count == 1) { one } else { more }
}
