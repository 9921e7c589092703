//! The finished site, read again: what no stage before could see.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use percent_encoding::percent_decode_str;
use rayon::prelude::*;

use super::Output;
use super::place::resolve;
use crate::diagnostic::Diagnostic;
use crate::page::{Base, Inspected, inspect};

/// What was seen in pages, with the bytes that it was seen in.
#[derive(Default)]
pub struct Seen(BTreeMap<String, (Arc<Vec<u8>>, Arc<Inspected>)>);

/// Everything that is wrong with the pages of a site: in themselves, and in how they lead to each other.
///
/// What was seen in a page is remembered, and a page that has not changed is not read again.
pub fn faults(output: &Output, base: &Base, seen: &mut Seen) -> Vec<Diagnostic> {
    let pages = output.iter().map(|(path, _)| path).filter(|path| path.ends_with(".html"));
    let pages: Vec<(&str, Arc<Vec<u8>>)> = pages.filter_map(|path| Some((path, output.shared(path)?))).collect();
    let read = |(path, bytes): &(&str, Arc<Vec<u8>>)| {
        let known = seen.0.get(*path).filter(|(before, _)| Arc::ptr_eq(before, bytes));
        let inspected = known.map(|(_, inspected)| Arc::clone(inspected));
        let inspected = inspected.unwrap_or_else(|| Arc::new(inspect(&String::from_utf8_lossy(bytes))));
        ((*path).to_owned(), (Arc::clone(bytes), inspected))
    };
    let all: Vec<_> = pages.par_iter().map(read).collect();
    seen.0 = all.into_iter().collect();
    let inspected: BTreeMap<&str, &Inspected> =
        seen.0.iter().map(|(path, (_, inspected))| (path.as_str(), inspected.as_ref())).collect();
    let mut faults = Vec::new();
    for (path, page) in &inspected {
        // One message a page and link, however often it stands there.
        let links: BTreeSet<&str> = page.links.iter().map(String::as_str).collect();
        let broken = links.into_iter().filter_map(|link| broken(path, link, output, base, &inspected));
        for message in page.faults.iter().cloned().chain(broken) {
            let origin = output.origin(path).unwrap_or(path);
            faults.push(Diagnostic::error("page", None, format!("the page /{path}, made from {origin}: {message}")));
        }
    }
    faults
}

/// Why a link of the page at a path leads nowhere; none where it leads somewhere, or out of the site.
fn broken(path: &str, link: &str, output: &Output, base: &Base, pages: &BTreeMap<&str, &Inspected>) -> Option<String> {
    let link =
        link.strip_prefix(base.origin()).filter(|rest| rest.is_empty() || rest.starts_with(['/', '#'])).unwrap_or(link);
    let (before, anchor) = link.split_once('#').map_or((link, None), |(before, anchor)| (before, Some(anchor)));
    let before = before.split('?').next().unwrap_or_default();
    let outside = before.starts_with("//") || before.split('/').next().is_some_and(|first| first.contains(':'));
    if outside {
        return None;
    }
    let before = percent_decode_str(before).decode_utf8_lossy();
    let target = if before.is_empty() {
        path.to_owned()
    } else if before.starts_with('/') {
        let Some(inside) = before.strip_prefix(base.path()) else {
            return Some(format!("the link {link} leads out of {}", base.path()));
        };
        file(inside)
    } else {
        file(&(resolve(path, &before)? + if before.ends_with('/') { "/" } else { "" }))
    };
    if output.get(&target).is_none() {
        return Some(format!("the link {link} leads to /{target}, which is not there"));
    }
    let anchor = percent_decode_str(anchor.filter(|anchor| !anchor.is_empty())?).decode_utf8_lossy();
    let page = pages.get(target.as_str())?;
    (!page.ids.contains(anchor.as_ref())).then(|| format!("the link {link} leads to an id that is not there"))
}

/// The file that answers for an address.
fn file(address: &str) -> String {
    if address.is_empty() || address.ends_with('/') { format!("{address}index.html") } else { address.to_owned() }
}
