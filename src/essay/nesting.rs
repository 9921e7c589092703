//! Raw HTML whose elements do not nest, with each other and with the Markdown around them.

use std::ops::Range;
use std::sync::Arc;

use html5gum::Token;
use html5gum::Tokenizer;
use html5gum::emitters::default::DefaultEmitter;
use pulldown_cmark::{Event, Tag, TagEnd};

use super::html::{LENIENT, VOID};
use crate::diagnostic::Diagnostic;
use crate::source::{Excerpt, SourceFile, Span};

/// What is open at one place of a text.
#[derive(Default)]
pub(super) struct Nesting {
    open: Vec<Level>,
    /// Names whose end has been told of with another fault.
    forgiven: Vec<String>,
}

enum Level {
    /// Something of Markdown, which no element of HTML may straddle.
    Markdown,
    /// An element of HTML, by its name and the bytes of its start in the file; whether it has been told of.
    Element(String, Range<usize>, bool),
}

impl Nesting {
    /// Takes note of an event that is no HTML.
    pub fn event(&mut self, source: &Arc<SourceFile>, event: &Event<'_>) -> Vec<Diagnostic> {
        match event {
            // Markdown may stand between two blocks of HTML.
            Event::Start(Tag::HtmlBlock) | Event::End(TagEnd::HtmlBlock) => Vec::new(),
            Event::Start(_) => {
                self.open.push(Level::Markdown);
                Vec::new()
            }
            Event::End(_) => self.left(source),
            _ => Vec::new(),
        }
    }

    /// Takes note of some HTML, each byte of which knows where it stands in `text`.
    pub fn html(&mut self, source: &Arc<SourceFile>, text: &Excerpt, run: &Excerpt) -> Vec<Diagnostic> {
        let mut faults = Vec::new();
        let mut emitter = DefaultEmitter::<usize>::new_with_span();
        emitter.naively_switch_states(true);
        for Ok(token) in Tokenizer::new_with_emitter(run.text(), emitter) {
            match token {
                Token::StartTag(tag) => {
                    let name = String::from_utf8_lossy(&tag.name).into_owned();
                    if !tag.self_closing && !VOID.contains(&name.as_str()) {
                        let bytes = text.in_file(run.in_file(tag.span.start..tag.span.end));
                        self.open.push(Level::Element(name, bytes, false));
                    }
                }
                Token::EndTag(tag) => {
                    let bytes = text.in_file(run.in_file(tag.span.start..tag.span.end));
                    faults.extend(self.close(source, &String::from_utf8_lossy(&tag.name), bytes));
                }
                // A comment without an end is told of elsewhere.
                Token::Error(error) if faults.is_empty() && !run.text().contains("<!--") => {
                    let bytes = text.in_file(run.in_file(0..run.text().len()));
                    let message = format!("this is not HTML: {}", error.value);
                    faults.push(Diagnostic::error("html", Span::new(source, bytes), message));
                }
                _ => {}
            }
        }
        faults
    }

    /// The end of the text.
    pub fn left(&mut self, source: &Arc<SourceFile>) -> Vec<Diagnostic> {
        let mut faults = Vec::new();
        while let Some(Level::Element(name, bytes, told)) = self.open.pop() {
            if !told && !LENIENT.contains(&name.as_str()) {
                let message = format!("<{name}> is never closed");
                let help =
                    format!("write </{name}> in the block in which it is opened, or between blocks if it is there");
                faults.push(Diagnostic::error("html", Span::new(source, bytes), message).help(help));
                self.forgiven.push(name);
            }
        }
        faults
    }

    fn close(&mut self, source: &Arc<SourceFile>, name: &str, bytes: Range<usize>) -> Option<Diagnostic> {
        let inner = self.open.iter().rposition(|level| matches!(level, Level::Markdown)).map_or(0, |at| at + 1);
        let is_it = |level: &Level| matches!(level, Level::Element(open, ..) if open == name);
        let fault = |message: String| Diagnostic::error("html", Span::new(source, bytes.clone()), message);
        if let Some(at) = self.open.iter().skip(inner).rposition(is_it) {
            let between = self.open.split_off(inner + at).into_iter().skip(1);
            let crossed = between.filter_map(|level| match level {
                Level::Element(open, bytes, false) if !LENIENT.contains(&open.as_str()) => Some((open, bytes)),
                _ => None,
            });
            let crossed: Vec<_> = crossed.collect();
            self.forgiven.extend(crossed.iter().map(|(open, _)| open.clone()));
            let (open, bytes) = crossed.into_iter().next_back()?;
            let fault = fault(format!("</{name}> stands where <{open}> is open"));
            return Some(fault.related(Span::new(source, bytes), format!("<{open}> is opened here")));
        }
        if LENIENT.contains(&name) {
            return None;
        }
        if let Some(at) = self.forgiven.iter().position(|forgiven| forgiven == name) {
            self.forgiven.remove(at);
            return None;
        }
        let fault = fault(format!("</{name}> closes nothing"));
        match self.open.iter_mut().rev().find(|level| is_it(level)) {
            Some(Level::Element(_, bytes, told)) => {
                *told = true;
                let place = Span::new(source, bytes.clone());
                Some(fault.related(place, format!("<{name}> is opened outside of this block")))
            }
            _ => Some(fault),
        }
    }
}
