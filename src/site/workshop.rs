use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use rayon::prelude::*;

use super::backlinks::Backlinks;
use super::directory::Directory;
use super::finished::{self, Authors, Seen};
use super::held::Held;
use super::ladder::Order;
use super::layout::{LaidOut, Layout};
use super::place::{ADDRESS, Wanting, addresses};
use super::settling::Settling;
use super::sheets::Sheets;
use super::tally::Tally;
use super::tree::CONTENT;
use super::writing::{Besides, Writing};
use super::{Config, Options, Output, Pages, Summary, Texts, Tree, World, alike, feed, gallery, theme};
use crate::diagnostic::{Diagnostic, Severity};
use crate::essay::{self, Counted, Coverage, Directive, Essay, Figure, FrontMatter, Question};
use crate::page::picture::{self, Size};
use crate::page::{Address, Base, Outline, Page, TEMPLATE, Templates};
use crate::source::SourceFile;
use crate::verify::Store;

/// The program's version, as pages and the files beside figures give it.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// How questions come by their answers.
pub type Answers<'a> = dyn Fn(Essay<Question>) -> (Essay<Figure>, Vec<Diagnostic>) + Sync + 'a;

/// Where a site is built, again and again.
///
/// What was made stays, each piece with what it was made from, and is made anew only where that has changed: a text
/// with its file, the claims with the essays whose facts they name, a page with all that its links found. So the next
/// site is the same, byte for byte, as if it had been built from nothing.
#[derive(Default)]
pub struct Workshop {
    /// The texts with all their answers, in which nothing was wrong before their claims were held against them.
    texts: Texts,
    /// The claims of each.
    settling: Settling,
    outlines: BTreeMap<String, OutlineOf>,
    writing: Writing,
    order: Option<Ordered>,
    templates: Option<(Sources, Templates)>,
    /// The last that could be read.
    config: Option<Config>,
    /// What was shown last of each text.
    last: BTreeMap<String, Last>,
    linked: Option<Linked>,
    layout: Layout,
    seen: Seen,
    /// Where the site is built once.
    once: Option<Once>,
}

/// A site as far as it can be shown, whatever is wrong with it. It can be published if it is [`super::Sound`].
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
}

/// The author's templates as they were written, by their names.
type Sources = BTreeMap<String, Arc<SourceFile>>;

/// An outline with what it was read from.
struct OutlineOf {
    essay: Arc<Essay<Figure>>,
    settled: Arc<Vec<essay::Settled>>,
    outline: Arc<Outline>,
    faults: Vec<Diagnostic>,
}

/// A text as it is shown.
struct Last {
    essay: Arc<Essay<Figure>>,
    outline: Arc<Outline>,
    page: Arc<Page>,
}

/// Which texts link to which, with what it was found in.
struct Linked {
    pages: Pages,
    places: BTreeMap<String, Address>,
    backlinks: Arc<Backlinks>,
}

/// An order without faults, with what it was found in.
struct Ordered {
    texts: Texts,
    held: BTreeMap<String, Held>,
    faulty: BTreeSet<String>,
    order: Arc<Order>,
}

/// A text on its way.
enum Text {
    Read(Box<Essay<Directive>>),
    Answered(Arc<Essay<Figure>>),
}

impl Text {
    /// How many figures it still has to ask for.
    fn asked(&self) -> usize {
        match self {
            Self::Read(essay) => essay.figures.len(),
            Self::Answered(_) => 0,
        }
    }

    fn front(&self) -> &FrontMatter {
        match self {
            Self::Read(essay) => &essay.front,
            Self::Answered(essay) => &essay.front,
        }
    }
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
        let cover = |(path, essay): (&String, &Arc<Essay<Figure>>)| {
            let coverage = essay::coverage(essay, settled.get(path).map_or(&[], |settled| settled.as_slice()));
            (essay.source.path.clone(), coverage.counted(), self.strict.then_some(coverage))
        };
        let covered: Vec<_> = texts.par_iter().map(cover).collect();
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

