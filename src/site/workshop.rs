use std::collections::BTreeMap;
use std::sync::Arc;

use rayon::prelude::*;

use super::backlinks::Backlinks;
use super::config::FILE;
use super::directory::Directory;
use super::feed::{self, Feed};
use super::finishing::Material;
use super::held::Held;
use super::kept::{Kept, Map, alike, become_now};
use super::ladder::Order;
use super::layout::{LaidOut, Layout};
use super::outlines::Outlines;
use super::place::{ADDRESS, Wanting, addresses};
use super::reading::Reading;
use super::settling::Settling;
use super::sheets::Sheets;
use super::tally::Tally;
use super::tree::CONTENT;
use super::world::Read;
use super::writing::{Besides, Writing};
use super::{Config, Headings, Options, Output, Pages, Summary, Texts, Tree, World, theme};
use crate::diagnostic::Diagnostic;
use crate::essay::{self, Counted, Coverage, Essay, Figure, Question};
use crate::page::{Base, TEMPLATE, Templates};
use crate::source::SourceFile;
use crate::verify::Store;

/// The program's version, as pages and the files beside figures give it.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// How questions come by their answers.
pub type Answers<'a> = dyn Fn(Essay<Question>) -> (Essay<Figure>, Vec<Diagnostic>) + Sync + 'a;

/// The settled claims of each text.
pub type Claims = Map<Kept<Vec<essay::Settled>>>;

/// Where a site is built, again and again.
///
/// What was made stays, each piece with what it was made from, and is made anew only where that has changed: a text
/// with its file, the claims with the essays whose facts they name, a page with all that its links found. So the next
/// site is the same, byte for byte, as if it had been built from nothing.
#[derive(Default)]
pub struct Workshop {
    config: Configured,
    tree: Tree,
    templates: Option<(Sources, Templates)>,
    /// The texts with all their answers.
    reading: Reading,
    /// The claims of each.
    settling: Settling,
    /// What can be linked to.
    directory: Directory,
    placed: Option<Placed>,
    order: Option<Ordered>,
    outlines: Outlines,
    feed: Feed,
    writing: Writing,
    backlinks: Backlinks,
    layout: Layout,
    /// What was shown last.
    last: Shown,
    /// Where the site is built once.
    once: Option<Once>,
}

/// A site as far as it can be shown, whatever is wrong with it, but for its search and the last look at its pages, which
/// [`super::Finishing`] adds. It can be published if it is [`super::Sound`].
pub struct Drafted {
    /// Where it stands.
    pub base: Base,
    /// Its files.
    pub output: Output,
    /// The paths of files that could not be made, each with what it would have been made from.
    pub unmade: BTreeMap<String, String>,
    /// What was built.
    pub summary: Summary,
    /// What is wrong, or only worth a warning.
    pub faults: Vec<Diagnostic>,
    /// Whether a figure's answer is still awaited.
    pub awaits: bool,
    /// The texts that are held back, by their paths in `content/`.
    pub held: Map<Held>,
    /// What it is finished from.
    pub material: Material,
}

/// The author's templates as they were written, by their names.
type Sources = Map<Arc<SourceFile>>;

/// The configuration, with what it was read from.
#[derive(Default)]
struct Configured {
    from: Option<(Read, Option<String>)>,
    faults: Vec<Diagnostic>,
    /// The last that could be read.
    config: Option<Config>,
}

/// Where texts stand, without faults, with what that was found from.
struct Placed(Map<Option<String>>);

/// An order without faults, with what it was found in.
struct Ordered {
    texts: Texts,
    held: Map<Held>,
    faulty: imbl::OrdSet<String>,
    order: Arc<Order>,
}

/// Texts as they are shown.
#[derive(Default)]
struct Shown {
    texts: Texts,
    outlines: Headings,
    pages: Pages,
}

/// What is told of the texts of a site that is built once, and of which nothing is kept that is not published.
#[derive(Default)]
struct Once {
    /// Whether it is told which numbers are checked, and not only how many.
    strict: bool,
    /// Who is told how many figures there are.
    tally: Arc<Tally>,
    counted: BTreeMap<String, Counted>,
    coverages: BTreeMap<String, Coverage>,
}

