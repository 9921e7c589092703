//! What templates are given. Every template gets `site` and `page`.

use jiff::civil::Date;
use serde::Serialize;

use crate::essay::Author;
use crate::page::{Heading, Text};

/// `site`: what holds for the whole site.
#[derive(Clone, Debug, Serialize)]
pub struct Site {
    /// What it is called.
    pub title: String,
    /// What it is about; may be empty.
    pub description: String,
    /// The names of those who write it, in words; may be empty.
    pub author: String,
    /// Those who write it; may be nobody.
    pub authors: Vec<Author>,
    /// The language of its text.
    pub language: String,
    /// The `lang` of elements whose words are the theme's, as an attribute; nothing in an English site.
    pub in_english: &'static str,
    /// The `lang` of the author's words within them; nothing in an English site.
    pub in_its_own: String,
    /// The path that all addresses begin with: `/` or `/sub/path/`.
    pub base: String,
    /// The scheme and the host of every address: `https://example.org`.
    pub origin: String,
    /// The whole address of the front page.
    pub address: String,
    /// The whole address of the feed; none where no essay has a date.
    pub feed: Option<String>,
    /// The day of the last change, for the feed.
    pub updated: Option<Day>,
    /// Every ladder with its rungs.
    pub ladders: Vec<LadderEntry>,
    /// The pages beside the ladders.
    pub pages: Vec<Entry>,
    /// A few letters that change when the style or the script does.
    pub fingerprint: String,
    /// The program and its version.
    pub generator: String,
}

/// `page`: what is on one page.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Sheet {
    /// Its title.
    pub title: Text,
    /// Its summary; both texts empty where it has none.
    pub summary: Text,
    /// Who wrote it: for an essay without authors of its own those of the site; nobody for a page without any.
    pub authors: Vec<Author>,
    /// Its address within the host.
    pub href: String,
    /// Its whole address.
    pub address: String,
    /// Its text as HTML.
    pub content: String,
    /// Its headings.
    pub contents: Vec<Heading>,
    /// The day of publication.
    pub date: Option<Day>,
    /// The day of the last change worth telling.
    pub updated: Option<Day>,
    /// The ladder that it stands on.
    pub ladder: Option<Entry>,
    /// Its number on that ladder.
    pub rung: Option<u32>,
    /// The essays on a ladder, for the ladder's own page; those of one page of it where they are many.
    pub rungs: Vec<Entry>,
    /// The pages of a list that is cut into several.
    pub parts: Vec<Part>,
    /// Which of them this is, from 1; none where the list is whole.
    pub part: Option<usize>,
    /// The essays that come first.
    pub needs: Vec<Entry>,
    /// The rung below.
    pub previous: Option<Entry>,
    /// The rung above.
    pub next: Option<Entry>,
    /// The essays and pages that it links to.
    pub cites: Vec<Entry>,
    /// The essays and pages that link to it.
    pub cited_by: Vec<Entry>,
    /// Its BibTeX entry; essays alone have one.
    pub bibtex: String,
    /// Its description as linked data, for a `script` element; essays alone have one.
    pub linked_data: String,
    /// The picture for sites that link to it; texts without a drawn figure have none.
    pub card: Option<CardEntry>,
    /// The kinds of figure on it.
    pub kinds: Vec<&'static str>,
    /// On the list of all essays every essay, the latest first; in the feed those that have a date; on the site map every
    /// page.
    pub essays: Vec<Entry>,
    /// Whatever the author gave under `extra`.
    pub extra: toml::Table,
}

/// A page of a list that is cut into several.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Part {
    /// Its number, from 1.
    pub number: usize,
    /// Its address within the host.
    pub href: String,
}

/// A picture for sites that link to a page.
#[derive(Clone, Debug, Default, Serialize)]
pub struct CardEntry {
    /// Its whole address.
    pub address: String,
    /// Its width in pixels.
    pub width: u32,
    /// Its height in pixels.
    pub height: u32,
    /// What can be seen in it.
    pub alt: String,
}

/// A line of a list of pages.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Entry {
    /// The title.
    pub title: Text,
    /// The summary; both texts empty where it has none.
    pub summary: Text,
    /// The address within the host.
    pub href: String,
    /// The whole address.
    pub address: String,
    /// Who wrote it, where it has authors of its own.
    pub authors: Vec<Author>,
    /// The day of publication.
    pub date: Option<Day>,
    /// The day of the last change, or of publication.
    pub updated: Option<Day>,
    /// The number on its ladder.
    pub rung: Option<u32>,
    /// The titles and addresses of the essays that it needs; theirs are left out.
    pub needs: Vec<Entry>,
    /// The text for feed readers; in the feed alone.
    pub feed: String,
}

/// A ladder with its rungs.
#[derive(Clone, Debug, Default, Serialize)]
pub struct LadderEntry {
    /// The ladder's own page.
    #[serde(flatten)]
    pub entry: Entry,
    /// Its essays, lowest first.
    pub rungs: Vec<Entry>,
}

/// A day, as people and machines write it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Day {
    /// `28 November 2026`.
    pub text: String,
    /// `2026-11-28`.
    pub iso: String,
}

impl Day {
    /// The day of a date.
    pub fn new(date: Date) -> Self {
        const MONTHS: [&str; 12] = [
            "January",
            "February",
            "March",
            "April",
            "May",
            "June",
            "July",
            "August",
            "September",
            "October",
            "November",
            "December",
        ];
        let month =
            usize::try_from(date.month()).ok().and_then(|month| MONTHS.get(month.checked_sub(1)?)).unwrap_or(&"");
        Self { text: format!("{} {month} {}", date.day(), date.year()), iso: date.to_string() }
    }
}
