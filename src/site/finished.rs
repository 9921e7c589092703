//! The finished site, read again: what no stage before could see.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use percent_encoding::percent_decode_str;
use pulldown_cmark::Event;
use rayon::prelude::*;

use super::place::resolve;
use super::tree::{CONTENT, STATIC};
use super::{Output, Texts};
use crate::diagnostic::Diagnostic;
use crate::essay::Node;
use crate::page::{Base, Inspected, TEMPLATE, css_addresses, inspect};
use crate::source::{SourceFile, Span, composed};

/// What was seen in pages, with the bytes that it was seen in.
#[derive(Default)]
pub struct Seen(BTreeMap<String, (Arc<Vec<u8>>, Arc<Inspected>)>);

impl Seen {
    /// Reads the pages of a site. What was seen in a page is remembered, and one that has not changed is not read again.
    pub fn read(&mut self, output: &Output) {
        let pages = output.iter().map(|(path, _)| path).filter(|path| path.ends_with(".html"));
        let pages: Vec<(&str, Arc<Vec<u8>>)> = pages.filter_map(|path| Some((path, output.shared(path)?))).collect();
        let read = |(path, bytes): &(&str, Arc<Vec<u8>>)| {
            let known = self.0.get(*path).filter(|(before, _)| Arc::ptr_eq(before, bytes));
            let inspected = known.map(|(_, inspected)| Arc::clone(inspected));
            let inspected = inspected.unwrap_or_else(|| Arc::new(inspect(&String::from_utf8_lossy(bytes))));
            ((*path).to_owned(), (Arc::clone(bytes), inspected))
        };
        let all: Vec<_> = pages.par_iter().map(read).collect();
        self.0 = all.into_iter().collect();
    }
}

/// Everything that is wrong with the pages of a site: in themselves, and in how they lead to each other.
pub fn faults(output: &Output, base: &Base, authors: &Authors<'_>, seen: &Seen) -> Vec<Diagnostic> {
    let inspected: BTreeMap<&str, &Inspected> =
        seen.0.iter().map(|(path, (_, inspected))| (path.as_str(), inspected.as_ref())).collect();
    // One message a page and link, however often it stands there.
    let pages: Vec<_> = inspected.iter().collect();
    let astray = pages.into_par_iter().map(|(path, page)| {
        let links: BTreeSet<&str> = page.links.iter().map(String::as_str).collect();
        let broken = links.into_iter().filter_map(|link| Some((link, broken(path, link, output, base, &inspected)?)));
        broken.collect::<Vec<_>>()
    });
    let astray: Vec<_> = astray.collect();
    let mut faults = Vec::new();
    // By the template and the link, which may lead to another place from each page.
    let mut of_templates: BTreeMap<(&str, String), (String, Vec<&str>)> = BTreeMap::new();
    for ((path, page), broken) in inspected.iter().zip(astray) {
        let origin = output.origin(path).unwrap_or(path);
        let by = output.template(path).and_then(|template| authors.template(template));
        let made = by.as_ref().map_or_else(String::new, |by| format!(" by {by}"));
        let whole = |message: &str| {
            Diagnostic::error("page", None, format!("the page /{path}, made from {origin}{made}: {message}"))
        };
        faults.extend(page.faults.iter().map(|message| whole(message)));
        let elsewhere = page.fetched.iter().filter(|address| is_elsewhere(address, base));
        let elsewhere: BTreeSet<&String> = elsewhere.collect();
        faults.extend(elsewhere.into_iter().map(|address| match authors.place(origin, address) {
            Some(span) => asks(span, address),
            None => whole(&format!("{address} is on another host, and the page asks for it")),
        }));
        let broken = broken.into_iter().map(|(link, message)| (Some(link), message));
        for (link, message) in page.nesting.iter().map(|message| (None, message.clone())).chain(broken) {
            // Markdown's own links were checked before, and so was how the HTML of a text nests.
            match (link.and_then(|link| authors.place(origin, link)), output.template(path), &by) {
                (Some(span), ..) => faults.push(Diagnostic::error("broken-link", span, message).help(
                    "an address in raw HTML is one of the published site; a link of Markdown names a file and is kept right",
                )),
                (None, Some(template), Some(_)) => {
                    let same = (template, link.map_or_else(|| message.clone(), str::to_owned));
                    of_templates.entry(same).or_insert_with(|| (message, Vec::new())).1.push(path);
                }
                (None, ..) => faults.push(whole(&message)),
            }
        }
    }
    faults.extend(of_sheets(output, base));
    for ((template, _), (message, pages)) in of_templates {
        let by = authors.template(template).unwrap_or_default();
        let more = if pages.len() > 1 { format!(" and {} more", pages.len() - 1) } else { String::new() };
        let page = pages.first().copied().unwrap_or_default();
        let message = format!("{by}: {message}, on the page /{page}{more}");
        faults.push(Diagnostic::error(TEMPLATE, None, message));
    }
    faults
}

