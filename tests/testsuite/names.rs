//! Names of files in letters that can be composed in two ways, and in which there are spaces.

use std::fs;

use rungs::site::{Disk, Tree, World};

use crate::beginnings::{made, read, rungs};
use crate::sketch::{png, sketch};

/// An e with an accent: as one character (NFC), and as two (NFD).
const FORMS: [&str; 2] = ["\u{e9}", "e\u{301}"];

const FIGURE: &str = "```figure losses\nid = \"l\"\ngame = \"moore(2)\"\nheaps = 3\nmax = 7\n```\n\n## \u{c9}t\u{e9}\n";

#[test]
fn what_is_named_in_one_form_is_found_in_the_other() {
    for (there, written) in [(FORMS[0], FORMS[1]), (FORMS[1], FORMS[0])] {
        let body = format!(
            "[x]({written}.md) [](x{written}/y{written}.md#l) ![a heap]({written}.png) [y](/nim/{written}/) \
             [8](=x{written}/y{written}.md#l.lost) [z](x{written}/y{written}.md#{written}t{written}) [n](/n{written}.txt)\n"
        );
        let needs = format!("+++\ntitle = \"B\"\nneeds = [\"../nim/{written}.md\"]\n+++\n");
        let page = sketch()
            .essay("nim/a.md", &body)
            .essay(&format!("nim/{there}.md"), "")
            .essay(&format!("nim/x{there}/y{there}.md"), FIGURE)
            .file(&format!("content/nim/{there}.png"), png(3, 2))
            .file(&format!("static/n{there}.txt"), "")
            .file("content/kayles/b.md", needs)
            .file("content/kayles/ladder.md", "+++\ntitle = \"Nim\"\n+++\n")
            .published("nim/a/index.html");
        for address in [
            "href=\"/sub/nim/%C3%A9/\">x<",
            "href=\"/sub/nim/x%C3%A9/y%C3%A9/#l\"",
            "src=\"/sub/nim/%C3%A9.png\"",
            "href=\"/sub/nim/%C3%A9/\">y<",
            ">8<",
            "href=\"/sub/nim/x%C3%A9/y%C3%A9/#%C3%A9t%C3%A9\">z<",
            "href=\"/sub/n%C3%A9.txt\">n<",
        ] {
            assert!(page.contains(address), "{address}: {page}");
        }
    }
}

#[test]
fn two_files_that_differ_in_form_alone_are_told() {
    let text = "+++\ntitle = \"T\"\n+++\n";
    for path in ["content/nim/{}.md", "content/nim/{}.png", "static/{}.txt", "content/{}/a.md"] {
        let [one, other] = FORMS.map(|form| path.replace("{}", form));
        let faults = sketch().file(&one, text).file(&other, text).faults();
        assert!(faults.iter().any(|fault| fault.contains(&format!("{one} is there twice"))), "{faults:?}");
    }
}

/// On a disk that keeps the form of a name, as those of Linux do.
#[test]
fn a_file_of_another_form_is_read_and_mended() {
    let site = made();
    let path = format!("content/nim/{}.md", FORMS[1]);
    let text = format!("+++\ntitle = \"T\"\ndate = 2026-01-01\n+++\n{FIGURE}\nOf [seven](=l.lost).\n");
    fs::write(site.path().join(&path), &text).unwrap();
    let (status, said, complaints) = rungs(site.path(), &["check", "--fix"]);
    assert_eq!(status, 0, "{said}{complaints}");
    assert!(read(site.path(), &path).contains("[eight](=l.lost)"));
    for form in FORMS {
        let (status, said, complaints) = rungs(site.path(), &["explain", &format!("nim/{form}.md#l")]);
        assert!(status == 0 && said.contains("`l` is losses"), "{said}{complaints}");
    }
    let disk = Disk::new(site.path());
    assert!(Tree::read(&disk).0.texts.contains_key(&format!("nim/{}.md", FORMS[0])));
    assert!(FORMS.iter().all(|form| disk.read(&format!("content/nim/{form}.md")).is_ok()));
}

#[test]
fn a_figure_is_explained_whatever_its_file_is_called() {
    let site = made();
    assert_eq!(rungs(site.path(), &["new", "nim/why #1?"]).0, 0);
    let (status, said, complaints) = rungs(site.path(), &["explain", "nim/why #1?.md"]);
    assert!(status == 0 && said.contains("  #first  columns"), "{said}{complaints}");
    let (status, said, complaints) = rungs(site.path(), &["explain", "nim/why #1?.md#first"]);
    assert!(status == 0 && said.starts_with("`first` is columns"), "{said}{complaints}");
}

#[test]
fn names_with_spaces_are_linked_to_and_claimed() {
    let site = sketch().essay("nim/two words.md", FIGURE).file("content/nim/a heap.png", png(3, 2));
    let site = site.essay("nim/why #1?.md", FIGURE);
    let body = "[x](<two words.md>) [y](two%20words.md#l) ![h](<a heap.png>) [8](=two%20words.md#l.lost) \
                [w](why%20%231%3F.md#l) [eight](=why%20%231%3F.md#l.lost)\n";
    let page = site.essay("nim/a.md", body).published("nim/a/index.html");
    for part in [
        "href=\"/sub/nim/two%20words/\">x<",
        "#l\"",
        "src=\"/sub/nim/a%20heap.png\"",
        ">8<",
        "/why%20%231%3F/#l\"",
        ">eight<",
    ] {
        assert!(page.contains(part), "{part}: {page}");
    }
}
