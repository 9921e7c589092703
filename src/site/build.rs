use std::collections::BTreeMap;

use jiff::civil::Date;
use rayon::prelude::*;

use super::backlinks::Backlinks;
use super::directory::{Directory, View};
use super::held::Held;
use super::ladder::Order;
use super::layout::laid_out;
use super::place::{Wanting, addresses};
use super::sheets::Sheets;
use super::{Config, Output, Tree, World, finished, gallery, theme};
use crate::diagnostic::{Diagnostic, Severity};
use crate::essay::{self, Absent, Coverage, Essay, Figure, Settled};
use crate::page::{Address, Outline, Page, Reliances, Setting, render};
use crate::verify::Gate;

/// What one build may be told.
#[derive(Clone, Debug)]
pub struct Options {
    /// The day on which it is built: later essays are held back.
    pub today: Date,
    /// Whether drafts are published.
    pub drafts: bool,
    /// Whether essays of days to come are published.
    pub future: bool,
    /// Where the site is published, in place of what `rungs.toml` says.
    pub base_url: Option<String>,
}

/// A site that can be published, and what there is to say of it.
pub struct Built {
    /// Its files.
    pub output: Output,
    /// What was built.
    pub summary: Summary,
    /// Faults that do not keep it from being published.
    pub warnings: Vec<Diagnostic>,
    /// How many numbers of each text are checked, by the path of its file.
    pub coverage: BTreeMap<String, Coverage>,
}

/// What was built.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// How many texts stand on ladders.
    pub essays: usize,
    /// How many other pages there are.
    pub pages: usize,
    /// How many drafts are held back.
    pub drafts: usize,
    /// How many texts of days to come are held back.
    pub future: usize,
    /// How many figures were answered, those that are not drawn among them.
    pub figures: usize,
}

/// The program's version, as pages and the files beside figures give it.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Builds a site in memory.
///
/// # Errors
/// Every fault that was found, each at its place; what one fault hides is found when it is mended.
pub fn build(world: &dyn World, gate: &Gate, options: &Options) -> Result<Built, Vec<Diagnostic>> {
    let mut faults = Vec::new();
    let config = keep(Config::read(world, options.base_url.as_deref()), &mut faults);
    let Some(tree) = keep(Tree::read(world), &mut faults) else { return Err(faults) };
    let templates = keep(theme::templates(&tree), &mut faults);
    let mut directory = Directory::of_files(&tree);

    let read = each(tree.texts.clone(), gallery::read, &mut faults);
    let kept = directory.hold_back(read, options);
    directory.places = places(&tree, &directory, &kept, &mut faults);
    let answered = each(kept, |essay| essay.understand()?.answer(gate), &mut faults);
    let settled = settled(&answered, &tree, &directory, &mut faults);
    let (order, disordered) = Order::of(&answered, &directory.held);
    faults.extend(disordered);
    for (path, essay) in &answered {
        let (outline, doubled) = Outline::of(essay, of(&settled, path));
        directory.outlines.insert(path.clone(), outline);
        faults.extend(doubled);
    }

    let (Some(config), Some(mut templates)) = (config, templates) else { return Err(faults) };
    let pages = written(&answered, &settled, &directory, &config, &mut faults);
    if has_errors(&faults) {
        return Err(faults);
    }
    let backlinks = Backlinks::of(&pages, &directory.places);
    let sheets = Sheets {
        config: &config,
        texts: &answered,
        directory: &directory,
        order: &order,
        pages: &pages,
        backlinks: &backlinks,
        version: VERSION,
    };
    let output = laid_out(&tree, &sheets, &mut templates, &mut faults);
    if has_errors(&faults) {
        return Err(faults);
    }
    faults.extend(finished::faults(&output, &config.base));
    if has_errors(&faults) {
        return Err(faults);
    }
    let essays = order.ladders.iter().map(|ladder| ladder.rungs.len()).sum();
    let drafts = directory.held.values().filter(|held| **held == Held::Draft).count();
    let summary = Summary {
        essays,
        pages: answered.len() - essays,
        drafts,
        future: directory.held.len() - drafts,
        figures: answered.values().map(|essay| essay.figures.len()).sum(),
    };
    let covered = |(path, essay): (&String, &Essay<Figure>)| {
        (essay.source.path.clone(), essay::coverage(essay, of(&settled, path)))
    };
    let coverage = answered.iter().map(covered).collect();
    Ok(Built { output, summary, warnings: faults, coverage })
}

impl Directory {
    /// What can be linked to besides the texts.
    fn of_files(tree: &Tree) -> Self {
        let generated = ["feed.xml", "sitemap.xml", "essays/"].map(Address::new);
        Self {
            beside: tree.beside.keys().cloned().collect(),
            others: tree.fixed.keys().map(Address::new).chain(generated).collect(),
            ..Self::default()
        }
    }

