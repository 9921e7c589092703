use std::sync::Arc;

use super::reader::{Reader, Shape};
use super::{Directive, Essay, front_matter, notes, understand};
use crate::diagnostic::Diagnostic;
use crate::source::{Excerpt, SourceFile};

/// Reads a file: its front matter, its Markdown, its directives, footnotes and claims.
///
/// # Errors
/// Every fault of the text, those in the bodies of directives included, in the order in which they stand.
pub fn read(source: Arc<SourceFile>) -> Result<Essay<Directive>, Vec<Diagnostic>> {
    let (inside, body) = front_matter::split(&source).map_err(|fault| vec![fault])?;
    let mut faults = Vec::new();
    let header = front_matter::read(&source, inside, &mut faults);
    let mut reader = Reader::new(&source);
    let title = reader.prose(&header.title, Shape::Line);
    let summary = header.summary.map(|summary| reader.prose(&summary, Shape::Line));
    let body = reader.prose(&Excerpt::verbatim(&source.text, body), Shape::Body);
    let Reader { figures, claims, faults: found, .. } = reader;
    faults.extend(found);
    let (body, notes) = notes::take_out(&source, body, &mut faults);
    let front = header.front;
    let source = Arc::clone(&source);
    let essay = Essay { source, front, title, summary, body, notes, figures, claims, awaited: Vec::new() };
    if faults.is_empty() {
        return Ok(essay);
    }
    faults.extend(understand::understood(essay).1);
    faults.sort_by_key(|fault| fault.span.as_ref().map(|span| span.bytes.start));
    Err(faults)
}
