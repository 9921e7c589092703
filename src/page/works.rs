//! The works that an essay names at its end.

use pulldown_cmark::{Event, Tag, TagEnd};

use super::outline::headings_at;
use super::plain::plain;
use super::{Destination, Links, Outline};
use crate::essay::{Essay, Figure, Node, Settled};

/// A work that an essay names among its references.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Work {
    /// Its title: what stands in quotation marks or is emphasised first; the whole entry where nothing is.
    pub title: String,
    /// The whole entry.
    pub entry: String,
    /// Where it can be read: the first link out of the site.
    pub url: Option<String>,
}

/// The ids of headings under which works are listed. A heading in another language is given one of them.
const HEADINGS: [&str; 5] = ["references", "bibliography", "literature", "sources", "works-cited"];

/// The works that are listed under a heading of that name, one an item of a list, or one a paragraph where there is no
/// list.
pub fn works(essay: &Essay<Figure>, settled: &[Settled], outline: &Outline, links: &dyn Links) -> Vec<Work> {
    let nodes = &essay.body.0;
    let starts = headings_at(nodes);
    let Some(found) = outline.headings.iter().position(|heading| HEADINGS.contains(&heading.id.as_str())) else {
        return Vec::new();
    };
    let level = outline.headings.get(found).map_or(2, |heading| heading.level);
    let after = outline.headings.iter().enumerate().skip(found + 1).find(|(_, heading)| heading.level <= level);
    let end = after.and_then(|(next, _)| starts.get(next)).copied().unwrap_or(nodes.len());
    let section = starts.get(found).and_then(|start| nodes.get(*start..end)).unwrap_or_default();
    let within = |entry: fn(&Node) -> Option<bool>| {
        entries(section, entry)
            .into_iter()
            .map(|entry| work(entry, settled, links))
            .filter(|work| !work.entry.is_empty())
    };
    let items: Vec<Work> = within(item).collect();
    if items.is_empty() { within(paragraph).collect() } else { items }
}

/// Whether a node begins an entry (or ends it); none where it does neither.
fn item(node: &Node) -> Option<bool> {
    match node {
        Node::Event(Event::Start(Tag::Item), _) => Some(true),
        Node::Event(Event::End(TagEnd::Item), _) => Some(false),
        _ => None,
    }
}

fn paragraph(node: &Node) -> Option<bool> {
    match node {
        Node::Event(Event::Start(Tag::Paragraph), _) => Some(true),
        Node::Event(Event::End(TagEnd::Paragraph), _) => Some(false),
        _ => None,
    }
}

/// The outermost entries among some nodes.
fn entries(nodes: &[Node], entry: fn(&Node) -> Option<bool>) -> Vec<&[Node]> {
    let (mut found, mut depth, mut start) = (Vec::new(), 0usize, 0);
    for (place, node) in nodes.iter().enumerate() {
        match entry(node) {
            Some(true) => {
                if depth == 0 {
                    start = place + 1;
                }
                depth += 1;
            }
            Some(false) => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    found.extend(nodes.get(start..place));
                }
            }
            None => {}
        }
    }
    found
}

fn work(nodes: &[Node], settled: &[Settled], links: &dyn Links) -> Work {
    let entry = plain(nodes, settled, Some(links));
    let quoted = quoted(&entry);
    let emphasised =
        emphasised(nodes).map(|nodes| plain(nodes, settled, Some(links))).filter(|title| !title.is_empty());
    let title = match (quoted, emphasised) {
        (Some(one), Some(other)) if entry.find(&other) < entry.find(one) => other,
        (Some(one), _) => one.trim_end_matches([',', '.']).to_owned(),
        (None, Some(other)) => other,
        (None, None) => entry.clone(),
    };
    let url = nodes.iter().find_map(|node| match node {
        Node::Event(Event::Start(Tag::Link { dest_url, .. }), _) => match links.find(dest_url) {
            Ok(Destination::Outside(url)) => Some(url),
            _ => None,
        },
        _ => None,
    });
    Work { title, entry, url }
}

/// What stands first in quotation marks.
fn quoted(text: &str) -> Option<&str> {
    let pairs = [('“', '”'), ('„', '“'), ('«', '»')];
    let inside = |(open, close): (char, char)| {
        let start = text.find(open)? + open.len_utf8();
        let inside = text.get(start..)?.split_once(close)?.0;
        (!inside.trim().is_empty()).then_some((start, inside.trim()))
    };
    pairs.into_iter().filter_map(inside).min_by_key(|(start, _)| *start).map(|(_, inside)| inside)
}

/// What is emphasised first.
fn emphasised(nodes: &[Node]) -> Option<&[Node]> {
    let starts = |node: &Node| matches!(node, Node::Event(Event::Start(Tag::Emphasis), _));
    let ends = |node: &Node| matches!(node, Node::Event(Event::End(TagEnd::Emphasis), _));
    let start = nodes.iter().position(starts)? + 1;
    let end = start + nodes.get(start..)?.iter().position(ends)?;
    nodes.get(start..end)
}
