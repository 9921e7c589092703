use std::sync::Arc;

use toml::de::DeTable;

use super::{World, tree};
use crate::diagnostic::Diagnostic;
use crate::essay::{AUTHOR_KEYS, Author};
use crate::figure::{Fault, Key, KeyKind, Keys};
use crate::notation::Misread;
use crate::page::{Base, legible};
use crate::source::Span;

/// The file that makes a folder a site.
pub const FILE: &str = "rungs.toml";

/// The keys of `rungs.toml`.
pub const CONFIG_KEYS: &[Key] = &[
    text("title", None, "what the site is called"),
    text("base_url", None, "the address at which it is published (https://example.org/)"),
    // These two are read by `Author::all`, and stand here for their names.
    text(AUTHOR_KEYS[0], Some(""), "who writes it"),
    text(AUTHOR_KEYS[1], Some(""), "who write it"),
    text("language", Some("\"en\""), "the language of its text, as HTML names it (en, de, pt-BR)"),
    text("description", Some("\"\""), "what it is about, in a sentence"),
];

const fn text(name: &'static str, default: Option<&'static str>, about: &'static str) -> Key {
    Key { name, kind: KeyKind::Text, default, about }
}

/// What holds for the whole site.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Config {
    /// What the site is called.
    pub title: String,
    /// Where it is published.
    pub base: Base,
    /// Who writes it; may be nobody.
    pub authors: Vec<Author>,
    /// The language of its text, as HTML names it.
    pub language: String,
    /// What it is about; may be empty.
    pub description: String,
}

impl Config {
    /// What stands for `rungs.toml` where it cannot be read, so that all else can be looked at.
    pub fn unread() -> Self {
        Self {
            title: "Untitled".to_owned(),
            base: Base::default(),
            authors: Vec::new(),
            language: "en".to_owned(),
            description: String::new(),
        }
    }

    /// Reads `rungs.toml`. Another base address, as the command line gives it, stands for the file's.
    ///
    /// # Errors
    /// No such file; every unknown key (with the nearest), missing key and value that is none.
    pub fn read(world: &dyn World, base_url: Option<&str>) -> Result<Self, Vec<Diagnostic>> {
        let bytes = world.read(FILE).map_err(|fault| {
            vec![fault.help(format!("a site is a folder with {FILE} in it; `rungs init DIR` makes one"))]
        })?;
        let file = tree::text(FILE, bytes).map_err(|fault| vec![fault])?;
        let at = |bytes| Span { file: Arc::clone(&file), bytes };
        let (mut table, errors) = DeTable::parse_recoverable(&file.text);
        if !errors.is_empty() {
            let fault = |error: toml::de::Error| {
                Diagnostic::error("config", at(error.span().unwrap_or(0..0)), error.message().to_owned())
            };
            return Err(errors.into_iter().map(fault).collect());
        }
        let told = |fault: Fault| Diagnostic::error("config", at(fault.at), fault.message).help(fault.help);
        let authors = Author::all(table.get_ref());
        AUTHOR_KEYS.iter().for_each(|key| drop(table.get_mut().remove(*key)));
        let keys = Keys::read(&file.text, table.get_ref(), 0..0, &[CONFIG_KEYS]);
        let (keys, authors) = match (keys, authors) {
            (Ok(keys), Ok(authors)) => (keys, authors),
            (keys, authors) => {
                let faults = keys.err().into_iter().chain(authors.err()).flatten();
                return Err(faults.map(told).collect());
            }
        };
        let text = |name| legible(keys.text(name).unwrap_or_default());
        let mut faults = Vec::new();
        let language = text("language");
        if language.is_empty() || !language.chars().all(|c| c.is_ascii_alphanumeric() || c == '-') {
            let fault = Diagnostic::error("config", at(keys.span("language")), "this names no language");
            faults.push(fault.help("as HTML names them: en, de, pt-BR"));
        }
        if text("title").trim().is_empty() {
            faults.push(Diagnostic::error("config", at(keys.span("title")), "the title is empty"));
        }
        for name in ["title", "description"] {
            let value = keys.text(name).unwrap_or_default();
            if ["](=", "](<=", "[]("].iter().any(|sign| value.contains(sign)) {
                let message = format!("the {name} of the site makes no claims and has no links");
                let help = "it is plain text; an essay can say it and be checked";
                faults.push(Diagnostic::error("not-a-claim", at(keys.span(name)), message).help(help));
            }
        }
        let fault = |at, misread: Misread| Diagnostic::error("base-url", at, misread.message).help(misread.help);
        let base = match base_url {
            Some(given) => Base::read(given).map_err(|misread| fault(None, misread)),
            None => keys.quoted("base_url").map_or_else(
                || Ok(Base::default()),
                |quoted| {
                    Base::read(&quoted.text)
                        .map_err(|misread| fault(Some(at(quoted.place(misread.at.clone()))), misread))
                },
            ),
        };
        match base {
            Ok(base) if faults.is_empty() => {
                Ok(Self { title: text("title"), base, authors, language, description: text("description") })
            }
            Ok(_) => Err(faults),
            Err(fault) => {
                faults.push(fault);
                Err(faults)
            }
        }
    }
}
