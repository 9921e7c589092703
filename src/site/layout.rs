use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use rayon::prelude::*;

use super::backlinks::Backlinks;
use super::context::{Sheet, Site};
use super::finishing::Searched;
use super::kept::{Kept, Map, differing};
use super::ladder::Order;
use super::sheets::Sheets;
use super::{Config, Headings, Output, Pages, Texts, Tree, theme};
use crate::diagnostic::Diagnostic;
use crate::essay::{Essay, Figure};
use crate::page::{Address, Outline, Page, Templates, card};

/// Puts every file of the site in its place, and remembers where it was put and from what it was made.
#[derive(Default)]
pub struct Layout {
    last: Option<Laid>,
}

/// What came of laying a site out.
#[derive(Default)]
pub struct LaidOut {
    /// The files.
    pub output: Output,
    /// The paths of files whose templates could not be filled, each with what it would have been made from.
    pub unmade: BTreeMap<String, String>,
    /// Files that are in each other's way, and every fault of a template.
    pub faults: Vec<Diagnostic>,
}

/// A site that was laid out, without a fault.
struct Laid {
    config: Config,
    fixed: Map<Arc<Vec<u8>>>,
    beside: Map<Arc<Vec<u8>>>,
    places: Map<Address>,
    order: Arc<Order>,
    texts: Texts,
    outlines: Headings,
    pages: Pages,
    backlinks: Backlinks,
    site: Site,
    output: Output,
}

impl Layout {
    /// Puts every file in its place that can be made, but those of the search.
    pub fn lay_out(&mut self, tree: &Tree, sheets: &Sheets<'_>, templates: &mut Templates) -> LaidOut {
        let changed = self.last.take().and_then(|last| last.with_changes(tree, sheets, templates));
        let (site, laid_out) = match changed {
            Some((site, output)) => (Some(site), LaidOut { output, ..LaidOut::default() }),
            None => laid_out(tree, sheets, templates),
        };
        self.last = site.filter(|_| laid_out.faults.is_empty()).map(|site| Laid {
            config: sheets.config.clone(),
            fixed: tree.fixed.clone(),
            beside: tree.beside.clone(),
            places: sheets.directory.places.clone(),
            order: Arc::clone(sheets.order),
            texts: sheets.texts.clone(),
            outlines: sheets.directory.outlines.clone(),
            pages: sheets.pages.clone(),
            backlinks: sheets.backlinks.clone(),
            site,
            output: laid_out.output.clone(),
        });
        laid_out
    }

    /// Forgets what was laid out: other templates make other pages.
    pub fn forget(&mut self) {
        self.last = None;
    }

    /// What is searched on the site that was laid out last; none where a template was at fault.
    pub fn searched(&self) -> Option<Searched> {
        let Laid { config, places, outlines, pages, .. } = self.last.as_ref()?;
        let (config, places) = (config.clone(), places.clone());
        Some(Searched { config, places, outlines: outlines.clone(), pages: pages.clone() })
    }
}

impl Laid {
    /// The same site with some texts changed; none where more has changed than they, or a template is at fault.
    fn with_changes(self, tree: &Tree, sheets: &Sheets<'_>, templates: &Templates) -> Option<(Site, Output)> {
        let same = self.config == *sheets.config
            && self.fixed == tree.fixed
            && self.beside == tree.beside
            && self.places == sheets.directory.places
            && self.order == *sheets.order
            && self.pages.len() == sheets.pages.len();
        if !same {
            return None;
        }
        let mut differing_texts = differing(&self.texts, sheets.texts);
        differing_texts.append(&mut differing(&self.outlines, &sheets.directory.outlines));
        differing_texts.append(&mut differing(&self.pages, sheets.pages));
        differing_texts.append(&mut self.backlinks.differing(sheets.backlinks));
        // There may be the outline of a text that is at fault and has never been shown.
        let is_shown = |path: &String| self.texts.contains_key(path) || sheets.texts.contains_key(path);
        let mut changed = Vec::new();
        for path in differing_texts.iter().filter(|path| is_shown(path)) {
            let before = self.piece(path)?;
            let now = Piece {
                essay: sheets.texts.get(path)?,
                outline: sheets.directory.outlines.get(path)?,
                page: sheets.pages.get(path)?,
            };
            let is_another = now != before;
            if is_another && !(now.is_listed_as(&before) && now.has_files_of(&before, &self.beside)) {
                return None;
            }
            changed.push((path, is_another.then_some(now)));
        }
        let Self { site, mut output, order, .. } = self;
        let mut leaves = Vec::new();
        for (path, now) in &changed {
            let address = sheets.directory.places.get(*path)?;
            for artefact in now.iter().flat_map(|now| &now.page.artefacts) {
                output.replace(address.join(&artefact.path).as_str(), Arc::clone(&artefact.bytes));
            }
            if let Some(card) = now.and_then(|now| now.page.card.as_ref()) {
                output.replace(address.join(card::NAME).as_str(), Arc::clone(&card.png));
            }
            leaves.push(text(sheets, &site, path, address));
        }
        if site.feed.is_some() && changed.iter().any(|(path, now)| now.is_some() && order.place(path).is_some()) {
            leaves.push(feed(sheets));
        }
        let Filled { texts, faults, .. } = filled(leaves, templates);
        texts.into_iter().for_each(|made| output.replace(&made.path, Arc::new(made.text.into_bytes())));
        faults.is_empty().then_some((site, output))
    }

