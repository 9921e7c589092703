//! One line on the terminal while long work goes on; nothing where nobody sees it.

use std::io::{IsTerminal, stderr};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use terminal_size::{Width, terminal_size_of};

use super::build::count;
use super::terminal::complain;
use crate::site::Tally;
use crate::verify::{AtWork, Gate};

/// How often the line is written anew.
const TICK: Duration = Duration::from_millis(250);
/// What takes no longer than this is not told of.
const SOON: Duration = Duration::from_millis(500);
/// Clears the line.
pub const CLEAR: &str = "\r\x1b[2K";

/// Runs, and tells meanwhile what the gate is working on, and how many figures are done where they are counted.
pub fn with_progress<R>(gate: &Gate, tally: Option<&Tally>, run: impl FnOnce() -> R) -> R {
    if !stderr().is_terminal() {
        return run();
    }
    let (done, hear) = channel::<()>();
    thread::scope(|scope| {
        scope.spawn(move || {
            let mut told = false;
            while let Err(RecvTimeoutError::Timeout) = hear.recv_timeout(TICK) {
                let done = match tally.and_then(Tally::look) {
                    Some((done, of)) => format!("{done} of {}", count(of, "figure", "figures")),
                    None => format!("{} found", count(gate.answered(), "answer", "answers")),
                };
                let line = line(&gate.at_work(), &done);
                if told || line.is_some() {
                    complain(&format!("{CLEAR}{}", line.as_deref().unwrap_or_default()));
                }
                told = line.is_some();
            }
            if told {
                complain(CLEAR);
            }
        });
        let result = run();
        drop(done);
        result
    })
}

/// "31 of 40 figures; moore(2), 54,264 values, for 3 s, by substitution (and 2 more)", cut to a
/// row of the terminal: what is longer could not be cleared.
fn line(work: &[AtWork], done: &str) -> Option<String> {
    let longest = work.iter().min_by_key(|one| one.since).filter(|longest| longest.since.elapsed() >= SOON)?;
    let more = if work.len() > 1 { format!(" (and {} more)", work.len() - 1) } else { String::new() };
    let line = format!("{done}; {longest}{more}");
    let width = terminal_size_of(stderr()).map_or(80, |(Width(columns), _)| usize::from(columns));
    Some(cut(&line, width.saturating_sub(1)))
}

/// A text in so many columns; none of its letters is a wide one.
fn cut(line: &str, columns: usize) -> String {
    if line.chars().count() <= columns {
        return line.to_owned();
    }
    line.chars().take(columns.saturating_sub(1)).chain(['…']).collect()
}

#[cfg(test)]
mod tests {
    use super::cut;

    #[test]
    fn a_line_is_cut_to_its_row() {
        assert_eq!(cut("misère, for 3 s", 15), "misère, for 3 s");
        assert_eq!(cut("misère, for 3 s", 8), "misère,…");
        assert_eq!(cut("misère", 0), "…");
    }
}
