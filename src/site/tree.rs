use std::sync::Arc;

use imbl::OrdSet;

use super::World;
use super::kept::{Map, become_now, differing};
use super::world::{Files, Read};
use crate::diagnostic::Diagnostic;
use crate::source::{SourceFile, Span, composed};

/// The author's files, each by what it is.
#[derive(Debug, Default)]
pub struct Tree {
    /// The texts of `content/`: `nim/bouton.md`, by their paths in it.
    pub texts: Map<Arc<SourceFile>>,
    /// The other files of `content/`, which are published as they are beside the texts.
    pub beside: Map<Arc<Vec<u8>>>,
    /// The files of `static/`, which are published as they are from the root.
    pub fixed: Map<Arc<Vec<u8>>>,
    /// The files of `templates/`.
    pub templates: Map<Arc<SourceFile>>,
    /// What stands in `content/` and cannot be read, by its path there.
    pub unread: OrdSet<String>,
    /// Why each file cannot be read that cannot, by its path from the root.
    faults: Map<Diagnostic>,
    /// What all of it was sorted from, where more is to be sorted later.
    files: Map<Read>,
}

/// The folder of texts.
pub const CONTENT: &str = "content";
/// The folder of files that are copied.
pub const STATIC: &str = "static";
/// The folder of the author's templates.
pub const TEMPLATES: &str = "templates";

/// The folders in which a site's files stand.
pub const FOLDERS: [&str; 3] = [CONTENT, STATIC, TEMPLATES];

impl Tree {
    /// Reads all of the author's files but those that editors leave behind. Faults are every file that cannot be read
    /// and every text that is not UTF-8, each by name, and that there is no page at all.
    pub fn read(world: &dyn World) -> (Self, Vec<Diagnostic>) {
        let Files { are_there, read } = world.all();
        let tree = Self::of(read);
        let faults = tree.told(are_there);
        (tree, faults)
    }

    /// Reads what has changed since this was last asked.
    pub fn again(&mut self, world: &dyn World) -> Vec<Diagnostic> {
        let files = world.all();
        let changed = differing(&self.files, &files.read);
        if changed.iter().all(|path| path.is_ascii()) {
            for path in changed {
                self.forget(&path);
                if let Some(read) = files.read.get(&path) {
                    self.sort(&path, read.clone());
                }
            }
        } else {
            // Two names may be one in another form.
            let now = Self::of(files.read.clone());
            become_now(&mut self.texts, &now.texts);
            become_now(&mut self.beside, &now.beside);
            become_now(&mut self.fixed, &now.fixed);
            become_now(&mut self.templates, &now.templates);
            (self.unread, self.faults) = (now.unread, now.faults);
        }
        self.files = files.read;
        self.told(files.are_there)
    }

    fn of(files: Map<Read>) -> Self {
        let mut tree = Self::default();
        files.into_iter().for_each(|(path, read)| tree.sort(&path, read));
        tree
    }

    fn told(&self, are_there: bool) -> Vec<Diagnostic> {
        let mut faults = Vec::new();
        if !are_there {
            faults.push(no_page("there is no folder content/"));
        }
        faults.extend(self.faults.values().cloned());
        if faults.is_empty() && self.texts.is_empty() {
            faults.push(no_page("there is no page in the folder content/"));
        }
        faults
    }

    /// Puts a file among its like.
    fn sort(&mut self, path: &str, read: Read) {
        let composed = composed(path);
        let Some((folder, name)) = within(&composed) else { return };
        if let Err(fault) = read.and_then(|bytes| self.place(folder, name, &composed, bytes)) {
            self.faults.insert(path.to_owned(), fault);
            if folder == CONTENT {
                self.unread.insert(name.to_owned());
            }
        }
    }

    fn forget(&mut self, path: &str) {
        let Some((folder, name)) = within(path) else { return };
        self.faults.remove(path);
        match folder {
            CONTENT => {
                self.texts.remove(name);
                self.beside.remove(name);
                self.unread.remove(name);
            }
            TEMPLATES => drop(self.templates.remove(name)),
            _ => drop(self.fixed.remove(name)),
        }
    }

