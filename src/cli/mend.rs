//! Files rewritten where the right text is known.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::Path;

use crate::diagnostic::{self, Diagnostic, Fix};

/// Applies the fixes of some faults to the files below a root, each file whole or not at all, and tells how many, and
/// what has changed.
///
/// # Errors
/// A file that cannot be read or written, or that was changed after the faults were found.
pub fn mend(root: &Path, faults: &[Diagnostic]) -> Result<(usize, String), Diagnostic> {
    let mut by_file: BTreeMap<&str, Vec<&Fix>> = BTreeMap::new();
    for fix in faults.iter().filter_map(|fault| fault.fix.as_ref()) {
        by_file.entry(&fix.span.file.path).or_default().push(fix);
    }
    let (mut mended, mut changed) = (0, String::new());
    for (path, fixes) in by_file {
        let failed =
            |error: io::Error| Diagnostic::error("unwritable", None, format!("{path} cannot be mended: {error}"));
        // Through a symbolic link to the file itself, which keeps its place.
        let file = fs_err::canonicalize(root.join(path)).map_err(failed)?;
        let before = fs_err::read_to_string(&file).map_err(failed)?;
        let Some((text, count)) = diagnostic::mend(&before, fixes) else {
            return Err(Diagnostic::error(
                "changed",
                None,
                format!("{path} was changed while it was checked; check again"),
            ));
        };
        replace(&file, &text).map_err(failed)?;
        mended += count;
        changed.push_str(&difference(path, &before, &text));
    }
    Ok((mended, changed))
}

/// The lines in which two texts differ, before and after.
fn difference(path: &str, before: &str, after: &str) -> String {
    let (old, new): (Vec<&str>, Vec<&str>) = (before.lines().collect(), after.lines().collect());
    if old.len() == new.len() {
        let lines = old.iter().zip(&new).enumerate().filter(|(_, (old, new))| old != new);
        return lines.map(|(i, (old, new))| format!("{path}:{}\n- {old}\n+ {new}\n", i + 1)).collect();
    }
    // A claim went over the end of a line: everything from the first to the last line that differ.
    let top = old.iter().zip(&new).take_while(|(old, new)| old == new).count();
    let bottom = old.iter().rev().zip(new.iter().rev()).take_while(|(old, new)| old == new).count();
    let told = |sign: char, lines: &[&str]| {
        let end = lines.len().saturating_sub(bottom).max(top);
        lines.get(top..end).unwrap_or_default().iter().map(|line| format!("{sign} {line}\n")).collect::<String>()
    };
    format!("{path}:{}\n{}{}", top + 1, told('-', &old), told('+', &new))
}

/// Writes a file beside the old one, with its permissions, and puts it in its place.
fn replace(file: &Path, text: &str) -> io::Result<()> {
    let permissions = fs_err::metadata(file)?.permissions();
    let mut fresh = tempfile::NamedTempFile::new_in(file.parent().unwrap_or(Path::new(".")))?;
    fresh.write_all(text.as_bytes())?;
    fresh.as_file().set_permissions(permissions)?;
    fresh.persist(file)?;
    Ok(())
}
