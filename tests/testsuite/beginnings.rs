//! A new site and a new essay, from the binary alone.

use std::fs;
use std::path::Path;
use std::process::Command;

const RUNGS: &str = env!("CARGO_BIN_EXE_rungs");

/// Runs in a folder; gives the exit status, standard output and standard error.
pub fn rungs(folder: &Path, arguments: &[&str]) -> (i32, String, String) {
    let output = Command::new(RUNGS).args(arguments).current_dir(folder).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

/// A new site of `rungs init`.
pub fn made() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    assert_eq!(rungs(folder.path(), &["init", "."]).0, 0);
    folder
}

pub fn read(site: &Path, path: &str) -> String {
    fs::read_to_string(site.join(path)).unwrap()
}

#[test]
fn a_new_site_builds_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let (status, said, _) = rungs(folder.path(), &["init", "my-site"]);
    assert_eq!(status, 0);
    assert!(
        said.contains("made my-site/rungs.toml\n") && said.ends_with("next: cd my-site && rungs serve\n"),
        "{said}"
    );
    let site = folder.path().join("my-site");
    assert!(read(&site, "rungs.toml").contains("title = \"My site\""));
    let (status, said, complaints) = rungs(&site, &["build"]);
    assert_eq!(status, 0, "{said}{complaints}");
    assert!(complaints.is_empty(), "{complaints}");
    assert!(read(&site, "public/nim/first-figure/index.html").contains("<svg"));
    assert_eq!(rungs(&site, &["check", "--strict"]).0, 0, "every number of the example is checked");
}

#[test]
fn nothing_is_written_over() {
    let site = made();
    fs::write(site.path().join("rungs.toml"), "mine").unwrap();
    let (status, _, complaints) = rungs(site.path(), &["init"]);
    assert_eq!(status, 1);
    assert!(complaints.contains("rungs.toml is there already"), "{complaints}");
    assert!(complaints.contains("first-figure.md is there already"), "all of them are told: {complaints}");
    assert_eq!(read(site.path(), "rungs.toml"), "mine");
    let other = tempfile::tempdir().unwrap();
    fs::write(other.path().join(".gitignore"), "mine").unwrap();
    assert_eq!(rungs(other.path(), &["init"]).0, 0);
    assert_eq!(read(other.path(), ".gitignore"), "mine");
    let site = made();
    assert_eq!(rungs(site.path(), &["new", "nim/first-figure"]).0, 1);
    assert!(read(site.path(), "content/nim/first-figure.md").contains("A first figure"));
}

#[test]
fn a_new_essay_has_no_faults_and_the_next_rung() {
    let site = made();
    let (status, said, _) = rungs(site.path(), &["new", "nim/my-essay"]);
    assert_eq!((status, said.as_str()), (0, "made content/nim/my-essay.md\nnext: rungs serve\n"));
    let essay = read(site.path(), "content/nim/my-essay.md");
    assert!(essay.contains("title = \"My essay\"\n") && essay.contains("rung = 2\n"), "{essay}");
    let title = "P < N & \"Nim\" \\ [z] (=w) *⊕* $x_n$";
    for (path, title) in
        [("octal/kayles.md", title), ("content/about", "About"), ("dots/a/index", "A"), ("x/ladder", "X")]
    {
        let (status, _, complaints) = rungs(site.path(), &["new", path, "--title", title]);
        assert_eq!(status, 0, "{path}: {complaints}");
    }
    assert!(
        read(site.path(), "content/octal/ladder.md").contains("title = \"Octal\""),
        "a folder of essays is a ladder"
    );
    assert!(!read(site.path(), "content/about.md").contains("rung"));
    let (status, said, complaints) = rungs(site.path(), &["check", "--strict"]);
    assert_eq!(status, 0, "{said}{complaints}");
    for (path, title) in [("x/one", "1. e4"), ("x/dash", "- 2 + 3"), ("x/hash", "# Nim")] {
        assert_eq!(rungs(site.path(), &["new", path, &format!("--title={title}")]).0, 0);
    }
    let (status, said, complaints) = rungs(site.path(), &["build"]);
    assert_eq!(status, 0, "{said}{complaints}");
    let title_of = |path: &str| {
        let page = read(site.path(), &format!("public/{path}/index.html"));
        page.split("<h1>").nth(1).unwrap().split("</h1>").next().unwrap().replace('\u{a0}', " ")
    };
    assert_eq!(title_of("x/one"), "1. e4");
    let typed = title_of("octal/kayles");
    assert!(typed.starts_with("P &lt; N &amp; ") && typed.ends_with(" \\ [z] (=w) *⊕* $x_n$"), "{typed}");
}