    fn place(&mut self, folder: &str, name: &str, path: &str, bytes: Arc<Vec<u8>>) -> Result<(), Diagnostic> {
        let is_text = name.ends_with(".md");
        let ending = name.rsplit('.').next().unwrap_or_default().to_ascii_lowercase();
        if folder == CONTENT && !is_text && ["md", "markdown", "mdown", "mkd"].contains(&ending.as_str()) {
            let stem = path.rsplit_once('.').map_or(path, |(stem, _)| stem);
            let fault = Diagnostic::error("no-text", None, format!("{path} is not read as a text"));
            return Err(fault.help(format!("the texts of a site are files that end in .md: call it {stem}.md")));
        }
        if let Some(strange) = unfit(name) {
            let fault = Diagnostic::error("name", None, format!("the name of {path:?} has {strange} in it"));
            return Err(fault.help("no address can be made of it: rename the file"));
        }
        let name = name.to_owned();
        let is_second = match folder {
            CONTENT if is_text => self.texts.insert(name, text(path, bytes)?).is_some(),
            CONTENT => self.beside.insert(name, bytes).is_some(),
            TEMPLATES => self.templates.insert(name, text(path, bytes)?).is_some(),
            _ => self.fixed.insert(name, bytes).is_some(),
        };
        if is_second {
            let message = format!("{path} is there twice, its letters composed (NFC) and decomposed (NFD)");
            let help = "the two names look alike and are one to browsers and to other disks: rename or delete one";
            return Err(Diagnostic::error("name", None, message).help(help));
        }
        Ok(())
    }
}

/// What no address can be made of and stands in the name of a file or a folder of the author's, in words. Whatever else
/// a name holds is published, percent-encoded.
pub fn unfit(name: &str) -> Option<&'static str> {
    let strange = name.chars().find(|c| c.is_control() || *c == '\\')?;
    // Browsers take it for a slash.
    Some(if strange == '\\' { "a backslash" } else { "a control character" })
}

/// The folder of a file, and its path in it; the folder's own path is none.
fn within(path: &str) -> Option<(&str, &str)> {
    let (folder, name) = path.split_once('/').unwrap_or((path, ""));
    FOLDERS.contains(&folder).then_some((folder, name))
}

/// A folder that was moved away is not to empty what is published.
fn no_page(message: &str) -> Diagnostic {
    Diagnostic::error("no-page", None, message)
        .help("the texts of a site are the files of content/ that end in .md; `rungs new nim/my-essay` makes one")
}

/// A file of text; `-` is standard input.
///
/// # Errors
/// The first byte that is no UTF-8, at its place.
pub fn text(path: &str, bytes: Arc<Vec<u8>>) -> Result<Arc<SourceFile>, Diagnostic> {
    match String::from_utf8(Arc::unwrap_or_clone(bytes)) {
        Ok(text) => Ok(Arc::new(SourceFile::new(path, text))),
        Err(error) => {
            let good = error.utf8_error().valid_up_to();
            let lossy = SourceFile::new(path, String::from_utf8_lossy(error.as_bytes()));
            let mark = good..good + char::REPLACEMENT_CHARACTER.len_utf8();
            let (name, help) = match path {
                "-" => ("standard input", "what is read is text in the encoding UTF-8"),
                path => (path, "write the file anew in your editor, with the encoding UTF-8"),
            };
            let message = format!("{name} is not UTF-8: the first byte that is none stands here");
            Err(Diagnostic::error("not-utf-8", Span::new(&Arc::new(lossy), mark), message).help(help))
        }
    }
}

/// Whether a file of the author's is no part of the site, by its path from the root: what editors leave behind, and what
/// begins with a full stop. The copied folder may hold such files: `static/.nojekyll`, `static/.well-known/`.
pub fn is_passed_over(path: &str) -> bool {
    let mut parts = path.split('/');
    let is_copied = parts.next() == Some(STATIC);
    parts.any(|part| is_dropping(part) || (!is_copied && part.starts_with('.')))
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
