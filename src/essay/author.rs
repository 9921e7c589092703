//! Who wrote an essay, or a site: the keys `author` and `authors`.

use serde::Serialize;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::figure::Fault;
use crate::notation::nearest;

/// Someone who wrote an essay or a site.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Author {
    /// The name, as plain text.
    pub name: String,
    /// Whose name it is.
    pub kind: AuthorKind,
    /// A page about them, as a whole address.
    pub url: Option<String>,
}

/// Whose name a name is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum AuthorKind {
    /// That of a person.
    Person,
    /// That of a society, a school, a project.
    Organisation,
}

/// The keys that say who wrote something: one, or several.
pub const AUTHOR_KEYS: [&str; 2] = ["author", "authors"];

const EXAMPLE: &str = "authors = [\"Ada Lovelace\", { name = \"The Royal Society\", kind = \"organisation\" }]";
const KEYS: [&str; 3] = ["name", "kind", "url"];
const KINDS: [(&str, AuthorKind); 3] = [
    ("person", AuthorKind::Person),
    ("organisation", AuthorKind::Organisation),
    ("organization", AuthorKind::Organisation),
];

impl Author {
    /// An organisation of which the name is all that is known.
    pub fn organisation(name: &str) -> Self {
        Self { name: name.to_owned(), kind: AuthorKind::Organisation, url: None }
    }

    /// Reads the authors that a table names. There are none where neither key is there, or `author` is empty.
    ///
    /// # Errors
    /// Everything that is wrong with them, each with its bytes in the TOML.
    pub fn all(table: &DeTable<'_>) -> Result<Vec<Self>, Vec<Fault>> {
        let [one, several] = AUTHOR_KEYS.map(|key| table.get_key_value(key));
        let mut faults = Vec::new();
        let mut read = |value: &Spanned<DeValue<'_>>| author(value).map_err(|more| faults.extend(more)).ok();
        let authors = match (one, several) {
            (Some(_), Some((name, _))) => {
                let message = "`author` and `authors` cannot both be given";
                return Err(vec![Fault::new(name.span(), message, EXAMPLE)]);
            }
            (Some((_, value)), None) if value.get_ref().as_str().is_some_and(str::is_empty) => Vec::new(),
            (Some((_, value)), None) => read(value).into_iter().collect(),
            (None, Some((_, value))) => {
                let Some(list) = value.get_ref().as_array().filter(|list| !list.is_empty()) else {
                    return Err(vec![Fault::new(value.span(), "`authors` is not a list of names", EXAMPLE)]);
                };
                list.iter().filter_map(read).collect()
            }
            (None, None) => Vec::new(),
        };
        if faults.is_empty() { Ok(authors) } else { Err(faults) }
    }

    /// Their names as a sentence lists them: "A, B and C".
    pub fn in_words(authors: &[Self]) -> String {
        let names: Vec<&str> = authors.iter().map(|author| author.name.as_str()).collect();
        match names.split_last() {
            Some((last, [])) => (*last).to_owned(),
            Some((last, before)) => format!("{} and {last}", before.join(", ")),
            None => String::new(),
        }
    }
}

/// An author, as a name alone or as a table.
fn author(value: &Spanned<DeValue<'_>>) -> Result<Author, Vec<Fault>> {
    let table = match value.get_ref() {
        DeValue::String(_) => {
            return name(value)
                .map(|name| Author { name, kind: AuthorKind::Person, url: None })
                .map_err(|one| vec![one]);
        }
        DeValue::Table(table) => table,
        _ => return Err(vec![Fault::new(value.span(), "this is neither a name nor a table with one", EXAMPLE)]),
    };
    let mut faults = Vec::new();
    for key in table.keys().filter(|key| !KEYS.contains(&key.get_ref().as_ref())) {
        let help = match nearest(key.get_ref(), KEYS) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("of an author there are {}", KEYS.join(", ")),
        };
        faults.push(Fault::new(key.span(), format!("there is no key `{}`", key.get_ref()), help));
    }
    let mut read = Author { name: String::new(), kind: AuthorKind::Person, url: None };
    match table.get("name").map(name) {
        Some(Ok(name)) => read.name = name,
        Some(Err(fault)) => faults.push(fault),
        None => faults.push(Fault::new(value.span(), "this author has no `name`", EXAMPLE)),
    }
    match table.get("kind").map(kind) {
        Some(Ok(kind)) => read.kind = kind,
        Some(Err(fault)) => faults.push(fault),
        None => {}
    }
    match table.get("url").map(url) {
        Some(Ok(url)) => read.url = Some(url),
        Some(Err(fault)) => faults.push(fault),
        None => {}
    }
    if faults.is_empty() { Ok(read) } else { Err(faults) }
}

fn name(value: &Spanned<DeValue<'_>>) -> Result<String, Fault> {
    let fault = |message: &str, help: &str| Err(Fault::new(value.span(), message, help));
    let Some(name) = value.get_ref().as_str() else { return fault("this is not a name", EXAMPLE) };
    if name.trim().is_empty() {
        return fault("this name is empty", "leave it out, or write a name");
    }
    if name.contains(|c: char| c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}')) {
        return fault("this name has a character in it that cannot be shown", "a name is one line of plain text");
    }
    if ["](", "[]("].iter().any(|sign| name.contains(sign)) {
        return fault("a name makes no claims and has no links", "an address goes under `url`");
    }
    Ok(name.trim().to_owned())
}

fn kind(value: &Spanned<DeValue<'_>>) -> Result<AuthorKind, Fault> {
    let word = value.get_ref().as_str().unwrap_or_default();
    let known = KINDS.iter().find(|(name, _)| *name == word);
    known.map(|(_, kind)| *kind).ok_or_else(|| {
        let help = match nearest(word, KINDS.map(|(name, _)| name)) {
            Some(near) => format!("did you mean \"{near}\"?"),
            None => "it is \"person\", which need not be said, or \"organisation\"".to_owned(),
        };
        Fault::new(value.span(), "this is no kind of author", help)
    })
}

fn url(value: &Spanned<DeValue<'_>>) -> Result<String, Fault> {
    let written = value.get_ref().as_str().unwrap_or_default();
    let (scheme, rest) = written.split_once("://").unwrap_or_default();
    let rest = ["http", "https"].iter().any(|known| scheme.eq_ignore_ascii_case(known)).then_some(rest);
    let is_one = rest.is_some_and(|rest| !rest.is_empty() && !rest.starts_with(['/', '?', '#']))
        && !written.contains(|c: char| c.is_whitespace() || c.is_control() || "<>\"\\^`{|}".contains(c));
    if is_one {
        Ok(written.to_owned())
    } else {
        Err(Fault::new(value.span(), "this is no whole address", "as in https://example.org/ada/"))
    }
}
