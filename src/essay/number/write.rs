use super::{LARGEST_IN_WORDS, TEN_ORDINALS, TENS, UNIT_ORDINALS, UNITS};
use crate::figure::Fraction;
use crate::notation::grouped;

/// A number in digits, thousands apart: `54,264`, `−3`, `1/3`.
pub(in crate::essay) fn in_digits(number: Fraction) -> String {
    let below = number.denominator();
    let above = whole_in_digits(number.numerator());
    if below == 1 { above } else { format!("{above}/{}", whole_in_digits(below)) }
}

fn whole_in_digits(number: i128) -> String {
    format!("{}{}", if number < 0 { "−" } else { "" }, grouped(number.unsigned_abs()))
}

/// The same with a decimal point, where it ends: `12.5`.
pub(in crate::essay) fn in_decimals(number: Fraction) -> Option<String> {
    let (mut below, mut places) = (number.denominator(), 0u32);
    for factor in [2, 5] {
        let mut times = 0;
        while below % factor == 0 {
            (below, times) = (below / factor, times + 1);
        }
        places = places.max(times);
    }
    if below != 1 {
        return None;
    }
    let power = 10i128.checked_pow(places)?;
    let shifted = number.numerator().checked_mul(power / number.denominator())?;
    let (whole, rest) = (shifted.unsigned_abs() / power.unsigned_abs(), shifted.unsigned_abs() % power.unsigned_abs());
    let sign = if shifted < 0 { "−" } else { "" };
    let point = if places == 0 { String::new() } else { format!(".{rest:0>width$}", width = places as usize) };
    Some(format!("{sign}{}{point}", grouped(whole)))
}

/// An ordinal in digits: `1st`, `12th`.
pub(in crate::essay) fn ordinal_in_digits(number: i64) -> String {
    let suffix = match (number.unsigned_abs() % 10, number.unsigned_abs() % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    format!("{}{suffix}", whole_in_digits(number.into()))
}

/// An ordinal in words, to a million.
pub(in crate::essay) fn ordinal_in_words(number: i64) -> Option<String> {
    let cardinal = whole_in_words(u128::try_from(number).ok()?)?;
    let last = cardinal.rfind([' ', '-']).map_or(0, |at| at + 1);
    let (before, word) = cardinal.split_at(last);
    let place = |list: &[&str]| list.iter().position(|known| *known == word);
    let ordinal = match (place(&UNITS), place(&TENS)) {
        (Some(unit), _) => (*UNIT_ORDINALS.get(unit)?).to_owned(),
        (_, Some(ten)) => (*TEN_ORDINALS.get(ten)?).to_owned(),
        _ => format!("{word}th"),
    };
    Some(format!("{before}{ordinal}"))
}

/// A number in words, as the British write it, to a million; fractions with a denominator that has a common name.
pub(in crate::essay) fn in_words(number: Fraction) -> Option<String> {
    let above = number.numerator();
    let words = whole_in_words(above.unsigned_abs())?;
    let sign = if above < 0 { "minus " } else { "" };
    if number.denominator() == 1 {
        return Some(format!("{sign}{words}"));
    }
    let one = above.unsigned_abs() == 1;
    let part = match number.denominator() {
        2 if one => "half".to_owned(),
        2 => "halves".to_owned(),
        4 if one => "quarter".to_owned(),
        4 => "quarters".to_owned(),
        below => format!("{}{}", ordinal(below)?, if one { "" } else { "s" }),
    };
    Some(format!("{sign}{words} {part}"))
}

fn ordinal(number: i128) -> Option<&'static str> {
    let number = usize::try_from(number).ok()?;
    match number {
        0..20 => UNIT_ORDINALS.get(number).copied(),
        20..100 if number.is_multiple_of(10) => TEN_ORDINALS.get(number / 10 - 2).copied(),
        _ => None,
    }
}

fn whole_in_words(number: u128) -> Option<String> {
    let number = u32::try_from(number).ok().filter(|&number| i128::from(number) <= LARGEST_IN_WORDS)?;
    let mut words = Vec::new();
    let (millions, thousands, rest) = (number / 1_000_000, number / 1_000 % 1_000, number % 1_000);
    if millions > 0 {
        words.push(format!("{} million", below_thousand(millions)?));
    }
    if thousands > 0 {
        words.push(format!("{} thousand", below_thousand(thousands)?));
    }
    if rest > 0 && rest < 100 && !words.is_empty() {
        words.push("and".to_owned());
    }
    if rest > 0 || words.is_empty() {
        words.push(below_thousand(rest)?);
    }
    Some(words.join(" "))
}

fn below_thousand(number: u32) -> Option<String> {
    let (hundreds, rest) = (number / 100, number % 100);
    match (hundreds, rest) {
        (0, rest) => below_hundred(rest),
        (hundreds, 0) => Some(format!("{} hundred", below_hundred(hundreds)?)),
        (hundreds, rest) => Some(format!("{} hundred and {}", below_hundred(hundreds)?, below_hundred(rest)?)),
    }
}

fn below_hundred(number: u32) -> Option<String> {
    let unit = |n: u32| UNITS.get(n as usize);
    if number < 20 {
        return unit(number).map(|word| (*word).to_owned());
    }
    let tens = TENS.get((number / 10) as usize - 2)?;
    if number.is_multiple_of(10) { Some((*tens).to_owned()) } else { Some(format!("{tens}-{}", unit(number % 10)?)) }
}
