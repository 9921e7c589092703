use std::collections::BTreeMap;
use std::fmt;

use serde::{Serialize, Serializer};

use super::Fraction;
use crate::notation::nearest;

/// What a figure knows, by name: a tree, in which dotted names and bracketed keys are branches.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Facts(BTreeMap<String, Fact>);

/// One fact.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fact {
    /// A count, a size, a value.
    Integer(i64),
    /// What a `[let]` makes of others and is not whole: "1/3".
    Fraction(Fraction),
    /// A position, an outcome, a word.
    Text(String),
    /// Facts in order; `.count` and `[0]` reach into it.
    List(Vec<Fact>),
    /// Facts by name or key.
    Group(Facts),
    /// There is none, as the value of a loony position; no claim can rest on it.
    None,
}

/// The steps from a figure to a fact: `value[1+L4]` is `["value", "1+L4"]`, `lost_list.count` is `["lost_list", "count"]`.
pub type FactPath = [String];

impl Facts {
    /// Adds a fact under a name.
    pub fn set(&mut self, name: impl Into<String>, fact: impl Into<Fact>) {
        self.0.insert(name.into(), fact.into());
    }

    /// Adds a fact under a key of a group, `name[key]`, and the group if it is not there.
    pub fn set_in(&mut self, name: &str, key: impl Into<String>, fact: impl Into<Fact>) {
        if !matches!(self.0.get(name), Some(Fact::Group(_))) {
            self.0.insert(name.to_owned(), Fact::Group(Self::default()));
        }
        if let Some(Fact::Group(group)) = self.0.get_mut(name) {
            group.set(key, fact);
        }
    }

    /// The fact at the end of a path, `count` and places in lists included.
    pub fn get(&self, path: &FactPath) -> Option<Fact> {
        self.find(path).ok()
    }

    /// The fact at the end of a path, or why there is none.
    ///
    /// # Errors
    /// The first step that leads nowhere, with the nearest name or what there is.
    pub fn find(&self, path: &FactPath) -> Result<Fact, Unknown> {
        let Some((first, rest)) = path.split_first() else {
            return Err(Unknown::new("a fact has a name", String::new()));
        };
        let mut fact = self.among(first, None)?;
        let mut reached = first.clone();
        for step in rest {
            fact = fact.step(step, &reached)?;
            reached = format!("{reached}.{step}");
        }
        Ok(fact)
    }

    fn among(&self, name: &str, within: Option<&str>) -> Result<Fact, Unknown> {
        if let Some(fact) = self.0.get(name) {
            return Ok(fact.clone());
        }
        let help = match nearest(name, self.names()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("there is {}", self.names().collect::<Vec<_>>().join(", ")),
        };
        Err(match within {
            Some(group) => Unknown::new(format!("there is no `{name}` in `{group}`"), help),
            None => Unknown::new(format!("there is no fact `{name}`"), help),
        })
    }

    /// The names at the top, ascending.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }

    /// The facts at the top with their names, ascending.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Fact)> {
        self.0.iter().map(|(name, fact)| (name.as_str(), fact))
    }
}

/// Why a path leads to no fact.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unknown {
    /// What is wrong, without a full stop.
    pub message: String,
    /// The nearest name, or what there is.
    pub help: String,
}

impl Unknown {
    /// A path that leads nowhere.
    pub fn new(message: impl Into<String>, help: impl Into<String>) -> Self {
        Self { message: message.into(), help: help.into() }
    }
}

impl Fact {
    /// The number that it is; none for a text, a list or a group.
    pub fn number(&self) -> Option<Fraction> {
        match self {
            Self::Integer(number) => Some(Fraction::from(*number)),
            Self::Fraction(number) => Some(*number),
            _ => None,
        }
    }

    fn step(&self, step: &str, reached: &str) -> Result<Self, Unknown> {
        match self {
            Self::Group(group) => group.among(step, Some(reached)),
            Self::List(list) if step == "count" => Ok(Self::from(list.len())),
            Self::List(list) => step.parse().ok().and_then(|place: usize| list.get(place).cloned()).ok_or_else(|| {
                let help = match list.len().checked_sub(1) {
                    Some(last) => {
                        format!("its places are {reached}[0] to {reached}[{last}], and there is {reached}.count")
                    }
                    None => "the list is empty".to_owned(),
                };
                Unknown::new(format!("there is no `{step}` in `{reached}`"), help)
            }),
            _ => Err(Unknown::new(format!("there is nothing in `{reached}`"), format!("it is {self}"))),
        }
    }
}

impl From<Fraction> for Fact {
    fn from(number: Fraction) -> Self {
        number.whole().map_or(Self::Fraction(number), Self::Integer)
    }
}

impl From<i64> for Fact {
    fn from(number: i64) -> Self {
        Self::Integer(number)
    }
}

impl From<Facts> for Fact {
    fn from(facts: Facts) -> Self {
        Self::Group(facts)
    }
}

impl Serialize for Fact {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Integer(number) => serializer.serialize_i64(*number),
            Self::Fraction(number) => serializer.collect_str(number),
            Self::Text(text) => serializer.serialize_str(text),
            Self::List(list) => list.serialize(serializer),
            Self::Group(group) => group.serialize(serializer),
            Self::None => serializer.serialize_none(),
        }
    }
}

impl fmt::Display for Fact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Integer(number) => write!(f, "{number}"),
            Self::Fraction(number) => write!(f, "{number}"),
            Self::Text(text) => f.write_str(text),
            Self::List(list) => f.write_str(&list.iter().map(Self::to_string).collect::<Vec<_>>().join("; ")),
            Self::Group(_) => f.write_str("(a group of facts)"),
            Self::None => f.write_str("none"),
        }
    }
}

impl From<&str> for Fact {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for Fact {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<u32> for Fact {
    fn from(number: u32) -> Self {
        Self::Integer(number.into())
    }
}

impl From<u64> for Fact {
    fn from(number: u64) -> Self {
        Self::Integer(i64::try_from(number).unwrap_or(i64::MAX))
    }
}

impl From<usize> for Fact {
    fn from(number: usize) -> Self {
        Self::Integer(i64::try_from(number).unwrap_or(i64::MAX))
    }
}

impl<T: Into<Fact>> From<Vec<T>> for Fact {
    fn from(list: Vec<T>) -> Self {
        Self::List(list.into_iter().map(Into::into).collect())
    }
}

impl<T: Into<Fact>> From<Option<T>> for Fact {
    fn from(fact: Option<T>) -> Self {
        fact.map_or(Self::None, Into::into)
    }
}
