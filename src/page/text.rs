use serde::Serialize;

/// A short text twice: as HTML without links, and as a reader without markup sees it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Text {
    /// The HTML, formulas as MathML.
    pub html: String,
    /// The plain text, formulas in one line.
    pub plain: String,
}

/// How long a position may be that is kept in one line, in bytes.
const LONGEST_POSITION: usize = 20;

/// How long a run may be, in letters, that a sign between two terms makes longer.
const LONGEST_SUM: usize = 14;

/// How long a run may be, in letters, that the word after its number makes longer. The word itself may be hyphenated.
const LONGEST_COUNT: usize = 22;

/// Words that a number does not count.
const UNCOUNTED: [&str; 32] = [
    "a", "also", "an", "and", "are", "as", "at", "because", "but", "by", "for", "from", "if", "in", "is", "it", "its",
    "of", "on", "or", "so", "than", "that", "the", "then", "to", "was", "were", "when", "where", "which", "with",
];

/// Signs that stand between two terms.
const SIGNS: [char; 15] = ['=', '<', '>', '≤', '≥', '≠', '≡', '≈', '+', '−', '×', '·', '⊕', '±', '/'];

/// Words that have a number of their own behind them.
const NUMBERED: [&str; 14] = [
    "case", "chapter", "column", "figure", "heap", "line", "note", "page", "part", "row", "rung", "section", "step",
    "theorem",
];

/// The same, cut short.
const ABBREVIATED: [&str; 13] =
    ["§", "§§", "art.", "ch.", "eq.", "fig.", "no.", "nos.", "p.", "pp.", "sec.", "vol.", "vols."];

/// What stands for a formula where a text ends before one or begins after it. A claim is taken for its last digit.
pub(super) const FORMULA: char = '\u{fffc}';

/// A non-breaking space.
pub(super) const JOINT: char = '\u{a0}';

/// The text with the characters that mean something in HTML and XML written out, and without those that XML forbids.
pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            _ if is_allowed(c) => out.push(c),
            _ => {}
        }
    }
    out
}

/// Whether HTML and XML both allow the character.
fn is_allowed(c: char) -> bool {
    matches!(c, '\t' | '\n' | '\r' | ' '..='\u{7e}' | '\u{a0}'..='\u{d7ff}' | '\u{e000}'..='\u{fffd}' | '\u{10000}'..)
}

/// The text without the characters that HTML and XML forbid.
pub fn legible(text: &str) -> String {
    text.chars().filter(|c| is_allowed(*c)).collect()
}

/// Joins what no line should end between: a short word, a name or what carries numbers and the small number after it
/// ("heap of 5", "Figure 3", "p. 12"), a part and its whole ("105 of 120"), the terms of a short equation or sum
/// ("k = 2"), a number and what it counts ("64 cells"), the numbers of a short list ("2, 2 and 3"), and those of a
/// position in brackets ("(0, 4)").
pub(super) fn joints(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(space) = rest.find(' ') {
        let (before, after) = rest.split_at(space);
        out.push_str(before);
        rest = after.get(1..).unwrap_or_default();
        out.push(if are_joined(&out, rest) { JOINT } else { ' ' });
    }
    out.push_str(rest);
    out
}

/// Whether no line should end between two texts that a space parts. The first has its own joints.
pub(super) fn are_joined(before: &str, after: &str) -> bool {
    let short = short_word_at_end(before);
    (small_number_at_start(after) && (short || name_at_end(before) || is_word_at_end(before, &NUMBERED)))
        || (short && after.starts_with(FORMULA))
        || (after.starts_with(|c: char| c.is_ascii_digit()) && is_word_at_end(before, &ABBREVIATED))
        || of_a_whole(before, after)
        || counted(before, after)
        || in_a_list(before, after)
        || around_a_sign(before, after)
        || in_a_position(before, after)
}

/// Whether the last word is among some, whatever the size of its letters.
fn is_word_at_end(text: &str, words: &[&str]) -> bool {
    let word = text.rsplit(|c: char| c.is_whitespace() || matches!(c, '(' | '[')).next().unwrap_or_default();
    words.iter().any(|known| word.eq_ignore_ascii_case(known))
}

