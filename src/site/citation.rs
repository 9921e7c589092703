//! How an essay is cited, for people and for machines.

use percent_encoding::percent_decode_str;
use serde_json::json;

use super::context::{Sheet, Site};

/// The BibTeX entry of an essay.
pub fn bibtex(site: &Site, page: &Sheet) -> String {
    let year = page.date.as_ref().map(|day| day.iso.split('-').next().unwrap_or_default()).unwrap_or_default();
    let mut parts: Vec<&str> = page.href.trim_end_matches('/').rsplit('/').take(2).collect();
    parts.reverse();
    let name = percent_decode_str(&parts.join("-")).decode_utf8_lossy().into_owned();
    let key: String = name.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '-').collect();
    let author = if site.author.is_empty() { &site.title } else { &site.author };
    let fields = [
        // Second braces: an author may be no person, and the letters of a title stay as they are.
        ("author", format!("{{{}}}", escaped(author))),
        ("title", format!("{{{}}}", escaped(&page.title.plain))),
        ("howpublished", escaped(&site.title)),
        ("year", year.to_owned()),
        ("url", page.address.clone()),
    ];
    let lines: String = fields
        .into_iter()
        .filter(|(_, value)| !value.is_empty())
        .map(|(field, value)| format!("  {field:12} = {{{value}}},\n"))
        .collect();
    format!("@misc{{{key}-{year},\n{lines}}}")
}

/// The article as linked data (schema.org) with the essays that it links to; safe inside a `script` element.
pub fn linked_data(site: &Site, page: &Sheet) -> String {
    let person = |name: &str| json!({ "@type": "Person", "name": name });
    let mut article = json!({
        "@context": "https://schema.org",
        "@type": "Article",
        "headline": page.title.plain,
        "url": page.address,
        "inLanguage": site.language,
        "isPartOf": { "@type": "WebSite", "name": site.title, "url": site.address },
    });
    let mut add = |name: &str, value| {
        if let Some(object) = article.as_object_mut() {
            object.insert(name.to_owned(), value);
        }
    };
    if !page.summary.plain.is_empty() {
        add("description", json!(page.summary.plain));
    }
    if !site.author.is_empty() {
        add("author", person(&site.author));
    }
    if let Some(date) = &page.date {
        add("datePublished", json!(date.iso));
        add("dateModified", json!(page.updated.as_ref().unwrap_or(date).iso));
    }
    if let Some(card) = &page.card {
        add("image", json!(card.address));
    }
    if !page.cites.is_empty() {
        let cited = |entry: &super::context::Entry| json!({ "@type": "Article", "name": entry.title.plain, "url": entry.address });
        add("citation", page.cites.iter().map(cited).collect());
    }
    article.to_string().replace('<', "\\u003c")
}

/// Text as TeX reads it.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' | '%' | '$' | '#' | '_' | '{' | '}' => out.extend(['\\', c]),
            '\\' => out.push_str("\\textbackslash{}"),
            '~' => out.push_str("\\textasciitilde{}"),
            '^' => out.push_str("\\textasciicircum{}"),
            _ => out.push(c),
        }
    }
    out
}
