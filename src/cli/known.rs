//! Names that completions offer where others may be given, too.

use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};

use crate::figure::KINDS;
use crate::verify::GAMES;

/// Reads any text, and knows these names.
#[derive(Clone)]
pub struct Known(fn() -> Vec<&'static str>);

impl Known {
    /// The kinds of figure.
    pub fn kinds() -> Self {
        Self(|| KINDS.iter().map(|kind| kind.name).collect())
    }

    /// Games as they are written.
    pub fn games() -> Self {
        Self(|| GAMES.iter().map(|game| game.example).collect())
    }

    /// The kinds of figure, and the games by their names.
    pub fn subjects() -> Self {
        Self(|| KINDS.iter().map(|kind| kind.name).chain(GAMES.iter().map(|game| game.name)).collect())
    }
}

impl TypedValueParser for Known {
    type Value = String;

    fn parse_ref(
        &self,
        command: &clap::Command,
        argument: Option<&clap::Arg>,
        value: &std::ffi::OsStr,
    ) -> Result<String, clap::Error> {
        StringValueParser::new().parse_ref(command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new((self.0)().into_iter().map(PossibleValue::new)))
    }
}