/// Whether the two are of one phrase such as "105 of 120" or "3 out of 5".
fn of_a_whole(before: &str, after: &str) -> bool {
    let is_number = |c: char| c.is_ascii_digit() || c == FORMULA;
    let parts = ["of", "out of"].iter().any(|of| {
        after.strip_prefix(of).and_then(|rest| rest.strip_prefix(' ')).is_some_and(|rest| rest.starts_with(is_number))
    });
    let joint = |c: char| c == JOINT;
    let part = |word: &str| before.strip_suffix(word).and_then(|rest| rest.strip_suffix(joint));
    let of = part("of").map(|rest| rest.strip_suffix("out").and_then(|rest| rest.strip_suffix(joint)).unwrap_or(rest));
    (parts && (before.ends_with(is_number) || part("out").is_some_and(|rest| rest.ends_with(is_number))))
        || (after.starts_with(is_number) && of.is_some_and(|rest| rest.ends_with(is_number)))
}

/// Whether the one text ends in a number and the other begins with what it counts.
fn counted(before: &str, after: &str) -> bool {
    let Some(named) = number_at_end(before).and_then(|number| before.strip_suffix(number)) else { return false };
    let end = after.find(|c: char| !c.is_alphabetic() && c != '-').unwrap_or(after.len());
    let word = after.get(..end).unwrap_or_default();
    let numbers_something = named
        .strip_suffix(JOINT)
        .is_some_and(|named| is_word_at_end(named, &NUMBERED) || is_word_at_end(named, &ABBREVIATED));
    let length = word.chars().count();
    length > 1 && !numbers_something && !UNCOUNTED.contains(&word) && run(before) + 1 + length <= LONGEST_COUNT
}

/// Whether both are of a short list of numbers.
fn in_a_list(before: &str, after: &str) -> bool {
    let after = ["and ", "or "].iter().find_map(|word| after.strip_prefix(word)).unwrap_or(after);
    let before = before.strip_suffix(',').unwrap_or(before);
    number_at_end(before).is_some_and(|number| number.len() <= 3)
        && small_number_at_start(after)
        && run(before) <= LONGEST_SUM
}

/// How many letters of a text stand behind its last blank.
fn run(text: &str) -> usize {
    text.rsplit([' ', '\n']).next().map_or(0, |run| run.chars().count())
}

/// The number that a text ends in, which is a word of its own.
fn number_at_end(text: &str) -> Option<&str> {
    let word = text.rsplit(|c: char| c.is_whitespace() || matches!(c, '(' | '[')).next()?;
    let of_number = |c: char| c.is_ascii_digit() || matches!(c, ',' | '.');
    let number = word.starts_with(|c: char| c.is_ascii_digit()) && word.ends_with(|c: char| c.is_ascii_digit());
    (number && word.chars().all(of_number)).then_some(word)
}

/// Whether a position in brackets, of a few numbers, reaches from the one text into the other.
fn in_a_position(before: &str, after: &str) -> bool {
    let of_position = |c: char| c.is_ascii_digit() || matches!(c, ',' | ' ' | JOINT);
    let begun = before.rsplit(|c| !of_position(c)).next().unwrap_or_default();
    let end = after.find(|c| !of_position(c)).unwrap_or(after.len());
    let (inside, rest) = after.split_at(end);
    let bracket = before.len().checked_sub(begun.len()).and_then(|at| before.get(..at)).unwrap_or_default();
    bracket.ends_with('(') && rest.starts_with(')') && begun.len() + inside.len() <= LONGEST_POSITION
}

/// Whether the text ends in a word of one to three letters.
fn short_word_at_end(text: &str) -> bool {
    let letters = text.chars().rev().take_while(|c| c.is_alphabetic()).take(4).count();
    (1..=3).contains(&letters)
}

