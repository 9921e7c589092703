//! Events become prose: figures, claims, references and footnotes are recognised, and everything that looks like
//! one of them and is not is told.

use std::ops::Range;
use std::sync::Arc;
use std::vec::IntoIter;

use pulldown_cmark::{CodeBlockKind, Event, LinkType, Tag, TagEnd};

use super::markdown::{self, Ranged};
use super::nesting::Nesting;
use super::{Claim, Directive, Node, Prose, claim, fence, kept, leftover, sentence};
use crate::diagnostic::Diagnostic;
use crate::source::{Excerpt, SourceFile, Span};

/// What has been read of one file so far.
pub(super) struct Reader<'a> {
    pub source: &'a Arc<SourceFile>,
    pub figures: Vec<Directive>,
    pub claims: Vec<Claim>,
    /// The ids of figures that are at fault, empty where they cannot be read.
    pub broken: Vec<String>,
    pub faults: Vec<Diagnostic>,
}

/// Where a text stands, and so what may stand in it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    /// The body: blocks, figures and footnotes.
    Body,
    /// A caption: blocks, or inline where it is one paragraph.
    Caption,
    /// A title, a summary, an alternative text: one paragraph, inline.
    Line,
}

impl<'a> Reader<'a> {
    pub fn new(source: &'a Arc<SourceFile>) -> Self {
        Self { source, figures: Vec::new(), claims: Vec::new(), broken: Vec::new(), faults: Vec::new() }
    }

    /// Reads a text of the file as Markdown. Citations and definitions of footnotes are still events.
    pub fn prose(&mut self, text: &Excerpt, shape: Shape) -> Prose {
        let mut walk = Walk {
            events: markdown::events(text.text()).into_iter(),
            ahead: None,
            nodes: Vec::new(),
            claim_of_block: None,
            end_of_cell: 0,
            nesting: Nesting::default(),
            text,
            shape,
            reader: self,
        };
        walk.all();
        let nodes = walk.nodes;
        if shape == Shape::Body { Prose(nodes) } else { self.inline(nodes, text, shape) }
    }

    /// Takes a lone paragraph out of its tags.
    fn inline(&mut self, mut nodes: Vec<Node>, text: &Excerpt, shape: Shape) -> Prose {
        let is_paragraph =
            |node: &Node| matches!(node, Node::Event(Event::Start(Tag::Paragraph) | Event::End(TagEnd::Paragraph), _));
        let paragraphs = nodes.iter().filter(|node| is_paragraph(node)).count() / 2;
        if paragraphs == 1 && nodes.first().is_some_and(is_paragraph) && nodes.last().is_some_and(is_paragraph) {
            nodes.pop();
            nodes.remove(0);
        } else if shape == Shape::Line && !nodes.is_empty() {
            let help = "what begins like a list, a heading or a quote can be written with a backslash: `1\\. e4`";
            self.fault("not-one-line", text.in_file(0..text.text().len()), "this is not one paragraph of text", help);
        }
        Prose(nodes)
    }

    /// Notes a fault at some bytes of the file.
    pub fn fault(&mut self, code: &'static str, bytes: Range<usize>, message: impl Into<String>, help: &str) {
        self.faults.push(Diagnostic::error(code, Span::new(self.source, bytes), message).help(help));
    }
}

/// One text on its way from events to nodes.
struct Walk<'r, 'a> {
    events: IntoIter<Ranged>,
    ahead: Option<Ranged>,
    nodes: Vec<Node>,
    /// The last claim of the block in which the walk is.
    claim_of_block: Option<Range<usize>>,
    /// Where the last cell of a table ended.
    end_of_cell: usize,
    nesting: Nesting,
    text: &'r Excerpt,
    shape: Shape,
    reader: &'r mut Reader<'a>,
}

impl Walk<'_, '_> {
    fn next(&mut self) -> Option<Ranged> {
        self.ahead.take().or_else(|| self.events.next())
    }

    fn all(&mut self) {
        while let Some((event, range)) = self.next() {
            leftover::title(self.reader, self.text, &event, &range);
            match event {
                Event::Text(first) => {
                    let run = self.run(&first, range, text_of);
                    leftover::text(self.reader, self.text, &run, self.claim_of_block.as_ref());
                    self.push_run(&run);
                }
                Event::Start(Tag::CodeBlock(kind)) => self.code_block(kind, range),
                Event::Start(Tag::Link { dest_url, title, .. }) if dest_url.starts_with('=') => {
                    self.claim(&dest_url, &title, range);
                }
                Event::Start(Tag::Link { link_type: LinkType::Inline, dest_url, title, id }) => match self.next() {
                    Some((Event::End(TagEnd::Link), _)) => {
                        let bytes = self.text.in_file(range);
                        self.nodes.push(Node::Reference { destination: dest_url.to_string(), bytes });
                    }
                    ahead => {
                        let link = Tag::Link { link_type: LinkType::Inline, dest_url, title, id };
                        self.push(Event::Start(link), range);
                        self.ahead = ahead;
                    }
                },
                Event::Start(Tag::Image { ref dest_url, .. }) if dest_url.starts_with('=') => {
                    let bytes = self.text.in_file(range.start..range.start + 1);
                    let help = "an exclamation mark before a claim is written `\\!`";
                    self.reader.fault("claim-as-image", bytes, "this exclamation mark makes the claim an image", help);
                    self.push(event, range);
                }
                Event::InlineHtml(ref html) if self.shape == Shape::Line => {
                    let message = format!("`{html}` is HTML, and this is text alone");
                    let help = "a sign that is meant is written `\\<`, and in TOML between double quotes `\\\\<`";
                    self.reader.fault("html", self.text.in_file(range), message, help);
                }
                Event::InlineHtml(ref html) => {
                    let mut run = Excerpt::default();
                    run.push(html, range.clone());
                    self.html(&run);
                    self.push(event, range);
                }
                Event::Html(first) => {
                    let run = self.run(&first, range, html_of);
                    self.html(&run);
                    let range = run.in_file(0..run.text().len());
                    self.push(Event::Html(run.text().to_owned().into()), range);
                }
                Event::End(TagEnd::TableCell) => {
                    self.end_of_cell = range.end;
                    self.push(event, range);
                }
                Event::End(TagEnd::TableRow) => {
                    leftover::cells(self.reader, self.text, self.end_of_cell..range.end);
                    self.push(event, range);
                }
                Event::FootnoteReference(_) | Event::Start(Tag::FootnoteDefinition(_)) if self.shape != Shape::Body => {
                    let bytes = self.text.in_file(range);
                    let help = "cite it in the text of the essay";
                    self.reader.fault("footnote", bytes, "a footnote stands in the text of an essay only", help);
                }
                event => {
                    if starts_block(&event) {
                        self.claim_of_block = None;
                    }
                    self.push(event, range);
                }
            }
        }
        let faults = self.nesting.left(self.reader.source);
        self.reader.faults.extend(faults);
    }

