//! The index that the search reads in the reader's browser. It is cut into files of a few dozen kilobytes, of which a
//! query needs two or three, however large the site is. Where a word stands in a text is kept apart: only phrases in
//! quotation marks ask for it.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::fmt::Write;
use std::sync::Arc;

use rayon::prelude::*;
use serde_json::{Value, json};
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use super::finishing::Searched;
use super::kept::{Kept, alike};
use super::place::is_front;
use super::{Config, Headings, Map, Pages};
use crate::page::{Address, Page, Section};

/// How large a file of the index may grow, in bytes of JSON.
const FILE: usize = 48_000;
/// From how many sections on words that stand in a quarter of them say nothing, but in titles and headings.
const MANY: usize = 500;
/// In how many titles and headings such a word is kept, at most.
const NAMED: usize = 400;
/// What a word counts in a title, a heading and the text; in the text as often as it stands there, up to a limit.
const WEIGHTS: (u32, u32, u32) = (12, 6, 5);
/// How many sections are cut into words before these are put in order.
const AT_ONCE: usize = 1_024;
/// Letters that are written otherwise where they are not at hand, and have no accent that could be taken off. The script
/// that reads the index is given this table with it.
const FOLDS: &[(char, &str)] = &[
    ('ß', "ss"),
    ('æ', "ae"),
    ('œ', "oe"),
    ('ø', "o"),
    ('ł', "l"),
    ('đ', "d"),
    ('ð', "d"),
    ('þ', "th"),
    ('ħ', "h"),
    ('ı', "i"),
    ('ĸ', "k"),
    ('ŋ', "n"),
    ('ŧ', "t"),
    ('ς', "σ"),
];

/// A page that can be found.
pub struct Document<'a> {
    /// Its address within the host.
    pub href: String,
    /// Its title.
    pub title: &'a str,
    /// Its sections.
    pub sections: &'a [Section],
}

/// The index of a site, with what it was made from.
#[derive(Default)]
pub struct Index {
    config: Option<Config>,
    places: Map<Address>,
    outlines: Headings,
    pages: Pages,
    files: Vec<(String, Arc<Vec<u8>>)>,
}

impl Index {
    /// The files of the index of a site, in which everything stands but the front page.
    pub fn of(&mut self, searched: &Searched) -> Vec<(String, Arc<Vec<u8>>)> {
        let Searched { config, places, outlines, pages } = searched;
        let same = |page: &Kept<Page>, now: &Kept<Page>| page.sections == now.sections;
        let stands = self.config.as_ref() == Some(config)
            && self.places == *places
            && alike(&self.pages, pages, same)
            && alike(&self.outlines, outlines, |one, other| one.title.plain == other.title.plain);
        if !stands {
            let found = pages.iter().filter(|(path, _)| !is_front(path));
            let documents = found.map(|(path, page)| Document {
                href: config.base.rooted(&places.get(path).cloned().unwrap_or_default()),
                title: title(outlines, path),
                sections: &page.sections,
            });
            let files = index(&documents.collect::<Vec<_>>());
            self.files = files.into_iter().map(|(path, bytes)| (path, Arc::new(bytes))).collect();
        }
        self.config = Some(config.clone());
        (self.places, self.outlines, self.pages) = (places.clone(), outlines.clone(), pages.clone());
        self.files.clone()
    }
}

fn title<'o>(outlines: &'o Headings, path: &str) -> &'o str {
    outlines.get(path).map_or("", |outline| &outline.title.plain)
}

/// The words of a site.
#[derive(Default)]
struct Words {
    /// The place of each among them.
    places: HashMap<String, usize>,
    all: Vec<Standing>,
}

/// Where a word stands.
struct Standing {
    word: String,
    /// In which sections, ascending by their numbers, with what it counts there.
    counts: Vec<Count>,
    /// Where in each, as it is written in the index but for the last bracket: `3,[5,9],7,[0`.
    places: String,
}

/// What a word counts in a section.
struct Count {
    section: usize,
    /// For its text.
    often: u32,
    /// For its heading and the title.
    named: u32,
}

impl Words {
    /// Adds a word that stands in a section, later than all that were added before.
    fn add(&mut self, word: &str, section: usize, place: usize, weight: u32) {
        let number = self.places.get(word).copied().unwrap_or_else(|| {
            self.places.insert(word.to_owned(), self.all.len());
            self.all.push(Standing { word: word.to_owned(), counts: Vec::new(), places: String::new() });
            self.all.len() - 1
        });
        let Some(Standing { counts, places, .. }) = self.all.get_mut(number) else { return };
        // Nothing fails that is written into a text.
        let _ = match counts.last() {
            Some(last) if last.section == section => write!(places, ",{place}"),
            last => {
                let parted = if last.is_some() { "]," } else { "" };
                counts.push(Count { section, often: 0, named: 0 });
                write!(places, "{parted}{section},[{place}")
            }
        };
        if let Some(count) = counts.last_mut() {
            match weight {
                1 => count.often = (count.often + 1).min(WEIGHTS.2),
                weight => count.named += weight,
            }
        }
    }
}

