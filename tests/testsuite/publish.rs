//! Publishing: all or nothing, and nothing that is not rungs' own.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use rungs::diagnostic::{Diagnostic, Severity};
use rungs::site::{MANIFEST, Output, Sound, clean, publish};
use walkdir::WalkDir;

use crate::beginnings::{made, rungs};

#[test]
fn a_site_with_a_fault_cannot_be_published() {
    let warning = Diagnostic { severity: Severity::Warning, ..Diagnostic::error("w", None, "a warning") };
    let (_, warnings) = Sound::of(Output::default(), vec![warning.clone()]).unwrap();
    assert_eq!(warnings, std::slice::from_ref(&warning));
    let faults = vec![warning, Diagnostic::error("e", None, "an error")];
    assert_eq!(Sound::of(Output::default(), faults.clone()).unwrap_err(), faults);
}

fn output(files: &[(&str, &str)]) -> Sound {
    let mut output = Output::default();
    for (path, text) in files {
        output.add(*path, *text, "test").unwrap();
    }
    Sound::of(output, Vec::new()).unwrap().0
}

/// Every file below a folder with its text, the manifest left out.
fn contents(folder: &Path) -> BTreeMap<String, String> {
    WalkDir::new(folder)
        .into_iter()
        .map(Result::unwrap)
        .filter(|entry| entry.file_type().is_file() && entry.file_name() != MANIFEST)
        .map(|entry| {
            let path = entry.path().strip_prefix(folder).unwrap().to_string_lossy().into_owned();
            (path, fs::read_to_string(entry.path()).unwrap())
        })
        .collect()
}

fn expected(files: &[(&str, &str)]) -> BTreeMap<String, String> {
    files.iter().map(|(path, text)| ((*path).to_owned(), (*text).to_owned())).collect()
}

#[test]
fn what_is_no_longer_made_goes_and_what_is_foreign_stays() {
    let root = tempfile::tempdir().unwrap();
    let public = root.path().join("public");
    fs::create_dir_all(public.join("nim")).unwrap();
    fs::write(public.join("keep.txt"), "mine").unwrap();
    fs::write(public.join("nim/keep.txt"), "mine").unwrap();
    let done = publish(
        &output(&[("a/index.html", "a"), ("nim/b/index.html", "b"), ("nim/b/f.svg", "f")]),
        &public,
        root.path(),
    )
    .unwrap();
    assert_eq!((done.written, done.unchanged, done.removed), (3, 0, 0));
    let done = publish(&output(&[("a/index.html", "a2")]), &public, root.path()).unwrap();
    assert_eq!((done.written, done.unchanged, done.removed), (1, 0, 2));
    assert_eq!(contents(&public), expected(&[("a/index.html", "a2"), ("keep.txt", "mine"), ("nim/keep.txt", "mine")]));
    assert!(!public.join("nim/b").exists(), "an empty folder goes too");
    let done = publish(&output(&[("a/index.html", "a2")]), &public, root.path()).unwrap();
    assert_eq!((done.written, done.unchanged, done.removed), (0, 1, 0));
    assert_eq!(clean(&public, root.path()).unwrap().removed, 1);
    assert_eq!(contents(&public), expected(&[("keep.txt", "mine"), ("nim/keep.txt", "mine")]));
    assert!(!public.join(MANIFEST).exists());
}

#[test]
fn a_foreign_file_is_never_overwritten() {
    let root = tempfile::tempdir().unwrap();
    let public = root.path().join("public");
    fs::create_dir_all(public.join("b")).unwrap();
    for (path, text) in [("index.html", "mine"), ("a", "mine"), ("b/keep", "mine")] {
        fs::write(public.join(path), text).unwrap();
    }
    let before = contents(&public);
    let faults =
        publish(&output(&[("index.html", "new"), ("a/index.html", "new"), ("b", "new")]), &public, root.path())
            .unwrap_err();
    assert_eq!(faults.len(), 3, "{faults:?}");
    assert_eq!(contents(&public), before);
}

