//! The theme that is built in: templates, style and script. The author's files of the same names take their place.

use std::sync::Arc;

use super::Tree;
use crate::diagnostic::{Diagnostic, Severity};
use crate::figure::canvas::theme::{Scheme, declarations, rules};
use crate::notation::nearest;
use crate::page::{TEMPLATE, Template, Templates};
use crate::source::{SourceFile, Span};

// The table of the theme's files, by their paths: `templates/…` and `static/…`.
include!(concat!(env!("OUT_DIR"), "/theme.rs"));

/// The author's templates over the theme's.
///
/// # Errors
/// Every fault in a template, at its place.
pub fn templates(tree: &Tree) -> Result<Templates, Vec<Diagnostic>> {
    let theme: Vec<Template> = below("templates/")
        .map(|(name, bytes)| Template {
            name: name.to_owned(),
            file: Arc::new(SourceFile::new(format!("templates/{name}"), String::from_utf8_lossy(bytes))),
        })
        .collect();
    let own: Vec<Template> =
        tree.templates.iter().map(|(name, file)| Template { name: name.clone(), file: Arc::clone(file) }).collect();
    Templates::new(&theme, &own)
}

/// A warning for each of the author's templates that takes the place of none and is named by no other.
pub fn unused(tree: &Tree) -> Vec<Diagnostic> {
    let theme = || below("templates/").map(|(name, _)| name);
    let is_named = |name: &str| {
        let quoted = [format!("\"{name}\""), format!("'{name}'")];
        tree.templates.values().any(|file| quoted.iter().any(|quoted| file.text.contains(quoted)))
    };
    let unused = tree.templates.iter().filter(|(name, _)| theme().all(|known| known != *name) && !is_named(name));
    let warning = |(name, file): (&String, &Arc<SourceFile>)| {
        let help = match nearest(name, theme()) {
            Some(near) => format!("did you mean templates/{near}?"),
            None => format!("the theme's are {}", theme().collect::<Vec<_>>().join(", ")),
        };
        let message = format!("nothing uses the template templates/{name}");
        let warning = Diagnostic::error(TEMPLATE, Span::new(file, 0..0), message).help(help);
        Diagnostic { severity: Severity::Warning, ..warning }
    };
    unused.map(warning).collect()
}

/// The theme's files that are copied, but those whose place the author's take; among them a style sheet with the
/// colours of figures, which is written from the one place that knows them.
pub fn files(tree: &Tree) -> impl Iterator<Item = (String, Vec<u8>)> {
    let written = ("theme/colours.css", colours().into_bytes());
    let files = below("static/").map(|(name, bytes)| (name, bytes.to_vec())).chain([written]);
    files.filter(|(name, _)| !tree.fixed.contains_key(*name)).map(|(name, bytes)| (name.to_owned(), bytes))
}

/// A few letters that change when the style or the script does, so that no reader is shown old ones.
pub fn fingerprint(tree: &Tree, theme: &[(String, Vec<u8>)]) -> String {
    let mut hasher = blake3::Hasher::new();
    let own = tree.fixed.iter().filter(|(name, _)| name.starts_with("theme/"));
    let own = own.map(|(name, bytes)| (name, bytes.as_slice()));
    for (name, bytes) in theme.iter().map(|(name, bytes)| (name, bytes.as_slice())).chain(own) {
        hasher.update(name.as_bytes()).update(bytes);
    }
    hasher.finalize().to_hex().chars().take(8).collect()
}

/// The custom properties of figures in both schemes, and the rules of their classes.
fn colours() -> String {
    let (light, dark) = (declarations(Scheme::Light), declarations(Scheme::Dark));
    format!(
        ":root{{{light}}}\n@media screen and (prefers-color-scheme:dark){{:root:not([data-theme=light]){{{dark}}}}}\n\
         @media screen{{:root[data-theme=dark]{{{dark}}}}}\n{}\n",
        rules()
    )
}

fn below(folder: &'static str) -> impl Iterator<Item = (&'static str, &'static [u8])> {
    FILES.iter().filter_map(move |(path, bytes)| Some((path.strip_prefix(folder)?, *bytes)))
}
