use std::borrow::Cow;
use std::collections::BTreeSet;
use std::convert::Infallible;

use html5gum::emitters::callback::{CallbackEmitter, CallbackEvent};
use html5gum::{Span, Tokenizer};

use super::css;
use crate::essay::html::{LENIENT, VOID};

/// What a finished page turns out to hold when it is read again.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Inspected {
    /// Every id.
    pub ids: BTreeSet<String>,
    /// Every address that it links to or loads, as it stands there.
    pub links: Vec<String>,
    /// Those of them that a browser asks for without being told by a link: what it fetches in order to show the page,
    /// where it sends what is filled in, whom it tells that a link was followed.
    pub fetched: Vec<String>,
    /// Elements that do not nest, without a full stop. Those of a text have been told by then.
    pub nesting: Vec<String>,
    /// What else is wrong with the page in itself, without a full stop.
    pub faults: Vec<String>,
}

/// Elements whose text is not prose, or is told again without its markup, so that code is not told from words there:
/// the title stands in the heading too, and what is quoted in its paragraph.
const VERBATIM: &[&str] = &["code", "pre", "script", "style", "math", "svg", "textarea", "kbd", "samp", "title", "q"];
/// What must never reach a reader: claims, references and directives that were taken for text.
const LEFT_OVER: &[&str] = &["](=", "](<=", "[](", "```", "{{", "{%"];

/// Reads a finished page again: ids that stand twice, references to ids that are not there, elements that are not
/// closed, characters that HTML forbids, and the author's syntax where the reader's text should be.
pub fn inspect(html: &str) -> Inspected {
    inspect_to(html, DEEPEST)
}

/// How many documents may stand in each other's attributes and are looked at.
const DEEPEST: usize = 3;

fn inspect_to(html: &str, depth: usize) -> Inspected {
    let mut reading = Reading { depth, ..Reading::default() };
    let mut emitter = CallbackEmitter::new(|event: CallbackEvent<'_>, _: Span<()>| -> Option<Infallible> {
        reading.event(event);
        None
    });
    emitter.naively_switch_states(true);
    Tokenizer::new_with_emitter(html, emitter).for_each(drop);
    let Reading { mut found, needed, open, .. } = reading;
    for name in open.iter().filter(|name| !LENIENT.contains(&name.as_str())) {
        found.nesting.push(format!("<{name}> is never closed"));
    }
    for id in needed.iter().filter(|id| !found.ids.contains(*id)) {
        found.faults.push(format!("something refers to the id `{id}`, which is not there"));
    }
    found
}

/// A page that is being read. Most of it is of no interest, and nothing of that is copied.
#[derive(Default)]
struct Reading {
    found: Inspected,
    /// How many documents may stand in its attributes, in each other, and are looked at.
    depth: usize,
    /// The ids that something refers to.
    needed: Vec<String>,
    open: Vec<String>,
    crossed: Vec<String>,
    style: String,
    /// The start tag that is being read.
    tag: Start,
}

/// A start tag.
#[derive(Default)]
struct Start {
    name: String,
    /// The names and values of its attributes, the first so many; what comes after them is room for others.
    attributes: Vec<(String, String)>,
    known: usize,
    /// Whether the attribute that is being read stands there twice.
    again: bool,
}

impl Reading {
    fn event(&mut self, event: CallbackEvent<'_>) {
        match event {
            CallbackEvent::OpenStartTag { name } => {
                write_over(&mut self.tag.name, name);
                self.tag.known = 0;
            }
            CallbackEvent::AttributeName { name } => {
                self.tag.attribute(name);
                if self.tag.again {
                    self.found.faults.push(format!("it is not HTML: {}", html5gum::Error::DuplicateAttribute));
                }
            }
            CallbackEvent::AttributeValue { value } => self.tag.value(value),
            CallbackEvent::CloseStartTag { self_closing } => {
                look_at(&self.tag, self.depth, &mut self.found, &mut self.needed);
                if !self_closing && !VOID.contains(&self.tag.name.as_str()) {
                    self.open.push(self.tag.name.clone());
                }
            }
            CallbackEvent::EndTag { name } => {
                self.tag.known = 0;
                if !self.style.is_empty() {
                    let addresses = css::addresses(&std::mem::take(&mut self.style));
                    addresses.into_iter().for_each(|address| self.found.fetch(address));
                }
                close(&text(name), &mut self.open, &mut self.crossed, &mut self.found.nesting);
            }
            CallbackEvent::String { value: css } if self.open.last().is_some_and(|of| of == "style") => {
                self.style.push_str(&text(css));
            }
            CallbackEvent::String { value }
                if value.iter().any(|byte| b"]`{[".contains(byte))
                    && !self.open.iter().any(|of| VERBATIM.contains(&of.as_str())) =>
            {
                let prose = text(value);
                for sign in LEFT_OVER.iter().filter(|sign| prose.contains(**sign)) {
                    let fault = format!("`{sign}` is left in the text: “{}”", around(&prose, sign));
                    self.found.faults.push(fault);
                }
            }
            CallbackEvent::Error(error) => self.found.faults.push(format!("it is not HTML: {error}")),
            _ => {}
        }
    }
}

