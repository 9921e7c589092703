//! Numbers in words.

use super::token::{Token, What};
use super::{TEN_ORDINALS, TENS, UNIT_ORDINALS, UNITS};
use crate::figure::Fraction;

/// The words among some tokens.
pub(super) struct Words<'t>(pub &'t [Token]);

/// A number in words.
pub(super) struct Said {
    pub value: Fraction,
    /// What else it may say: "one hundredth" is an ordinal or a fraction.
    pub otherwise: Option<Fraction>,
    /// Whether it is an ordinal, taken as `value`.
    pub ordinal: bool,
    /// The place after it.
    pub next: usize,
}

/// A whole number in words.
struct Whole {
    value: i64,
    next: usize,
    ordinal: bool,
    /// Of "five thousandth", the five and the thousand.
    split: Option<(i64, i64)>,
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

/// What makes of "hundred" after it no number: "a few hundred".
const VAGUE: [&str; 6] = ["few", "several", "many", "some", "couple", "of"];

/// The words above "hundred" that multiply.
const SIZES: [(&str, i64); 4] =
    [("thousand", 1_000), ("million", 1_000_000), ("billion", 1_000_000_000), ("trillion", 1_000_000_000_000)];

/// How many a word makes of one: "dozen", "thousand".
pub(super) fn scale(word: &str) -> Option<i64> {
    let small = match word {
        "dozen" => Some(12),
        "hundred" => Some(100),
        _ => None,
    };
    small.or_else(|| SIZES.iter().find(|(size, _)| *size == word).map(|(_, size)| *size))
}

fn place(list: &[&str], word: &str) -> Option<i64> {
    list.iter().position(|known| *known == word).and_then(|at| i64::try_from(at).ok())
}

fn fraction(above: i64, below: i64) -> Option<Fraction> {
    Fraction::new(above.into(), below.into())
}

impl<'t> Words<'t> {
    pub fn at(&self, i: usize) -> Option<&'t str> {
        match &self.0.get(i)?.what {
            What::Word(word) => Some(word),
            _ => None,
        }
    }

