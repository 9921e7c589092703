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
    essay::read(whole(source))
}

/// The same as far as the text can be read, with every fault of it but those in directives.
pub fn begin(source: Arc<SourceFile>) -> (Option<Essay<Directive>>, Vec<Diagnostic>) {
    let (essay, faults) = essay::begin(Arc::clone(&source));
    if essay.as_ref().is_some_and(is_gallery) { essay::begin(with_specimens(&source)) } else { (essay, faults) }
}

/// A text with what is added to it.
fn whole(source: Arc<SourceFile>) -> Arc<SourceFile> {
    let (essay, _) = essay::begin(Arc::clone(&source));
    if essay.as_ref().is_some_and(is_gallery) { with_specimens(&source) } else { source }
}

fn with_specimens(source: &SourceFile) -> Arc<SourceFile> {
    Arc::new(SourceFile::new(source.path.clone(), source.text.clone() + &specimens()))
}

fn is_gallery<F>(essay: &Essay<F>) -> bool {
    essay.front.extra.get("gallery").and_then(toml::Value::as_bool) == Some(true)
}

fn specimens() -> String {
    KINDS.iter().map(specimen).collect()
}

/// A section with the directive of a kind's example as an author writes it, and what comes of it.
fn specimen(kind: &Kind) -> String {
    let Kind { name, about, example, .. } = kind;
    let caption = toml::Value::from(*about);
    let directive = format!("```figure {name}\nid = \"example-{name}\"\n{example}caption = {caption}\n```");
    format!("\n\n## {name}\n\n````markdown\n{directive}\n````\n\n{directive}\n")
}
