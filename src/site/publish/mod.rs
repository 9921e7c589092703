//! Publishing: a folder is brought to the contents of a [`Sound`] site, all of it or nothing.
//!
//! Everything is written into a corner of the folder first. Only when the last byte is on disk are the files renamed
//! into their places, each at once; if a rename fails, those before it are undone. What rungs wrote stands in a manifest
//! in the folder, and nothing else there is ever overwritten or removed.

mod compare;
mod folder;
mod manifest;
mod stage;

pub use compare::{Comparison, compare};
pub use manifest::MANIFEST;

use std::io;
use std::path::Path;

use manifest::Manifest;
use rayon::prelude::*;
use stage::Stage;

use super::{Output, Sound};
use crate::diagnostic::Diagnostic;

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

/// Brings `folder` to the contents of a site. `root` is the author's folder, which it must not be or hold.
///
/// # Errors
/// A folder that is not fit to be published in, a file there that rungs did not write and that stands in the way, and
/// every error of the disk. The folder is then as it was.
pub fn publish(site: &Sound, folder: &Path, root: &Path) -> Result<Published, Vec<Diagnostic>> {
    bring(folder, site, root)
}

/// So many files in the way are named, each by itself, where nothing tells which are rungs' own.
const NAMED: usize = 10;

fn bring(folder: &Path, output: &Output, root: &Path) -> Result<Published, Vec<Diagnostic>> {
    folder::fit(folder, root).map_err(|fault| vec![fault])?;
    let disk = |error: io::Error| vec![disk(&error)];
    let stage = Stage::set_up(folder).map_err(disk)?;
    let before = Manifest::read(folder).map_err(|fault| vec![fault])?;
    let after = Manifest::of(output);
    let in_the_way = folder::in_the_way(folder, &after, &before);
    if in_the_way.len() > NAMED && !folder.join(MANIFEST).exists() {
        // They were copied here without their list, or it was deleted.
        let (list, files) = (folder.join(MANIFEST), in_the_way.len());
        let message = format!("{files} files stand where those of the site belong, and {} is missing", list.display());
        return Err(vec![manifest::unlisted(folder, message)]);
    }
    if !in_the_way.is_empty() {
        return Err(in_the_way);
    }
    let differs = |path: &str, bytes: &[u8]| fs_err::read(folder.join(path)).map_or(true, |there| there != bytes);
    let files: Vec<_> = output.iter().collect();
    let changed = files.par_iter().filter(|(path, bytes)| differs(path, bytes)).map(|(path, _)| *path);
    let changed: Vec<&str> = changed.collect();
    let (mut stale, mut left) = (Vec::new(), Vec::new());
    for path in before.paths().filter(|path| !after.holds(path)) {
        match fs_err::read(folder.join(path)) {
            Ok(bytes) if before.wrote(path, &bytes) => stale.push(path),
            Ok(_) => left.push(path.to_owned()),
            Err(_) => {}
        }
    }
    if !changed.is_empty() || before != after {
        stage.swap(output, &changed, &stale, &before, &after).map_err(disk)?;
    }
    let unchanged = files.len() - changed.len();
    Ok(Published { written: changed.len(), unchanged, removed: stale.len(), left })
}

/// Removes what rungs wrote from a folder; tells how many files that was.
///
/// # Errors
/// As [`publish`].
pub fn clean(folder: &Path, root: &Path) -> Result<Published, Vec<Diagnostic>> {
    if !folder.exists() {
        return Ok(Published::default());
    }
    let done = bring(folder, &Output::default(), root)?;
    let manifest = folder.join(MANIFEST);
    if manifest.exists() {
        fs_err::remove_file(manifest).map_err(|error| vec![disk(&error)])?;
    }
    // Only if nothing else is in it.
    let _ = fs_err::remove_dir(folder);
    Ok(done)
}

fn disk(error: &io::Error) -> Diagnostic {
    Diagnostic::error("disk", None, error.to_string()).help("what was published is as it was")
}
