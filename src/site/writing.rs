use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, PoisonError};

use rayon::prelude::*;

use super::directory::{Directory, View};
use super::workshop::{Claims, VERSION};
use super::{Config, Pages, Texts};
use crate::diagnostic::Diagnostic;
use crate::essay::{Essay, Figure, Settled};
use crate::page::picture::Size;
use crate::page::{Address, Astray, Destination, Links, Outline, Page, Reliances, Setting, Target, render};
use crate::verify::Store;

/// The pages of all texts, each with what it was written from.
#[derive(Default)]
pub struct Writing {
    config: Option<(Config, bool)>,
    directory: Directory,
    relied: BTreeMap<String, RelianceOf>,
    reliances: Arc<Reliances>,
    pages: BTreeMap<String, Arc<PageOf>>,
}

/// What is made of texts besides their pages.
pub struct Besides<'a> {
    /// The texts that stand in the feed.
    pub in_feed: BTreeSet<&'a String>,
    /// Whether a picture of each is drawn.
    pub cards: bool,
    /// Where pictures are kept that were drawn before.
    pub store: Option<&'a dyn Store>,
}

/// The sentences of one text that rely on figures.
struct RelianceOf {
    essay: Arc<Essay<Figure>>,
    settled: Arc<Vec<Settled>>,
    address: Address,
    /// What its references are called.
    asked: Vec<Asked>,
    sentences: Arc<Reliances>,
}

/// The page of one text.
struct PageOf {
    essay: Arc<Essay<Figure>>,
    settled: Arc<Vec<Settled>>,
    outline: Arc<Outline>,
    address: Address,
    feed: bool,
    /// The sentences of the whole site with which it was written.
    reliances: Arc<Reliances>,
    /// What its links asked for, and what they found.
    asked: Vec<Asked>,
    page: Arc<Page>,
    faults: Vec<Diagnostic>,
}

/// A question of a page about the rest of the site, with its answer.
enum Asked {
    Link(String, Result<Destination, Astray>),
    Figure(Option<String>, String, Option<Target>),
    Picture(Address, Result<Option<Size>, Astray>),
}

impl Writing {
    /// Writes every page.
    pub fn of(
        &mut self,
        texts: &Texts,
        settled: &Claims,
        directory: &Directory,
        config: &Config,
        besides: &Besides<'_>,
    ) -> (Pages, Vec<Diagnostic>) {
        let Besides { ref in_feed, cards, store } = *besides;
        let told = Some((config.clone(), cards));
        if self.config != told {
            self.pages.clear();
        }
        let leads_as_before = self.directory.leads_as(directory);
        let reliances = self.reliances(texts, settled, directory, leads_as_before);
        let known = std::mem::take(&mut self.pages);
        let write = |(path, essay): (&String, &Arc<Essay<Figure>>)| {
            let settled = settled.get(path).cloned().unwrap_or_default();
            let outline = directory.outlines.get(path).cloned().unwrap_or_default();
            let address = directory.places.get(path).cloned().unwrap_or_default();
            let feed = in_feed.contains(path);
            let view = View { directory, path };
            let stands = |of: &&Arc<PageOf>| {
                Arc::ptr_eq(&of.essay, essay)
                    && Arc::ptr_eq(&of.settled, &settled)
                    && (Arc::ptr_eq(&of.outline, &outline) || of.outline.leads_as(&outline))
                    && of.address == address
                    && of.feed == feed
                    && relied_on_alike(essay, &of.reliances, &reliances)
                    && (leads_as_before || of.asked.iter().all(|asked| asked.stands(&view)))
            };
            if let Some(of) = known.get(path).filter(stands) {
                return (path.clone(), Arc::clone(of));
            }
            let links = Listening { view, asked: Mutex::default() };
            let setting = Setting {
                base: &config.base,
                address: &address,
                links: &links,
                site: &config.title,
                language: &config.language,
                card: cards,
                feed,
                store,
                reliances: &reliances,
                version: VERSION,
            };
            let (page, faults) = render(essay, &settled, &outline, &setting);
            let asked = links.asked.into_inner().unwrap_or_else(PoisonError::into_inner);
            let (essay, page, reliances) = (Arc::clone(essay), Arc::new(page), Arc::clone(&reliances));
            (path.clone(), Arc::new(PageOf { essay, settled, outline, address, feed, reliances, asked, page, faults }))
        };
        self.pages = texts.par_iter().map(write).collect::<Vec<_>>().into_iter().collect();
        self.config = told;
        self.directory = directory.clone();
        let faults = self.pages.values().flat_map(|of| of.faults.iter().cloned()).collect();
        (self.pages.iter().map(|(path, of)| (path.clone(), Arc::clone(&of.page))).collect(), faults)
    }
}