impl Start {
    fn attributes(&self) -> &[(String, String)] {
        self.attributes.get(..self.known).unwrap_or_default()
    }

    fn get(&self, name: &str) -> Option<&str> {
        self.attributes().iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    fn attribute(&mut self, name: &[u8]) {
        self.again = self.attributes().iter().any(|(known, _)| known.as_bytes() == name);
        if self.again {
            return;
        }
        if self.known == self.attributes.len() {
            self.attributes.push((String::new(), String::new()));
        }
        if let Some((key, value)) = self.attributes.get_mut(self.known) {
            write_over(key, name);
            value.clear();
        }
        self.known += 1;
    }

    /// A value, or a further part of it.
    fn value(&mut self, part: &[u8]) {
        let last = self.known.checked_sub(1).filter(|_| !self.again);
        if let Some((_, value)) = last.and_then(|last| self.attributes.get_mut(last)) {
            value.push_str(&text(part));
        }
    }
}

fn look_at(tag: &Start, depth: usize, found: &mut Inspected, needed: &mut Vec<String>) {
    let name = tag.name.as_str();
    for (key, value) in tag.attributes() {
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
            "href" if name == "base" => {
                found.faults.push("<base> changes where every link of the page leads".to_owned());
            }
            "href" if name == "link" && !is_fetched(tag) => found.links.push(value.clone()),
            "href" | "xlink:href" if matches!(name, "a" | "area") => found.links.push(value.clone()),
            key if FETCHED.contains(&key) => found.fetch(value.clone()),
            "ping" | "attributionsrc" | "archive" => {
                value.split_whitespace().for_each(|address| found.fetch(address.to_owned()));
            }
            "srcset" | "imagesrcset" => candidates(value).for_each(|address| found.fetch(address)),
            "srcdoc" if depth > 0 => {
                let inside = inspect_to(value, depth - 1);
                found.links.extend(inside.links);
                found.fetched.extend(inside.fetched);
            }
            "content" if is_refresh(tag) => refreshed(value).into_iter().for_each(|address| found.fetch(address)),
            key if STYLED.contains(&key) && value.contains(['(', '@', '\\']) => {
                css::addresses(value).into_iter().for_each(|address| found.fetch(address));
            }
            _ => {}
        }
    }
}

impl Inspected {
    fn fetch(&mut self, address: String) {
        self.links.push(address.clone());
        self.fetched.push(address);
    }
}

/// Attributes that hold an address that a browser asks for.
const FETCHED: &[&str] =
    &["action", "background", "codebase", "data", "formaction", "href", "manifest", "poster", "src", "xlink:href"];

/// Attributes that hold CSS, in which there may be addresses.
const STYLED: &[&str] =
    &["clip-path", "cursor", "fill", "filter", "marker-end", "marker-mid", "marker-start", "mask", "stroke", "style"];

/// The addresses of a `srcset`, each before its width or density; an address may have commas in it.
fn candidates(value: &str) -> impl Iterator<Item = String> {
    let mut rest = value;
    std::iter::from_fn(move || {
        rest = rest.trim_start_matches(|c: char| c.is_ascii_whitespace() || c == ',');
        let end = rest.find(|c: char| c.is_ascii_whitespace()).unwrap_or(rest.len());
        let (address, after) = rest.split_at(end);
        let alone = address.trim_end_matches(',');
        rest = if alone.len() < address.len() { after } else { after.split_once(',').map_or("", |(_, after)| after) };
        (!alone.is_empty()).then(|| alone.to_owned())
    })
}

/// Whether a `meta` element leads to another page by itself.
fn is_refresh(tag: &Start) -> bool {
    tag.name == "meta" && tag.get("http-equiv").is_some_and(|value| value.eq_ignore_ascii_case("refresh"))
}

/// Where it leads: `5; url=address`.
fn refreshed(value: &str) -> Option<String> {
    let (_, address) = value.split_once([';', ','])?;
    let address = address.trim_start();
    let start = address.get(..3).filter(|start| start.eq_ignore_ascii_case("url")).map_or(0, str::len);
    let address = address.get(start..)?.trim_start();
    let address = address.strip_prefix('=').unwrap_or(address).trim();
    Some(address.trim_matches(['"', '\'']).to_owned()).filter(|address| !address.is_empty())
}

