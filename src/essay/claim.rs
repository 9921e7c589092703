//! Claims as they are written: links whose destination begins with `=`.

use std::ops::Range;

use super::Prose;
use super::reader::Reader;
use super::settle::beside;
use crate::figure::{Condition, Expression};
use crate::notation::{Misread, nearest};
use crate::source::Excerpt;

/// A claim in prose.
#[derive(Clone, Debug)]
pub struct Claim {
    /// Its bytes in the file, brackets included.
    pub bytes: Range<usize>,
    /// The text that it asserts, as the author wrote it, inline; empty where the fact is to be written.
    pub text: Prose,
    /// The bytes of the text, between the brackets.
    pub(super) inside: Range<usize>,
    /// Whether a sentence begins with it: words that are written for it then begin with a capital.
    pub(super) begins: bool,
    /// What it asserts; nothing where it is a mark, `[1901](=)`: this number is no claim.
    pub(super) asserts: Option<Asserted>,
    /// Whether a mark says what the number is, `[8](= "the page")`.
    pub(super) explained: bool,
}

impl Claim {
    /// The figures whose facts it speaks of, each once: the path of the essay's file, and the figure's id. `path` is
    /// that of the claim's own file.
    pub fn figures(&self, path: &str) -> Vec<(String, String)> {
        let mut figures = Vec::new();
        let Some(asserted) = &self.asserts else { return figures };
        let conditions = asserted.condition.iter().flat_map(|conditional| conditional.condition.names());
        for name in asserted.expression.names().chain(conditions) {
            let file = name.file.as_ref().map_or_else(|| path.to_owned(), |file| beside(path, file));
            let figure = (file, name.steps.first().cloned().unwrap_or_default());
            if !figures.contains(&figure) {
                figures.push(figure);
            }
        }
        figures
    }
}

/// What a claim asserts of a fact.
#[derive(Clone, Debug)]
pub(super) struct Asserted {
    /// The fact, as it is written.
    pub name: String,
    /// The fact.
    pub expression: Expression,
    /// Where it stands.
    pub at: Place,
    /// Whether it is written in words.
    pub words: bool,
    /// `(=six.lost "< 700")`: instead of being the fact, the text says that this is true of it.
    pub condition: Option<Conditional>,
}

/// A condition in the title of a link.
#[derive(Clone, Debug)]
pub(super) struct Conditional {
    /// The condition, as it is written.
    pub text: String,
    /// The condition.
    pub condition: Condition,
    /// Where it stands.
    pub at: Place,
}

/// Where an expression stands in the file.
#[derive(Clone, Debug)]
pub(super) struct Place {
    /// Its bytes; those of the whole claim where its letters aren't found there as they are.
    pub bytes: Range<usize>,
    exact: bool,
}

impl Place {
    /// The bytes in the file of some bytes of the expression.
    pub fn of(&self, part: &Range<usize>) -> Range<usize> {
        if self.exact {
            let start = (self.bytes.start + part.start).min(self.bytes.end);
            start..(self.bytes.start + part.end).clamp(start, self.bytes.end)
        } else {
            self.bytes.clone()
        }
    }
}

/// A claim as the parser found it, by its bytes in `text`.
pub(super) struct Written<'w> {
    /// Where the link leads, the `=` included.
    pub destination: &'w str,
    /// The title of the link.
    pub title: &'w str,
    /// The whole link.
    pub range: Range<usize>,
    /// What stands between the square brackets.
    pub inside: Range<usize>,
    /// The text in which it stands.
    pub text: &'w Excerpt,
    /// Whether a sentence begins with it.
    pub begins: bool,
}

/// Reads a claim, or tells what is wrong with it.
pub(super) fn read(reader: &mut Reader<'_>, written: &Written<'_>, content: Prose) -> Option<Claim> {
    let begins = written.begins;
    let bytes = written.text.in_file(written.range.clone());
    let inside = written.text.in_file(written.inside.clone());
    let claim = |asserts| {
        let (bytes, inside) = (bytes.clone(), inside.clone());
        Some(Claim { bytes, text: content.clone(), inside, begins, asserts, explained: false })
    };
    let fact = written.destination.strip_prefix('=').unwrap_or(written.destination);
    if fact.trim().is_empty() {
        if content.0.is_empty() {
            reader.fault("claim", bytes, "this mark marks no number", "a mark has a text: [1901](=)");
            return None;
        }
        if written.title.trim_start().starts_with(['<', '>', '=', '≤', '≥', '≠']) {
            let help = "name a fact before the condition: [few](=six.lost \"< 700\")";
            reader.fault("claim", bytes, "a mark has no condition", help);
            return None;
        }
        let explained = !written.title.trim().is_empty();
        return Some(Claim { explained, ..claim(None)? });
    }
    let at = written.place(fact);
    let (name, words) = match style(fact) {
        Ok((name, words)) => (name, words),
        Err(misread) => {
            reader.misread(&at, misread);
            return None;
        }
    };
    let expression = Expression::read(name).map_err(|misread| reader.misread(&at, misread)).ok();
    let condition = if written.title.is_empty() {
        Some(None)
    } else {
        let place = written.place(written.title);
        let read = Condition::read(written.title).map_err(|misread| reader.misread(&place, misread)).ok();
        read.map(|condition| Some(Conditional { text: written.title.to_owned(), condition, at: place }))
    };
    let asserted = Asserted { name: name.to_owned(), expression: expression?, at, words, condition: condition? };
    claim(Some(asserted))
}

/// Splits off how a fact is to be written: `six.lost:words`.
fn style(fact: &str) -> Result<(&str, bool), Misread> {
    let after_keys = fact.rfind(']').map_or(0, |bracket| bracket + 1);
    let Some(colon) = fact[after_keys..].find(':').map(|at| after_keys + at) else { return Ok((fact, false)) };
    match &fact[colon + 1..] {
        "words" => Ok((&fact[..colon], true)),
        other => {
            let help = match nearest(other, ["words"]) {
                Some(near) => format!("did you mean `:{near}`?"),
                None => "a fact is written in digits, or with `:words` in words".to_owned(),
            };
            Err(Misread::new(colon..fact.len(), format!("no way of writing is called `{other}`"), help))
        }
    }
}

impl Written<'_> {
    /// Where a part of the destination or the title stands in the file.
    fn place(&self, part: &str) -> Place {
        let after = self.inside.end..self.range.end;
        let found = self.text.text().get(after.clone()).and_then(|raw| raw.find(part));
        match found {
            Some(at) => {
                let start = after.start + at;
                let bytes = self.text.in_file(start..start + part.len());
                Place { exact: bytes.len() == part.len(), bytes }
            }
            None => Place { bytes: self.text.in_file(self.range.clone()), exact: false },
        }
    }
}

impl Reader<'_> {
    fn misread(&mut self, place: &Place, misread: Misread) {
        self.fault("claim", place.of(&misread.at), misread.message, &misread.help);
    }
}