impl Writing {
    /// The sentences of all texts that rely on figures.
    fn reliances(
        &mut self,
        texts: &Texts,
        settled: &Claims,
        directory: &Directory,
        leads_as_before: bool,
    ) -> Arc<Reliances> {
        let mut known = std::mem::take(&mut self.relied);
        let mut same = true;
        for (path, essay) in texts {
            let settled = settled.get(path).cloned().unwrap_or_default();
            let address = directory.places.get(path).cloned().unwrap_or_default();
            let before = known.remove(path);
            let stands = |of: &RelianceOf| {
                Arc::ptr_eq(&of.essay, essay)
                    && Arc::ptr_eq(&of.settled, &settled)
                    && of.address == address
                    && (leads_as_before || of.asked.iter().all(|asked| asked.stands(&View { directory, path })))
            };
            let of = match before {
                Some(of) if stands(&of) => of,
                before => {
                    let links = Listening { view: View { directory, path }, asked: Mutex::default() };
                    let mut sentences = Reliances::default();
                    sentences.add(essay, &settled, &address, &links);
                    let asked = links.asked.into_inner().unwrap_or_else(PoisonError::into_inner);
                    let sentences = match before {
                        Some(of) if *of.sentences == sentences => of.sentences,
                        _ => {
                            same = false;
                            Arc::new(sentences)
                        }
                    };
                    RelianceOf { essay: Arc::clone(essay), settled, address, asked, sentences }
                }
            };
            self.relied.insert(path.clone(), of);
        }
        if !same || !known.is_empty() {
            let mut all = Reliances::default();
            self.relied.values().for_each(|of| all.extend(&of.sentences));
            self.reliances = Arc::new(all);
        }
        Arc::clone(&self.reliances)
    }
}

/// Whether the same sentences rely on the figures of an essay.
fn relied_on_alike(essay: &Essay<Figure>, one: &Arc<Reliances>, other: &Arc<Reliances>) -> bool {
    let path = &essay.source.path;
    let alike = |figure: &Figure| one.on(path, &figure.question.id) == other.on(path, &figure.question.id);
    Arc::ptr_eq(one, other) || essay.figures.iter().all(alike)
}

impl Asked {
    /// Whether the answer is still the same.
    fn stands(&self, view: &View<'_>) -> bool {
        match self {
            Self::Link(destination, found) => view.find(destination) == *found,
            Self::Figure(essay, id, found) => view.figure(essay.as_deref(), id) == *found,
            Self::Picture(address, found) => view.picture(address) == *found,
        }
    }
}

/// Links that remember what was asked of them.
struct Listening<'a> {
    view: View<'a>,
    asked: Mutex<Vec<Asked>>,
}

impl Listening<'_> {
    fn note(&self, asked: Asked) {
        self.asked.lock().unwrap_or_else(PoisonError::into_inner).push(asked);
    }
}

impl Links for Listening<'_> {
    fn find(&self, destination: &str) -> Result<Destination, Astray> {
        let found = self.view.find(destination);
        self.note(Asked::Link(destination.to_owned(), found.clone()));
        found
    }

    fn figure(&self, essay: Option<&str>, id: &str) -> Option<Target> {
        let found = self.view.figure(essay, id);
        self.note(Asked::Figure(essay.map(str::to_owned), id.to_owned(), found.clone()));
        found
    }

    fn picture(&self, address: &Address) -> Result<Option<Size>, Astray> {
        let found = self.view.picture(address);
        self.note(Asked::Picture(address.clone(), found.clone()));
        found
    }
}
