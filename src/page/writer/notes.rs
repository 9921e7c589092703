//! Footnotes: beside the text where the page is wide, under their paragraph where it is narrow, at the end in feeds.

use super::{Medium, Writer};
use crate::essay::Node;

impl Writer<'_> {
    /// Writes a block at the top of the text, and after it the notes that it cites first.
    ///
    /// The notes come after their block in the document, so that they are read in the right order aloud and on a narrow
    /// screen; the style sheet floats them beside it where there is room.
    pub(super) fn block(&mut self, block: &[Node]) {
        if self.medium == Medium::Feed {
            return self.nodes(block);
        }
        let outside = std::mem::take(&mut self.out);
        self.noted.clear();
        self.nodes(block);
        let mut inside = std::mem::replace(&mut self.out, outside);
        if self.noted.is_empty() {
            self.out.push_str(&inside);
            return;
        }
        let outside = std::mem::take(&mut self.out);
        let mut written = 0;
        // A note may cite another, which then follows it.
        while let Some(note) = self.noted.get(written).copied() {
            written += 1;
            self.note(note);
        }
        inside.push_str(&std::mem::replace(&mut self.out, outside));
        self.out.push_str(&format!("<div class=\"noted\">\n{inside}</div>\n"));
    }

    /// Writes the number that stands in the text for a note.
    pub(super) fn citation(&mut self, note: usize, citation: usize) {
        let number = note + 1;
        if self.medium == Medium::Feed {
            self.out.push_str(&format!("<sup>[{number}]</sup>"));
            return;
        }
        if citation == 0 {
            self.noted.push(note);
        }
        let id = reference_id(number, citation);
        self.out.push_str(&format!(
            "<sup class=\"cited\"><a id=\"{id}\" href=\"#note.{number}\" role=\"doc-noteref\"{} \
             aria-label=\"Note {number}\">{number}</a></sup>",
            self.english
        ));
    }

    /// Writes a note. Its number leads back to where it is cited, and a letter to each further place.
    fn note(&mut self, note: usize) {
        let essay = self.essay;
        let Some(text) = essay.notes.get(note) else { return };
        let number = note + 1;
        let back = |citation: usize, sign: &str| {
            let id = reference_id(number, citation);
            let again = if citation == 0 { String::new() } else { format!(", citation {}", citation + 1) };
            let english = self.english;
            format!(
                "<a href=\"#{id}\" role=\"doc-backlink\"{english} aria-label=\"Back to note {number}{again}\">{sign}</a>"
            )
        };
        let mut mark = back(0, &number.to_string());
        for (citation, letter) in (1..text.citations).zip('b'..='z') {
            mark.push(' ');
            mark.push_str(&back(citation, &format!("<sup>{letter}</sup>")));
        }
        self.out.push_str(&format!("<aside class=\"note\" id=\"note.{number}\" role=\"doc-footnote\">\n"));
        self.out.push_str(&format!("<span class=\"mark\">{mark}</span>\n"));
        self.nodes(&text.text.0);
        self.out.push_str("</aside>\n");
    }

    /// Writes all notes as a list, for those who see the text alone.
    pub(super) fn notes_at_the_end(&mut self) {
        let essay = self.essay;
        if essay.notes.is_empty() {
            return;
        }
        self.out.push_str("<hr>\n<ol>\n");
        for note in &essay.notes {
            self.out.push_str("<li>");
            self.nodes(&note.text.0);
            self.out.push_str("</li>\n");
        }
        self.out.push_str("</ol>\n");
    }
}

/// The id of a citation. No heading's id has a full stop in it, so none can be the same.
fn reference_id(number: usize, citation: usize) -> String {
    if citation == 0 { format!("ref.{number}") } else { format!("ref.{number}.{}", citation + 1) }
}
