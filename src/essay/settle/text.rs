//! A fact as text, and whether a text says it.

use super::comparison::{Compares, comparisons};
use crate::essay::number::{Number, in_digits, in_words, numbers};
use crate::figure::{Fact, Fraction};

/// How a text fails to say a fact.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Mismatch {
    /// The fact is a number and the text has none.
    NoNumber,
    /// The fact is one number and the text has these.
    Several(String),
    /// The text says this instead.
    Says(String),
    /// This part of the text makes a number something that is not read.
    Unreadable(String),
    /// It says how near the number is, and not how it compares.
    NeedsCondition(String),
    /// The fact is none, or a group of facts.
    NoFact,
}

/// Whether a text says a fact: the number that is read from it is the fact, or compares with it as the text says, or all
/// of the numbers are the list; a text fact letter for letter, but for space, capitals and the brackets around a position.
///
/// # Errors
/// How it fails to.
pub(super) fn compare(text: &str, fact: &Fact) -> Result<(), Mismatch> {
    match fact {
        Fact::Integer(_) | Fact::Fraction(_) => one_number(text, fact.number().ok_or(Mismatch::NoFact)?),
        Fact::Text(fact) => says_text(text, fact),
        Fact::List(list) => says_list(text, list),
        Fact::Group(_) | Fact::None => Err(Mismatch::NoFact),
    }
}

fn says(text: &str, so: bool) -> Result<(), Mismatch> {
    if so { Ok(()) } else { Err(Mismatch::Says(text.trim().to_owned())) }
}

fn one_number(text: &str, fact: Fraction) -> Result<(), Mismatch> {
    let numbers = readable(text)?;
    let number = match numbers.as_slice() {
        [] => return Err(Mismatch::NoNumber),
        [number] => number,
        several => {
            let several: Vec<String> = several.iter().map(|number| in_digits(number.value)).collect();
            return Err(Mismatch::Several(several.join(" and ")));
        }
    };
    let (compares, words) = comparisons(text, &numbers).remove(0);
    let holds = match compares {
        Compares::Is | Compares::UpTo => number.may_be(fact),
        Compares::Nearly | Compares::About => return Err(Mismatch::NeedsCondition(words)),
        compares => fact.compare(number.value).is_some_and(|ordering| compares.holds(ordering)),
    };
    if holds { Ok(()) } else { Err(Mismatch::Says(said(&words, number.value))) }
}

/// A number with the words that say how it compares.
pub(super) fn said(words: &str, number: Fraction) -> String {
    format!("{words} {}", in_digits(number)).trim_start().to_owned()
}

/// The numbers of a text.
///
/// # Errors
/// The first that is none, because of what clings to it.
pub(super) fn readable(text: &str) -> Result<Vec<Number>, Mismatch> {
    let numbers = numbers(text);
    match numbers.iter().find_map(|number| number.clinging.clone()) {
        Some(at) => Err(Mismatch::Unreadable(text.get(at).unwrap_or_default().to_owned())),
        None => Ok(numbers),
    }
}

fn says_text(text: &str, fact: &str) -> Result<(), Mismatch> {
    match position(fact) {
        _ if squeezed(text) == squeezed(fact) => Ok(()),
        Some(sizes) => says_numbers(text, &sizes),
        None => says(text, false),
    }
}

fn says_numbers(text: &str, expected: &[Fraction]) -> Result<(), Mismatch> {
    let said = readable(text)?;
    let plain = comparisons(text, &said).iter().all(|(compares, _)| matches!(compares, Compares::Is | Compares::UpTo));
    let as_they_stand =
        said.len() == expected.len() && said.iter().zip(expected).all(|(said, expected)| said.may_be(*expected));
    says(text, plain && (as_they_stand || run_out(text, &said, expected.len()).is_some_and(|said| said == expected)))
}

/// The numbers of a text in which "3 to 7" and "3–7" stand for all from the first to the last; none where there are more
/// than expected.
fn run_out(text: &str, said: &[Number], expected: usize) -> Option<Vec<Fraction>> {
    let mut all: Vec<Fraction> = Vec::new();
    let mut end = 0;
    for number in said {
        let between = text.get(end..number.at.start).unwrap_or_default().trim();
        end = number.at.end;
        if ["to", "up to", "through", "–", "-"].contains(&between)
            && let Some(first) = all.last().and_then(|first| first.whole())
            && let Some(last) = number.value.whole()
        {
            let within = first.checked_add(1)?..last;
            if usize::try_from(last.checked_sub(first)?).is_ok_and(|more| more > expected) {
                return None;
            }
            all.extend(within.map(Fraction::from));
        }
        all.push(number.value);
    }
    Some(all)
}

