use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, PoisonError};

use rayon::prelude::*;

use super::directory::{Directory, View};
use super::kept::{Kept, Map, differing};
use super::workshop::{Claims, VERSION};
use super::{Config, Pages, Texts};
use crate::diagnostic::Diagnostic;
use crate::page::picture::Size;
use crate::page::{Address, Astray, Destination, Links, Reliances, Setting, Target, render};
use crate::verify::Store;

/// The pages of all texts, with what they were written from.
#[derive(Default)]
pub struct Writing {
    config: Option<(Config, bool)>,
    texts: Texts,
    settled: Claims,
    directory: Directory,
    in_feed: BTreeSet<String>,
    /// The sentences of each text that rely on figures.
    relied: Map<Kept<Relied>>,
    /// Those of the whole site.
    reliances: Arc<Reliances>,
    pages: Pages,
    /// What the links of each page asked for, and what they found.
    asked: Map<Kept<Vec<Asked>>>,
    faults: Map<Vec<Diagnostic>>,
}

/// What pages are written from besides their texts.
pub struct Besides<'a> {
    /// What holds for the whole site.
    pub config: &'a Config,
    /// Whether a picture of each is drawn.
    pub cards: bool,
    /// Where pictures are kept that were drawn before.
    pub store: Option<&'a dyn Store>,
}

/// The sentences of one text that rely on figures.
struct Relied {
    /// What its references are called.
    asked: Vec<Asked>,
    sentences: Reliances,
}

/// A question of a page about the rest of the site, with its answer.
enum Asked {
    Link(String, Result<Destination, Astray>),
    Figure(Option<String>, String, Option<Target>),
    Picture(Address, Result<Option<Size>, Astray>),
}

impl Writing {
    /// Writes every page; some of the texts stand in the feed.
    pub fn of(
        &mut self,
        texts: &Texts,
        settled: &Claims,
        directory: &Directory,
        in_feed: &[String],
        besides: &Besides<'_>,
    ) -> (Pages, Vec<Diagnostic>) {
        let Besides { config, cards, store } = *besides;
        let in_feed: BTreeSet<String> = in_feed.iter().cloned().collect();
        let leads_as_before = self.directory.leads_as(directory);
        let mut changed = differing(&self.texts, texts);
        changed.append(&mut differing(&self.settled, settled));
        changed.append(&mut differing(&self.directory.places, &directory.places));
        let before = Arc::clone(&self.reliances);
        let reliances = self.reliances(texts, settled, directory, &changed, leads_as_before);
        let told = Some((config.clone(), cards));
        if self.config == told {
            changed.extend(differing(&self.directory.outlines, &directory.outlines).into_iter().filter(|path| {
                let outlines = self.directory.outlines.get(path).zip(directory.outlines.get(path));
                outlines.is_none_or(|(before, now)| !before.leads_as(now))
            }));
            changed.extend(self.in_feed.symmetric_difference(&in_feed).cloned());
            changed.extend(
                reliances.differing(&before).filter_map(|file| file.strip_prefix("content/")).map(str::to_owned),
            );
            if !leads_as_before {
                changed.append(&mut led_elsewhere(self.asked.iter().map(|(path, asked)| (path, &**asked)), directory));
            }
        } else {
            changed.extend(self.texts.keys().chain(texts.keys()).cloned());
        }
        let write = |path: &String| {
            let essay = texts.get(path)?;
            let address = directory.places.get(path).cloned().unwrap_or_default();
            let outline = directory.outlines.get(path).cloned().unwrap_or_default();
            let links = Listening { view: View { directory, path }, asked: Mutex::default() };
            let setting = Setting {
                base: &config.base,
                address: &address,
                links: &links,
                site: &config.title,
                language: &config.language,
                card: cards,
                feed: in_feed.contains(path),
                store,
                reliances: &reliances,
                version: VERSION,
            };
            let settled = settled.get(path).map_or(&[][..], |settled| settled.as_slice());
            let (page, faults) = render(essay, settled, &outline, &setting);
            Some((page, links.heard(), faults))
        };
        let written: Vec<_> = changed.par_iter().map(write).collect();
        for (path, written) in changed.into_iter().zip(written) {
            self.pages.remove(&path);
            self.asked.remove(&path);
            self.faults.remove(&path);
            let Some((page, asked, faults)) = written else { continue };
            self.pages.insert(path.clone(), Kept::new(page));
            self.asked.insert(path.clone(), Kept::new(asked));
            if !faults.is_empty() {
                self.faults.insert(path, faults);
            }
        }
        (self.config, self.in_feed) = (told, in_feed);
        (self.texts, self.settled, self.directory) = (texts.clone(), settled.clone(), directory.clone());
        (self.pages.clone(), self.faults.values().flatten().cloned().collect())
    }

    /// The sentences of all texts that rely on figures.
    fn reliances(
        &mut self,
        texts: &Texts,
        settled: &Claims,
        directory: &Directory,
        changed: &BTreeSet<String>,
        leads_as_before: bool,
    ) -> Arc<Reliances> {
        let mut changed = changed.clone();
        if !leads_as_before {
            let asked = self.relied.iter().map(|(path, relied)| (path, &relied.asked));
            changed.append(&mut led_elsewhere(asked, directory));
        }
        let mut same = true;
        for path in changed {
            let relied = texts.get(&path).map(|essay| {
                let address = directory.places.get(&path).cloned().unwrap_or_default();
                let settled = settled.get(&path).map_or(&[][..], |settled| settled.as_slice());
                let links = Listening { view: View { directory, path: &path }, asked: Mutex::default() };
                let mut sentences = Reliances::default();
                sentences.add(essay, settled, &address, &links);
                Relied { asked: links.heard(), sentences }
            });
            let before = self.relied.remove(&path);
            let sentences = |relied: &Relied| relied.sentences.clone();
            same &= before.map(|relied| sentences(&relied)).unwrap_or_default()
                == relied.as_ref().map(sentences).unwrap_or_default();
            if let Some(relied) = relied {
                self.relied.insert(path, Kept::new(relied));
            }
        }
        if !same {
            let mut all = Reliances::default();
            self.relied.values().for_each(|relied| all.extend(&relied.sentences));
            self.reliances = Arc::new(all);
        }
        Arc::clone(&self.reliances)
    }
}

/// The texts of which something that they asked for has another answer now.
fn led_elsewhere<'a>(
    asked: impl Iterator<Item = (&'a String, &'a Vec<Asked>)>,
    directory: &Directory,
) -> BTreeSet<String> {
    let asked: Vec<_> = asked.collect();
    let is_led = |(path, asked): &(&String, &Vec<Asked>)| {
        let view = View { directory, path };
        !asked.iter().all(|asked| asked.stands(&view))
    };
    asked.into_par_iter().filter(is_led).map(|(path, _)| path.clone()).collect::<Vec<_>>().into_iter().collect()
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
    fn heard(self) -> Vec<Asked> {
        self.asked.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

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
