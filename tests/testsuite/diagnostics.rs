//! Faults as they are shown, and what mends them.

use std::sync::Arc;

use rungs::diagnostic::{Diagnostic, Fix, coloured, github, human, json, mend};
use rungs::source::{SourceFile, Span};

fn file() -> Arc<SourceFile> {
    Arc::new(SourceFile::new("content/nim/t.md", "é\tThere are [673](=hero.moves) moves.\r\nAnd more.\n"))
}

fn false_claim(file: &Arc<SourceFile>) -> Diagnostic {
    let at = file.text.find("673").unwrap();
    Diagnostic::error("false-claim", Span::new(file, at..at + 3), "the text says 673, and hero.moves is 672")
        .related(Span::new(file, at + 5..at + 16), "where it comes from")
        .help("count again")
        .fix(Span::new(file, at..at + 3), "672")
}

#[test]
fn people_see_the_line_and_what_would_be_right() {
    insta::assert_snapshot!(human(&[false_claim(&file())]), @r"
    error: the text says 673, and hero.moves is 672
     --> content/nim/t.md:1:14
      |
    1 | é    There are [673](=hero.moves) moves.
      |                 ^^^  ----------- where it comes from
      |
      = help: count again
    help: this would be right
      |
    1 - é    There are [673](=hero.moves) moves.
    1 + é    There are [672](=hero.moves) moves.
      |
    ");
}

/// A paragraph is often one line, and what it is about stands on a short one.
#[test]
fn of_a_long_line_the_part_around_the_fault_is_shown() {
    let text = format!("id = \"f\"\n{} [673](=f.moves) {}\n", "before ".repeat(200), "after ".repeat(200));
    let file = Arc::new(SourceFile::new("content/t.md", text));
    let at = file.text.find("673").unwrap();
    let fault = Diagnostic::error("false-claim", Span::new(&file, at..at + 3), "the text says 673")
        .related(Span::new(&file, 5..8), "its figure");
    let told = coloured(&[fault], 80);
    let plain: String = told.split('\u{1b}').map(|part| part.split_once('m').map_or(part, |(_, text)| text)).collect();
    assert!(plain.lines().all(|line| line.chars().count() <= 80), "{plain}");
    let lines: Vec<&str> = plain.lines().collect();
    let line = lines.iter().position(|line| line.contains("[673]")).unwrap();
    assert_eq!(lines[line].find("673"), lines[line + 1].find("^^^"), "{plain}");
    assert!(plain.contains("id = \"f\"") && plain.contains("its figure"), "{plain}");
}

#[test]
fn machines_see_places() {
    let fault = [false_claim(&file())];
    let line: serde_json::Value = serde_json::from_str(&json(&fault)).unwrap();
    assert_eq!((line["place"]["line"].as_u64(), line["place"]["column"].as_u64()), (Some(1), Some(14)));
    assert_eq!(line["fix"]["replacement"], "672");
    let expected = "::error file=content/nim/t.md,line=1,col=14,endColumn=16,title=false-claim::the text says 673, and \
                    hero.moves is 672%0Acount again\n";
    assert_eq!(github(&fault), expected);
}

#[test]
fn two_hundred_faults_are_counted() {
    let text: String = (0..200).map(|i| format!("line {i}\n")).collect();
    let file = Arc::new(SourceFile::new("content/t.md", text));
    let fault = |i: usize| {
        let line = file.text.match_indices("line").nth(i).unwrap().0;
        let code = if i.is_multiple_of(2) { "false-claim" } else { "unknown-key" };
        Diagnostic::error(code, Span::new(&file, line..line + 4), format!("fault {i}"))
    };
    let faults: Vec<Diagnostic> = (0..200).rev().map(fault).collect();
    let text = human(&faults);
    assert!(text.lines().count() < 80, "{text}");
    assert!(text.contains("… and 85 more of false-claim") && text.contains("… and 85 more of unknown-key"), "{text}");
    assert!(text.find("fault 0").unwrap() < text.find("fault 2\n").unwrap(), "{text}");
    assert_eq!(human(&faults[..20]).matches("-->").count(), 20);
}

#[test]
fn fixes_change_nothing_else() {
    let file = file();
    let fault = false_claim(&file);
    let other = Fix { span: Span::new(&file, 0..2), replacement: "e".to_owned() };
    let twice = fault.fix.clone().unwrap();
    let fixes = [fault.fix.as_ref().unwrap(), &other, &twice];
    let expected = "e\tThere are [672](=hero.moves) moves.\r\nAnd more.\n";
    assert_eq!(mend(&file.text, fixes), Some((expected.to_owned(), 2)));
    let marked = format!("\u{feff}{}", file.text);
    assert_eq!(mend(&marked, fixes), Some((format!("\u{feff}{expected}"), 2)));
    assert_eq!(mend("something else", fixes), None);
}
