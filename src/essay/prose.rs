use std::ops::Range;

use pulldown_cmark::Event;

use super::Settled;

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
    /// The text alone, formulas as their TeX, claims as they were settled: for titles, ids, alt texts and search.
    pub fn plain(&self, settled: &[Settled]) -> String {
        let mut plain = String::new();
        for node in &self.0 {
            match node {
                Node::Event(event, _) => match event {
                    Event::Text(text) | Event::Code(text) | Event::InlineMath(text) | Event::DisplayMath(text) => {
                        plain.push_str(text);
                    }
                    Event::SoftBreak | Event::HardBreak => plain.push(' '),
                    _ => {}
                },
                Node::Claim(claim) => {
                    plain.extend(settled.get(*claim).map(|settled| settled.text.plain(&[])));
                }
                Node::Figure(_) | Node::Note { .. } | Node::Reference { .. } => {}
            }
        }
        plain
    }
}
