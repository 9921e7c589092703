//! Criteria: rules of thumb that call a position lost or won from the sizes of its heaps alone.

use std::fmt;

use crate::game::Outcome;
use crate::notation::{Call, Misread, nearest};
use crate::solver::Columns;

/// A criterion with its number, as it is written: `columns(2)`.
#[derive(Clone, Copy, Debug)]
pub struct Criterion {
    entry: &'static Entry,
    number: u32,
}

/// One line of the table of criteria.
#[derive(Debug)]
struct Entry {
    name: &'static str,
    about: &'static str,
    /// Whether heaps of these sizes are called lost, read with a number that is at least 2.
    lost: fn(&[u32], u32) -> bool,
}

const CRITERIA: &[Entry] = &[
    Entry {
        name: "columns",
        about: "lost if in binary the number of ones in every column is divisible by",
        lost: |sizes, divisor| Columns::read(sizes, divisor) == Outcome::P,
    },
    Entry {
        name: "mod",
        about: "lost if the nim-sum is nought of what is left of each heap after division by",
        lost: |sizes, modulus| sizes.iter().fold(0, |sum, size| sum ^ (size % modulus)) == 0,
    },
    Entry {
        name: "sum",
        about: "lost if the number of all counters is divisible by",
        lost: |sizes, divisor| sizes.iter().map(|&size| u64::from(size)).sum::<u64>() % u64::from(divisor) == 0,
    },
];

impl PartialEq for Criterion {
    fn eq(&self, other: &Self) -> bool {
        (self.entry.name, self.number) == (other.entry.name, other.number)
    }
}

impl Criterion {
    /// The columns, read with a divisor above 1.
    pub fn columns(divisor: u32) -> Self {
        Self { entry: &CRITERIA[0], number: divisor.max(2) }
    }

    /// Reads a criterion as it is written.
    ///
    /// # Errors
    /// A name that is none (with the nearest that is), or anything but one number above 1 between its brackets.
    pub fn read(text: &str) -> Result<Self, Misread> {
        let call = Call::read(text)?;
        let Some(entry) = CRITERIA.iter().find(|entry| entry.name == call.name) else {
            let names = CRITERIA.iter().map(|entry| entry.name);
            let help = match nearest(&call.name, names.clone()) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!(
                    "the criteria are {}",
                    names.map(|name| format!("{name}(2)")).collect::<Vec<_>>().join(", ")
                ),
            };
            return Err(Misread::new(call.at, format!("no criterion is called `{}`", call.name), help));
        };
        let help = format!("write {}(2), or with another number above 1: {} it", entry.name, entry.about);
        match call.arguments.as_slice() {
            [argument] if argument.key.is_none() => match argument.number("what it divides by")? {
                1 => Err(Misread::new(argument.at.clone(), "1 divides everything", help)),
                number => Ok(Self { entry, number }),
            },
            _ => Err(Misread::new(0..text.len(), format!("`{}` takes one number", entry.name), help)),
        }
    }

    /// The number between its brackets.
    pub fn number(&self) -> u32 {
        self.number
    }

    /// What it calls heaps of these sizes.
    pub fn says(&self, sizes: &[u32]) -> Outcome {
        Outcome::won_if(!(self.entry.lost)(sizes, self.number))
    }

    /// What it goes by, in words.
    pub fn about(&self) -> String {
        format!("{} {}", self.entry.about, self.number)
    }
}

impl fmt::Display for Criterion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}({})", self.entry.name, self.number)
    }
}
