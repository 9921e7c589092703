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

/// The same in three numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counted {
    /// How many are checked.
    pub checked: usize,
    /// How many are marked.
    pub marked: usize,
    /// How many are loose.
    pub loose: usize,
}

impl Coverage {
    /// How many there are of each.
    pub fn counted(&self) -> Counted {
        Counted { checked: self.checked, marked: self.marked, loose: self.loose.len() }
    }
}

impl fmt::Display for Counted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} checked, {} marked, {} loose", self.checked, self.marked, self.loose)
    }
}

impl fmt::Display for Coverage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.counted().fmt(f)
    }
}

/// Counts the numbers in the prose of an essay: its title, summary, text, footnotes, captions and alternative texts.
/// Code is none, and of raw HTML the tags are none.
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
        let given = numbers_of_page(essay, true);
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
                Node::Event(Event::Start(Tag::Link { title, .. } | Tag::Image { title, .. }), bytes) => {
                    self.title(title, bytes);
                }
                Node::Event(Event::Html(html), bytes) => self.html(html, bytes),
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
            let at = match raw.get(from..).and_then(|rest| rest.find(written)).map(|at| from + at) {
                Some(at) => {
                    from = at + written.len();
                    bytes.start + at..bytes.start + from
                }
                // Letters that were written otherwise, as an escape.
                None => {
                    let start = bytes.start + origin(raw, text.get(..number.at.start).unwrap_or_default());
                    start..bytes.end
                }
            };
            if number.form.spelling != Spelling::Words || number.is_above_twelve() {
                self.loose.push((at, number.value));
            }
        }
    }

    /// The text between the tags of some HTML, but for scripts, styles and code.
    fn html(&mut self, html: &str, bytes: &Range<usize>) {
        let mut at = 0;
        while at < html.len() {
            let rest = html.get(at..).unwrap_or_default();
            let length = if rest.starts_with("<!--") {
                rest.find("-->").map_or(rest.len(), |end| end + "-->".len())
            } else if let Some(tag) = rest.strip_prefix('<') {
                let name = tag.split(|c: char| !c.is_ascii_alphanumeric()).next().unwrap_or_default().to_lowercase();
                let closing = format!("</{name}");
                let quoted = ["script", "style", "code", "pre", "kbd", "samp", "svg", "math", "template"]
                    .contains(&name.as_str());
                let inside = if quoted { rest.to_lowercase().find(&closing).unwrap_or(0) } else { 0 };
                rest.get(inside..).and_then(|tag| tag.find('>')).map_or(rest.len(), |end| inside + end + 1)
            } else {
                let end = rest.find('<').unwrap_or(rest.len());
                self.text(&rest[..end], &(bytes.start + at..bytes.start + at + end));
                end
            };
            at += length.max(1);
        }
    }

    /// The title of a link or a picture.
    fn title(&mut self, title: &str, bytes: &Range<usize>) {
        let raw = self.essay.source.text.get(bytes.clone()).unwrap_or_default();
        let start = raw.rfind(title).map_or(bytes.start, |at| bytes.start + at);
        self.text(title, &(start..bytes.end));
    }
}

/// Where some text ends in the letters that it was written in, with escapes and without typographer's marks.
fn origin(raw: &str, text: &str) -> usize {
    let mut rest = raw;
    for c in text.chars() {
        let written = match c {
            c if rest.starts_with(c) => c.len_utf8(),
            '–' if rest.starts_with("--") => 2,
            '—' if rest.starts_with("---") => 3,
            '…' if rest.starts_with("...") => 3,
            _ if rest.starts_with("\\u") => 6,
            _ if rest.starts_with("\\U") => 10,
            _ => rest.chars().take(1 + usize::from(rest.starts_with('\\'))).map(char::len_utf8).sum(),
        };
        rest = rest.get(written..).unwrap_or_default();
    }
    raw.len() - rest.len()
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
