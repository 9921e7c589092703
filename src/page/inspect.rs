use std::collections::BTreeSet;

use html5gum::emitters::default::DefaultEmitter;
use html5gum::{StartTag, Token, Tokenizer};

use crate::essay::html::{LENIENT, VOID};

/// What a finished page turns out to hold when it is read again.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Inspected {
    /// Every id.
    pub ids: BTreeSet<String>,
    /// Every address that it links to or loads, as it stands there.
    pub links: Vec<String>,
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
    let mut open: Vec<String> = Vec::new();
    let mut needed: Vec<String> = Vec::new();
    for Ok(token) in Tokenizer::new_with_emitter(html, emitter) {
        match token {
            Token::StartTag(tag) => {
                let name = text(&tag.name);
                attributes(&tag, &name, &mut found, &mut needed);
                if !tag.self_closing && !VOID.contains(&name.as_str()) {
                    open.push(name);
                }
            }
            Token::EndTag(tag) => close(&text(&tag.name), &mut open, &mut found.nesting),
            Token::String(prose) if !open.iter().any(|name| VERBATIM.contains(&name.as_str())) => {
                let prose = text(&prose);
                for sign in LEFT_OVER.iter().filter(|sign| prose.contains(**sign)) {
                    found.faults.push(format!("`{sign}` is left in the text: “{}”", around(&prose, sign)));
                }
            }
            Token::Error(error) => found.faults.push(format!("it is not HTML: {}", error.value)),
            _ => {}
        }
    }
    for name in open.iter().filter(|name| !LENIENT.contains(&name.as_str())) {
        found.nesting.push(format!("<{name}> is never closed"));
    }
    for id in needed.iter().filter(|id| !found.ids.contains(*id)) {
        found.faults.push(format!("something refers to the id `{id}`, which is not there"));
    }
    found
}

fn attributes(tag: &StartTag<()>, name: &str, found: &mut Inspected, needed: &mut Vec<String>) {
    for (key, value) in &tag.attributes {
        let (key, value) = (text(key), text(value));
        match key.as_str() {
            "id" => {
                if value.is_empty() || value.contains(char::is_whitespace) {
                    found.faults.push(format!("the id `{value}` is empty or has a space in it"));
                }
                if !found.ids.insert(value.clone()) {
                    found.faults.push(format!("the id `{value}` stands twice"));
                }
            }
            "for" | "aria-labelledby" | "aria-describedby" | "aria-controls" => {
                needed.extend(value.split_whitespace().map(str::to_owned));
            }
            "href" | "src" | "poster" if name != "base" => found.links.push(value),
            "srcset" => {
                let addresses = value.split(',').filter_map(|part| part.split_whitespace().next());
                found.links.extend(addresses.map(str::to_owned));
            }
            _ => {}
        }
    }
}

fn close(name: &str, open: &mut Vec<String>, faults: &mut Vec<String>) {
    while open.last().is_some_and(|last| last != name && LENIENT.contains(&last.as_str())) {
        open.pop();
    }
    match open.last() {
        Some(last) if last == name => {
            open.pop();
        }
        _ if LENIENT.contains(&name) => {}
        Some(last) => faults.push(format!("</{name}> stands where <{last}> is open")),
        None => faults.push(format!("</{name}> closes nothing")),
    }
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
