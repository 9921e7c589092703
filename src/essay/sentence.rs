//! Where sentences begin.

use pulldown_cmark::{Event, Tag, TagEnd};

use super::Node;

/// Words that end in a full stop within a sentence.
const ABBREVIATIONS: [&str; 12] = ["al", "ca", "cf", "ed", "etc", "fig", "no", "p", "pp", "resp", "vol", "vs"];

/// Whether what comes after these nodes begins a sentence: it stands first in a paragraph or a heading, or after the
/// end of another sentence. The first words of a cell or of an item without paragraphs may be none.
pub(super) fn begins(before: &[Node]) -> bool {
    for node in before.iter().rev() {
        match node {
            Node::Event(Event::Start(Tag::Paragraph | Tag::Heading { .. }), _) => return true,
            Node::Event(Event::Start(Tag::Emphasis | Tag::Strong | Tag::Strikethrough), _)
            | Node::Event(Event::End(TagEnd::Emphasis | TagEnd::Strong | TagEnd::Strikethrough), _)
            | Node::Event(Event::SoftBreak | Event::HardBreak | Event::FootnoteReference(_), _) => {}
            Node::Event(Event::Text(text), _) => match after(text) {
                Some(begins) => return begins,
                None => continue,
            },
            _ => return false,
        }
    }
    false
}

/// Whether a sentence ends with a text; none where the text is nothing but space and opening marks.
fn after(text: &str) -> Option<bool> {
    let text = text.trim_end().trim_end_matches(['(', '[', '“', '‘', '"', '\'']).trim_end();
    let closed = text.trim_end_matches([')', ']', '”', '’', '"', '\'']);
    if closed.is_empty() {
        return if text.is_empty() { None } else { Some(false) };
    }
    let Some(stopped) = closed.strip_suffix('.') else { return Some(closed.ends_with(['!', '?', '…'])) };
    let word = stopped.rsplit(|c: char| !c.is_alphanumeric()).next().unwrap_or_default().to_lowercase();
    let single = word.chars().count() == 1 && word.chars().all(char::is_alphabetic);
    Some(!single && !ABBREVIATIONS.contains(&word.as_str()))
}

#[cfg(test)]
mod tests {
    use super::after;

    #[test]
    fn a_sentence_begins_after_the_end_of_another() {
        for (text, begins) in [
            ("So it is. ", Some(true)),
            ("(So it is.) ", Some(true)),
            ("Is it so? “", Some(true)),
            ("of the 512. \n", Some(true)),
            ("there are ", Some(false)),
            ("namely: ", Some(false)),
            ("see p. ", Some(false)),
            ("that is, e.g. ", Some(false)),
            ("as Berlekamp et al. ", Some(false)),
            ("(", None),
            (" ", None),
        ] {
            assert_eq!(after(text), begins, "{text}");
        }
    }
}
