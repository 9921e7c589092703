//! Footnotes: definitions leave the text, and their citations know them.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use pulldown_cmark::{Event, Tag, TagEnd};

use super::{Node, Prose};
use crate::diagnostic::Diagnostic;
use crate::source::{SourceFile, Span};

/// A footnote.
#[derive(Clone, Debug)]
pub struct Note {
    /// Its label, as its definition has it.
    pub label: String,
    /// Its text: blocks.
    pub text: Prose,
    /// How often it is cited; at least once.
    pub citations: usize,
    /// The bytes of its definition.
    pub bytes: Range<usize>,
}

/// Takes the definitions out of a text, and puts [`Node::Note`] in the place of each citation.
///
/// The notes come in the order in which they are first cited; what a note cites comes after those that the text cites.
pub(super) fn take_out(source: &Arc<SourceFile>, body: Prose, faults: &mut Vec<Diagnostic>) -> (Prose, Vec<Note>) {
    let (body, mut defined) = definitions(body);
    let mut by_label: BTreeMap<String, usize> = BTreeMap::new();
    for (i, note) in defined.iter().enumerate() {
        match by_label.get(&key(&note.label)) {
            None => {
                by_label.insert(key(&note.label), i);
            }
            Some(&first) => {
                let mut fault = Diagnostic::error(
                    "footnote",
                    Span::new(source, head(source, &note.bytes)),
                    format!("the footnote `{}` is defined twice", note.label),
                );
                fault.related.push((Span::new(source, head(source, &defined[first].bytes)), "first here".to_owned()));
                faults.push(fault.help("give one of them another label"));
            }
        }
    }
    let mut order = Order { by_label: &by_label, place: BTreeMap::new(), cited: Vec::new() };
    let body = order.cite(body);
    let mut notes: Vec<Note> = Vec::new();
    while let Some(&i) = order.cited.get(notes.len()) {
        let note = &mut defined[i];
        let text = order.cite(std::mem::take(&mut note.text));
        notes.push(Note { text, ..note.clone() });
    }
    for (i, note) in defined.iter().enumerate() {
        if !order.cited.contains(&i) && by_label.get(&key(&note.label)) == Some(&i) {
            let message = format!("the footnote `{}` is never cited", note.label);
            let fault = Diagnostic::error("footnote", Span::new(source, head(source, &note.bytes)), message);
            faults.push(fault.help(format!("cite it as [^{}], or take it out", note.label)));
        }
    }
    for (note, (_, citations)) in notes.iter_mut().zip(order.by_place()) {
        note.citations = citations;
    }
    (body, notes)
}

/// Labels are the same in small and in large letters.
fn key(label: &str) -> String {
    label.to_lowercase()
}

/// The label of a definition with its brackets, as it stands in the file.
fn head(source: &SourceFile, definition: &Range<usize>) -> Range<usize> {
    let text = source.text.get(definition.clone()).unwrap_or_default();
    definition.start..definition.start + text.find("]:").map_or(0, |end| end + 2)
}

/// The text without its definitions, and the definitions, in order.
fn definitions(body: Prose) -> (Prose, Vec<Note>) {
    let mut defined = Vec::new();
    let mut kept = Vec::new();
    // A definition may stand in another.
    let mut open: Vec<(Note, Vec<Node>)> = Vec::new();
    for node in body.0 {
        match node {
            Node::Event(Event::Start(Tag::FootnoteDefinition(label)), bytes) => {
                let note = Note { label: label.to_string(), text: Prose::default(), citations: 0, bytes };
                open.push((note, std::mem::take(&mut kept)));
            }
            Node::Event(Event::End(TagEnd::FootnoteDefinition), _) => {
                if let Some((mut note, before)) = open.pop() {
                    note.text = Prose(std::mem::replace(&mut kept, before));
                    defined.push(note);
                }
            }
            node => kept.push(node),
        }
    }
    defined.sort_by_key(|note| note.bytes.start);
    kept.shrink_to_fit();
    (Prose(kept), defined)
}

/// The order in which notes are cited.
struct Order<'a> {
    by_label: &'a BTreeMap<String, usize>,
    /// For each definition that is cited, its place among the notes and its citations so far.
    place: BTreeMap<usize, (usize, usize)>,
    /// The definitions in the order of their first citation.
    cited: Vec<usize>,
}

impl Order<'_> {
    fn cite(&mut self, prose: Prose) -> Prose {
        Prose(prose.0.into_iter().map(|node| self.node(node)).collect())
    }

    fn node(&mut self, node: Node) -> Node {
        let Node::Event(Event::FootnoteReference(label), _) = &node else { return node };
        let Some(&definition) = self.by_label.get(&key(label)) else { return node };
        let next = self.cited.len();
        let (note, citations) = self.place.entry(definition).or_insert((next, 0));
        if *citations == 0 {
            self.cited.push(definition);
        }
        let citation = *citations;
        *citations += 1;
        Node::Note { note: *note, citation }
    }

    /// Place and citations of each note, in the order of the notes.
    fn by_place(&self) -> Vec<(usize, usize)> {
        let mut places: Vec<(usize, usize)> = self.place.values().copied().collect();
        places.sort_unstable();
        places
    }
}