/// What the author's style sheets ask of other hosts.
fn of_sheets(output: &Output, base: &Base) -> Vec<Diagnostic> {
    let sheets = output.iter().filter_map(|(path, bytes)| {
        let origin = output.origin(path).filter(|_| path.ends_with(".css"))?;
        let own = [STATIC, CONTENT].iter().any(|folder| origin.starts_with(folder));
        own.then(|| Arc::new(SourceFile::new(origin, String::from_utf8_lossy(bytes))))
    });
    let of_sheet = |file: Arc<SourceFile>| {
        let asked: BTreeSet<String> = css_addresses(&file.text).into_iter().collect();
        let elsewhere = asked.into_iter().filter(|address| is_elsewhere(address, base));
        let fault = |address: String| {
            let written = file.text.find(&address).map_or(0..0, |at| at..at + address.len());
            asks(Span::new(&file, written), &address)
        };
        elsewhere.map(fault).collect::<Vec<_>>()
    };
    sheets.flat_map(of_sheet).collect()
}

/// The fault of what asks another host for something.
fn asks(span: Span, address: &str) -> Diagnostic {
    Diagnostic::error("elsewhere", span, format!("{address} is on another host"))
        .help("a page asks no other host for anything: put it beside the essay or into static/, or link to it")
}

/// What the author wrote that pages are made of.
pub struct Authors<'a> {
    /// The texts.
    pub texts: &'a Texts,
    /// The names of the author's own templates.
    pub templates: BTreeSet<&'a str>,
}

impl Authors<'_> {
    /// The author's template that a page is made by: that one, or whichever it builds on.
    fn template(&self, name: &str) -> Option<String> {
        if self.templates.contains(name) {
            return Some(format!("templates/{name}"));
        }
        let mut own = self.templates.iter();
        match (own.next(), own.next()) {
            (None, _) => None,
            (Some(one), None) => Some(format!("templates/{one}")),
            _ => Some("one of templates/".to_owned()),
        }
    }

    /// Where a text links to an address in raw HTML.
    fn place(&self, origin: &str, link: &str) -> Option<Span> {
        let essay = self.texts.get(origin.strip_prefix("content/")?)?;
        let captions = essay.figures.iter().filter_map(|figure| figure.question.caption.as_ref());
        let texts = [&essay.body].into_iter().chain(essay.notes.iter().map(|note| &note.text)).chain(captions);
        let mut raw = texts.flat_map(|text| &text.0).filter_map(|node| match node {
            Node::Event(Event::Html(html) | Event::InlineHtml(html), bytes) => Some((html, bytes)),
            _ => None,
        });
        // What stands between two tags, such as a style within a line, is no HTML by itself.
        let whole = 0..essay.source.text.len();
        let within = raw.find(|(html, _)| inspect(html).links.iter().any(|known| known == link));
        let within = within.map(|(_, bytes)| bytes.clone());
        let written = essay.source.text.get(within.clone().unwrap_or(whole))?;
        // Beside what begins an address first: the same letters may stand in a text before it.
        let at = ["\"", "'", "=", "(", ""]
            .iter()
            .find_map(|before| written.find(&format!("{before}{link}")).map(|at| at + before.len()));
        let start = within.as_ref().map_or(0, |within| within.start);
        let bytes = at.map(|at| start + at..start + at + link.len()).or(within)?;
        Some(Span { file: Arc::clone(&essay.source), bytes })
    }
}

