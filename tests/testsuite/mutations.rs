//! Every number that a reader sees in the essays of this repository, changed one at a time, is found or was marked as no
//! claim; and so is every flipped bit in what the cache holds of them.

use std::collections::BTreeMap;
use std::fs;
use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;

use pulldown_cmark::Event;
use rungs::cache::{CODE, Cache};
use rungs::diagnostic::Diagnostic;
use rungs::essay::{self, Absent, Essay, Figure, Node, Prose, Question};
use rungs::source::SourceFile;
use rungs::verify::{Budget, Gate, Panel, Store, Unkept};

const ESSAYS: [&str; 3] = ["content/nim/bouton.md", "content/nim/moore.md", "content/dots-and-boxes/nimstring.md"];

/// Where these tests keep answers from one run to the next.
fn kept() -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("answers")
}

fn gate() -> Gate {
    Gate::new(Panel::default(), Budget::default()).store(Cache::new(kept(), CODE))
}

fn asked(path: &str, text: String) -> Result<Essay<Question>, Vec<Diagnostic>> {
    essay::read(Arc::new(SourceFile::new(path, text))).and_then(Essay::understand)
}

fn answered(path: &str, gate: &Gate) -> Essay<Figure> {
    let essay = asked(path, fs::read_to_string(path).unwrap()).and_then(|essay| essay.answer(gate));
    essay.unwrap_or_else(|faults| panic!("{faults:#?}"))
}

/// The same essay with the answers of another that asks the same.
fn with_figures(essay: Essay<Question>, figures: Vec<Figure>) -> Essay<Figure> {
    let Essay { source, front, title, summary, body, notes, claims, figures: _, broken, awaited } = essay;
    Essay { source, front, title, summary, body, notes, claims, figures, broken, awaited }
}

/// The faults of the claims of an essay.
fn faults(essay: &Essay<Figure>, essays: &BTreeMap<&str, Essay<Figure>>) -> Vec<Diagnostic> {
    essay::settle(essay, &|path: &str| essays.get(path).ok_or(Absent::Nowhere)).1
}

/// What becomes of a number that is changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Fate {
    /// A fault says so.
    Caught,
    /// It stands in a mark, `[1901](=)`.
    Marked,
    /// It is a word for at most twelve, or an ordinal, in running text: no number by the rules of coverage.
    Said,
}

/// The bytes of the file that a reader sees, each with the claim that it belongs to.
fn seen<F>(essay: &Essay<F>, words: impl Fn(&F) -> Vec<Prose>) -> Vec<(Range<usize>, Option<usize>)> {
    let mut seen = Vec::new();
    let mut prose = |prose: &Prose| {
        for node in &prose.0 {
            match node {
                Node::Claim(claim) => pieces(&essay.claims[*claim].text, Some(*claim), &mut seen),
                node => pieces(&Prose(vec![node.clone()]), None, &mut seen),
            }
        }
    };
    prose(&essay.title);
    essay.summary.iter().for_each(&mut prose);
    prose(&essay.body);
    essay.notes.iter().for_each(|note| prose(&note.text));
    essay.figures.iter().for_each(|figure| words(figure).iter().for_each(&mut prose));
    seen
}

fn pieces(prose: &Prose, claim: Option<usize>, seen: &mut Vec<(Range<usize>, Option<usize>)>) {
    for node in &prose.0 {
        if let Node::Event(Event::Text(_) | Event::InlineMath(_) | Event::DisplayMath(_), bytes) = node {
            seen.push((bytes.clone(), claim));
        }
    }
}

const WORDS: &[&str] = &[
    "no",
    "none",
    "neither",
    "never",
    "nothing",
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
    "twenty",
    "thirty",
    "forty",
    "fifty",
    "sixty",
    "seventy",
    "eighty",
    "ninety",
    "hundred",
    "thousand",
    "million",
    "first",
    "second",
    "third",
    "fourth",
    "fifth",
    "sixth",
    "seventh",
    "eighth",
    "ninth",
    "tenth",
    "eleventh",
    "twelfth",
    "once",
    "twice",
    "both",
    "half",
    "quarter",
    "dozen",
];

