use std::collections::BTreeSet;

use imbl::{OrdMap, OrdSet};

use super::Pages;
use super::kept::{Map, differing};
use super::place::{is_front, is_ladder};
use crate::page::Address;

/// Which texts link to which, with what it was found in. The front page and the ladders, which link to all, do not count.
#[derive(Clone, Default)]
pub struct Backlinks {
    pages: Pages,
    places: Map<Address>,
    /// The text at each address.
    texts: OrdMap<Address, String>,
    /// The texts that each links to.
    cites: Map<OrdSet<String>>,
    /// The texts that link to each.
    cited_by: Map<OrdSet<String>>,
}

impl Backlinks {
    /// Looks at the links of those pages again that are others than before.
    pub fn again(&mut self, pages: &Pages, places: &Map<Address>) {
        if self.places != *places {
            let texts = places.iter().map(|(path, address)| (address.clone(), path.clone())).collect();
            *self = Self { places: places.clone(), texts, ..Self::default() };
        }
        for path in differing(&self.pages, pages).into_iter().filter(|path| !lists(path)) {
            let targets = pages.get(&path).into_iter().flat_map(|page| &page.cites);
            let found = targets.filter_map(|target| self.texts.get(&target.address)).filter(|other| **other != path);
            let found: OrdSet<String> = found.cloned().collect();
            let before = self.cites.get(&path).cloned().unwrap_or_default();
            for other in before.iter().filter(|other| !found.contains(*other)) {
                if let Some(by) = self.cited_by.get_mut(other) {
                    by.remove(&path);
                }
            }
            for other in found.iter().filter(|other| !before.contains(*other)) {
                self.cited_by.entry(other.clone()).or_default().insert(path.clone());
            }
            if before != found {
                self.cites.insert(path, found);
            }
        }
        self.pages = pages.clone();
    }

    /// The texts that do not stand in them as they do in others.
    pub fn differing(&self, other: &Self) -> BTreeSet<String> {
        let mut texts = differing(&self.cites, &other.cites);
        texts.append(&mut differing(&self.cited_by, &other.cited_by));
        texts
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