impl Once {
    fn cover(&mut self, texts: &Texts, settled: &Claims) {
        let cover = |(path, essay): (&String, &Kept<Essay<Figure>>)| {
            let coverage = essay::coverage(essay, settled.get(path).map_or(&[], |settled| settled.as_slice()));
            (essay.source.path.clone(), coverage.counted(), self.strict.then_some(coverage))
        };
        let covered: Vec<_> = texts.iter().collect::<Vec<_>>().into_par_iter().map(cover).collect();
        for (path, counted, coverage) in covered {
            self.coverages.extend(coverage.map(|coverage| (path.clone(), coverage)));
            self.counted.insert(path, counted);
        }
    }
}

impl Workshop {
    /// Where a site is built once, and no piece is kept for another time. It is told which numbers of its texts are
    /// checked; how many are is told in any case.
    pub fn once(strict: bool, tally: Arc<Tally>) -> Self {
        Self { once: Some(Once { strict, tally, ..Once::default() }), ..Self::default() }
    }

    /// Builds a site as far as it can be shown. In the store are pictures that were drawn before.
    ///
    /// Every text that can be read is there, with all that is wrong with it told at its place. What cannot is shown as it
    /// was last: texts, the configuration, the author's templates. Which faults are told does not depend on that.
    pub fn draft(
        &mut self,
        world: &dyn World,
        answers: &Answers<'_>,
        options: &Options,
        store: Option<&dyn Store>,
    ) -> Drafted {
        let mut faults = Vec::new();
        let config = self.config.again(world, options, &mut faults);
        let templates = self.read(world, &mut faults);
        let known = self.know(options, answers, &mut faults);
        let (summary, awaits) = (known.summary(&self.directory), self.reading.awaits());
        let besides = Besides { config: &config, cards: options.cards, store };
        let (site, sound) = self.write(known, &besides, &mut faults);

        let misplaced = faults.iter().any(|fault| fault.code == ADDRESS);
        let LaidOut { output, mut unmade, faults: mut more } = self.lay_out(&config, &site, sound, templates);
        if misplaced {
            // Two texts at one address have been told of; their files are in each other's way, too.
            more.retain(|fault| fault.code != ADDRESS);
        }
        faults.extend(more);
        let lost = self
            .directory
            .faulty
            .iter()
            .filter(|path| !self.reading.readable.contains_key(*path))
            .filter_map(|path| Some((path, self.directory.places.get(path)?)));
        unmade.extend(lost.map(|(path, address)| (address.file(), format!("{CONTENT}/{path}"))));
        let templates = self.templates.iter().flat_map(|(own, _)| own.keys().cloned()).collect();
        let material = Material { searched: self.layout.searched(), texts: site.texts.clone(), templates };
        let outlines = self.directory.outlines.clone();
        self.last = Shown { texts: site.texts, outlines, pages: site.pages };
        let held = self.directory.held.clone();
        Drafted { base: config.base, output, unmade, summary, faults, awaits, held, material }
    }

    /// Reads the texts, has them answered, and finds out where they stand and what is true in them.
    fn know(&mut self, options: &Options, answers: &Answers<'_>, faults: &mut Vec<Diagnostic>) -> Known {
        let tally = self.once.as_ref().map(|once| &*once.tally);
        self.reading.again(&self.tree.texts, options, answers, tally);
        faults.extend(self.reading.misread());
        self.place(faults);
        faults.extend(self.reading.refused());
        let (all, sound) = (self.reading.all.clone(), self.reading.sound.clone());
        let settled = self.settling.of(&all, &self.directory, faults);
        let order = self.order(&sound, faults);
        self.directory.outlines = self.outlines.of(&all, &settled, faults);
        Known { all, sound, settled, order }
    }

    /// Writes the page of every text. The first site that comes of it is shown, with the pages of texts that are at fault, or
    /// the last that could be shown of them; where there are some, the second is the site without them.
    fn write(&mut self, known: Known, besides: &Besides<'_>, faults: &mut Vec<Diagnostic>) -> (Site, Option<Site>) {
        let Known { all, sound, settled, order } = known;
        let (mut shown, stale, in_order) = self.with_faulty(&sound, &order);
        let in_feed = self.feed.of(&shown, &self.directory.outlines, &in_order).to_vec();
        let (mut pages, broken) = self.writing.of(&all, &settled, &self.directory, &in_feed, besides);
        faults.extend(broken);
        let written = pages.clone();
        self.directory.faulty.iter().for_each(|path| drop(pages.remove(path)));
        let without = (shown.len() > sound.len()).then(|| {
            let in_feed = feed::entries(&sound, &self.directory.outlines, &order);
            Site { texts: sound, order, pages: pages.clone(), in_feed }
        });
        for path in self.reading.readable.keys() {
            if let Some(page) = written.get(path) {
                pages.insert(path.clone(), page.clone());
            }
        }
        drop(written);
        for path in &stale {
            // It is led to as it is shown.
            if let (Some(outline), Some(page)) = (self.last.outlines.get(path), self.last.pages.get(path)) {
                self.directory.outlines.insert(path.clone(), outline.clone());
                pages.insert(path.clone(), page.clone());
            }
        }
        if let Some(once) = &mut self.once {
            once.cover(&all, &settled);
            drop((all, settled));
            self.let_go();
            let let_go = |(path, mut essay): (String, Kept<Essay<Figure>>)| {
                essay.get_mut().map(Essay::let_go);
                (path, essay)
            };
            shown = shown.into_iter().map(let_go).collect();
        }
        (Site { texts: shown, order: in_order, pages, in_feed }, without)
    }

