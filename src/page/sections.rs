use pulldown_cmark::{Event, Tag, TagEnd};

use super::outline::headings_at;
use super::plain::plain;
use super::{Links, Outline};
use crate::essay::{Essay, Figure, Node, Settled};

/// A part of a page under one heading, as words.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Section {
    /// The id of its heading; none before the first.
    pub anchor: Option<String>,
    /// Its heading; empty before the first.
    pub heading: String,
    /// Its words, those of captions and footnotes among them.
    pub words: String,
    /// How its text begins, without code and tables, which do not read as running text.
    pub beginning: String,
}

/// How much of a section's text is kept as its beginning, in characters.
const BEGINNING: usize = 400;

/// The sections of an essay.
pub fn sections(essay: &Essay<Figure>, settled: &[Settled], outline: &Outline, links: &dyn Links) -> Vec<Section> {
    let nodes = &essay.body.0;
    let starts = headings_at(nodes);
    let ends = starts.iter().copied().skip(1).chain([nodes.len()]);
    let before = starts.first().copied().unwrap_or(nodes.len());
    let words = |from: usize, to: usize, running: bool| {
        let nodes = nodes.get(from..to).unwrap_or_default();
        words(essay, &if running { prose(nodes) } else { vec![nodes] }, settled, links)
    };
    let first =
        Section { words: words(0, before, false), beginning: beginning(&words(0, before, true)), ..Section::default() };
    let without = |text: &str, heading: &str| text.strip_prefix(heading).unwrap_or_default().trim().to_owned();
    let others = starts.iter().zip(ends).zip(&outline.headings).map(|((&start, end), heading)| Section {
        anchor: Some(heading.id.clone()),
        heading: heading.text.plain.clone(),
        words: without(&words(start, end, false), &heading.text.plain),
        beginning: beginning(&without(&words(start, end, true), &heading.text.plain)),
    });
    std::iter::once(first).chain(others).collect()
}

/// The words of parts of an essay, then those of their captions and footnotes.
fn words(essay: &Essay<Figure>, nodes: &[&[Node]], settled: &[Settled], links: &dyn Links) -> String {
    let mut parts: Vec<String> = nodes.iter().map(|nodes| plain(nodes, settled, Some(links))).collect();
    for node in nodes.iter().copied().flatten() {
        let prose = match node {
            Node::Figure(figure) => essay.figures.get(*figure).and_then(|figure| figure.question.caption.as_ref()),
            Node::Note { note, citation: 0 } => essay.notes.get(*note).map(|note| &note.text),
            _ => None,
        };
        parts.extend(prose.map(|prose| plain(&prose.0, settled, Some(links))));
    }
    parts.retain(|part| !part.is_empty());
    parts.join(" ")
}

/// What stands between blocks of code and tables.
fn prose(nodes: &[Node]) -> Vec<&[Node]> {
    let is_start = |node: &Node| matches!(node, Node::Event(Event::Start(Tag::CodeBlock(_) | Tag::Table(_)), _));
    let is_end = |node: &Node| matches!(node, Node::Event(Event::End(TagEnd::CodeBlock | TagEnd::Table), _));
    nodes.split_inclusive(is_end).map(|part| part.split(is_start).next().unwrap_or_default()).collect()
}

/// The first words of a text, with a sign that more follow.
fn beginning(text: &str) -> String {
    let Some((end, _)) = text.char_indices().nth(BEGINNING) else { return text.to_owned() };
    let kept = text.get(..end).unwrap_or_default();
    format!("{} …", kept.rsplit_once(' ').map_or(kept, |(kept, _)| kept))
}
