//! How a figure came to be, told on the command line and on its page; what is published, held against what is computed.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use rungs::site::MANIFEST;
use tempfile::TempDir;

use crate::sketch::{png, sketch};

const RUNGS: &str = env!("CARGO_BIN_EXE_rungs");

const ESSAY: &str = "+++\ntitle = \"T\"\nsummary = \"Of [8](=l.lost) losses.\"\n+++\n\
    ```figure losses\nid = \"l\"\ngame = \"moore(2)\"\nheaps = 3\nmax = 7\n```\n\nThere are [eight](=l.lost).\n";

fn site() -> TempDir {
    let site = tempfile::tempdir().unwrap();
    let nim = site.path().join("content/nim");
    fs::create_dir_all(&nim).unwrap();
    fs::write(site.path().join("rungs.toml"), "title = \"A site\"\nbase_url = \"https://example.org/\"\n").unwrap();
    fs::write(nim.join("ladder.md"), "+++\ntitle = \"Nim\"\n+++\nIn [8](=t.md#l.lost) ways.\n").unwrap();
    fs::write(nim.join("t.md"), ESSAY).unwrap();
    site
}

fn rungs(site: &Path, arguments: &[&str]) -> Output {
    Command::new(RUNGS).args(arguments).args(["--color", "never"]).arg("--root").arg(site).output().unwrap()
}

