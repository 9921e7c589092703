use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use walkdir::WalkDir;

use super::Map;
use super::tree::{CONTENT, FOLDERS, is_passed_over};
use crate::diagnostic::Diagnostic;
use crate::notation::grouped;
use crate::source::composed;

/// Where the author's files come from.
pub trait World: Sync {
    /// The files below a folder of the root, but those that are passed over.
    fn files(&self, folder: &str) -> Listing;

    /// The bytes of a file, by its path from the root.
    ///
    /// # Errors
    /// Why it cannot be read, naming it.
    fn read(&self, path: &str) -> Read;

    /// All files of the folders, read.
    fn all(&self) -> Files {
        let mut files = Files::default();
        for folder in FOLDERS {
            let Listing { is_there, files: listed, faults } = self.files(folder);
            files.are_there |= folder == CONTENT && is_there;
            files.read.extend(listed.into_iter().map(|path| {
                let read = self.read(&path);
                (path, read)
            }));
            files.read.extend(faults.into_iter().map(|(path, fault)| (path, Err(fault))));
        }
        files
    }
}

/// The files of the folders.
#[derive(Clone, Debug, Default)]
pub struct Files {
    /// Whether there is a folder of texts.
    pub are_there: bool,
    /// The bytes of each by its path from the root, or why it cannot be read.
    pub read: Map<Read>,
}

/// The bytes of a file, or why it cannot be read.
pub type Read = Result<Arc<Vec<u8>>, Diagnostic>;

/// What stands below a folder.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Listing {
    /// Whether the folder itself is there.
    pub is_there: bool,
    /// The paths of all files from the root, with forward slashes, ascending.
    pub files: Vec<String>,
    /// What cannot be walked, by its path: a folder that may not be read, a link that leads nowhere, in a circle or out
    /// of the root.
    pub faults: Vec<(String, Diagnostic)>,
}

/// The most bytes of a file: more than any host of static sites takes, and a site is held in memory.
const LARGEST: u64 = 256 << 20;

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

    /// Where a file stands, by its path from the root. One that is not there by this name may be there by another form of
    /// it, since an author and a disk may compose letters differently.
    pub fn find(&self, path: &str) -> PathBuf {
        let exact = self.root.join(path);
        if path.is_ascii() || exact.exists() {
            return exact;
        }
        let same = |folder: &Path, part: &str| {
            let entries = fs_err::read_dir(folder).ok()?.flatten().map(|entry| entry.file_name());
            let mut names = entries.filter(|name| name.to_str().is_some_and(|name| composed(name) == composed(part)));
            names.next()
        };
        path.split('/').fold(self.root.clone(), |folder, part| {
            let exact = folder.join(part);
            if exact.exists() { exact } else { same(&folder, part).map_or(exact, |name| folder.join(name)) }
        })
    }

    /// A path for messages; that of a file of the root itself says where that is.
    fn shown(&self, path: &str) -> String {
        let whole = || std::path::absolute(self.root.join(path)).map(|whole| whole.display().to_string());
        if path.contains('/') { path.to_owned() } else { whole().unwrap_or_else(|_| path.to_owned()) }
    }
}

impl World for Disk {
    fn files(&self, folder: &str) -> Listing {
        let top = self.root.join(folder);
        if fs_err::symlink_metadata(&top).is_err() {
            return Listing::default();
        }
        let canonical_root = match fs_err::canonicalize(&self.root) {
            Ok(root) => root,
            Err(error) => {
                let faults = vec![(folder.to_owned(), unreadable(&error.to_string()))];
                return Listing { is_there: true, faults, ..Listing::default() };
            }
        };
        let (mut files, mut faults) = (Vec::new(), Vec::new());
        let mut walk = WalkDir::new(&top).follow_links(true).sort_by_file_name().into_iter();
        while let Some(entry) = walk.next() {
            let entry = match entry {
                Ok(entry) => entry,
                Err(error) => {
                    faults.extend(unwalkable(&self.root, &error));
                    continue;
                }
            };
            let Some(name) = slashed(&self.root, entry.path()) else {
                let name = entry.path().display().to_string();
                let fault = unreadable(&format!("the name of {name} is not Unicode"));
                faults.push((name, fault));
                continue;
            };
            if is_passed_over(&name) {
                if entry.file_type().is_dir() {
                    walk.skip_current_dir();
                }
                continue;
            }
            if entry.path_is_symlink() {
                let inside = fs_err::canonicalize(entry.path()).is_ok_and(|real| real.starts_with(&canonical_root));
                if !inside {
                    let fault = unreadable(&format!("the symbolic link {name} leads out of the site"));
                    faults.push((name, fault));
                    if entry.file_type().is_dir() {
                        walk.skip_current_dir();
                    }
                    continue;
                }
            }
            if let Some(bytes) = entry.metadata().ok().map(|of| of.len()).filter(|bytes| *bytes > LARGEST) {
                let (bytes, most) = (grouped(bytes), grouped(LARGEST));
                let fault = unreadable(&format!("{name} has {bytes} bytes, and a file of a site has at most {most}"));
                faults
                    .push((name, fault.help("publish it elsewhere and link to it; in here it would be published too")));
            } else if entry.file_type().is_file() {
                files.push(name);
            } else if !entry.file_type().is_dir() {
                let fault = unreadable(&format!("{name} is neither a file nor a folder"));
                faults.push((name, fault));
            }
        }
        // The walk sorts name by name; the whole paths have an order of their own.
        files.sort();
        Listing { is_there: true, files, faults }
    }

    fn read(&self, path: &str) -> Read {
        fs_err::read(self.find(path))
            .map(Arc::new)
            .map_err(|error| unreadable(&format!("{} cannot be read: {}", self.shown(path), why(&error))))
    }
}

/// Files in memory, by their paths.
impl World for BTreeMap<String, Vec<u8>> {
    fn files(&self, folder: &str) -> Listing {
        let below = format!("{folder}/");
        let files: Vec<_> =
            self.keys().filter(|path| path.starts_with(&below) && !is_passed_over(path)).cloned().collect();
        Listing { is_there: !files.is_empty(), files, faults: Vec::new() }
    }

    fn read(&self, path: &str) -> Read {
        self.get(path).cloned().map(Arc::new).ok_or_else(|| unreadable(&format!("{path} is not there")))
    }
}

fn why(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "it is not there".to_owned(),
        kind => kind.to_string(),
    }
}

fn unreadable(message: &str) -> Diagnostic {
    Diagnostic::error("unreadable", None, message)
}

/// What could not be walked, by its path; nothing where that is passed over.
fn unwalkable(root: &Path, error: &walkdir::Error) -> Option<(String, Diagnostic)> {
    let name =
        error.path().map_or_else(String::new, |path| slashed(root, path).unwrap_or_else(|| path.display().to_string()));
    if is_passed_over(&name) {
        return None;
    }
    let is_link = error.path().is_some_and(Path::is_symlink);
    let fault = unreadable(&match error.io_error() {
        _ if error.loop_ancestor().is_some() => format!("the symbolic link {name} leads back to a folder around it"),
        Some(_) if is_link => format!("the symbolic link {name} leads nowhere"),
        Some(error) => format!("{name} cannot be read: {}", why(error)),
        None => format!("{name} cannot be read"),
    });
    Some((name, fault))
}

/// The path from the root, with forward slashes; none where it is not Unicode.
fn slashed(root: &Path, path: &Path) -> Option<String> {
    let parts = path.strip_prefix(root).ok()?.iter().map(|part| part.to_str()).collect::<Option<Vec<_>>>()?;
    Some(parts.join("/"))
}
