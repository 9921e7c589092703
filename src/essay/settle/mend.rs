//! What to write in the place of a false number.

use std::ops::Range;

use super::comparison::{Compares, comparisons};
use super::text::{capital, position, write};
use crate::essay::Prose;
use crate::essay::number::{
    Number, Spelling, in_decimals, in_digits, in_words, numbers, ordinal_in_digits, ordinal_in_words,
};
use crate::figure::{Fact, Fraction};

/// The bytes of a file that are wrong in a claim's text, and what belongs there: numbers alone where they are numbers,
/// written as the author writes them. None where the author must choose the words.
pub(super) fn mended(file: &str, claim: &Prose, fact: &Fact) -> Option<(Range<usize>, String)> {
    let text = claim.excerpt();
    let (at, replacement) = right(text.text(), fact)?;
    let bytes = text.in_file(at.clone());
    // With markup in it, a number is the author's to mend.
    let stands = stands_as(file.get(bytes.clone())?, text.text().get(at)?);
    stands.then_some((bytes, replacement))
}

/// Whether a part of the file is a text but for the ends of its lines.
fn stands_as(file: &str, text: &str) -> bool {
    let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    let lines: Vec<&str> = file.lines().map(|line| line.trim_start_matches([' ', '\t', '>'])).collect();
    file == text || words(&lines.join(" ")) == words(text)
}

fn right(text: &str, fact: &Fact) -> Option<(Range<usize>, String)> {
    let numbers = numbers(text);
    let is = |(compares, _): &(Compares, String)| matches!(compares, Compares::Is | Compares::UpTo);
    if numbers.iter().any(|number| number.clinging.is_some()) || !comparisons(text, &numbers).iter().all(is) {
        return None;
    }
    let listed = |sizes: Option<Vec<Fraction>>| sizes.and_then(|sizes| in_list(text, &numbers, &sizes));
    match fact {
        Fact::Integer(_) | Fact::Fraction(_) => match numbers.as_slice() {
            [number] => Some((number.at.clone(), like(number, text, fact.number()?)?)),
            _ => None,
        },
        Fact::Text(fact_text) => listed(position(fact_text)).or_else(|| whole(text, fact)),
        Fact::List(list) => listed(list.iter().map(Fact::number).collect()).or_else(|| whole(text, fact)),
        Fact::Group(_) | Fact::None => None,
    }
}

/// Another text for the whole of it.
fn whole(text: &str, fact: &Fact) -> Option<(Range<usize>, String)> {
    let replacement = write(fact, false).ok()?;
    let harmless = |c: char| c.is_alphanumeric() || " ,;()+−-".contains(c);
    replacement.chars().all(harmless).then_some((0..text.len(), replacement))
}

/// A list of as many numbers, each of those that are wrong written anew; none where there are more or fewer.
fn in_list(text: &str, numbers: &[Number], expected: &[Fraction]) -> Option<(Range<usize>, String)> {
    let first = numbers.iter().zip(expected).position(|(number, expected)| !number.may_be(*expected))?;
    let last = numbers.iter().zip(expected).rposition(|(number, expected)| !number.may_be(*expected))?;
    if numbers.len() != expected.len() {
        return None;
    }
    let (mut replacement, mut end) = (String::new(), numbers.get(first)?.at.start);
    let start = end;
    for (number, expected) in numbers.iter().zip(expected).take(last + 1).skip(first) {
        replacement.push_str(text.get(end..number.at.start)?);
        if number.may_be(*expected) {
            replacement.push_str(text.get(number.at.clone())?);
        } else {
            replacement.push_str(&like(number, text, *expected)?);
        }
        end = number.at.end;
    }
    Some((start..end, replacement))
}