    /// Builds a site but for its search and the last look at its pages, which [`Workshop::finish`] adds. In the
    /// store are pictures that were drawn before.
    ///
    /// Every text that can be read is there, with all that is wrong with it told at its place. What is at fault is shown
    /// as it was last: texts, the configuration, the author's templates. Which faults are told does not depend on that.
    pub fn draft(
        &mut self,
        world: &dyn World,
        answers: &Answers<'_>,
        options: &Options,
        store: Option<&dyn Store>,
    ) -> Drafted {
        let mut faults = Vec::new();
        let config = keep(Config::read(world, options.base_url.as_deref()), &mut faults);
        self.config = config.or_else(|| self.config.take());
        let config = self.config.clone().unwrap_or_else(Config::unread);
        let (tree, unread) = Tree::read(world);
        faults.extend(unread);
        let templates = self.templates(&tree, &mut faults);
        faults.extend(theme::unused(&tree));
        let mut directory = Directory::of_files(&tree);

        let (read, misread) = each(tree.texts.clone(), |path, file| self.text(path, file), &mut faults);
        let kept = directory.hold_back(read, options);
        if let Some(once) = &self.once {
            once.tally.expect(kept.values().map(Text::asked).sum());
        }
        directory.places = places(&tree, &directory, &kept, &mut faults);
        let answer = |_: &str, text| match text {
            Text::Answered(essay) => (Some(essay), Vec::new()),
            Text::Read(essay) => {
                let (essay, mut faults) = essay.understood();
                let (essay, more) = answers(essay);
                faults.extend(more);
                (Some(Arc::new(essay)), faults)
            }
        };
        // What is at fault is looked at to its end, so that all is told at once; no page is made of it.
        let (all, refused) = each(kept, answer, &mut faults);
        let awaits = all.values().any(|essay| !essay.awaited.is_empty());
        let is_sound = |path: &String| !misread.contains(path) && !refused.contains(path);
        let texts: Texts = all.clone().into_iter().filter(|(path, _)| is_sound(path)).collect();
        self.texts = texts.clone();
        let there = tree.texts.keys().chain(&tree.unread);
        let faulty = there.filter(|path| !texts.contains_key(*path) && !directory.held.contains_key(*path));
        directory.faulty = faulty.cloned().collect();
        let settled = self.settling.of(&all, &directory, &mut faults);
        let order = self.order(&texts, &directory, &mut faults);
        directory.outlines = self.outlines(&all, &settled, &mut faults);
        let essays = order.ladders.iter().map(|ladder| ladder.rungs.len()).sum();
        let drafts = directory.held.values().filter(|held| **held == Held::Draft).count();
        let summary = Summary {
            essays,
            pages: texts.len() - essays,
            drafts,
            future: directory.held.len() - drafts,
            figures: texts.values().map(|essay| essay.figures.len()).sum(),
        };
        let mut last = std::mem::take(&mut self.last);
        last.retain(|path, _| directory.faulty.contains(path));
        let (mut shown, mut in_order) = (texts.clone(), Arc::clone(&order));
        if !last.is_empty() {
            shown.extend(last.iter().map(|(path, last)| (path.clone(), Arc::clone(&last.essay))));
            let faulty = directory.faulty.iter().filter(|path| !last.contains_key(*path)).cloned().collect();
            in_order = Arc::new(Order::of(&shown, &directory.held, &faulty).0);
            for (path, last) in &last {
                directory.outlines.entry(path.clone()).or_insert_with(|| Arc::clone(&last.outline));
            }
        }

        let in_feed = feed::entries(&shown, &directory, &in_order).into_iter().collect();
        let besides = Besides { in_feed, cards: options.cards, store };
        let (mut pages, broken) = self.writing.of(&all, &settled, &directory, &config, &besides);
        faults.extend(broken);
        pages.retain(|path, _| texts.contains_key(path));
        let sound = if last.is_empty() { None } else { Some((texts, order, pages.clone())) };
        for (path, last) in &last {
            pages.insert(path.clone(), Arc::clone(&last.page));
            directory.outlines.insert(path.clone(), Arc::clone(&last.outline));
        }
        if let Some(once) = &mut self.once {
            once.cover(&all, &settled);
            drop((all, settled));
            self.let_go();
            shown.values_mut().filter_map(Arc::get_mut).for_each(Essay::let_go);
            self.texts = shown.clone();
        }
        let misplaced = faults.iter().any(|fault| fault.code == ADDRESS);
        let mut laid_out = LaidOut::default();
        if let Some((own, mut templates)) = templates {
            let mut lay_out = |texts: &Texts, order: &Arc<Order>, pages: &Pages| {
                let backlinks = linked(&mut self.linked, pages, &directory.places);
                let sheets = Sheets {
                    config: &config,
                    texts,
                    directory: &directory,
                    order,
                    pages,
                    backlinks: &backlinks,
                    version: VERSION,
                };
                self.layout.lay_out(&tree, &sheets, &mut templates)
            };
            laid_out = lay_out(&shown, &in_order, &pages);
            if let Some((texts, order, pages)) = sound.filter(|_| !laid_out.faults.is_empty()) {
                laid_out = lay_out(&texts, &order, &pages);
            }
            if own != tree.templates {
                // What stands there now is told already.
                laid_out.faults.retain(|fault| fault.code != TEMPLATE);
            }
            self.templates = Some((own, templates));
        }
        if misplaced {
            // Two texts at one address have been told of; their files are in each other's way, too.
            laid_out.faults.retain(|fault| fault.code != ADDRESS);
        }
        let LaidOut { output, mut unmade, faults: more } = laid_out;
        faults.extend(more);
        let lost = directory.places.iter().filter(|(path, _)| directory.faulty.contains(*path));
        unmade.extend(lost.map(|(path, address)| (address.file(), format!("{CONTENT}/{path}"))));
        self.last = last;
        for (path, essay) in shown {
            if let (Some(outline), Some(page)) = (directory.outlines.get(&path), pages.get(&path)) {
                let (outline, page) = (Arc::clone(outline), Arc::clone(page));
                self.last.insert(path, Last { essay, outline, page });
            }
        }
        Drafted { base: config.base, output, unmade, summary, faults, awaits }
    }

