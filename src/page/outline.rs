use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::ops::Range;
use std::sync::Arc;

use html5gum::{Token, Tokenizer};
use pulldown_cmark::{Event, Tag};
use serde::Serialize;

use super::Text;
use super::plain::short;
use super::tex::tex;
use crate::diagnostic::Diagnostic;
use crate::essay::{Essay, Figure, Node, Prose, Settled};
use crate::source::Span;

/// What can be linked to on a page, and its names.
#[derive(Clone, Debug, Default)]
pub struct Outline {
    /// The title.
    pub title: Text,
    /// The title as TeX.
    pub title_tex: String,
    /// The headings in order.
    pub headings: Vec<Heading>,
    /// The figures in order, those that are only asked among them.
    pub figures: Vec<Numbered>,
    /// Whether there may be more, on a text that is at fault.
    pub partial: bool,
    /// Every anchor, with the bytes where it is made.
    anchors: BTreeMap<String, Range<usize>>,
}

/// A heading.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Heading {
    /// Its level, from 2: the first belongs to the title.
    pub level: u8,
    /// Its id on the page.
    pub id: String,
    /// Its text.
    pub text: Text,
}

/// A figure's place among the figures of its page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Numbered {
    /// Its id.
    pub id: String,
    /// Its number, from 1; none where it is not drawn.
    pub number: Option<usize>,
}

impl Numbered {
    /// What the text calls it: "Figure 3". None where it is not drawn.
    pub fn name(&self) -> Option<String> {
        self.number.map(|number| format!("Figure\u{a0}{number}"))
    }
}

impl Outline {
    /// Reads the outline of an essay, with a fault for every id that stands twice.
    pub fn of(essay: &Essay<Figure>, settled: &[Settled]) -> (Self, Vec<Diagnostic>) {
        let title = short(&essay.title.0, settled, None);
        let partial = essay.broken.iter().any(String::is_empty);
        let title_tex = tex(&essay.title.0, settled);
        let mut outline = Self { title, title_tex, partial, ..Self::default() };
        let mut faults = Vec::new();
        let mut claim = |outline: &mut Self, id: &str, bytes: Range<usize>, what: &str| {
            if let Some(first) = outline.take(id, bytes.clone()) {
                let at = |bytes| Span { file: Arc::clone(&essay.source), bytes };
                let mut fault =
                    Diagnostic::error("id-twice", at(bytes), format!("the id `{id}` stands twice on this page"))
                        .label(what)
                        .help("ids are what links lead to: give one of them another");
                fault.related.push((at(first), "first here".to_owned()));
                faults.push(fault);
            }
        };
        for figure in &essay.figures {
            let asked = &figure.question;
            let number = outline.figures.iter().filter(|figure| figure.number.is_some()).count() + 1;
            let number = asked.directive.drawn.then_some(number);
            outline.figures.push(Numbered { id: asked.id.clone(), number });
            if asked.directive.drawn {
                claim(&mut outline, &asked.id, asked.directive.bytes.clone(), "this figure");
            }
        }
        for (html, bytes) in raw_html(&essay.body) {
            for id in ids(html) {
                if bytes.is_empty() {
                    // It stands for a figure that is at fault, whose id may be told of there.
                    outline.take(&id, bytes.clone());
                    continue;
                }
                claim(&mut outline, &id, bytes.clone(), "this HTML");
            }
        }
        // Ids that the author gave come before those that are made, which step aside.
        let headings = headings(&essay.body, settled);
        for found in &headings {
            if let Some(id) = &found.id {
                claim(&mut outline, id, found.bytes.clone(), "this heading");
            }
        }
        for found in headings {
            let id = found.id.unwrap_or_else(|| {
                let id = outline.free(&slug(&found.text.plain));
                outline.anchors.insert(id.clone(), found.bytes.clone());
                id
            });
            outline.headings.push(Heading { level: found.level, id, text: found.text });
        }
        (outline, faults)
    }

    /// Whether the same can be linked to, under the same names, as on another.
    pub fn leads_as(&self, other: &Self) -> bool {
        self.title == other.title
            && self.partial == other.partial
            && self.headings == other.headings
            && self.figures == other.figures
            && self.anchors.keys().eq(other.anchors.keys())
    }

    /// What an anchor is called: "Figure 3", the text of a heading, else the id itself. None where there is none.
    pub fn name(&self, anchor: &str) -> Option<String> {
        let figure = self.figures.iter().find(|figure| figure.id == anchor).and_then(Numbered::name);
        let heading = || self.headings.iter().find(|heading| heading.id == anchor).map(|h| h.text.plain.clone());
        let other = || self.anchors.contains_key(anchor).then(|| anchor.to_owned());
        figure.or_else(heading).or_else(other)
    }

    /// Every anchor, ascending.
    pub fn anchors(&self) -> impl Iterator<Item = &str> {
        self.anchors.keys().map(String::as_str)
    }

