//! Claims held against facts.

mod comparison;
mod facts;
mod mend;
mod outcome;
mod text;

use std::collections::BTreeMap;

use pulldown_cmark::Event;

pub use facts::{Absent, Library};
pub(super) use facts::{beside, numbers_of_page};

use comparison::{Compares, bare, comparisons};
use facts::Shelf;
use outcome::Says;
use text::Mismatch;

use super::claim::{Asserted, Conditional};
use super::number::{Number, numbers};
use super::{Claim, Essay, Figure, Node, Prose, Settled};
use crate::diagnostic::Diagnostic;
use crate::figure::{Fact, Fraction};
use crate::notation::Misread;
use crate::source::Span;

/// What a claim says whose fact is not known: its own text, or that something is still to come.
fn unwritten(claim: &Claim) -> Prose {
    if claim.text.0.is_empty() {
        Prose(vec![Node::Event(Event::Text("…".into()), claim.bytes.clone())])
    } else {
        claim.text.clone()
    }
}

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
                return Settled { text: unwritten(claim), checked: None, figure: None };
            }
        };
        let text = match &asserted.condition {
            None if claim.text.0.is_empty() => self.written(claim, asserted, &fact),
            condition => {
                self.said(claim, asserted, condition.as_ref(), &fact);
                claim.text.clone()
            }
        };
        Settled { text, checked: Some(checked(asserted, &fact)), figure: self.shelf.figure_of(asserted) }
    }

    /// Holds the text of a claim against its fact, or its fact against its condition and the text against that.
    fn said(&mut self, claim: &Claim, asserted: &Asserted, condition: Option<&Conditional>, fact: &Fact) {
        let plain = match claim.text.said() {
            Ok(plain) => plain,
            Err(formula) => {
                self.mismatch(claim, asserted, fact, &Mismatch::Unreadable(formula));
                return;
            }
        };
        if let Some(won) = outcome_of(asserted, fact).filter(|_| numbers(&plain).is_empty()) {
            match (outcome::says(&plain), condition) {
                (Says::Won | Says::Lost, None) if (outcome::says(&plain) == Says::Won) == won => return,
                (said @ (Says::Won | Says::Lost), _) if (said == Says::Won) != won => {
                    let is = if won { "won" } else { "lost" };
                    let message = format!("the text says {}, and {}, {is}", plain.trim(), told(asserted, fact));
                    let fault = self.fault(claim, asserted, message);
                    let stands = self.shelf.essay.source.text.get(claim.inside.clone()) == Some(plain.as_str());
                    let span = Span::new(&self.shelf.essay.source, claim.inside.clone());
                    self.faults.push(match outcome::turned(&plain).filter(|_| stands) {
                        Some(other) => fault.fix(span, other),
                        None => fault,
                    });
                    return;
                }
                _ => {}
            }
        }
        match condition {
            Some(conditional) => self.condition(claim, asserted, conditional, fact, &plain),
            None => {
                if let Err(mismatch) = text::compare(&plain, fact) {
                    self.mismatch(claim, asserted, fact, &mismatch);
                }
            }
        }
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
        if claim.explained {
            return;
        }
        let essay = self.shelf.essay;
        let given = self.given.get_or_insert_with(|| numbers_of_page(essay, false));
        let text = claim.text.letters();
        let known = |number: &Number| {
            let whole = number.value.whole()?;
            given.get(&whole).map(|name| (whole, name.clone()))
        };
        if let Some((number, name)) = numbers(&text).iter().find_map(known) {
            let span = Span::new(&self.shelf.essay.source, claim.inside.clone());
            let message = format!("this is marked as no claim, and {name} is {number}");
            let fault = Diagnostic::error("marked-fact", span, message);
            let fault = fault.help(format!("if it is that number, write ](={name})"));
            self.faults.push(fault.help("if it is another, say which: [8](= \"the page\")"));
        }
    }

    fn condition(&mut self, claim: &Claim, asserted: &Asserted, conditional: &Conditional, fact: &Fact, plain: &str) {
        let Conditional { condition, at, text } = conditional;
        let sides = match condition.sides(Some(fact), &|name| self.shelf.find(name)) {
            Ok(sides) => sides,
            Err(misread) => return self.unknown(at.of(&misread.at), misread),
        };
        match condition.compares(&sides.0, &sides.1) {
            Ok(true) => {}
            Ok(false) => {
                let message = format!("`{text}` is not true: {}", told(asserted, fact));
                let fault = self.fault(claim, asserted, message);
                self.faults.push(fault);
                return;
            }
            Err(misread) => return self.unknown(at.of(&misread.at), misread),
        }
        let numbers = match text::readable(plain) {
            Ok(numbers) => numbers,
            Err(mismatch) => return self.mismatch(claim, asserted, fact, &mismatch),
        };
        let written: Vec<Fraction> = condition.numbers().collect();
        let also = condition.names().filter_map(|name| self.shelf.find(name).ok()?.number());
        let true_here: Vec<Fraction> = also.chain(fact.number()).collect();
        let part = |below: i128| written.contains(&Fraction::from(i64::try_from(below).unwrap_or(0)));
        let in_condition = |number: &Number| {
            let divided = number.value.numerator() == 1 || part(number.value.numerator());
            written.iter().any(|written| number.may_be(*written))
                || (number.value.denominator() > 1 && divided && part(number.value.denominator()))
        };
        let (left, right) = (sides.0.number(), sides.1.number());
        let mut faults = Vec::new();
        for (number, (compares, words)) in numbers.iter().zip(comparisons(plain, &numbers)) {
            let is_right = right.is_some_and(|right| number.may_be(right)) || in_condition(number);
            let is_fact = true_here.iter().any(|fact| number.may_be(*fact));
            let said = plain.get(number.at.clone()).unwrap_or_default();
            if !is_right && !is_fact {
                let message = format!("the text says {said}, and the condition `{text}` does not");
                faults.push((message, "a number beside a condition must occur in it"));
                break;
            }
            // "15 of them" names a fact; "more than 15" and "a third" speak of what the condition compares.
            if !is_right && compares == Compares::Is {
                continue;
            }
            let against = if is_right { right } else { Some(number.value) };
            let ordering = left.zip(against).and_then(|(left, right)| left.compare(right));
            if ordering.is_some_and(|ordering| !compares.holds(ordering)) {
                let said = format!("{words} {said}");
                let message = format!("the text says {}, and {}: `{text}`", said.trim(), told(asserted, fact));
                faults.push((message, "the words must say what the condition says: \"< 15\" is fewer than 15"));
                break;
            }
        }
        if let (true, Some((compares, words))) = (numbers.is_empty(), bare(plain)) {
            let ordering = left.zip(right).and_then(|(left, right)| left.compare(right));
            if ordering.is_some_and(|ordering| !compares.holds(ordering)) {
                let message = format!("the text says {words}, and {}: `{text}`", told(asserted, fact));
                faults.push((message, "the words must say what the condition says"));
            }
        }
        for (message, help) in faults {
            let fault = self.fault(claim, asserted, message);
            self.faults.push(fault.help(help));
        }
    }

    fn mismatch(&mut self, claim: &Claim, asserted: &Asserted, fact: &Fact, mismatch: &Mismatch) {
        let told = told(asserted, fact);
        let message = match mismatch {
            Mismatch::NoNumber => format!("no number can be read from this text, and {told}"),
            Mismatch::Several(several) => format!("this text has several numbers, {several}, and {told}"),
            Mismatch::Says(says) => format!("the text says {says}, and {told}"),
            Mismatch::Unreadable(part) => format!("`{part}` cannot be read as a number, and {told}"),
            Mismatch::NeedsCondition(words) => format!("`{words}` says too little to be checked, and {told}"),
            Mismatch::NoFact => format!("{told}, so that nothing can be claimed of it"),
        };
        let fault = self.fault(claim, asserted, message);
        let fault = match mismatch {
            Mismatch::NoNumber => fault.help("write the number in digits or in words, or a condition: \"> 0\""),
            Mismatch::Several(_) => fault.help("leave all numbers but one out of the brackets"),
            Mismatch::Unreadable(_) => fault.help(
                "write the number alone, in digits or in words, or leave what stands beside it out of the brackets",
            ),
            Mismatch::NeedsCondition(_) => fault
                .help("add a condition that says how near it is: [nearly a third](=six.lost \"< six.positions / 3\")"),
            Mismatch::Says(_) | Mismatch::NoFact => fault,
        };
        let source = &self.shelf.essay.source;
        let fault = match mend::mended(&source.text, &claim.text, fact) {
            Some((bytes, replacement)) => fault.fix(Span::new(source, bytes), replacement),
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

/// Whether the position of which a fact is the outcome or the value is won; none for a fact of another sort.
fn outcome_of(asserted: &Asserted, fact: &Fact) -> Option<bool> {
    match fact {
        Fact::Text(outcome) if outcome == "N" => Some(true),
        Fact::Text(outcome) if outcome == "P" => Some(false),
        Fact::Integer(value) => {
            let mut names = asserted.expression.names();
            let name = names.next().filter(|_| names.next().is_none())?;
            let is_value = matches!(name.steps.get(1).map(String::as_str), Some("value" | "grundy"));
            (is_value && asserted.condition.is_some()).then_some(*value != 0)
        }
        _ => None,
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
