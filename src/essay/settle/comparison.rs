//! Words that say how a number compares: "more than", "at most", "not", "nearly".

use std::cmp::Ordering;

use crate::essay::number::Number;

/// What a text says of something and a number in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Compares {
    Is,
    IsNot,
    More,
    AtLeast,
    Less,
    AtMost,
    /// "Up to fifteen": at most that, and where nothing more is known that itself.
    UpTo,
    /// "Nearly": less, by how little it does not say.
    Nearly,
    /// "About".
    About,
}

use Compares::{About, AtLeast, AtMost, Is, IsNot, Less, More, Nearly, UpTo};

/// What stands right before a number; the first that fits is taken.
const AHEAD: [(&[&str], Compares); 31] = [
    (&["more", "or", "less"], About),
    (&["as", "many", "as"], UpTo),
    (&["other", "than"], IsNot),
    (&["different", "from"], IsNot),
    (&["unequal", "to"], IsNot),
    (&["not", "quite"], Nearly),
    (&["close", "to"], About),
    (&["at", "the", "least"], AtLeast),
    (&["at", "least"], AtLeast),
    (&["at", "the", "most"], AtMost),
    (&["at", "most"], AtMost),
    (&["up", "to"], UpTo),
    (&["over"], More),
    (&["above"], More),
    (&["beyond"], More),
    (&["exceeding"], More),
    (&["under"], Less),
    (&["below"], Less),
    (&["nearly"], Nearly),
    (&["almost"], Nearly),
    (&["about"], About),
    (&["around"], About),
    (&["roughly"], About),
    (&["approximately"], About),
    (&["circa"], About),
    (&["some"], About),
    (&["<="], AtMost),
    (&[">="], AtLeast),
    (&["<"], Less),
    (&[">"], More),
    (&["~"], About),
];

/// What stands behind a number, or at the end of a text in which no number follows.
const BEHIND: [(&[&str], Compares); 13] = [
    (&["or", "more"], AtLeast),
    (&["or", "over"], AtLeast),
    (&["or", "above"], AtLeast),
    (&["or", "fewer"], AtMost),
    (&["or", "less"], AtMost),
    (&["or", "under"], AtMost),
    (&["or", "below"], AtMost),
    (&["at", "least"], AtLeast),
    (&["at", "the", "least"], AtLeast),
    (&["at", "most"], AtMost),
    (&["at", "the", "most"], AtMost),
    (&["or", "so"], About),
    (&["odd"], About),
];

/// Words between a comparison and the number, or before a comparison, that say nothing.
const SLIGHT: [&str; 20] = [
    "a",
    "any",
    "bit",
    "by",
    "even",
    "exactly",
    "far",
    "just",
    "little",
    "lot",
    "many",
    "much",
    "only",
    "precisely",
    "rather",
    "slightly",
    "somewhat",
    "still",
    "the",
    "well",
];

/// How the numbers of a text compare, each with the words that say so.
pub(super) fn comparisons(text: &str, numbers: &[Number]) -> Vec<(Compares, String)> {
    let mut from = 0;
    let mut found = Vec::new();
    for (i, number) in numbers.iter().enumerate() {
        let until = numbers.get(i + 1).map_or(text.len(), |next| next.at.start);
        let ahead = ahead(&words(text.get(from..number.at.start).unwrap_or_default()));
        let last = i + 1 == numbers.len();
        let behind = || behind(&words(text.get(number.at.end..until).unwrap_or_default()), last);
        found.push(ahead.or_else(behind).unwrap_or((Is, String::new())));
        from = number.at.end;
    }
    found
}

/// How a text compares in which there is no number: "fewer than the others".
pub(super) fn bare(text: &str) -> Option<(Compares, String)> {
    let words = words(text);
    let ends = (1..=words.len()).filter(|&end| {
        words[end - 1] == "than"
            || words
                .get(end.saturating_sub(2)..end)
                .is_some_and(|last| last == ["at", "least"] || last == ["at", "most"])
    });
    let mut found = ends.filter_map(|end| ahead(&words[..end]));
    let first = found.next()?;
    found.next().is_none().then_some(first)
}

fn ahead(words: &[String]) -> Option<(Compares, String)> {
    let mut end = words.len();
    while end > 0 && SLIGHT.contains(&words[end - 1].as_str()) {
        end -= 1;
    }
    let words = &words[..end];
    let (compares, length) = than(words)
        .or_else(|| {
            AHEAD.iter().find(|(said, _)| ends_with(words, said)).map(|(said, compares)| (*compares, said.len()))
        })
        .or_else(|| (is_not(words)).then_some((IsNot, 1)))?;
    let mut before = words.len() - length;
    let mut start = before;
    while before > 0 && SLIGHT.contains(&words[before - 1].as_str()) {
        before -= 1;
    }
    let negated =
        before > 0 && (is_not(&words[..before]) || matches!(words[before - 1].as_str(), "no" | "nor" | "never"));
    let compares = if negated {
        start = before - 1;
        match compares {
            Is | IsNot => Is,
            More => AtMost,
            AtLeast => Less,
            Less => AtLeast,
            AtMost | UpTo => More,
            Nearly | About => About,
        }
    } else {
        compares
    };
    Some((compares, words[start..].join(" ")))
}