    /// Reads what has changed of the author's files; tells the templates with what they were read from.
    fn read(&mut self, world: &dyn World, faults: &mut Vec<Diagnostic>) -> Option<(Sources, Templates)> {
        let files = |tree: &Tree| (tree.beside.clone(), tree.fixed.clone(), tree.unread.clone());
        let before = files(&self.tree);
        let unread = match &self.once {
            Some(_) => {
                let (tree, unread) = Tree::read(world);
                self.tree = tree;
                unread
            }
            None => self.tree.again(world),
        };
        faults.extend(unread);
        if self.placed.is_none() || before != files(&self.tree) {
            self.directory.note_files(&self.tree);
        }
        let templates = self.templates(faults);
        faults.extend(theme::unused(&self.tree));
        templates
    }

    /// Gives the texts their places, all but those that are held back; one that is at fault keeps that of its file's name.
    fn place(&mut self, faults: &mut Vec<Diagnostic>) {
        let Self { tree, reading, directory, .. } = self;
        directory.held = reading.held.clone();
        directory.faulty = reading.faulty.clone();
        directory.faulty.extend(tree.unread.iter().cloned());
        let mut slugs = reading.slugs.clone();
        let unread = tree.unread.iter().filter(|path| path.ends_with(".md"));
        slugs.extend(unread.map(|path| (path.clone(), None)));
        if self.placed.as_ref().is_some_and(|Placed(before)| *before == slugs) {
            return;
        }
        let unknown = Arc::new(SourceFile::new("", ""));
        let wanting = slugs.iter().map(|(path, slug)| {
            let file = tree.texts.get(path).unwrap_or(&unknown);
            Wanting { path, file, slug: slug.as_deref() }
        });
        let (places, misplaced) = addresses(wanting);
        become_now(&mut directory.places, &places);
        self.placed = misplaced.is_empty().then_some(Placed(slugs));
        faults.extend(misplaced);
    }

    /// The texts that are shown, those among them that are at fault and can be read; the paths of others that are at fault
    /// and shown as they were last; and the order of all.
    fn with_faulty(&mut self, sound: &Texts, order: &Arc<Order>) -> (Texts, Vec<String>, Arc<Order>) {
        let Self { directory, last, reading, .. } = self;
        let (mut shown, mut stale) = (sound.clone(), Vec::new());
        let mut lost = directory.faulty.clone();
        for path in &directory.faulty {
            if let Some(essay) = reading.readable.get(path) {
                shown.insert(path.clone(), essay.clone());
                lost.remove(path);
            } else if let (Some(essay), Some(outline)) = (last.texts.get(path), last.outlines.get(path))
                && last.pages.contains_key(path)
            {
                shown.insert(path.clone(), essay.clone());
                directory.outlines.entry(path.clone()).or_insert_with(|| outline.clone());
                lost.remove(path);
                stale.push(path.clone());
            }
        }
        let in_order = match shown.len() == sound.len() {
            true => Arc::clone(order),
            false => Arc::new(Order::of(&shown, &directory.held, &lost).0),
        };
        (shown, stale, in_order)
    }

