//! Claims held against facts.

mod facts;
mod text;

use std::collections::BTreeMap;

use pulldown_cmark::Event;

pub use facts::{Absent, Library};
pub(super) use facts::{beside, numbers_of_page};

use facts::Shelf;
use text::Mismatch;

use super::claim::{Asserted, Conditional};
use super::number::{Number, numbers};
use super::{Claim, Essay, Figure, Node, Prose, Settled};
use crate::diagnostic::Diagnostic;
use crate::figure::{Fact, Fraction};
use crate::notation::Misread;
use crate::source::Span;

/// Holds every claim of an essay against the facts of its figures, and of those of other essays that it names.
///
/// There is one [`Settled`] for each claim, in order, and a fault for each that is false. A claim on an essay that is
/// at fault itself is left alone.
pub fn settle<'a>(essay: &'a Essay<Figure>, library: &'a Library<'a>) -> (Vec<Settled>, Vec<Diagnostic>) {
    let mut settling = Settling { shelf: Shelf::new(essay, library), given: None, faults: Vec::new() };
    let settled = essay.claims.iter().map(|claim| settling.claim(claim)).collect();
    (settled, settling.faults)
}

struct Settling<'a> {
    shelf: Shelf<'a>,
    /// The whole numbers that the facts of this page give, each with the name of one of them. Made when first asked for.
    given: Option<BTreeMap<i64, String>>,
    faults: Vec<Diagnostic>,
}

impl<'a> Settling<'a> {
    fn claim(&mut self, claim: &Claim) -> Settled {
        let unchecked = || Settled { text: claim.text.clone(), checked: None, figure: None };
        let Some(asserted) = &claim.asserts else {
            self.mark(claim);
            return unchecked();
        };
        let fact = match asserted.expression.value(&|name| self.shelf.find(name)) {
            Ok(fact) => fact,
            Err(misread) => {
                let at = asserted.at.of(&misread.at);
                self.unknown(at, misread);
                return unchecked();
            }
        };
        let text = match &asserted.condition {
            Some(conditional) => {
                self.condition(claim, asserted, conditional, &fact);
                claim.text.clone()
            }
            None if claim.text.0.is_empty() => self.written(claim, asserted, &fact),
            None => {
                if let Err(mismatch) = text::compare(&claim.text.letters(), &fact) {
                    self.mismatch(claim, asserted, &fact, &mismatch);
                }
                claim.text.clone()
            }
        };
        Settled { text, checked: Some(checked(asserted, &fact)), figure: self.shelf.figure_of(asserted) }
    }

    /// The text of a claim that has none.
    fn written(&mut self, claim: &Claim, asserted: &Asserted, fact: &Fact) -> Prose {
        let written = match text::write(fact, asserted.words) {
            Ok(words) if asserted.words && claim.begins => Ok(text::capital(&words)),
            written => written,
        };
        match written {
            Ok(text) => Prose(vec![Node::Event(Event::Text(text.into()), claim.bytes.clone())]),
            Err(reason) => {
                let fault = self.fault(claim, asserted, format!("`{}` {reason}", asserted.name));
                self.faults.push(fault);
                Prose::default()
            }
        }
    }

    /// A number that is marked as no claim must not be one that the page computes.
    fn mark(&mut self, claim: &Claim) {
        let essay = self.shelf.essay;
        let given = self.given.get_or_insert_with(|| numbers_of_page(essay));
        let text = claim.text.letters();
        let known = |number: &Number| {
            let whole = number.value.whole()?;
            given.get(&whole).map(|name| (whole, name.clone()))
        };
        if let Some((number, name)) = numbers(&text).iter().find_map(known) {
            let span = Span::new(&self.shelf.essay.source, claim.inside.clone());
            let message = format!("this is marked as no claim, and {name} is {number}");
            let help = format!("if it is that number, write ](={name})");
            self.faults.push(Diagnostic::error("marked-fact", span, message).help(help));
        }
    }

