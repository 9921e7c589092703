use std::ops::Range;

use super::token::{Digits, Parted, Sort, Token, What, tokens};
use super::words::{Words, scale};
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
    pub form: Form,
    /// The bytes of it and of what clings to it, where that makes of it something that is not read: `15²`, `5k`.
    pub clinging: Option<Range<usize>>,
}

/// How a number is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::essay) struct Form {
    pub spelling: Spelling,
    /// `13th`, "thirteenth".
    pub ordinal: bool,
    /// `12.5%`, "ten per cent".
    pub percent: bool,
}

/// In what a number is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::essay) enum Spelling {
    Digits,
    /// `3.5`.
    Decimal,
    Words,
}

impl Number {
    /// Whether it can be read as this.
    pub fn may_be(&self, number: Fraction) -> bool {
        self.value == number || self.otherwise == Some(number)
    }

    /// Whether a number above twelve is said in it.
    pub fn is_above_twelve(&self) -> bool {
        let large = |part: i128| part.unsigned_abs() > 12;
        large(self.value.numerator()) || large(self.value.denominator())
    }
}

/// The numbers of a text, in order: digits with their separators, fractions, percentages, and words.
///
/// Digits right behind a letter belong to a name (`L4`) and are no number.
pub(in crate::essay) fn numbers(text: &str) -> Vec<Number> {
    let tokens = tokens(text);
    let mut found = Vec::new();
    let mut i = 0;
    while i < tokens.len() {
        match number(text, &tokens, i) {
            Some((mut number, next)) => {
                number.clinging = clinging(text, &tokens, &number, i, next);
                found.push(number);
                i = next.max(i + 1);
            }
            None => i += 1,
        }
    }
    found
}

/// A number before what follows it is looked at, and the token after it.
struct Found {
    value: Fraction,
    otherwise: Option<Fraction>,
    spelling: Spelling,
    ordinal: bool,
    next: usize,
}

/// The number that begins at a token, and the token after it.
fn number(text: &str, tokens: &[Token], i: usize) -> Option<(Number, usize)> {
    let words = Words(tokens);
    let token = tokens.get(i)?;
    if matches!(words.at(i), Some("minus" | "negative")) && tokens.get(i + 1).is_some_and(Token::follows) {
        let (number, next) = number(text, tokens, i + 1)?;
        let value = Fraction::from(0).minus(number.value)?;
        return Some((Number { at: token.at.start..number.at.end, value, otherwise: None, ..number }, next));
    }
    let found = match &token.what {
        What::Digits(digits) => in_digits(&words, digits, i)?,
        _ => {
            let said = words.number(i)?;
            let (value, otherwise) = (said.value, said.otherwise);
            Found { value, otherwise, spelling: Spelling::Words, ordinal: said.ordinal, next: said.next }
        }
    };
    let Found { mut value, otherwise, spelling, ordinal, mut next } = found;
    if token.negative {
        value = Fraction::from(0).minus(value)?;
    }
    let mut end = tokens.get(next.checked_sub(1)?)?.at.end;
    let mut percent = None;
    if !ordinal {
        percent = percent_sign(&text[end..]).map(|length| (end + length, next));
        let at_word = |next: usize| tokens.get(next - 1).map(|token| (token.at.end, next));
        percent = percent.or_else(|| match (words.following(next), words.following(next + 1)) {
            (Some("percent"), _) => at_word(next + 1),
            (Some("per"), Some("cent")) => at_word(next + 2),
            _ => None,
        });
    }
    if let Some(after) = percent {
        (end, next) = after;
        value = value.over(Fraction::from(100))?;
    }
    let form = Form { spelling, ordinal, percent: percent.is_some() };
    Some((Number { at: token.at.start..end, value, otherwise, form, clinging: None }, next))
}

/// The length of a sign for per cent with which a text begins, a space before it included.
fn percent_sign(text: &str) -> Option<usize> {
    let sign = text.trim_start_matches([' ', '\u{a0}', '\u{2009}', '\u{202f}']);
    let rest = sign.strip_prefix("\\%").or_else(|| sign.strip_prefix('%'))?;
    Some(text.len() - rest.len())
}

