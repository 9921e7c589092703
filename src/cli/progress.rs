//! One line on the terminal while long work goes on; nothing where nobody sees it.

use std::io::{IsTerminal, stderr};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use super::build::count;
use super::terminal::complain;
use crate::notation::grouped;
use crate::verify::{AtWork, Gate};

/// How often the line is written anew.
const TICK: Duration = Duration::from_millis(250);
/// What takes no longer than this is not told of.
const SOON: Duration = Duration::from_millis(500);
/// Clears the line.
const CLEAR: &str = "\r\x1b[2K";

/// Runs, and tells meanwhile what the gate is working on.
pub fn with_progress<R>(gate: &Gate, run: impl FnOnce() -> R) -> R {
    if !stderr().is_terminal() {
        return run();
    }
    let (done, hear) = channel::<()>();
    thread::scope(|scope| {
        scope.spawn(move || {
            let mut told = false;
            while let Err(RecvTimeoutError::Timeout) = hear.recv_timeout(TICK) {
                let line = line(&gate.at_work(), gate.answered());
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

/// "31 answers found; moore(2), the value of each of 54,264 positions, by substitution, for 3 s (and 2 more)".
fn line(work: &[AtWork], answered: usize) -> Option<String> {
    let longest = work.iter().min_by_key(|one| one.since)?;
    let time = longest.since.elapsed();
    if time < SOON {
        return None;
    }
    let more = if work.len() > 1 { format!(" (and {} more)", work.len() - 1) } else { String::new() };
    let by = if longest.by.is_empty() { String::new() } else { format!(", by {}", longest.by.join(" and ")) };
    Some(format!(
        "{} found; {}, the {} of each of {} positions{by}, for {} s{more}",
        count(answered, "answer", "answers"),
        longest.game,
        longest.ask,
        grouped(longest.positions),
        time.as_secs()
    ))
}
