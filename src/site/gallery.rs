//! The gallery: every kind of figure, with its directive before it.

use std::sync::Arc;

use crate::diagnostic::Diagnostic;
use crate::essay::{self, Directive, Essay};
use crate::figure::{KINDS, Kind};
use crate::source::SourceFile;

/// Reads a text of the author's; to one whose front matter says `extra.gallery = true` every kind of figure is added.
///
/// The gallery is Markdown like any other from there on: its figures pass the same gate, and its page the same checks.
///
/// # Errors
/// Every fault of the text.
pub fn read(source: Arc<SourceFile>) -> Result<Essay<Directive>, Vec<Diagnostic>> {
    let essay = essay::read(Arc::clone(&source))?;
    let is_gallery = essay.front.extra.get("gallery").and_then(toml::Value::as_bool) == Some(true);
    if !is_gallery {
        return Ok(essay);
    }
    let text = KINDS.iter().fold(source.text.clone(), |text, kind| text + &specimen(kind));
    essay::read(Arc::new(SourceFile::new(source.path.clone(), text)))
}

/// A section with the directive of a kind's example as an author writes it, and what comes of it.
fn specimen(kind: &Kind) -> String {
    let Kind { name, about, example, .. } = kind;
    let caption = toml::Value::from(*about);
    let directive = format!("```figure {name}\nid = \"example-{name}\"\n{example}caption = {caption}\n```");
    format!("\n\n## {name}\n\n````markdown\n{directive}\n````\n\n{directive}\n")
}