/// The files of the index, by their addresses. `search/index.json` says which words and sections stand in which, and
/// how the letters of a query are folded.
pub fn index(documents: &[Document<'_>]) -> Vec<(String, Vec<u8>)> {
    let all: Vec<(&Document<'_>, &Section)> = documents
        .iter()
        .flat_map(|document| document.sections.iter().map(move |section| (document, section)))
        .collect();
    let mut words = Words::default();
    let mut number = 0;
    for some in all.chunks(AT_ONCE) {
        let texts: Vec<_> = some.par_iter().map(|(document, section)| texts(document, section)).collect();
        for texts in texts {
            let mut place = 0;
            for (text, weight) in &texts {
                for word in tokens(text) {
                    words.add(word, number, place, *weight);
                    place += 1;
                }
                // No phrase reaches from a heading into the text.
                place += 1;
            }
            number += 1;
        }
    }
    let mut words = words.all;
    words.sort_unstable_by(|one, other| one.word.cmp(&other.word));
    let is_common = |standing: &Standing| all.len() >= MANY && standing.counts.len() * 4 > all.len();
    let common: Vec<bool> = words.iter().map(is_common).collect();
    for (standing, _) in words.iter_mut().zip(&common).filter(|(_, common)| **common) {
        let counts = &mut standing.counts;
        counts.retain(|count| count.named > 0);
        counts.sort_unstable_by_key(|count| (Reverse(count.often + count.named), count.section));
        counts.truncate(NAMED);
        counts.sort_unstable_by_key(|count| count.section);
    }
    let entries =
        words.iter().filter(|standing| !standing.counts.is_empty()).map(|Standing { word, counts, .. }| {
            let mut flat = String::with_capacity(8 * counts.len());
            for Count { section, often, named } in counts {
                let comma = if flat.is_empty() { "" } else { "," };
                let _ = write!(flat, "{comma}{section},{}", often + named);
            }
            (json!(word), format!("[{},[{flat}]]", json!(word)))
        });
    let numbered = all.iter().enumerate().map(|(number, (document, section))| {
        let anchor = section.anchor.as_ref().map_or(String::new(), |anchor| format!("#{anchor}"));
        let shown = json!([format!("{}{anchor}", document.href), document.title, section.heading, section.beginning]);
        (json!(number), shown.to_string())
    });
    let mut files = Vec::new();
    let tables = [cut("words", entries, &mut files), cut("sections", numbered, &mut files)];
    let placed = words.iter().zip(&common).filter(|(_, common)| !**common);
    let placed =
        placed.map(|(Standing { word, places, .. }, _)| (json!(word), format!("[{},[{places}]]]", json!(word))));
    let places = cut("places", placed, &mut files);
    let [words_in, sections] = tables;
    let places = file("phrases", json!(places).to_string(), &mut files);
    let folds: serde_json::Map<String, Value> =
        FOLDS.iter().map(|(letter, plain)| (letter.to_string(), json!(plain))).collect();
    let common: Vec<&String> =
        words.iter().zip(&common).filter(|(_, common)| **common).map(|(standing, _)| &standing.word).collect();
    let whole = json!({ "words": words_in, "sections": sections, "common": common, "places": places, "folds": folds });
    files.push(("search/index.json".to_owned(), whole.to_string().into_bytes()));
    files
}

/// The folded texts of a section, each with what its words weigh. The title stands for the whole page, so its first
/// section alone is found by it.
fn texts(document: &Document<'_>, section: &Section) -> [(String, u32); 3] {
    let (title, heading, _) = WEIGHTS;
    let titled = if section.anchor.is_none() { document.title } else { "" };
    [(titled, title), (&section.heading, heading), (&section.words, 1)].map(|(text, weight)| (folded(text), weight))
}

/// Adds a file that is named after its contents; tells its name.
fn file(kind: &str, text: String, files: &mut Vec<(String, Vec<u8>)>) -> String {
    let hash: String = blake3::hash(text.as_bytes()).to_hex().chars().take(12).collect();
    let name = format!("{kind}-{hash}.json");
    files.push((format!("search/{name}"), text.into_bytes()));
    name
}

/// Cuts entries into files, each named after its contents, and tells the first key of each with its name.
fn cut(kind: &str, entries: impl Iterator<Item = (Value, String)>, files: &mut Vec<(String, Vec<u8>)>) -> Vec<Value> {
    let mut table = Vec::new();
    let mut open: Option<(Value, String)> = None;
    let mut close = |(first, text): (Value, String)| {
        let name = file(kind, text + "]", files);
        table.push(json!([first, name]));
    };
    for (key, entry) in entries {
        match &mut open {
            Some((_, text)) if text.len() + entry.len() < FILE => {
                text.push(',');
                text.push_str(&entry);
            }
            _ => {
                open.replace((key, format!("[{entry}"))).map(&mut close);
            }
        }
    }
    open.map(close);
    table
}

/// A text in lower case, without accents and ligatures.
fn folded(text: &str) -> String {
    if text.is_ascii() {
        return text.to_ascii_lowercase();
    }
    let mut folded = String::with_capacity(text.len());
    // No accent reaches over a blank.
    for part in text.split_inclusive(' ') {
        if part.is_ascii() {
            folded.extend(part.chars().map(|c| c.to_ascii_lowercase()));
        } else {
            let plain = part.nfkd().filter(|c| !is_combining_mark(*c)).flat_map(char::to_lowercase);
            plain.for_each(|c| match FOLDS.iter().find(|(letter, _)| *letter == c) {
                Some((_, plain)) => folded.push_str(plain),
                None => folded.push(c),
            });
        }
    }
    folded
}

/// The words of a folded text; of scripts that part no words, each sign. The script that reads the index cuts a query
/// in the same way.
fn tokens(folded: &str) -> impl Iterator<Item = &str> {
    let alone = |c: char| matches!(c, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}');
    let mut rest = folded;
    std::iter::from_fn(move || {
        let start = rest.find(|c: char| c.is_alphanumeric() || alone(c))?;
        let word = rest.get(start..)?;
        let end = word.find(|c: char| !c.is_alphanumeric() || alone(c)).unwrap_or(word.len());
        let end = if end == 0 { word.chars().next().map_or(0, char::len_utf8) } else { end };
        let (word, after) = word.split_at(end);
        rest = after;
        Some(word)
    })
}

#[cfg(test)]
mod tests {
    use super::{Document, folded, index, tokens};
    use crate::page::Section;

    #[test]
    fn words_are_found_in_any_script() {
        let words = |text: &str| tokens(&folded(text)).map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(words("Misère Nim: 2^n"), ["misere", "nim", "2", "n"]);
        assert_eq!(words("取石子 games"), ["取", "石", "子", "games"]);
        assert_eq!(words("a取b"), ["a", "取", "b"]);
        assert_eq!(words("Příliš žluťoučký"), ["prilis", "zlutoucky"]);
        assert_eq!(
            words("Straße STRAẞE Łódź Øre Æther œuvre"),
            ["strasse", "strasse", "lodz", "ore", "aether", "oeuvre"]
        );
        assert_eq!(
            words("ﬁnite Ｎｉｍ 𝔽₂ ΛΌΓΟΣ λόγος İstanbul ısı"),
            ["finite", "nim", "f2", "λογοσ", "λογοσ", "istanbul", "isi"]
        );
    }

    #[test]
    fn files_stay_small_and_none_is_lost() {
        let section = |n: usize| Section {
            anchor: Some(format!("s{n}")),
            heading: format!("Heading {n}"),
            words: format!("the same word{n} and other{}", n * 7),
            beginning: "The same".to_owned(),
        };
        let sections: Vec<Section> = (0..2_000).map(section).collect();
        let files = index(&[Document { href: "/a/".to_owned(), title: "Title", sections: &sections }]);
        assert!(files.iter().all(|(_, bytes)| bytes.len() <= super::FILE + 2), "no file is large");
        let of = |kind: &str| -> Vec<serde_json::Value> {
            let files = files.iter().filter(|(name, _)| name.starts_with(&format!("search/{kind}-")));
            files.flat_map(|(_, bytes)| serde_json::from_slice::<Vec<serde_json::Value>>(bytes).unwrap()).collect()
        };
        assert_eq!(of("sections").len(), 2_000);
        assert!(of("words").iter().any(|entry| entry[0] == "word1234" && entry[1][0] == 1_234));
        // The heading has two words; then comes the text, after a gap.
        assert!(
            of("places").iter().any(|entry| *entry == serde_json::json!(["word1234", [1234, [6]]])),
            "{:?}",
            of("places")[0]
        );
        let whole: serde_json::Value = serde_json::from_slice(&files.last().unwrap().1).unwrap();
        assert!(whole["common"].as_array().unwrap().iter().any(|word| word == "same"));
        // What stands everywhere in the text is left out, and kept where it is a name.
        let places = |word: &str| of("words").into_iter().find(|entry| entry[0] == word);
        assert!(places("same").is_none());
        let named = places("heading").unwrap();
        assert_eq!(named[1].as_array().unwrap().len(), 2 * super::NAMED);
    }
}
