use std::collections::BTreeMap;
use std::io;
use std::path::{Component, Path};

use rayon::prelude::*;

use crate::site::Output;

/// The list of what rungs wrote, in the published folder: a BLAKE3 hash and a path a line, as `b3sum --check` reads it.
pub const MANIFEST: &str = ".rungs-manifest";

/// The hashes of files that rungs wrote, by their paths.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Manifest(BTreeMap<String, String>);

impl Manifest {
    /// What rungs wrote into a folder; nothing where it never did.
    pub fn read(folder: &Path) -> io::Result<Self> {
        let text = match fs_err::read_to_string(folder.join(MANIFEST)) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Self::default()),
            Err(error) => return Err(error),
        };
        // A line that leads out of the folder was not written by rungs.
        let inside = |path: &str| Path::new(path).components().all(|part| matches!(part, Component::Normal(_)));
        let lines = text.lines().filter_map(|line| line.split_once("  ")).filter(|(_, path)| inside(path));
        Ok(Self(lines.map(|(hash, path)| (path.to_owned(), hash.to_owned())).collect()))
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

fn hash(bytes: &[u8]) -> String {
    blake3::hash(bytes).to_hex().to_string()
}
