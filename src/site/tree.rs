use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::World;
use crate::diagnostic::Diagnostic;
use crate::source::{SourceFile, Span, composed};

/// The author's files, each by what it is.
#[derive(Debug, Default)]
pub struct Tree {
    /// The texts of `content/`: `nim/bouton.md`, by their paths in it.
    pub texts: BTreeMap<String, Arc<SourceFile>>,
    /// The other files of `content/`, which are published as they are beside the texts.
    pub beside: BTreeMap<String, Arc<Vec<u8>>>,
    /// The files of `static/`, which are published as they are from the root.
    pub fixed: BTreeMap<String, Arc<Vec<u8>>>,
    /// The files of `templates/`.
    pub templates: BTreeMap<String, Arc<SourceFile>>,
    /// What stands in `content/` and cannot be read, by its path there.
    pub unread: BTreeSet<String>,
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
        let mut tree = Self::default();
        let mut faults = Vec::new();
        for folder in FOLDERS {
            let listing = world.files(folder);
            if folder == CONTENT && !listing.is_there {
                faults.push(no_page("there is no folder content/"));
            }
            let read = |path: String| {
                let read = world.read(&path);
                (path, read)
            };
            let listed = listing.files.into_iter().map(read);
            let unlisted = listing.faults.into_iter().map(|(path, fault)| (path, Err(fault)));
            for (path, read) in listed.chain(unlisted) {
                let path = composed(&path);
                let name = path.get(folder.len() + 1..).unwrap_or_default();
                if let Err(fault) = read.and_then(|bytes| tree.place(folder, name, &path, bytes)) {
                    faults.push(fault);
                    if folder == CONTENT {
                        tree.unread.insert(name.to_owned());
                    }
                }
            }
        }
        if faults.is_empty() && tree.texts.is_empty() {
            faults.push(no_page("there is no page in the folder content/"));
        }
        (tree, faults)
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
