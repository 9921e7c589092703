//! A number in a claim that is changed is found, whichever it is.

use std::sync::Arc;

use rungs::essay::{self, Absent, Directive, Essay, Figure};
use rungs::source::SourceFile;
use rungs::verify::{Budget, Gate, Panel};

const PATH: &str = "content/nim/bouton.md";

fn read(text: String) -> Essay<Directive> {
    essay::read(Arc::new(SourceFile::new(PATH, text))).unwrap_or_else(|faults| panic!("{faults:#?}"))
}

/// The text of a claim with another number in it; none where the claim asserts none.
fn mutated(claim: &str) -> Option<String> {
    let (inside, link) = claim.split_once("](=")?;
    if link.starts_with(')') || inside == "[" {
        return None;
    }
    for (outcome, other) in [("\"= P\"", "\"= N\""), ("\"= N\"", "\"= P\"")] {
        if claim.contains(outcome) {
            return Some(claim.replace(outcome, other));
        }
    }
    if link.contains('"') {
        return None;
    }
    if let Some(digit) = inside.rfind(|c: char| c.is_ascii_digit()) {
        let other = (inside.as_bytes()[digit] - b'0' + 1) % 10;
        return Some(format!("{}{other}{}](={link}", &inside[..digit], &inside[digit + 1..]));
    }
    Some(format!("[{}](={link}", if inside.eq_ignore_ascii_case("[nineteen") { "eighteen" } else { "nineteen" }))
}

/// The places of the faults of a text whose figures have been answered already.
fn faults(text: String, figures: &mut Vec<Figure>) -> Vec<std::ops::Range<usize>> {
    let essay = read(text).understand().unwrap_or_else(|faults| panic!("{faults:#?}"));
    let Essay { source, front, title, summary, body, notes, claims, .. } = essay;
    let answered = std::mem::take(figures);
    let mut essay = Essay { source, front, title, summary, body, notes, claims, figures: answered };
    let (_, faults) = essay::settle(&essay, &|_: &str| Err(Absent::Nowhere));
    *figures = std::mem::take(&mut essay.figures);
    faults.into_iter().map(|fault| fault.span.unwrap().bytes).collect()
}

#[test]
fn every_number_of_the_essay_on_bouton_is_held() {
    let text = std::fs::read_to_string(PATH).unwrap();
    let asked = read(text.clone()).understand().unwrap_or_else(|faults| panic!("{faults:#?}"));
    let answered = asked.answer(&Gate::new(Panel::default(), Budget::default()));
    let mut figures = answered.unwrap_or_else(|faults| panic!("{faults:#?}")).figures;
    assert!(faults(text.clone(), &mut figures).is_empty(), "the essay is right as it stands");

    let claims = read(text.clone()).understand().unwrap_or_else(|faults| panic!("{faults:#?}")).claims;
    let mut changed = 0;
    for claim in &claims {
        let Some(other) = mutated(&text[claim.bytes.clone()]) else { continue };
        let text = [&text[..claim.bytes.start], &other, &text[claim.bytes.end..]].concat();
        let end = claim.bytes.start + other.len();
        let found = faults(text, &mut figures);
        assert!(
            found.len() == 1 && found[0].start >= claim.bytes.start && found[0].end <= end,
            "{other} was not told, but {found:?}"
        );
        changed += 1;
    }
    assert!(changed > 80, "only {changed} claims were changed");
}
