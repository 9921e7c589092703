use std::ops::Range;
use std::sync::Arc;

use math_core::MathDisplay;
use pulldown_cmark::{Alignment, BlockQuoteKind, CodeBlockKind, Event, Tag, TagEnd};

use super::plain::plain;
use super::publication::Setting;
use super::text::{JOINT, joints, short_word_at_end};
use super::{Destination, Outline, Target, escape, formula};
use crate::diagnostic::Diagnostic;
use crate::essay::{Essay, Figure, Node, Settled};
use crate::source::Span;

/// Whom a text is written for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Medium {
    /// A page of the site.
    Page,
    /// Feed readers, which know nothing of the page: whole addresses, no ids, nothing that unfolds.
    Feed,
}

/// Writes the events of an essay as HTML.
pub struct Writer<'a> {
    pub(super) essay: &'a Essay<Figure>,
    pub(super) settled: &'a [Settled],
    pub(super) outline: &'a Outline,
    pub(super) setting: &'a Setting<'a>,
    pub(super) medium: Medium,
    /// What has been written.
    pub out: String,
    /// What is wrong.
    pub faults: Vec<Diagnostic>,
    /// The places of the site that are linked to.
    pub cites: Vec<Target>,
    /// The notes whose first citation stands in the block that is being written.
    pub(super) noted: Vec<usize>,
    /// How many headings have been written.
    headings: usize,
    table: Table,
}

/// Where in a table the writer is.
#[derive(Default)]
struct Table {
    alignments: Vec<Alignment>,
    cell: usize,
    head: bool,
}

impl<'a> Writer<'a> {
    /// A writer with nothing written.
    pub fn new(
        essay: &'a Essay<Figure>,
        settled: &'a [Settled],
        outline: &'a Outline,
        setting: &'a Setting<'a>,
        medium: Medium,
    ) -> Self {
        Self {
            essay,
            settled,
            outline,
            setting,
            medium,
            out: String::new(),
            faults: Vec::new(),
            cites: Vec::new(),
            noted: Vec::new(),
            headings: 0,
            table: Table::default(),
        }
    }

    /// Writes the whole text, block by block.
    pub fn body(&mut self) {
        let essay = self.essay;
        for block in blocks(&essay.body.0) {
            self.block(block);
        }
        if self.medium == Medium::Feed {
            self.notes_at_the_end();
        }
    }

    /// Writes nodes one after the other.
    pub(super) fn nodes(&mut self, nodes: &[Node]) {
        let mut i = 0;
        while let Some(node) = nodes.get(i) {
            i += 1;
            match node {
                Node::Event(Event::Start(Tag::Image { dest_url, title, .. }), bytes) => {
                    let end = closing(nodes, i - 1);
                    let alt = plain(nodes.get(i..end).unwrap_or_default(), self.settled);
                    self.image(dest_url, title, &alt, bytes);
                    i = end + 1;
                }
                Node::Event(Event::Text(text), _) => self.text(text, nodes.get(i)),
                Node::Event(event, bytes) => self.event(event, bytes),
                Node::Figure(figure) => self.figure(*figure),
                Node::Claim(claim) => self.claim(*claim),
                Node::Note { note, citation } => self.citation(*note, *citation),
                Node::Reference { destination, bytes } => self.reference(destination, bytes),
            }
        }
    }

    fn event(&mut self, event: &Event<'_>, bytes: &Range<usize>) {
        match event {
            Event::Start(tag) => self.start(tag, bytes),
            Event::End(tag) => self.end(*tag),
            Event::Text(text) => self.out.push_str(&escape(text)),
            Event::Code(code) => self.out.push_str(&format!("<code>{}</code>", escape(code))),
            Event::InlineMath(tex) => self.formula(tex, MathDisplay::Inline, bytes),
            Event::DisplayMath(tex) => self.formula(tex, MathDisplay::Block, bytes),
            Event::Html(html) | Event::InlineHtml(html) => self.raw(html),
            // The essay makes values of these.
            Event::FootnoteReference(_) => {}
            Event::SoftBreak => self.out.push('\n'),
            Event::HardBreak => self.out.push_str("<br>\n"),
            Event::Rule => self.out.push_str("<hr>\n"),
            Event::TaskListMarker(done) => {
                let (sign, word) = if *done { ("☑", "done") } else { ("☐", "to do") };
                self.out.push_str(&format!("<span class=\"task\" role=\"img\" aria-label=\"{word}\">{sign}</span> "));
            }
        }
    }

