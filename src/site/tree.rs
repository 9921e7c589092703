use std::collections::BTreeMap;
use std::sync::Arc;

use super::World;
use crate::diagnostic::Diagnostic;
use crate::source::SourceFile;

/// The author's files, each by what it is.
#[derive(Debug, Default)]
pub struct Tree {
    /// The texts of `content/`: `nim/bouton.md`, by their paths in it.
    pub texts: BTreeMap<String, Arc<SourceFile>>,
    /// The other files of `content/`, which are published as they are beside the texts.
    pub beside: BTreeMap<String, Vec<u8>>,
    /// The files of `static/`, which are published as they are from the root.
    pub fixed: BTreeMap<String, Vec<u8>>,
    /// The files of `templates/`.
    pub templates: BTreeMap<String, Arc<SourceFile>>,
}

/// The folder of texts.
pub const CONTENT: &str = "content";
/// The folder of files that are copied.
pub const STATIC: &str = "static";
/// The folder of the author's templates.
pub const TEMPLATES: &str = "templates";

impl Tree {
    /// Reads all of the author's files but those that editors leave behind.
    ///
    /// # Errors
    /// Every file that cannot be read and every text that is not UTF-8, each by name.
    pub fn read(world: &dyn World) -> Result<Self, Vec<Diagnostic>> {
        let mut tree = Self::default();
        let mut faults = Vec::new();
        for folder in [CONTENT, STATIC, TEMPLATES] {
            let paths = world.files(folder).unwrap_or_else(|more| {
                faults.extend(more);
                Vec::new()
            });
            for path in paths {
                let name = path.get(folder.len() + 1..).unwrap_or_default().to_owned();
                // The copied folder may hold what begins with a full stop: `.nojekyll`, `.well-known/`.
                if name.split('/').any(|part| is_dropping(part) || (folder != STATIC && part.starts_with('.'))) {
                    continue;
                }
                match world.read(&path) {
                    Ok(bytes) => faults.extend(tree.place(folder, name, &path, bytes).err()),
                    Err(fault) => faults.push(fault),
                }
            }
        }
        if faults.is_empty() { Ok(tree) } else { Err(faults) }
    }

    fn place(&mut self, folder: &str, name: String, path: &str, bytes: Vec<u8>) -> Result<(), Diagnostic> {
        let is_text = name.ends_with(".md");
        match folder {
            CONTENT if is_text => {
                self.texts.insert(name, text(path, bytes)?);
            }
            CONTENT => {
                self.beside.insert(name, bytes);
            }
            TEMPLATES => {
                self.templates.insert(name, text(path, bytes)?);
            }
            _ => {
                self.fixed.insert(name, bytes);
            }
        }
        Ok(())
    }
}

/// A file of text.
fn text(path: &str, bytes: Vec<u8>) -> Result<Arc<SourceFile>, Diagnostic> {
    match String::from_utf8(bytes) {
        Ok(text) => Ok(Arc::new(SourceFile::new(path, text))),
        Err(error) => {
            let good = error.utf8_error().valid_up_to();
            let line = error.as_bytes().iter().take(good).filter(|byte| **byte == b'\n').count() + 1;
            Err(Diagnostic::error(
                "not-utf-8",
                None,
                format!("{path} is not UTF-8: the first byte that is none stands in line {line}"),
            ))
        }
    }
}

/// Whether an editor or an operating system left it behind: swap files, backups, locks, folder views.
pub fn is_dropping(name: &str) -> bool {
    let hidden = name.strip_prefix('.');
    name.ends_with('~')
        || (name.starts_with('#') && name.ends_with('#'))
        || hidden.is_some_and(|rest| {
            rest.starts_with('#') || rest.ends_with(".swp") || rest.ends_with(".swo") || rest.ends_with(".swx")
        })
        || matches!(name, "4913" | ".DS_Store" | "Thumbs.db" | "desktop.ini")
}