/// Words that a claim may assert of an outcome.
const OUTCOMES: [(&str, &str); 2] = [("won", "lost"), ("lost", "won")];

/// The numbers and outcomes in a piece of the file, each with another in its place.
fn mutations(text: &str) -> Vec<(Range<usize>, String)> {
    let mut found = Vec::new();
    let mut at = 0;
    for token in text.split_inclusive(|c: char| !c.is_ascii_alphanumeric()) {
        let word = token.trim_end_matches(|c: char| !c.is_ascii_alphanumeric());
        let range = at..at + word.len();
        at += token.len();
        // Behind a backslash stands a command of TeX.
        if text[..range.start].ends_with('\\') {
            continue;
        }
        if let Some(digit) = word.rfind(|c: char| c.is_ascii_digit()) {
            let other = (word.as_bytes()[digit] - b'0' + 1) % 10;
            found.push((range, format!("{}{other}{}", &word[..digit], &word[digit + 1..])));
        } else if let Some((_, other)) = OUTCOMES.iter().find(|(said, _)| *said == word) {
            found.push((range, (*other).to_owned()));
        } else if WORDS.contains(&word.to_lowercase().as_str()) {
            let other = match word.to_lowercase().as_str() {
                "nineteen" => "eighteen",
                "hundred" => "thousand",
                "thousand" | "million" => "hundred",
                tens if tens.ends_with('y') => {
                    if tens == "ninety" {
                        "eighty"
                    } else {
                        "ninety"
                    }
                }
                _ => "nineteen",
            };
            found.push((range, other.to_owned()));
        }
    }
    found
}

/// Changes every number of an essay in turn, and counts what becomes of them.
fn fates(path: &str, essays: &BTreeMap<&str, Essay<Figure>>, mut figures: Vec<Figure>) -> BTreeMap<Fate, usize> {
    let text = fs::read_to_string(path).unwrap();
    let asked_once = asked(path, text.clone()).unwrap();
    let words = |question: &Question| question.caption.iter().chain(&question.alt).cloned().collect();
    let mut fates = BTreeMap::new();
    let mut escaped = Vec::new();
    for (bytes, claim) in seen(&asked_once, words) {
        for (range, other) in mutations(&text[bytes.clone()]) {
            let range = bytes.start + range.start..bytes.start + range.end;
            let said = &text[range.clone()];
            // A mark, `[1901](=)` or `[8](= "the page")`, asserts nothing.
            let asserts = claim.is_some_and(|claim| {
                let claim = &text[asked_once.claims[claim].bytes.clone()];
                !["](=)", "](= \""].iter().any(|mark| claim.contains(mark))
            });
            if !asserts && OUTCOMES.iter().any(|(word, _)| *word == said) {
                continue;
            }
            let fate = if asserts {
                let changed = [&text[..range.start], &other, &text[range.end..]].concat();
                let faults = match asked(path, changed) {
                    Err(faults) => faults,
                    Ok(essay) => {
                        let mut essay = with_figures(essay, std::mem::take(&mut figures));
                        let faults = faults(&essay, essays);
                        figures = std::mem::take(&mut essay.figures);
                        faults
                    }
                };
                let claim = &asked_once.claims[claim.unwrap()].bytes;
                let grown = claim.start..claim.end + other.len();
                let within =
                    |fault: &Diagnostic| fault.span.as_ref().is_some_and(|span| grown.contains(&span.bytes.start));
                (faults.len() == 1 && faults.iter().all(within)).then_some(Fate::Caught)
            } else if claim.is_some() {
                Some(Fate::Marked)
            } else {
                // That there are no loose ones is what coverage says; the words that it does not count are left.
                said.chars().all(char::is_alphabetic).then_some(Fate::Said)
            };
            match fate {
                Some(fate) => *fates.entry(fate).or_insert(0) += 1,
                None => {
                    let line = text[..range.start].matches('\n').count() + 1;
                    escaped.push(format!("{path}:{line}: {said} became {other}"));
                }
            }
        }
    }
    for claim in &asked_once.claims {
        let said = &text[claim.bytes.clone()];
        for (outcome, other) in [("\"= P\"", "\"= N\""), ("\"= N\"", "\"= P\"")] {
            if said.contains(outcome) {
                let other = said.replace(outcome, other);
                let changed = [&text[..claim.bytes.start], &other, &text[claim.bytes.end..]].concat();
                let mut essay = with_figures(asked(path, changed).unwrap(), std::mem::take(&mut figures));
                let faults = faults(&essay, essays);
                figures = std::mem::take(&mut essay.figures);
                if faults.is_empty() {
                    escaped.push(format!("{path}: {other}"));
                }
            }
        }
    }
    assert!(escaped.is_empty(), "{}", escaped.join("\n"));
    fates
}