/// "More than", "smaller than".
fn than(words: &[String]) -> Option<(Compares, usize)> {
    let [.., how, than] = words else { return None };
    let compares = match how.as_str() {
        "more" | "greater" | "larger" | "higher" | "longer" | "bigger" => More,
        "fewer" | "less" | "smaller" | "lower" | "shorter" => Less,
        _ => return None,
    };
    (than == "than").then_some((compares, 2))
}

fn behind(words: &[String], last: bool) -> Option<(Compares, String)> {
    let told = |(said, compares): &(&[&str], Compares)| (*compares, said.join(" "));
    let begins = |said: &[&str]| words.len() >= said.len() && words.iter().zip(said).all(|(word, said)| word == said);
    let than = |said: &[&str]| words.get(said.len()).is_some_and(|next| next == "than");
    let right_behind = BEHIND.iter().find(|(said, _)| begins(said) && !than(said));
    right_behind
        .or_else(|| BEHIND.iter().filter(|_| last).find(|(said, _)| said.len() > 1 && ends_with(words, said)))
        .map(told)
}

fn ends_with(words: &[String], said: &[&str]) -> bool {
    words.len() >= said.len() && words[words.len() - said.len()..].iter().zip(said).all(|(word, said)| word == said)
}

/// Whether the last word is "not", or ends as in "isn't".
fn is_not(words: &[String]) -> bool {
    match words {
        [.., not] if not == "not" => true,
        [.., verb, t] => t == "t" && verb.ends_with('n'),
        _ => false,
    }
}

/// The words of a text in small letters, and its signs for comparisons.
fn words(text: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut within = false;
    for c in text.chars() {
        let sign = match c {
            '<' => "<",
            '>' => ">",
            '≤' => "<=",
            '≥' => ">=",
            '≈' | '~' => "~",
            '≠' => "not",
            _ => "",
        };
        if c.is_alphabetic() && within {
            words.last_mut().into_iter().for_each(|word| word.extend(c.to_lowercase()));
        } else if c.is_alphabetic() {
            words.push(c.to_lowercase().collect());
        } else if c == '=' && words.last().is_some_and(|last| last == "<" || last == ">") {
            words.last_mut().into_iter().for_each(|word| word.push('='));
        } else if !sign.is_empty() {
            words.push(sign.to_owned());
        }
        within = c.is_alphabetic();
    }
    words
}

impl Compares {
    /// Whether this is true of what is so ordered against the number.
    pub fn holds(self, ordering: Ordering) -> bool {
        match self {
            Is => ordering.is_eq(),
            IsNot => ordering.is_ne(),
            More => ordering.is_gt(),
            AtLeast => ordering.is_ge(),
            Less | Nearly => ordering.is_lt(),
            AtMost | UpTo => ordering.is_le(),
            About => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{About, AtLeast, AtMost, Compares, Is, IsNot, Less, More, Nearly, UpTo, bare, comparisons};
    use crate::essay::number::numbers;

    #[test]
    fn a_text_says_how_its_number_compares() {
        for (text, compares) in [
            ("15", Is),
            ("the 15 of them", Is),
            ("exactly fifteen", Is),
            ("more than 15", More),
            ("well over 15", More),
            ("no more than fifteen", AtMost),
            ("not much more than 15", AtMost),
            ("no fewer than 15", AtLeast),
            ("not fewer than 15", AtLeast),
            ("fewer than 15", Less),
            ("slightly less than a third", Less),
            ("Less than half", Less),
            ("just under a half", Less),
            ("at least 15", AtLeast),
            ("at the most 15", AtMost),
            ("15 or more", AtLeast),
            ("15 counters or fewer", AtMost),
            ("15 at most", AtMost),
            ("15 more", Is),
            ("up to 15", UpTo),
            ("not 15", IsNot),
            ("isn’t 15", IsNot),
            ("not one", Is),
            ("other than 15", IsNot),
            ("almost all of 15", Is),
            ("almost 15", Nearly),
            ("not quite 15", Nearly),
            ("about a third", About),
            ("some 15", About),
            ("< 15", Less),
            (">= 15", AtLeast),
            ("≤ 15", AtMost),
            ("more than about 15", About),
        ] {
            let numbers = numbers(text);
            let found: Vec<Compares> = comparisons(text, &numbers).into_iter().map(|(compares, _)| compares).collect();
            assert_eq!(found, [compares], "{text}");
        }
        let told = |text: &str| comparisons(text, &numbers(text)).remove(0).1;
        assert_eq!(
            (told("by no more than 15").as_str(), told("Slightly less than a third").as_str()),
            ("no more than", "less than")
        );
        assert_eq!(bare("fewer than the others").map(|(compares, _)| compares), Some(Less));
        assert_eq!(bare("the fewest"), None);
    }
}