    fn start(&mut self, tag: &Tag<'_>, bytes: &Range<usize>) {
        let html = match tag {
            Tag::Paragraph => "<p>".to_owned(),
            Tag::Heading { .. } => self.heading(),
            Tag::BlockQuote(None) => "<blockquote>\n".to_owned(),
            Tag::BlockQuote(Some(kind)) => {
                let (class, name) = alert(*kind);
                format!("<div class=\"alert {class}\" role=\"note\">\n<p class=\"alert-name\">{name}</p>\n")
            }
            Tag::CodeBlock(CodeBlockKind::Fenced(info)) if !info.trim().is_empty() => {
                let language = info.split_whitespace().next().unwrap_or_default();
                format!("<pre tabindex=\"0\"><code class=\"language-{}\">", escape(language))
            }
            Tag::CodeBlock(_) => "<pre tabindex=\"0\"><code>".to_owned(),
            Tag::List(None) => "<ul>\n".to_owned(),
            Tag::List(Some(1)) => "<ol>\n".to_owned(),
            Tag::List(Some(first)) => format!("<ol start=\"{first}\">\n"),
            Tag::Item => "<li>".to_owned(),
            Tag::Table(alignments) => {
                self.table = Table { alignments: alignments.clone(), cell: 0, head: false };
                "<div class=\"table\" role=\"group\" aria-label=\"Table\" tabindex=\"0\"><table>\n".to_owned()
            }
            Tag::TableHead => {
                self.table.head = true;
                self.table.cell = 0;
                "<thead><tr>".to_owned()
            }
            Tag::TableRow => {
                self.table.cell = 0;
                "<tr>".to_owned()
            }
            Tag::TableCell => self.cell(),
            Tag::Emphasis => "<em>".to_owned(),
            Tag::Strong => "<strong>".to_owned(),
            Tag::Strikethrough => "<del>".to_owned(),
            Tag::Superscript => "<sup>".to_owned(),
            Tag::Subscript => "<sub>".to_owned(),
            Tag::Link { dest_url, title, .. } => self.link(dest_url, title, bytes),
            // Images are written whole; the essay makes values of footnotes; the rest is not switched on.
            Tag::Image { .. }
            | Tag::FootnoteDefinition(_)
            | Tag::HtmlBlock
            | Tag::MetadataBlock(_)
            | Tag::DefinitionList
            | Tag::DefinitionListTitle
            | Tag::DefinitionListDefinition => String::new(),
        };
        self.out.push_str(&html);
    }

    fn end(&mut self, tag: TagEnd) {
        let html = match tag {
            TagEnd::Paragraph => "</p>\n",
            TagEnd::Heading(_) => return self.end_heading(),
            TagEnd::BlockQuote(None) => "</blockquote>\n",
            TagEnd::BlockQuote(Some(_)) => "</div>\n",
            TagEnd::CodeBlock => "</code></pre>\n",
            TagEnd::List(false) => "</ul>\n",
            TagEnd::List(true) => "</ol>\n",
            TagEnd::Item => "</li>\n",
            TagEnd::Table => "</tbody></table></div>\n",
            TagEnd::TableHead => {
                self.table.head = false;
                "</tr></thead><tbody>\n"
            }
            TagEnd::TableRow => "</tr>\n",
            TagEnd::TableCell if self.table.head => "</th>",
            TagEnd::TableCell => "</td>",
            TagEnd::Emphasis => "</em>",
            TagEnd::Strong => "</strong>",
            TagEnd::Strikethrough => "</del>",
            TagEnd::Superscript => "</sup>",
            TagEnd::Subscript => "</sub>",
            TagEnd::Link => "</a>",
            TagEnd::Image
            | TagEnd::FootnoteDefinition
            | TagEnd::HtmlBlock
            | TagEnd::MetadataBlock(_)
            | TagEnd::DefinitionList
            | TagEnd::DefinitionListTitle
            | TagEnd::DefinitionListDefinition => "",
        };
        self.out.push_str(html);
    }

