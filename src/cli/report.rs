//! Which way of writing faults is asked for.

use std::io::stderr;

use clap::ValueEnum;
use terminal_size::{Width, terminal_size_of};

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

/// How wide faults are written where no terminal says it.
const COLUMNS: usize = 140;

/// How many columns a fault may take.
fn columns() -> usize {
    terminal_size_of(stderr()).map_or(COLUMNS, |(Width(columns), _)| usize::from(columns))
}

/// All faults in one of the formats.
pub fn report(faults: &[Diagnostic], format: Format) -> String {
    match format {
        Format::Human => diagnostic::coloured(faults, columns()),
        Format::Json => diagnostic::json(faults),
        Format::Github => diagnostic::github(faults),
    }
}
