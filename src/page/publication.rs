use std::collections::BTreeSet;
use std::sync::Arc;

use super::artefact::Artefact;
use super::plain::short;
use super::sections::{Section, sections};
use super::works::{Work, works};
use super::writer::{Medium, Writer};
use super::{Address, Base, Links, Outline, Reliances, Target, Text, card};
use crate::diagnostic::Diagnostic;
use crate::essay::{Essay, Figure, Settled};
use crate::verify::Store;

/// An essay as it is published, without the parts that all pages share.
#[derive(Clone, Debug, Default)]
pub struct Page {
    /// The text as HTML.
    pub html: String,
    /// The text for feed readers, where it stands in the feed: every address whole, no ids, figures as images, notes at the end.
    pub feed: String,
    /// The summary; empty where there is none.
    pub summary: Text,
    /// The words, section by section, for search.
    pub sections: Vec<Section>,
    /// The kinds of its figures that are drawn, each once, ascending.
    pub kinds: Vec<&'static str>,
    /// The places of this site that it links to, in order.
    pub cites: Vec<Target>,
    /// The works that it names among its references.
    pub works: Vec<Work>,
    /// The picture that other sites show beside a link to it, where a figure is drawn in it: a PNG, and what it shows.
    pub card: Option<Card>,
    /// The files that stand beside it, by their address from the page.
    pub artefacts: Vec<Artefact>,
}

/// The picture of a page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Card {
    /// The bytes of a PNG.
    pub png: Arc<Vec<u8>>,
    /// What can be seen in it.
    pub alt: String,
}

/// Where a page stands.
pub struct Setting<'a> {
    /// Where the site stands.
    pub base: &'a Base,
    /// The page's address.
    pub address: &'a Address,
    /// What the rest of the site holds.
    pub links: &'a dyn Links,
    /// What the site is called.
    pub site: &'a str,
    /// The language of its texts, as HTML names it.
    pub language: &'a str,
    /// Whether its picture is drawn.
    pub card: bool,
    /// Whether it stands in the feed.
    pub feed: bool,
    /// The sentences of the whole site that rely on its figures.
    pub reliances: &'a Reliances,
    /// Where pictures are kept that were drawn before.
    pub store: Option<&'a dyn Store>,
    /// The program's version, for the files beside the page.
    pub version: &'a str,
}

/// Writes an essay as HTML, with a fault for every link that leads nowhere and every formula that cannot be read.
pub fn render(
    essay: &Essay<Figure>,
    settled: &[Settled],
    outline: &Outline,
    setting: &Setting<'_>,
) -> (Page, Vec<Diagnostic>) {
    let mut page = Writer::new(essay, settled, outline, setting, Medium::Page);
    page.body();
    // Of these the words alone are written, and links in them lead nowhere; that they could is checked all the same.
    let alts = essay.figures.iter().filter_map(|figure| figure.question.alt.as_ref());
    [&essay.title].into_iter().chain(&essay.summary).chain(alts).for_each(|text| page.look_at(&text.0));
    // The same faults would be found twice.
    let mut feed = Writer::new(essay, settled, outline, setting, Medium::Feed);
    if setting.feed {
        feed.body();
    }
    let artefacts = essay.figures.iter().flat_map(|figure| Artefact::of(figure, &essay.source.path, setting)).collect();
    let summary =
        essay.summary.as_ref().map(|summary| short(&summary.0, settled, Some(setting.links))).unwrap_or_default();
    let drawn = essay.figures.iter().map(|figure| &figure.question.directive).filter(|directive| directive.drawn);
    let kinds: BTreeSet<&str> = drawn.map(|directive| directive.kind.name).collect();
    let first = essay.figures.iter().find(|figure| figure.question.directive.drawn).map(|figure| figure.picture.get());
    let card = first.filter(|_| setting.card).and_then(|picture| {
        let png = card::png(setting.site, &outline.title.plain, &picture.drawing, setting.store)?;
        Some(Card { png: Arc::new(png), alt: format!("{}: {}", picture.title, picture.description) })
    });
    page.out.shrink_to_fit();
    let written = Page {
        html: page.out,
        feed: feed.out,
        summary,
        sections: sections(essay, settled, outline, setting.links),
        kinds: kinds.into_iter().collect(),
        cites: page.cites,
        works: works(essay, settled, outline, setting.links),
        card,
        artefacts,
    };
    (written, page.faults)
}
