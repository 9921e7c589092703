use std::ops::Deref;

use super::Output;
use crate::diagnostic::{Diagnostic, Severity};

/// The files of a site in which nothing is wrong: what [`super::publish`] takes.
#[derive(Clone, Debug)]
pub struct Sound(Output);

impl Sound {
    /// A site in which these faults were found, if none of them is an error; beside it those that are worth a warning.
    /// There is no other way to what can be published.
    ///
    /// # Errors
    /// All faults, where one of them is an error.
    pub fn of(output: Output, faults: Vec<Diagnostic>) -> Result<(Self, Vec<Diagnostic>), Vec<Diagnostic>> {
        let wrong = faults.iter().any(|fault| fault.severity == Severity::Error);
        if wrong { Err(faults) } else { Ok((Self(output), faults)) }
    }
}

impl Deref for Sound {
    type Target = Output;

    fn deref(&self) -> &Output {
        &self.0
    }
}
