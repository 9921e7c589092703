//! The finished site, read again: what no stage before could see.

use std::collections::{BTreeMap, BTreeSet};

use percent_encoding::percent_decode_str;
use rayon::prelude::*;

use super::Output;
use super::place::resolve;
use crate::diagnostic::Diagnostic;
use crate::page::{Base, Inspected, inspect};

/// Everything that is wrong with the pages of a site: in themselves, and in how they lead to each other.
pub fn faults(output: &Output, base: &Base) -> Vec<Diagnostic> {
    let pages: Vec<(&str, &[u8])> = output.iter().filter(|(path, _)| path.ends_with(".html")).collect();
    let read = |&(path, bytes): &(&'_ str, &[u8])| (path.to_owned(), inspect(&String::from_utf8_lossy(bytes)));
    let inspected: BTreeMap<String, Inspected> = pages.par_iter().map(read).collect::<Vec<_>>().into_iter().collect();
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
fn broken(path: &str, link: &str, output: &Output, base: &Base, pages: &BTreeMap<String, Inspected>) -> Option<String> {
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
    let page = pages.get(&target)?;
    (!page.ids.contains(anchor.as_ref())).then(|| format!("the link {link} leads to an id that is not there"))
}

/// The file that answers for an address.
fn file(address: &str) -> String {
    if address.is_empty() || address.ends_with('/') { format!("{address}index.html") } else { address.to_owned() }
}