#[test]
#[cfg(unix)]
fn nothing_is_written_outside_of_the_site() {
    let (site, outside) = (made(), tempfile::tempdir().unwrap());
    std::os::unix::fs::symlink(outside.path(), site.path().join("content/out")).unwrap();
    let (status, _, complaints) = rungs(site.path(), &["new", "out/evil"]);
    assert_eq!(status, 1);
    assert!(complaints.contains("a symbolic link on the way to content/out/evil.md leads out"), "{complaints}");
    assert_eq!(walkdir::WalkDir::new(outside.path()).min_depth(1).into_iter().count(), 0);
    // One within the site is followed.
    std::os::unix::fs::symlink("nim", site.path().join("content/in")).unwrap();
    assert_eq!(rungs(site.path(), &["new", "in/essay"]).0, 0);
}

#[test]
fn a_folder_that_cannot_be_a_site_is_refused() {
    let site = made();
    let (status, _, complaints) = rungs(site.path(), &["init", "rungs.toml"]);
    assert!(status == 1 && complaints.contains("rungs.toml is no folder"), "{complaints}");
    let (status, _, complaints) = rungs(site.path(), &["init", "content/inner"]);
    assert!(status == 1 && complaints.contains("content/inner is in the folder content/ of the site"), "{complaints}");
    assert!(!site.path().join("content/inner").exists());
    let (status, said, _) = rungs(site.path(), &["init", "my site", "--today", "2027-02-03"]);
    assert!(status == 0 && said.ends_with("next: cd 'my site' && rungs serve\n"), "{said}");
    assert!(read(site.path(), "my site/content/nim/first-figure.md").contains("date = 2027-02-03"));
}

#[test]
fn a_path_that_cannot_be_published_is_refused() {
    let site = made();
    let refused = [
        "",
        "/etc/x",
        "../x",
        "nim/../../x",
        "nim/",
        "nim/ ",
        ".hidden",
        "nim/.x",
        "a~",
        "feed",
        "nim/First-Figure",
        "nim\\x",
    ];
    for path in refused {
        let (status, said, complaints) = rungs(site.path(), &["new", path]);
        assert_eq!(status, 1, "{path}: {said}");
        assert!(complaints.starts_with("error: "), "{path}: {complaints}");
    }
    for title in [" ", "a [link](=a)"] {
        let (status, _, complaints) = rungs(site.path(), &["new", "nim/x", "--title", title]);
        assert_eq!(status, 1, "{complaints}");
    }
    let nowhere = tempfile::tempdir().unwrap();
    let (status, _, complaints) = rungs(nowhere.path(), &["new", "nim/x"]);
    assert_eq!(status, 1);
    assert!(complaints.contains("rungs init"), "{complaints}");
    assert_eq!(walkdir::WalkDir::new(nowhere.path()).min_depth(1).into_iter().count(), 0);
}

/// What is made by hand under a name is made by `new`, too, and published at the address that is made of it.
#[test]
fn a_name_may_hold_what_the_name_of_a_file_may() {
    let site = made();
    for (path, address) in [
        ("nim/two words", "/nim/two%20words/"),
        ("nim/why #1?", "/nim/why%20%231%3F/"),
        ("nim/caf\u{e9}", "/nim/caf%C3%A9/"),
        // Composed and decomposed letters are the same.
        ("nim/the\u{301}", "/nim/th%C3%A9/"),
    ] {
        let (status, said, complaints) = rungs(site.path(), &["new", path]);
        assert_eq!(status, 0, "{path}: {said}{complaints}");
        let (status, said, complaints) = rungs(site.path(), &["build"]);
        assert_eq!(status, 0, "{path}: {said}{complaints}");
        assert!(
            read(site.path(), "public/sitemap.xml").contains(&format!("https://example.org{address}<")),
            "{address}"
        );
    }
    assert_eq!(rungs(site.path(), &["new", "nim/the\u{301}"]).0, 1, "it is there already");
    assert_eq!(rungs(site.path(), &["new", "nim/th\u{e9}"]).0, 1, "it is there already");
    fs::write(site.path().join("content/nim/a\\b.md"), "+++\ntitle = \"T\"\n+++\n").unwrap();
    let told = rungs(site.path(), &["build"]).2;
    assert!(told.contains("has a backslash in it") && told.contains("rename the file"), "{told}");
}
