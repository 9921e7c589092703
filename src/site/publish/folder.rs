use std::collections::BTreeMap;
use std::io;
use std::path::{Component, Path, PathBuf};

use super::disk;
use super::manifest::Manifest;
use crate::diagnostic::Diagnostic;
use crate::site::tree::{CONTENT, STATIC, TEMPLATES};

/// Whether a folder may be published in.
pub fn fit(folder: &Path, root: &Path) -> Result<(), Diagnostic> {
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

/// Everything in the folder that rungs did not write and that stands where a file, or a folder, of the site belongs.
pub fn in_the_way(folder: &Path, after: &Manifest, before: &Manifest) -> Vec<Diagnostic> {
    let mut faults = BTreeMap::new();
    let mut report = |path: &Path, what: &str| {
        let message = format!("{} {what}", folder.join(path).display());
        let fault = Diagnostic::error("output", None, message);
        faults.insert(
            path.to_owned(),
            fault.help("rungs overwrites only what it wrote: move it, or choose another --output"),
        );
    };
    for path in after.paths() {
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
    path.to_str().is_some_and(|path| before.holds(path))
}

fn holds_only_ours(below: &Path, folder: &Path, before: &Manifest) -> bool {
    walkdir::WalkDir::new(below).sort_by_file_name().into_iter().all(|entry| {
        entry.is_ok_and(|entry| {
            let path = entry.path().strip_prefix(folder).unwrap_or(entry.path());
            entry.file_type().is_dir() || is_ours(path, before)
        })
    })
}
