use serde::Serialize;

/// A short text twice: as HTML without links, and as a reader without markup sees it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Text {
    /// The HTML, formulas as MathML.
    pub html: String,
    /// The plain text, formulas in one line.
    pub plain: String,
}

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

/// Joins a short word to the small number after it, so that no line ends between them: "heap of 5", "at 2".
pub(super) fn joints(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(space) = rest.find(' ') {
        let (before, after) = rest.split_at(space);
        out.push_str(before);
        rest = after.get(1..).unwrap_or_default();
        out.push(if short_word_at_end(&out) && small_number_at_start(rest) { JOINT } else { ' ' });
    }
    out.push_str(rest);
    out
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