    /// The site of the last [`Workshop::draft`] with its search and, where nothing was wrong so far, with the faults that
    /// are found when its pages are read again.
    pub fn finish(&mut self, drafted: Drafted) -> Drafted {
        let Drafted { base, mut output, unmade, summary, mut faults, awaits } = drafted;
        let sound = !faults.iter().any(|fault| fault.severity == Severity::Error);
        let (layout, seen) = (&mut self.layout, &mut self.seen);
        let (search, ()) = rayon::join(
            || layout.search(),
            || {
                if sound {
                    seen.read(&output)
                }
            },
        );
        faults.extend(Layout::add_search(&mut output, search));
        if sound {
            let templates = self.templates.iter().flat_map(|(own, _)| own.keys().map(String::as_str)).collect();
            let authors = Authors { texts: &self.texts, templates };
            faults.extend(finished::faults(&output, &base, &authors, &self.seen));
        }
        Drafted { base, output, unmade, summary, faults, awaits }
    }

    /// How many numbers of each text are checked, by the path of its file; and which, where that was asked for. Of a
    /// site that is built once.
    pub fn covered(self) -> (BTreeMap<String, Counted>, BTreeMap<String, Coverage>) {
        self.once.map(|once| (once.counted, once.coverages)).unwrap_or_default()
    }

    /// Lets go of what only another build would ask for.
    fn let_go(&mut self) {
        self.texts = Texts::new();
        self.settling = Settling::default();
        self.outlines = BTreeMap::new();
        self.writing = Writing::default();
        self.order = None;
    }

    /// The author's templates over the theme's, with what they were read from. Where they cannot be read, the last that
    /// could be, or the theme's alone.
    fn templates(&mut self, tree: &Tree, faults: &mut Vec<Diagnostic>) -> Option<(Sources, Templates)> {
        let known = self.templates.take();
        if known.as_ref().is_some_and(|(own, _)| *own == tree.templates) {
            return known;
        }
        match theme::templates(tree) {
            Ok(templates) => {
                self.layout.forget();
                Some((tree.templates.clone(), templates))
            }
            Err(wrong) => {
                faults.extend(wrong);
                known.or_else(|| Some((Sources::new(), theme::templates(&Tree::default()).ok()?)))
            }
        }
    }

    /// A text as far as it is known.
    fn text(&self, path: &str, file: Arc<SourceFile>) -> (Option<Text>, Vec<Diagnostic>) {
        let known = self.texts.get(path).filter(|essay| essay.awaited.is_empty() && gallery::is_of(essay, &file));
        match known {
            Some(essay) => (Some(Text::Answered(Arc::clone(essay))), Vec::new()),
            None => {
                let (essay, faults) = gallery::begin(file);
                (essay.map(|essay| Text::Read(Box::new(essay))), faults)
            }
        }
    }

    fn order(&mut self, texts: &Texts, directory: &Directory, faults: &mut Vec<Diagnostic>) -> Arc<Order> {
        let Directory { held, faulty, .. } = directory;
        if let Some(known) = &mut self.order
            && (&known.held, &known.faulty) == (held, faulty)
            && alike(&known.texts, texts, |one, other| Arc::ptr_eq(one, other) || one.front == other.front)
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

    fn outlines(
        &mut self,
        texts: &Texts,
        settled: &Claims,
        faults: &mut Vec<Diagnostic>,
    ) -> BTreeMap<String, Arc<Outline>> {
        let mut known = std::mem::take(&mut self.outlines);
        for (path, essay) in texts {
            let settled = settled.get(path).cloned().unwrap_or_default();
            let same = |of: &OutlineOf| Arc::ptr_eq(&of.essay, essay) && Arc::ptr_eq(&of.settled, &settled);
            let of = known.remove(path).filter(same).unwrap_or_else(|| {
                let (outline, faults) = Outline::of(essay, &settled);
                OutlineOf { essay: Arc::clone(essay), settled, outline: Arc::new(outline), faults }
            });
            faults.extend(of.faults.iter().cloned());
            self.outlines.insert(path.clone(), of);
        }
        self.outlines.iter().map(|(path, of)| (path.clone(), Arc::clone(&of.outline))).collect()
    }
}

/// The settled claims of each text.
pub type Claims = BTreeMap<String, Arc<Vec<essay::Settled>>>;

impl Directory {
    /// What can be linked to besides the texts.
    fn of_files(tree: &Tree) -> Self {
        let generated = ["feed.xml", "sitemap.xml", "essays/"].map(Address::new);
        Self {
            beside: tree.beside.keys().chain(&tree.unread).cloned().collect(),
            others: tree.fixed.keys().map(Address::new).chain(generated).collect(),
            pictures: measured(tree),
            ..Self::default()
        }
    }

