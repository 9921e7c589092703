//! Essays: front matter, Markdown events, directives and claims.
//!
//! An essay is generic over the stage of its figures: `Essay<Directive>` as it was written, `Essay<Question>` when
//! every directive has been understood, `Essay<Figure>` when every question has a verified answer.

use std::ops::Range;
use std::sync::Arc;

use pulldown_cmark::Event;

use crate::figure::{Facts, Keys, Kind, Picture, Request};
use crate::source::SourceFile;
use crate::verify::Verified;

/// An essay, or another page of the author's, whose figures have come as far as `F`.
pub struct Essay<F> {
    /// The file that it was read from.
    pub source: Arc<SourceFile>,
    /// What stands between its fences.
    pub front: FrontMatter,
    /// Its summary, as prose; none where it has none.
    pub summary: Option<Prose>,
    /// Its text.
    pub body: Prose,
    /// Its figures, in the order in which they stand.
    pub figures: Vec<F>,
    /// Its claims, in the order in which they stand, those of captions and of the summary among them.
    pub claims: Vec<Claim>,
}

/// What stands between the fences of an essay.
#[derive(Clone, Debug, Default)]
pub struct FrontMatter {
    /// The title, as the author wrote it (Markdown inline).
    pub title: String,
    /// The day of publication.
    pub date: Option<jiff::civil::Date>,
    /// The day of the last change worth telling.
    pub updated: Option<jiff::civil::Date>,
    /// Whether it is held back.
    pub draft: bool,
    /// Its number on its ladder, from 1.
    pub rung: Option<u32>,
    /// The essays that come first, as paths from this file, with the bytes where each stands.
    pub needs: Vec<(String, Range<usize>)>,
    /// The last part of its address, where it is not the name of its file.
    pub slug: Option<String>,
    /// Whatever else the author's templates need.
    pub extra: toml::Table,
}

/// A run of Markdown in which figures, claims and references are values and not text.
#[derive(Clone, Debug, Default)]
pub struct Prose(pub Vec<Node>);

/// One piece of prose, each with its bytes in the file.
#[derive(Clone, Debug)]
pub enum Node {
    /// A Markdown event.
    Event(Event<'static>, Range<usize>),
    /// A figure: its place in [`Essay::figures`]. It stands between blocks.
    Figure(usize),
    /// A claim: its place in [`Essay::claims`].
    Claim(usize),
    /// A reference that writes its own text: `[](#six)`, `[](../nim/moore.md#six)`.
    Reference {
        /// Where it points, as it was written.
        destination: String,
        /// Its bytes.
        bytes: Range<usize>,
    },
}

/// A claim in prose; the essay module alone reads what it claims.
#[derive(Clone, Debug)]
pub struct Claim {
    /// Its bytes in the file, brackets included.
    pub bytes: Range<usize>,
    /// The text that it asserts, as the author wrote it; empty where the fact is to be written.
    pub text: String,
}

/// A claim that has been held against its facts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settled {
    /// The text that the reader sees, plain.
    pub text: String,
    /// What it was checked against, in a few words, for a tooltip: "checked: six.lost = 696"; none for a mark, `[1901](=)`.
    pub checked: Option<String>,
    /// The figure whose fact it is: the path of its essay (`nim/moore`; none for this one) and the figure's id.
    pub figure: Option<(Option<String>, String)>,
}

/// A figure as it was written.
pub struct Directive {
    /// Its kind.
    pub kind: &'static Kind,
    /// Its name on the page.
    pub id: String,
    /// Whether it is drawn (`figure KIND`) or only asked (`facts KIND`).
    pub drawn: bool,
    /// Its keys, all known and within bounds.
    pub keys: Keys,
    /// Its caption.
    pub caption: Option<Prose>,
    /// The author's words for those who cannot see it.
    pub alt: Option<Prose>,
    /// Further facts, by name, each an expression over the others.
    pub lets: Vec<(String, String)>,
    /// The bytes of the block, fences included.
    pub bytes: Range<usize>,
}

/// A figure whose directive has been understood.
pub struct Question {
    /// The directive.
    pub directive: Directive,
    /// What it asks.
    pub request: Box<dyn Request>,
}

/// A figure whose question has a verified answer.
pub struct Figure {
    /// The directive.
    pub directive: Directive,
    /// The answer.
    pub picture: Verified<Picture>,
    /// The answer's facts, the directive's keys and its `[let]`s.
    pub facts: Facts,
}
