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
}

/// The sections of an essay.
pub fn sections(essay: &Essay<Figure>, settled: &[Settled], outline: &Outline, links: &dyn Links) -> Vec<Section> {
    let nodes = &essay.body.0;
    let starts = headings_at(nodes);
    let ends = starts.iter().copied().skip(1).chain([nodes.len()]);
    let before = starts.first().copied().unwrap_or(nodes.len());
    let words = |from: usize, to: usize| words(essay, nodes.get(from..to).unwrap_or_default(), settled, links);
    let first = Section { words: words(0, before), ..Section::default() };
    let others = starts.iter().zip(ends).zip(&outline.headings).map(|((&start, end), heading)| Section {
        anchor: Some(heading.id.clone()),
        heading: heading.text.plain.clone(),
        words: words(start, end).strip_prefix(&heading.text.plain).unwrap_or_default().trim().to_owned(),
    });
    std::iter::once(first).chain(others).collect()
}

fn words(essay: &Essay<Figure>, nodes: &[Node], settled: &[Settled], links: &dyn Links) -> String {
    let mut parts = vec![plain(nodes, settled, Some(links))];
    for node in nodes {
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
