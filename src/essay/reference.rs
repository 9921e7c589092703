//! Figures that a text refers to without claiming anything of them.

use std::ops::Range;

use pulldown_cmark::{Event, Tag};

use super::settle::beside;
use super::{Essay, Node, Question};

impl Node {
    /// The file and the anchor to which a link in the text of a file leads, if it is one to a place in a text, `[](#six)`
    /// or `[text](moore.md#six)`; with its bytes.
    pub fn refers(&self, path: &str) -> Option<((String, String), Range<usize>)> {
        let (destination, bytes) = match self {
            Self::Reference { destination, bytes } => (destination.as_str(), bytes),
            Self::Event(Event::Start(Tag::Link { dest_url, .. }), bytes) => (dest_url.as_ref(), bytes),
            _ => return None,
        };
        let (file, anchor) = destination.split_once('#')?;
        let file = match file {
            "" => path.to_owned(),
            file if file.ends_with(".md") && !file.starts_with('/') && !file.contains(':') => beside(path, file),
            _ => return None,
        };
        Some(((file, anchor.to_owned()), bytes.clone()))
    }
}

impl Essay<Question> {
    /// Where its texts refer to a figure, by the path of the figure's file and the figure's id.
    pub fn references(&self, figure: &(String, String)) -> Vec<Range<usize>> {
        let texts = [&self.title, &self.body].into_iter().chain(&self.summary);
        let notes = self.notes.iter().map(|note| &note.text);
        let captions = self.figures.iter().flat_map(|asked| asked.caption.iter().chain(&asked.alt));
        let nodes = texts.chain(notes).chain(captions).flat_map(|prose| &prose.0);
        let refers = |node: &Node| node.refers(&self.source.path).filter(|(to, _)| to == figure);
        let mut found: Vec<Range<usize>> = nodes.filter_map(refers).map(|(_, bytes)| bytes).collect();
        found.sort_by_key(|bytes| bytes.start);
        found
    }
}
