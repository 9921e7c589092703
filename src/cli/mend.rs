//! Files rewritten where the right text is known.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::Path;

use crate::diagnostic::{self, Diagnostic, Fix};

/// Applies the fixes of some faults to the files below a root, each file whole or not at all, and tells how many.
///
/// # Errors
/// A file that cannot be read or written, or that was changed after the faults were found.
pub fn mend(root: &Path, faults: &[Diagnostic]) -> Result<usize, Diagnostic> {
    let mut by_file: BTreeMap<&str, Vec<&Fix>> = BTreeMap::new();
    for fix in faults.iter().filter_map(|fault| fault.fix.as_ref()) {
        by_file.entry(&fix.span.file.path).or_default().push(fix);
    }
    let mut mended = 0;
    for (path, fixes) in by_file {
        let failed =
            |error: io::Error| Diagnostic::error("unwritable", None, format!("{path} cannot be mended: {error}"));
        // Through a symbolic link to the file itself, which keeps its place.
        let file = fs_err::canonicalize(root.join(path)).map_err(failed)?;
        let text = fs_err::read_to_string(&file).map_err(failed)?;
        let Some((text, count)) = diagnostic::mend(&text, fixes) else {
            return Err(Diagnostic::error(
                "changed",
                None,
                format!("{path} was changed while it was checked; check again"),
            ));
        };
        replace(&file, &text).map_err(failed)?;
        mended += count;
    }
    Ok(mended)
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
