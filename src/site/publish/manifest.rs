use std::collections::BTreeMap;
use std::io;
use std::path::{Component, Path};

use rayon::prelude::*;

use super::disk;
use crate::diagnostic::Diagnostic;
use crate::site::Output;

/// The list of what rungs wrote, in the published folder: a BLAKE3 hash and a path a line, as `b3sum --check` reads it.
pub const MANIFEST: &str = ".rungs-manifest";

/// The hashes of files that rungs wrote, by their paths.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Manifest(BTreeMap<String, String>);

impl Manifest {
    /// What rungs wrote into a folder; nothing where it never did.
    ///
    /// # Errors
    /// Something else of that name, which nobody can tell what is rungs' own by; those of the disk.
    pub fn read(folder: &Path) -> Result<Self, Diagnostic> {
        let path = folder.join(MANIFEST);
        match fs_err::metadata(&path) {
            Ok(found) if found.is_file() => {}
            Ok(found) => return Err(no_list(folder, if found.is_dir() { "it is a folder" } else { "it is no file" })),
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Self::default()),
            Err(error) => return Err(disk(&error)),
        }
        let bytes = fs_err::read(path).map_err(|error| disk(&error))?;
        let text = String::from_utf8(bytes).map_err(|_| no_list(folder, "it is not UTF-8"))?;
        let mut listed = BTreeMap::new();
        for (number, line) in text.lines().enumerate() {
            let Some((hash, path)) = line.split_once("  ").filter(|(hash, path)| is_hash(hash) && !path.is_empty())
            else {
                return Err(no_list(folder, &format!("its line {} is no hash and path", number + 1)));
            };
            // A line that leads out of the folder was not written by rungs.
            if Path::new(path).components().all(|part| matches!(part, Component::Normal(_))) {
                listed.insert(path.to_owned(), hash.to_owned());
            }
        }
        Ok(Self(listed))
    }

    /// What rungs is about to write.
    pub fn of(output: &Output) -> Self {
        let files: Vec<_> = output.iter().collect();
        let hashed = files.into_par_iter().map(|(path, bytes)| (path.to_owned(), hash(bytes)));
        Self(hashed.collect::<Vec<_>>().into_iter().collect())
    }

    /// The paths, ascending.
    pub fn paths(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }

    /// Whether rungs wrote the file at a path.
    pub fn holds(&self, path: &str) -> bool {
        self.0.contains_key(path)
    }

    /// Whether these are the bytes that rungs wrote at a path.
    pub fn wrote(&self, path: &str, bytes: &[u8]) -> bool {
        self.0.get(path).is_some_and(|written| *written == hash(bytes))
    }

    /// Both together; of a file in both, the other's hash.
    pub fn with(&self, other: &Self) -> Self {
        Self(self.0.iter().chain(&other.0).map(|(path, hash)| (path.clone(), hash.clone())).collect())
    }

    /// Its lines.
    pub fn text(&self) -> String {
        self.0.iter().map(|(path, hash)| format!("{hash}  {path}\n")).collect()
    }
}

/// That something else stands where the list of what rungs wrote belongs, and the way out.
fn no_list(folder: &Path, why: &str) -> Diagnostic {
    let list = folder.join(MANIFEST);
    unlisted(folder, format!("{} is not the list of what rungs wrote: {why}", list.display()))
}

/// That it is not known what rungs wrote into a folder, and the way out.
pub fn unlisted(folder: &Path, message: String) -> Diagnostic {
    let folder = folder.display();
    Diagnostic::error("output", None, message)
        .help(format!("without it nothing in {folder} is known to be rungs' own, and all of it stays as it is"))
        .help(format!(
            "move {folder} away, or choose another --output: `rungs build` publishes the whole site there anew"
        ))
}

fn is_hash(text: &str) -> bool {
    text.len() == 2 * blake3::OUT_LEN && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

fn hash(bytes: &[u8]) -> String {
    blake3::hash(bytes).to_hex().to_string()
}
