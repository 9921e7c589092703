use std::ops::Range;

use super::{TEN_ORDINALS, TENS, UNIT_ORDINALS, UNITS};
use crate::figure::Fraction;

/// A number that stands in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::essay) struct Number {
    /// Its bytes in the text.
    pub at: Range<usize>,
    /// What it says.
    pub value: Fraction,
    /// What else it may say: "a third" is a fraction or an ordinal.
    pub otherwise: Option<Fraction>,
    /// How it is written.
    pub spelling: Spelling,
}

/// How a number is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::essay) enum Spelling {
    Digits,
    Words,
}

impl Number {
    /// Whether it can be read as this.
    pub fn may_be(&self, number: Fraction) -> bool {
        self.value == number || self.otherwise == Some(number)
    }
}

/// The numbers of a text, in order: digits with their separators, fractions, and words to a million.
///
/// Digits right behind a letter belong to a name (`L4`) and are no number.
pub(in crate::essay) fn numbers(text: &str) -> Vec<Number> {
    let tokens = tokens(text);
    let mut found = Vec::new();
    let mut i = 0;
    while i < tokens.len() {
        match number(&tokens, i) {
            Some((number, next)) => {
                found.push(number);
                i = next.max(i + 1);
            }
            None => i += 1,
        }
    }
    found
}

/// A word or a number in digits.
struct Token {
    what: What,
    at: Range<usize>,
    /// Whether only a space or a hyphen parts it from the token before.
    follows: bool,
    /// Whether a sign for minus stands before it.
    negative: bool,
}

enum What {
    Word(String),
    Digits(Fraction),
    /// Digits that are part of a name or too many.
    Other,
}

fn tokens(text: &str) -> Vec<Token> {
    let mut tokens: Vec<Token> = Vec::new();
    let mut i = 0;
    while let Some(c) = text[i..].chars().next() {
        let rest = &text[i..];
        let what = if c.is_ascii_digit() || vulgar(c).is_some() {
            let (length, value) = digits(rest);
            let named = text[..i].ends_with(char::is_alphabetic);
            Some((length, value.filter(|_| !named).map_or(What::Other, What::Digits)))
        } else if c.is_alphabetic() {
            let length = rest.find(|c: char| !c.is_alphabetic()).unwrap_or(rest.len());
            Some((length, What::Word(rest[..length].to_lowercase())))
        } else {
            None
        };
        let Some((length, what)) = what else {
            i += c.len_utf8();
            continue;
        };
        let before = &text[tokens.last().map_or(0, |token| token.at.end)..i];
        let follows = !tokens.is_empty() && (before == "-" || (!before.is_empty() && before.trim().is_empty()));
        let sign = before.chars().next_back().filter(|c| "-−".contains(*c));
        let negative = sign.is_some_and(|sign| {
            let clear = before.trim_end_matches(sign);
            sign == '−' || tokens.is_empty() || clear.ends_with(|c: char| c.is_whitespace() || "([".contains(c))
        });
        let start = if negative { i - sign.map_or(0, char::len_utf8) } else { i };
        tokens.push(Token { what, at: start..i + length, follows, negative });
        i += length;
    }
    tokens
}

/// The length and the value of the number in digits with which a text begins; none where it does not fit.
fn digits(text: &str) -> (usize, Option<Fraction>) {
    let run = |from: usize| text[from..].bytes().take_while(u8::is_ascii_digit).count();
    let mut end = run(0);
    let mut plain = text[..end].to_owned();
    if (1..=3).contains(&end) {
        while let Some(separator) =
            [",", "\u{2009}", "\u{202f}", "\u{a0}", "{,}"].iter().find(|s| text[end..].starts_with(**s))
        {
            let group = end + separator.len();
            if run(group) != 3 {
                break;
            }
            plain.push_str(&text[group..group + 3]);
            end = group + 3;
        }
    }
    let mut value =
        if end == 0 { Some(Fraction::from(0)) } else { plain.parse().ok().and_then(|n| Fraction::new(n, 1)) };
    let next = text[end..].chars().next();
    if let Some(part) = next.and_then(vulgar) {
        value = value.and_then(|value| value.plus(part));
        end += next.map_or(0, char::len_utf8);
    } else if text[end..].starts_with('.') && run(end + 1) > 0 {
        let decimals = &text[end + 1..end + 1 + run(end + 1)];
        value = value.zip(decimal(decimals)).and_then(|(value, part)| value.plus(part));
        end += 1 + decimals.len();
    } else if text[end..].starts_with('/') && run(end + 1) > 0 {
        let (length, below) = digits(&text[end + 1..]);
        value = value.zip(below).and_then(|(above, below)| above.over(below));
        end += 1 + length;
    } else if let Some(suffix) = ["st", "nd", "rd", "th"].iter().find(|suffix| text[end..].starts_with(**suffix))
        && !text[end + 2..].starts_with(char::is_alphanumeric)
    {
        end += suffix.len();
    }
    (end, value)
}