/// Whether the text ends in a word with a capital letter: "Figure", "Theorem".
fn name_at_end(text: &str) -> bool {
    let word = text.rsplit(|c: char| !c.is_alphabetic()).next().unwrap_or_default();
    word.starts_with(char::is_uppercase)
}

/// Whether one text ends and the other begins beside a sign between two short terms, in a run that is not long yet.
fn around_a_sign(before: &str, after: &str) -> bool {
    let term = |c: char| c.is_alphanumeric() || matches!(c, '.' | '∗' | FORMULA);
    let short = |length: usize| (1..=3).contains(&length);
    let before_is_term = || short(before.chars().rev().take_while(|c| term(*c)).take(4).count());
    let after_is_term = || short(after.chars().take_while(|c| term(*c)).take(4).count());
    let follows = after.strip_prefix(SIGNS).is_some_and(|rest| rest.starts_with([' ', JOINT]));
    let precedes = before.strip_suffix(SIGNS).is_some_and(|rest| rest.ends_with(JOINT));
    let before_number =
        || before.strip_suffix(SIGNS).is_some_and(|rest| rest.ends_with(' ')) && small_number_at_start(after);
    (run(before) <= LONGEST_SUM && ((follows && before_is_term()) || (precedes && after_is_term()))) || before_number()
}

/// How long a word of code may be that no line ends in, in characters.
const LONGEST_CODE: usize = 24;

/// How long a part of a word may be that stays with the other at its hyphen, and both together, in letters.
const SHORT_PART: usize = 3;
const LONGEST_COMPOUND: usize = 14;

/// Code within a line. A browser ends lines at hyphens: words that have one are kept whole unless they are long.
pub(super) fn inline_code(code: &str) -> String {
    let is_kept = |word: &str| word.contains('-') && word.chars().count() <= LONGEST_CODE;
    if is_kept(code) && !code.contains(' ') {
        return format!("<code class=\"whole\">{}</code>", escape(code));
    }
    let words = code.split(' ').map(|word| match is_kept(word) {
        true => format!("<span class=\"whole\">{}</span>", escape(word)),
        false => escape(word),
    });
    format!("<code>{}</code>", words.collect::<Vec<_>>().join(" "))
}

/// HTML without tags, in which short words with a hyphen are kept whole: nim-sum, P-position.
pub(super) fn compounds(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(hyphen) = rest.find('-') {
        let start = rest.get(..hyphen).and_then(|before| before.rfind(|c: char| !c.is_alphanumeric() && c != '-'));
        let start =
            start.map_or(0, |at| at + rest.get(at..).and_then(|at| at.chars().next()).map_or(1, char::len_utf8));
        let end = rest.get(hyphen..).and_then(|after| after.find(|c: char| !c.is_alphanumeric() && c != '-'));
        let end = end.map_or(rest.len(), |at| hyphen + at);
        let word = rest.get(start..end).unwrap_or_default();
        out.push_str(rest.get(..start).unwrap_or_default());
        match is_short_compound(word) {
            true => out.push_str(&format!("<span class=\"whole\">{word}</span>")),
            false => out.push_str(word),
        }
        rest = rest.get(end..).unwrap_or_default();
    }
    out.push_str(rest);
    out
}

fn is_short_compound(word: &str) -> bool {
    let length = |part: &str| part.chars().count();
    let is_word = word.chars().all(|c| c.is_alphabetic() || c == '-');
    is_word
        && word.split_once('-').is_some_and(|(one, other)| {
            (1..=SHORT_PART).contains(&length(one).min(length(other))) && length(word) <= LONGEST_COMPOUND
        })
}

