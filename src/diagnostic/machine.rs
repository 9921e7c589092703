//! Faults for machines.

use serde_json::{Value, json};

use super::{Diagnostic, in_order};
use crate::source::Span;

/// All faults, each as a JSON object on a line of its own. Lines and columns count from 1, columns in characters; an
/// end is the place behind the last character.
pub fn json(faults: &[Diagnostic]) -> String {
    in_order(faults).into_iter().map(|fault| format!("{}\n", object(fault))).collect()
}

fn object(fault: &Diagnostic) -> Value {
    let related = fault.related.iter().map(|(span, label)| json!({ "place": place(span), "label": label }));
    json!({
        "severity": fault.severity.name(),
        "code": fault.code,
        "message": fault.message,
        "label": fault.label,
        "place": fault.span.as_ref().map(place),
        "related": related.collect::<Vec<_>>(),
        "help": fault.help,
        "fix": fault.fix.as_ref().map(|fix| json!({ "place": place(&fix.span), "replacement": fix.replacement })),
    })
}

fn place(span: &Span) -> Value {
    let (start, end) = (span.place(), span.file.place(span.bytes.end));
    json!({
        "file": span.file.path,
        "line": start.line,
        "column": start.column,
        "end_line": end.line,
        "end_column": end.column,
    })
}

/// All faults as commands to GitHub, which shows them beside a change.
pub fn github(faults: &[Diagnostic]) -> String {
    in_order(faults).into_iter().map(command).collect()
}

fn command(fault: &Diagnostic) -> String {
    let escape = |text: &str| text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A");
    let property = |text: &str| escape(text).replace(':', "%3A").replace(',', "%2C");
    let place = fault.span.as_ref().map_or_else(String::new, |span| {
        let (start, end) = (span.place(), span.file.place(span.bytes.end));
        let to = if end.line == start.line { end.column.max(start.column + 1) - 1 } else { start.column };
        let file = property(&span.file.path);
        format!("file={file},line={},col={},endColumn={to},", start.line, start.column)
    });
    let lines: Vec<String> = std::iter::once(&fault.message).chain(&fault.help).map(|line| escape(line)).collect();
    format!("::{} {place}title={}::{}\n", fault.severity.name(), property(fault.code), lines.join("%0A"))
}
