use std::io::{self, Write};
use std::path::Path;

use crate::diagnostic::Diagnostic;
use crate::notation::Misread;
use crate::site::NewFile;

use super::Ended;
use super::report::{Format, report};

/// Writes to standard output. That the reader has gone away (a closed pipe) is no fault.
pub fn print(text: &str) -> Ended {
    let mut out = anstream::stdout();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Ok(()) => Ended::Well,
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ended::Well,
        Err(error) => fail(&format!("the answer cannot be written: {error}"), ""),
    }
}

/// Writes an error and, unless it is empty, a hint to standard error.
pub fn fail(message: &str, help: &str) -> Ended {
    let help = if help.is_empty() { String::new() } else { format!("help: {help}\n") };
    // Where standard error is closed there is nobody left to tell.
    let _ = write!(anstream::stderr(), "error: {message}\n{help}");
    Ended::AtFault
}

/// So many characters are shown of each part of an argument: before a fault, at it, and after it.
const AROUND: usize = 100;

/// Writes why an argument of the command line cannot be read, with a caret under the fault.
pub fn misread(what: &str, text: &str, misread: &Misread) -> Ended {
    let before = text.get(..misread.at.start).unwrap_or(text);
    let at = text.get(misread.at.clone()).unwrap_or_default();
    let after = text.get(misread.at.end..).unwrap_or_default();
    // Of a long text what stands around the fault is enough.
    let (before_left_out, at_left_out) =
        (before.chars().count().saturating_sub(AROUND), at.chars().count().saturating_sub(AROUND));
    let before: String = before.chars().skip(before_left_out).collect();
    let at: String = at.chars().take(AROUND).collect();
    let after: String = after.chars().take(if at_left_out > 0 { 0 } else { AROUND }).collect();
    let cut = |left_out: usize| if left_out > 0 { "…" } else { "" };
    let line = format!("{}{before}{at}{after}", cut(before_left_out));
    let line = if line.chars().count() < text.chars().count() - before_left_out + cut(before_left_out).chars().count() {
        format!("{line}…")
    } else {
        line
    };
    let carets = "^".repeat(at.chars().count().max(1));
    let indent = " ".repeat(before.chars().count() + cut(before_left_out).chars().count());
    fail(&format!("the {what} cannot be read: {}\n  | {line}\n  | {indent}{carets}", misread.message), &misread.help);
    Ended::Misread
}

/// Writes faults, each with its place.
pub fn faults(faults: &[Diagnostic]) -> Ended {
    complain(&report(faults, Format::Human));
    Ended::AtFault
}

/// Writes to standard error. Where it is closed there is nobody left to tell.
pub fn complain(text: &str) {
    let _ = anstream::stderr().write_all(text.as_bytes());
}

/// A line for each file that was made in a folder.
pub fn made(folder: &Path, files: &[NewFile]) -> String {
    let here = folder.as_os_str() == ".";
    let path = |file: &NewFile| if here { file.path.clone() } else { folder.join(&file.path).display().to_string() };
    files.iter().map(|file| format!("made {}\n", path(file))).collect()
}

/// A word as a shell takes it for one.
pub fn shell_word(word: &str) -> String {
    let plain = !word.is_empty() && word.chars().all(|c| c.is_ascii_alphanumeric() || "/._-#".contains(c));
    if plain { word.to_owned() } else { format!("'{}'", word.replace('\'', "'\\''")) }
}
