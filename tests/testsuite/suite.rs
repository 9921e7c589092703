//! Tests written as essays: `tests/suite/*.md`.
//!
//! Under each heading stand the files of a small site, each in a fenced block: `body` is a text whose front matter
//! goes without saying, `file` a whole file; a path may follow. A line `<!--  ^^^ message -->` expects a fault in the
//! line above it, where the first caret stands, with these words in its message; `<!-- @2 message -->` gives the
//! column instead. Such lines are taken out before the file is read. What is not expected must not be found.

use std::collections::BTreeMap;
use std::sync::Arc;

use rungs::diagnostic::Diagnostic;
use rungs::essay::{self, Absent, Essay, Figure};
use rungs::source::SourceFile;
use rungs::verify::{Budget, Gate, Panel};

/// A fault that is expected, or was found.
type Told = (String, usize, usize, String);

#[derive(Default)]
struct Site {
    name: String,
    files: Vec<Arc<SourceFile>>,
    expected: Vec<Told>,
}

fn sites(text: &str) -> Vec<Site> {
    let mut sites: Vec<Site> = Vec::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        if let Some(name) = line.strip_prefix("# ") {
            sites.push(Site { name: name.to_owned(), ..Site::default() });
        } else if let Some(info) = line.strip_prefix("`````") {
            let mut words = info.split_whitespace();
            let before = match words.next() {
                Some("body") => "+++\ntitle = \"T\"\n+++\n",
                Some("file") => "",
                other => panic!("a block of the suite is `body` or `file`, not {other:?}"),
            };
            let path = words.next().unwrap_or("content/nim/t.md").to_owned();
            let site = sites.last_mut().expect("a heading stands before the first block");
            let mut kept = before.to_owned();
            for line in lines.by_ref().take_while(|line| !line.starts_with("`````")) {
                match expectation(line) {
                    Some((column, message)) => {
                        let line = kept.matches('\n').count();
                        site.expected.push((path.clone(), line, column, message));
                    }
                    None => kept.extend([line, "\n"]),
                }
            }
            site.files.push(Arc::new(SourceFile::new(path, kept)));
        }
    }
    sites
}

fn expectation(line: &str) -> Option<(usize, String)> {
    let inside = line.trim().strip_prefix("<!--")?.strip_suffix("-->")?.trim();
    if inside.starts_with('^') {
        let column = line.chars().position(|c| c == '^')? + 1;
        return Some((column, inside.trim_start_matches('^').trim().to_owned()));
    }
    let (column, message) = inside.strip_prefix('@')?.split_once(' ')?;
    Some((column.parse().ok()?, message.trim().to_owned()))
}

/// All faults of a site.
fn check(files: &[Arc<SourceFile>]) -> Vec<Diagnostic> {
    let gate = Gate::new(Panel::default(), Budget::default());
    let mut faults = Vec::new();
    let mut essays: BTreeMap<&str, Essay<Figure>> = BTreeMap::new();
    for file in files {
        let (begun, more) = essay::begin(Arc::clone(file));
        faults.extend(more);
        if let Some(begun) = begun {
            let (asked, more) = begun.understood();
            faults.extend(more);
            let (answered, more) = asked.answered(&gate);
            faults.extend(more);
            essays.insert(&file.path, answered);
        }
    }
    let library = |path: &str| {
        essays.get(path).ok_or(match files.iter().any(|file| file.path == path) {
            true => Absent::Faulty,
            false => Absent::Nowhere,
        })
    };
    for essay in essays.values() {
        let (settled, more) = essay::settle(essay, &library);
        assert_eq!(settled.len(), essay.claims.len());
        faults.extend(more);
    }
    faults
}

fn told(fault: &Diagnostic) -> Told {
    let span = fault.span.as_ref().expect("a fault of an essay has a place");
    assert!(span.file.text.get(span.bytes.clone()).is_some(), "{span:?} is outside its file");
    (span.file.path.clone(), span.place().line, span.place().column, fault.message.clone())
}

#[test]
fn essays_have_the_faults_that_they_say() {
    let mut wrong = String::new();
    let mut count = 0;
    for entry in walkdir::WalkDir::new("tests/suite").sort_by_file_name() {
        let path = entry.unwrap().into_path();
        if path.extension().is_none_or(|extension| extension != "md") {
            continue;
        }
        for site in sites(&std::fs::read_to_string(&path).unwrap()) {
            count += 1;
            let mut expected = site.expected;
            let mut unexpected = Vec::new();
            for found in check(&site.files).iter().map(told) {
                let same = |(path, line, column, message): &Told| {
                    (path, line, column) == (&found.0, &found.1, &found.2) && found.3.contains(message.as_str())
                };
                match expected.iter().position(same) {
                    Some(place) => drop(expected.remove(place)),
                    None => unexpected.push(found),
                }
            }
            if !(expected.is_empty() && unexpected.is_empty()) {
                wrong += &format!("\n{}: {}\n", path.display(), site.name);
                wrong.extend(expected.iter().map(|told| format!("  not found: {told:?}\n")));
                wrong.extend(unexpected.iter().map(|told| format!("  found: {told:?}\n")));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
    assert!(count > 35, "the suite was not found");
}