    /// The word at a place, if nothing but a space or a hyphen stands before it.
    pub fn following(&self, i: usize) -> Option<&'t str> {
        self.at(i).filter(|_| self.0.get(i).is_some_and(Token::follows))
    }

    fn before(&self, i: usize) -> Option<&'t str> {
        self.0.get(i).filter(|token| token.follows())?;
        self.at(i.checked_sub(1)?)
    }

    /// The number in words that begins at a place.
    pub fn number(&self, i: usize) -> Option<Said> {
        let word = self.at(i)?;
        let said = |value, otherwise, next| Some(Said { value, otherwise, ordinal: false, next });
        match word {
            "not" => {
                let after = if self.following(i + 1) == Some("a") { i + 2 } else { i + 1 };
                let nobody = matches!(self.following(after), Some("one" | "single"));
                return if nobody { said(Fraction::from(0), None, after + 1) } else { None };
            }
            "no" if self.following(i + 1).is_some_and(|next| COMPARED.contains(&next)) => return None,
            "half" | "quarter" => {
                let part = Fraction::new(1, if word == "half" { 2 } else { 4 })?;
                if matches!(self.following(i + 1), Some("a" | "an"))
                    && let Some(scale) = self.following(i + 2).and_then(scale)
                {
                    return said(part.times(Fraction::from(scale))?, None, i + 3);
                }
                return said(part, None, i + 1);
            }
            "a" | "an" => return self.after_article(i),
            _ => {}
        }
        if let Some(value) = lone(word) {
            return said(Fraction::from(value), None, i + 1);
        }
        let Some(whole) = self.whole(i) else {
            let vague = self.before(i).is_some_and(|before| VAGUE.contains(&before));
            return if word == "dozen" && !vague { said(Fraction::from(12), None, i + 1) } else { None };
        };
        if whole.ordinal {
            let otherwise = match whole.split {
                Some((above, below)) => fraction(above, below),
                // "Third", alone, may be a fraction all the same.
                None if whole.next == i + 1 && !["zeroth", "first", "second"].contains(&word) => {
                    fraction(1, whole.value)
                }
                None => None,
            };
            return Some(Said { value: Fraction::from(whole.value), otherwise, ordinal: true, next: whole.next });
        }
        let value = Fraction::from(whole.value);
        if let Some((part, next)) = self.parts(whole.next) {
            return said(value.times(part)?, None, next);
        }
        if self.following(whole.next) == Some("dozen") {
            return said(value.times(Fraction::from(12))?, None, whole.next + 1);
        }
        match self.and_a_part(whole.next) {
            Some((part, next)) => said(value.plus(part)?, None, next),
            None => said(value, None, whole.next),
        }
    }

    /// "A third", "a dozen", "a hundred and one".
    fn after_article(&self, i: usize) -> Option<Said> {
        let begins_larger = self.following(i + 1).is_some_and(|word| scale(word).is_some());
        if !begins_larger && let Some((part, next)) = self.parts(i + 1) {
            let ordinal = self.whole(i + 1).filter(|whole| whole.ordinal).map(|whole| Fraction::from(whole.value));
            return Some(Said { value: part, otherwise: ordinal, ordinal: false, next });
        }
        let said = |value, next| Some(Said { value, otherwise: None, ordinal: false, next });
        match self.following(i + 1)? {
            "dozen" => said(Fraction::from(12), i + 2),
            word if scale(word).is_some() => {
                let whole = self.whole(i + 1)?;
                let value = Fraction::from(whole.value);
                if whole.ordinal {
                    return Some(Said { value, otherwise: None, ordinal: true, next: whole.next });
                }
                match self.parts(whole.next) {
                    Some((part, next)) => said(value.times(part)?, next),
                    None => said(value, whole.next),
                }
            }
            _ => None,
        }
    }

    /// "And a half", "and two thirds", behind a whole number.
    pub fn and_a_part(&self, i: usize) -> Option<(Fraction, usize)> {
        if self.following(i) != Some("and") {
            return None;
        }
        let (count, next) = match self.following(i + 1)? {
            "a" | "an" => (1, i + 2),
            _ => {
                let whole = self.whole(i + 1).filter(|whole| !whole.ordinal)?;
                (whole.value, whole.next)
            }
        };
        let (part, next) = self.parts(next)?;
        let part = Fraction::from(count).times(part)?;
        (part.numerator() < part.denominator()).then_some((part, next))
    }

    /// What one of the parts is that a word behind a number counts, "thirds" or "twenty-fourths", and the place after it.
    pub fn parts(&self, i: usize) -> Option<(Fraction, usize)> {
        match self.following(i)? {
            "half" | "halves" => return Some((Fraction::new(1, 2)?, i + 1)),
            "quarter" | "quarters" => return Some((Fraction::new(1, 4)?, i + 1)),
            "second" | "seconds" | "first" | "firsts" | "zeroth" => return None,
            _ => {}
        }
        let whole = self.whole_or_parts(i, true).filter(|whole| whole.ordinal)?;
        Some((fraction(1, whole.value)?, whole.next))
    }

    /// Whether the word at a place is one for parts, in the plural: "sixths".
    pub fn is_plural(&self, next: usize) -> bool {
        next.checked_sub(1).and_then(|last| self.at(last)).is_some_and(|word| word.ends_with('s'))
    }

    fn whole(&self, i: usize) -> Option<Whole> {
        self.whole_or_parts(i, false)
    }

    /// A whole number, and whether it is an ordinal; or parts in the plural, as if they were an ordinal.
    fn whole_or_parts(&self, i: usize, plural: bool) -> Option<Whole> {
        let reading = Reading { words: self, plural };
        let (mut count, mut next, mut ordinal, mut split) = reading.below_thousand(i)?;
        let (mut total, mut limit) = (0i64, i64::MAX);
        while let Some((size, is_ordinal)) =
            reading.size(next).filter(|&(size, _)| size < limit && count > 0 && !ordinal)
        {
            let lone = total == 0;
            total = total.checked_add(count.checked_mul(size)?)?;
            (next, limit) = (next + 1, size);
            if is_ordinal {
                let split = lone.then_some((count, size));
                return Some(Whole { value: total, next, ordinal: true, split });
            }
            let with_and = self.following(next) == Some("and");
            let start = if with_and { next + 1 } else { next };
            match reading.below_thousand(start).filter(|_| self.following(start).is_some()) {
                // "One thousand and two hundred" are two numbers, and so are "one thousand, two thousand".
                Some((more, after, is_ordinal, _))
                    if more > 0
                        && reading.size(after).is_none_or(|(size, _)| size < limit && !with_and)
                        && !(with_and && more >= 100)
                        && self.is_count(start) =>
                {
                    (count, next, ordinal, split) = (more, after, is_ordinal, None);
                }
                _ => return Some(Whole { value: total, next, ordinal: false, split: None }),
            }
        }
        if total > 0 {
            split = None;
        }
        // A bare "thousand" begins a number, as in "a thousand and one".
        if count == 0 && next == i {
            return None;
        }
        Some(Whole { value: total.checked_add(count)?, next, ordinal, split })
    }

    /// Whether a number of its own begins with the word, and not "a" or a bare "hundred".
    fn is_count(&self, i: usize) -> bool {
        self.at(i).is_some_and(|word| !matches!(word, "a" | "an") && scale(word).is_none())
    }
}

