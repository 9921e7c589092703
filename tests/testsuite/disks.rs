//! Disks that fail: full, read-only, with files that may not be read or that vanish. What was published stays.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

use rungs::diagnostic::Diagnostic;
use rungs::site::{Disk, Listing, Options, Output, Sound, Tree, World, build, publish};
use rungs::verify::{Budget, Gate, Panel};

/// A disk of its own, as only root can mount one.
struct Mount(PathBuf);

impl Mount {
    fn new(folder: &Path, size: &str) -> Option<Self> {
        fs::create_dir_all(folder).unwrap();
        let mounted = run("mount", &["-t", "tmpfs", "-o", size, "rungs", &folder.display().to_string()]);
        mounted.then(|| Self(folder.to_owned()))
    }
}

impl Drop for Mount {
    fn drop(&mut self) {
        run("umount", &[&self.0.display().to_string()]);
    }
}

fn run(program: &str, arguments: &[&str]) -> bool {
    Command::new(program).args(arguments).output().is_ok_and(|output| output.status.success())
}

/// Says that a test could not be held, past the harness, which would swallow it.
fn skipped(why: &str) {
    let _ = writeln!(std::io::stderr(), "skipped: {why}");
}

fn output(files: &[(&str, usize)]) -> Sound {
    let mut output = Output::default();
    for (path, size) in files {
        output.add(*path, vec![b'x'; *size], "test").unwrap();
    }
    Sound::of(output, Vec::new()).unwrap().0
}

/// Every file below a folder, with its length.
fn contents(folder: &Path) -> BTreeMap<PathBuf, u64> {
    let entries = walkdir::WalkDir::new(folder).into_iter().map(Result::unwrap);
    let files = entries.filter(|entry| entry.file_type().is_file());
    files.map(|entry| (entry.path().to_owned(), entry.metadata().unwrap().len())).collect()
}

#[test]
fn on_a_full_disk_what_was_published_stays() {
    let root = tempfile::tempdir().unwrap();
    let public = root.path().join("public");
    let Some(_mount) = Mount::new(&public, "size=256k") else { return skipped("no disk can be mounted here") };
    let small = output(&[("a.txt", 1_000), ("b/c.txt", 50_000), ("gone.txt", 10)]);
    publish(&small, &public, root.path()).unwrap();
    let before = contents(&public);
    let faults = publish(&output(&[("a.txt", 2_000), ("z.txt", 400_000)]), &public, root.path()).unwrap_err();
    assert!(faults[0].message.contains("public"), "the file is named: {faults:?}");
    assert_eq!(faults[0].help, ["what was published is as it was"]);
    assert_eq!(contents(&public), before);
    let done = publish(&small, &public, root.path()).unwrap();
    assert_eq!((done.written, done.unchanged), (0, 3));
}

#[test]
fn on_a_read_only_disk_what_was_published_stays() {
    let root = tempfile::tempdir().unwrap();
    let public = root.path().join("public");
    let Some(_mount) = Mount::new(&public, "size=256k") else { return skipped("no disk can be mounted here") };
    publish(&output(&[("a.txt", 1_000)]), &public, root.path()).unwrap();
    let before = contents(&public);
    assert!(run("mount", &["-o", "remount,ro", &public.display().to_string()]));
    let faults = publish(&output(&[("a.txt", 2_000)]), &public, root.path()).unwrap_err();
    assert!(faults[0].message.contains("public"), "{faults:?}");
    assert_eq!(contents(&public), before);
}

#[test]
fn a_file_that_may_not_be_read_is_named() {
    let root = tempfile::tempdir().unwrap();
    let write = |path: &str, text: &str| {
        let path = root.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text).unwrap();
        path
    };
    write("rungs.toml", "title = \"T\"\nbase_url = \"https://example.org/\"\n");
    let secret = write("content/secret.md", "+++\ntitle = \"S\"\n+++\n");
    fs::set_permissions(&secret, fs::Permissions::from_mode(0o000)).unwrap();
    fs::set_permissions(root.path(), fs::Permissions::from_mode(0o755)).unwrap();
    // Root may read everything, so a copy of the program is run as nobody.
    let rungs = root.path().join("rungs");
    fs::copy(env!("CARGO_BIN_EXE_rungs"), &rungs).unwrap();
    let mut check = Command::new(&rungs);
    check.args(["check", "--root"]).arg(root.path()).current_dir("/");
    if fs::read(&secret).is_ok() {
        check.uid(65_534);
    }
    let Ok(done) = check.output() else { return skipped("no other user can be had here") };
    let told = String::from_utf8_lossy(&done.stderr).into_owned();
    assert_eq!(done.status.code(), Some(1), "{told}");
    assert!(told.contains("content/secret.md cannot be read: permission denied"), "{told}");
}

/// A folder of which a file vanishes once it has been listed.
struct Vanishing(BTreeMap<String, Vec<u8>>);

impl World for Vanishing {
    fn files(&self, folder: &str) -> Listing {
        let mut listing = self.0.files(folder);
        listing.files.extend((folder == "content").then(|| "content/nim/ghost.md".to_owned()));
        listing
    }

    fn read(&self, path: &str) -> Result<Arc<Vec<u8>>, Diagnostic> {
        self.0.read(path)
    }
}

#[test]
fn a_file_that_vanishes_during_the_build_is_named() {
    let file = |path: &str, text: &str| (path.to_owned(), text.as_bytes().to_vec());
    let world = Vanishing(BTreeMap::from([
        file("rungs.toml", "title = \"T\"\nbase_url = \"https://example.org/\"\n"),
        file("content/nim/ladder.md", "+++\ntitle = \"Nim\"\n+++\n"),
    ]));
    let options =
        Options { today: "2026-11-28".parse().unwrap(), drafts: false, future: false, base_url: None, cards: true };
    let faults = build(&world, &Gate::new(Panel::default(), Budget::default()), &options).err().unwrap();
    assert!(faults[0].message.contains("content/nim/ghost.md"), "{faults:?}");
}

/// A sparse file takes no room on the disk; read, it would take the memory.
#[test]
fn a_file_that_is_too_large_is_told_and_not_read() {
    let folder = tempfile::tempdir().unwrap();
    let nim = folder.path().join("content/nim");
    fs::create_dir_all(&nim).unwrap();
    fs::write(folder.path().join("rungs.toml"), "title = \"T\"\nbase_url = \"https://example.org/\"\n").unwrap();
    fs::write(nim.join("ladder.md"), "+++\ntitle = \"Nim\"\n+++\n").unwrap();
    fs::File::create(nim.join("film.mov")).unwrap().set_len(2 << 30).unwrap();
    let listing = Disk::new(folder.path()).files("content");
    assert_eq!(listing.files, ["content/nim/ladder.md"]);
    let (path, fault) = &listing.faults[0];
    assert_eq!(path, "content/nim/film.mov");
    assert!(fault.message.contains("2,147,483,648 bytes") && !fault.help.is_empty(), "{fault:?}");
    fs::remove_file(nim.join("film.mov")).unwrap();
    fs::write(nim.join("two\nlines.txt"), "").unwrap();
    let faults = Tree::read(&Disk::new(folder.path())).1;
    assert!(faults.len() == 1 && faults[0].message.contains("control character"), "{faults:?}");
}
