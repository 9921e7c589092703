//! Faults as people and machines read them.

use std::ops::Range;

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use clap::ValueEnum;
use serde_json::json;

use crate::diagnostic::{Diagnostic, Severity};
use crate::source::Span;

/// How faults are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// With the line, a caret and hints
    #[default]
    Human,
    /// One JSON object a line
    Json,
    /// As annotations that GitHub shows beside a change
    Github,
}

/// All faults in one of the formats, those of a file together and in the order in which they stand.
pub fn report(faults: &[Diagnostic], format: Format) -> String {
    let mut faults: Vec<&Diagnostic> = faults.iter().collect();
    faults.sort_by_key(|fault| fault.span.as_ref().map(|span| (&span.file.path, span.bytes.start)));
    let write = match format {
        Format::Human => human,
        Format::Json => json,
        Format::Github => github,
    };
    faults.into_iter().map(write).collect()
}

fn human(fault: &Diagnostic) -> String {
    let level = match fault.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let title = level.primary_title(fault.message.as_str());
    let mut group = match &fault.span {
        None => Group::with_title(title),
        Some(span) => {
            let annotation = AnnotationKind::Primary.span(within(span)).label(fault.label.as_str());
            let beside = fault.related.iter().filter(|(other, _)| other.file == span.file);
            let beside = beside.map(|(other, label)| AnnotationKind::Context.span(within(other)).label(label.as_str()));
            title.element(snippet(span).annotation(annotation).annotations(beside))
        }
    };
    let elsewhere =
        fault.related.iter().filter(|(other, _)| fault.span.as_ref().is_none_or(|span| span.file != other.file));
    for (other, label) in elsewhere {
        group =
            group.element(snippet(other).annotation(AnnotationKind::Context.span(within(other)).label(label.as_str())));
    }
    for help in &fault.help {
        group = group.element(Level::HELP.message(help.as_str()));
    }
    Renderer::styled().render(&[group]) + "\n\n"
}

fn snippet<'a>(span: &'a Span) -> Snippet<'a, annotate_snippets::Annotation<'a>> {
    Snippet::source(span.file.text.as_str()).path(span.file.path.as_str())
}

/// The bytes of a span as whole characters of its file.
fn within(span: &Span) -> Range<usize> {
    let text = &span.file.text;
    let start = text.floor_char_boundary(span.bytes.start);
    start..text.ceil_char_boundary(span.bytes.end.max(start))
}

fn json(fault: &Diagnostic) -> String {
    let place = |span: &Span| {
        let (start, end) = (span.place(), span.file.place(span.bytes.end));
        json!({
            "file": span.file.path,
            "line": start.line,
            "column": start.column,
            "end_line": end.line,
            "end_column": end.column,
        })
    };
    let whole = json!({
        "severity": severity(fault),
        "code": fault.code,
        "message": fault.message,
        "label": fault.label,
        "place": fault.span.as_ref().map(place),
        "related": fault.related.iter().map(|(span, label)| json!({ "place": place(span), "label": label })).collect::<Vec<_>>(),
        "help": fault.help,
        "fix": fault.fix.as_ref().map(|fix| json!({ "place": place(&fix.span), "replacement": fix.replacement })),
    });
    format!("{whole}\n")
}

fn github(fault: &Diagnostic) -> String {
    let escape = |text: &str| text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A");
    let property = |text: &str| escape(text).replace(':', "%3A").replace(',', "%2C");
    let place = fault.span.as_ref().map(|span| {
        let place = span.place();
        format!(" file={},line={},col={}", property(&span.file.path), place.line, place.column)
    });
    let text = std::iter::once(&fault.message).chain(&fault.help).map(|line| escape(line)).collect::<Vec<_>>();
    format!("::{}{}::{}\n", severity(fault), place.unwrap_or_default(), text.join("%0A"))
}

fn severity(fault: &Diagnostic) -> &'static str {
    match fault.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
    }
}
