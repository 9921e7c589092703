//! What is wrong, as a part of a page.

use std::fmt::Write;

use crate::diagnostic::{Diagnostic, Severity};
use crate::page::escape;
use crate::source::Span;

/// All faults, each with its file, line and column, the line itself, and what helps. Nothing where there are none.
/// Those of the page's own file, which is named where it could be told, come first; `is_stale` says that the page could
/// not be made anew.
pub fn html(faults: &[Diagnostic], own: Option<&str>, is_stale: bool) -> String {
    if faults.is_empty() {
        return String::new();
    }
    let errors = faults.iter().filter(|fault| fault.severity == Severity::Error).count();
    let heading = match (errors, faults.len() - errors) {
        (0, 1) => "1 warning".to_owned(),
        (0, warnings) => format!("{warnings} warnings"),
        (1, _) => "1 fault".to_owned(),
        (errors, _) => format!("{errors} faults"),
    };
    let stale = if is_stale { " This page is as it was before." } else { "" };
    let mut sorted: Vec<&Diagnostic> = faults.iter().collect();
    sorted.sort_by_key(|fault| {
        let place = fault.span.as_ref().map(|span| (span.file.path.as_str(), span.bytes.start));
        (fault.severity, place.map(|(file, _)| file) != own, place)
    });
    let list: String = sorted.into_iter().map(fault).collect();
    format!(
        "<aside id=\"rungs-faults\" role=\"alert\" aria-label=\"Faults\"><details open>\n\
         <summary><strong>{heading}.</strong>{stale}</summary>\n<ol>\n{list}</ol>\n</details></aside>\n"
    )
}

fn fault(fault: &Diagnostic) -> String {
    let mut out = format!("<li><p><strong>{}</strong></p>\n", escape(&fault.message));
    let label = if fault.label.is_empty() { None } else { Some(fault.label.as_str()) };
    let places = fault.span.iter().map(|span| (span, label));
    for (span, label) in places.chain(fault.related.iter().map(|(span, label)| (span, Some(label.as_str())))) {
        out.push_str(&place(span, label));
    }
    for help in &fault.help {
        let _ = writeln!(out, "<p>{}</p>", escape(help));
    }
    if let Some(fix) = &fault.fix {
        let _ = writeln!(out, "<p>This would be right: <code>{}</code></p>", escape(&fix.replacement));
    }
    out.push_str("</li>\n");
    out
}

/// A place: the file, the line and the column, and the line with what is meant marked in it.
fn place(span: &Span, label: Option<&str>) -> String {
    let at = span.place();
    let text = &span.file.text;
    let start = text.floor_char_boundary(span.bytes.start);
    let line = span.file.line_at(start);
    let end = text.ceil_char_boundary(span.bytes.end.clamp(start, line.end.max(start)));
    let part = |range: std::ops::Range<usize>| escape(text.get(range).unwrap_or_default());
    let label = label.map_or_else(String::new, |label| format!(" {}", escape(label)));
    format!(
        "<p><code>{}:{}:{}</code>{label}</p>\n<pre><code>{}<mark>{}</mark>{}</code></pre>\n",
        escape(&span.file.path),
        at.line,
        at.column,
        part(line.start..start),
        part(start..end),
        part(end..line.end.max(end)),
    )
}
