//! Which way of writing faults is asked for.

use clap::ValueEnum;

use crate::diagnostic::{self, Diagnostic};

/// How faults are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// With the line, a caret and hints
    #[default]
    Human,
    /// One JSON object a line
    Json,
    /// As annotations that GitHub shows beside a change
    Github,
}

/// All faults in one of the formats.
pub fn report(faults: &[Diagnostic], format: Format) -> String {
    match format {
        Format::Human => diagnostic::coloured(faults),
        Format::Json => diagnostic::json(faults),
        Format::Github => diagnostic::github(faults),
    }
}
