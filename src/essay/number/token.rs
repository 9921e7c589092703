//! A text as words and numbers in digits.

use std::ops::Range;

use crate::figure::Fraction;

/// A word or a number in digits.
pub(super) struct Token {
    pub what: What,
    pub at: Range<usize>,
    /// What parts it from the token before.
    pub parted: Parted,
    /// Whether a sign for minus stands before it.
    pub negative: bool,
}

pub(super) enum What {
    /// In small letters.
    Word(String),
    Digits(Digits),
    /// Digits that are part of a name or too many.
    Other,
}

/// What stands between two tokens.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Parted {
    Space,
    Hyphen,
    /// Nothing, or something else, or it is the first.
    Otherwise,
}

/// A number in digits.
#[derive(Clone, Copy)]
pub(super) struct Digits {
    pub value: Fraction,
    pub sort: Sort,
}

/// How a number in digits is written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Sort {
    Whole,
    Ordinal,
    Decimal,
    /// `3/4`, `¾`, `1½`.
    Fraction,
}

impl Token {
    /// Whether only a space or a hyphen parts it from the token before.
    pub fn follows(&self) -> bool {
        self.parted != Parted::Otherwise
    }
}

pub(super) fn tokens(text: &str) -> Vec<Token> {
    let mut tokens: Vec<Token> = Vec::new();
    let mut i = 0;
    while let Some(c) = text[i..].chars().next() {
        let rest = &text[i..];
        let what = if c.is_ascii_digit() || vulgar(c).is_some() {
            let (length, digits) = digits(rest);
            let named = text[..i].ends_with(char::is_alphabetic);
            Some((length, digits.filter(|_| !named).map_or(What::Other, What::Digits)))
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
        let parted = match before {
            _ if tokens.is_empty() => Parted::Otherwise,
            "-" | "\u{2011}" => Parted::Hyphen,
            before if !before.is_empty() && before.trim().is_empty() => Parted::Space,
            _ => Parted::Otherwise,
        };
        let sign = before.chars().next_back().filter(|c| "-−".contains(*c));
        let negative = sign.is_some_and(|sign| {
            let clear = before.trim_end_matches(sign);
            sign == '−' || tokens.is_empty() || clear.ends_with(|c: char| c.is_whitespace() || "([".contains(c))
        });
        let start = if negative { i - sign.map_or(0, char::len_utf8) } else { i };
        tokens.push(Token { what, at: start..i + length, parted, negative });
        i += length;
    }
    tokens
}

/// What may stand between the thousands of a number.
const SEPARATORS: [&str; 5] = [",", "\u{2009}", "\u{202f}", "\u{a0}", "{,}"];

/// The length of the number in digits with which a text begins, and the number; none where it does not fit.
fn digits(text: &str) -> (usize, Option<Digits>) {
    let (mut end, mut value) = whole(text);
    let run = |from: usize| text[from..].bytes().take_while(u8::is_ascii_digit).count();
    let mut sort = Sort::Whole;
    let next = text[end..].chars().next();
    if let Some(part) = next.and_then(vulgar) {
        let whole = if end == 0 { Some(Fraction::from(0)) } else { value };
        value = whole.and_then(|whole| whole.plus(part));
        (end, sort) = (end + next.map_or(0, char::len_utf8), Sort::Fraction);
    } else if text[end..].starts_with('.') && run(end + 1) > 0 {
        let decimals = &text[end + 1..end + 1 + run(end + 1)];
        value = value.zip(decimal(decimals)).and_then(|(value, part)| value.plus(part));
        (end, sort) = (end + 1 + decimals.len(), Sort::Decimal);
    } else if let Some(stroke) = next.filter(|c| "/\u{2044}\u{2215}".contains(*c))
        && run(end + stroke.len_utf8()) > 0
    {
        let (length, below) = whole(&text[end + stroke.len_utf8()..]);
        value = value.zip(below).and_then(|(above, below)| above.over(below));
        (end, sort) = (end + stroke.len_utf8() + length, Sort::Fraction);
    } else if let Some(suffix) = ["st", "nd", "rd", "th"].iter().find(|suffix| text[end..].starts_with(**suffix))
        && !text[end + suffix.len()..].starts_with(char::is_alphanumeric)
    {
        (end, sort) = (end + suffix.len(), Sort::Ordinal);
    }
    (end, value.map(|value| Digits { value, sort }))
}

/// The length of a whole number, its thousands apart or not, and the number.
fn whole(text: &str) -> (usize, Option<Fraction>) {
    let run = |from: usize| text[from..].bytes().take_while(u8::is_ascii_digit).count();
    let mut end = run(0);
    let mut plain = text[..end].to_owned();
    if (1..=3).contains(&end) {
        while let Some(separator) = SEPARATORS.iter().find(|separator| text[end..].starts_with(**separator)) {
            let group = end + separator.len();
            if run(group) != 3 {
                break;
            }
            plain.push_str(&text[group..group + 3]);
            end = group + 3;
        }
    }
    (end, plain.parse().ok().and_then(|number| Fraction::new(number, 1)))
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
        '⅖' => (2, 5),
        '⅗' => (3, 5),
        '⅘' => (4, 5),
        '⅙' => (1, 6),
        '⅚' => (5, 6),
        '⅐' => (1, 7),
        '⅛' => (1, 8),
        '⅜' => (3, 8),
        '⅝' => (5, 8),
        '⅞' => (7, 8),
        '⅑' => (1, 9),
        '⅒' => (1, 10),
        _ => return None,
    };
    Fraction::new(above, below)
}