fn decimal(decimals: &str) -> Option<Fraction> {
    let below = 10i128.checked_pow(u32::try_from(decimals.len()).ok()?)?;
    Fraction::new(decimals.parse().ok()?, below)
}

fn vulgar(c: char) -> Option<Fraction> {
    let (above, below) = match c {
        '½' => (1, 2),
        '⅓' => (1, 3),
        '⅔' => (2, 3),
        '¼' => (1, 4),
        '¾' => (3, 4),
        '⅕' => (1, 5),
        '⅙' => (1, 6),
        '⅛' => (1, 8),
        _ => return None,
    };
    Fraction::new(above, below)
}

/// The number that begins at a token, and the token after it.
fn number(tokens: &[Token], i: usize) -> Option<(Number, usize)> {
    let words = Words(tokens);
    let token = tokens.get(i)?;
    let made = |value: Fraction, otherwise, next: usize, spelling| {
        let end = tokens.get(next.checked_sub(1)?)?.at.end;
        Some((Number { at: token.at.start..end, value, otherwise, spelling }, next))
    };
    if let What::Digits(value) = token.what {
        let value = if token.negative { Fraction::from(0).minus(value)? } else { value };
        return match words.following(i + 1).and_then(scale) {
            Some(scale) => made(value.times(Fraction::from(scale))?, None, i + 2, Spelling::Digits),
            None => made(value, None, i + 1, Spelling::Digits),
        };
    }
    if words.at(i) == Some("minus") {
        let (number, next) =
            number(tokens, i + 1).filter(|_| words.following(i + 1).is_some() || words.joined(i + 1))?;
        return made(Fraction::from(0).minus(number.value)?, None, next, number.spelling);
    }
    let (value, otherwise, next) = words.number(i)?;
    made(value, otherwise, next, Spelling::Words)
}

fn scale(word: &str) -> Option<i64> {
    match word {
        "dozen" => Some(12),
        "hundred" => Some(100),
        "thousand" => Some(1_000),
        "million" => Some(1_000_000),
        _ => None,
    }
}

/// Words that are numbers by themselves.
fn lone(word: &str) -> Option<i64> {
    Some(match word {
        "none" | "no" | "neither" | "zero" | "naught" | "nil" | "never" | "nothing" => 0,
        "once" | "single" => 1,
        "both" | "twice" => 2,
        "thrice" => 3,
        _ => return None,
    })
}

/// What follows "no" where it says how two things compare.
const COMPARED: [&str; 8] = ["fewer", "less", "more", "longer", "larger", "smaller", "greater", "better"];

/// The words among some tokens.
struct Words<'t>(&'t [Token]);

