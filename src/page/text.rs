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

/// Joins what no line should end between: a short word and the small number after it ("heap of 5"), and the numbers
/// of a position in brackets ("(0, 4)").
pub(super) fn joints(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(space) = rest.find(' ') {
        let (before, after) = rest.split_at(space);
        out.push_str(before);
        rest = after.get(1..).unwrap_or_default();
        let joined = (short_word_at_end(&out) && small_number_at_start(rest)) || in_a_position(&out, rest);
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
    }

    #[test]
    fn nothing_that_xml_forbids_is_written() {
        assert_eq!(escape("a\u{8}b & <\u{1}c> \u{fffe}\u{85}\"]]>"), "ab &amp; &lt;c&gt; &quot;]]&gt;");
    }
}
