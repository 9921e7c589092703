//! Publishing: a folder is brought to the contents of an [`Output`], all of it or nothing.
//!
//! Everything is written beside the folder first. Only when the last byte is on disk are the files renamed into their
//! places, each at once; if a rename fails, those before it are undone. What rungs wrote stands in a manifest in the
//! folder, and nothing else there is ever overwritten or removed.

use std::collections::BTreeMap;
use std::io;
use std::path::{Component, Path, PathBuf};

use super::Output;
use super::tree::{CONTENT, STATIC, TEMPLATES};
use crate::diagnostic::Diagnostic;

/// The list of what rungs wrote, in the published folder: a BLAKE3 hash and a path a line, as `b3sum --check` reads it.
pub const MANIFEST: &str = ".rungs-manifest";

/// What publishing did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Published {
    /// How many files are new or have changed.
    pub written: usize,
    /// How many stay as they were.
    pub unchanged: usize,
    /// How many were removed, since nothing in the site makes them any more.
    pub removed: usize,
    /// Files that rungs wrote and somebody changed, and that nothing makes any more: they stay.
    pub left: Vec<String>,
}

/// The hashes of the files that rungs wrote, by their paths.
type Manifest = BTreeMap<String, String>;

/// Brings `folder` to the contents of `output`. `root` is the author's folder, which it must not be or hold.
///
/// # Errors
/// A folder that is not fit to be published in, a file there that rungs did not write and that stands in the way, and
/// every error of the disk. The folder is then as it was.
pub fn publish(output: &Output, folder: &Path, root: &Path) -> Result<Published, Vec<Diagnostic>> {
    fit(folder, root).map_err(|fault| vec![fault])?;
    let before = manifest(folder).map_err(|fault| vec![fault])?;
    let after: Manifest =
        output.iter().map(|(path, bytes)| (path.to_owned(), blake3::hash(bytes).to_hex().to_string())).collect();
    let in_the_way = in_the_way(folder, &after, &before);
    if !in_the_way.is_empty() {
        return Err(in_the_way);
    }
    let mut done = Published::default();
    let changed: Vec<&str> = output
        .iter()
        .filter(|(path, bytes)| fs_err::read(folder.join(path)).map_or(true, |there| there != *bytes))
        .map(|(path, _)| path)
        .collect();
    done.written = changed.len();
    done.unchanged = after.len() - changed.len();
    let stale: Vec<&str> = before
        .iter()
        .filter(|(path, _)| !after.contains_key(*path))
        .filter(|(path, hash)| match fs_err::read(folder.join(path)) {
            Ok(bytes) if blake3::hash(&bytes).to_hex().as_str() == hash.as_str() => true,
            Ok(_) => {
                done.left.push((*path).clone());
                false
            }
            Err(_) => false,
        })
        .map(|(path, _)| path.as_str())
        .collect();
    done.removed = stale.len();
    if !changed.is_empty() || before != after {
        swap(output, folder, &changed, &stale, &before, &after).map_err(|error| vec![disk(&error)])?;
    }
    Ok(done)
}

/// Removes what rungs wrote from a folder; tells how many files that was.
///
/// # Errors
/// As [`publish`].
pub fn clean(folder: &Path, root: &Path) -> Result<Published, Vec<Diagnostic>> {
    let done = publish(&Output::default(), folder, root)?;
    let manifest = folder.join(MANIFEST);
    if manifest.exists() {
        fs_err::remove_file(manifest).map_err(|error| vec![disk(&error)])?;
    }
    // Only if nothing else is in it.
    let _ = fs_err::remove_dir(folder);
    Ok(done)
}

/// Whether a folder may be published in.
fn fit(folder: &Path, root: &Path) -> Result<(), Diagnostic> {
    let refuse = |why: &str| {
        Err(Diagnostic::error("output", None, format!("{} is no folder to publish in: {why}", folder.display()))
            .help("choose one that holds nothing else: --output public"))
    };
    let real = real(folder).map_err(|error| disk(&error))?;
    let root = real_or_same(root);
    if root.starts_with(&real) {
        return refuse("the site's own files are in it");
    }
    for source in [CONTENT, TEMPLATES, STATIC] {
        if real.starts_with(root.join(source)) {
            return refuse(&format!("it belongs to {source}/"));
        }
    }
    if std::env::home_dir().is_some_and(|home| real_or_same(&home).starts_with(&real)) {
        return refuse("it is the home folder, or holds it");
    }
    if real.join(".git").exists() {
        return refuse("it is a repository");
    }
    if real.exists() && !real.is_dir() {
        return refuse("it is a file");
    }
    if real.starts_with(root.join(".git")) {
        return refuse("it belongs to a repository");
    }
    Ok(())
}

