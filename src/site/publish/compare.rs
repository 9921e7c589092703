use std::io;
use std::path::Path;

use walkdir::WalkDir;

use super::disk;
use super::manifest::{MANIFEST, Manifest};
use super::stage::STAGE;
use crate::diagnostic::Diagnostic;
use crate::site::Output;

/// How a published folder differs from what it should hold. Paths are those within the folder, ascending.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Comparison {
    /// How many files are as they should be.
    pub same: usize,
    /// Files with other bytes, and the first line in which they differ.
    pub differ: Vec<(String, usize)>,
    /// Files that are not there.
    pub missing: Vec<String>,
    /// Folders where files belong.
    pub folders: Vec<String>,
    /// Files that rungs wrote, and that nothing makes any more.
    pub stale: Vec<String>,
    /// Files that rungs did not write.
    pub foreign: Vec<String>,
}

impl Comparison {
    /// Whether every file of the site is there as it should be, and none that rungs once wrote beside them.
    pub fn holds(&self) -> bool {
        self.differ.is_empty() && self.missing.is_empty() && self.folders.is_empty() && self.stale.is_empty()
    }
}

/// Compares a folder with what is to be published there, byte for byte, the manifest included. Nothing is written.
///
/// # Errors
/// A folder whose list of what rungs wrote is none; those of the disk.
pub fn compare(output: &Output, folder: &Path) -> Result<Comparison, Diagnostic> {
    let written = Manifest::read(folder)?;
    let mut found = Comparison::default();
    let manifest = Manifest::of(output).text();
    let expected = output.iter().chain([(MANIFEST, manifest.as_bytes())]);
    for (path, bytes) in expected {
        match fs_err::read(folder.join(path)) {
            Ok(there) if there == bytes => found.same += 1,
            Ok(there) => found.differ.push((path.to_owned(), first_line_apart(&there, bytes))),
            Err(error) if error.kind() == io::ErrorKind::NotFound => found.missing.push(path.to_owned()),
            Err(_) if folder.join(path).is_dir() => found.folders.push(path.to_owned()),
            // A file where one of its folders belongs.
            Err(_) if !folder.join(path).is_file() => found.missing.push(path.to_owned()),
            Err(error) => return Err(disk(&error)),
        }
    }
    for entry in WalkDir::new(folder).sort_by_file_name().into_iter().filter_entry(|entry| entry.file_name() != STAGE) {
        let entry = entry.map_err(|error| disk(&error.into()))?;
        if entry.file_type().is_dir() {
            continue;
        }
        let parts = entry.path().strip_prefix(folder).unwrap_or(entry.path()).iter();
        let path = parts.map(|part| part.to_string_lossy()).collect::<Vec<_>>().join("/");
        if path == MANIFEST || output.get(&path).is_some() {
            continue;
        }
        if written.holds(&path) { found.stale.push(path) } else { found.foreign.push(path) }
    }
    for paths in [&mut found.missing, &mut found.folders, &mut found.stale, &mut found.foreign] {
        paths.sort();
    }
    found.differ.sort();
    Ok(found)
}

/// The line, from 1, of the first byte on which two files differ.
fn first_line_apart(one: &[u8], other: &[u8]) -> usize {
    let same = one.iter().zip(other).take_while(|(one, other)| one == other);
    same.filter(|(byte, _)| **byte == b'\n').count() + 1
}
