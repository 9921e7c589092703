use std::sync::Arc;

use super::backlinks::Backlinks;
use super::context::{CardEntry, Day, Entry, LadderEntry, Sheet, Site};
use super::directory::Directory;
use super::feed;
use super::ladder::Order;
use super::place::{FRONT, is_front, is_ladder};
use super::{Config, Pages, Texts, citation, parts};
use crate::essay::Author;
use crate::page::{Address, Card, Text, card, escape, in_english, in_its_own};

/// What is known of the whole site when its pages have been written, and what templates are given of it.
pub struct Sheets<'a> {
    /// What holds for all.
    pub config: &'a Config,
    /// The texts by their paths.
    pub texts: &'a Texts,
    /// Their addresses and outlines.
    pub directory: &'a Directory,
    /// Their order.
    pub order: &'a Arc<Order>,
    /// What was written of each.
    pub pages: &'a Pages,
    /// The essays of the feed, the latest first.
    pub feed: &'a [String],
    /// Which link to which.
    pub backlinks: &'a Backlinks,
    /// The program's version.
    pub version: &'a str,
}

impl Sheets<'_> {
    /// What every template is given as `site`.
    pub fn site(&self, fingerprint: String) -> Site {
        let Config { title, base, authors, language, description } = self.config;
        let updated = self.feed.iter().filter_map(|path| {
            let front = &self.texts.get(path)?.front;
            front.updated.or(front.date)
        });
        let ladders = self.order.ladders.iter().map(|ladder| LadderEntry {
            entry: self.entry(&ladder.path),
            rungs: ladder.rungs.iter().map(|path| self.entry(path)).collect(),
        });
        let beside = self.texts.keys().filter(|path| {
            // A page within a folder is led to by the folder's own, `guide/index.md`.
            let top = path.strip_suffix("/index.md").unwrap_or(path);
            !top.contains('/') && !is_ladder(path) && !is_front(path) && self.order.place(path).is_none()
        });
        Site {
            title: title.clone(),
            description: description.clone(),
            author: Author::in_words(authors),
            authors: authors.clone(),
            language: language.clone(),
            in_english: in_english(language),
            in_its_own: in_its_own(language),
            base: base.path().to_owned(),
            origin: base.origin().to_owned(),
            address: base.absolute(&Address::default()),
            feed: (!self.feed.is_empty()).then(|| base.absolute(&Address::new("feed.xml"))),
            updated: updated.max().map(Day::new),
            ladders: ladders.collect(),
            pages: beside.map(|path| self.entry(path)).collect(),
            fingerprint,
            generator: format!("rungs {}", self.version),
        }
    }

    /// The template of a text.
    pub fn template(&self, path: &str) -> &'static str {
        match path {
            FRONT => "front.html",
            _ if is_ladder(path) => "ladder.html",
            _ if self.order.place(path).is_some() => "essay.html",
            _ => "page.html",
        }
    }

    /// What the template of a text is given as `page`.
    pub fn sheet(&self, site: &Site, path: &str) -> Sheet {
        let mut sheet = self.blank(&self.address(path));
        let place = self.order.place(path);
        if let Some(essay) = self.texts.get(path) {
            let own = &essay.front.authors;
            sheet.authors = if own.is_empty() && place.is_some() { &site.authors } else { own }.clone();
            sheet.date = essay.front.date.map(Day::new);
            sheet.updated = essay.front.updated.map(Day::new);
            sheet.rung = essay.front.rung.filter(|_| place.is_some());
            sheet.extra = essay.front.extra.clone();
        }
        if let Some(outline) = self.directory.outlines.get(path) {
            sheet.title = outline.title.clone();
            sheet.contents = outline.headings.clone();
        }
        if let Some(page) = self.pages.get(path) {
            sheet.summary = page.summary.clone();
            sheet.content = page.html.clone();
            sheet.kinds = page.kinds.clone();
            sheet.card = page.card.as_ref().map(|card| self.card(path, card));
        }
        sheet.needs = self.needs(path);
        sheet.cites = self.short_entries(self.backlinks.cites(path));
        sheet.cited_by = self.short_entries(self.backlinks.cited_by(path));
        if let Some((ladder, rung)) = place {
            sheet.ladder = Some(self.entry(&ladder.path));
            let beside = |rung: Option<usize>| ladder.rungs.get(rung?).map(|path| self.entry(path));
            sheet.previous = beside(rung.checked_sub(1));
            sheet.next = beside(rung.checked_add(1));
            let title = self.directory.outlines.get(path).map_or("", |outline| &outline.title_tex);
            sheet.bibtex = citation::bibtex(site, &sheet, title);
            let works = self.pages.get(path).map_or(&[][..], |page| &page.works);
            sheet.linked_data = citation::linked_data(site, &sheet, works);
        }
        if is_ladder(path)
            && let Some((_, first)) = self.ladder(path).into_iter().next()
        {
            (sheet.rungs, sheet.parts, sheet.part) = (first.rungs, first.parts, first.part);
        }
        sheet
    }

    fn card(&self, path: &str, card: &Card) -> CardEntry {
        let address = self.config.base.absolute(&self.address(path).join(card::NAME));
        CardEntry { address, width: card::WIDTH, height: card::HEIGHT, alt: card.alt.clone() }
    }

    /// A page of no text: the list of essays, the page for what is not there, the front page where the author has none.
    pub fn blank(&self, address: &Address) -> Sheet {
        let base = &self.config.base;
        Sheet { href: base.rooted(address), address: base.absolute(address), ..Sheet::default() }
    }

    /// The pages of a ladder: the first, which has the ladder's text too, with what makes it one of several.
    pub fn ladder(&self, path: &str) -> Vec<(Address, Sheet)> {
        let rungs = self.order.ladders.iter().find(|ladder| ladder.path == path).map(|ladder| &ladder.rungs);
        let rungs = rungs.into_iter().flatten().map(|path| self.entry(path)).collect();
        let title = self.directory.outlines.get(path).map(|outline| outline.title.clone()).unwrap_or_default();
        self.list(&self.address(path), rungs, |rungs, blank| Sheet { rungs, title: title.clone(), ..blank })
    }

    /// The list of all essays, the latest first: a page, or several.
    pub fn essays(&self) -> Vec<(Address, Sheet)> {
        let essays = feed::latest_first(self.texts, &self.directory.outlines, self.order)
            .into_iter()
            .map(|(_, path)| self.entry(path))
            .collect();
        self.list(&Address::new("essays/"), essays, |essays, blank| Sheet { essays, ..blank })
    }

    fn list(
        &self,
        list: &Address,
        entries: Vec<Entry>,
        fill: impl Fn(Vec<Entry>, Sheet) -> Sheet,
    ) -> Vec<(Address, Sheet)> {
        let pages = parts::cut(list, entries);
        let ways = parts::ways(&pages, &self.config.base);
        let page = |(place, (address, entries)): (usize, (Address, Vec<Entry>))| {
            let part = (!ways.is_empty()).then_some(place + 1);
            let sheet = fill(entries, Sheet { parts: ways.clone(), part, ..self.blank(&address) });
            (address, sheet)
        };
        pages.into_iter().enumerate().map(page).collect()
    }

    /// Every page that robots are shown: the texts by their paths, then the lists that are made of them.
    pub fn all(&self, lists: Vec<Address>) -> Vec<Entry> {
        let base = &self.config.base;
        let list = |at: Address| Entry { href: base.rooted(&at), address: base.absolute(&at), ..Entry::default() };
        self.texts.keys().map(|path| self.entry(path)).chain(lists.into_iter().map(list)).collect()
    }

    /// The essays for feed readers, with their texts.
    pub fn feed(&self) -> Vec<Entry> {
        let text = |path: &String| self.pages.get(path).map(|page| page.feed.clone()).unwrap_or_default();
        self.feed.iter().map(|path| Entry { feed: text(path), ..self.entry(path) }).collect()
    }

    fn entry(&self, path: &str) -> Entry {
        Entry { needs: self.needs(path), ..self.short_entry(path) }
    }

    /// An entry without what it needs: so much is told of the essays that another needs.
    fn short_entry(&self, path: &str) -> Entry {
        let address = self.address(path);
        let base = &self.config.base;
        let front = self.texts.get(path).map(|essay| &essay.front);
        let date = front.and_then(|front| front.date).map(Day::new);
        Entry {
            title: self.title(path),
            summary: self.pages.get(path).map(|page| page.summary.clone()).unwrap_or_default(),
            href: base.rooted(&address),
            address: base.absolute(&address),
            updated: front.and_then(|front| front.updated).map(Day::new).or_else(|| date.clone()),
            authors: front.map(|front| front.authors.clone()).unwrap_or_default(),
            date,
            rung: front.and_then(|front| front.rung),
            ..Entry::default()
        }
    }

    /// The title of a text; the name of its folder for a ladder that is at fault and has none.
    fn title(&self, path: &str) -> Text {
        let named = || {
            let folder = path.rsplit('/').nth(1).unwrap_or_default();
            Text { html: escape(folder), plain: folder.to_owned() }
        };
        let title = self.directory.outlines.get(path).map(|outline| outline.title.clone());
        title.filter(|title| !title.plain.is_empty()).unwrap_or_else(named)
    }

    fn needs(&self, path: &str) -> Vec<Entry> {
        self.short_entries(self.order.needs.get(path).into_iter().flatten())
    }

    fn short_entries<'p>(&self, paths: impl Iterator<Item = &'p String>) -> Vec<Entry> {
        paths.map(|path| self.short_entry(path)).collect()
    }

    fn address(&self, path: &str) -> Address {
        self.directory.places.get(path).cloned().unwrap_or_default()
    }
}
