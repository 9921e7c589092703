use std::collections::{BTreeMap, BTreeSet};
use std::path::{Component, Path, PathBuf};

use crate::site::{CONTENT, Disk, FOLDERS, Files, Listing, Map, Read, World, become_now, is_passed_over};

/// The file beside them.
const CONFIG: &str = "rungs.toml";

/// A site's files, read once and then only where they have changed.
pub struct Remembered {
    root: PathBuf,
    lists: BTreeMap<&'static str, Listing>,
    files: Map<Read>,
    /// What symbolic links among them lead to: it changes under another name.
    linked: BTreeSet<PathBuf>,
}

impl Remembered {
    /// The files below a root.
    pub fn new(root: impl Into<PathBuf>) -> Self {
        let mut world = Self { root: root.into(), lists: BTreeMap::new(), files: Map::new(), linked: BTreeSet::new() };
        world.read_all();
        world
    }

    /// Reads everything again; tells whether anything is different.
    pub fn read_all(&mut self) -> bool {
        let disk = Disk::new(&self.root);
        let lists: BTreeMap<_, _> = FOLDERS.iter().map(|folder| (*folder, disk.files(folder))).collect();
        let paths = lists.values().flat_map(|list| &list.files).map(String::as_str).chain([CONFIG]);
        let files: Map<_> = paths.map(|path| (path.to_owned(), disk.read(path))).collect();
        let parts = files.keys().flat_map(|path| Path::new(path).ancestors());
        let parts: BTreeSet<&Path> = parts.filter(|part| !part.as_os_str().is_empty()).collect();
        let links = parts.into_iter().map(|part| self.root.join(part)).filter(|part| part.is_symlink());
        self.linked = links.filter_map(|link| fs_err::canonicalize(link).ok()).collect();
        let same = self.lists == lists && self.files == files;
        self.lists = lists;
        become_now(&mut self.files, &files);
        !same
    }

    /// Looks at these places on the disk again; tells whether any of the site's files is different.
    pub fn look_at<'p>(&mut self, places: impl IntoIterator<Item = &'p Path>) -> bool {
        let mut changed = false;
        for place in places {
            let sound = self.lists.values().all(|list| list.faults.is_empty());
            if !self.linked.is_empty() || !sound {
                return self.read_all() || changed;
            }
            let Some(path) = self.within(place) else { continue };
            let whole = self.root.join(&path);
            let found = fs_err::symlink_metadata(&whole).ok();
            let is_file = found.as_ref().is_some_and(std::fs::Metadata::is_file);
            if found.is_some() && !is_file {
                return self.read_all() || changed;
            }
            if is_file {
                changed |= self.read_one(&path);
            } else if self.files.contains_key(&path) {
                changed = true;
                self.forget(&path);
            } else if self.knows(place) {
                return self.read_all() || changed;
            }
        }
        changed
    }

    /// Whether a place is one where files of the site stand, or what one of them leads to.
    pub fn is_of_site(&self, place: &Path) -> bool {
        self.within(place).is_some() || self.linked.iter().any(|linked| place.starts_with(linked))
    }

    /// What symbolic links of the site lead to outside its folders.
    pub fn linked(&self) -> impl Iterator<Item = &Path> {
        self.linked.iter().map(PathBuf::as_path).filter(|place| self.within(place).is_none())
    }

    /// Whether a place is one of the site's files, or a folder in which some are.
    pub fn knows(&self, place: &Path) -> bool {
        self.within(place).is_some_and(|path| {
            let below = format!("{path}/");
            self.files.contains_key(&path)
                || self.files.range(below.clone()..).next().is_some_and(|(known, _)| known.starts_with(&below))
        })
    }

    fn read_one(&mut self, path: &str) -> bool {
        let read = Disk::new(&self.root).read(path);
        if self.files.get(path) == Some(&read) {
            return false;
        }
        self.files.insert(path.to_owned(), read);
        if let Some(list) = self.list_of(path)
            && let Err(place) = list.binary_search_by(|known| known.as_str().cmp(path))
        {
            list.insert(place, path.to_owned());
        }
        true
    }

    fn forget(&mut self, path: &str) {
        if path == CONFIG {
            let gone = Disk::new(&self.root).read(path);
            self.files.insert(path.to_owned(), gone);
            return;
        }
        self.files.remove(path);
        if let Some(list) = self.list_of(path) {
            list.retain(|known| known != path);
        }
    }

    fn list_of(&mut self, path: &str) -> Option<&mut Vec<String>> {
        self.lists.get_mut(path.split('/').next()?).map(|list| &mut list.files)
    }

    /// The path from the root, where it is one of the site's.
    fn within(&self, place: &Path) -> Option<String> {
        let path = place.strip_prefix(&self.root).ok()?;
        let parts: Vec<&str> = path
            .components()
            .map(|part| match part {
                Component::Normal(name) => name.to_str(),
                _ => None,
            })
            .collect::<Option<_>>()?;
        let path = parts.join("/");
        let is_one = path == CONFIG || FOLDERS.contains(parts.first()?);
        (is_one && !is_passed_over(&path)).then_some(path)
    }
}

impl World for Remembered {
    fn files(&self, folder: &str) -> Listing {
        self.lists.get(folder).cloned().unwrap_or_default()
    }

    fn read(&self, path: &str) -> Read {
        self.files.get(path).cloned().unwrap_or_else(|| Disk::new(&self.root).read(path))
    }

    fn all(&self) -> Files {
        let mut read = self.files.clone();
        for (path, fault) in self.lists.values().flat_map(|list| &list.faults) {
            read.insert(path.clone(), Err(fault.clone()));
        }
        Files { are_there: self.lists.get(CONTENT).is_some_and(|list| list.is_there), read }
    }
}