    fn condition(&mut self, claim: &Claim, asserted: &Asserted, conditional: &Conditional, fact: &Fact) {
        let Conditional { condition, at, text } = conditional;
        match condition.holds(Some(fact), &|name| self.shelf.find(name)) {
            Ok(true) => {}
            Ok(false) => {
                let message = format!("`{text}` is not true of {}", told(asserted, fact));
                let fault = self.fault(claim, asserted, message);
                self.faults.push(fault);
            }
            Err(misread) => {
                let at = at.of(&misread.at);
                self.unknown(at, misread);
                return;
            }
        }
        let said: Vec<Fraction> = condition.numbers().collect();
        let also = condition.names().filter_map(|name| self.shelf.find(name).ok()?.number());
        let true_here: Vec<Fraction> = also.chain(fact.number()).collect();
        let stands = |number: &Number| {
            let part = |below: i128| said.contains(&Fraction::from(i64::try_from(below).unwrap_or(0)));
            let divided = number.value.numerator() == 1 || part(number.value.numerator());
            said.iter().chain(&true_here).any(|said| number.may_be(*said))
                || (number.value.denominator() > 1 && divided && part(number.value.denominator()))
        };
        let plain = claim.text.letters();
        if let Some(number) = numbers(&plain).iter().find(|number| !stands(number)) {
            let said = plain.get(number.at.clone()).unwrap_or_default();
            let message = format!("the text says {said}, and the condition `{text}` does not");
            let fault = self.fault(claim, asserted, message);
            self.faults.push(fault.help("a number beside a condition must occur in it"));
        }
    }

    fn mismatch(&mut self, claim: &Claim, asserted: &Asserted, fact: &Fact, mismatch: &Mismatch) {
        let told = told(asserted, fact);
        let message = match mismatch {
            Mismatch::NoNumber => format!("no number can be read from this text, and {told}"),
            Mismatch::Several(several) => format!("this text has several numbers, {several}, and {told}"),
            Mismatch::Says(says) => format!("the text says {says}, and {told}"),
            Mismatch::NoFact => format!("{told}, so that nothing can be claimed of it"),
        };
        let fault = self.fault(claim, asserted, message);
        let fault = match mismatch {
            Mismatch::NoNumber => fault.help("write the number in digits or in words, or a condition: \"> 0\""),
            Mismatch::Several(_) => fault.help("leave all numbers but one out of the brackets"),
            Mismatch::Says(_) | Mismatch::NoFact => fault,
        };
        let source = &self.shelf.essay.source;
        let inside = source.text.get(claim.inside.clone()).unwrap_or_default();
        let fault = match text::mended(inside, fact) {
            Some((part, replacement)) => {
                let start = claim.inside.start;
                fault.fix(Span::new(source, start + part.start..start + part.end), replacement)
            }
            None => fault,
        };
        self.faults.push(fault);
    }

    /// A false claim, at its text, with where the fact comes from.
    fn fault(&self, claim: &Claim, asserted: &Asserted, message: String) -> Diagnostic {
        let bytes = if claim.inside.is_empty() { claim.bytes.clone() } else { claim.inside.clone() };
        let fault = Diagnostic::error("false-claim", Span::new(&self.shelf.essay.source, bytes), message);
        self.shelf.origins(asserted).into_iter().fold(fault, |fault, (span, label)| fault.related(span, label))
    }

    fn unknown(&mut self, at: std::ops::Range<usize>, misread: Misread) {
        if !self.shelf.take_skipped() {
            let span = Span::new(&self.shelf.essay.source, at);
            self.faults.push(Diagnostic::error("unknown-fact", span, misread.message).help(misread.help));
        }
    }
}

/// A fact with its name.
fn told(asserted: &Asserted, fact: &Fact) -> String {
    format!("{} is {}", asserted.name, text::shown(fact))
}

/// What a claim was checked against, for a tooltip.
fn checked(asserted: &Asserted, fact: &Fact) -> String {
    match &asserted.condition {
        None => format!("checked: {} = {}", asserted.name, text::shown(fact)),
        Some(conditional) => {
            let begins_with_comparison = conditional.text.trim_start().starts_with(['=', '!', '<', '>', '≤', '≥', '≠']);
            let left = if begins_with_comparison { format!("{} ", asserted.name) } else { String::new() };
            format!("checked: {left}{}", conditional.text)
        }
    }
}