#[test]
fn a_file_that_was_changed_by_hand_is_not_removed() {
    let root = tempfile::tempdir().unwrap();
    let public = root.path().join("public");
    publish(&output(&[("a.txt", "a"), ("b.txt", "b")]), &public, root.path()).unwrap();
    fs::write(public.join("b.txt"), "mine now").unwrap();
    let done = publish(&output(&[("a.txt", "a")]), &public, root.path()).unwrap();
    assert_eq!(done.left, ["b.txt"]);
    assert_eq!(contents(&public), expected(&[("a.txt", "a"), ("b.txt", "mine now")]));
}

#[test]
fn dangerous_folders_are_refused() {
    let outer = tempfile::tempdir().unwrap();
    let root = outer.path().join("site");
    for folder in ["content", "templates", "static", "repository/.git"] {
        fs::create_dir_all(root.join(folder)).unwrap();
    }
    fs::write(root.join("file"), "x").unwrap();
    std::os::unix::fs::symlink(&root, outer.path().join("alias")).unwrap();
    let home = std::env::home_dir().unwrap();
    for folder in [
        root.clone(),
        root.join("."),
        root.join(".."),
        root.join("content"),
        root.join("content/below"),
        root.join("public/../content"),
        root.join("templates"),
        root.join("static"),
        root.join("repository"),
        root.join("file"),
        outer.path().join("alias"),
        outer.path().join("alias/content"),
        "/".into(),
        home,
    ] {
        let faults = publish(&output(&[("index.html", "x")]), &folder, &root);
        assert!(faults.is_err(), "{}", folder.display());
    }
    assert!(contents(&root.join("content")).is_empty());
    assert!(publish(&output(&[("index.html", "x")]), &root.join("public"), &root).is_ok());
    assert!(publish(&output(&[("index.html", "x")]), &outer.path().join("elsewhere/deep"), &root).is_ok());
}

#[test]
fn a_folder_and_a_file_may_change_places() {
    let root = tempfile::tempdir().unwrap();
    let public = root.path().join("public");
    for files in
        [&[("a/index.html", "1"), ("b", "1")][..], &[("a", "2"), ("b/c/d", "2")], &[("a/x", "3"), ("b/c", "3")]]
    {
        publish(&output(files), &public, root.path()).unwrap();
        assert_eq!(contents(&public), expected(files));
    }
}

#[test]
fn a_symbolic_link_in_the_output_is_not_followed() {
    let root = tempfile::tempdir().unwrap();
    let public = root.path().join("public");
    let outside = tempfile::tempdir().unwrap();
    fs::create_dir_all(&public).unwrap();
    std::os::unix::fs::symlink(outside.path(), public.join("nim")).unwrap();
    assert!(publish(&output(&[("nim/index.html", "x")]), &public, root.path()).is_err());
    assert!(contents(outside.path()).is_empty());
}

#[test]
fn a_swap_that_fails_is_undone() {
    let root = tempfile::tempdir().unwrap();
    let public = root.path().join("public");
    let old = [("a.txt", "old"), ("b/c.txt", "old"), ("gone.txt", "old")];
    publish(&output(&old), &public, root.path()).unwrap();
    // A name that no disk takes: the files before it have been swapped by then.
    let long = format!("z{}", "z".repeat(300));
    let faults = publish(&output(&[("a.txt", "new"), ("b/c.txt", "new"), (&long, "new")]), &public, root.path());
    assert!(faults.is_err());
    assert_eq!(contents(&public), expected(&old));
    assert!(!public.join(".rungs-stage").exists());
    let done = publish(&output(&old), &public, root.path()).unwrap();
    assert_eq!((done.written, done.unchanged), (0, 3), "the manifest is as it was");
}

#[test]
fn the_manifest_is_what_b3sum_checks() {
    let root = tempfile::tempdir().unwrap();
    let public = root.path().join("public");
    publish(&output(&[("a.txt", "a"), ("b/c.txt", "b")]), &public, root.path()).unwrap();
    let manifest = fs::read_to_string(public.join(MANIFEST)).unwrap();
    // The hash of "a" as b3sum 1.5 prints it.
    assert!(
        manifest.starts_with("17762fddd969a453925d65717ac3eea21320b66b54342fde15128d6caf21215f  a.txt\n"),
        "{manifest}"
    );
}

