use std::collections::BTreeSet;

use html5gum::emitters::default::DefaultEmitter;
use html5gum::{HtmlString, StartTag, Token, Tokenizer};

use crate::essay::html::{LENIENT, VOID};

/// What a finished page turns out to hold when it is read again.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Inspected {
    /// Every id.
    pub ids: BTreeSet<String>,
    /// Every address that it links to or loads, as it stands there.
    pub links: Vec<String>,
    /// Those of them that a browser fetches in order to show the page.
    pub fetched: Vec<String>,
    /// Elements that do not nest, without a full stop. Those of a text have been told by then.
    pub nesting: Vec<String>,
    /// What else is wrong with the page in itself, without a full stop.
    pub faults: Vec<String>,
}

/// Elements whose text is not prose.
const VERBATIM: &[&str] = &["code", "pre", "script", "style", "math", "svg", "textarea", "kbd", "samp"];
/// What must never reach a reader: claims, references and directives that were taken for text.
const LEFT_OVER: &[&str] = &["](=", "](<=", "[](", "```", "{{", "{%"];

/// Reads a finished page again: ids that stand twice, references to ids that are not there, elements that are not
/// closed, characters that HTML forbids, and the author's syntax where the reader's text should be.
pub fn inspect(html: &str) -> Inspected {
    let mut emitter = DefaultEmitter::<()>::default();
    emitter.naively_switch_states(true);
    let mut found = Inspected::default();
    let (mut open, mut crossed): (Vec<HtmlString>, Vec<HtmlString>) = (Vec::new(), Vec::new());
    let mut needed: Vec<String> = Vec::new();
    for Ok(token) in Tokenizer::new_with_emitter(html, emitter) {
        match token {
            Token::StartTag(tag) => {
                attributes(&tag, &mut found, &mut needed);
                if !tag.self_closing && !VOID.contains(&name(&tag.name)) {
                    open.push(tag.name);
                }
            }
            Token::EndTag(tag) => close(name(&tag.name), &mut open, &mut crossed, &mut found.nesting),
            Token::String(prose)
                if prose.iter().any(|byte| b"]`{[".contains(byte))
                    && !open.iter().any(|of| VERBATIM.contains(&name(of))) =>
            {
                let prose = text(&prose);
                for sign in LEFT_OVER.iter().filter(|sign| prose.contains(**sign)) {
                    found.faults.push(format!("`{sign}` is left in the text: “{}”", around(&prose, sign)));
                }
            }
            Token::Error(error) => found.faults.push(format!("it is not HTML: {}", error.value)),
            _ => {}
        }
    }
    for name in open.iter().map(|of| name(of)).filter(|name| !LENIENT.contains(name)) {
        found.nesting.push(format!("<{name}> is never closed"));
    }
    for id in needed.iter().filter(|id| !found.ids.contains(*id)) {
        found.faults.push(format!("something refers to the id `{id}`, which is not there"));
    }
    found
}

fn attributes(tag: &StartTag<()>, found: &mut Inspected, needed: &mut Vec<String>) {
    for (key, value) in &tag.attributes {
        let value = || String::from_utf8_lossy(value);
        match name(key) {
            "id" => {
                let value = value().into_owned();
                if value.is_empty() || value.contains(char::is_whitespace) {
                    found.faults.push(format!("the id `{value}` is empty or has a space in it"));
                }
                if !found.ids.insert(value.clone()) {
                    found.faults.push(format!("the id `{value}` stands twice"));
                }
            }
            "for" | "aria-labelledby" | "aria-describedby" | "aria-controls" => {
                needed.extend(value().split_whitespace().map(str::to_owned));
            }
            "href" if name(&tag.name) == "link" && !is_fetched(tag) => found.links.push(value().into_owned()),
            "href" if matches!(name(&tag.name), "a" | "area") => found.links.push(value().into_owned()),
            "href" | "src" | "poster" | "data" if name(&tag.name) != "base" => {
                found.links.push(value().into_owned());
                found.fetched.push(value().into_owned());
            }
            "srcset" => {
                let value = value();
                let addresses = value.split(',').filter_map(|part| part.split_whitespace().next());
                let addresses: Vec<String> = addresses.map(str::to_owned).collect();
                found.links.extend(addresses.iter().cloned());
                found.fetched.extend(addresses);
            }
            _ => {}
        }
    }
}

/// Whether what a `link` leads to is fetched with the page.
fn is_fetched(tag: &StartTag<()>) -> bool {
    let relations = tag.attributes.iter().find(|(key, _)| name(key) == "rel").map(|(_, value)| text(value));
    let fetched = ["stylesheet", "icon", "preload", "modulepreload", "prefetch", "manifest"];
    relations.is_some_and(|relations| relations.split_whitespace().any(|relation| fetched.contains(&relation)))
}

/// Closes an element, and those that cross it, so that one slip is one fault.
fn close(closed: &str, open: &mut Vec<HtmlString>, crossed: &mut Vec<HtmlString>, faults: &mut Vec<String>) {
    while open.last().map(|last| name(last)).is_some_and(|last| last != closed && LENIENT.contains(&last)) {
        open.pop();
    }
    if open.last().is_some_and(|last| name(last) == closed) {
        open.pop();
    } else if LENIENT.contains(&closed) {
        // It was closed by what came after it.
    } else if let Some(at) = open.iter().rposition(|open| name(open) == closed) {
        let inside = open.split_off(at).into_iter().skip(1).filter(|inside| !LENIENT.contains(&name(inside)));
        let before = crossed.len();
        crossed.extend(inside);
        if let Some(last) = crossed.get(before..).and_then(<[HtmlString]>::last) {
            faults.push(format!("</{closed}> stands where <{}> is open", name(last)));
        }
    } else if let Some(at) = crossed.iter().position(|crossed| name(crossed) == closed) {
        crossed.remove(at);
    } else {
        faults.push(format!("</{closed}> closes nothing"));
    }
}

/// The name of an element or an attribute; none of HTML's own has another letter than those of ASCII.
fn name(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap_or("�")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// A few words around a sign.
fn around(prose: &str, sign: &str) -> String {
    let at = prose.find(sign).unwrap_or(0);
    let before: Vec<char> = prose.get(..at).unwrap_or_default().chars().rev().take(30).collect();
    let after = prose.get(at..).unwrap_or_default().chars().take(30);
    before.into_iter().rev().chain(after).collect::<String>().split_whitespace().collect::<Vec<_>>().join(" ")
}