    /// Keeps those texts that are published on the day of the build, and remembers the others.
    fn hold_back(&mut self, texts: BTreeMap<String, Text>, options: &Options) -> BTreeMap<String, Text> {
        let mut kept = BTreeMap::new();
        for (path, text) in texts {
            match Held::back(text.front(), options.today, options.drafts, options.future) {
                Some(held) => self.held.insert(path, held).is_some(),
                None => kept.insert(path, text).is_some(),
            };
        }
        kept
    }
}

/// How large every picture is that the author has put beside the texts or among the files that are copied.
fn measured(tree: &Tree) -> BTreeMap<Address, Result<Size, String>> {
    let files: Vec<_> = tree.beside.iter().chain(&tree.fixed).filter(|(name, _)| picture::is_picture(name)).collect();
    let measure = |(name, bytes): (&String, &Arc<Vec<u8>>)| (Address::new(name.as_str()), picture::size(name, bytes));
    files.into_par_iter().map(measure).collect::<Vec<_>>().into_iter().collect()
}

/// The addresses of all texts but those that are held back; one that is at fault keeps that of its file's name.
fn places(
    tree: &Tree,
    directory: &Directory,
    kept: &BTreeMap<String, Text>,
    faults: &mut Vec<Diagnostic>,
) -> BTreeMap<String, Address> {
    let unknown = Arc::new(SourceFile::new("", ""));
    let unread = tree.unread.iter().filter(|path| path.ends_with(".md")).map(|path| (path, &unknown));
    let texts = tree.texts.iter().chain(unread).filter(|(path, _)| !directory.held.contains_key(*path));
    let wanting = texts.map(|(path, file)| {
        let slug = kept.get(path).and_then(|text| text.front().slug.as_deref());
        Wanting { path, file, slug }
    });
    let (places, misplaced) = addresses(wanting);
    faults.extend(misplaced);
    places
}

/// Which texts link to which, found anew where a link is another.
fn linked(known: &mut Option<Linked>, pages: &Pages, places: &BTreeMap<String, Address>) -> Arc<Backlinks> {
    let cites = |page: &Arc<Page>| page.cites.iter().map(|target| target.address.clone()).collect::<Vec<_>>();
    let same = |one: &Arc<Page>, other: &Arc<Page>| Arc::ptr_eq(one, other) || cites(one) == cites(other);
    let stands = known.take().filter(|known| known.places == *places && alike(&known.pages, pages, same));
    let backlinks = stands.map_or_else(|| Arc::new(Backlinks::of(pages, places)), |known| known.backlinks);
    let (pages, places, found) = (pages.clone(), places.clone(), Arc::clone(&backlinks));
    *known = Some(Linked { pages, places, backlinks: found });
    backlinks
}

/// What a stage made, or its faults among the others.
fn keep<T>(result: Result<T, Vec<Diagnostic>>, faults: &mut Vec<Diagnostic>) -> Option<T> {
    result.map_err(|more| faults.extend(more)).ok()
}

/// Brings every text one stage further, several at a time, as far as it goes; and tells which are at fault.
fn each<T: Send, U: Send>(
    texts: BTreeMap<String, T>,
    step: impl Fn(&str, T) -> (Option<U>, Vec<Diagnostic>) + Sync,
    faults: &mut Vec<Diagnostic>,
) -> (BTreeMap<String, U>, BTreeSet<String>) {
    let step = |(path, text): (String, T)| {
        let stepped = step(&path, text);
        (path, stepped)
    };
    let stepped: Vec<_> = texts.into_par_iter().map(step).collect();
    let (mut kept, mut wrong) = (BTreeMap::new(), BTreeSet::new());
    for (path, (text, more)) in stepped {
        if !more.is_empty() {
            wrong.insert(path.clone());
        }
        faults.extend(more);
        kept.extend(text.map(|text| (path, text)));
    }
    (kept, wrong)
}