    fn piece(&self, path: &str) -> Option<Piece<'_>> {
        Some(Piece { essay: self.texts.get(path)?, outline: self.outlines.get(path)?, page: self.pages.get(path)? })
    }
}

/// What a page is laid out from.
#[derive(Clone, Copy, PartialEq)]
struct Piece<'a> {
    essay: &'a Kept<Essay<Figure>>,
    outline: &'a Kept<Outline>,
    page: &'a Kept<Page>,
}

impl Piece<'_> {
    /// Whether it stands in lists as another does. What it needs and where it stands belongs to the order.
    fn is_listed_as(&self, other: &Self) -> bool {
        let (front, before) = (&self.essay.front, &other.essay.front);
        self.outline.title == other.outline.title
            && self.page.summary == other.page.summary
            && front.authors == before.authors
            && (front.date, front.updated, front.rung) == (before.date, before.updated, before.rung)
    }

    /// Whether it brings the same files with it as another: the same of its own, and the same of those that stand
    /// beside it in the folder.
    fn has_files_of(&self, other: &Self, beside: &Map<Arc<Vec<u8>>>) -> bool {
        let linked = |page: &Page| -> BTreeSet<Address> {
            let links = page.cites.iter().map(|target| &target.address);
            links.filter(|address| beside.contains_key(address.as_str())).cloned().collect()
        };
        let own = |page: &Page| page.artefacts.iter().map(|artefact| artefact.path.clone()).collect::<Vec<_>>();
        own(self.page) == own(other.page)
            && self.page.card.is_some() == other.page.card.is_some()
            && linked(self.page) == linked(other.page)
    }
}

/// Lays a whole site out. There is nothing that all pages share where the template engine cannot hold it.
fn laid_out(tree: &Tree, sheets: &Sheets<'_>, templates: &mut Templates) -> (Option<Site>, LaidOut) {
    let theme: Vec<_> = theme::files(tree).collect();
    let site = sheets.site(theme::fingerprint(tree, &theme));
    let mut output = Output::default();
    let mut faults = Vec::new();
    let mut add = |path: String, bytes: Arc<Vec<u8>>, origin: String| {
        faults.extend(output.add_shared(None, path, bytes, origin).err());
    };
    for (name, bytes) in &tree.fixed {
        add(name.clone(), Arc::clone(bytes), format!("static/{name}"));
    }
    // A picture of a draft is a trace of it: only what a published text links to is published.
    let linked: BTreeSet<&Address> = sheets.pages.values().flat_map(|page| &page.cites).map(|to| &to.address).collect();
    for (name, bytes) in tree.beside.iter().filter(|(name, _)| linked.contains(&Address::new(name.as_str()))) {
        add(name.clone(), Arc::clone(bytes), format!("content/{name}"));
    }
    for (name, bytes) in theme {
        add(name.clone(), Arc::new(bytes), format!("the theme's {name}"));
    }
    for (path, page) in sheets.pages {
        let address = sheets.directory.places.get(path).cloned().unwrap_or_default();
        for artefact in &page.artefacts {
            let file = address.join(&artefact.path);
            add(file.as_str().to_owned(), Arc::clone(&artefact.bytes), format!("content/{path}"));
        }
        if let Some(card) = &page.card {
            add(address.join(card::NAME).as_str().to_owned(), Arc::clone(&card.png), format!("content/{path}"));
        }
    }
    if let Err(more) = templates.share("site", &site) {
        faults.extend(more);
        return (None, LaidOut { output, unmade: BTreeMap::new(), faults });
    }
    let Filled { texts, unmade, faults: more } = filled(leaves(tree, sheets, &site), templates);
    for Made { template, path, origin, text } in texts {
        faults.extend(output.add_by(Some(template), path, text, origin).err());
    }
    faults.extend(more);
    (Some(site), LaidOut { output, unmade, faults })
}

