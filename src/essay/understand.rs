use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use super::reader::{Reader, Shape};
use super::{Directive, Essay, Question, kept, prose};
use crate::diagnostic::Diagnostic;
use crate::figure::{Body, Fault, Id};
use crate::source::{SourceFile, Span};

impl Essay<Directive> {
    /// Reads what stands in each directive.
    ///
    /// # Errors
    /// Every fault in a directive, and every id that two of them have.
    pub fn understand(self) -> Result<Essay<Question>, Vec<Diagnostic>> {
        match self.understood() {
            (essay, faults) if faults.is_empty() => Ok(essay),
            (_, faults) => Err(faults),
        }
    }

    /// The essay with those figures that can be understood, and all that is wrong with the others.
    pub fn understood(self) -> (Essay<Question>, Vec<Diagnostic>) {
        let Self { source, front, title, summary, mut body, mut notes, figures, claims, mut broken, awaited } = self;
        let mut reader = Reader { claims, ..Reader::new(&source) };
        let mut ids: BTreeMap<String, Range<usize>> = BTreeMap::new();
        let (mut questions, mut places) = (Vec::new(), Vec::new());
        let followers = prose::followers([&body].into_iter().chain(notes.iter().map(|note| &note.text)));
        for (place, directive) in figures.into_iter().enumerate() {
            let (id, drawn) = (kept::id(directive.toml.text()), directive.drawn);
            let asked = match Body::read(directive.kind, directive.toml.text(), Id::Required) {
                Ok(body) => {
                    if body.keys.flag("beside") && !followers.contains(&place) {
                        let bytes = directive.toml.in_file(body.keys.span("beside"));
                        let help = "leave `beside` out, or move the figure so that it follows another at once";
                        reader.fault("directive", bytes, "there is no figure directly before it to stand beside", help);
                    }
                    question(&mut reader, &mut ids, directive, body)
                }
                Err(faults) => {
                    reader.faults.extend(faults.iter().map(|fault| directive.diagnostic(&source, fault)));
                    None
                }
            };
            match asked {
                Some(asked) => {
                    places.push(Ok(questions.len()));
                    questions.push(asked);
                }
                None => {
                    // Of two figures of one name the first is there.
                    let there = ids.contains_key(&id);
                    places.push(Err(if drawn && !there { kept::place(&id) } else { String::new() }));
                    broken.push(id);
                }
            }
        }
        kept::moved(&mut body, &mut notes, &places);
        let Reader { claims, faults, .. } = reader;
        let source = Arc::clone(&source);
        let essay = Essay { source, front, title, summary, body, notes, figures: questions, claims, broken, awaited };
        (essay, faults)
    }
}

fn question(
    reader: &mut Reader<'_>,
    ids: &mut BTreeMap<String, Range<usize>>,
    directive: Directive,
    body: Body,
) -> Option<Question> {
    let id = body.id.as_ref()?;
    let at = directive.toml.in_file(id.at.clone());
    if let Some(first) = ids.get(&id.text) {
        let message = format!("two figures are called `{}`", id.text);
        let mut fault = Diagnostic::error("same-id", Span::new(reader.source, at), message);
        fault.related.push((Span::new(reader.source, first.clone()), "the first".to_owned()));
        reader.faults.push(fault.help("an id is the name of one figure of the page"));
        return None;
    }
    ids.insert(id.text.clone(), at);
    let id = id.text.clone();
    let caption = body.caption.as_ref().map(|text| reader.prose(&text.excerpt(&directive.toml), Shape::Caption));
    let alt = body.alt.as_ref().map(|text| reader.prose(&text.excerpt(&directive.toml), Shape::Line));
    Some(Question { directive, id, caption, alt, body })
}

impl Directive {
    /// A fault in its TOML, at its place in the file; at its first line where it is the whole that is at fault.
    pub fn diagnostic(&self, source: &Arc<SourceFile>, fault: &Fault) -> Diagnostic {
        let whole = fault.at == (0..self.toml.text().len());
        let bytes = if whole { self.head.clone() } else { self.toml.in_file(fault.at.clone()) };
        Diagnostic::error("directive", Span::new(source, bytes), fault.message.clone()).help(fault.help.clone())
    }
}