fn small_number_at_start(text: &str) -> bool {
    let word = text.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
    (1..=2).contains(&word.len()) && word.bytes().all(|b| b.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::{compounds, escape, inline_code, joints};

    #[test]
    fn no_line_ends_inside_a_phrase_of_number() {
        assert_eq!(joints("a heap of 5 and a heap of many"), "a heap of\u{a0}5 and a heap of many");
        assert_eq!(joints("between 5 and 17 or 5000"), "between 5\u{a0}and\u{a0}17 or 5000");
        assert_eq!(
            joints("from (0, 4) to (1, 2, 3), and 1, 2, 3"),
            "from (0,\u{a0}4) to (1,\u{a0}2,\u{a0}3), and\u{a0}1,\u{a0}2,\u{a0}3"
        );
        assert_eq!(joints("(a, b) (1, 2"), "(a, b) (1,\u{a0}2");
        assert_eq!(joints("see Figure 3 of 1901"), "see Figure\u{a0}3\u{a0}of\u{a0}1901");
        assert_eq!(
            joints("for k = 2 and n ≤ 3k, as = is"),
            "for k\u{a0}=\u{a0}2 and n\u{a0}≤\u{a0}3k, as\u{a0}=\u{a0}is"
        );
        assert_eq!(joints("positions = a million"), "positions = a million");
        assert_eq!(
            joints("105 of 120, 3 out of 5, 3 of the 5"),
            "105\u{a0}of\u{a0}120,\u{a0}3\u{a0}out\u{a0}of\u{a0}5, 3 of the\u{a0}5"
        );
        assert_eq!(joints("(pp. 12–14, § 4) at the top. 12"), "(pp.\u{a0}12–14, §\u{a0}4) at the top. 12");
        assert_eq!(joints("row 10, heap 5, rows 10"), "row\u{a0}10, heap\u{a0}5, rows 10");
        assert_eq!(joints("of 1 + 3 + L4"), "of\u{a0}1\u{a0}+\u{a0}3\u{a0}+\u{a0}L4");
        assert_eq!(joints("64 cells, 54,264 positions"), "64\u{a0}cells, 54,264\u{a0}positions");
        assert_eq!(
            joints("hold 2, 2 and 3 marks, 112 exactly"),
            "hold 2,\u{a0}2\u{a0}and\u{a0}3\u{a0}marks, 112\u{a0}exactly"
        );
        assert_eq!(joints("by value + 1 on"), "by value +\u{a0}1 on");
        assert_eq!(
            joints("Figure 3 shows; p. 12 says; in 1901 the"),
            "Figure\u{a0}3 shows; p.\u{a0}12 says; in 1901 the"
        );
        let list = joints("0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3");
        assert!(list.split(' ').all(|run| run.chars().count() <= super::LONGEST_COUNT), "{list:?}");
        let long = joints("1 + 2 + 3 + 4 + 5 + 6 + 7 + 8");
        assert!(long.split(' ').count() > 1, "{long:?}");
        assert_eq!(
            joints("as \u{fffc} = 2 or \u{fffc} of 0"),
            "as\u{a0}\u{fffc}\u{a0}=\u{a0}2 or\u{a0}\u{fffc}\u{a0}of\u{a0}0"
        );
    }

    #[test]
    fn no_line_ends_at_the_hyphen_of_a_short_word() {
        assert_eq!(
            compounds("a nim-sum &amp; P-positions"),
            "a <span class=\"whole\">nim-sum</span> &amp; <span class=\"whole\">P-positions</span>"
        );
        assert_eq!(
            compounds("– three-heap, well-understood-ones - and -, Saved-19"),
            "– three-heap, well-understood-ones - and -, Saved-19"
        );
        assert_eq!(compounds("„nim-sum“"), "„<span class=\"whole\">nim-sum</span>“");
        assert_eq!(inline_code("must-move"), "<code class=\"whole\">must-move</code>");
        assert_eq!(inline_code("a < b"), "<code>a &lt; b</code>");
        assert_eq!(
            inline_code("rungs serve --drafts"),
            "<code>rungs serve <span class=\"whole\">--drafts</span></code>"
        );
        let long = "a-very-long-word-of-code-that-no-line-holds";
        assert_eq!(inline_code(long), format!("<code>{long}</code>"));
    }

    #[test]
    fn nothing_that_xml_forbids_is_written() {
        assert_eq!(escape("a\u{8}b & <\u{1}c> \u{fffe}\u{85}\"]]>"), "ab &amp; &lt;c&gt; &quot;]]&gt;");
    }
}