fn says_list(text: &str, list: &[Fact]) -> Result<(), Mismatch> {
    if list.is_empty() {
        return says(text, squeezed(text) == "none" || text.trim().is_empty());
    }
    let whole: Option<Vec<Fraction>> = list.iter().map(Fact::number).collect();
    if let Some(expected) = whole {
        return says_numbers(text, &expected);
    }
    let parts = parts(text);
    says(text, parts.len() == list.len() && parts.iter().zip(list).all(|(part, fact)| compare(part, fact).is_ok()))
}

/// The parts of a text that lists something: what stands between round brackets, where there are any; else between
/// semicolons; else between commas and "and".
fn parts(text: &str) -> Vec<&str> {
    if text.contains('(') {
        let ends: Vec<&str> = text.split(')').collect();
        let bracketed = ends.split_last().map_or(&[][..], |(_, before)| before);
        return bracketed.iter().filter_map(|part| Some(part.rsplit_once('(')?.1)).collect();
    }
    let parts: Vec<&str> = if text.contains(';') {
        text.split(';').flat_map(|part| part.split(" and ")).collect()
    } else {
        text.split(", ").flat_map(|part| part.split(" and ")).collect()
    };
    parts.into_iter().map(str::trim).filter(|part| !part.is_empty()).collect()
}

/// A text without what makes no difference.
fn squeezed(text: &str) -> String {
    let same = |c: char| match c {
        '∗' => '*',
        '−' | '–' => '-',
        '’' => '\'',
        c => c,
    };
    let text = text.trim();
    let inner =
        text.strip_prefix('(').and_then(|text| text.strip_suffix(')')).filter(|text| !text.contains(['(', ')']));
    inner.unwrap_or(text).chars().filter(|c| !c.is_whitespace()).map(same).flat_map(char::to_lowercase).collect()
}

/// The sizes of a position of heaps: `0,4`.
pub(super) fn position(text: &str) -> Option<Vec<Fraction>> {
    let digits = |part: &str| if part.bytes().all(|b| b.is_ascii_digit()) { part.parse::<i64>().ok() } else { None };
    text.contains(',').then(|| text.split(',').map(|part| digits(part).map(Fraction::from)).collect())?
}

/// A fact as a reader meets it: `54,264`, `(0, 4)`, `2, 2, 3`; in words where it is asked for.
///
/// # Errors
/// Why it cannot be written so.
pub(super) fn write(fact: &Fact, words: bool) -> Result<String, &'static str> {
    let in_words_only = "cannot be written in words, only numbers to a million can";
    match fact {
        Fact::Integer(_) | Fact::Fraction(_) => {
            let number = fact.number().ok_or("is no number")?;
            if words { in_words(number).ok_or(in_words_only) } else { Ok(in_digits(number)) }
        }
        Fact::List(list) => {
            let items: Vec<String> = list.iter().map(|fact| write(fact, words)).collect::<Result<_, _>>()?;
            Ok(if items.is_empty() { "none".to_owned() } else { items.join(", ") })
        }
        Fact::Text(_) if words => Err(in_words_only),
        Fact::Text(text) if position(text).is_some() => Ok(format!("({})", text.replace(',', ", "))),
        Fact::Text(text) => Ok(text.clone()),
        Fact::Group(_) => Err("is a group of facts: name one of them"),
        Fact::None => Err("has no value"),
    }
}

/// A fact as messages and tooltips show it: long lists cut short.
pub(super) fn shown(fact: &Fact) -> String {
    const LONGEST: usize = 8;
    match fact {
        Fact::List(list) if list.len() > LONGEST => {
            let first = Fact::List(list.iter().take(LONGEST).cloned().collect());
            format!("{}, … ({} in all)", shown(&first), list.len())
        }
        Fact::Group(_) => "a group of facts".to_owned(),
        Fact::None => "none".to_owned(),
        fact => write(fact, false).unwrap_or_default(),
    }
}