    /// Lays the site out that is shown; where a template is at fault, that without stale pages, so that what is told does
    /// not depend on them.
    fn lay_out(
        &mut self,
        config: &Config,
        site: &Site,
        sound: Option<Site>,
        templates: Option<(Sources, Templates)>,
    ) -> LaidOut {
        let Some((own, mut templates)) = templates else { return LaidOut::default() };
        let mut lay_out = |Site { texts, order, pages, in_feed }: &Site| {
            self.backlinks.again(pages, &self.directory.places);
            let sheets = Sheets {
                config,
                texts,
                directory: &self.directory,
                order,
                pages,
                feed: in_feed,
                backlinks: &self.backlinks,
                version: VERSION,
            };
            self.layout.lay_out(&self.tree, &sheets, &mut templates)
        };
        let mut laid_out = lay_out(site);
        if let Some(sound) = sound.filter(|_| !laid_out.faults.is_empty()) {
            laid_out = lay_out(&sound);
        }
        if own != self.tree.templates {
            // What stands there now is told already.
            laid_out.faults.retain(|fault| fault.code != TEMPLATE);
        }
        self.templates = Some((own, templates));
        laid_out
    }

    /// How many numbers of each text are checked, by the path of its file; and which, where that was asked for. Of a
    /// site that is built once.
    pub fn covered(self) -> (BTreeMap<String, Counted>, BTreeMap<String, Coverage>) {
        self.once.map(|once| (once.counted, once.coverages)).unwrap_or_default()
    }

    /// Lets go of what only another build would ask for.
    fn let_go(&mut self) {
        self.reading = Reading::default();
        self.settling = Settling::default();
        self.outlines = Outlines::default();
        self.feed = Feed::default();
        self.writing = Writing::default();
        self.order = None;
    }

    /// The author's templates over the theme's, with what they were read from. Where they cannot be read, the last that
    /// could be, or the theme's alone.
    fn templates(&mut self, faults: &mut Vec<Diagnostic>) -> Option<(Sources, Templates)> {
        let known = self.templates.take();
        if known.as_ref().is_some_and(|(own, _)| *own == self.tree.templates) {
            return known;
        }
        match theme::templates(&self.tree) {
            Ok(templates) => {
                self.layout.forget();
                Some((self.tree.templates.clone(), templates))
            }
            Err(wrong) => {
                faults.extend(wrong);
                known.or_else(|| Some((Sources::new(), theme::templates(&Tree::default()).ok()?)))
            }
        }
    }

    fn order(&mut self, texts: &Texts, faults: &mut Vec<Diagnostic>) -> Arc<Order> {
        let Directory { held, faulty, .. } = &self.directory;
        if let Some(known) = &mut self.order
            && (&known.held, &known.faulty) == (held, faulty)
            && alike(&known.texts, texts, |one, other| one.front == other.front)
        {
            known.texts = texts.clone();
            return Arc::clone(&known.order);
        }
        let (order, disordered) = Order::of(texts, held, faulty);
        let order = Arc::new(order);
        let (held, faulty) = (held.clone(), faulty.clone());
        let ordered = Ordered { texts: texts.clone(), held, faulty, order: Arc::clone(&order) };
        self.order = disordered.is_empty().then_some(ordered);
        faults.extend(disordered);
        order
    }
}

impl Configured {
    /// The configuration, read anew where it has changed; where it cannot be read, the last that could be.
    fn again(&mut self, world: &dyn World, options: &Options, faults: &mut Vec<Diagnostic>) -> Config {
        let from = Some((world.read(FILE), options.base_url.clone()));
        if self.from != from {
            match Config::read(world, options.base_url.as_deref()) {
                Ok(config) => (self.config, self.faults) = (Some(config), Vec::new()),
                Err(wrong) => self.faults = wrong,
            }
            self.from = from;
        }
        faults.extend(self.faults.iter().cloned());
        self.config.clone().unwrap_or_else(Config::unread)
    }
}

/// What is known of the texts before their pages are written.
struct Known {
    /// All that are published, whatever is wrong with them.
    all: Texts,
    /// Those in which nothing was wrong before their claims were held against the facts.
    sound: Texts,
    /// The claims of all.
    settled: Claims,
    /// The order of those in which nothing was wrong.
    order: Arc<Order>,
}

impl Known {
    fn summary(&self, directory: &Directory) -> Summary {
        let essays = self.order.ladders.iter().map(|ladder| ladder.rungs.len()).sum();
        let drafts = directory.held.values().filter(|held| **held == Held::Draft).count();
        Summary {
            essays,
            pages: self.sound.len() - essays,
            drafts,
            future: directory.held.len() - drafts,
            figures: self.sound.values().map(|essay| essay.figures.len()).sum(),
            awaited: self.sound.values().map(|essay| essay.awaited.len()).sum(),
        }
    }
}

/// A site before it is laid out.
struct Site {
    texts: Texts,
    order: Arc<Order>,
    pages: Pages,
    /// The essays of its feed, the latest first.
    in_feed: Vec<String>,
}
