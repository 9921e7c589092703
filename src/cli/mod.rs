//! The command line. Only this layer prints.

mod build;
mod check;
mod clean;
mod completions;
mod explain;
mod figure;
mod figure_of_essay;
mod init;
mod known;
mod manual;
mod mend;
mod new;
mod progress;
mod report;
mod serve;
mod site;
mod solve;
mod terminal;
mod verify;

use std::io::{IsTerminal, stdout};
use std::process::ExitCode;

use anstream::ColorChoice;
use clap::{CommandFactory, Parser, Subcommand, ValueEnum};
use terminal_size::{Width, terminal_size_of};

/// How a command ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ended {
    /// All is well.
    Well,
    /// Faults, refusals, input and output errors.
    AtFault,
    /// The command line, a game or a position cannot be read.
    Misread,
}

impl From<Ended> for ExitCode {
    fn from(ended: Ended) -> Self {
        Self::from(match ended {
            Ended::Well => 0,
            Ended::AtFault => 1,
            Ended::Misread => 2,
        })
    }
}

/// How every command ends.
const EXIT_STATUS: &str =
    "0 if all is well, 1 if there are faults, 2 if a command line, a game or a position cannot be read.";

/// Essays with computed figures: every number checked, every figure agreed on by two solvers.
#[derive(Parser)]
#[command(name = "rungs", version = concat!(env!("CARGO_PKG_VERSION"), env!("RUNGS_REVISION")), term_width = columns())]
#[command(after_long_help = format!("Exit status: {EXIT_STATUS}"))]
struct Line {
    /// Whether what is written is coloured
    #[arg(long, global = true, value_enum, default_value_t, value_name = "WHEN")]
    color: Colour,
    #[command(subcommand)]
    command: Command,
}

/// The most columns of a line of help, for the eye; and how many there are where no terminal says it.
const WIDEST: usize = 100;
/// The fewest: in fewer nothing can be read.
const NARROWEST: usize = 40;

/// How wide help is written. A terminal that does not know its size may have it in the environment.
fn columns() -> usize {
    let size = || terminal_size_of(stdout()).map(|(Width(columns), _)| usize::from(columns));
    let told = || std::env::var("COLUMNS").ok()?.parse().ok();
    readable(if stdout().is_terminal() { size().or_else(told) } else { None })
}

/// How wide text is written on a terminal of so many columns, or on none.
fn readable(columns: Option<usize>) -> usize {
    columns.unwrap_or(WIDEST).clamp(NARROWEST, WIDEST)
}

/// When colours are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Colour {
    /// On a terminal, unless `NO_COLOR` is set
    #[default]
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

impl From<Colour> for ColorChoice {
    fn from(colour: Colour) -> Self {
        match colour {
            Colour::Auto => Self::Auto,
            Colour::Always => Self::Always,
            Colour::Never => Self::Never,
        }
    }
}

#[derive(Subcommand)]
enum Command {
    /// Build the site and publish it, all of it or nothing
    Build(build::Build),
    /// Build the site and tell what is wrong, without publishing
    Check(check::Check),
    /// Serve the site on this machine as it is written, and build it again at every save
    Serve(serve::Serve),
    /// Make an essay that has no faults
    New(new::New),
    /// Make a site that can be built
    Init(init::Init),
    /// Find every answer anew and compare what is published with what comes of them, byte for byte
    Verify(verify::Verify),
    /// Tell the outcome, the value and the winning moves of one position
    Solve(solve::Solve),
    /// Draw one figure from a directive, or tell its facts
    Figure(figure::Figure),
    /// Tell all about a kind of figure or a game, or how a figure of an essay came to be
    Explain(explain::Explain),
    /// Write the completions of a shell to standard output
    Completions(completions::Completions),
    /// Write the manual page to standard output
    Man(manual::Man),
    /// Remove the cache, and what rungs published
    Clean(clean::Clean),
}

/// Runs the command line and tells how it ended: 0 well, 1 at fault, 2 misread.
pub fn run() -> ExitCode {
    let line = Line::parse();
    ColorChoice::from(line.color).write_global();
    match line.command {
        Command::Build(build) => build.run(),
        Command::Check(check) => check.run(),
        Command::Serve(serve) => serve.run(),
        Command::New(new) => new.run(),
        Command::Init(init) => init.run(),
        Command::Verify(verify) => verify.run(),
        Command::Solve(solve) => solve.run(),
        Command::Figure(figure) => figure.run(),
        Command::Explain(explain) => explain.run(),
        Command::Completions(completions) => completions.run(Line::command()),
        Command::Man(man) => man.run(Line::command()),
        Command::Clean(clean) => clean.run(),
    }
    .into()
}

#[cfg(test)]
mod tests {
    use super::readable;

    #[test]
    fn help_is_as_wide_as_the_terminal_and_as_is_good_to_read() {
        assert_eq!([None, Some(240), Some(64), Some(10)].map(readable), [100, 100, 64, 40]);
    }
}
