use std::collections::{BTreeMap, BTreeSet};

use super::Pages;
use super::place::{is_front, is_ladder};
use crate::page::Address;

/// Which texts link to which, by their paths. The front page and the ladders, which link to all, do not count.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Backlinks {
    cites: BTreeMap<String, BTreeSet<String>>,
    cited_by: BTreeMap<String, BTreeSet<String>>,
}

impl Backlinks {
    /// The links among some pages.
    pub fn of(pages: &Pages, places: &BTreeMap<String, Address>) -> Self {
        let paths: BTreeMap<&Address, &String> = places.iter().map(|(path, address)| (address, path)).collect();
        let mut links = Self::default();
        for (path, page) in pages.iter().filter(|(path, _)| !lists(path)) {
            for other in page.cites.iter().filter_map(|target| paths.get(&target.address).copied()) {
                if other != path {
                    links.cites.entry(path.clone()).or_default().insert(other.clone());
                    links.cited_by.entry(other.clone()).or_default().insert(path.clone());
                }
            }
        }
        links
    }

    /// Whether a text stands in them as it does in others.
    pub fn same_of(&self, other: &Self, path: &str) -> bool {
        self.cites.get(path) == other.cites.get(path) && self.cited_by.get(path) == other.cited_by.get(path)
    }

    /// The texts that a text links to, lists left out.
    pub fn cites(&self, path: &str) -> impl Iterator<Item = &String> {
        self.cites.get(path).into_iter().flatten().filter(|other| !lists(other))
    }

    /// The texts that link to a text.
    pub fn cited_by(&self, path: &str) -> impl Iterator<Item = &String> {
        self.cited_by.get(path).into_iter().flatten()
    }
}

/// Whether a text leads to others and says little itself.
fn lists(path: &str) -> bool {
    is_front(path) || is_ladder(path)
}
