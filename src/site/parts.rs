//! Long lists, cut into pages that stay light.

use super::context::{Entry, Part};
use crate::page::{Address, Base};

/// How many bytes the entries of one page may come to: it has its style and its scripts to carry too.
const BYTES: usize = 56_000;
/// What an entry takes besides its texts.
const MARKUP: usize = 200;

/// The pages of a list, each with its address: the first at the list's own.
pub fn cut(list: &Address, entries: Vec<Entry>) -> Vec<(Address, Vec<Entry>)> {
    let mut pages = vec![(list.clone(), Vec::new())];
    let mut bytes = 0;
    for entry in entries {
        let weight = weight(&entry);
        if bytes > 0 && bytes + weight > BYTES {
            pages.push((list.join(&format!("page-{}/", pages.len() + 1)), Vec::new()));
            bytes = 0;
        }
        bytes += weight;
        if let Some((_, page)) = pages.last_mut() {
            page.push(entry);
        }
    }
    pages
}

/// The way through the pages of a list, from one of them; nothing where there is one alone.
pub fn ways(pages: &[(Address, Vec<Entry>)], base: &Base) -> Vec<Part> {
    let part =
        |(place, (address, _)): (usize, &(Address, Vec<Entry>))| Part { number: place + 1, href: base.rooted(address) };
    if pages.len() > 1 { pages.iter().enumerate().map(part).collect() } else { Vec::new() }
}

fn weight(entry: &Entry) -> usize {
    let needs: usize = entry.needs.iter().map(|need| need.title.html.len() + need.href.len()).sum();
    MARKUP + entry.title.html.len() + entry.summary.html.len() + entry.href.len() + needs
}
