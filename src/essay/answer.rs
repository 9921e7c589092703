use std::sync::Arc;

use rayon::iter::{IntoParallelIterator, ParallelIterator};

use super::{Essay, Figure, Question, kept};
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
        match self.answered(gate) {
            (essay, faults) if faults.is_empty() => Ok(essay),
            (_, faults) => Err(faults),
        }
    }

    /// The essay with those figures that have an answer, and all that is wrong with the others.
    pub fn answered(self, gate: &Gate) -> (Essay<Figure>, Vec<Diagnostic>) {
        self.answered_by(|question| Some(question.body.request.answer(gate).map(Arc::new)))
    }

    /// The same with answers that come from elsewhere. Of a figure that is awaited its place alone is kept, for a
    /// preview.
    pub fn answered_by(self, find: impl Fn(&Question) -> Found + Sync) -> (Essay<Figure>, Vec<Diagnostic>) {
        let Self { source, front, title, summary, mut body, mut notes, figures, claims, mut broken, mut awaited } =
            self;
        let answer = |question: Question| match find(&question) {
            None => Answered::Awaited(question),
            Some(Err(refusal)) => Answered::Refused(vec![refused(&question, &source, &refusal)], question),
            Some(Ok(picture)) => match question.body.facts(picture.get()) {
                Ok(facts) => Answered::Figure(Box::new(Figure { question, picture, facts })),
                Err(faults) => {
                    let faults = faults.iter().map(|fault| question.directive.diagnostic(&source, fault)).collect();
                    Answered::Refused(faults, question)
                }
            },
        };
        let answers: Vec<_> = figures.into_par_iter().map(answer).collect();
        let (mut figures, mut faults, mut places) = (Vec::new(), Vec::new(), Vec::new());
        for answer in answers {
            match answer {
                Answered::Figure(figure) => {
                    places.push(Ok(figures.len()));
                    figures.push(*figure);
                }
                Answered::Awaited(question) => {
                    places.push(Err(placeholder(&source.path, &question)));
                    awaited.push(question.id);
                }
                Answered::Refused(more, question) => {
                    places.push(Err(kept::place(&question.id)));
                    broken.push(question.id);
                    faults.extend(more);
                }
            }
        }
        kept::moved(&mut body, &mut notes, &places);
        (Essay { source, front, title, summary, body, notes, figures, claims, broken, awaited }, faults)
    }
}

/// What became of a figure.
enum Answered {
    Figure(Box<Figure>),
    Awaited(Question),
    Refused(Vec<Diagnostic>, Question),
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