    fn html(&mut self, run: &Excerpt) {
        leftover::html(self.reader, self.text, run);
        let faults = self.nesting.html(self.reader.source, self.text, run);
        self.reader.faults.extend(faults);
    }

    fn push(&mut self, event: Event<'static>, range: Range<usize>) {
        let faults = self.nesting.event(self.reader.source, &event);
        self.reader.faults.extend(faults);
        self.nodes.push(Node::Event(event, self.text.in_file(range)));
    }

    /// Takes texts of one sort that follow each other as one, with the origin of each byte in the text that is read.
    fn run(&mut self, first: &str, range: Range<usize>, sort: Sort) -> Excerpt {
        let mut run = Excerpt::default();
        run.push(first, range);
        while let Some((event, range)) = self.next() {
            match sort(&event) {
                Some(more) => run.push(more, range),
                None => {
                    self.ahead = Some((event, range));
                    break;
                }
            }
        }
        run
    }

    fn push_run(&mut self, run: &Excerpt) {
        let range = run.in_file(0..run.text().len());
        self.push(Event::Text(run.text().to_owned().into()), range);
    }

    fn code_block(&mut self, kind: CodeBlockKind<'static>, range: Range<usize>) {
        let mut body = Excerpt::default();
        let end = loop {
            match self.next() {
                Some((Event::Text(text), range)) => body.push(&text, range),
                Some((Event::End(end), _)) => break end,
                _ => break TagEnd::CodeBlock,
            }
        };
        if let CodeBlockKind::Fenced(info) = &kind {
            let block = fence::Block { info, body: &body, range: range.clone(), text: self.text };
            match fence::read(self.reader, &block, self.shape) {
                fence::Fenced::Figure(figure) => {
                    if figure.drawn {
                        self.nodes.push(Node::Figure(self.reader.figures.len()));
                    }
                    self.reader.figures.push(figure);
                    return;
                }
                fence::Fenced::Faulty => {
                    let id = kept::id(body.text());
                    self.nodes.push(kept::node(kept::place(&id)));
                    self.reader.broken.push(id);
                    return;
                }
                fence::Fenced::Code => {}
            }
        }
        self.push(Event::Start(Tag::CodeBlock(kind)), range.clone());
        if !body.text().is_empty() {
            self.push_run(&body);
        }
        self.push(Event::End(end), range);
    }

    /// Reads a claim, whose start has been taken already, to its end.
    fn claim(&mut self, destination: &str, title: &str, range: Range<usize>) {
        let begins = sentence::begins(&self.nodes);
        let outer = std::mem::take(&mut self.nodes);
        let mut inside = range.start + 1..range.start + 1;
        loop {
            match self.next() {
                None | Some((Event::End(TagEnd::Link), _)) => break,
                Some((Event::Text(first), at)) => {
                    let run = self.run(&first, at, text_of);
                    inside.end = run.in_file(0..run.text().len()).end;
                    self.push_run(&run);
                }
                Some((event, at)) => {
                    inside.end = inside.end.max(at.end);
                    if matches!(event, Event::FootnoteReference(_) | Event::Start(Tag::Image { .. })) {
                        let bytes = self.text.in_file(at.clone());
                        self.reader.fault("claim", bytes, "this cannot stand in a claim", "a claim is text");
                    } else {
                        self.push(event, at);
                    }
                }
            }
        }
        let content = Prose(std::mem::replace(&mut self.nodes, outer));
        let written = claim::Written { destination, title, range: range.clone(), inside, text: self.text, begins };
        self.claim_of_block = Some(self.text.in_file(range));
        if let Some(claim) = claim::read(self.reader, &written, content) {
            self.nodes.push(Node::Claim(self.reader.claims.len()));
            self.reader.claims.push(claim);
        }
    }
}

/// Takes the letters of an event, if it is of one sort.
type Sort = for<'e> fn(&'e Event<'static>) -> Option<&'e str>;

fn text_of<'e>(event: &'e Event<'static>) -> Option<&'e str> {
    match event {
        Event::Text(text) => Some(text),
        _ => None,
    }
}

fn html_of<'e>(event: &'e Event<'static>) -> Option<&'e str> {
    match event {
        Event::Html(html) => Some(html),
        _ => None,
    }
}

fn starts_block(event: &Event<'_>) -> bool {
    match event {
        Event::Start(tag) => !matches!(tag, Tag::Emphasis | Tag::Strong | Tag::Strikethrough | Tag::Link { .. }),
        _ => false,
    }
}