impl<'t> Words<'t> {
    fn at(&self, i: usize) -> Option<&'t str> {
        match &self.0.get(i)?.what {
            What::Word(word) => Some(word),
            _ => None,
        }
    }

    fn joined(&self, i: usize) -> bool {
        self.0.get(i).is_some_and(|token| token.follows)
    }

    /// The word at a place, if nothing but a space or a hyphen stands before it.
    fn following(&self, i: usize) -> Option<&'t str> {
        self.at(i).filter(|_| self.joined(i))
    }

    /// The number in words that begins at a place, what else it may be, and the place after it.
    fn number(&self, i: usize) -> Option<(Fraction, Option<Fraction>, usize)> {
        let word = self.at(i)?;
        if word == "not" {
            let after = if self.following(i + 1) == Some("a") { i + 2 } else { i + 1 };
            let nobody = matches!(self.following(after), Some("one" | "single"));
            return nobody.then_some((Fraction::from(0), None, after + 1));
        }
        if word == "no" && self.following(i + 1).is_some_and(|next| COMPARED.contains(&next)) {
            return None;
        }
        if let Some(value) = lone(word) {
            return Some((Fraction::from(value), None, i + 1));
        }
        let article = matches!(word, "a" | "an");
        if !article && let Some((value, next, ordinal)) = self.whole(i) {
            if ordinal {
                // "third", alone, may be a fraction all the same.
                let part = if next == i + 1 { part(word).and_then(|below| Fraction::new(1, below)) } else { None };
                return Some((Fraction::from(value), part, next));
            }
            if let Some(below) = self.following(next).and_then(part) {
                return Some((Fraction::new(value.into(), below)?, None, next + 1));
            }
            if self.following(next) == Some("dozen") {
                return Some((Fraction::from(value.checked_mul(12)?), None, next + 1));
            }
            let and_a_half = ["and", "a", "half"].iter().zip(next..).all(|(word, at)| self.following(at) == Some(word));
            return if and_a_half {
                Some((Fraction::from(value).plus(Fraction::new(1, 2)?)?, None, next + 3))
            } else {
                Some((Fraction::from(value), None, next))
            };
        }
        if !article {
            return part(word)
                .filter(|_| !word.ends_with('s'))
                .and_then(|below| Some((Fraction::new(1, below)?, None, i + 1)));
        }
        let next = self.following(i + 1)?;
        if let Some(below) = part(next) {
            let ordinal = self.whole(i + 1).map(|(value, ..)| Fraction::from(value));
            return Some((Fraction::new(1, below)?, ordinal, i + 2));
        }
        match next {
            "dozen" => Some((Fraction::from(12), None, i + 2)),
            "hundred" | "thousand" | "million" => {
                self.whole(i).map(|(value, next, _)| (Fraction::from(value), None, next))
            }
            _ => None,
        }
    }

    /// A whole number in words, the place after it, and whether it is an ordinal.
    fn whole(&self, i: usize) -> Option<(i64, usize, bool)> {
        let (mut count, mut next, mut ordinal) = self.below_thousand(i)?;
        let (mut total, mut limit) = (0i64, i64::MAX);
        while let Some(size) = self.size(next).filter(|&size| size < limit && count > 0 && !ordinal) {
            total = total.checked_add(count.checked_mul(size)?)?;
            (next, limit) = (next + 1, size);
            let with_and = self.following(next) == Some("and");
            let start = if with_and { next + 1 } else { next };
            match self.below_thousand(start).filter(|_| self.joined(start)) {
                // "One thousand and two hundred" are two numbers, and so are "one thousand, two thousand".
                Some((more, after, is_ordinal))
                    if more > 0
                        && self.size(after).is_none_or(|size| size < limit && !with_and)
                        && !(with_and && more >= 100) =>
                {
                    (count, next, ordinal) = (more, after, is_ordinal);
                }
                _ => return Some((total, next, false)),
            }
        }
        Some((total.checked_add(count)?, next, ordinal))
    }

    /// How many the word at a place makes of one, if it is "thousand" or "million" and belongs to what stands before.
    fn size(&self, i: usize) -> Option<i64> {
        match self.following(i)? {
            "thousand" => Some(1_000),
            "million" => Some(1_000_000),
            _ => None,
        }
    }

    fn below_thousand(&self, i: usize) -> Option<(i64, usize, bool)> {
        let (count, next, ordinal) = match self.at(i)? {
            "a" | "an" => (1, i + 1, false),
            _ => self.below_hundred(i)?,
        };
        let article = matches!(self.at(i), Some("a" | "an"));
        match self.following(next) {
            Some("hundred") if !ordinal && count > 0 => {
                let hundreds = count.checked_mul(100)?;
                let and = if self.following(next + 1) == Some("and") { next + 2 } else { next + 1 };
                match self.below_hundred(and).filter(|_| self.joined(and)) {
                    Some((rest, after, ordinal)) if rest > 0 && self.following(after) != Some("hundred") => {
                        Some((hundreds + rest, after, ordinal))
                    }
                    _ => Some((hundreds, next + 1, false)),
                }
            }
            Some("thousand" | "million") if article => Some((1, next, false)),
            _ if article => None,
            _ => Some((count, next, ordinal)),
        }
    }

    fn below_hundred(&self, i: usize) -> Option<(i64, usize, bool)> {
        let word = self.at(i)?;
        let place = |list: &[&str], word: &str| {
            list.iter().position(|known| *known == word).and_then(|at| i64::try_from(at).ok())
        };
        if let Some(unit) = place(&UNITS, word) {
            return Some((unit, i + 1, false));
        }
        if let Some(unit) = place(&UNIT_ORDINALS, word) {
            return Some((unit, i + 1, true));
        }
        if let Some(ten) = place(&TEN_ORDINALS, word) {
            return Some((10 * ten + 20, i + 1, true));
        }
        let tens = 10 * place(&TENS, word)? + 20;
        let digit = |list: &[&str]| {
            self.following(i + 1).and_then(|word| place(list, word)).filter(|unit| (1..10).contains(unit))
        };
        if let Some(unit) = digit(&UNITS) {
            return Some((tens + unit, i + 2, false));
        }
        match digit(&UNIT_ORDINALS) {
            Some(unit) => Some((tens + unit, i + 2, true)),
            None => Some((tens, i + 1, false)),
        }
    }
}

/// How many of a part make a whole: "thirds" are three.
fn part(word: &str) -> Option<i128> {
    let one = word.strip_suffix('s').unwrap_or(word);
    let place = |list: &[&str]| list.iter().position(|known| *known == one).and_then(|at| i128::try_from(at).ok());
    match word {
        "half" | "halves" => Some(2),
        "quarter" | "quarters" => Some(4),
        "second" | "seconds" | "first" | "firsts" | "zeroth" => None,
        _ => place(&UNIT_ORDINALS).or_else(|| place(&TEN_ORDINALS).map(|at| 10 * at + 20)),
    }
}
