use std::ops::Range;

/// Text taken out of a file piece by piece, each byte of which knows where it stood: the body of a fenced block
/// without the marks of the quote around it, a string with its escapes undone.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Excerpt {
    text: String,
    pieces: Vec<Piece>,
}

/// A run of bytes with one origin.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Piece {
    /// In the excerpt's text.
    here: Range<usize>,
    /// In the file. As long as `here` where the text stands there letter for letter.
    file: Range<usize>,
}

impl Piece {
    fn is_verbatim(&self) -> bool {
        self.here.len() == self.file.len()
    }

    /// Where a byte of it stood; the whole of what it was written as, where that was something else.
    fn origin(&self, byte: usize) -> Range<usize> {
        if self.is_verbatim() {
            let at = self.file.start + (byte - self.here.start);
            at..at + 1
        } else {
            self.file.clone()
        }
    }
}

impl Excerpt {
    /// Bytes of a file as they stand; nothing where they are not whole characters of it.
    pub fn verbatim(file: &str, bytes: Range<usize>) -> Self {
        let mut excerpt = Self::default();
        excerpt.push_verbatim(file, bytes);
        excerpt
    }

    /// The text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Appends bytes of a file as they stand.
    pub fn push_verbatim(&mut self, file: &str, bytes: Range<usize>) {
        if let Some(text) = file.get(bytes.clone()) {
            self.push(text, bytes);
        }
    }

    /// Appends text that some bytes of the file stand for.
    pub fn push(&mut self, text: &str, file: Range<usize>) {
        if text.is_empty() {
            return;
        }
        let here = self.text.len()..self.text.len() + text.len();
        self.text.push_str(text);
        match self.pieces.last_mut() {
            Some(last) if last.is_verbatim() && last.file.end == file.start && here.len() == file.len() => {
                last.here.end = here.end;
                last.file.end = file.end;
            }
            _ => self.pieces.push(Piece { here, file }),
        }
    }

    /// Appends a part of another excerpt, with its origins.
    pub fn push_part(&mut self, other: &Self, bytes: Range<usize>) {
        for piece in &other.pieces {
            let here = piece.here.start.max(bytes.start)..piece.here.end.min(bytes.end);
            if let Some(text) = other.text.get(here.clone()).filter(|text| !text.is_empty()) {
                self.push(text, piece.origin(here.start).start..piece.origin(here.end - 1).end);
            }
        }
    }

    /// The same text, where it was taken not from the file but from another excerpt of it.
    pub fn through(&self, outer: &Self) -> Self {
        let mut through = Self::default();
        for piece in &self.pieces {
            let text = self.text.get(piece.here.clone()).unwrap_or_default();
            if outer.text.get(piece.file.clone()) == Some(text) {
                through.push_part(outer, piece.file.clone());
            } else {
                through.push(text, outer.in_file(piece.file.clone()));
            }
        }
        through
    }

    /// The bytes of the file from the first to the last of these bytes of the excerpt.
    ///
    /// An empty range is the place before its byte; at the end of the text it is the place behind the last one.
    pub fn in_file(&self, bytes: Range<usize>) -> Range<usize> {
        if bytes.is_empty() {
            let at = match self.piece_of(bytes.start) {
                Some(piece) => piece.origin(bytes.start).start,
                None => self.pieces.last().map_or(0, |last| last.file.end),
            };
            return at..at;
        }
        let start = self.in_file(bytes.start..bytes.start).start;
        let end = match self.piece_of(bytes.end - 1) {
            Some(piece) => piece.origin(bytes.end - 1).end,
            None => self.pieces.last().map_or(0, |last| last.file.end),
        };
        start..end.max(start)
    }

    fn piece_of(&self, byte: usize) -> Option<&Piece> {
        let after = self.pieces.partition_point(|piece| piece.here.end <= byte);
        self.pieces.get(after)
    }
}

#[cfg(test)]
mod tests {
    use super::Excerpt;

    #[test]
    fn a_byte_knows_where_it_stood() {
        let file = "> a\\tb\n> cd";
        let mut excerpt = Excerpt::verbatim(file, 2..3);
        excerpt.push("\t", 3..5);
        excerpt.push_verbatim(file, 5..7);
        excerpt.push_verbatim(file, 9..11);
        assert_eq!(excerpt.text(), "a\tb\ncd");
        assert_eq!(excerpt.in_file(1..2), 3..5);
        assert_eq!(excerpt.in_file(4..6), 9..11);
        assert_eq!(excerpt.in_file(2..5), 5..10);
        assert_eq!(excerpt.in_file(6..6), 11..11);
        let mut part = Excerpt::default();
        part.push_part(&excerpt, 1..5);
        assert_eq!((part.text(), part.in_file(0..1), part.in_file(3..4)), ("\tb\nc", 3..5, 9..10));
    }
}
