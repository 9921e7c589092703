//! Fenced blocks: directives, and code that is none.

use std::ops::Range;

use super::Directive;
use super::reader::{Reader, Shape};
use crate::diagnostic::Diagnostic;
use crate::figure::{COMMON_KEYS, KINDS};
use crate::notation::nearest;
use crate::source::{Excerpt, Span};

/// A fenced block as the parser found it.
pub(super) struct Block<'b> {
    /// What stands after its opening fence.
    pub info: &'b str,
    /// What stands between its fences, by its bytes in `text`.
    pub body: &'b Excerpt,
    /// Its bytes in `text`, fences included.
    pub range: Range<usize>,
    /// The text in which it stands.
    pub text: &'b Excerpt,
}

/// What a fenced block is.
pub(super) enum Fenced {
    /// A directive.
    Figure(Directive),
    /// Code in some language.
    Code,
    /// Something that was told to the author.
    Faulty,
}

const WORDS: [&str; 2] = ["figure", "facts"];

/// Tells a directive from other code.
pub(super) fn read(reader: &mut Reader<'_>, block: &Block<'_>, shape: Shape) -> Fenced {
    let opening = block.opening_line();
    if !block.is_closed() {
        let help = format!("close it with a line of its own: {}", block.marks());
        reader.fault("open-fence", block.text.in_file(opening), "this fence is never closed", &help);
        return Fenced::Faulty;
    }
    let words: Vec<&str> = block.info.split_whitespace().collect();
    let Some((&word, kinds)) = words.split_first() else { return Fenced::Code };
    // The fence that closes it is that of another block, which it has swallowed.
    if let Some(next) = block.next_fence().filter(|_| WORDS.contains(&word)) {
        let span = |bytes| Span::new(reader.source, bytes);
        let fault = Diagnostic::error("open-fence", span(block.text.in_file(opening)), "this fence is never closed")
            .related(span(next), "here another block begins")
            .help(format!("close it with a line of its own: {}", block.marks()));
        reader.faults.push(fault);
        return Fenced::Faulty;
    }
    if !WORDS.contains(&word) {
        if kinds.is_empty() && block.is_of_kind(word) {
            let help = format!("did you mean `{} {word}`? `{} {word}` asks and draws nothing", WORDS[0], WORDS[1]);
            let message = format!("`{word}` is a kind of figure, and no directive");
            reader.fault("directive", block.word_in_file(word), message, &help);
            return Fenced::Faulty;
        }
        let meant = nearest(word, WORDS).filter(|_| kinds.len() == 1);
        let kind = kinds.first().is_some_and(|name| KINDS.iter().any(|kind| kind.name == *name));
        let Some(meant) = meant.or((kind && kinds.len() == 1).then_some(WORDS[0])) else { return Fenced::Code };
        let help = format!("did you mean `{meant} {}`?", kinds.join(" "));
        reader.fault("directive", block.word_in_file(word), format!("`{word}` is no directive"), &help);
        return Fenced::Faulty;
    }
    if shape != Shape::Body {
        let help = "a directive stands in the text of an essay";
        reader.fault("directive", block.text.in_file(opening), "a figure cannot stand here", help);
        return Fenced::Faulty;
    }
    let [name] = kinds else {
        let names: Vec<&str> = KINDS.iter().map(|kind| kind.name).collect();
        let help = format!("write `{word} KIND`, where KIND is one of {}", names.join(", "));
        reader.fault("directive", block.text.in_file(opening), "a directive names one kind of figure", &help);
        return Fenced::Faulty;
    };
    let Some(kind) = KINDS.iter().find(|kind| kind.name == *name) else {
        let help = match nearest(name, KINDS.iter().map(|kind| kind.name)) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("the kinds are {}", KINDS.iter().map(|kind| kind.name).collect::<Vec<_>>().join(", ")),
        };
        let message = format!("no kind of figure is called `{name}`");
        reader.fault("unknown-kind", block.word_in_file(name), message, &help);
        return Fenced::Faulty;
    };
    let head = block.text.in_file(opening);
    Fenced::Figure(Directive {
        kind,
        drawn: word == WORDS[0],
        toml: block.body.through(block.text),
        head,
        bytes: block.text.in_file(block.range.clone()),
    })
}

impl Block<'_> {
    fn raw(&self) -> &str {
        self.text.text().get(self.range.clone()).unwrap_or_default()
    }

    /// Whether a word is a kind of figure, and one of its keys stands in the block: it might be a language as well.
    fn is_of_kind(&self, word: &str) -> bool {
        let Some(kind) = KINDS.iter().find(|kind| kind.name == word) else { return false };
        let is_key = |written: &str| COMMON_KEYS.iter().chain(kind.keys).any(|key| key.name == written);
        let mut lines = self.body.text().lines().filter_map(|line| line.split_once('='));
        lines.any(|(key, _)| is_key(key.trim()))
    }

    /// The bytes of the first line, from its fence on.
    fn opening_line(&self) -> Range<usize> {
        let line = self.raw().lines().next().unwrap_or_default().trim_end();
        self.range.start..self.range.start + line.len()
    }

    /// The opening fence.
    fn marks(&self) -> &str {
        let raw = self.raw();
        let mark = raw.chars().next().unwrap_or('`');
        &raw[..raw.len() - raw.trim_start_matches(mark).len()]
    }

    /// Whether the last line is a fence that closes the first.
    fn is_closed(&self) -> bool {
        let Some((_, rest)) = self.raw().split_once('\n') else { return false };
        let last = rest.trim_end().rsplit('\n').next().unwrap_or_default();
        let fence = last.trim_start_matches([' ', '\t', '>']);
        fence.len() >= self.marks().len() && fence.chars().all(|c| self.marks().starts_with(c))
    }

    /// The bytes in the file of the first line in the block that looks like the opening fence of another.
    fn next_fence(&self) -> Option<Range<usize>> {
        let mut at = 0;
        let opens = |line: &str| line.strip_prefix(self.marks()).is_some_and(|info| !info.trim().is_empty());
        self.body.text().split_inclusive('\n').find_map(|line| {
            let start = at;
            at += line.len();
            let indent = line.len() - line.trim_start().len();
            let end = start + line.trim_end().len();
            opens(line.trim()).then(|| self.body.through(self.text).in_file(start + indent..end))
        })
    }

    /// The bytes in the file of a word of the info string.
    fn word_in_file(&self, word: &str) -> Range<usize> {
        let line = self.opening_line();
        let at = self.raw()[..line.len()].find(word).map_or(line.clone(), |at| {
            let start = line.start + at;
            start..start + word.len()
        });
        self.text.in_file(at)
    }
}
