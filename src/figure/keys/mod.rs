mod value;

use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;

use toml::de::DeTable;

use super::{Expression, Fact, Facts, Fault, Quoted};
use crate::game::Convention;
use crate::notation::nearest;
use crate::verify::Game;
use value::{take, take_default, unknown};

/// One key of a directive, as a kind declares it: the source of validation, of help and of the schema.
#[derive(Clone, Copy, Debug)]
pub struct Key {
    /// Its name.
    pub name: &'static str,
    /// What it holds.
    pub kind: KeyKind,
    /// The value that is taken where it is left out, in TOML; `None` where it must be given, `Some("")` where it may be absent.
    pub default: Option<&'static str>,
    /// What it means, in one sentence.
    pub about: &'static str,
}

/// What a key holds.
#[derive(Clone, Debug, Copy)]
pub enum KeyKind {
    /// A whole number within bounds.
    Integer(i64, i64),
    /// Whole numbers, each within bounds.
    Integers(i64, i64),
    /// A text.
    Text,
    /// Texts.
    Texts,
    /// A game of the registry.
    Game,
    /// One of these words.
    Choice(&'static [&'static str]),
    /// Yes or no.
    Flag,
    /// Expressions over facts, each under a name: `[let]`.
    Expressions,
    /// Tables, each with these keys: `[[row]]`.
    Rows(&'static [Key]),
}

impl fmt::Display for KeyKind {
    /// As help writes it: "a whole number from 0 to 64".
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Integer(low, high) => write!(f, "a whole number from {low} to {high}"),
            Self::Integers(low, high) => write!(f, "a list of whole numbers from {low} to {high}"),
            Self::Text => f.write_str("a text"),
            Self::Texts => f.write_str("a list of texts"),
            Self::Game => f.write_str("a game, as a text"),
            Self::Choice(words) => {
                let quoted: Vec<String> = words.iter().map(|word| format!("\"{word}\"")).collect();
                f.write_str(&quoted.join(" or "))
            }
            Self::Flag => f.write_str("true or false"),
            Self::Expressions => f.write_str("a table of expressions"),
            Self::Rows(_) => f.write_str("a list of tables"),
        }
    }
}

/// A value that was given for a key, of the kind that was declared.
#[derive(Clone, Debug)]
pub enum Given {
    /// A whole number.
    Integer(i64),
    /// Whole numbers.
    Integers(Vec<i64>),
    /// A text.
    Text(Quoted),
    /// Texts.
    Texts(Vec<Quoted>),
    /// A game.
    Game(Game),
    /// One of the words of a choice.
    Choice(&'static str),
    /// Yes or no.
    Flag(bool),
    /// Expressions, in the order in which they stand.
    Expressions(Vec<Named>),
    /// Tables.
    Rows(Vec<Keys>),
}

/// An expression with the name that `[let]` gives it.
#[derive(Clone, Debug)]
pub struct Named {
    /// The name.
    pub name: String,
    /// The bytes of the name in the TOML.
    pub at: Range<usize>,
    /// What it names.
    pub expression: Expression,
    /// The text of the expression.
    pub quoted: Quoted,
}

/// The keys of one directive, all of them known, of the right kind and within bounds, defaults filled in.
#[derive(Clone, Debug)]
pub struct Keys {
    given: BTreeMap<&'static str, (Given, Range<usize>)>,
    whole: Range<usize>,
}

impl Keys {
    /// Reads a table of some TOML against what is declared; `whole` are the bytes that stand for all of it.
    ///
    /// # Errors
    /// Every unknown key (with the nearest name), missing key, wrong type and number out of bounds, each with its bytes.
    pub fn read(
        toml: &str,
        table: &DeTable<'_>,
        whole: Range<usize>,
        declared: &[&'static [Key]],
    ) -> Result<Self, Vec<Fault>> {
        let mut faults = Vec::new();
        let mut given = BTreeMap::new();
        let declared = declared.iter().copied().flatten();
        for (name, value) in table {
            let Some(key) = declared.clone().find(|key| key.name == name.get_ref().as_ref()) else {
                faults.push(unknown(name.get_ref(), name.span(), declared.clone()));
                continue;
            };
            match take(key, toml, value) {
                Ok(taken) => {
                    given.insert(key.name, (taken, value.span()));
                }
                Err(more) => faults.extend(more),
            }
        }
        // One that is misspelt is not missing, too.
        let names = declared.clone().map(|key| key.name);
        let meant = |name: &str| nearest(name, names.clone());
        let strange = table.iter().map(|(name, _)| name.get_ref().as_ref());
        let strange = strange.filter(|name| declared.clone().all(|key| key.name != *name));
        let misspelt: Vec<&str> = strange.filter_map(meant).collect();
        for key in declared.filter(|key| !table.iter().any(|(name, _)| name.get_ref() == key.name)) {
            match key.default {
                None if misspelt.contains(&key.name) => {}
                None => faults.push(Fault::new(whole.clone(), format!("`{}` is missing", key.name), key.about)),
                Some("") => {}
                Some(default) => {
                    if let Some(taken) = take_default(key, default) {
                        given.insert(key.name, (taken, whole.clone()));
                    }
                }
            }
        }
        if faults.is_empty() { Ok(Self { given, whole }) } else { Err(faults) }
    }

    /// The bytes where a key's value stands; the whole directive where it was left out.
    pub fn span(&self, name: &str) -> Range<usize> {
        self.given.get(name).map_or_else(|| self.whole.clone(), |(_, span)| span.clone())
    }

    /// The bytes that stand for all of the keys.
    pub fn whole(&self) -> Range<usize> {
        self.whole.clone()
    }

    /// Whether a key has a value, given or by default.
    pub fn has(&self, name: &str) -> bool {
        self.given.contains_key(name)
    }

    /// What was given, key by key, ascending.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, &Given)> {
        self.given.iter().map(|(name, (given, _))| (*name, given))
    }

