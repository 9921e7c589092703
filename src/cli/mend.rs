//! Files rewritten where the right text is known.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::Path;

use crate::diagnostic::{self, Diagnostic, Fix};
use crate::site::Disk;

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
    for (path, mut fixes) in by_file {
        fixes.sort_by_key(|fix| (fix.span.bytes.start, fix.span.bytes.end));
        let failed =
            |error: io::Error| Diagnostic::error("unwritable", None, format!("{path} cannot be mended: {error}"));
        // Through a symbolic link to the file itself, which keeps its place.
        let file = fs_err::canonicalize(Disk::new(root).find(path)).map_err(failed)?;
        let before = fs_err::read_to_string(&file).map_err(failed)?;
        let Some((text, count)) = diagnostic::mend(&before, fixes.iter().copied()) else {
            return Err(Diagnostic::error(
                "changed",
                None,
                format!("{path} was changed while it was checked; check again"),
            ));
        };
        replace(&file, &text).map_err(failed)?;
        mended += count;
        changed.push_str(&difference(path, &fixes));
    }
    Ok((mended, changed))
}

/// The lines in which fixes have changed a text, before and after; those of a line that several change are told once.
fn difference(path: &str, fixes: &[&Fix]) -> String {
    let Some(file) = fixes.first().map(|fix| &fix.span.file) else { return String::new() };
    let mut told = String::new();
    let mut i = 0;
    while let Some(first) = fixes.get(i) {
        let start = file.line_at(first.span.bytes.start).start;
        let mut end = file.line_at(first.span.bytes.end).end;
        let (mut new, mut done) = (String::new(), start);
        while let Some(fix) = fixes.get(i).filter(|fix| fix.span.bytes.start <= end) {
            if fix.span.bytes.start >= done {
                new.push_str(file.text.get(done..fix.span.bytes.start).unwrap_or_default());
                new.push_str(&fix.replacement);
                done = fix.span.bytes.end;
                end = end.max(file.line_at(done).end);
            }
            i += 1;
        }
        new.push_str(file.text.get(done..end).unwrap_or_default());
        let lines = |sign: char, text: &str| text.lines().map(|line| format!("{sign} {line}\n")).collect::<String>();
        let old = file.text.get(start..end).unwrap_or_default();
        told.push_str(&format!("{path}:{}\n{}{}", file.place(start).line, lines('-', old), lines('+', &new)));
    }
    told
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