/// An address as a browser takes it: without spaces around it and line ends in it, slashes for backslashes.
fn taken(address: &str) -> Cow<'_, str> {
    let trimmed = address.trim_matches(|c: char| c <= ' ');
    if !trimmed.contains(['\t', '\n', '\r', '\\']) {
        return Cow::Borrowed(trimmed);
    }
    let address: String = trimmed.chars().filter(|c| !matches!(c, '\t' | '\n' | '\r')).collect();
    let path = address.find(['?', '#']).unwrap_or(address.len());
    let (before, after) = address.split_at(path);
    let before =
        if before.to_ascii_lowercase().starts_with("data:") { before.to_owned() } else { before.replace('\\', "/") };
    Cow::Owned(before + after)
}

/// What stands after scheme and host in a whole address on the site's own host, both of which may be in any letters.
fn on_host<'a>(address: &'a str, base: &Base) -> Option<&'a str> {
    let (origin, rest) = address.split_at_checked(base.origin().len())?;
    let ends = rest.is_empty() || rest.starts_with(['/', '?', '#']);
    (ends && origin.eq_ignore_ascii_case(base.origin())).then_some(rest)
}

/// Whether an address is on another host.
fn is_elsewhere(address: &str, base: &Base) -> bool {
    let address = taken(address);
    let of_host = on_host(&address, base).is_some();
    let scheme = address.split_once(':').map(|(scheme, _)| scheme.to_ascii_lowercase());
    !of_host && (address.starts_with("//") || scheme.is_some_and(|scheme| NETWORK.contains(&scheme.as_str())))
}

/// The schemes by which a browser asks a host for something.
const NETWORK: [&str; 5] = ["http", "https", "ftp", "ws", "wss"];

/// Why a link of the page at a path leads nowhere; none where it leads somewhere, or out of the site.
fn broken(path: &str, link: &str, output: &Output, base: &Base, pages: &BTreeMap<&str, &Inspected>) -> Option<String> {
    let written = link;
    let link = taken(link);
    let link = on_host(&link, base).map_or(link.as_ref(), |rest| if rest.starts_with('/') { rest } else { "/" });
    let (before, anchor) = link.split_once('#').map_or((link, None), |(before, anchor)| (before, Some(anchor)));
    let before = before.split('?').next().unwrap_or_default();
    let outside = before.starts_with("//") || before.split('/').next().is_some_and(|first| first.contains(':'));
    if outside {
        return None;
    }
    let (before, top) =
        (percent_decode_str(before).decode_utf8_lossy(), percent_decode_str(base.path()).decode_utf8_lossy());
    let target = if before.is_empty() {
        path.to_owned()
    } else if before.starts_with('/') {
        let Some(inside) = before.strip_prefix(top.as_ref()) else {
            return Some(format!("the link {written} leads out of {}", base.path()));
        };
        file(inside)
    } else if let Some(inside) = resolve(path, &before) {
        let is_folder = before.ends_with('/') || matches!(before.rsplit('/').next(), Some("." | ".."));
        file(&if is_folder && !inside.is_empty() { inside + "/" } else { inside })
    } else {
        return Some(format!("the link {written} leads out of {}", base.path()));
    };
    if output.get(&target).is_none() {
        let other_form = composed(&target);
        let help = match output.get(&other_form) {
            Some(_) => "; what is there has its letters composed (NFC), as every address of a site has",
            None => "",
        };
        return Some(format!("the link {written} leads to /{target}, which is not there{help}"));
    }
    let anchor = percent_decode_str(anchor.filter(|anchor| !anchor.is_empty())?).decode_utf8_lossy();
    let page = pages.get(target.as_str())?;
    (!page.ids.contains(anchor.as_ref())).then(|| format!("the link {written} leads to an id that is not there"))
}

/// The file that answers for an address.
fn file(address: &str) -> String {
    if address.is_empty() || address.ends_with('/') { format!("{address}index.html") } else { address.to_owned() }
}