#[test]
fn every_number_of_the_essays_is_held() {
    let gate = gate();
    let essays: BTreeMap<&str, Essay<Figure>> = ESSAYS.map(|path| (path, answered(path, &gate))).into();
    let library = |path: &str| essays.get(path).ok_or(Absent::Nowhere);
    let again: Vec<(&str, Vec<Figure>)> = ESSAYS.map(|path| (path, answered(path, &gate).figures)).into();
    let essays = &essays;
    let counted: Vec<(&str, BTreeMap<Fate, usize>)> = std::thread::scope(|scope| {
        let running =
            again.into_iter().map(|(path, figures)| (path, scope.spawn(move || fates(path, essays, figures))));
        running.collect::<Vec<_>>().into_iter().map(|(path, counted)| (path, counted.join().unwrap())).collect()
    });
    for (path, fates) in counted {
        let of = |fate| fates.get(&fate).copied().unwrap_or(0);
        let essay = &essays[path];
        let (settled, faults) = essay::settle(essay, &library);
        assert!(faults.is_empty(), "{path} is right as it stands: {faults:#?}");
        let coverage = essay::coverage(essay, &settled);
        println!(
            "{path}: {coverage}; {} changed and caught, {} marked as no claim, {} small words in running text",
            of(Fate::Caught),
            of(Fate::Marked),
            of(Fate::Said)
        );
        assert!(coverage.loose.is_empty(), "{path}: {:#?}", coverage.loose);
        assert!(of(Fate::Caught) > 30, "{path}: {fates:?}");
    }
}

#[test]
fn every_figure_of_the_essays_is_called_by_its_number() {
    for path in ESSAYS {
        let text = fs::read_to_string(path).unwrap();
        let prose: String = text.split("```").step_by(2).collect();
        for figure in asked(path, text.clone()).unwrap().figures {
            let (id, drawn) = (&figure.id, figure.directive.drawn);
            assert!(!drawn || prose.contains(&format!("[](#{id})")), "{path}: no sentence calls {id}");
        }
    }
}

#[test]
fn a_bit_flipped_in_any_entry_of_the_cache_is_found() {
    let gate = gate();
    for path in ESSAYS {
        answered(path, &gate);
    }
    let folder = tempfile::tempdir().unwrap();
    let (mut entries, mut seed) = (0, 0x5eed_u64);
    for entry in walkdir::WalkDir::new(kept()).sort_by_file_name() {
        let entry = entry.unwrap();
        let Ok(key) = blake3::Hash::from_hex(entry.file_name().as_encoded_bytes()) else { continue };
        let mut bytes = fs::read(entry.path()).unwrap();
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let bit = (seed >> 20) as usize % (bytes.len() * 8);
        bytes[bit / 8] ^= 1 << (bit % 8);
        fs::write(folder.path().join(entry.file_name()), &bytes).unwrap();
        let fetched = Cache::new(folder.path(), CODE).fetch(key.as_bytes());
        assert!(matches!(fetched, Err(Unkept::Damaged(_))), "bit {bit} of {}: {fetched:?}", entry.path().display());
        entries += 1;
    }
    println!("{entries} entries, a bit of each flipped in turn: every one found");
    assert!(entries > 60, "{entries}");
}
