use std::sync::Arc;

use super::Map;
use super::place::ADDRESS;
use crate::diagnostic::Diagnostic;

/// The files of a finished site, by their paths from its root.
#[derive(Clone, Debug, Default)]
pub struct Output {
    files: Map<File>,
    /// Paths in lower case: on many disks two that differ in case only are one.
    folded: Map<String>,
}

#[derive(Clone, Debug)]
struct File {
    bytes: Arc<Vec<u8>>,
    /// What it was made from, for messages.
    origin: String,
    /// The template that it was made by.
    template: Option<&'static str>,
}

impl Output {
    /// Adds a file; `origin` says what it is made from: "content/nim/bouton.md", "the feed".
    ///
    /// # Errors
    /// Another file stands there already, or where one of its folders would be.
    pub fn add(
        &mut self,
        path: impl Into<String>,
        bytes: impl Into<Vec<u8>>,
        origin: impl Into<String>,
    ) -> Result<(), Diagnostic> {
        self.add_by(None, path, bytes, origin)
    }

    /// The same for a file that a template makes.
    ///
    /// # Errors
    /// As [`Output::add`].
    pub fn add_by(
        &mut self,
        template: Option<&'static str>,
        path: impl Into<String>,
        bytes: impl Into<Vec<u8>>,
        origin: impl Into<String>,
    ) -> Result<(), Diagnostic> {
        self.add_shared(template, path.into(), Arc::new(bytes.into()), origin.into())
    }

    /// The same for bytes that others have too.
    ///
    /// # Errors
    /// As [`Output::add`].
    pub fn add_shared(
        &mut self,
        template: Option<&'static str>,
        path: String,
        bytes: Arc<Vec<u8>>,
        origin: String,
    ) -> Result<(), Diagnostic> {
        let folded = path.to_lowercase();
        if let Some(other) = self.in_the_way(&folded) {
            let message = format!("{origin} and {} would both be published at /{path}", other.origin);
            return Err(Diagnostic::error(ADDRESS, None, message).help("rename one of them"));
        }
        self.folded.insert(folded, path.clone());
        self.files.insert(path, File { bytes, origin, template });
        Ok(())
    }

    /// The file that stands at a path, or in the place of one of its folders, or below it as if it were a folder.
    fn in_the_way(&self, folded: &str) -> Option<&File> {
        let folders = folded.match_indices('/').filter_map(|(slash, _)| folded.get(..slash));
        let exact = folders.chain([folded]).find_map(|path| self.folded.get(path));
        let below = || {
            let prefix = format!("{folded}/");
            let (path, real) = self.folded.range(prefix.clone()..).next()?;
            path.starts_with(&prefix).then_some(real)
        };
        self.files.get(exact.or_else(below)?)
    }

    /// The files with their paths, ascending.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &[u8])> {
        self.files.iter().map(|(path, file)| (path.as_str(), file.bytes.as_slice()))
    }

    /// The bytes of a file.
    pub fn get(&self, path: &str) -> Option<&[u8]> {
        self.files.get(path).map(|file| file.bytes.as_slice())
    }

    /// The bytes of a file, to be kept.
    pub fn shared(&self, path: &str) -> Option<Arc<Vec<u8>>> {
        self.files.get(path).map(|file| Arc::clone(&file.bytes))
    }

    /// Puts other bytes in the place of a file's; nothing where there is none.
    pub fn replace(&mut self, path: &str, bytes: Arc<Vec<u8>>) {
        if let Some(file) = self.files.get_mut(path) {
            file.bytes = bytes;
        }
    }

    /// Adds what was made from an origin before, where nothing stands in its place.
    pub fn carry_over(&mut self, before: &Self, origin: &str) {
        for (path, file) in before.files.iter().filter(|(_, file)| file.origin == origin) {
            let folded = path.to_lowercase();
            if self.in_the_way(&folded).is_none() {
                self.folded.insert(folded, path.clone());
                self.files.insert(path.clone(), file.clone());
            }
        }
    }

    /// The template that a file was made by; none for one that was copied.
    pub fn template(&self, path: &str) -> Option<&'static str> {
        self.files.get(path)?.template
    }

    /// What a file was made from.
    pub fn origin(&self, path: &str) -> Option<&str> {
        self.files.get(path).map(|file| file.origin.as_str())
    }
}
