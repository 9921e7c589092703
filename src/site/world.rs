use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use walkdir::WalkDir;

use crate::diagnostic::Diagnostic;

/// Where the author's files come from.
pub trait World: Sync {
    /// The paths of all files below a folder of the root, with forward slashes, ascending; none where it is not there.
    ///
    /// # Errors
    /// What cannot be walked, each by name: a folder that may not be read, a link that leads nowhere, in a circle or
    /// out of the root.
    fn files(&self, folder: &str) -> Result<Vec<String>, Vec<Diagnostic>>;

    /// The bytes of a file, by its path from the root.
    ///
    /// # Errors
    /// Why it cannot be read, naming it.
    fn read(&self, path: &str) -> Result<Vec<u8>, Diagnostic>;
}

/// Files on disk.
///
/// A symbolic link is followed where it leads to something within the root. One that leads out of it, nowhere or in a
/// circle is refused by name, and so is a file whose name is not Unicode.
pub struct Disk {
    root: PathBuf,
}

impl Disk {
    /// The files below a root.
    pub fn new(root: impl Into<PathBuf>) -> Self {
        Self { root: root.into() }
    }
}

impl World for Disk {
    fn files(&self, folder: &str) -> Result<Vec<String>, Vec<Diagnostic>> {
        let top = self.root.join(folder);
        if fs_err::symlink_metadata(&top).is_err() {
            return Ok(Vec::new());
        }
        let canonical_root = fs_err::canonicalize(&self.root).map_err(|error| vec![unreadable(&error.to_string())])?;
        let (mut files, mut faults) = (Vec::new(), Vec::new());
        let mut walk = WalkDir::new(&top).follow_links(true).sort_by_file_name().into_iter();
        while let Some(entry) = walk.next() {
            let entry = match entry {
                Ok(entry) => entry,
                Err(error) => {
                    faults.push(unwalkable(&self.root, &error));
                    continue;
                }
            };
            let Some(name) = slashed(&self.root, entry.path()) else {
                faults.push(unreadable(&format!("the name of {} is not Unicode", entry.path().display())));
                continue;
            };
            if entry.path_is_symlink() {
                let inside = fs_err::canonicalize(entry.path()).is_ok_and(|real| real.starts_with(&canonical_root));
                if !inside {
                    faults.push(unreadable(&format!("the symbolic link {name} leads out of the site")));
                    if entry.file_type().is_dir() {
                        walk.skip_current_dir();
                    }
                    continue;
                }
            }
            if entry.file_type().is_file() {
                files.push(name);
            } else if !entry.file_type().is_dir() {
                faults.push(unreadable(&format!("{name} is neither a file nor a folder")));
            }
        }
        // The walk sorts name by name; the whole paths have an order of their own.
        files.sort();
        if faults.is_empty() { Ok(files) } else { Err(faults) }
    }

    fn read(&self, path: &str) -> Result<Vec<u8>, Diagnostic> {
        fs_err::read(self.root.join(path))
            .map_err(|error| unreadable(&format!("{path} cannot be read: {}", error.kind())))
    }
}

/// Files in memory, by their paths.
impl World for BTreeMap<String, Vec<u8>> {
    fn files(&self, folder: &str) -> Result<Vec<String>, Vec<Diagnostic>> {
        let below = format!("{folder}/");
        Ok(self.keys().filter(|path| path.starts_with(&below)).cloned().collect())
    }

    fn read(&self, path: &str) -> Result<Vec<u8>, Diagnostic> {
        self.get(path).cloned().ok_or_else(|| unreadable(&format!("{path} is not there")))
    }
}

fn unreadable(message: &str) -> Diagnostic {
    Diagnostic::error("unreadable", None, message)
}

fn unwalkable(root: &Path, error: &walkdir::Error) -> Diagnostic {
    let name =
        error.path().map_or_else(String::new, |path| slashed(root, path).unwrap_or_else(|| path.display().to_string()));
    let is_link = error.path().is_some_and(Path::is_symlink);
    unreadable(&match error.io_error() {
        _ if error.loop_ancestor().is_some() => format!("the symbolic link {name} leads back to a folder around it"),
        Some(_) if is_link => format!("the symbolic link {name} leads nowhere"),
        Some(error) => format!("{name} cannot be read: {}", error.kind()),
        None => format!("{name} cannot be read"),
    })
}

/// The path from the root, with forward slashes; none where it is not Unicode.
fn slashed(root: &Path, path: &Path) -> Option<String> {
    let parts = path.strip_prefix(root).ok()?.iter().map(|part| part.to_str()).collect::<Option<Vec<_>>>()?;
    Some(parts.join("/"))
}
