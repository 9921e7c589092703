//! What the README shows is what happens.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

const RUNGS: &str = env!("CARGO_BIN_EXE_rungs");

fn readme() -> String {
    fs::read_to_string("README.md").unwrap()
}

/// What stands between a fence and the next one of its kind.
fn block<'t>(text: &'t str, fence: &str, open: &str) -> &'t str {
    let start = text.find(open).unwrap() + open.len();
    &text[start..start + text[start..].find(fence).unwrap()]
}

/// A site with the README's essay beside those of this repository that it stands on, checked.
fn checked(essay: &str) -> Output {
    let site = tempfile::tempdir().unwrap();
    let nim = site.path().join("content/nim");
    fs::create_dir_all(&nim).unwrap();
    fs::write(site.path().join("rungs.toml"), fs::read("rungs.toml").unwrap()).unwrap();
    fs::write(nim.join("ladder.md"), "+++\ntitle = \"Nim\"\n+++\nA ladder.\n").unwrap();
    fs::write(site.path().join("content/index.md"), "+++\ntitle = \"A site\"\n+++\nHello.\n").unwrap();
    fs::write(nim.join("twos.md"), essay).unwrap();
    let check = ["check", "--today", "2026-12-01", "--color", "never", "--root"];
    Command::new(RUNGS).args(check).arg(site.path()).output().unwrap()
}

fn essay() -> String {
    block(&readme(), "````", "````markdown\n").to_owned()
}

#[test]
fn its_essay_has_no_fault() {
    let output = checked(&essay());
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn its_fault_is_told_as_it_shows() {
    let wrong = essay().replace("[fifteen](=four.lost)", "[sixteen](=four.lost)");
    assert_ne!(wrong, essay());
    let output = checked(&wrong);
    assert_eq!(output.status.code(), Some(1));
    let readme = readme();
    let shown = block(&readme, "\n```\n\nA question", "the build says:\n\n```\n");
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(told.contains(shown), "{told}");
}

#[test]
fn its_picture_is_what_is_drawn() {
    let directive = tempfile::NamedTempFile::new().unwrap();
    fs::write(directive.path(), "id = \"three-five-six\"\ngame = \"moore(2)\"\nheaps = [3, 5, 6]\n").unwrap();
    let output = Command::new(RUNGS).args(["figure", "columns"]).arg(directive.path()).output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stdout), fs::read_to_string("docs/three-five-six.svg").unwrap());
}

#[test]
fn its_links_lead_somewhere() {
    for (before, after) in readme().match_indices("](").map(|(at, _)| readme()[at + 2..].to_owned()).enumerate() {
        let target = after.split(')').next().unwrap();
        if !target.starts_with('=') {
            assert!(Path::new(target).exists(), "link {before}: {target}");
        }
    }
}
