//! How an essay is cited, for people and for machines.

use std::borrow::Cow;

use percent_encoding::percent_decode_str;
use serde_json::{Value, json};
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use super::context::{Entry, Sheet, Site};
use crate::essay::{Author, AuthorKind};
use crate::page::{Work, tex_escape};

/// The BibTeX entry of an essay whose title is given as TeX.
pub fn bibtex(site: &Site, page: &Sheet, title: &str) -> String {
    let year = page.date.as_ref().map(|day| day.iso.split('-').next().unwrap_or_default()).unwrap_or_default();
    let mut parts: Vec<&str> = page.href.trim_end_matches('/').rsplit('/').take(2).collect();
    parts.reverse();
    let name = key_of(&percent_decode_str(&parts.join("-")).decode_utf8_lossy());
    let key: Vec<&str> = [name.as_str(), year].into_iter().filter(|part| !part.is_empty()).collect();
    let authors: Vec<String> = credited(site, page).iter().map(named).collect();
    let fields = [
        ("author", authors.join(" and ")),
        // Second braces: the letters of a title stay as they are.
        ("title", format!("{{{title}}}")),
        ("howpublished", tex_escape(&site.title)),
        ("year", year.to_owned()),
        ("url", page.address.clone()),
    ];
    let lines: String = fields
        .into_iter()
        .filter(|(_, value)| !value.is_empty())
        .map(|(field, value)| format!("  {field:12} = {{{value}}},\n"))
        .collect();
    format!("@misc{{{},\n{lines}}}", key.join("-"))
}

/// A name as BibTeX takes it for a key: words of letters and digits of ASCII, with hyphens between them. Accents are left
/// out, and a letter of another script is there by its number.
fn key_of(name: &str) -> String {
    let mut key = String::new();
    for c in name.nfkd().filter(|c| !is_combining_mark(*c)) {
        match c {
            c if c.is_ascii_alphanumeric() => key.push(c),
            c if c.is_ascii() => key.push('-'),
            c => key.push_str(&format!("-{:x}-", u32::from(c))),
        }
    }
    key.split('-').filter(|word| !word.is_empty()).collect::<Vec<_>>().join("-")
}

/// Those to whom an essay is credited: its authors, or the site.
fn credited<'a>(site: &Site, page: &'a Sheet) -> Cow<'a, [Author]> {
    if page.authors.is_empty() { vec![Author::organisation(&site.title)].into() } else { (&page.authors).into() }
}

/// An author as BibTeX takes names apart; in braces, which it leaves whole, what it would take apart wrongly.
fn named(author: &Author) -> String {
    let name = tex_escape(&author.name);
    let apart = name.split_whitespace().any(|word| word.eq_ignore_ascii_case("and")) || name.matches(',').count() > 2;
    match author.kind {
        AuthorKind::Person if !apart => name,
        AuthorKind::Person | AuthorKind::Organisation => format!("{{{name}}}"),
    }
}

/// The article as linked data (schema.org) with the essays that it links to and the works that it names; safe inside a
/// `script` element.
pub fn linked_data(site: &Site, page: &Sheet, works: &[Work]) -> String {
    let mut article = json!({
        "@context": "https://schema.org",
        "@type": "Article",
        "headline": page.title.plain,
        "url": page.address,
        "mainEntityOfPage": page.address,
        "inLanguage": site.language,
        "isPartOf": { "@type": "WebSite", "name": site.title, "url": site.address },
        "author": one_or_several(credited(site, page).iter().map(author).collect()),
    });
    let mut add = |name: &str, value| {
        if let Some(object) = article.as_object_mut() {
            object.insert(name.to_owned(), value);
        }
    };
    if !page.summary.plain.is_empty() {
        add("description", json!(page.summary.plain));
    }
    if let Some(date) = &page.date {
        add("datePublished", json!(date.iso));
        add("dateModified", json!(page.updated.as_ref().unwrap_or(date).iso));
    }
    if let Some(card) = &page.card {
        add("image", json!(card.address));
    }
    let linked = |entry: &Entry| json!({ "@type": "Article", "name": entry.title.plain, "url": entry.address });
    let cited: Vec<Value> = page.cites.iter().map(linked).chain(works.iter().map(work)).collect();
    if !cited.is_empty() {
        add("citation", json!(cited));
    }
    article.to_string().replace('<', "\\u003c")
}

fn author(author: &Author) -> Value {
    let kind = match author.kind {
        AuthorKind::Person => "Person",
        AuthorKind::Organisation => "Organization",
    };
    with_url(json!({ "@type": kind, "name": author.name }), author.url.as_deref())
}

fn work(work: &Work) -> Value {
    let mut cited = json!({ "@type": "CreativeWork", "name": work.title });
    if work.entry != work.title {
        cited["description"] = json!(work.entry);
    }
    with_url(cited, work.url.as_deref())
}

fn with_url(mut thing: Value, url: Option<&str>) -> Value {
    if let Some(url) = url {
        thing["url"] = json!(url);
    }
    thing
}

fn one_or_several(mut values: Vec<Value>) -> Value {
    match values.pop() {
        Some(only) if values.is_empty() => only,
        last => values.into_iter().chain(last).collect(),
    }
}