#[test]
fn a_manifest_that_points_elsewhere_removes_nothing_there() {
    let root = tempfile::tempdir().unwrap();
    let public = root.path().join("public");
    fs::create_dir_all(&public).unwrap();
    fs::write(root.path().join("precious"), "a").unwrap();
    let hash = "17762fddd969a453925d65717ac3eea21320b66b54342fde15128d6caf21215f";
    fs::write(public.join(MANIFEST), format!("{hash}  ../precious\n")).unwrap();
    publish(&output(&[("a.txt", "a")]), &public, root.path()).unwrap();
    assert!(root.path().join("precious").exists());
}

#[test]
fn a_folder_where_a_file_belongs_is_told_by_its_name() {
    let root = tempfile::tempdir().unwrap();
    let public = root.path().join("public");
    fs::create_dir_all(public.join("a.txt/mine")).unwrap();
    let files = [("a.txt", "a"), ("b.txt", "b")];
    let faults = publish(&output(&files), &public, root.path()).err().unwrap();
    let told = format!("{faults:?}");
    assert!(told.contains("a.txt is a folder that rungs did not make") && !told.contains("attic"), "{told}");
    assert!(!public.join("b.txt").exists());
    fs::remove_dir_all(public.join("a.txt")).unwrap();
    publish(&output(&files), &public, root.path()).unwrap();
    fs::remove_file(public.join("a.txt")).unwrap();
    fs::create_dir(public.join("a.txt")).unwrap();
    let found = rungs::site::compare(&output(&files), &public).unwrap();
    assert_eq!((found.folders, found.missing), (vec!["a.txt".to_owned()], vec![]));
}

/// What stands where the list of what rungs wrote belongs, and is none, is told with a way out, which works.
#[test]
fn a_manifest_that_is_none_is_told_and_moved_away() {
    let site = made();
    let run = |arguments: &[&str]| rungs(site.path(), arguments);
    assert_eq!(run(&["build"]).0, 0);
    let public = site.path().join("public");
    let manifest = public.join(MANIFEST);
    let garbled: [(&dyn Fn(), &str); 3] = [
        (&|| fs::write(&manifest, b"\xff\xfe").unwrap(), "it is not UTF-8"),
        (&|| fs::write(&manifest, "<<<<<<< HEAD\n").unwrap(), "its line 1 is no hash and path"),
        (&|| fs::create_dir(&manifest).unwrap(), "it is a folder"),
    ];
    for (garble, told) in garbled {
        fs::write(public.join("mine.txt"), "mine").unwrap();
        fs::remove_file(&manifest).unwrap();
        garble();
        let before = WalkDir::new(&public).into_iter().count();
        for command in ["build", "verify", "clean"] {
            let (status, _, complaints) = run(&[command]);
            assert_eq!(status, 1, "{command}: {complaints}");
            let first = format!("error: public/.rungs-manifest is not the list of what rungs wrote: {told}\n");
            assert!(complaints.starts_with(&first), "{command}: {complaints}");
            assert!(complaints.contains("move public away, or choose another --output"), "{command}: {complaints}");
        }
        assert_eq!(WalkDir::new(&public).into_iter().count(), before, "nothing is removed");
        assert_eq!(run(&["build", "--output", "elsewhere"]).0, 0);
        assert_eq!(run(&["clean", "--output", "elsewhere"]).0, 0);
        let aside = site.path().join("aside");
        fs::rename(&public, &aside).unwrap();
        for command in ["build", "verify", "clean", "build"] {
            let (status, _, complaints) = run(&[command]);
            assert_eq!(status, 0, "{command}: {complaints}");
        }
        assert!(aside.join("mine.txt").exists());
        fs::remove_dir_all(aside).unwrap();
    }
}

/// As of a folder that was copied without what begins with a full stop.
#[test]
fn a_site_without_its_manifest_is_one_fault() {
    let site = made();
    assert_eq!(rungs(site.path(), &["build"]).0, 0);
    fs::remove_file(site.path().join("public").join(MANIFEST)).unwrap();
    let (status, _, complaints) = rungs(site.path(), &["build"]);
    assert_eq!(status, 1);
    let told = " files stand where those of the site belong, and public/.rungs-manifest is missing\n";
    assert!(complaints.contains(told) && complaints.matches("error: ").count() == 1, "{complaints}");
    assert!(complaints.contains("move public away"), "{complaints}");
}
