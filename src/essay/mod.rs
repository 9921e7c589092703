//! Essays: front matter, Markdown events, directives and claims.
//!
//! An essay is generic over the stage of its figures, and each step is a function from one stage to the next:
//!
//! 1. [`begin`] makes an `Essay<Directive>` of a file, and tells all that is wrong with it;
//! 2. [`Essay::understood`] makes an `Essay<Question>` of it, whose directives put questions;
//! 3. [`Essay::answered_by`] makes an `Essay<Figure>`, whose questions have verified answers.
//!
//! A figure that is at fault is left behind on the way and remembered as broken, so that all else that is wrong with the
//! essay is told at once. [`read`], [`Essay::understand`] and [`Essay::answer`] are the same for those who take nothing
//! but what is whole.
//!
//! What its claims say is then held against the facts of all essays by [`settle`].
//!
//! A text is never searched for what has been recognised: figures, claims, notes and references are values among
//! the Markdown events of a [`Prose`].

mod answer;
mod author;
mod claim;
mod cover;
mod coverage;
mod fence;
mod front_matter;
pub mod html;
mod kept;
mod leftover;
mod markdown;
mod nesting;
mod notes;
mod number;
mod prose;
mod read;
mod reader;
mod reference;
mod sentence;
mod settle;
mod understand;

pub use answer::{Found, refused};
pub use author::{AUTHOR_KEYS, Author, AuthorKind};
pub use claim::Claim;
pub use coverage::{Counted, Coverage, coverage};
pub use front_matter::{FRONT_MATTER, FrontMatter};
pub use notes::Note;
pub use prose::{Node, Prose};
pub use read::{begin, read};
pub use settle::{Absent, Library, settle};

use std::ops::Range;
use std::sync::Arc;

use pulldown_cmark::Event;

use crate::figure::{Body, Facts, Kind, Picture};
use crate::source::{Excerpt, SourceFile};
use crate::verify::Verified;

/// An essay, or another page of the author's, whose figures have come as far as `F`.
pub struct Essay<F> {
    /// The file that it was read from.
    pub source: Arc<SourceFile>,
    /// What stands between its fences.
    pub front: FrontMatter,
    /// Its title: one line of inline Markdown.
    pub title: Prose,
    /// Its summary, inline; none where it has none.
    pub summary: Option<Prose>,
    /// Its text, without its footnotes.
    pub body: Prose,
    /// Its footnotes, in the order in which they are first cited.
    pub notes: Vec<Note>,
    /// Its figures, in the order in which they stand, those that are only asked among them.
    pub figures: Vec<F>,
    /// Its claims, in the order in which they stand, those of captions, notes, the title and the summary among them.
    pub claims: Vec<Claim>,
    /// The ids of figures that are at fault, empty where it could not be read. They stand in no list, and what is claimed
    /// of them is not looked at; whatever else the essay says is.
    pub broken: Vec<String>,
    /// The ids of figures whose answers are still being found: in a preview alone, and what is claimed of them is taken
    /// on trust there until they are.
    pub awaited: Vec<String>,
}

impl Essay<Figure> {
    /// Lets go of what its page was written from; what remains is its front matter, its title, and the raw HTML, in which
    /// faults may be found when the page is read again.
    pub fn let_go(&mut self) {
        for text in [&mut self.body].into_iter().chain(self.notes.iter_mut().map(|note| &mut note.text)) {
            text.0.retain(|node| matches!(node, Node::Event(Event::Html(_) | Event::InlineHtml(_), _)));
            text.0.shrink_to_fit();
        }
        (self.figures, self.claims) = (Vec::new(), Vec::new());
    }
}

/// A claim that has been held against its facts.
#[derive(Clone, Debug, PartialEq)]
pub struct Settled {
    /// What the reader sees, inline: the author's text, or the fact where there was none.
    pub text: Prose,
    /// What it was checked against, in a few words, for a tooltip: "checked: six.lost = 696"; none for a mark, `[1901](=)`.
    pub checked: Option<String>,
    /// The figure whose fact it is: the path of its essay's file (none for this one) and the figure's id.
    pub figure: Option<(Option<String>, String)>,
}

/// A figure as it was written.
pub struct Directive {
    /// Its kind.
    pub kind: &'static Kind,
    /// Whether it is drawn (`figure KIND`) or only asked (`facts KIND`).
    pub drawn: bool,
    /// What stands between its fences, not yet read.
    pub toml: Excerpt,
    /// The bytes of its first line.
    pub head: Range<usize>,
    /// The bytes of the block, fences included.
    pub bytes: Range<usize>,
}

/// A figure whose directive has been understood.
pub struct Question {
    /// The directive.
    pub directive: Directive,
    /// Its name on the page.
    pub id: String,
    /// Its caption: inline, or blocks where it is more than a paragraph.
    pub caption: Option<Prose>,
    /// The author's words for those who cannot see it, inline.
    pub alt: Option<Prose>,
    /// Its keys, and what it asks.
    pub body: Body,
}

/// A figure whose question has a verified answer.
pub struct Figure {
    /// The question.
    pub question: Question,
    /// The answer.
    pub picture: Arc<Verified<Picture>>,
    /// The answer's facts, the directive's keys and its `[let]`s.
    pub facts: Facts,
}
