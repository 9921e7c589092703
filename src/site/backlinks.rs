use std::collections::{BTreeSet, HashMap};

use super::place::{is_front, is_ladder};
use super::{Map, Pages};
use crate::page::Address;

/// Which texts link to which. The front page and the ladders, which link to all, do not count.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Backlinks {
    /// The paths of all texts, ascending. Their places here stand for them below.
    paths: Vec<String>,
    /// The texts that each links to, ascending.
    cites: Vec<Vec<usize>>,
    /// The texts that link to each, ascending.
    cited_by: Vec<Vec<usize>>,
}

impl Backlinks {
    /// The links among some pages.
    pub fn of(pages: &Pages, places: &Map<Address>) -> Self {
        let at: HashMap<&Address, usize> = places.values().enumerate().map(|(text, address)| (address, text)).collect();
        let paths: Vec<String> = places.keys().cloned().collect();
        let mut cites: Vec<Vec<usize>> = vec![Vec::new(); paths.len()];
        let mut cited_by = cites.clone();
        for (text, (path, cites)) in paths.iter().zip(&mut cites).enumerate().filter(|(_, (path, _))| !lists(path)) {
            let targets = pages.get(path).into_iter().flat_map(|page| &page.cites);
            let mut found: Vec<usize> = targets.filter_map(|target| at.get(&target.address).copied()).collect();
            found.retain(|other| *other != text);
            found.sort_unstable();
            found.dedup();
            for other in &found {
                if let Some(by) = cited_by.get_mut(*other) {
                    by.push(text);
                }
            }
            *cites = found;
        }
        Self { paths, cites, cited_by }
    }

    /// The texts that do not stand in them as they do in others.
    pub fn differing<'s>(&'s self, other: &Self) -> BTreeSet<&'s str> {
        let same = |text: &usize| {
            self.paths == other.paths
                && self.cites.get(*text) == other.cites.get(*text)
                && self.cited_by.get(*text) == other.cited_by.get(*text)
        };
        if self == other {
            return BTreeSet::new();
        }
        (0..self.paths.len())
            .filter(|text| !same(text))
            .filter_map(|text| self.paths.get(text))
            .map(String::as_str)
            .collect()
    }

    /// The texts that a text links to, lists left out.
    pub fn cites(&self, path: &str) -> impl Iterator<Item = &String> {
        self.named(path, &self.cites).filter(|other| !lists(other))
    }

    /// The texts that link to a text.
    pub fn cited_by(&self, path: &str) -> impl Iterator<Item = &String> {
        self.named(path, &self.cited_by)
    }

    fn named<'s>(&'s self, path: &str, of: &'s [Vec<usize>]) -> impl Iterator<Item = &'s String> {
        let text = self.paths.binary_search_by(|known| known.as_str().cmp(path)).ok();
        let others = text.and_then(|text| of.get(text)).into_iter().flatten();
        others.filter_map(|other| self.paths.get(*other))
    }
}

/// Whether a text leads to others and says little itself.
fn lists(path: &str) -> bool {
    is_front(path) || is_ladder(path)
}