/// A file that a template will make of what it is given, which is put together only then.
struct Leaf<'a> {
    template: &'static str,
    sheet: Box<dyn FnOnce() -> Sheet + Send + 'a>,
    path: String,
    origin: String,
}

/// A file that a template has made.
struct Made {
    template: &'static str,
    path: String,
    origin: String,
    text: String,
}

/// What came of filling templates.
#[derive(Default)]
struct Filled {
    texts: Vec<Made>,
    unmade: BTreeMap<String, String>,
    faults: Vec<Diagnostic>,
}

/// Fills templates, several at a time; a fault in one is found on every page that it makes, and told once.
fn filled(leaves: Vec<Leaf<'_>>, templates: &Templates) -> Filled {
    let fill = |Leaf { template, sheet, path, origin }: Leaf<'_>| match templates.fill(template, "page", &sheet()) {
        Ok(mut text) => {
            text.shrink_to_fit();
            Ok(Made { template, path, origin, text })
        }
        Err(faults) => Err((path, origin, faults)),
    };
    let all: Vec<_> = leaves.into_par_iter().map(fill).collect();
    let mut filled = Filled::default();
    for made in all {
        match made {
            Ok(made) => filled.texts.push(made),
            Err((path, origin, more)) => {
                filled.unmade.insert(path, origin);
                for fault in more {
                    if !filled.faults.contains(&fault) {
                        filled.faults.push(fault);
                    }
                }
            }
        }
    }
    filled
}

fn leaves<'a>(tree: &Tree, sheets: &'a Sheets<'_>, site: &'a Site) -> Vec<Leaf<'a>> {
    let place = |path: &str| sheets.directory.places.get(path).cloned().unwrap_or_default();
    let mut leaves: Vec<_> = sheets.texts.keys().map(|path| text(sheets, site, path, &place(path))).collect();
    // What is listed on the site map beside the texts.
    let mut lists = Vec::new();
    for ladder in &sheets.order.ladders {
        leaves.extend(sheets.ladder(&ladder.path).into_iter().skip(1).map(|(address, sheet)| {
            lists.push(address.clone());
            let origin = format!("the pages of content/{}", ladder.path);
            Leaf { template: "ladder.html", sheet: Box::new(|| sheet), path: address.file(), origin }
        }));
    }
    let mut made = |template, address: &Address, sheet: Sheet, what: &str| {
        leaves.push(Leaf { template, sheet: Box::new(|| sheet), path: address.file(), origin: what.to_owned() });
    };
    for (address, sheet) in sheets.essays() {
        made("essays.html", &address, sheet, "the list of essays");
        lists.push(address);
    }
    let mut blank = |template, address: &str, what: &str| {
        let address = Address::new(address);
        made(template, &address, sheets.blank(&address), what);
    };
    if !sheets.directory.places.values().any(|address| address.as_str().is_empty()) {
        blank("front.html", "", "the front page");
        lists.push(Address::default());
    }
    blank("404.html", "404.html", "the page for addresses that are not there");
    if !tree.fixed.contains_key("robots.txt") {
        blank("robots.txt", "robots.txt", "what robots read");
    }
    let map = Address::new("sitemap.xml");
    made("sitemap.xml", &map, Sheet { essays: sheets.all(lists), ..sheets.blank(&map) }, "the site map");
    leaves.extend(site.feed.is_some().then(|| feed(sheets)));
    leaves
}

fn text<'a>(sheets: &'a Sheets<'_>, site: &'a Site, path: &'a str, address: &Address) -> Leaf<'a> {
    Leaf {
        template: sheets.template(path),
        sheet: Box::new(move || sheets.sheet(site, path)),
        path: address.file(),
        origin: format!("content/{path}"),
    }
}

fn feed<'a>(sheets: &'a Sheets<'_>) -> Leaf<'a> {
    let address = Address::new("feed.xml");
    let path = address.file();
    let sheet = move || Sheet { essays: sheets.feed(), ..sheets.blank(&address) };
    Leaf { template: "feed.xml", sheet: Box::new(sheet), path, origin: "the feed".to_owned() }
}
