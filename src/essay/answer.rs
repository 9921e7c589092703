use std::sync::Arc;

use pulldown_cmark::{CowStr, Event};
use rayon::iter::{IntoParallelIterator, ParallelIterator};

use super::{Essay, Figure, Node, Prose, Question};
use crate::diagnostic::Diagnostic;
use crate::figure::Picture;
use crate::source::{SourceFile, Span};
use crate::verify::{Gate, Refusal, Verified};

/// What became of a question; none where its answer is still awaited.
pub type Found = Option<Result<Arc<Verified<Picture>>, Refusal>>;

impl Essay<Question> {
    /// Puts every question, several at a time; the order of the figures stays.
    ///
    /// # Errors
    /// Every refusal and every `[let]` without a value, at its directive.
    pub fn answer(self, gate: &Gate) -> Result<Essay<Figure>, Vec<Diagnostic>> {
        self.answer_by(|question| Some(question.body.request.answer(gate).map(Arc::new)))
    }

    /// The same with answers that come from elsewhere. Of a figure that is awaited its place alone is kept, for a
    /// preview.
    ///
    /// # Errors
    /// As [`Essay::answer`].
    pub fn answer_by(self, find: impl Fn(&Question) -> Found + Sync) -> Result<Essay<Figure>, Vec<Diagnostic>> {
        let Self { source, front, title, summary, mut body, mut notes, figures, claims, mut awaited } = self;
        let answer = |question: Question| -> Result<Result<Figure, Question>, Vec<Diagnostic>> {
            let Some(found) = find(&question) else { return Ok(Err(question)) };
            let picture = found.map_err(|refusal| vec![refused(&question, &source, &refusal)])?;
            let facts = question.body.facts(picture.get()).map_err(|faults| {
                faults.iter().map(|fault| question.directive.diagnostic(&source, fault)).collect::<Vec<_>>()
            })?;
            Ok(Ok(Figure { question, picture, facts }))
        };
        let answers: Vec<_> = figures.into_par_iter().map(answer).collect();
        let (mut figures, mut faults, mut places) = (Vec::new(), Vec::new(), Vec::new());
        for answer in answers {
            match answer {
                Ok(Ok(figure)) => {
                    places.push(Ok(figures.len()));
                    figures.push(figure);
                }
                Ok(Err(question)) => {
                    places.push(Err(placeholder(&source.path, &question)));
                    awaited.push(question.id);
                }
                Err(more) => {
                    places.push(Err(String::new()));
                    faults.extend(more);
                }
            }
        }
        if !faults.is_empty() {
            return Err(faults);
        }
        if !awaited.is_empty() {
            let texts = [&mut body].into_iter().chain(notes.iter_mut().map(|note| &mut note.text));
            texts.for_each(|text| moved(text, &places));
        }
        Ok(Essay { source, front, title, summary, body, notes, figures, claims, awaited })
    }
}

/// A refusal, at the directive that asked.
pub fn refused(question: &Question, source: &Arc<SourceFile>, refusal: &Refusal) -> Diagnostic {
    let span = Span::new(source, question.directive.head.clone());
    let error = Diagnostic::error("refused", span, format!("`{}` is refused: {refusal}", question.id));
    refusal.help().into_iter().fold(error, Diagnostic::help)
}

/// What stands on a page in the place of a figure that is awaited.
fn placeholder(path: &str, question: &Question) -> String {
    // An id holds no character that HTML would mind.
    let id = &question.id;
    format!(
        "<figure id=\"{id}\" class=\"figure awaited\" data-awaited=\"{path}#{id}\">\n\
         <p role=\"status\">This figure is being computed.</p>\n</figure>\n",
        path = path.replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;")
    )
}

/// Points the figures of a text to their new places, and puts placeholders where they have none.
fn moved(text: &mut Prose, places: &[Result<usize, String>]) {
    for node in &mut text.0 {
        let Node::Figure(figure) = node else { continue };
        match places.get(*figure) {
            Some(Err(html)) => *node = Node::Event(Event::Html(CowStr::from(html.clone())), 0..0),
            Some(Ok(place)) => *figure = *place,
            None => {}
        }
    }
}
