use std::collections::BTreeMap;
use std::ops::{Range, RangeInclusive};

use toml::Spanned;
use toml::de::{DeString, DeTable, DeValue};

use super::{Expression, Fact, FactName, Facts, Fault, Quoted};
use crate::game::Convention;
use crate::notation::nearest;
use crate::verify::Game;

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
        for key in declared.filter(|key| !table.iter().any(|(name, _)| name.get_ref() == key.name)) {
            match key.default {
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

    /// The keys as facts, without those that only speak of the figure: `id`, `caption`, `alt`.
    pub fn facts(&self) -> Facts {
        let mut facts = Facts::default();
        for (name, given) in self.iter().filter(|(name, _)| !["id", "caption", "alt"].contains(name)) {
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

fn unknown<'a>(name: &str, span: Range<usize>, declared: impl Iterator<Item = &'a Key> + Clone) -> Fault {
    let names = declared.map(|key| key.name);
    let help = match nearest(name, names.clone()) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("the keys are {}", names.collect::<Vec<_>>().join(", ")),
    };
    Fault::new(span, format!("there is no key `{name}`"), help)
}

fn take_default(key: &Key, default: &str) -> Option<Given> {
    let value = DeValue::parse(default).ok()?;
    take(key, default, &value).ok()
}

fn take(key: &Key, toml: &str, value: &Spanned<DeValue<'_>>) -> Result<Given, Vec<Fault>> {
    let quoted = |text: &str, value: &Spanned<DeValue<'_>>| Quoted::new(text, toml, value.span());
    let wrong =
        |expected: String| vec![Fault::new(value.span(), format!("`{}` is not {expected}", key.name), key.about)];
    match (key.kind, value.get_ref()) {
        (KeyKind::Integer(low, high), _) => {
            integer(key.name, value, low..=high).map(Given::Integer).map_err(|fault| vec![fault])
        }
        (KeyKind::Integers(low, high), DeValue::Array(list)) => {
            all(list.iter().map(|value| integer(key.name, value, low..=high).map_err(|fault| vec![fault])))
                .map(Given::Integers)
        }
        (KeyKind::Integers(..), _) => Err(wrong("a list of whole numbers".to_owned())),
        (KeyKind::Text, DeValue::String(text)) => Ok(Given::Text(quoted(text, value))),
        (KeyKind::Text, _) => Err(wrong("a text".to_owned())),
        (KeyKind::Texts, DeValue::Array(list)) => all(list.iter().map(|value| match value.get_ref() {
            DeValue::String(text) => Ok(quoted(text, value)),
            _ => Err(vec![Fault::new(value.span(), "this is not a text", key.about)]),
        }))
        .map(Given::Texts),
        (KeyKind::Texts, _) => Err(wrong("a list of texts".to_owned())),
        (KeyKind::Game, DeValue::String(text)) => {
            Game::read(text).map(Given::Game).map_err(|misread| vec![quoted(text, value).fault(misread)])
        }
        (KeyKind::Game, _) => Err(wrong("a game, as in \"moore(2)\"".to_owned())),
        (KeyKind::Choice(words), DeValue::String(text)) => match words.iter().find(|word| **word == text.as_ref()) {
            Some(word) => Ok(Given::Choice(word)),
            None => {
                let help = match nearest(text, words.iter().copied()) {
                    Some(near) => format!("did you mean \"{near}\"?"),
                    None => format!("it is one of {}", words.join(", ")),
                };
                Err(vec![Fault::new(value.span(), format!("`{}` cannot be \"{text}\"", key.name), help)])
            }
        },
        (KeyKind::Choice(words), _) => Err(wrong(format!("one of {}", words.join(", ")))),
        (KeyKind::Flag, DeValue::Boolean(flag)) => Ok(Given::Flag(*flag)),
        (KeyKind::Flag, _) => Err(wrong("true or false".to_owned())),
        (KeyKind::Expressions, DeValue::Table(table)) => {
            let named = table.iter().map(|(name, value)| match value.get_ref() {
                DeValue::String(text) => named(name, quoted(text, value)).map_err(|fault| vec![fault]),
                _ => Err(vec![Fault::new(value.span(), "this is not a text", key.about)]),
            });
            let mut named = all(named)?;
            named.sort_by_key(|named| named.at.start);
            Ok(Given::Expressions(named))
        }
        (KeyKind::Expressions, _) => Err(wrong(format!("a table of expressions under [{}]", key.name))),
        (KeyKind::Rows(declared), DeValue::Array(list)) => all(list.iter().map(|value| match value.get_ref() {
            DeValue::Table(table) => Keys::read(toml, table, value.span(), &[declared]),
            _ => Err(vec![Fault::new(value.span(), "this is not a table", key.about)]),
        }))
        .map(Given::Rows),
        (KeyKind::Rows(_), _) => Err(wrong(format!("a list of tables, each under [[{}]]", key.name))),
    }
}

fn named(name: &Spanned<DeString<'_>>, quoted: Quoted) -> Result<Named, Fault> {
    let (at, name) = (name.span(), name.get_ref().to_string());
    if FactName::alone(&name).is_none() {
        return Err(Fault::new(
            at,
            "this cannot name a fact",
            "a name is letters, digits, - and _, and begins with a letter",
        ));
    }
    match Expression::read(&quoted.text) {
        Ok(expression) => Ok(Named { name, at, expression, quoted }),
        Err(misread) => Err(quoted.fault(misread)),
    }
}

/// All of the results, or all of their faults.
fn all<T>(results: impl Iterator<Item = Result<T, Vec<Fault>>>) -> Result<Vec<T>, Vec<Fault>> {
    let (mut good, mut faults) = (Vec::new(), Vec::new());
    for result in results {
        match result {
            Ok(one) => good.push(one),
            Err(more) => faults.extend(more),
        }
    }
    if faults.is_empty() { Ok(good) } else { Err(faults) }
}

fn integer(name: &str, value: &Spanned<DeValue<'_>>, bounds: RangeInclusive<i64>) -> Result<i64, Fault> {
    let help = format!("a whole number from {} to {}", bounds.start(), bounds.end());
    let DeValue::Integer(number) = value.get_ref() else {
        return Err(Fault::new(value.span(), format!("`{name}` is not a whole number"), help));
    };
    match i64::from_str_radix(number.as_str(), number.radix()) {
        Ok(number) if bounds.contains(&number) => Ok(number),
        _ => Err(Fault::new(value.span(), format!("`{name}` is out of bounds: {number}"), help)),
    }
}
