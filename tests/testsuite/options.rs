//! What the options of the commands do, as their help says.

use super::beginnings::{made, read, rungs};

#[test]
fn a_day_that_is_none_is_misread() {
    let site = made();
    for day in ["yesterday", "2026-02-30", "28.11.2026", ""] {
        let (status, said, complaints) = rungs(site.path(), &["build", "--today", day]);
        assert_eq!((status, said.as_str()), (2, ""), "{day}");
        assert!(complaints.contains("a day is written year-month-day, as 2026-11-28"), "{complaints}");
    }
    assert!(!site.path().join("public").exists());
}

#[test]
fn a_quiet_build_says_nothing_but_faults() {
    let site = made();
    let (status, said, complaints) = rungs(site.path(), &["build", "-q"]);
    assert_eq!((status, said.as_str(), complaints.as_str()), (0, "", ""));
    let (status, said, complaints) = rungs(site.path(), &["check", "-q"]);
    assert_eq!((status, said.as_str(), complaints.as_str()), (0, "", ""));
    let essay = site.path().join("content/nim/first-figure.md");
    let text = read(site.path(), "content/nim/first-figure.md");
    std::fs::write(essay, format!("{text}\n[one](=nothing.there)\n")).unwrap();
    let (status, said, complaints) = rungs(site.path(), &["build", "-q"]);
    assert_eq!((status, said.as_str()), (1, ""));
    assert!(complaints.contains("first-figure.md:") && complaints.ends_with("nothing was published\n"), "{complaints}");
}

#[test]
fn a_build_says_where_it_published() {
    let site = made();
    let (_, said, _) = rungs(site.path(), &["build"]);
    assert!(said.contains("\npublic: ") && said.contains(" files written, 0 unchanged, in "), "{said}");
    let (_, said, _) = rungs(site.path(), &["build", "--output", "elsewhere/site"]);
    assert!(said.contains("\nelsewhere/site: "), "{said}");
    assert!(read(site.path(), "elsewhere/site/index.html").contains("<title>"));
    let (status, said, complaints) = rungs(site.path(), &["verify", "--output", "elsewhere/site"]);
    assert!(status == 0 && said.contains(" files in elsewhere/site are what comes of them"), "{said}{complaints}");
    let (status, _, complaints) = rungs(site.path(), &["verify", "--output", "nowhere"]);
    assert!(status == 1 && complaints.contains("nothing is published in nowhere"), "{complaints}");
}

#[test]
fn a_site_that_moves_takes_its_addresses_with_it() {
    let site = made();
    assert_eq!(rungs(site.path(), &["build", "--base-url", "https://old.example/first/"]).0, 0);
    assert_eq!(rungs(site.path(), &["build", "--base-url", "https://new.example/sub/path/"]).0, 0);
    let files = walkdir::WalkDir::new(site.path().join("public")).into_iter().filter_map(Result::ok);
    let mut new = 0;
    for file in files.filter(|file| file.file_type().is_file()) {
        let bytes = std::fs::read(file.path()).unwrap();
        let text = String::from_utf8_lossy(&bytes);
        assert!(!text.contains("old.example") && !text.contains("/first/\""), "{}", file.path().display());
        new += usize::from(text.contains("https://new.example/sub/path/"));
    }
    assert!(new >= 4, "pages, feed, sitemap, robots.txt");
    let (status, _, complaints) = rungs(site.path(), &["verify"]);
    assert!(status == 1 && complaints.contains("--base-url"), "{complaints}");
    assert_eq!(rungs(site.path(), &["verify", "-u", "https://new.example/sub/path/"]).0, 0);
}

#[test]
fn a_folder_that_is_no_site_is_told() {
    let folder = tempfile::tempdir().unwrap();
    for arguments in [["clean", "--root", "nowhere"], ["serve", "--root", "nowhere"], ["clean", "--root", "."]] {
        let (status, said, complaints) = rungs(folder.path(), &arguments);
        assert_eq!((status, said.as_str()), (1, ""), "{arguments:?}");
        assert!(complaints.contains("there is no site in ") && complaints.contains("rungs init"), "{complaints}");
    }
    let site = made();
    let (status, _, complaints) = rungs(&site.path().join("content"), &["new", "nim/x"]);
    assert!(status == 1 && complaints.contains("help: there is one in "), "{complaints}");
}

