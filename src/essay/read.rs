use std::sync::Arc;

use super::reader::{Reader, Shape};
use super::{Directive, Essay, front_matter, notes};
use crate::diagnostic::Diagnostic;
use crate::source::{Excerpt, SourceFile};

/// Reads a file: its front matter, its Markdown, its directives, footnotes and claims.
///
/// # Errors
/// Every fault of the text, those in the bodies of directives included, in the order in which they stand.
pub fn read(source: Arc<SourceFile>) -> Result<Essay<Directive>, Vec<Diagnostic>> {
    let (essay, mut faults) = begin(source);
    match essay {
        Some(essay) if faults.is_empty() => Ok(essay),
        essay => {
            faults.extend(essay.into_iter().flat_map(|essay| essay.understood().1));
            faults.sort_by_key(|fault| fault.span.as_ref().map(|span| span.bytes.start));
            Err(faults)
        }
    }
}

/// Reads a file as far as it can be read, and tells every fault of the text but those in the bodies of directives. There
/// is no essay where it cannot be seen where the text begins.
pub fn begin(source: Arc<SourceFile>) -> (Option<Essay<Directive>>, Vec<Diagnostic>) {
    let (inside, body) = match front_matter::split(&source) {
        Ok(split) => split,
        Err(fault) => return (None, vec![fault]),
    };
    let mut faults = Vec::new();
    let header = front_matter::read(&source, inside, &mut faults);
    let mut reader = Reader::new(&source);
    let title = reader.prose(&header.title, Shape::Line);
    let summary = header.summary.map(|summary| reader.prose(&summary, Shape::Line));
    let body = reader.prose(&Excerpt::verbatim(&source.text, body), Shape::Body);
    let Reader { figures, claims, broken, faults: found, .. } = reader;
    faults.extend(found);
    // What was never closed hides what comes after it, figures perhaps among it.
    let mut broken = broken;
    if faults.iter().any(|fault| ["open-fence", "open-comment", "open-formula"].contains(&fault.code)) {
        broken.push(String::new());
    }
    let (body, notes) = notes::take_out(&source, body, &mut faults);
    let front = header.front;
    let source = Arc::clone(&source);
    let essay = Essay { source, front, title, summary, body, notes, figures, claims, broken, awaited: Vec::new() };
    (Some(essay), faults)
}
