use std::sync::Arc;

use rayon::iter::{IntoParallelIterator, ParallelIterator};

use super::{Essay, Figure, Question};
use crate::diagnostic::Diagnostic;
use crate::source::{SourceFile, Span};
use crate::verify::{Gate, Refusal};

impl Essay<Question> {
    /// Puts every question, several at a time; the order of the figures stays.
    ///
    /// # Errors
    /// Every refusal and every `[let]` without a value, at its directive.
    pub fn answer(self, gate: &Gate) -> Result<Essay<Figure>, Vec<Diagnostic>> {
        let Self { source, front, title, summary, body, notes, figures, claims } = self;
        let answers: Vec<Result<Figure, Vec<Diagnostic>>> = figures
            .into_par_iter()
            .map(|question| {
                let answer = question.body.request.answer(gate);
                let picture = answer.map_err(|refusal| vec![refused(&question, &source, &refusal)])?;
                let facts = question.body.facts(picture.get()).map_err(|faults| {
                    faults.iter().map(|fault| question.directive.diagnostic(&source, fault)).collect::<Vec<_>>()
                })?;
                Ok(Figure { question, picture, facts })
            })
            .collect();
        let (mut figures, mut faults) = (Vec::new(), Vec::new());
        for answer in answers {
            match answer {
                Ok(figure) => figures.push(figure),
                Err(more) => faults.extend(more),
            }
        }
        if faults.is_empty() {
            Ok(Essay { source, front, title, summary, body, notes, figures, claims })
        } else {
            Err(faults)
        }
    }
}

/// A refusal, at the directive that asked.
pub fn refused(question: &Question, source: &Arc<SourceFile>, refusal: &Refusal) -> Diagnostic {
    let span = Span::new(source, question.directive.head.clone());
    let error = Diagnostic::error("refused", span, format!("`{}` is refused: {refusal}", question.id));
    refusal.help().into_iter().fold(error, Diagnostic::help)
}