    /// The whole number of a key; none where it is absent.
    pub fn integer(&self, name: &str) -> Option<i64> {
        match self.given.get(name) {
            Some((Given::Integer(number), _)) => Some(*number),
            _ => None,
        }
    }

    /// The whole numbers of a key; none where it is absent.
    pub fn integers(&self, name: &str) -> Option<&[i64]> {
        match self.given.get(name) {
            Some((Given::Integers(numbers), _)) => Some(numbers),
            _ => None,
        }
    }

    /// The text of a key, or the word of a choice; none where it is absent.
    pub fn text(&self, name: &str) -> Option<&str> {
        match self.given.get(name) {
            Some((Given::Text(quoted), _)) => Some(&quoted.text),
            Some((Given::Choice(word), _)) => Some(word),
            _ => None,
        }
    }

    /// The text of a key with its place; none where it is absent.
    pub fn quoted(&self, name: &str) -> Option<&Quoted> {
        match self.given.get(name) {
            Some((Given::Text(quoted), _)) => Some(quoted),
            _ => None,
        }
    }

    /// The texts of a key with their places; none where it is absent.
    pub fn texts(&self, name: &str) -> Option<&[Quoted]> {
        match self.given.get(name) {
            Some((Given::Texts(texts), _)) => Some(texts),
            _ => None,
        }
    }

    /// The game of a key; none where it is absent.
    pub fn game(&self, name: &str) -> Option<&Game> {
        match self.given.get(name) {
            Some((Given::Game(game), _)) => Some(game),
            _ => None,
        }
    }

    /// Whether a flag is set; not, where it is absent.
    pub fn flag(&self, name: &str) -> bool {
        matches!(self.given.get(name), Some((Given::Flag(true), _)))
    }

    /// The expressions of a key, in order; none of them where it is absent.
    pub fn expressions(&self, name: &str) -> &[Named] {
        match self.given.get(name) {
            Some((Given::Expressions(named), _)) => named,
            _ => &[],
        }
    }

    /// The tables of a key; none of them where it is absent.
    pub fn rows(&self, name: &str) -> &[Self] {
        match self.given.get(name) {
            Some((Given::Rows(rows), _)) => rows,
            _ => &[],
        }
    }

    /// That all of these are there.
    ///
    /// # Errors
    /// Each that is missing.
    pub fn require(&self, keys: &[Key]) -> Result<(), Vec<Fault>> {
        let missing = |key: &Key| Fault::new(self.whole(), format!("`{}` is missing", key.name), key.about);
        let missing: Vec<_> = keys.iter().filter(|key| !self.has(key.name)).map(missing).collect();
        if missing.is_empty() { Ok(()) } else { Err(missing) }
    }

    /// These keys, and of those above all that are not among these.
    #[must_use]
    pub fn over(&self, above: &Self) -> Self {
        let mut given = above.given.clone();
        given.extend(self.given.clone());
        Self { given, whole: self.whole.clone() }
    }

    /// The keys that are part of the question: all but those that only speak of the figure on its page.
    pub fn asked(&self) -> impl Iterator<Item = (&'static str, &Given)> {
        self.iter().filter(|(name, _)| !["id", "caption", "alt", "beside"].contains(name))
    }

    /// The keys of the question as facts.
    pub fn facts(&self) -> Facts {
        let mut facts = Facts::default();
        for (name, given) in self.asked() {
            if let Some(fact) = given.fact() {
                facts.set(name, fact);
            }
        }
        facts
    }

    /// The convention in force.
    pub fn convention(&self) -> Convention {
        if self.text("convention") == Some("misere") { Convention::Misere } else { Convention::Normal }
    }
}

impl Given {
    /// The fact that a key is; none for what is text about the figure and not part of its question.
    fn fact(&self) -> Option<Fact> {
        Some(match self {
            Self::Integer(number) => Fact::from(*number),
            Self::Integers(numbers) => Fact::from(numbers.clone()),
            Self::Text(quoted) => Fact::from(quoted.text.as_str()),
            Self::Texts(texts) => Fact::from(texts.iter().map(|quoted| quoted.text.as_str()).collect::<Vec<_>>()),
            Self::Game(game) => Fact::from(game.name.as_str()),
            Self::Choice(word) => Fact::from(*word),
            Self::Flag(flag) => Fact::from(flag.to_string()),
            Self::Expressions(_) | Self::Rows(_) => return None,
        })
    }
}
