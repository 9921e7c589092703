use std::ops::{Range, RangeInclusive};

use toml::Spanned;
use toml::de::{DeString, DeValue};

use super::{Given, Key, KeyKind, Keys, Named};
use crate::figure::{Expression, FactName, Fault, Quoted};
use crate::notation::nearest;
use crate::verify::Game;

/// What is wrong with a key that is not among the declared ones.
pub(super) fn unknown<'a>(name: &str, span: Range<usize>, declared: impl Iterator<Item = &'a Key> + Clone) -> Fault {
    let names = declared.map(|key| key.name);
    let help = match nearest(name, names.clone()) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("the keys are {}", names.collect::<Vec<_>>().join(", ")),
    };
    Fault::new(span, format!("there is no key `{name}`"), help)
}

/// The value of a key that is left out.
pub(super) fn take_default(key: &Key, default: &str) -> Option<Given> {
    let value = DeValue::parse(default).ok()?;
    take(key, default, &value).ok()
}

/// What a value gives for a key, or all that is wrong with it.
pub(super) fn take(key: &Key, toml: &str, value: &Spanned<DeValue<'_>>) -> Result<Given, Vec<Fault>> {
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