/// A number written as another one is; none where it cannot be.
fn like(number: &Number, text: &str, value: Fraction) -> Option<String> {
    let written = text.get(number.at.clone())?;
    if number.form.ordinal {
        let whole = value.whole().filter(|whole| *whole >= 0)?;
        return match number.form.spelling {
            Spelling::Words => Some(as_large(written, ordinal_in_words(whole)?)),
            _ => Some(ordinal_in_digits(whole)),
        };
    }
    if number.form.percent {
        let hundredths = in_decimals(value.times(Fraction::from(100))?)?;
        return match written.trim_end_matches(['%', '\\', ' ', '\u{a0}', '\u{202f}', '\u{2009}']) {
            digits if digits.len() < written.len() => Some(hundredths + written.get(digits.len()..)?),
            _ => None,
        };
    }
    match number.form.spelling {
        Spelling::Digits => Some(in_digits(value)),
        Spelling::Decimal => Some(in_decimals(value).unwrap_or_else(|| in_digits(value))),
        Spelling::Words => {
            let alone = number.at.len() == text.trim().len();
            let words = match value.numerator() {
                0 => if alone { "none" } else { "no" }.to_owned(),
                _ => in_words(value).unwrap_or_else(|| in_digits(value)),
            };
            Some(as_large(written, words))
        }
    }
}

/// Words with a capital at the beginning, or in capitals, where others have them.
fn as_large(written: &str, words: String) -> String {
    let letters = || written.chars().filter(|c| c.is_alphabetic());
    if letters().count() > 1 && letters().all(char::is_uppercase) {
        words.to_uppercase()
    } else if letters().next().is_some_and(char::is_uppercase) {
        capital(&words)
    } else {
        words
    }
}

#[cfg(test)]
mod tests {
    use super::{right, stands_as};
    use crate::figure::{Fact, Fraction};

    fn list<const N: usize>(numbers: [i64; N]) -> Fact {
        Fact::List(numbers.into_iter().map(Fact::Integer).collect())
    }

    #[test]
    fn a_number_is_mended_as_it_was_written() {
        let fraction = |n, d| Fact::Fraction(Fraction::new(n, d).unwrap());
        for (text, fact, mend) in [
            ("673 moves", Fact::Integer(672), Some("672 moves")),
            ("Fifteen errors", Fact::Integer(16), Some("Sixteen errors")),
            ("THIRTEEN", Fact::Integer(12), Some("TWELVE")),
            ("no errors", Fact::Integer(3), Some("three errors")),
            ("54,000 of them", Fact::Integer(54_264), Some("54,264 of them")),
            ("nine land", Fact::Integer(0), Some("no land")),
            ("nine", Fact::Integer(0), Some("none")),
            ("thirteenth", Fact::Integer(12), Some("twelfth")),
            ("13th", Fact::Integer(12), Some("12th")),
            ("21st", Fact::Integer(22), Some("22nd")),
            ("hundred and first", Fact::Integer(102), Some("one hundred and second")),
            ("15%", fraction(1, 2), Some("50%")),
            ("12 %", fraction(1, 8), Some("12.5 %")),
            ("15%", fraction(1, 3), None),
            ("1.5", fraction(7, 4), Some("1.75")),
            ("negative five", Fact::Integer(5), Some("five")),
            ("many", Fact::Integer(3), None),
            ("1 of 2", Fact::Integer(3), None),
            ("more than 4", Fact::Integer(3), None),
            ("1e6", Fact::Integer(3), None),
            ("3, 5", list([3, 5, 7]), Some("3, 5, 7")),
            ("3, 4 and 6", list([3, 4, 5]), Some("3, 4 and 5")),
            ("(three, five and 6)", list([3, 4, 7]), Some("(three, four and 7)")),
            ("(0, 5)", Fact::from("0,4"), Some("(0, 4)")),
            ("a", Fact::from("b|c"), None),
        ] {
            let mended = right(text, &fact).map(|(at, part)| [&text[..at.start], &part, &text[at.end..]].concat());
            assert_eq!(mended.as_deref(), mend, "{text}");
        }
    }

    #[test]
    fn markup_in_a_number_is_seen() {
        assert!(stands_as("two hundred\n> and six", "two hundred and six"));
        assert!(stands_as("two hundred\r\nand six", "two hundred and six"));
        assert!(!stands_as("*six*teen", "sixteen"));
    }
}
