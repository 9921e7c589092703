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

/// Writes why an argument of the command line cannot be read, with a caret under the fault.
pub fn misread(what: &str, text: &str, misread: &Misread) -> Ended {
    let before = text.get(..misread.at.start).unwrap_or(text);
    let at = text.get(misread.at.clone()).unwrap_or_default();
    let carets = "^".repeat(at.chars().count().max(1));
    let indent = " ".repeat(before.chars().count());
    fail(&format!("the {what} cannot be read: {}\n  | {text}\n  | {indent}{carets}", misread.message), &misread.help);
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