    fn heading(&mut self) -> String {
        let Some(heading) = self.outline.headings.get(self.headings) else { return String::new() };
        match self.medium {
            Medium::Page => format!("<h{} id=\"{}\">", heading.level, escape(&heading.id)),
            Medium::Feed => format!("<h{}>", heading.level),
        }
    }

    /// The sign that gives the heading's address is for the mouse: a keyboard finds the same in the contents.
    fn end_heading(&mut self) {
        let Some(heading) = self.outline.headings.get(self.headings) else { return };
        self.headings += 1;
        if self.medium == Medium::Page {
            let id =
                Target { address: self.setting.address.clone(), anchor: Some(heading.id.clone()), name: String::new() };
            let href = escape(&id.from_page(self.setting.base, self.setting.address));
            self.out.push_str(&format!("<a class=\"here\" href=\"{href}\" aria-hidden=\"true\" tabindex=\"-1\">§</a>"));
        }
        self.out.push_str(&format!("</h{}>\n", heading.level));
    }

    fn cell(&mut self) -> String {
        let name = if self.table.head { "th scope=\"col\"" } else { "td" };
        let class = match self.table.alignments.get(self.table.cell) {
            Some(Alignment::Right) => " class=\"right\"",
            Some(Alignment::Center) => " class=\"centre\"",
            _ => "",
        };
        self.table.cell += 1;
        format!("<{name}{class}>")
    }

    /// Text, joined to a number or formula that follows a short word.
    fn text(&mut self, text: &str, next: Option<&Node>) {
        let mut text = joints(text);
        let before_value = matches!(next, Some(Node::Claim(_) | Node::Event(Event::InlineMath(_), _)));
        if before_value && text.ends_with(' ') && short_word_at_end(text.trim_end_matches(' ')) {
            text.pop();
            text.push(JOINT);
        }
        self.out.push_str(&escape(&text));
    }

    fn raw(&mut self, html: &str) {
        if self.medium == Medium::Page {
            self.out.push_str(html);
        }
    }

    fn formula(&mut self, tex: &str, display: MathDisplay, bytes: &Range<usize>) {
        match formula::mathml(tex, display) {
            Ok(mathml) if display == MathDisplay::Block && self.medium == Medium::Page => {
                let html = format!(
                    "<span class=\"display\" role=\"group\" aria-label=\"Formula\" tabindex=\"0\">{mathml}</span>"
                );
                self.out.push_str(&html);
            }
            Ok(mathml) => self.out.push_str(&mathml),
            Err((at, message)) => {
                let at = self.within(bytes, tex, at);
                self.faults.push(
                    Diagnostic::error("formula", self.span(at), format!("this formula cannot be read: {message}"))
                        .help("formulas are TeX, as in $\\frac{a}{b}$; a dollar sign that is none is written \\$"),
                );
            }
        }
    }

    /// Bytes of a piece of text, as bytes of the file; the whole event where the piece does not stand there verbatim.
    fn within(&self, bytes: &Range<usize>, piece: &str, at: Range<usize>) -> Range<usize> {
        let written = self.essay.source.text.get(bytes.clone()).unwrap_or_default();
        match written.find(piece) {
            Some(start) if at.end <= piece.len() => bytes.start + start + at.start..bytes.start + start + at.end,
            _ => bytes.clone(),
        }
    }

    fn link(&mut self, destination: &str, title: &str, bytes: &Range<usize>) -> String {
        let title = if title.is_empty() { String::new() } else { format!(" title=\"{}\"", escape(title)) };
        let Some((href, _)) = self.find(destination, bytes) else { return "<a>".to_owned() };
        format!("<a href=\"{}\"{title}>", escape(&href))
    }

    fn reference(&mut self, destination: &str, bytes: &Range<usize>) {
        let Some((href, target)) = self.find(destination, bytes) else { return };
        let Some(target) = target.filter(|target| !target.name.is_empty()) else {
            self.faults.push(
                Diagnostic::error("link-without-text", self.span(bytes.clone()), "this link has no text")
                    .help("only a link to a figure, a heading or a page of this site writes its own"),
            );
            return;
        };
        self.out.push_str(&format!("<a class=\"reference\" href=\"{}\">{}</a>", escape(&href), escape(&target.name)));
    }