/// A text with a capital at its beginning.
pub(super) fn capital(word: &str) -> String {
    let mut chars = word.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

#[cfg(test)]
mod tests {
    use super::{Mismatch, compare, write};
    use crate::figure::Fact;

    fn list<const N: usize>(numbers: [i64; N]) -> Fact {
        Fact::List(numbers.into_iter().map(Fact::Integer).collect())
    }

    #[test]
    fn a_text_says_a_fact_or_it_does_not() {
        let texts = |texts: &[&str]| Fact::List(texts.iter().map(|text| Fact::from(*text)).collect());
        for (text, fact, says) in [
            ("696", Fact::Integer(696), true),
            ("Sixteen errors", Fact::Integer(16), true),
            ("none", Fact::Integer(0), true),
            ("both", Fact::Integer(2), true),
            ("15 of 16", Fact::Integer(15), false),
            ("many", Fact::Integer(15), false),
            ("2, 2 and 3", list([2, 2, 3]), true),
            ("2, 3 and 2", list([2, 2, 3]), false),
            ("2, 2", list([2, 2, 3]), false),
            ("2 to 5", list([2, 3, 4, 5]), true),
            ("two to four, and 6–8", list([2, 3, 4, 6, 7, 8]), true),
            ("2 to 5", list([2, 3, 5]), false),
            ("5 to 2", list([5, 2]), true),
            ("0 to 99999999999", list([0, 1]), false),
            ("(0, 5)", list([0, 5]), true),
            ("(2, 5, 7)", Fact::from("2,5,7"), true),
            ("two, five and seven", Fact::from("2,5,7"), true),
            ("2, 5, 8", Fact::from("2,5,7"), false),
            ("p", Fact::from("P"), true),
            ("lost", Fact::from("P"), false),
            ("1 + 3 + L4", Fact::from("1+3+L4"), true),
            ("1 + 3 + L6", Fact::from("1+3+L4"), false),
            ("(0, 1) and (1, 0)", texts(&["0,1", "1,0"]), true),
            ("(0, 1), (1, 0, 0)", texts(&["0,1", "1,0"]), false),
            ("0,1; 1,0", texts(&["0,1", "1,0"]), true),
            ("left, right", texts(&["left", "right"]), true),
            ("left", texts(&["left", "right"]), false),
            ("none", list([]), true),
            ("1", list([]), false),
            ("0", Fact::None, false),
            ("not 15", Fact::Integer(15), false),
            ("more than 15", Fact::Integer(15), false),
            ("more than 14", Fact::Integer(15), true),
            ("fewer than 15", Fact::Integer(15), false),
            ("at least fifteen", Fact::Integer(15), true),
            ("up to 16", Fact::Integer(15), false),
            ("up to 15", Fact::Integer(15), true),
            ("not 3, 5 and 7", list([3, 5, 7]), false),
            ("0 up to 2", list([0, 1, 2]), true),
            ("15%", Fact::Integer(15), false),
            ("50%", Fact::Fraction(crate::figure::Fraction::new(1, 2).unwrap()), true),
            ("one hundredth", Fact::Integer(1), false),
            ("one hundredth", Fact::Integer(100), true),
        ] {
            assert_eq!(compare(text, &fact).is_ok(), says, "{text} is {fact}");
        }
        assert_eq!(compare("many", &Fact::Integer(1)), Err(Mismatch::NoNumber));
        let unreadable = |text: &str| Err(Mismatch::Unreadable(text.to_owned()));
        for text in ["15k", "1e5", "15²", "15!", "15 quadrillion"] {
            assert_eq!(compare(text, &Fact::Integer(15)), unreadable(text));
        }
        assert_eq!(compare("(3, 5k)", &list([3, 5])), unreadable("5k)"));
        assert_eq!(compare("nearly 15", &Fact::Integer(14)), Err(Mismatch::NeedsCondition("nearly".to_owned())));
    }

    #[test]
    fn what_is_written_says_the_fact() {
        for fact in [Fact::Integer(54_264), list([2, 2, 3]), Fact::from("0,4"), Fact::from("1+L4"), Fact::from("P")] {
            let text = write(&fact, false).unwrap();
            assert_eq!(compare(&text, &fact), Ok(()), "{text}");
        }
    }
}
