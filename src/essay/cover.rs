//! What a Markdown parser may not see.
//!
//! The parser knows formulas as one more inline thing, so that a line of a display formula can become a heading, a
//! bar in a formula can end a table's cell, and a price can open a formula. Such bytes are covered with others of the
//! same length before it reads, and its events are given back what stands in the text.

use std::collections::BTreeSet;
use std::ops::Range;

/// What is to be covered in a text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Cover {
    /// Bars in formulas in the lines of tables.
    pub bars: BTreeSet<usize>,
    /// Display formulas of more than one line, delimiters included.
    pub displays: Vec<Range<usize>>,
    /// Dollars that open no formula.
    pub prices: BTreeSet<usize>,
}

impl Cover {
    /// The text with those bytes covered; every byte keeps its place.
    pub fn over(&self, text: &str) -> String {
        let mut bytes = text.as_bytes().to_vec();
        let inside = self.displays.iter().flat_map(|display| display.start + 2..display.end - 2);
        for at in inside.chain(self.bars.iter().copied()) {
            bytes[at] = b'x';
        }
        for &at in &self.prices {
            bytes[at] = b'%';
        }
        // Whole characters were replaced by letters, so that this is text again.
        String::from_utf8_lossy(&bytes).into_owned()
    }
}

/// The bars inside formulas in what may be lines of a table: those around a line like `|---|:--|`.
pub(super) fn bars(text: &str) -> BTreeSet<usize> {
    let mut bars = BTreeSet::new();
    let lines: Vec<Range<usize>> = lines(text).collect();
    let mut in_table = false;
    for (i, line) in lines.iter().enumerate() {
        let next_delimits = lines.get(i + 1).is_some_and(|next| delimits(&text[next.clone()]));
        in_table = next_delimits || (in_table && !is_blank(&text[line.clone()]));
        if in_table {
            for formula in formulas(&text[line.clone()]) {
                let at = line.start + formula.start;
                let inside = &text.as_bytes()[at..line.start + formula.end];
                let unescaped = |&i: &usize| inside[i] == b'|' && inside[i - 1] != b'\\';
                bars.extend((1..inside.len()).filter(unescaped).map(|i| at + i));
            }
        }
    }
    bars
}

/// Whether a line can stand between the head and the rows of a table.
fn delimits(line: &str) -> bool {
    let line = line.trim_end();
    line.contains('-') && line.contains('|') && line.chars().all(|c| " \t>|:-".contains(c))
}

/// The formulas `$…$` of one line. A dollar opens one if no space follows it and the next dollar closes it: if no
/// space stands before that, and no letter or digit behind it. Dollars in braces and in code are not looked at.
fn formulas(line: &str) -> Vec<Range<usize>> {
    let bytes = line.as_bytes();
    let (mut found, mut open, mut depth, mut i) = (Vec::new(), None, 0usize, 0);
    while i < bytes.len() {
        match bytes[i] {
            b'\\' => i += 1,
            b'`' if open.is_none() => {
                let run = bytes[i..].iter().take_while(|&&b| b == b'`').count();
                i += match line[i + run..].find(&line[i..i + run]) {
                    Some(end) => run + end + run - 1,
                    None => run - 1,
                };
            }
            b'{' => depth += 1,
            b'}' => depth = depth.saturating_sub(1),
            b'$' if open.is_none() || depth == 0 => match open {
                Some(start) if can_close(line, i) => {
                    found.push(start..i + 1);
                    open = None;
                }
                _ => {
                    open = bytes.get(i + 1).is_some_and(|b| !b.is_ascii_whitespace()).then_some(i);
                    depth = 0;
                }
            },
            _ => {}
        }
        i += 1;
    }
    found
}

/// Whether the dollar at this byte can close a formula that stands before it.
pub(super) fn can_close(text: &str, dollar: usize) -> bool {
    let before = text[..dollar].chars().next_back();
    let after = text[dollar + 1..].chars().next();
    before.is_some_and(|c| !c.is_whitespace()) && !after.is_some_and(char::is_alphanumeric)
}

/// The display formulas that go over more than one line and begin outside `opaque`: ranges, ascending, of what is not
/// read as Markdown. A blank line ends the search, as it ends a formula in TeX.
pub(super) fn displays(text: &str, opaque: &[Range<usize>]) -> Vec<Range<usize>> {
    let is_opaque = |at: usize| {
        let after = opaque.partition_point(|region| region.end <= at);
        opaque.get(after).is_some_and(|region| region.contains(&at))
    };
    let mut found: Vec<Range<usize>> = Vec::new();
    let mut at = 0;
    while let Some(open) = next_dollars(text, at, text.len()) {
        at = open + 2;
        let line_end = text[open..].find('\n').map_or(text.len(), |end| open + end);
        let opens = text[..open].chars().next_back().is_none_or(char::is_whitespace);
        if is_opaque(open) || !opens {
            continue;
        }
        if let Some(close) = next_dollars(text, at, line_end) {
            at = close + 2;
            continue;
        }
        let mut line = line_end;
        while line < text.len() {
            let next_end = text[line + 1..].find('\n').map_or(text.len(), |end| line + 1 + end);
            if is_blank(&text[line + 1..next_end]) {
                break;
            }
            if let Some(close) = next_dollars(text, line + 1, next_end) {
                found.push(open..close + 2);
                at = close + 2;
                break;
            }
            line = next_end;
        }
    }
    found
}

/// The next two dollars in a row between these bytes, of which the first is not escaped.
fn next_dollars(text: &str, from: usize, to: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut i = from;
    while i + 1 < to {
        match bytes[i] {
            b'\\' => i += 2,
            b'$' if bytes[i + 1] == b'$' => return Some(i),
            _ => i += 1,
        }
    }
    None
}

/// The TeX of a display formula, without the marks of the quote in which it stands.
pub(super) fn tex_of(text: &str, display: &Range<usize>) -> String {
    let before = &text[..display.start];
    let line = &before[before.rfind('\n').map_or(0, |newline| newline + 1)..];
    let depth = line.chars().filter(|&c| c == '>').count();
    let inside = &text[display.start + 2..display.end - 2];
    let mut tex = String::with_capacity(inside.len());
    for (i, line) in inside.split('\n').enumerate() {
        let mut line = line.strip_suffix('\r').unwrap_or(line);
        if i > 0 {
            tex.push('\n');
            for _ in 0..depth {
                line = line.trim_start().strip_prefix('>').unwrap_or(line);
            }
        }
        tex.push_str(line);
    }
    tex
}

/// Whether nothing stands on a line but space and the marks of quotes.
fn is_blank(line: &str) -> bool {
    line.chars().all(|c| c.is_whitespace() || c == '>')
}

/// The lines of a text, without their line ends.
fn lines(text: &str) -> impl Iterator<Item = Range<usize>> {
    let mut start = 0;
    text.split('\n').map(move |line| {
        let at = start..start + line.len();
        start = at.end + 1;
        at
    })
}