/// A machine that builds the site may be a day behind the one on which it is written.
#[test]
fn what_is_new_is_not_held_back_elsewhere() {
    let folder = tempfile::tempdir().unwrap();
    let run = |zone: &str, arguments: &[&str]| {
        let output = std::process::Command::new(env!("CARGO_BIN_EXE_rungs"))
            .args(arguments)
            .current_dir(folder.path())
            .env("TZ", zone)
            .output()
            .unwrap();
        (output.status.code(), String::from_utf8(output.stdout).unwrap())
    };
    for zone in ["Pacific/Kiritimati", "UTC-14", "Etc/GMT+12"] {
        let name = zone.replace('/', "-").to_lowercase();
        assert_eq!(run(zone, &["init", &name]).0, Some(0));
        assert_eq!(run(zone, &["new", "nim/another", "--root", &name]).0, Some(0));
        let (status, said) = run("UTC", &["check", "--root", &name]);
        assert!(status == Some(0) && !said.contains("held back"), "{zone}: {said}");
    }
}

#[test]
fn what_is_no_text_is_told_at_its_first_byte() {
    let folder = tempfile::tempdir().unwrap();
    let directive = b"game = \"nim\"\nheaps = [3, 4] # \xff\n";
    std::fs::write(folder.path().join("d.toml"), directive).unwrap();
    for (file, told) in [("-", "standard input is not UTF-8"), ("d.toml", "d.toml is not UTF-8")] {
        let output = std::process::Command::new(env!("CARGO_BIN_EXE_rungs"))
            .args(["figure", "columns", file])
            .current_dir(folder.path())
            .stdin(std::fs::File::open(folder.path().join("d.toml")).unwrap())
            .output()
            .unwrap();
        let complaints = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{complaints}");
        assert!(
            complaints.starts_with(&format!("error: {told}: the first byte that is none stands here\n")),
            "{complaints}"
        );
        assert!(complaints.contains(&format!(" --> {file}:2:18\n")), "{complaints}");
    }
}

/// What is read by another program has the same lines whatever the terminal beside it.
#[test]
fn help_that_is_no_terminals_has_lines_of_its_own() {
    let help = |columns: &str| {
        let output = std::process::Command::new(env!("CARGO_BIN_EXE_rungs"))
            .args(["build", "--help"])
            .env("COLUMNS", columns)
            .output()
            .unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    let wide = help("200");
    assert!(wide.lines().all(|line| line.chars().count() <= 100), "{wide}");
    assert_eq!(help("50"), wide);
}

/// fish is told by clap what options take, and not what stands in each place.
#[test]
fn fish_offers_what_may_stand_in_each_place() {
    let folder = tempfile::tempdir().unwrap();
    let (_, script, _) = rungs(folder.path(), &["completions", "fish"]);
    std::fs::write(folder.path().join("rungs.fish"), script).unwrap();
    std::fs::create_dir_all(folder.path().join("content")).unwrap();
    std::fs::write(folder.path().join("notes.md"), "").unwrap();
    let offered = |line: &str| {
        let asked = format!("source rungs.fish; complete -C '{line}'");
        let mut fish = std::process::Command::new("fish");
        let output = fish.args(["--no-config", "-c", &asked]).current_dir(folder.path()).output().ok()?;
        let words = String::from_utf8(output.stdout).unwrap();
        Some(words.lines().map(|line| line.split('\t').next().unwrap().to_owned()).collect::<Vec<_>>())
    };
    let Some(games) = offered("rungs solve ") else {
        eprintln!("skipped: fish is not here");
        return;
    };
    assert!(games.contains(&"moore(2)".to_owned()) && !games.contains(&"notes.md".to_owned()), "{games:?}");
    for (line, expected, not) in [
        ("rungs figure ", "two-heaps", "notes.md"),
        ("rungs figure columns ", "notes.md", "two-heaps"),
        ("rungs explain ", "kayles", "build"),
        ("rungs explain no", "notes.md", "build"),
        ("rungs init ", "content/", "notes.md"),
        ("rungs build --root ", "content/", "notes.md"),
        ("rungs completions ", "elvish", "notes.md"),
    ] {
        let words = offered(line).unwrap();
        let has = |word: &str| words.iter().any(|known| known == word);
        assert!(has(expected) && !has(not), "{line}: {words:?}");
    }
    assert!(offered("rungs new ").unwrap().is_empty());
}

#[test]
fn one_thing_is_told_in_the_singular() {
    let site = made();
    assert_eq!(rungs(site.path(), &["new", "nim/one"]).0, 0);
    let (_, said, _) = rungs(site.path(), &["explain", "nim/one.md"]);
    assert!(said.starts_with("content/nim/one.md: 1 figure\n"), "{said}");
    let (_, said, _) = rungs(site.path(), &["solve", "nim", "1"]);
    assert!(said.contains("winning move, 1 of 1 option: 0"), "{said}");
    assert_eq!(rungs(site.path(), &["build"]).0, 0);
    let (_, said, _) = rungs(site.path(), &["clean"]);
    assert!(said.ends_with("from .rungs/cache\n") && !said.contains("./"), "{said}");
}
