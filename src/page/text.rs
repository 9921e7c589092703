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

/// Signs that stand between two sides.
const RELATIONS: [char; 7] = ['=', '<', '>', '≤', '≥', '≠', '≡'];

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

/// Joins what no line should end between: a short word or a name and the small number after it ("heap of 5",
/// "Figure 3"), both sides of a short equation ("k = 2"), and the numbers of a position in brackets ("(0, 4)").
pub(super) fn joints(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(space) = rest.find(' ') {
        let (before, after) = rest.split_at(space);
        out.push_str(before);
        rest = after.get(1..).unwrap_or_default();
        let numbered = (short_word_at_end(&out) || name_at_end(&out)) && small_number_at_start(rest);
        let joined = numbered || around_a_relation(&out, rest) || in_a_position(&out, rest);
        out.push(if joined { JOINT } else { ' ' });
    }
    out.push_str(rest);
    out
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
pub(super) fn short_word_at_end(text: &str) -> bool {
    let letters = text.chars().rev().take_while(|c| c.is_alphabetic()).take(4).count();
    (1..=3).contains(&letters)
}

/// Whether the text ends in a word with a capital letter: "Figure", "Theorem".
fn name_at_end(text: &str) -> bool {
    let word = text.rsplit(|c: char| !c.is_alphabetic()).next().unwrap_or_default();
    word.starts_with(char::is_uppercase)
}

/// Whether one text ends and the other begins beside a sign of relation between two short terms.
fn around_a_relation(before: &str, after: &str) -> bool {
    let term = |c: char| c.is_alphanumeric() || matches!(c, '.' | '/' | '∗' | '−');
    let short = |length: usize| (1..=3).contains(&length);
    let before_is_term = || short(before.chars().rev().take_while(|c| term(*c)).take(4).count());
    let after_is_term = || short(after.chars().take_while(|c| term(*c)).take(4).count());
    let follows = after.strip_prefix(RELATIONS).is_some_and(|rest| rest.starts_with([' ', JOINT]));
    let precedes = before.strip_suffix(RELATIONS).is_some_and(|rest| rest.ends_with(JOINT));
    (follows && before_is_term()) || (precedes && after_is_term())
}

fn small_number_at_start(text: &str) -> bool {
    let word = text.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
    (1..=2).contains(&word.len()) && word.bytes().all(|b| b.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::{escape, joints};

    #[test]
    fn no_line_ends_inside_a_phrase_of_number() {
        assert_eq!(joints("a heap of 5 and a heap of many"), "a heap of\u{a0}5 and a heap of many");
        assert_eq!(joints("between 5 and 17 or 5000"), "between 5 and\u{a0}17 or 5000");
        assert_eq!(
            joints("from (0, 4) to (1, 2, 3), and 1, 2, 3"),
            "from (0,\u{a0}4) to (1,\u{a0}2,\u{a0}3), and\u{a0}1, 2, 3"
        );
        assert_eq!(joints("(a, b) (1, 2"), "(a, b) (1, 2");
        assert_eq!(joints("see Figure 3 of 1901"), "see Figure\u{a0}3 of 1901");
        assert_eq!(
            joints("for k = 2 and n ≤ 3k, as = is"),
            "for k\u{a0}=\u{a0}2 and n\u{a0}≤\u{a0}3k, as\u{a0}=\u{a0}is"
        );
        assert_eq!(joints("positions = a million"), "positions = a million");
    }

    #[test]
    fn nothing_that_xml_forbids_is_written() {
        assert_eq!(escape("a\u{8}b & <\u{1}c> \u{fffe}\u{85}\"]]>"), "ab &amp; &lt;c&gt; &quot;]]&gt;");
    }
}
