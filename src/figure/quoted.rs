use std::iter::Peekable;
use std::ops::Range;
use std::str::CharIndices;

use super::Fault;
use crate::notation::Misread;
use crate::source::Excerpt;

/// A text of the author's inside TOML, with the place of each of its characters there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quoted {
    /// The text, its escapes resolved.
    pub text: String,
    /// The bytes of the TOML in which it stands, quotes included.
    pub at: Range<usize>,
    /// Where runs of text that stand in the TOML as they are begin: the byte of the text, and that of the TOML.
    /// Empty where that could not be told.
    runs: Vec<(usize, usize)>,
}

impl Quoted {
    /// The string value that stands at `at` in `toml`, which a parser has read as `text`.
    pub fn new(text: &str, toml: &str, at: Range<usize>) -> Self {
        let runs = toml.get(at.clone()).and_then(|raw| runs(raw, at.start, text)).unwrap_or_default();
        Self { text: text.to_owned(), at, runs }
    }

    /// The bytes of the TOML in which these bytes of the text stand.
    pub fn place(&self, bytes: Range<usize>) -> Range<usize> {
        match (self.place_of(bytes.start), self.place_of(bytes.end)) {
            (Some(start), Some(end)) if start <= end => start..end,
            _ => self.at.clone(),
        }
    }

    /// What is wrong with the text, as a fault in the TOML.
    pub fn fault(&self, misread: Misread) -> Fault {
        Fault::new(self.place(misread.at), misread.message, misread.help)
    }

    /// The text as an excerpt of the file from which the TOML was taken.
    pub fn excerpt(&self, toml: &Excerpt) -> Excerpt {
        let mut excerpt = Excerpt::default();
        let ends = self.runs.iter().skip(1).copied();
        for (&(start, at), (end, next)) in self.runs.iter().zip(ends) {
            // An escape is the last of its run, and stands there as more than it is.
            let run = self.text.get(start..end).unwrap_or_default();
            let raw = toml.text().get(at..next).unwrap_or_default();
            let same: usize = run.chars().zip(raw.chars()).take_while(|(a, b)| a == b).map(|(c, _)| c.len_utf8()).sum();
            excerpt.push_part(toml, at..at + same);
            excerpt.push(run.get(same..).unwrap_or_default(), toml.in_file(at + same..next));
        }
        if excerpt.text() != self.text {
            excerpt = Excerpt::default();
            excerpt.push(&self.text, toml.in_file(self.at.clone()));
        }
        excerpt
    }

    fn place_of(&self, byte: usize) -> Option<usize> {
        let (text, toml) = self.runs.iter().rev().find(|(text, _)| *text <= byte)?;
        Some(toml + byte.min(self.text.len()) - text)
    }
}

/// Where the runs of `text` begin in a TOML string, quotes included, that begins at byte `base`; none if the string
/// does not spell `text`.
fn runs(raw: &str, base: usize, text: &str) -> Option<Vec<(usize, usize)>> {
    let (quote, multiline) = ["\"\"\"", "'''"]
        .into_iter()
        .find(|quote| raw.len() >= 6 && raw.starts_with(quote))
        .map_or_else(|| Some((raw.get(..1)?, false)), |quote| Some((quote, true)))?;
    let escapes = quote.starts_with('"');
    let inside = raw.strip_prefix(quote)?.strip_suffix(quote)?;
    let mut chars = inside.char_indices().peekable();
    if multiline {
        chars.next_if(|&(_, c)| c == '\r');
        chars.next_if(|&(_, c)| c == '\n');
    }
    let base = base + quote.len();
    let mut runs: Vec<(usize, usize)> = Vec::new();
    let mut written = text.chars().peekable();
    let mut done = 0;
    while let Some((at, c)) = chars.next() {
        let spelt = match c {
            '\\' if escapes => match escape(&mut chars)? {
                Some(c) => c,
                None => continue,
            },
            // A parser may make a single newline of the two bytes of a line end.
            '\r' if written.peek() == Some(&'\n') => continue,
            c => c,
        };
        let follows = runs.last().is_some_and(|(text, toml)| toml + (done - text) == base + at);
        if !follows {
            runs.push((done, base + at));
        }
        if written.next() != Some(spelt) {
            return None;
        }
        done += spelt.len_utf8();
    }
    runs.push((done, base + inside.len()));
    written.next().is_none().then_some(runs)
}

/// The character that an escape spells, its backslash taken already; `Some(None)` for a line end that is spelt away.
fn escape(chars: &mut Peekable<CharIndices<'_>>) -> Option<Option<char>> {
    let hexadecimal = |chars: &mut Peekable<CharIndices<'_>>, digits: usize| {
        let code: String = chars.by_ref().take(digits).map(|(_, c)| c).collect();
        char::from_u32(u32::from_str_radix(&code, 16).ok()?)
    };
    Some(Some(match chars.next()?.1 {
        'b' => '\u{8}',
        't' => '\t',
        'n' => '\n',
        'f' => '\u{c}',
        'r' => '\r',
        'e' => '\u{1b}',
        'x' => hexadecimal(chars, 2)?,
        'u' => hexadecimal(chars, 4)?,
        'U' => hexadecimal(chars, 8)?,
        space if space.is_ascii_whitespace() => {
            while chars.next_if(|(_, c)| c.is_ascii_whitespace()).is_some() {}
            return Some(None);
        }
        c => c,
    }))
}
