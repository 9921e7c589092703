use std::fmt;
use std::ops::Range;

use super::super::Fraction;
use crate::notation::Misread;

/// The name of a fact as it is written: `six.positions`, `pairs.value[1+L4]`, `moore.md#four.lost_list[0]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FactName {
    /// The file of the essay in which the figure stands, as it is written before `#`; none for this essay.
    pub file: Option<String>,
    /// The steps from there to the fact: names between full stops, and what stands in brackets. Never empty.
    pub steps: Vec<String>,
}

/// A token of an expression with its bytes.
#[derive(Clone, Debug)]
pub(super) struct Token {
    pub(super) kind: TokenKind,
    pub(super) at: Range<usize>,
}

#[derive(Clone, Debug)]
pub(super) enum TokenKind {
    Open,
    Close,
    /// A run of anything but space: an operator, a number, a name, a bare word.
    Word(String),
    /// What stands between single quotes.
    Quoted(String),
}

/// Splits a text into words at spaces and brackets; what stands in square brackets is part of its word.
pub(super) fn tokens(text: &str) -> Result<Vec<Token>, Misread> {
    let mut tokens = Vec::new();
    let mut chars = text.char_indices().peekable();
    while let Some((start, c)) = chars.next() {
        let (kind, end) = match c {
            c if c.is_whitespace() => continue,
            '(' => (TokenKind::Open, start + 1),
            ')' => (TokenKind::Close, start + 1),
            '\'' => {
                let Some((end, _)) = chars.find(|&(_, c)| c == '\'') else {
                    return Err(Misread::new(
                        start..text.len(),
                        "the quote is not closed",
                        "texts stand between two of '",
                    ));
                };
                (TokenKind::Quoted(text[start + 1..end].to_owned()), end + 1)
            }
            first => {
                let (mut inside, mut end) = (first == '[', start + first.len_utf8());
                while let Some((at, c)) = chars.next_if(|&(_, c)| inside || !(c.is_whitespace() || "()".contains(c))) {
                    inside = if inside { c != ']' } else { c == '[' };
                    end = at + c.len_utf8();
                }
                if inside {
                    return Err(Misread::new(start..end, "the bracket is not closed", "a key stands between [ and ]"));
                }
                (TokenKind::Word(text[start..end].to_owned()), end)
            }
        };
        tokens.push(Token { kind, at: start..end });
    }
    Ok(tokens)
}

/// The number that a word is: digits, perhaps after a minus sign, perhaps with others below a stroke: `12`, `-3`, `1/3`.
pub(super) fn number(word: &str) -> Option<Fraction> {
    let (above, below) = word.split_once('/').unwrap_or((word, "1"));
    let digits = above.strip_prefix(['-', '−']).unwrap_or(above);
    let all_digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    if !all_digits(digits) || !all_digits(below) {
        return None;
    }
    let size: i128 = digits.parse().ok()?;
    Fraction::new(if digits.len() < above.len() { -size } else { size }, below.parse().ok()?)
}

/// Whether a word is digits, as a number is, and more of them than fit.
pub(super) fn is_too_large(word: &str) -> bool {
    let digits = word.strip_prefix(['-', '−']).unwrap_or(word);
    let part = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    digits.split('/').count() <= 2 && digits.split('/').all(part) && digits.len() > 38 && number(word).is_none()
}

impl FactName {
    /// The name of one step that a word is; none if it isn't one.
    pub fn alone(word: &str) -> Option<Self> {
        Self::of(word).filter(|name| name.file.is_none() && name.steps.len() == 1)
    }

    /// The name that a word is; none if it isn't one.
    pub(super) fn of(word: &str) -> Option<Self> {
        let before_key = word.find('[').unwrap_or(word.len());
        let (file, path) = match word[..before_key].find('#') {
            Some(hash) => (Some(word[..hash].to_owned()), &word[hash + 1..]),
            None => (None, word),
        };
        let mut steps = Vec::new();
        let mut rest = path;
        loop {
            let end = rest.find(['.', '[']).unwrap_or(rest.len());
            let (name, after) = rest.split_at(end);
            if !is_name(name) {
                return None;
            }
            steps.push(name.to_owned());
            rest = after;
            while let Some(inside) = rest.strip_prefix('[') {
                let (key, after) = inside.split_once(']')?;
                steps.push(key.trim().to_owned());
                rest = after;
            }
            match rest.strip_prefix('.') {
                Some(next) => rest = next,
                None if rest.is_empty() => break,
                None => return None,
            }
        }
        let first = steps.first()?.chars().next()?;
        (file.as_deref() != Some("") && !first.is_numeric()).then_some(Self { file, steps })
    }
}

fn is_name(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '-')
}

impl fmt::Display for FactName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(file) = &self.file {
            write!(f, "{file}#")?;
        }
        for (i, step) in self.steps.iter().enumerate() {
            match step {
                name if i == 0 => f.write_str(name)?,
                name if is_name(name) && !name.starts_with(|c: char| c.is_numeric()) => write!(f, ".{name}")?,
                key => write!(f, "[{key}]")?,
            }
        }
        Ok(())
    }
}
