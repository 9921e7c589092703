//! The events of an essay become HTML.

mod decimals;
mod figure;
mod links;
mod notes;
mod provenance;
mod tags;

use std::ops::Range;
use std::sync::Arc;

use math_core::MathDisplay;
use pulldown_cmark::{Event, Tag};

use tags::{Table, scrolling};

use super::plain::plain;
use super::publication::Setting;
use super::reliance::referring;
use super::text::{FORMULA, JOINT, are_joined, compounds, inline_code, joints};
use super::{Outline, Target, escape, formula, in_english};
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

/// As many signs of a formula stand in a line of the narrowest screens; a browser does not break it.
const LONG: usize = 24;

/// Writes the events of an essay as HTML.
pub struct Writer<'a> {
    pub(super) essay: &'a Essay<Figure>,
    pub(super) settled: &'a [Settled],
    pub(super) outline: &'a Outline,
    pub(super) setting: &'a Setting<'a>,
    pub(super) medium: Medium,
    /// The `lang` of what is not the author's; nothing in an English site.
    pub(super) english: &'static str,
    /// Where the text refers to places in texts, ascending.
    pub(super) referring: Vec<usize>,
    /// What has been written.
    pub out: String,
    /// What is wrong.
    pub faults: Vec<Diagnostic>,
    /// The places of the site that are linked to.
    pub cites: Vec<Target>,
    /// The notes whose first citation stands in the block that is being written.
    pub(super) noted: Vec<usize>,
    /// Whether the last figure stands in a pair that is still open.
    pub(super) paired: bool,
    /// How many headings have been written.
    headings: usize,
    table: Table,
    /// The language and the text of the code that is being read.
    code: Option<(String, String)>,
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
            english: in_english(setting.language),
            referring: referring(essay),
            out: String::new(),
            faults: Vec::new(),
            cites: Vec::new(),
            noted: Vec::new(),
            paired: false,
            headings: 0,
            table: Table::default(),
            code: None,
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
            let before = i.checked_sub(1).and_then(|before| nodes.get(before));
            i += 1;
            match node {
                Node::Event(Event::Start(Tag::Image { dest_url, title, .. }), bytes) => {
                    let end = closing(nodes, i - 1);
                    let alt = plain(nodes.get(i..end).unwrap_or_default(), self.settled, Some(self.setting.links));
                    self.image(dest_url, title, &alt, bytes);
                    i = end + 1;
                }
                Node::Event(Event::Text(text), _) => self.text(before, text, nodes.get(i)),
                Node::Event(Event::SoftBreak, _) => self.soft_break(before, nodes.get(i)),
                Node::Event(event, bytes) => {
                    self.event(event, bytes);
                    if let Event::Start(Tag::Table(alignments)) = event {
                        let table = nodes.get(i..closing(nodes, i - 1)).unwrap_or_default();
                        let words = |cell: &[Node]| plain(cell, self.settled, Some(self.setting.links));
                        self.table.paddings = decimals::of_table(table, alignments, words);
                    }
                }
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
            Event::Code(code) => self.out.push_str(&inline_code(code)),
            Event::InlineMath(tex) => self.formula(tex, MathDisplay::Inline, bytes),
            Event::DisplayMath(tex) => self.formula(tex, MathDisplay::Block, bytes),
            Event::Html(html) | Event::InlineHtml(html) => self.raw(html),
            // The essay makes values of these.
            Event::FootnoteReference(_) | Event::SoftBreak => {}
            Event::HardBreak => self.out.push_str("<br>\n"),
            Event::Rule => self.out.push_str("<hr>\n"),
            Event::TaskListMarker(done) => {
                let (sign, word) = if *done { ("☑", "done") } else { ("☐", "to do") };
                self.out.push_str(&format!(
                    "<span class=\"task\"{} role=\"img\" aria-label=\"{word}\">{sign}</span> ",
                    self.english
                ));
            }
        }
    }

    /// Text between two other nodes, to which it may be joined.
    fn text(&mut self, before: Option<&Node>, text: &str, after: Option<&Node>) {
        if let Some((_, code)) = &mut self.code {
            return code.push_str(text);
        }
        let before = match before {
            Some(Node::Claim(_)) => claimed(&self.out),
            other => value(other).into_iter().collect(),
        };
        let after: String = value(after).into_iter().collect();
        let joined = joints(&[before.as_str(), text, &after].concat());
        let text = joined.get(before.len()..joined.len() - after.len()).unwrap_or_default();
        let html = escape(text);
        self.out.push_str(&if self.medium == Medium::Page { compounds(&html) } else { html });
    }

    /// The end of a line of the file, where a line of the page may end too, but not always.
    fn soft_break(&mut self, before: Option<&Node>, after: Option<&Node>) {
        let words = |node: Option<&Node>| match node {
            Some(Node::Event(Event::Text(text), _)) => text.to_string(),
            other => value(other).into_iter().collect(),
        };
        let joined = are_joined(&joints(&words(before)), &words(after));
        self.out.push(if joined { JOINT } else { '\n' });
    }

    fn raw(&mut self, html: &str) {
        if self.medium == Medium::Page {
            self.out.push_str(html);
        }
    }

    fn formula(&mut self, tex: &str, display: MathDisplay, bytes: &Range<usize>) {
        let Some(mathml) = self.mathml(tex, display, bytes) else { return };
        if display == MathDisplay::Block && self.medium == Medium::Page {
            let english = self.english;
            let html = format!("<span class=\"display\"{english}{}>{mathml}</span>", scrolling(true, "Formula"));
            self.out.push_str(&html);
        } else if self.medium == Medium::Page && formula::plain(tex).chars().count() > LONG {
            let html = format!("<span class=\"long\"{}{}>{mathml}</span>", self.english, scrolling(true, "Formula"));
            self.out.push_str(&html);
        } else {
            self.out.push_str(&mathml);
        }
    }

    /// A formula as MathML; a fault where it cannot be read.
    pub(super) fn mathml(&mut self, tex: &str, display: MathDisplay, bytes: &Range<usize>) -> Option<String> {
        let (at, message) = match formula::mathml(tex, display) {
            Ok(mathml) => return Some(mathml),
            Err(wrong) => wrong,
        };
        let at = self.within(bytes, tex, at);
        self.faults.push(
            Diagnostic::error("formula", self.span(at), format!("this formula cannot be read: {message}"))
                .help("formulas are TeX, as in $\\frac{a}{b}$; a dollar sign that is none is written \\$"),
        );
        None
    }

    /// Bytes of a piece of text, as bytes of the file; the whole event where the piece does not stand there verbatim.
    fn within(&self, bytes: &Range<usize>, piece: &str, at: Range<usize>) -> Range<usize> {
        let written = self.essay.source.text.get(bytes.clone()).unwrap_or_default();
        match written.find(piece) {
            Some(start) if at.end <= piece.len() => bytes.start + start + at.start..bytes.start + start + at.end,
            _ => bytes.clone(),
        }
    }

    /// Bytes of the essay's file.
    pub(super) fn span(&self, bytes: Range<usize>) -> Span {
        Span { file: Arc::clone(&self.essay.source), bytes }
    }
}

/// What stands for a node in the text beside it: a digit for a claim, nothing for what is no value.
fn value(node: Option<&Node>) -> Option<char> {
    match node? {
        Node::Claim(_) => Some('0'),
        Node::Event(Event::InlineMath(_), _) => Some(FORMULA),
        _ => None,
    }
}

/// What stands at the end of a line of HTML since its last blank, where that is a claim's number; else a digit for it.
fn claimed(html: &str) -> String {
    let mut is_tag = false;
    let mut run = Vec::new();
    for c in html.chars().rev() {
        match c {
            '>' => is_tag = true,
            '<' => is_tag = false,
            _ if is_tag => {}
            c if run.len() > LONG || matches!(c, ' ' | '\n') => break,
            c => run.push(c),
        }
    }
    match run.first() {
        Some(last) if last.is_ascii_digit() => run.into_iter().rev().collect(),
        _ => "0".to_owned(),
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
