//! A fact as text, and whether a text says it.

use std::ops::Range;

use crate::essay::number::{Number, Spelling, in_digits, in_words, numbers};
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
    /// The fact is none, or a group of facts.
    NoFact,
}

/// Whether a text says a fact: the number that is read from it is the fact, or all of the numbers are the list; a
/// text fact letter for letter, but for space, capitals and the brackets around a position.
///
/// # Errors
/// How it fails to.
pub(super) fn compare(text: &str, fact: &Fact) -> Result<(), Mismatch> {
    match fact {
        Fact::Integer(_) | Fact::Fraction(_) => one_number(text, fact.number().ok_or(Mismatch::NoFact)?),
        Fact::Text(fact) => says(text, says_text(text, fact)),
        Fact::List(list) => says(text, says_list(text, list)),
        Fact::Group(_) | Fact::None => Err(Mismatch::NoFact),
    }
}

fn says(text: &str, so: bool) -> Result<(), Mismatch> {
    if so { Ok(()) } else { Err(Mismatch::Says(text.trim().to_owned())) }
}

fn one_number(text: &str, fact: Fraction) -> Result<(), Mismatch> {
    match numbers(text).as_slice() {
        [] => Err(Mismatch::NoNumber),
        [number] if number.may_be(fact) => Ok(()),
        [number] => Err(Mismatch::Says(in_digits(number.value))),
        several => {
            let several: Vec<String> = several.iter().map(|number| in_digits(number.value)).collect();
            Err(Mismatch::Several(several.join(" and ")))
        }
    }
}

fn says_text(text: &str, fact: &str) -> bool {
    if squeezed(text) == squeezed(fact) {
        return true;
    }
    match position(fact) {
        Some(sizes) => says_numbers(text, &sizes),
        None => false,
    }
}

fn says_numbers(text: &str, expected: &[Fraction]) -> bool {
    let said = numbers(text);
    let as_they_stand =
        said.len() == expected.len() && said.iter().zip(expected).all(|(said, expected)| said.may_be(*expected));
    as_they_stand || run_out(text, &said, expected.len()).is_some_and(|said| said == expected)
}

/// The numbers of a text in which "3 to 7" and "3–7" stand for all from the first to the last; none where there are more
/// than expected.
fn run_out(text: &str, said: &[Number], expected: usize) -> Option<Vec<Fraction>> {
    let mut all: Vec<Fraction> = Vec::new();
    let mut end = 0;
    for number in said {
        let between = text.get(end..number.at.start).unwrap_or_default().trim();
        end = number.at.end;
        if ["to", "–", "-"].contains(&between)
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

fn says_list(text: &str, list: &[Fact]) -> bool {
    if list.is_empty() {
        return squeezed(text) == "none" || text.trim().is_empty();
    }
    let whole: Option<Vec<Fraction>> = list.iter().map(Fact::number).collect();
    if let Some(expected) = whole {
        return says_numbers(text, &expected);
    }
    let parts = parts(text);
    parts.len() == list.len() && parts.iter().zip(list).all(|(part, fact)| compare(part, fact).is_ok())
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
fn position(text: &str) -> Option<Vec<Fraction>> {
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

/// The bytes of a claim's text that are wrong, and what belongs there: the number alone where it is one, written as
/// the author writes it. None where the author must choose the words.
pub(super) fn mended(text: &str, fact: &Fact) -> Option<(Range<usize>, String)> {
    match (fact, numbers(text).as_slice()) {
        (Fact::Integer(_) | Fact::Fraction(_), [number]) => {
            Some((number.at.clone(), like(number, text, fact.number()?)))
        }
        (Fact::Integer(_) | Fact::Fraction(_), _) => None,
        (Fact::Text(_) | Fact::List(_), _) => {
            let replacement = write(fact, false).ok()?;
            let harmless = |c: char| c.is_alphanumeric() || " ,;()+−-".contains(c);
            replacement.chars().all(harmless).then_some((0..text.len(), replacement))
        }
        _ => None,
    }
}

/// A number written as another one is.
fn like(number: &Number, text: &str, value: Fraction) -> String {
    if number.spelling == Spelling::Digits {
        return in_digits(value);
    }
    let alone = number.at.len() == text.trim().len();
    let words = match value.numerator() {
        0 => if alone { "none" } else { "no" }.to_owned(),
        _ => in_words(value).unwrap_or_else(|| in_digits(value)),
    };
    let first = text.get(number.at.clone()).and_then(|text| text.chars().next());
    if first.is_some_and(char::is_uppercase) { capital(&words) } else { words }
}

/// A text with a capital at its beginning.
pub(super) fn capital(word: &str) -> String {
    let mut chars = word.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

#[cfg(test)]
mod tests {
    use super::{Mismatch, compare, mended, write};
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
        ] {
            assert_eq!(compare(text, &fact).is_ok(), says, "{text} is {fact}");
        }
        assert_eq!(compare("many", &Fact::Integer(1)), Err(Mismatch::NoNumber));
    }

    #[test]
    fn what_is_written_says_the_fact() {
        for fact in [Fact::Integer(54_264), list([2, 2, 3]), Fact::from("0,4"), Fact::from("1+L4"), Fact::from("P")] {
            let text = write(&fact, false).unwrap();
            assert_eq!(compare(&text, &fact), Ok(()), "{text}");
        }
    }

    #[test]
    fn a_number_is_mended_as_it_was_written() {
        for (text, fact, mend) in [
            ("673 moves", Fact::Integer(672), Some((0..3, "672"))),
            ("Fifteen errors", Fact::Integer(16), Some((0..7, "Sixteen"))),
            ("no errors", Fact::Integer(3), Some((0..2, "three"))),
            ("**54,000**", Fact::Integer(54_264), Some((2..8, "54,264"))),
            ("nine land", Fact::Integer(0), Some((0..4, "no"))),
            ("nine", Fact::Integer(0), Some((0..4, "none"))),
            ("many", Fact::Integer(3), None),
            ("1 of 2", Fact::Integer(3), None),
            ("3, 5", list([3, 5, 7]), Some((0..4, "3, 5, 7"))),
            ("a", Fact::from("b|c"), None),
        ] {
            assert_eq!(mended(text, &fact), mend.map(|(at, text)| (at, text.to_owned())), "{text}");
        }
    }
}