/// A number in digits with the words that belong to it: `2.3 million`, `5 sixths`, `2 1/2`.
fn in_digits(words: &Words<'_>, digits: &Digits, i: usize) -> Option<Found> {
    let spelling = if digits.sort == Sort::Decimal { Spelling::Decimal } else { Spelling::Digits };
    let found = |value, spelling, next| Some(Found { value, otherwise: None, spelling, ordinal: false, next });
    let value = digits.value;
    if digits.sort == Sort::Ordinal {
        return Some(Found { value, otherwise: None, spelling, ordinal: true, next: i + 1 });
    }
    if let Some(scale) = words.following(i + 1).and_then(scale) {
        return found(value.times(Fraction::from(scale))?, Spelling::Digits, i + 2);
    }
    if digits.sort == Sort::Fraction {
        return found(value, spelling, i + 1);
    }
    if let Some((part, next)) = words.parts(i + 1)
        && (words.is_plural(next) || value == Fraction::from(1))
    {
        return found(value.times(part)?, Spelling::Digits, next);
    }
    if digits.sort == Sort::Whole {
        if let Some(Token { what: What::Digits(part), parted: Parted::Space, negative: false, .. }) = words.0.get(i + 1)
            && part.sort == Sort::Fraction
            && part.value.numerator() < part.value.denominator()
        {
            return found(value.plus(part.value)?, Spelling::Digits, i + 2);
        }
        if let Some((part, next)) = words.and_a_part(i + 1) {
            return found(value.plus(part)?, Spelling::Digits, next);
        }
    }
    found(value, spelling, i + 1)
}

/// What may stand right before and right behind a number without making it another.
const BEFORE: &str = "([{“‘\"'–—-−,;:…∗*|<>≤≥≠≈~=«";
const BEHIND: &str = ",.;:)]}?’”\"'–—-…|»";

/// Words that make another number of the one before them, or before which they stand.
const AFTER: [&str; 20] = [
    "quadrillion",
    "quintillion",
    "sextillion",
    "gross",
    "score",
    "scores",
    "dozens",
    "hundreds",
    "thousands",
    "millions",
    "billions",
    "trillions",
    "squared",
    "cubed",
    "factorial",
    "fold",
    "permille",
    "plus",
    "choose",
    "mod",
];
const AHEAD: [&str; 8] = ["but", "except", "excluding", "plus", "times", "double", "triple", "quadruple"];

/// The bytes of a number with what clings to it, if anything does.
fn clinging(text: &str, tokens: &[Token], number: &Number, first: usize, next: usize) -> Option<Range<usize>> {
    let at = number.at.clone();
    let words = Words(tokens);
    let in_words = number.form.spelling == Spelling::Words;
    let word = |i: usize, list: &[&str]| words.at(i).is_some_and(|word| list.contains(&word));
    let (before, behind) = (&text[..at.start], &text[at.end..]);
    let mut around = at.clone();
    if words.following(next).is_some() && word(next, &AFTER) {
        around.end = tokens.get(next).map_or(at.end, |token| token.at.end);
    } else if let Some(c) = behind.chars().next().filter(|c| !c.is_whitespace()) {
        let decimal = c == '.' && behind[1..].starts_with(|c: char| c.is_ascii_digit());
        if decimal || !(BEHIND.contains(c) || (in_words && c == '!')) {
            around.end += behind.find(char::is_whitespace).unwrap_or(behind.len());
        }
    }
    let ahead = first.checked_sub(1).filter(|_| tokens.get(first).is_some_and(Token::follows));
    if let Some(ahead) = ahead.filter(|ahead| word(*ahead, &AHEAD)) {
        around.start = tokens.get(ahead).map_or(at.start, |token| token.at.start);
    } else if let Some(c) = before.chars().next_back().filter(|c| !c.is_whitespace()) {
        let hyphen = "-\u{2011}".contains(c) && !in_words;
        let named =
            hyphen && before[..before.len() - c.len_utf8()].ends_with(|c: char| c.is_alphabetic() || ")]".contains(c));
        if named || !(BEFORE.contains(c) || hyphen) {
            around.start = before.rfind(char::is_whitespace).map_or(0, |space| space + 1);
        }
    }
    (around != at).then_some(around)
}
