use std::fmt;
use std::ops::Range;

use pulldown_cmark::{Event, LinkType, Tag, TagEnd};

use super::number::{Spelling, numbers};
use super::settle::numbers_of_page;
use super::{Essay, Figure, Node, Prose, Settled};
use crate::diagnostic::Diagnostic;
use crate::figure::Fraction;
use crate::source::Span;

/// How many of the numbers in an essay's prose are checked.
#[derive(Clone, Debug, Default)]
pub struct Coverage {
    /// How many stand in claims that were held against a fact.
    pub checked: usize,
    /// How many are marked as no claim, `[1901](=)`.
    pub marked: usize,
    /// Those that are neither: digits, those in formulas included, and number words above twelve. Each is a fault for
    /// those who are strict.
    pub loose: Vec<Diagnostic>,
}

impl fmt::Display for Coverage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} checked, {} marked, {} loose", self.checked, self.marked, self.loose.len())
    }
}

/// Counts the numbers in the prose of an essay: its title, summary, text, footnotes, captions and alternative texts.
/// Code and raw HTML are none.
pub fn coverage(essay: &Essay<Figure>, settled: &[Settled]) -> Coverage {
    let mut counting = Counting { essay, settled, counted: Coverage::default(), loose: Vec::new() };
    counting.prose(&essay.title);
    let texts = essay.summary.iter().chain([&essay.body]).chain(essay.notes.iter().map(|note| &note.text));
    texts.for_each(|prose| counting.prose(prose));
    for figure in &essay.figures {
        figure.question.caption.iter().chain(&figure.question.alt).for_each(|prose| counting.prose(prose));
    }
    let Counting { mut counted, mut loose, .. } = counting;
    if !loose.is_empty() {
        let given = numbers_of_page(essay);
        loose.sort_by_key(|(bytes, _)| bytes.start);
        counted.loose = loose
            .into_iter()
            .map(|(bytes, value)| {
                let fault = Diagnostic::error(
                    "loose-number",
                    Span::new(&essay.source, bytes),
                    "this number is neither checked nor marked",
                );
                match value.whole().and_then(|number| given.get(&number)) {
                    Some(name) => fault.help(format!("{name} is {value}: if it is that number, write ](={name})")),
                    None => fault.help("claim it, as in [696](=six.lost), or mark it as no claim: [1901](=)"),
                }
            })
            .collect();
    }
    counted
}

struct Counting<'a> {
    essay: &'a Essay<Figure>,
    settled: &'a [Settled],
    counted: Coverage,
    loose: Vec<(Range<usize>, Fraction)>,
}

impl Counting<'_> {
    fn prose(&mut self, prose: &Prose) {
        let mut quoted = 0usize;
        for node in &prose.0 {
            match node {
                Node::Event(Event::Start(tag), _) if is_quoted(tag) => quoted += 1,
                Node::Event(Event::End(TagEnd::CodeBlock), _) => quoted = quoted.saturating_sub(1),
                Node::Event(Event::End(TagEnd::Link), _) if quoted > 0 => quoted -= 1,
                Node::Event(Event::Text(text), bytes) if quoted == 0 => self.text(text, bytes),
                Node::Event(Event::InlineMath(tex) | Event::DisplayMath(tex), bytes) => {
                    self.text(&without_commands(tex), bytes);
                }
                Node::Claim(claim) => self.claim(*claim),
                _ => {}
            }
        }
    }

    fn claim(&mut self, claim: usize) {
        let Some(settled) = self.settled.get(claim) else { return };
        let count = numbers(&without_commands(&settled.text.letters())).len();
        match settled.checked {
            Some(_) => self.counted.checked += count,
            None => self.counted.marked += count,
        }
    }

    fn text(&mut self, text: &str, bytes: &Range<usize>) {
        let raw = self.essay.source.text.get(bytes.clone()).unwrap_or_default();
        let mut from = 0;
        for number in numbers(text) {
            let written = text.get(number.at.clone()).unwrap_or_default();
            // Letters that were written otherwise, as an escape, are not found where they stand.
            let found = raw.get(from..).and_then(|rest| rest.find(written)).map(|at| from + at);
            let at = match found {
                Some(at) => {
                    from = at + written.len();
                    bytes.start + at..bytes.start + from
                }
                None => bytes.clone(),
            };
            if number.form.spelling != Spelling::Words || number.is_above_twelve() {
                self.loose.push((at, number.value));
            }
        }
    }
}

/// Whether text in this is quoted and not said: code, and addresses that are their own text.
fn is_quoted(tag: &Tag<'_>) -> bool {
    matches!(tag, Tag::CodeBlock(_) | Tag::Link { link_type: LinkType::Autolink | LinkType::Email, .. })
}

/// TeX with blanks in the place of its commands, so that what follows one isn't part of a name.
fn without_commands(tex: &str) -> String {
    let mut out = String::with_capacity(tex.len());
    let mut in_command = false;
    for c in tex.chars() {
        in_command = c == '\\' || (in_command && c.is_ascii_alphabetic());
        if in_command { out.push(' ') } else { out.push(c) }
    }
    out
}