    fn image(&mut self, destination: &str, title: &str, alt: &str, bytes: &Range<usize>) {
        let title = if title.is_empty() { String::new() } else { format!(" title=\"{}\"", escape(title)) };
        let Some((src, _)) = self.find(destination, bytes) else { return };
        let src = escape(&src);
        self.out.push_str(&format!("<img src=\"{src}\" alt=\"{}\"{title} loading=\"lazy\">", escape(alt)));
    }

    /// The address that a destination stands for, and the place of this site that it is, if it is one.
    fn find(&mut self, destination: &str, bytes: &Range<usize>) -> Option<(String, Option<Target>)> {
        match self.setting.links.find(destination) {
            Ok(Destination::Outside(href)) => Some((href, None)),
            Ok(Destination::Within(target)) => {
                self.cites.push(target.clone());
                Some((self.href(&target), Some(target)))
            }
            Err(astray) => {
                let at = self.within(bytes, destination, 0..destination.len());
                let fault = Diagnostic::error("broken-link", self.span(at), astray.message).help(astray.help);
                self.faults.push(fault);
                None
            }
        }
    }

    /// The address of a place of this site, as this medium needs it.
    pub(super) fn href(&self, target: &Target) -> String {
        match self.medium {
            Medium::Page => target.from_page(self.setting.base, self.setting.address),
            Medium::Feed => target.from_anywhere(self.setting.base),
        }
    }

    /// A claim: plain text, with what it was checked against as its title, and a link to the figure.
    fn claim(&mut self, claim: usize) {
        let settled = self.settled;
        let Some(settled) = settled.get(claim) else { return };
        let figure = settled.figure.as_ref();
        let target = figure.and_then(|(essay, id)| self.setting.links.figure(essay.as_deref(), id));
        let title = settled.checked.as_ref().map(|checked| format!(" title=\"{}\"", escape(checked)));
        let (open, close) = match (self.medium, title, target) {
            (Medium::Page, Some(title), Some(target)) => {
                (format!("<a class=\"claim\" href=\"{}\"{title}>", escape(&self.href(&target))), "</a>")
            }
            (Medium::Page, Some(title), None) => (format!("<span class=\"claim\"{title}>"), "</span>"),
            _ => (String::new(), ""),
        };
        self.out.push_str(&open);
        self.nodes(&settled.text.0);
        self.out.push_str(close);
    }

    /// Bytes of the essay's file.
    pub(super) fn span(&self, bytes: Range<usize>) -> Span {
        Span { file: Arc::clone(&self.essay.source), bytes }
    }
}

fn alert(kind: BlockQuoteKind) -> (&'static str, &'static str) {
    match kind {
        BlockQuoteKind::Note => ("aside", "Note"),
        BlockQuoteKind::Tip => ("tip", "Tip"),
        BlockQuoteKind::Important => ("important", "Important"),
        BlockQuoteKind::Warning => ("warning", "Warning"),
        BlockQuoteKind::Caution => ("caution", "Caution"),
    }
}

/// The blocks at the top of a text, each from its start to its end.
pub(super) fn blocks(nodes: &[Node]) -> Vec<&[Node]> {
    let (mut found, mut i) = (Vec::new(), 0);
    while i < nodes.len() {
        let end = match nodes.get(i) {
            Some(Node::Event(Event::Start(_), _)) => closing(nodes, i),
            _ => i,
        };
        found.extend(nodes.get(i..=end.min(nodes.len() - 1)));
        i = end + 1;
    }
    found
}

/// The place of the end that belongs to the start at a place.
fn closing(nodes: &[Node], start: usize) -> usize {
    let mut depth = 0usize;
    for (i, node) in nodes.iter().enumerate().skip(start) {
        match node {
            Node::Event(Event::Start(_), _) => depth += 1,
            Node::Event(Event::End(_), _) => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 {
            return i;
        }
    }
    nodes.len()
}
