//! The language of a page's parts. What rungs and its theme say is English, whatever the language of a site.

/// The attribute, with the space before it, of an element whose words are those of rungs or its theme; nothing where the
/// site is in English too.
pub fn in_english(language: &str) -> &'static str {
    let primary = language.split('-').next().unwrap_or_default();
    if primary.eq_ignore_ascii_case("en") { "" } else { " lang=\"en\"" }
}

/// The same for the author's words within such an element.
pub fn in_its_own(language: &str) -> String {
    if in_english(language).is_empty() { String::new() } else { format!(" lang=\"{language}\"") }
}