/// What is read at a place: how many, the place after it, whether it is an ordinal, and its parts where it can be split.
type Below = (i64, usize, bool, Option<(i64, i64)>);

/// A way of reading ordinals: as they are, or in the plural too, as parts.
struct Reading<'w, 't> {
    words: &'w Words<'t>,
    plural: bool,
}

impl Reading<'_, '_> {
    /// An ordinal in the singular.
    fn singular<'a>(&self, word: &'a str) -> &'a str {
        word.strip_suffix('s').filter(|_| self.plural).unwrap_or(word)
    }

    /// How many the word at a place makes of one, if it belongs to what stands before; and whether it is an ordinal.
    fn size(&self, i: usize) -> Option<(i64, bool)> {
        self.size_of(self.words.following(i)?)
    }

    fn size_of(&self, word: &str) -> Option<(i64, bool)> {
        let cardinal = |word: &str| SIZES.iter().find(|(size, _)| *size == word).map(|(_, size)| *size);
        cardinal(word)
            .map(|size| (size, false))
            .or_else(|| Some((self.singular(word).strip_suffix("th").and_then(cardinal)?, true)))
    }

    fn below_thousand(&self, i: usize) -> Option<Below> {
        let word = self.words.at(i)?;
        let bare = self.singular(word) == "hundredth" || word == "hundred" || self.size_of(word).is_some();
        if bare {
            if self.words.before(i).is_some_and(|before| VAGUE.contains(&before)) {
                return None;
            }
            if let Some((size, ordinal)) = self.size_of(word) {
                return if ordinal { Some((size, i + 1, true, None)) } else { self.bare_size(i, size) };
            }
            return if word == "hundred" { self.hundreds(1, i) } else { Some((100, i + 1, true, None)) };
        }
        let (count, next, ordinal) = self.below_hundred(i)?;
        match self.words.following(next) {
            Some("hundred") if !ordinal && count > 0 => self.hundreds(count, next),
            Some(word) if !ordinal && count > 0 && self.singular(word) == "hundredth" && !word.ends_with('s') => {
                Some((count.checked_mul(100)?, next + 1, true, Some((count, 100))))
            }
            _ => Some((count, next, ordinal, None)),
        }
    }

    /// A "thousand" with nothing before it, and what follows it.
    fn bare_size(&self, i: usize, size: i64) -> Option<Below> {
        let and = if self.words.following(i + 1) == Some("and") { i + 2 } else { i + 1 };
        let rest = self.words.following(and).filter(|_| self.words.is_count(and));
        match rest.and_then(|_| self.below_thousand(and)) {
            Some((rest, after, ordinal, _)) if rest > 0 && self.size(after).is_none() => {
                Some((size.checked_add(rest)?, after, ordinal, None))
            }
            _ => Some((size, i + 1, false, None)),
        }
    }

    /// So many hundreds, the word for which stands at a place, and what follows it.
    fn hundreds(&self, count: i64, at: usize) -> Option<Below> {
        let hundreds = count.checked_mul(100)?;
        let and = if self.words.following(at + 1) == Some("and") { at + 2 } else { at + 1 };
        match self.words.following(and).and_then(|_| self.below_hundred(and)) {
            Some((rest, after, ordinal)) if rest > 0 && self.words.following(after) != Some("hundred") => {
                Some((hundreds + rest, after, ordinal, None))
            }
            _ => Some((hundreds, at + 1, false, None)),
        }
    }

    fn below_hundred(&self, i: usize) -> Option<(i64, usize, bool)> {
        let word = self.words.at(i)?;
        if let Some(unit) = place(&UNITS, word) {
            return Some((unit, i + 1, false));
        }
        if let Some(unit) = place(&UNIT_ORDINALS, self.singular(word)) {
            return Some((unit, i + 1, true));
        }
        if let Some(ten) = place(&TEN_ORDINALS, self.singular(word)) {
            return Some((10 * ten + 20, i + 1, true));
        }
        let tens = 10 * place(&TENS, word)? + 20;
        let digit = |list: &[&str], word: &str| place(list, word).filter(|unit| (1..10).contains(unit));
        let Some(next) = self.words.following(i + 1) else { return Some((tens, i + 1, false)) };
        if let Some(unit) = digit(&UNITS, next) {
            return Some((tens + unit, i + 2, false));
        }
        match digit(&UNIT_ORDINALS, self.singular(next)) {
            Some(unit) => Some((tens + unit, i + 2, true)),
            None => Some((tens, i + 1, false)),
        }
    }
}
