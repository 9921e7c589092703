//! Faults for people: the line, a caret, hints, and what would mend it.

use std::ops::Range;

use annotate_snippets::{AnnotationKind, Group, Level, Patch, Renderer, Snippet};

use super::grouped::{Told, grouped};
use super::{Diagnostic, Fix, Severity, in_order};
use crate::source::Span;

/// The longest line that is shown twice, as it is and as it should be.
const LONGEST_DIFFERENCE: usize = 200;
/// The last column that is shown together with other lines of its file.
const FARTHEST_BESIDE: usize = 120;

/// All faults as text, without colour.
pub fn human(faults: &[Diagnostic]) -> String {
    rendered(faults, &Renderer::plain())
}

/// All faults as text for a terminal that shows colour and is so many columns wide: of a line that is longer the part
/// around its fault is shown.
pub fn coloured(faults: &[Diagnostic], columns: usize) -> String {
    rendered(faults, &Renderer::styled().term_width(columns))
}

fn rendered(faults: &[Diagnostic], renderer: &Renderer) -> String {
    let mut out = String::new();
    for told in grouped(&in_order(faults)) {
        match told {
            Told::Whole(fault) => out.push_str(&(whole(fault, renderer) + "\n\n")),
            Told::Briefly(fault) => out.push_str(&(brief(fault, renderer) + "\n")),
            Told::Rest { code, faults } => out.push_str(&format!("       … and {faults} more of {code}\n")),
            Told::End => out.push('\n'),
        }
    }
    out
}

fn whole(fault: &Diagnostic, renderer: &Renderer) -> String {
    let title = level(fault).primary_title(fault.message.as_str());
    let mut group = match &fault.span {
        None => Group::with_title(title),
        Some(span) => {
            let annotation = AnnotationKind::Primary.span(within(span)).label(fault.label.as_str());
            let beside = fault.related.iter().filter(|(other, _)| stands_beside(other, span));
            let beside = beside.map(|(other, label)| AnnotationKind::Context.span(within(other)).label(label.as_str()));
            title.element(snippet(span).annotation(annotation).annotations(beside))
        }
    };
    let elsewhere =
        fault.related.iter().filter(|(other, _)| fault.span.as_ref().is_none_or(|span| !stands_beside(other, span)));
    for (other, label) in elsewhere {
        let annotation = AnnotationKind::Context.span(within(other)).label(label.as_str());
        group = group.element(snippet(other).annotation(annotation));
    }
    for help in &fault.help {
        group = group.element(Level::HELP.message(help.as_str()));
    }
    let mut groups = vec![group];
    if let Some(fix) = &fault.fix {
        groups.push(difference(fix));
    }
    renderer.render(&groups)
}

/// Whether two places are shown in one window on their file. It is as wide as a terminal, so that it can only hold what
/// stands near the beginning of a line.
fn stands_beside(one: &Span, other: &Span) -> bool {
    let near = |span: &Span| span.place().column <= FARTHEST_BESIDE;
    one.file == other.file && near(one) && near(other)
}

/// What would mend it, as the line before and after; in words where the line is long.
fn difference(fix: &Fix) -> Group<'_> {
    let line = fix.span.file.line_at(fix.span.bytes.start);
    if line.len() > LONGEST_DIFFERENCE {
        return Group::with_title(Level::HELP.secondary_title(format!("write `{}`", fix.replacement)));
    }
    let source = Snippet::source(fix.span.file.text.as_str()).path(fix.span.file.path.as_str());
    let patch = Patch::new(within(&fix.span), fix.replacement.as_str());
    Level::HELP.secondary_title("this would be right").element(source.patch(patch))
}

/// A fault on one line.
fn brief(fault: &Diagnostic, renderer: &Renderer) -> String {
    let place = fault.span.as_ref().map_or_else(String::new, |span| {
        let place = span.place();
        format!("{}:{}:{}: ", span.file.path, place.line, place.column)
    });
    renderer.render(&[Group::with_title(level(fault).primary_title(format!("{place}{}", fault.message)))])
}

fn level(fault: &Diagnostic) -> Level<'static> {
    match fault.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    }
}

fn snippet<'a, T: Clone>(span: &'a Span) -> Snippet<'a, T> {
    Snippet::source(span.file.text.as_str()).path(span.file.path.as_str())
}

/// The bytes of a span as whole characters of its file.
fn within(span: &Span) -> Range<usize> {
    let text = &span.file.text;
    let start = text.floor_char_boundary(span.bytes.start);
    start..text.ceil_char_boundary(span.bytes.end.max(start))
}
