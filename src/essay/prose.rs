use std::collections::BTreeSet;
use std::ops::Range;

use pulldown_cmark::Event;

use crate::source::Excerpt;

/// A run of Markdown in which figures, claims, notes and references are values and not text.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Prose(pub Vec<Node>);

/// One piece of prose, each with its bytes in the file.
#[derive(Clone, Debug, PartialEq)]
pub enum Node {
    /// A Markdown event; a formula's text is its TeX as the author wrote it.
    Event(Event<'static>, Range<usize>),
    /// A drawn figure: its place in [`super::Essay::figures`]. It stands between blocks.
    Figure(usize),
    /// A claim: its place in [`super::Essay::claims`].
    Claim(usize),
    /// A citation of a footnote.
    Note {
        /// The footnote's place in [`super::Essay::notes`].
        note: usize,
        /// Which of its citations this is, from 0.
        citation: usize,
    },
    /// A reference that writes its own text: `[](#six)`, `[](../nim/moore.md#six)`.
    Reference {
        /// Where it points, as it was written.
        destination: String,
        /// Its bytes.
        bytes: Range<usize>,
    },
}

impl Prose {
    /// The letters alone of a text without claims, formulas as their TeX.
    pub fn letters(&self) -> String {
        let mut letters = String::new();
        for node in &self.0 {
            match node {
                Node::Event(
                    Event::Text(text) | Event::Code(text) | Event::InlineMath(text) | Event::DisplayMath(text),
                    _,
                ) => letters.push_str(text),
                Node::Event(Event::SoftBreak | Event::HardBreak, _) => letters.push(' '),
                _ => {}
            }
        }
        letters
    }

    /// The same letters, each of which knows where it stands in the file.
    pub(super) fn excerpt(&self) -> Excerpt {
        let mut excerpt = Excerpt::default();
        for node in &self.0 {
            match node {
                Node::Event(
                    Event::Text(text) | Event::Code(text) | Event::InlineMath(text) | Event::DisplayMath(text),
                    bytes,
                ) => excerpt.push(text, bytes.clone()),
                Node::Event(Event::SoftBreak | Event::HardBreak, bytes) => excerpt.push(" ", bytes.clone()),
                _ => {}
            }
        }
        excerpt
    }

    /// The letters as they are said: a formula that is a number is that number.
    ///
    /// # Errors
    /// A formula in which there are digits and more than a number.
    pub(super) fn said(&self) -> Result<String, String> {
        let mut said = Vec::new();
        for node in &self.0 {
            if let Node::Event(Event::InlineMath(tex) | Event::DisplayMath(tex), bytes) = node {
                let plain = tex.replace("{,}", ",").replace("\\,", "\u{202f}").replace("\\%", "%");
                let number = |c: char| c.is_ascii_digit() || c.is_whitespace() || ",.%-−+()".contains(c);
                if tex.contains(|c: char| c.is_ascii_digit()) && !plain.chars().all(number) {
                    return Err(format!("${tex}$"));
                }
                said.push(Node::Event(Event::Text(plain.into()), bytes.clone()));
            } else {
                said.push(node.clone());
            }
        }
        Ok(Self(said).letters())
    }
}

/// The figures that directly follow another, by their places in [`super::Essay::figures`].
pub(super) fn followers<'t>(texts: impl Iterator<Item = &'t Prose>) -> BTreeSet<usize> {
    let pairs = texts.flat_map(|text| text.0.windows(2));
    pairs
        .filter_map(|pair| if let [Node::Figure(_), Node::Figure(after)] = pair { Some(*after) } else { None })
        .collect()
}