    /// Keeps those texts that are published on the day of the build, and remembers the others.
    fn hold_back<F>(&mut self, texts: BTreeMap<String, Essay<F>>, options: &Options) -> BTreeMap<String, Essay<F>> {
        let mut kept = BTreeMap::new();
        for (path, essay) in texts {
            match Held::back(&essay.front, options.today, options.drafts, options.future) {
                Some(held) => self.held.insert(path, held).is_some(),
                None => kept.insert(path, essay).is_some(),
            };
        }
        kept
    }
}

/// The addresses of all texts but those that are held back; one that is at fault keeps that of its file's name.
fn places<F>(
    tree: &Tree,
    directory: &Directory,
    kept: &BTreeMap<String, Essay<F>>,
    faults: &mut Vec<Diagnostic>,
) -> BTreeMap<String, Address> {
    let wanting = tree.texts.iter().filter(|(path, _)| !directory.held.contains_key(*path)).map(|(path, file)| {
        let slug = kept.get(path).and_then(|essay| essay.front.slug.as_deref());
        Wanting { path, file, slug }
    });
    let (places, misplaced) = addresses(wanting);
    faults.extend(misplaced);
    places
}

/// Holds the claims of every text against the facts.
fn settled(
    texts: &BTreeMap<String, Essay<Figure>>,
    tree: &Tree,
    directory: &Directory,
    faults: &mut Vec<Diagnostic>,
) -> BTreeMap<String, Vec<Settled>> {
    let library = |file: &str| {
        let path = file.strip_prefix("content/").unwrap_or(file);
        texts.get(path).ok_or(match directory.held.get(path) {
            Some(_) => Absent::HeldBack,
            None if tree.texts.contains_key(path) => Absent::Faulty,
            None => Absent::Nowhere,
        })
    };
    let each: Vec<_> = texts.par_iter().map(|(path, essay)| (path.clone(), essay::settle(essay, &library))).collect();
    let mut settled = BTreeMap::new();
    for (path, (claims, false_ones)) in each {
        settled.insert(path, claims);
        faults.extend(false_ones);
    }
    settled
}

/// Writes every page.
fn written(
    texts: &BTreeMap<String, Essay<Figure>>,
    settled: &BTreeMap<String, Vec<Settled>>,
    directory: &Directory,
    config: &Config,
    faults: &mut Vec<Diagnostic>,
) -> BTreeMap<String, Page> {
    let mut reliances = Reliances::default();
    for (path, essay) in texts {
        let address = directory.places.get(path).cloned().unwrap_or_default();
        reliances.add(essay, of(settled, path), &address);
    }
    let write = |(path, essay): (&String, &Essay<Figure>)| {
        let outline = directory.outlines.get(path).cloned().unwrap_or_default();
        let address = directory.places.get(path).cloned().unwrap_or_default();
        let links = View { directory, path };
        let setting = Setting {
            base: &config.base,
            address: &address,
            links: &links,
            reliances: &reliances,
            site: &config.title,
            version: VERSION,
        };
        (path.clone(), render(essay, of(settled, path), &outline, &setting))
    };
    let written: Vec<_> = texts.par_iter().map(write).collect();
    let mut pages = BTreeMap::new();
    for (path, (page, broken)) in written {
        pages.insert(path, page);
        faults.extend(broken);
    }
    pages
}

/// What a stage made, or its faults among the others.
fn keep<T>(result: Result<T, Vec<Diagnostic>>, faults: &mut Vec<Diagnostic>) -> Option<T> {
    result.map_err(|more| faults.extend(more)).ok()
}

/// Brings every text one stage further, several at a time; those that are at fault stay behind.
fn each<T: Send, U: Send>(
    texts: BTreeMap<String, T>,
    step: impl Fn(T) -> Result<U, Vec<Diagnostic>> + Sync,
    faults: &mut Vec<Diagnostic>,
) -> BTreeMap<String, U> {
    let stepped: Vec<_> = texts.into_par_iter().map(|(path, text)| (path, step(text))).collect();
    let kept = stepped.into_iter().filter_map(|(path, result)| Some((path, keep(result, faults)?)));
    kept.collect()
}

fn of<'a>(settled: &'a BTreeMap<String, Vec<Settled>>, path: &str) -> &'a [Settled] {
    settled.get(path).map_or(&[], Vec::as_slice)
}

fn has_errors(faults: &[Diagnostic]) -> bool {
    faults.iter().any(|fault| fault.severity == Severity::Error)
}