/// The folder without symbolic links and dots, also where it, or a part of it, is not there yet.
fn real(folder: &Path) -> io::Result<PathBuf> {
    let absolute = std::path::absolute(folder)?;
    let mut real = PathBuf::new();
    for part in absolute.components() {
        match part {
            Component::ParentDir => {
                real.pop();
            }
            part => real.push(part),
        }
        if let Ok(there) = fs_err::canonicalize(&real) {
            real = there;
        }
    }
    Ok(real)
}

fn real_or_same(folder: &Path) -> PathBuf {
    real(folder).unwrap_or_else(|_| folder.to_owned())
}

/// What rungs wrote into a folder; nothing where it never did.
fn manifest(folder: &Path) -> Result<Manifest, Diagnostic> {
    let text = match fs_err::read_to_string(folder.join(MANIFEST)) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Manifest::new()),
        Err(error) => return Err(disk(&error)),
    };
    // A line that leads out of the folder was not written by rungs.
    let inside = |path: &str| Path::new(path).components().all(|part| matches!(part, Component::Normal(_)));
    let lines = text.lines().filter_map(|line| line.split_once("  ")).filter(|(_, path)| inside(path));
    Ok(lines.map(|(hash, path)| (path.to_owned(), hash.to_owned())).collect())
}

/// Everything in the folder that rungs did not write and that stands where a file, or a folder, of the site belongs.
fn in_the_way(folder: &Path, after: &Manifest, before: &Manifest) -> Vec<Diagnostic> {
    let mut faults = BTreeMap::new();
    let mut report = |path: &Path, what: &str| {
        let message = format!("{} {what}", folder.join(path).display());
        let fault = Diagnostic::error("output", None, message);
        faults.insert(
            path.to_owned(),
            fault.help("rungs overwrites only what it wrote: move it, or choose another --output"),
        );
    };
    for path in after.keys() {
        let path = Path::new(path);
        for parent in path.ancestors().skip(1).filter(|parent| !parent.as_os_str().is_empty()) {
            match fs_err::symlink_metadata(folder.join(parent)) {
                Ok(found) if found.is_symlink() => report(parent, "is a symbolic link where a folder belongs"),
                Ok(found) if found.is_file() && !is_ours(parent, before) => {
                    report(parent, "is a file where a folder belongs")
                }
                _ => {}
            }
        }
        match fs_err::symlink_metadata(folder.join(path)) {
            Ok(found) if found.is_dir() && !holds_only_ours(&folder.join(path), folder, before) => {
                report(path, "is a folder where a file belongs");
            }
            Ok(found) if !found.is_dir() && !is_ours(path, before) => report(path, "is not rungs' own"),
            _ => {}
        }
    }
    faults.into_values().collect()
}

fn is_ours(path: &Path, before: &Manifest) -> bool {
    path.to_str().is_some_and(|path| before.contains_key(path))
}

fn holds_only_ours(below: &Path, folder: &Path, before: &Manifest) -> bool {
    walkdir::WalkDir::new(below).sort_by_file_name().into_iter().all(|entry| {
        entry.is_ok_and(|entry| {
            let path = entry.path().strip_prefix(folder).unwrap_or(entry.path());
            entry.file_type().is_dir() || is_ours(path, before)
        })
    })
}

/// Writes all that has changed beside the folder, then renames it into its place and removes what is stale.
fn swap(
    output: &Output,
    folder: &Path,
    changed: &[&str],
    stale: &[&str],
    before: &Manifest,
    after: &Manifest,
) -> io::Result<()> {
    let stage = Stage::set_up(folder)?;
    for (number, path) in changed.iter().enumerate() {
        fs_err::write(stage.path.join(number.to_string()), output.get(path).unwrap_or_default())?;
    }
    // Until all is done the manifest owns the old and the new: after a power cut both can still be cleaned up.
    let mut both = before.clone();
    both.extend(after.clone());
    stage.write_manifest(folder, &both)?;
    let mut swapped = Swap { folder, attic: stage.path.join("attic"), done: Vec::new() };
    if let Err(error) = swapped.all(&stage.path, changed, stale) {
        swapped.undo();
        stage.write_manifest(folder, before)?;
        return Err(error);
    }
    stage.write_manifest(folder, after)
}

