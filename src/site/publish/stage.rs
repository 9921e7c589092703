use std::io;
use std::path::{Path, PathBuf};

use rayon::prelude::*;

use super::manifest::{MANIFEST, Manifest};
use crate::site::Output;

/// The corner of the folder in which files wait.
pub const STAGE: &str = ".rungs-stage";

/// Where files wait until all are written: in the folder itself, since only that is sure to be on the same disk and
/// to be writable. While one process has it, no other publishes there; what a power cut left in it is cleared away.
pub struct Stage<'a> {
    folder: &'a Path,
    path: PathBuf,
    _lock: std::fs::File,
}

impl<'a> Stage<'a> {
    /// Sets one up in a folder, which is made where it is not there.
    ///
    /// # Errors
    /// Those of the disk; another process that has one there.
    pub fn set_up(folder: &'a Path) -> io::Result<Self> {
        let path = folder.join(STAGE);
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
        Ok(Self { folder, path, _lock: lock })
    }

    /// Writes all that has changed into the stage, then renames it into its place and removes what is stale.
    ///
    /// # Errors
    /// Those of the disk; the folder is then as it was.
    pub fn swap(
        &self,
        output: &Output,
        changed: &[&str],
        stale: &[&str],
        before: &Manifest,
        after: &Manifest,
    ) -> io::Result<()> {
        changed.par_iter().enumerate().try_for_each(|(number, path)| {
            fs_err::write(self.path.join(number.to_string()), output.get(path).unwrap_or_default())
        })?;
        // Until all is done the manifest owns the old and the new: after a power cut both can still be cleaned up.
        self.write_manifest(&before.with(after))?;
        let mut swap = Swap { folder: self.folder, attic: self.path.join("attic"), done: Vec::new() };
        if let Err(error) = swap.all(&self.path, changed, stale) {
            swap.undo();
            self.write_manifest(before)?;
            return Err(error);
        }
        self.write_manifest(after)
    }

    /// Writes the manifest at once.
    fn write_manifest(&self, manifest: &Manifest) -> io::Result<()> {
        let staged = self.path.join("manifest");
        fs_err::write(&staged, manifest.text())?;
        fs_err::rename(staged, self.folder.join(MANIFEST))
    }
}

impl Drop for Stage<'_> {
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
        if place.is_dir() {
            let told = format!(
                "{} is a folder that rungs did not make, and a file of the site belongs there: move it away",
                place.display()
            );
            return Err(io::Error::new(io::ErrorKind::IsADirectory, told));
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
            let made = place.strip_prefix(self.folder).ok().and_then(Path::to_str);
            remove_empty(self.folder, made.as_slice());
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
