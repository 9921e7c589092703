use std::collections::BTreeSet;
use std::sync::Arc;

use imbl::OrdSet;
use jiff::civil::Date;
use rayon::prelude::*;

use super::held::Held;
use super::kept::{Kept, Map, differing};
use super::tally::Tally;
use super::workshop::Answers;
use super::{Options, Texts, gallery};
use crate::diagnostic::Diagnostic;
use crate::essay::{Directive, Essay, Figure};
use crate::source::SourceFile;

/// The texts, each brought from its file to its answers; looked at again where the file has changed, and while answers
/// are awaited.
#[derive(Default)]
pub struct Reading {
    files: Map<Arc<SourceFile>>,
    on: Option<On>,
    read: Map<Kept<Read>>,
    /// All that are published, whatever is wrong with them, as far as they can be read. What is at fault is looked at
    /// to its end, so that all is told at once.
    pub all: Texts,
    /// Those of them in which nothing is wrong before their claims are held against the facts.
    pub sound: Texts,
    /// Those that are held back.
    pub held: Map<Held>,
    /// Those that are at fault and not held back.
    pub faulty: OrdSet<String>,
    /// Those of them that can be shown all the same: in their heads nothing is wrong, and all that they hold can be seen.
    pub readable: Texts,
    /// What the front matter of each that is not held back asks for as the last part of its address.
    pub slugs: Map<Option<String>>,
    /// Those that await answers.
    awaiting: BTreeSet<String>,
}

/// The day of the build, and whether drafts and texts of days to come are let through.
type On = (Date, bool, bool);

/// A text as far as it has come.
struct Read {
    held: Option<Held>,
    essay: Option<Kept<Essay<Figure>>>,
    /// What is wrong with its Markdown and its head.
    misread: Vec<Diagnostic>,
    /// What is wrong with its directives, and which figures are refused.
    refused: Vec<Diagnostic>,
}

impl Reading {
    /// Reads what has changed, several at a time; it is told beforehand how many figures will be asked for.
    pub fn again(
        &mut self,
        files: &Map<Arc<SourceFile>>,
        options: &Options,
        answers: &Answers<'_>,
        tally: Option<&Tally>,
    ) {
        let on = (options.today, options.drafts, options.future);
        if self.on != Some(on) {
            *self = Self { on: Some(on), ..Self::default() };
        }
        let mut changed = differing(&self.files, files);
        changed.append(&mut self.awaiting);
        changed.iter().for_each(|path| self.forget(path));
        let begin = |path: String| {
            let begun = Begun::of(Arc::clone(files.get(&path)?), on);
            Some((path, begun))
        };
        let begun: Vec<_> = changed.into_par_iter().filter_map(begin).collect();
        if let Some(tally) = tally {
            let asked = begun.iter().filter_map(|(_, begun)| begun.essay.as_ref());
            tally.expect(asked.map(|essay| essay.figures.len()).sum());
        }
        let answer = |(path, begun): (String, Begun)| (path, begun.answered(answers));
        let read: Vec<_> = begun.into_par_iter().map(answer).collect();
        read.into_iter().for_each(|(path, read)| self.note(path, read));
        self.files = files.clone();
    }

    fn note(&mut self, path: String, read: Read) {
        if let Some(held) = read.held {
            self.held.insert(path.clone(), held);
        } else {
            self.slugs.insert(path.clone(), read.essay.as_ref().and_then(|essay| essay.front.slug.clone()));
            let is_sound = read.misread.is_empty() && read.refused.is_empty();
            match &read.essay {
                Some(essay) if is_sound => drop(self.sound.insert(path.clone(), essay.clone())),
                _ => drop(self.faulty.insert(path.clone())),
            }
            if let Some(essay) = &read.essay {
                if !is_sound && is_readable(essay, &read.misread) {
                    self.readable.insert(path.clone(), essay.clone());
                }
                if !essay.awaited.is_empty() {
                    self.awaiting.insert(path.clone());
                }
                self.all.insert(path.clone(), essay.clone());
            }
        }
        self.read.insert(path, Kept::new(read));
    }

    fn forget(&mut self, path: &str) {
        self.read.remove(path);
        self.all.remove(path);
        self.sound.remove(path);
        self.held.remove(path);
        self.faulty.remove(path);
        self.readable.remove(path);
        self.slugs.remove(path);
    }

    /// Whether an answer is awaited.
    pub fn awaits(&self) -> bool {
        !self.awaiting.is_empty()
    }

    /// What is wrong with the Markdown and the heads of the texts.
    pub fn misread(&self) -> impl Iterator<Item = Diagnostic> {
        self.read.values().flat_map(|read| read.misread.iter().cloned())
    }

    /// What is wrong with their directives, and which figures are refused.
    pub fn refused(&self) -> impl Iterator<Item = Diagnostic> {
        self.read.values().flat_map(|read| read.refused.iter().cloned())
    }
}

/// Whether nothing is wrong in the head of a text, and nothing that was never closed hides what comes after it.
fn is_readable(essay: &Essay<Figure>, misread: &[Diagnostic]) -> bool {
    let head = essay.source.text.find("\n+++").unwrap_or_default();
    let beyond = |fault: &Diagnostic| fault.span.as_ref().is_some_and(|span| span.bytes.start > head);
    misread.iter().all(beyond) && !essay.broken.iter().any(String::is_empty)
}

/// A text before its figures are asked for.
struct Begun {
    held: Option<Held>,
    /// None where it is held back, or cannot be read at all.
    essay: Option<Essay<Directive>>,
    misread: Vec<Diagnostic>,
}

impl Begun {
    fn of(file: Arc<SourceFile>, (today, drafts, future): On) -> Self {
        let (essay, misread) = gallery::begin(file);
        let held = essay.as_ref().and_then(|essay| Held::back(&essay.front, today, drafts, future));
        Self { held, essay: essay.filter(|_| held.is_none()), misread }
    }

    fn answered(self, answers: &Answers<'_>) -> Read {
        let Self { held, essay, misread } = self;
        let Some(essay) = essay else { return Read { held, essay: None, misread, refused: Vec::new() } };
        let (essay, mut refused) = essay.understood();
        let (essay, more) = answers(essay);
        refused.extend(more);
        Read { held, essay: Some(Kept::new(essay)), misread, refused }
    }
}