/// Where files wait until all are written: in the folder itself, since only that is sure to be on the same disk and
/// to be writable. While one process has it, no other publishes there; what a power cut left in it is cleared away.
struct Stage {
    path: PathBuf,
    _lock: std::fs::File,
}

impl Stage {
    fn set_up(folder: &Path) -> io::Result<Self> {
        let path = folder.join(".rungs-stage");
        fs_err::create_dir_all(&path)?;
        let lock = std::fs::File::create(path.join("lock"))?;
        lock.try_lock().map_err(|_| {
            io::Error::new(io::ErrorKind::ResourceBusy, format!("another rungs is publishing in {}", folder.display()))
        })?;
        for entry in walkdir::WalkDir::new(&path).min_depth(1).max_depth(1) {
            let entry = entry?;
            if entry.file_type().is_dir() {
                fs_err::remove_dir_all(entry.path())?;
            } else if entry.file_name() != "lock" {
                fs_err::remove_file(entry.path())?;
            }
        }
        Ok(Self { path, _lock: lock })
    }

    /// Writes the manifest at once.
    fn write_manifest(&self, folder: &Path, manifest: &Manifest) -> io::Result<()> {
        let staged = self.path.join("manifest");
        let text: String = manifest.iter().map(|(path, hash)| format!("{hash}  {path}\n")).collect();
        fs_err::write(&staged, text)?;
        fs_err::rename(staged, folder.join(MANIFEST))
    }
}

impl Drop for Stage {
    fn drop(&mut self) {
        // What stays behind is cleared away by the next.
        let _ = fs_err::remove_dir_all(&self.path);
    }
}

/// Files on their way into their places, and how to bring them back.
struct Swap<'a> {
    folder: &'a Path,
    /// Where the files are kept whose places are taken.
    attic: PathBuf,
    /// What has been done: the path, and the file in the attic that stood there.
    done: Vec<(PathBuf, Option<PathBuf>)>,
}

impl Swap<'_> {
    fn all(&mut self, stage: &Path, changed: &[&str], stale: &[&str]) -> io::Result<()> {
        fs_err::create_dir_all(&self.attic)?;
        // What is stale goes first: a folder may have to make way for a file, and a file for a folder.
        for path in stale {
            self.take_away(path)?;
        }
        remove_empty(self.folder, stale);
        for (number, path) in changed.iter().enumerate() {
            self.put(&stage.join(number.to_string()), path)?;
        }
        Ok(())
    }

    fn take_away(&mut self, path: &str) -> io::Result<()> {
        let place = self.folder.join(path);
        let kept = self.attic.join(self.done.len().to_string());
        fs_err::rename(&place, &kept)?;
        self.done.push((place, Some(kept)));
        Ok(())
    }

    /// The old file is linked into the attic, so that its place is never empty; where links are not to be had, copied.
    fn put(&mut self, staged: &Path, path: &str) -> io::Result<()> {
        let place = self.folder.join(path);
        if let Some(parent) = place.parent() {
            fs_err::create_dir_all(parent)?;
        }
        let kept = self.attic.join(self.done.len().to_string());
        let kept = if place.exists() {
            fs_err::hard_link(&place, &kept).or_else(|_| fs_err::copy(&place, &kept).map(|_| ()))?;
            Some(kept)
        } else {
            None
        };
        fs_err::rename(staged, &place)?;
        self.done.push((place, kept));
        Ok(())
    }

    /// Brings everything back, last first. What cannot be brought back stays in the manifest.
    fn undo(&mut self) {
        while let Some((place, kept)) = self.done.pop() {
            if let Some(parent) = place.parent() {
                let _ = fs_err::create_dir_all(parent);
            }
            let _ = match kept {
                Some(kept) => fs_err::rename(kept, &place),
                None => fs_err::remove_file(&place),
            };
        }
    }
}

/// Removes the folders that the removal of some files has left empty.
fn remove_empty(folder: &Path, removed: &[&str]) {
    for path in removed {
        for parent in Path::new(path).ancestors().skip(1).filter(|parent| !parent.as_os_str().is_empty()) {
            if fs_err::remove_dir(folder.join(parent)).is_err() {
                break;
            }
        }
    }
}

fn disk(error: &io::Error) -> Diagnostic {
    Diagnostic::error("disk", None, error.to_string()).help("what was published is as it was")
}