fn said(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

/// The standard output of a command that must end well.
fn well(site: &Path, arguments: &[&str]) -> String {
    let output = rungs(site, arguments);
    assert!(output.status.success(), "{arguments:?}: {}", said(&output));
    String::from_utf8(output.stdout).unwrap()
}

/// The answers that are kept; pictures are kept beside them.
fn entries(site: &Path) -> Vec<PathBuf> {
    let files = walkdir::WalkDir::new(site.join(".rungs/cache")).sort_by_file_name().into_iter();
    let files = files.map(|entry| entry.unwrap().into_path()).filter(|path| path.file_name().unwrap().len() == 64);
    files.filter(|path| String::from_utf8_lossy(&fs::read(path).unwrap()).contains("\"ask\"")).collect()
}

/// What an author shows as code is no leftover, where it is told again without its markup.
#[test]
fn code_that_looks_like_a_claim_may_be_retold() {
    let body = "```figure losses\nid = \"l\"\ngame = \"moore(2)\"\nheaps = 3\nmax = 7\n\
                caption = \"Write `[8](=l.lost)` for [8](=l.lost).\"\n```\n\n\
                Write `[8](=l.lost)` or `[](#l)`, and [8](=l.lost) is held against [](#l).\n";
    let text = format!("+++\ntitle = \"The form `[8](=l.lost)`\"\nsummary = \"Of `[](#l)`.\"\n+++\n{body}");
    let site = sketch().file("content/nim/a.md", text);
    let page = site.published("nim/a/index.html");
    assert!(page.contains("<q>Write [8](=l.lost) or [](#l), and 8 is held against Figure 1.</q>"), "{page}");
}

#[test]
fn a_figure_is_explained_and_its_command_derives_it_again() {
    let site = site();
    let explain = || well(site.path(), &["explain", "content/nim/t.md#l"]);
    let first = explain();
    for part in [
        "`l` is losses in content/nim/t.md, line 5",
        "game = \"moore(2)\"",
        "the outcome of 120 positions of moore(2), normal play",
        "sieve (definition) and binary columns mod k + 1 (closed form) agree on every one",
        "wrong on purpose, fails on",
        "the question was new to .rungs/cache",
        "content/nim/ladder.md:4:4  [8](=t.md#l.lost)",
        "content/nim/t.md:3:15  [8](=l.lost)",
        "content/nim/t.md:12:11  [eight](=l.lost)",
    ] {
        assert!(first.contains(part), "{part} is not in\n{first}");
    }
    let command = first.lines().last().unwrap().trim();
    assert!(command.starts_with("rungs figure losses content/nim/t.md#l --facts"), "{command}");
    let path = format!("{}:{}", Path::new(RUNGS).parent().unwrap().display(), std::env::var("PATH").unwrap());
    let again = Command::new("sh").args(["-c", command]).env("PATH", path).output().unwrap();
    assert!(String::from_utf8_lossy(&again.stdout).contains("\"lost\":8,"), "{}", said(&again));

    let second = explain();
    assert!(second.contains("reused from .rungs/cache") && !second.contains("computed in"), "{second}");
    for entry in entries(site.path()) {
        let mut bytes = fs::read(&entry).unwrap();
        *bytes.last_mut().unwrap() ^= 1;
        fs::write(&entry, bytes).unwrap();
    }
    let third = explain();
    assert!(third.contains("computed in") && third.contains("damaged (its checksum is another)"), "{third}");
    assert!(explain().contains("reused from"));
    assert!(well(site.path(), &["explain", "--no-cache", "nim/t.md#l"]).contains("the cache was not asked"));

    assert!(well(site.path(), &["explain", "nim/t.md"]).contains("#l  losses in line 5"));
    for (arguments, told) in [
        (["explain", "nim/t.md#ll"], "did you mean #l?"),
        (["explain", "nim/none.md#l"], "there is no file nim/none.md"),
        (["explain", "../../etc/passwd#l"], "there is no file ../../etc/passwd"),
    ] {
        let output = rungs(site.path(), &arguments);
        assert!(output.status.code() == Some(1) && said(&output).contains(told), "{}", said(&output));
    }
    let output = rungs(site.path(), &["figure", "sweep", "content/nim/t.md#l"]);
    assert!(said(&output).contains("rungs figure losses content/nim/t.md#l"), "{}", said(&output));
}

#[test]
fn a_build_says_what_it_reused_and_the_cache_changes_no_byte() {
    let site = site();
    let build = || well(site.path(), &["build"]);
    let published = || {
        let files = walkdir::WalkDir::new(site.path().join("public")).sort_by_file_name().into_iter();
        let files = files.map(Result::unwrap).filter(|entry| entry.file_type().is_file());
        files.map(|entry| (entry.path().to_owned(), fs::read(entry.path()).unwrap())).collect::<Vec<_>>()
    };
    let told = build();
    assert!(told.contains("1 figure from 1 answer, 1 computed and 0 reused"), "{told}");
    let cold = published();
    let told = build();
    assert!(told.contains("0 computed and 1 reused"), "{told}");
    assert_eq!(published(), cold);
    fs::write(&entries(site.path())[0], "half an entry").unwrap();
    assert!(build().contains("1 computed and 0 reused"));
    assert_eq!(published(), cold);
    let told = well(site.path(), &["clean"]);
    assert!(told.contains("and 2 entries"), "{told}");
    assert!(!site.path().join(".rungs").exists() && !site.path().join("public").exists());
    assert!(build().contains("1 computed and 0 reused"));
    assert_eq!(published(), cold);
    assert!(well(site.path(), &["build", "--no-cache"]).contains("1 computed and 0 reused"));
    assert_eq!(published(), cold);
    assert_eq!(entries(site.path()).len(), 1);
}

#[test]
fn what_is_published_is_held_against_what_is_computed() {
    let site = site();
    let folder = site.path().join("public");
    let verify = || rungs(site.path(), &["verify"]);
    assert!(said(&verify()).contains("nothing is published in"), "{}", said(&verify()));
    well(site.path(), &["build"]);
    let output = verify();
    assert!(output.status.success() && said(&output).contains("1 answer found anew"), "{}", said(&output));

    // Somebody's own file is named and does no harm.
    fs::write(folder.join("CNAME"), "example.org").unwrap();
    let output = verify();
    assert!(
        output.status.success()
            && said(&output).contains("note: ")
            && said(&output).contains("CNAME is not rungs' own")
    );

    // A wrong answer in the cache, believed or not, changes nothing here.
    fs::write(&entries(site.path())[0], "nonsense").unwrap();
    assert!(verify().status.success());

    let facts = folder.join("nim/t/figures/l.json");
    let right = fs::read_to_string(&facts).unwrap();
    fs::write(&facts, right.replace("\"lost\": 8", "\"lost\": 9")).unwrap();
    fs::remove_file(folder.join("nim/t/figures/l.csv")).unwrap();
    let manifest = fs::read_to_string(folder.join(MANIFEST)).unwrap();
    fs::write(folder.join("old.html"), "old").unwrap();
    let hash = blake3::hash(b"old").to_hex();
    fs::write(folder.join(MANIFEST), format!("{manifest}{hash}  old.html\n")).unwrap();
    let output = verify();
    let told = said(&output);
    assert_eq!(output.status.code(), Some(1), "{told}");
    let line = right.lines().position(|line| line.contains("\"lost\": 8")).unwrap() + 1;
    for part in [
        format!("l.json is not what is computed now; they differ from line {line} on"),
        "l.csv is missing".to_owned(),
        "old.html was published once, and nothing makes it any more".to_owned(),
        format!("{MANIFEST} is not what is computed now"),
    ] {
        assert!(told.contains(&part), "{part} is not in\n{told}");
    }
    assert!(fs::read_to_string(&facts).unwrap().contains("\"lost\": 9"), "verify writes nothing");
}

#[test]
fn names_are_set_apart_in_the_line_that_tells_who_checked_a_figure() {
    let line = |figure: &str| {
        let page = sketch().essay("nim/a.md", &format!("```figure {figure}\n```\n")).published("nim/a/index.html");
        let line = page.split("<p class=\"checked\">").nth(1).unwrap().split("</p>").next().unwrap();
        // Where no line ends is not looked at here.
        line.replace('\u{a0}', " ")
    };
    assert_eq!(
        line("sequence\nid = \"s\"\ngame = \"subtraction(1,2,3)\"\nmax = 23"),
        "Checked by <em>nim-sum of heap values</em>, and by <em>one heap beside Nim heaps</em>, over 24 positions. \
         Made wrong on purpose, the first fails with <em>nim-sum of sizes</em> on 20 of 24; \
         the second with <em>value + 1</em> on 24 of 24."
    );
    assert_eq!(
        line("losses\nid = \"l\"\ngame = \"nim\"\nheaps = 3\nmax = 7\nconvention = \"misere\""),
        "Checked by <em>sieve</em>, and by <em>Bouton\u{2019}s misère rule</em>, over 120 positions. \
         Made wrong on purpose, the first fails with <em>the normal ending</em> on 4 of 120; \
         the second with <em>the normal rule</em> on 4 of 120."
    );
    let twice = line("sweep\nid = \"w\"\ngame = \"moore(2)\"\nheaps = 3\nmax = 7");
    assert!(twice.ends_with("over 120 positions (one basis, told twice)."), "{twice}");
}

#[test]
fn a_figure_names_the_sentences_that_rely_on_it() {
    let figure = "```figure losses\nid = \"l\"\ngame = \"moore(2)\"\nheaps = 3\nmax = 7\n\
                  caption = \"All [8](=l.lost) of *them*.\"\n```\n";
    let site = sketch()
        .essay("nim/a.md", &format!("{figure}\nFirst. In [](#l) there are [8](=l.lost) & [fewer than nine](=l.lost \"< 9\"). Last.\n"))
        .essay("nim/b.md", "- Elsewhere [eight](=a.md#l.lost),[^n]\n\n![[8](=a.md#l.lost) ways](p.png)\n\n[^n]: or [](=a.md#l.lost).\n")
        .file("content/nim/p.png", png(3, 2));
    let page = site.published("nim/a/index.html");
    let details =
        page.split("<summary>How it was computed</summary>").nth(1).unwrap().split("</details>").next().unwrap();
    // Where no line ends is not looked at here.
    let details = details.replace('\u{a0}', " ");
    for part in [
        "The outcome of 120 positions of <code>moore(2)</code>, normal play: <em>sieve</em> (definition), and <em>binary columns mod k + 1</em> (closed form), agree on every one. Made wrong on purpose, <em>binary columns mod k + 1</em> fails with <em>divisor 2</em> on 21 of 120 positions.",
        "<li><a href=\"#reference.1\"><q>In Figure 1 there are 8 &amp; fewer than nine.</q></a></li>",
        "<li><a href=\"#claim.3\"><q>All 8 of them.</q></a></li>",
        "<li><a href=\"/sub/nim/b/#claim.1\"><q>Elsewhere eight,</q></a></li>",
        "<li><a href=\"/sub/nim/b/\"><q>8 ways</q></a></li>",
        "<li><a href=\"/sub/nim/b/#claim.3\"><q>or 8.</q></a></li>",
        "<code>rungs figure losses content/nim/a.md#l</code>",
    ] {
        assert!(details.contains(part), "{part} is not in\n{details}");
    }
    assert_eq!(details.matches("there are 8").count(), 1, "a sentence is named once");
    assert!(
        page.contains("id=\"reference.1\"")
            && page.contains("id=\"claim.1\"")
            && site.published("nim/b/index.html").contains("id=\"claim.3\"")
    );
    assert!(!site.published("feed.xml").contains("claim."), "feed readers see plain text");
    let facts: serde_json::Value = serde_json::from_str(&site.published("nim/a/figures/l.json")).unwrap();
    let relied = facts["relied_on_by"].as_array().unwrap();
    assert_eq!(relied.len(), 5, "{relied:?}");
    assert_eq!(relied[0]["address"], "https://example.org/sub/nim/a/#reference.1");
    assert_eq!(relied[0]["sentence"], "In Figure 1 there are 8 & fewer than nine.");
}

#[test]
fn two_hundred_false_claims_are_shown_sensibly_and_mended_at_once() {
    let site = site();
    let file = site.path().join("content/nim/t.md");
    let claims: String =
        (0..200).map(|i| format!("Line {}: [nine](=l.lost) ways, é.\r\n", ["a", "b"][i % 2])).collect();
    let wrong = format!("{ESSAY}\r\n{claims}");
    fs::write(&file, &wrong).unwrap();
    let output = rungs(site.path(), &["check"]);
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(told.lines().count() < 80, "{told}");
    assert!(told.contains("… and 185 more of false-claim") && told.ends_with("200 faults\n"), "{told}");
    assert!(told.contains("--> content/nim/t.md:14:10"), "{told}");
    for format in ["json", "github"] {
        let told = String::from_utf8(rungs(site.path(), &["check", "--format", format]).stdout).unwrap();
        assert_eq!(told.lines().count(), 200, "{format}");
    }
    let output = rungs(site.path(), &["check", "--fix"]);
    assert!(output.status.success(), "{}", said(&output));
    let told = String::from_utf8(output.stderr).unwrap();
    let change = "content/nim/t.md:14\n- Line a: [nine](=l.lost) ways, é.\n+ Line a: [eight](=l.lost) ways, é.\n";
    assert!(told.contains(change) && told.contains("200 faults mended"), "{told}");
    assert_eq!(fs::read_to_string(&file).unwrap(), wrong.replace("[nine]", "[eight]"), "nothing else has changed");
}

#[test]
fn what_the_gallery_adds_is_explained_and_derived_like_any_figure() {
    let site = site();
    let gallery = "+++\ntitle = \"Gallery\"\n[extra]\ngallery = true\n+++\n";
    fs::write(site.path().join("content/gallery.md"), gallery).unwrap();
    let told = well(site.path(), &["explain", "content/gallery.md#example-losses"]);
    assert!(
        told.contains("`example-losses` is losses in content/gallery.md, which the page of the gallery adds"),
        "{told}"
    );
    let command = ["figure", "losses", "content/gallery.md#example-losses", "--facts"];
    assert!(well(site.path(), &command).contains("\"lost\""));
    assert!(well(site.path(), &["explain", "content/gallery.md"]).contains("#example-columns"));
}

#[test]
fn references_rely_on_a_figure_too() {
    let site = site();
    fs::write(site.path().join("content/nim/u.md"), "+++\ntitle = \"U\"\n+++\nAs in [](t.md#l).\n").unwrap();
    let told = well(site.path(), &["explain", "content/nim/t.md#l"]);
    assert!(told.contains("  content/nim/u.md:4:7  [](t.md#l)\n"), "{told}");
}

#[test]
fn a_mended_number_keeps_its_form_and_the_difference_its_lines() {
    let site = site();
    let essay = ESSAY.replace(
        "There are [eight](=l.lost).\n",
        "There are [NINE](=l.lost), the\n[seventh](=l.lost), the [9th](=l.lost),\n[*se*ven](=l.lost) and [eight hundred and\nsix](=l.lost).\n\nThe end.\n",
    );
    let path = site.path().join("content/nim/t.md");
    fs::write(&path, &essay).unwrap();
    let output = rungs(site.path(), &["check", "--fix"]);
    let told = said(&output);
    let mended = essay
        .replace("NINE", "EIGHT")
        .replace("seventh", "eighth")
        .replace("9th", "8th")
        .replace("eight hundred and\nsix", "eight");
    assert_eq!(fs::read_to_string(&path).unwrap(), mended);
    assert!(told.contains("t.md:12\n- There are [NINE](=l.lost), the\n+ There are [EIGHT](=l.lost), the\n"), "{told}");
    assert!(told.contains("+ [eighth](=l.lost), the [8th](=l.lost),\ncontent/nim/t.md:14\n- [*se*ven]"), "{told}");
    assert!(!told.contains("- The end.") && told.contains("4 faults mended"), "{told}");
    assert!(!output.status.success() && told.contains("the text says 7, and l.lost is 8"), "{told}");
}

#[test]
fn loose_numbers_are_shown_beside_other_faults() {
    let site = site();
    let path = site.path().join("content/nim/t.md");
    fs::write(&path, ESSAY.replace("[eight](=l.lost)", "[nine](=l.lost) of 120, as [told](nowhere.md)")).unwrap();
    let output = rungs(site.path(), &["check", "--strict"]);
    let told = said(&output);
    for part in ["the text says 9", "neither checked nor marked", "there is no file content/nim/nowhere.md", "3 faults"]
    {
        assert!(told.contains(part), "{told}");
    }
    fs::write(&path, ESSAY.replace("game = ", "gane = ").replace("There are", "There are 120, as [told](nowhere.md)"))
        .unwrap();
    let told = said(&rungs(site.path(), &["check", "--strict"]));
    for part in ["there is no key `gane`", "neither checked nor marked", "there is no file content/nim/nowhere.md"] {
        assert!(told.contains(part), "{told}");
    }
    assert!(!told.contains("no figure is called"), "{told}");
}
