//! Files of text, and places in them.

mod excerpt;

pub use excerpt::Excerpt;

use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

use unicode_normalization::{UnicodeNormalization, is_nfc};

/// A file of the author's, as it was read.
#[derive(Debug, PartialEq, Eq)]
pub struct SourceFile {
    /// Its path from the site's root, with forward slashes, as messages print it, and [`composed`].
    pub path: String,
    /// Its text, without a byte order mark, line ends as they are.
    pub text: String,
}

/// Bytes of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Span {
    /// The file.
    pub file: Arc<SourceFile>,
    /// The bytes of its text.
    pub bytes: Range<usize>,
}

/// A line and a column, both from 1; columns count characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// The line of the file.
    pub line: usize,
    /// The column of the line.
    pub column: usize,
}

impl SourceFile {
    /// A file of this path and text; a byte order mark at the beginning is dropped.
    pub fn new(path: impl Into<String>, text: impl Into<String>) -> Self {
        let mut text = text.into();
        if text.starts_with(BYTE_ORDER_MARK) {
            text.drain(..BYTE_ORDER_MARK.len_utf8());
        }
        Self { path: composed(&path.into()).into_owned(), text }
    }

    /// The place of a byte of the text; the end for one beyond it.
    pub fn place(&self, byte: usize) -> Place {
        let before = self.text.get(..byte).unwrap_or(&self.text);
        let start = before.rfind('\n').map_or(0, |newline| newline + 1);
        Place { line: before.matches('\n').count() + 1, column: before[start..].chars().count() + 1 }
    }

    /// The bytes of the line in which a byte stands, without its line end.
    pub fn line_at(&self, byte: usize) -> Range<usize> {
        let byte = byte.min(self.text.len());
        let (before, after) = self.text.as_bytes().split_at(byte);
        let start = before.iter().rposition(|&b| b == b'\n').map_or(0, |newline| newline + 1);
        let end = after.iter().position(|&b| b == b'\n').map_or(self.text.len(), |newline| byte + newline);
        let carriage_return = end > start && self.text.as_bytes().get(end - 1) == Some(&b'\r');
        start..if carriage_return { end - 1 } else { end }
    }
}

/// The name of a file with its letters composed (NFC): `é` as one character, where an author or a disk may have written
/// `e` and an accent. Names are compared and published so.
pub fn composed(name: &str) -> Cow<'_, str> {
    if name.is_ascii() || is_nfc(name) { Cow::Borrowed(name) } else { Cow::Owned(name.nfc().collect()) }
}

/// What some editors put before the text.
const BYTE_ORDER_MARK: char = '\u{feff}';

impl Span {
    /// These bytes of this file.
    pub fn new(file: &Arc<SourceFile>, bytes: Range<usize>) -> Self {
        Self { file: Arc::clone(file), bytes }
    }

    /// Where it begins.
    pub fn place(&self) -> Place {
        self.file.place(self.bytes.start)
    }

    /// Its text.
    pub fn text(&self) -> &str {
        self.file.text.get(self.bytes.clone()).unwrap_or_default()
    }
}
