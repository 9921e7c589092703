//! Files of text, and places in them.

use std::ops::Range;
use std::sync::Arc;

/// A file of the author's, as it was read.
#[derive(Debug, PartialEq, Eq)]
pub struct SourceFile {
    /// Its path from the site's root, with forward slashes, as messages print it.
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
    /// The place of a byte of the text; the end for one beyond it.
    pub fn place(&self, byte: usize) -> Place {
        let before = self.text.get(..byte).unwrap_or(&self.text);
        let start = before.rfind('\n').map_or(0, |newline| newline + 1);
        Place { line: before.matches('\n').count() + 1, column: before[start..].chars().count() + 1 }
    }
}

impl Span {
    /// Where it begins.
    pub fn place(&self) -> Place {
        self.file.place(self.bytes.start)
    }

    /// Its text.
    pub fn text(&self) -> &str {
        self.file.text.get(self.bytes.clone()).unwrap_or_default()
    }
}