    /// Takes an id; tells who has it, if anyone has.
    fn take(&mut self, id: &str, bytes: Range<usize>) -> Option<Range<usize>> {
        match self.anchors.entry(id.to_owned()) {
            Entry::Occupied(first) => Some(first.get().clone()),
            Entry::Vacant(free) => {
                free.insert(bytes);
                None
            }
        }
    }

    /// The first of `why`, `why-2`, `why-3`, … that nobody has.
    fn free(&self, wanted: &str) -> String {
        let numbered = |n: usize| if n == 1 { wanted.to_owned() } else { format!("{wanted}-{n}") };
        let tries = self.anchors.len() + 1;
        (1..=tries).map(numbered).find(|id| !self.anchors.contains_key(id)).unwrap_or_else(|| numbered(tries + 1))
    }
}

struct Found {
    level: u8,
    id: Option<String>,
    text: Text,
    bytes: Range<usize>,
}

/// The headings of a text. Where the author begins at the first level, which is the title's, all move one down.
fn headings(body: &Prose, settled: &[Settled]) -> Vec<Found> {
    let mut found = Vec::new();
    let mut open: Option<(usize, u8, Option<String>, Range<usize>)> = None;
    for (i, node) in body.0.iter().enumerate() {
        match node {
            Node::Event(Event::Start(Tag::Heading { level, id, .. }), bytes) => {
                open = Some((i + 1, *level as u8, id.as_ref().map(|id| id.to_string()), bytes.clone()));
            }
            Node::Event(Event::End(pulldown_cmark::TagEnd::Heading(_)), _) => {
                if let Some((from, level, id, bytes)) = open.take() {
                    let text = short(body.0.get(from..i).unwrap_or_default(), settled, None);
                    found.push(Found { level, id, text, bytes });
                }
            }
            _ => {}
        }
    }
    let shift = shift(found.iter().map(|found| found.level));
    for found in &mut found {
        found.level = (found.level + shift).min(6);
    }
    found
}

/// The places where headings begin.
pub(super) fn headings_at(nodes: &[Node]) -> Vec<usize> {
    let is_heading = |node: &Node| matches!(node, Node::Event(Event::Start(Tag::Heading { .. }), _));
    nodes.iter().enumerate().filter(|(_, node)| is_heading(node)).map(|(place, _)| place).collect()
}

/// How far down headings move so that none stands beside the title.
fn shift(mut levels: impl Iterator<Item = u8>) -> u8 {
    u8::from(levels.any(|level| level == 1))
}

/// The raw HTML of a text, block by block.
fn raw_html(body: &Prose) -> impl Iterator<Item = (&str, Range<usize>)> {
    body.0.iter().filter_map(|node| match node {
        Node::Event(Event::Html(html) | Event::InlineHtml(html), bytes) => Some((html.as_ref(), bytes.clone())),
        _ => None,
    })
}

/// The ids of the elements in some HTML, and the names of its old-fashioned anchors.
fn ids(html: &str) -> Vec<String> {
    let mut ids = Vec::new();
    for Ok(token) in Tokenizer::new(html) {
        if let Token::StartTag(tag) = token {
            let attribute =
                |name: &[u8]| tag.attributes.get(name).map(|value| String::from_utf8_lossy(value).into_owned());
            let name = if tag.name.as_slice() == b"a" { attribute(b"name") } else { None };
            ids.extend(attribute(b"id").or(name));
        }
    }
    ids
}

/// An id out of a text: letters and digits of any script in lower case, whatever parts them as one hyphen.
/// `section` where nothing is left.
fn slug(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\'' | '’' | '\u{ad}' => {}
            c if c.is_alphanumeric() || is_mark(c) => out.extend(c.to_lowercase()),
            _ if out.is_empty() || out.ends_with('-') => {}
            _ => out.push('-'),
        }
    }
    let out = out.trim_end_matches('-');
    if out.is_empty() { "section".to_owned() } else { out.to_owned() }
}

/// A mark that belongs to the letter before it: accents that stand alone, vowel signs, joiners.
fn is_mark(c: char) -> bool {
    matches!(c,
        '\u{300}'..='\u{36f}' | '\u{591}'..='\u{5bd}' | '\u{610}'..='\u{61a}' | '\u{64b}'..='\u{65f}' | '\u{900}'..='\u{903}'
        | '\u{93a}'..='\u{94f}' | '\u{e31}'..='\u{e3a}' | '\u{e47}'..='\u{e4e}' | '\u{1ab0}'..='\u{1aff}' | '\u{200c}' | '\u{200d}')
}

#[cfg(test)]
mod tests {
    use super::slug;

    #[test]
    fn ids_keep_every_script() {
        assert_eq!(slug("Why it's true"), "why-its-true");
        assert_eq!(slug("نظرية نيم"), "نظرية-نيم");
        assert_eq!(slug("取石子游戏"), "取石子游戏");
        assert_eq!(slug("Příliš žluťoučký"), "příliš-žluťoučký");
        assert_eq!(slug("?! —"), "section");
        assert_eq!(slug("2^n − 1"), "2-n-1");
    }
}