/// Whether what a `link` leads to is fetched with the page.
fn is_fetched(tag: &Start) -> bool {
    tag.get("rel").is_some_and(|relations| {
        relations.to_ascii_lowercase().split_whitespace().any(|relation| ASKED_FOR.contains(&relation))
    })
}

/// The relations of a `link` for which a browser asks another host for something.
const ASKED_FOR: &[&str] = &[
    "apple-touch-icon",
    "dns-prefetch",
    "icon",
    "manifest",
    "mask-icon",
    "modulepreload",
    "preconnect",
    "prefetch",
    "preload",
    "prerender",
    "stylesheet",
];

/// Closes an element, and those that cross it, so that one slip is one fault.
fn close(closed: &str, open: &mut Vec<String>, crossed: &mut Vec<String>, faults: &mut Vec<String>) {
    while open.last().is_some_and(|last| last != closed && LENIENT.contains(&last.as_str())) {
        open.pop();
    }
    if open.last().is_some_and(|last| last == closed) {
        open.pop();
    } else if LENIENT.contains(&closed) {
        // It was closed by what came after it.
    } else if let Some(at) = open.iter().rposition(|open| open == closed) {
        let inside = open.split_off(at).into_iter().skip(1).filter(|inside| !LENIENT.contains(&inside.as_str()));
        let before = crossed.len();
        crossed.extend(inside);
        if let Some(last) = crossed.get(before..).and_then(<[String]>::last) {
            faults.push(format!("</{closed}> stands where <{last}> is open"));
        }
    } else if let Some(at) = crossed.iter().position(|crossed| crossed == closed) {
        crossed.remove(at);
    } else {
        faults.push(format!("</{closed}> closes nothing"));
    }
}

fn text(bytes: &[u8]) -> Cow<'_, str> {
    String::from_utf8_lossy(bytes)
}

fn write_over(place: &mut String, bytes: &[u8]) {
    place.clear();
    place.push_str(&text(bytes));
}

/// A few words around a sign.
fn around(prose: &str, sign: &str) -> String {
    let at = prose.find(sign).unwrap_or(0);
    let before: Vec<char> = prose.get(..at).unwrap_or_default().chars().rev().take(30).collect();
    let after = prose.get(at..).unwrap_or_default().chars().take(30);
    before.into_iter().rev().chain(after).collect::<String>().split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{candidates, inspect};

    #[test]
    fn every_way_to_ask_for_something_is_seen() {
        for html in [
            "<img src=x>",
            "<img srcset=\"y 1x, x 2x\">",
            "<source srcset=\"x\">",
            "<video poster=x></video>",
            "<object data=x></object>",
            "<embed src=x>",
            "<iframe src=x></iframe>",
            "<iframe srcdoc=\"&lt;img src='x'&gt;\"></iframe>",
            "<form action=x></form>",
            "<button formaction=x></button>",
            "<a ping=\"y x\" href=z></a>",
            "<body background=x>",
            "<b style=\"background:url(x)\"></b>",
            "<b style=\"background:\\75rl( 'x' )\"></b>",
            "<style>@import 'x';</style>",
            "<style>/* <b> */ a { b: url(x) }</style>",
            "<svg><image href=x /><a xlink:href=y></a></svg>",
            "<svg><rect fill=\"url(x)\" /></svg>",
            "<svg><use xlink:href=x /></svg>",
            "<meta http-equiv=Refresh content=\"0; URL='x'\">",
            "<link rel=\"PRECONNECT\" href=x>",
            "<link rel=preload imagesrcset=\"x 2x\">",
        ] {
            let found = inspect(html);
            assert!(found.fetched.iter().any(|address| address == "x"), "{html}: {found:?}");
            assert!(found.fetched.iter().all(|address| found.links.contains(address)), "{html}: {found:?}");
        }
        for html in
            ["<a href=x>", "<area href=x>", "<link rel=canonical href=x>", "<q cite=x></q>", "<b title=\"url(x)\"></b>"]
        {
            assert!(inspect(html).fetched.is_empty(), "{html}");
        }
    }

    #[test]
    fn addresses_may_have_commas() {
        let found = |value: &str| candidates(value).collect::<Vec<_>>();
        assert_eq!(found("data:image/png;base64,AA== 2x, b.png"), ["data:image/png;base64,AA==", "b.png"]);
        assert_eq!(found(" a.png, b.png 2x,,c.png,"), ["a.png", "b.png", "c.png"]);
        assert!(found(", ,").is_empty());
    }

    proptest! {
        #[test]
        fn no_html_is_too_much(html in "(<[a-z/!-]{0,8}|[ =\"'>&;#]|style|srcset|srcdoc|href=|url\\(|\\PC){0,60}") {
            inspect(&html);
        }
    }
}
