use std::ops::Range;

use toml::de::DeTable;

use super::{Expression, Fact, FactName, Facts, Fault, Key, KeyKind, Keys, Kind, Picture, Quoted, Request, Unknown};

/// The keys that every kind takes. The command line can do without the `id`, which names a figure on its page.
pub const COMMON_KEYS: &[Key] = &[
    Key {
        name: "id",
        kind: KeyKind::Text,
        default: None,
        about: "its name on the page, by which claims and references call it; it must be given in an essay",
    },
    Key {
        name: "caption",
        kind: KeyKind::Text,
        default: Some(""),
        about: "what stands under it: Markdown, claims included",
    },
    Key {
        name: "alt",
        kind: KeyKind::Text,
        default: Some(""),
        about: "what it shows, for those who cannot see it; written from the data where it is left out",
    },
    Key {
        name: "beside",
        kind: KeyKind::Flag,
        default: Some("false"),
        about: "whether it stands beside the figure directly before it where there is room, and under it where there is none",
    },
    Key {
        name: "convention",
        kind: KeyKind::Choice(&["normal", "misere"]),
        default: Some("\"normal\""),
        about: "whether a player who cannot move has lost (normal) or won (misere)",
    },
    Key {
        name: "let",
        kind: KeyKind::Expressions,
        default: Some(""),
        about: "further facts, each an expression over the others, as in `won = \"positions - lost\"`",
    },
];

/// The same, the `id` left to [`Id`].
const LENIENT_KEYS: [&[Key]; 2] = match COMMON_KEYS {
    [id, rest @ ..] => [&[Key { default: Some(""), ..*id }], rest],
    [] => [&[], &[]],
};

/// The body of a directive, understood: what is asked, and what the author says of it.
pub struct Body {
    /// The kind of figure.
    pub kind: &'static Kind,
    /// Its name on the page; always there if it was [`Id::Required`].
    pub id: Option<Quoted>,
    /// Its caption.
    pub caption: Option<Quoted>,
    /// The author's words for those who cannot see it.
    pub alt: Option<Quoted>,
    /// Its keys, all known and within bounds; `[let]` among them.
    pub keys: Keys,
    /// What it asks.
    pub request: Box<dyn Request>,
}

/// Whether a directive must have an `id`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Id {
    /// In an essay.
    Required,
    /// On the command line.
    Optional,
}

impl Body {
    /// Reads the TOML of a directive of some kind.
    ///
    /// # Errors
    /// Every fault, in the order in which they stand: all errors of TOML, or else every key that is unknown, missing, of
    /// the wrong type or out of bounds, and all that the kind finds wrong. What is wrong with the directive as a whole,
    /// as a missing key, is at all bytes of the TOML.
    pub fn read(kind: &'static Kind, toml: &str, id: Id) -> Result<Self, Vec<Fault>> {
        let (table, errors) = DeTable::parse_recoverable(toml);
        if !errors.is_empty() {
            let fault = |error: toml::de::Error| {
                let at = error.span().unwrap_or(0..toml.len());
                if let Some((key, word)) = unquoted(toml, at.start) {
                    let help = format!("{key} = \"{}\"", toml.get(word.clone()).unwrap_or_default());
                    return Fault::new(word, "a text stands between quotes", help);
                }
                Fault::new(at, error.message(), "a directive is TOML: a key, `=`, a value; texts stand between quotes")
            };
            return Err(errors.into_iter().map(fault).collect());
        }
        let keys = Keys::read(toml, table.get_ref(), 0..toml.len(), &[kind.keys, LENIENT_KEYS[0], LENIENT_KEYS[1]]);
        let mut faults = Vec::new();
        match table.get_ref().get("id") {
            None if id == Id::Required => {
                let help = "write id = \"a-name\", by which claims and references call it";
                faults.push(Fault::new(0..toml.len(), "`id` is missing", help));
            }
            Some(value) if value.get_ref().as_str().is_some_and(|id| !is_id(id)) => {
                let help = "an id is letters, digits and hyphens, and begins with a letter, as in \"three-five-six\"";
                faults.push(Fault::new(value.span(), "this is no id", help));
            }
            _ => {}
        }
        let read = keys.and_then(|keys| (kind.read)(&keys).map(|request| (keys, request)));
        match read {
            Ok((keys, request)) if faults.is_empty() => {
                let quoted = |name| keys.quoted(name).cloned();
                let (id, caption, alt) = (quoted("id"), quoted("caption"), quoted("alt"));
                Ok(Self { kind, id, caption, alt, keys, request })
            }
            Ok(_) => Err(faults),
            Err(more) => {
                faults.extend(more);
                faults.sort_by_key(|fault| (fault.at.start, fault.at.end));
                Err(faults)
            }
        }
    }

    /// All facts of the figure: those of its answer, the keys of the directive, and what `[let]` names.
    ///
    /// # Errors
    /// Every `[let]` that names what has a name already, or that has no value.
    pub fn facts(&self, picture: &Picture) -> Result<Facts, Vec<Fault>> {
        let mut facts = self.keys.facts();
        for (name, fact) in picture.facts.iter() {
            facts.set(name, fact.clone());
        }
        let mut faults = Vec::new();
        for named in self.keys.expressions("let") {
            if facts.names().any(|name| name == named.name) {
                let help = "give it another name";
                faults.push(Fault::new(named.at.clone(), format!("`{}` is a fact already", named.name), help));
                continue;
            }
            match value(&named.expression, &facts) {
                Ok(fact) => facts.set(named.name.as_str(), fact),
                Err(misread) => faults.push(named.quoted.fault(misread)),
            }
        }
        if faults.is_empty() { Ok(facts) } else { Err(faults) }
    }
}

fn value(expression: &Expression, facts: &Facts) -> Result<Fact, crate::notation::Misread> {
    expression.value(&|name: &FactName| match &name.file {
        None => facts.find(&name.steps),
        Some(_) => {
            Err(Unknown::new("a fact of another essay has no name here", "[let] knows the facts of its own figure"))
        }
    })
}

/// A line such as `game = nim`, whose value is a bare word, by a place in it: the key, and the bytes of the word.
fn unquoted(toml: &str, at: usize) -> Option<(&str, Range<usize>)> {
    let start = toml.get(..at)?.rfind('\n').map_or(0, |end| end + 1);
    let (key, value) = toml.get(start..)?.lines().next()?.split_once('=')?;
    let word = value.split(" #").next()?.trim();
    let bare = word.starts_with(|c: char| c.is_alphabetic()) && !word.contains(['"', '\'', '[', ']', '{', '}']);
    let from = start + key.len() + 1 + (value.len() - value.trim_start().len());
    bare.then(|| (key.trim(), from..from + word.len()))
}

/// Whether a text can be an anchor, a file's name and the beginning of a fact's name.
fn is_id(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic())
        && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_')
}
