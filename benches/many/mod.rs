//! Sites of any size, for measuring: ladders of a hundred essays each, with prose in many words, links, references,
//! formulas, code, tables, notes, and in every fifth a figure that asks one of a few questions.

#![allow(dead_code, reason = "each benchmark uses what it needs")]

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::io;
use std::path::Path;

/// How many essays stand on a ladder.
const LADDER: usize = 100;

/// What may be said otherwise in an essay.
#[derive(Clone, Copy, Default)]
pub struct Said<'a> {
    /// After its title.
    pub title: &'a str,
    /// Its first words.
    pub words: &'a str,
}

/// The files of a site, by their paths.
pub fn site(essays: usize) -> BTreeMap<String, String> {
    let mut files = BTreeMap::new();
    files.insert("rungs.toml".to_owned(), "title = \"Many\"\nbase_url = \"https://example.org/many/\"\n".to_owned());
    files.insert("content/index.md".to_owned(), "+++\ntitle = \"Front\"\n+++\nThe front.\n".to_owned());
    for ladder in 0..essays.div_ceil(LADDER) {
        files.insert(format!("content/l{ladder}/ladder.md"), format!("+++\ntitle = \"Ladder {ladder}\"\n+++\nText.\n"));
    }
    files.extend((0..essays).map(|number| (path(number), essay(number, essays, Said::default()))));
    files
}

/// Writes files below a folder.
pub fn write(files: &BTreeMap<String, String>, folder: &Path) -> io::Result<()> {
    for (path, text) in files {
        let path = folder.join(path);
        fs::create_dir_all(path.parent().unwrap_or(folder))?;
        fs::write(path, text)?;
    }
    Ok(())
}

/// The file of an essay.
pub fn path(number: usize) -> String {
    format!("content/{}.md", place(number))
}

/// The address of its page, within the site.
pub fn address(number: usize) -> String {
    format!("{}/", place(number))
}

fn place(number: usize) -> String {
    format!("l{}/e{number}", number / LADDER)
}

/// An essay of a site of so many; the last is the latest.
pub fn essay(number: usize, essays: usize, said: Said<'_>) -> String {
    let Said { title, words } = said;
    let day = jiff::civil::date(2010, 1, 1).saturating_add(jiff::Span::new().days(i64::try_from(number).unwrap_or(0)));
    let mut text = format!(
        "+++\ntitle = \"Essay {number}{title}\"\nsummary = \"What essay {number} is about, and *why*.\"\ndate = {day}\nrung = {}\n",
        number % LADDER + 1
    );
    if !number.is_multiple_of(LADDER) {
        let _ = writeln!(text, "needs = [\"e{}.md\"]", number - 1);
    }
    let _ = write!(text, "+++\n\n{words} {}[^n]\n\n[^n]: {}\n\n", prose(number, 30), prose(number + 1, 15));
    for section in 0..5 {
        let seed = number * 5 + section;
        // Of all, and of those with a figure.
        let (other, drawn) = ((number * 7 + section * 131 + 1) % essays, (number + section * 35) % essays / 5 * 5);
        let _ = write!(
            text,
            "## {} {section}\n\nSee [another](../{}.md), and [](../{}.md#f), where $a_{{{section}}}^2 + b \\le {number}$. {}\n\n\
             $$\\sum_{{i=1}}^{{n}} x_i \\equiv {section} \\pmod{{k+1}}$$\n\n{}\n\n",
            capital(&word(seed)),
            place(other),
            place(drawn),
            prose(seed, 60),
            prose(seed + 1, 50),
        );
    }
    let _ = write!(
        text,
        "| heap | value |\n|---:|---:|\n| {number} | 1 |\n| 2 | $2^{{{}}}$ |\n\n\
         ```rust\n/// The nim-sum of {} and others.\nfn essay_{number}(heaps: &[u32]) -> u32 {{\n    \
         let start = {number}; // none is lost\n    heaps.iter().fold(start, |sum, heap| sum ^ heap)\n}}\n```\n\n\
         ```toml\nid = \"e{number}\" # a directive\nheaps = [{number}, 4, 6]\n```\n\n",
        number % 10,
        word(number),
    );
    if number.is_multiple_of(5) {
        let _ = write!(
            text,
            "```figure columns\nid = \"f\"\ngame = \"nim\"\nheaps = [{}, 4, 6]\ncaption = \"Of [](=f.options) moves.\"\n```\n\n\
             [](#f) tells all of [](=f.options).\n",
            number % 7 + 1
        );
    }
    text
}

/// Sentences of so many words.
fn prose(seed: usize, words: usize) -> String {
    let mut text = String::new();
    for number in 0..words {
        let word = word(mixed(seed * 1_000 + number));
        let (begins, ends) = (number % 12 == 0, number % 12 == 11 || number + 1 == words);
        text += &if begins { capital(&word) } else { word };
        text += if ends { ". " } else { " " };
    }
    text.truncate(text.trim_end().len());
    text
}

/// One of some thousands of words, of which the first hundred come as often as the others together.
fn word(number: usize) -> String {
    let number = mixed(number);
    let mut rest = if number.is_multiple_of(2) { number / 2 % 100 } else { number / 2 % 6_000 };
    let mut word = String::new();
    for letters in
        [["b", "d", "f", "g", "l", "m", "n", "r", "s", "t"], ["a", "e", "i", "o", "u", "ai", "ea", "ie", "oa", "ou"]]
            .iter()
            .cycle()
            .take(5)
    {
        word += letters.get(rest % 10).copied().unwrap_or_default();
        rest /= 10;
    }
    word
}

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// A number that follows no pattern.
fn mixed(number: usize) -> usize {
    let number = (number as u64).wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    usize::try_from((number ^ (number >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 33).unwrap_or(0)
}
