//! What a site is made of: which files, at which addresses, with which lists; what is held back.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use rungs::diagnostic::Diagnostic;
use rungs::site::{Disk, Listing, Options, Tally, World, build, build_telling};
use rungs::verify::{Budget, Gate, Panel};

use crate::beginnings::{made, rungs};
use crate::sketch::{png, sketch};

#[test]
fn drafts_and_what_is_to_come_leave_no_trace() {
    let site = sketch()
        .essay("nim/a.md", "Seen.\n")
        .file("content/nim/b.md", "+++\ntitle = \"Secret\"\ndraft = true\n+++\nSecret ![p](secret.png)\n")
        .file("content/nim/secret.png", png(1, 1))
        .file("content/nim/c.md", "+++\ntitle = \"Secret\"\ndate = 2026-11-29\n+++\nSecret\n");
    let built = site.built();
    for (path, bytes) in built.output.iter() {
        let text = String::from_utf8_lossy(bytes);
        assert!(!path.contains("secret") && !text.to_lowercase().contains("secret"), "{path}");
        assert!(!path.starts_with("nim/b") && !path.starts_with("nim/c"), "{path}");
    }
    assert_eq!((built.summary.essays, built.summary.drafts, built.summary.future), (1, 1, 1));
    let all = site.with_all().built();
    assert!(all.output.get("nim/b/index.html").is_some() && all.output.get("nim/c/index.html").is_some());
    assert!(all.output.get("nim/secret.png").is_some());
    assert_eq!((all.summary.essays, all.summary.drafts, all.summary.future), (3, 0, 0));
}

#[test]
fn an_essay_appears_on_its_day() {
    let site = |day| sketch().file("content/nim/c.md", "+++\ntitle = \"C\"\ndate = 2026-11-29\n+++\n").on(day).built();
    assert!(site("2026-11-28").output.get("nim/c/index.html").is_none());
    assert!(site("2026-11-29").output.get("nim/c/index.html").is_some());
}

#[test]
fn a_link_to_a_draft_is_told_at_its_place() {
    let draft = "+++\ntitle = \"B\"\ndraft = true\n+++\n";
    let faults = sketch().essay("nim/a.md", "[b](b.md)\n").file("content/nim/b.md", draft).faults();
    assert!(faults[0].starts_with("content/nim/a.md:5:5: content/nim/b.md is a draft and not published"), "{faults:?}");
}

#[test]
fn a_base_that_lacks_blocks_is_told_itself() {
    let faults = sketch().essay("nim/a.md", "").file("templates/base.html", "<html></html>\n").faults();
    assert!(faults.iter().all(|fault| fault.starts_with("templates/base.html:1:1: ")), "{faults:?}");
    let main = faults.iter().find(|fault| fault.contains("there is no block `main` in it")).unwrap();
    for part in ["404.html", "page.html", "{% block main %}{% endblock %}"] {
        assert!(main.contains(part), "{main}");
    }
}

#[test]
fn files_that_would_surprise_are_told() {
    let faults = sketch()
        .essay("nim/a.md", "")
        .file("content/nim/b.MD", "+++\ntitle = \"B\"\n+++\n")
        .file("content/c.markdown", "")
        .faults();
    assert_eq!(faults.len(), 2, "{faults:?}");
    for (fault, name) in faults.iter().zip(["content/c.markdown", "content/nim/b.MD"]) {
        assert!(fault.contains(&format!("{name} is not read as a text")) && fault.contains(".md"), "{fault}");
    }
    let utf8 = sketch().file("content/c.md", b"+++\ntitle = \"T\"\n+++\nEn caf\xe9.\n".to_vec()).faults();
    assert!(utf8[0].starts_with("content/c.md:4:7: content/c.md is not UTF-8"), "{utf8:?}");
}

#[test]
fn all_faults_are_told_at_once() {
    let faults = sketch()
        .file("rungs.toml", "titel = \"x\"\nbase_url = \"https://a.org\"\n")
        .file("content/nim/b.md", "+++\ntitle = \"B\"\ndarft = true\n+++\n")
        .file("content/c.md", b"+++\ntitle = \"\xff\"\n+++\n".to_vec())
        .file("templates/page.html", "{% if %}\n")
        .faults();
    let all = faults.join("\n");
    for part in [
        "rungs.toml:1:1: there is no key `titel` (did you mean `title`?)",
        "content/c.md is not UTF-8: the first byte that is none stands here",
    ] {
        assert!(all.contains(part), "{all}");
    }
    let faults = sketch()
        .file("rungs.toml", "titel = \"x\"\nbase_url = \"https://a.org\"\n")
        .file("content/nim/b.md", "+++\ntitle = \"B\"\ndarft = true\n+++\n[x](#nope)\n")
        .file("templates/page.html", "{% if %}\n")
        .faults()
        .join("\n");
    for part in ["did you mean `title`?", "did you mean `draft`?", "templates/page.html:1:"] {
        assert!(faults.contains(part), "{faults}");
    }
}

#[test]
fn an_address_of_the_site_is_told_where_it_is_wrong() {
    let faults = |url: &str| sketch().file("rungs.toml", format!("title = \"T\"\nbase_url = \"{url}\"\n")).faults();
    for (url, column, told) in [
        ("example.org", 13, "this does not begin with https:// or http:// (as in https://example.org/essays/)"),
        ("ftp://example.org/", 13, "this does not begin with https:// or http://"),
        ("https://example.org/a b/", 34, "no address has a space in it (delete it; in the name"),
        (" https://example.org/", 13, "no address has a space in it"),
        ("https://exam ple.org/", 25, "no address has a space in it"),
        ("https://example.org\\\\a", 32, "no address has a backslash in it"),
        ("https://example.org:99999/", 33, "this is no port (a port is a number from 1 to 65535"),
        ("https://example.org:0/", 33, "this is no port"),
        ("https://example.org:http/", 33, "this is no port"),
        ("https://me:secret@example.org/", 21, "the address of a site names no user: everybody reads it"),
        ("https://example.org/a?b=c", 34, "this address has a query"),
        ("https://example.org?b#c", 34, "this address has a fragment"),
        ("https://example.org/#top", 33, "this address has a fragment"),
        ("https:///a/", 13, "this address names no host"),
        ("https://:80/", 13, "this address names no host"),
        ("https://exa!mple.org/", 24, "the name of a host has no `!` in it"),
        ("https://example..org/", 21, "this is no name of a host"),
        ("http://[::g]/", 20, "what stands between brackets is no IPv6 address"),
        ("https://example.org/%ff/", 32, "this path has escapes (%…) that are not UTF-8"),
        // What stands before it is longer in the file than in the text.
        ("https://ex\\u0061mple.org:x/", 38, "this is no port"),
    ] {
        let faults = faults(url);
        let expected = format!("rungs.toml:2:{column}: {told}");
        assert!(faults.len() == 1 && faults[0].starts_with(&expected), "{url}: {faults:?}, not {expected}");
    }
    for (url, base) in [
        ("HTTPS://Example.ORG", "https://example.org/"),
        ("HTTP://example.org:8000/A", "http://example.org:8000/A/"),
        ("https://example.org:443/a/", "https://example.org/a/"),
        ("https://example.org:/", "https://example.org/"),
        ("http://[::1]:3000/", "http://[::1]:3000/"),
        ("https://example.org./", "https://example.org./"),
    ] {
        let map =
            sketch().file("rungs.toml", format!("title = \"T\"\nbase_url = \"{url}\"\n")).published("sitemap.xml");
        assert!(map.contains(&format!("<loc>{base}nim/</loc>")), "{url}: {map}");
    }
}

/// An address of the command line that is none is told like any other misuse of an option.
#[test]
fn a_base_url_of_the_command_line_is_an_option() {
    let site = made();
    for command in ["build", "check", "verify", "serve"] {
        let (status, _, complaints) = rungs(site.path(), &[command, "--base-url", "nope"]);
        assert_eq!(status, 2, "{command}: {complaints}");
        assert!(
            complaints.contains("'nope' for '--base-url <URL>': this does not begin with https://"),
            "{complaints}"
        );
    }
    assert_eq!(rungs(site.path(), &["check", "-u", "HTTPS://example.org/x"]).0, 0);
}

#[test]
fn two_texts_at_one_address_are_both_named() {
    for (one, other) in [
        ("content/Foo.md", "content/foo.md"),
        ("content/nim/index.md", "content/nim/ladder.md"),
        ("content/a/index.md", "content/a.md"),
    ] {
        let file = "+++\ntitle = \"T\"\n+++\n";
        let faults = sketch().file(one, file).file(other, file).faults();
        assert!(faults.len() == 1 && faults[0].contains(one) && faults[0].contains(other), "{faults:?}");
    }
}

#[test]
fn addresses_of_the_site_itself_are_kept_free() {
    for name in ["feed", "404", "Search", "essays", "sitemap", "robots", "theme"] {
        let path = format!("content/{name}.md");
        let faults = sketch().file(&path, "+++\ntitle = \"T\"\n+++\n").faults();
        assert!(faults[0].contains(&path) && faults[0].contains("belongs to"), "{faults:?}");
    }
    let faults = sketch().file("static/feed.xml", "mine").essay("nim/a.md", "").faults();
    assert!(faults[0].contains("static/feed.xml") && faults[0].contains("the feed"), "{faults:?}");
    let faults = sketch().file("static/nim/a/index.html", "mine").essay("nim/a.md", "").faults();
    assert!(faults[0].contains("static/nim/a/index.html") && faults[0].contains("content/nim/a.md"), "{faults:?}");
    let faults = sketch().file("static/nim", "a file").faults();
    assert!(faults[0].contains("static/nim") && faults[0].contains("content/nim/ladder.md"), "{faults:?}");
}

#[test]
fn a_slug_is_the_last_part_of_the_address() {
    let file = |slug: &str| format!("+++\ntitle = \"T\"\nslug = \"{slug}\"\n+++\n");
    sketch().file("content/nim/a.md", file("theorem")).published("nim/theorem/index.html");
    for slug in ["", "a/b", "..", ".x", "a b", "a#b"] {
        let faults = sketch().file("content/nim/a.md", file(slug)).faults();
        assert!(faults[0].starts_with("content/nim/a.md:3:"), "{slug}: {faults:?}");
    }
}

#[test]
fn what_editors_leave_behind_is_ignored_and_what_servers_need_is_copied() {
    let mut site = sketch();
    for name in [".essay.md.swp", "4913", "essay.md~", "#essay.md#", ".DS_Store", ".#essay.md", ".hidden.md"] {
        site = site
            .file(&format!("content/nim/{name}"), b"\xff".to_vec())
            .file(&format!("templates/{name}"), b"\xff".to_vec());
    }
    let built =
        site.file("static/.nojekyll", "").file("static/.well-known/a", "a").file("static/.DS_Store", "x").built();
    assert!(built.output.get(".nojekyll").is_some() && built.output.get(".well-known/a").is_some());
    assert!(built.output.get(".DS_Store").is_none());
}

#[test]
fn ladders_know_their_rungs_and_what_each_needs() {
    let essay = |title: &str, rung: u32, needs: &str| {
        format!("+++\ntitle = \"{title}\"\nrung = {rung}\nneeds = [{needs}]\n+++\nText.\n")
    };
    let site = sketch()
        .file("content/nim/z.md", essay("First", 1, ""))
        .file("content/nim/a.md", essay("Second", 2, "\"z.md\""))
        .file("content/nim/m.md", essay("Third", 3, "\"a.md\", \"../other.md\""))
        .file("content/other.md", "+++\ntitle = \"Other\"\n+++\n[m](nim/m.md)\n");
    let ladder = site.published("nim/index.html");
    let place = |title: &str| ladder.find(&format!("\">{title}</a></h2>")).unwrap();
    assert!(place("First") < place("Second") && place("Second") < place("Third"));
    assert!(ladder.contains("Needs <a href=\"/sub/nim/a/\">Second</a>, <a href=\"/sub/other/\">Other</a>"), "{ladder}");
    let second = site.published("nim/a/index.html");
    assert!(second.contains("<a rel=\"prev\" href=\"/sub/nim/z/\">First</a>"), "{second}");
    assert!(second.contains("<a rel=\"next\" href=\"/sub/nim/m/\">Third</a>"));
    let third = site.published("nim/m/index.html");
    assert!(third.contains("Cited by") && third.contains("<a href=\"/sub/other/\">Other</a>"), "{third}");
}

#[test]
fn the_order_of_a_ladder_is_checked() {
    let essay = |rung: u32, needs: &str| format!("+++\ntitle = \"T\"\nrung = {rung}\nneeds = [{needs}]\n+++\n");
    let faults =
        sketch().file("content/nim/a.md", essay(1, "\"b.md\"")).file("content/nim/b.md", essay(2, "")).faults();
    assert!(faults[0].starts_with("content/nim/a.md:4:"), "{faults:?}");
    assert!(faults[0].contains("content/nim/b.md stands on a later rung"), "{faults:?}");
    let faults = sketch().file("content/nim/a.md", essay(1, "")).file("content/nim/b.md", essay(1, "")).faults();
    assert!(faults[0].contains("rung 1 of this ladder is taken"), "{faults:?}");
    let faults =
        sketch().file("content/nim/a.md", essay(1, "\"bb.md\"")).file("content/nim/b.md", essay(2, "")).faults();
    assert!(faults[0].contains("there is no essay content/nim/bb.md (did you mean content/nim/b.md?)"), "{faults:?}");
    let faults = sketch()
        .file("content/nim/a.md", essay(1, "\"b.md\""))
        .file("content/nim/b.md", "+++\ntitle = \"B\"\ndraft = true\n+++\n")
        .faults();
    assert!(faults[0].contains("is a draft"), "{faults:?}");
    let page = |needs: &str| format!("+++\ntitle = \"T\"\nneeds = [{needs}]\n+++\n");
    let faults = sketch()
        .file("content/a.md", page("\"b.md\""))
        .file("content/b.md", page("\"c.md\""))
        .file("content/c.md", page("\"a.md\""))
        .faults();
    assert_eq!(faults.len(), 1, "{faults:?}");
    assert!(faults[0].contains("content/a.md needs content/b.md needs content/c.md needs content/a.md"), "{faults:?}");
    let faults = sketch().file("content/a.md", essay(1, "")).faults();
    assert!(faults[0].contains("its folder has no ladder"), "{faults:?}");
    let index = "+++\ntitle = \"Front\"\n+++\n";
    let faults =
        sketch().file("content/nim/a.md", essay(1, "\"../index.md\"")).file("content/index.md", index).faults();
    assert!(
        faults[0].starts_with("content/nim/a.md:4:10: content/index.md is the front page, and no essay"),
        "{faults:?}"
    );
    let faults = sketch().file("content/nim/a.md", essay(1, "\"ladder.md\"")).faults();
    assert!(faults[0].contains("is the ladder on which this essay stands, and no essay"), "{faults:?}");
    let twice = essay(2, "\"a.md\", \"../nim/a.md\"");
    let faults = sketch().file("content/nim/a.md", essay(1, "")).file("content/nim/b.md", twice).faults();
    assert_eq!(faults.len(), 1, "{faults:?}");
    assert!(faults[0].starts_with("content/nim/b.md:4:18: content/nim/a.md stands here twice"), "{faults:?}");
}

#[test]
fn templates_override_the_theme_file_by_file_and_their_faults_have_places() {
    let site = sketch().essay("nim/a.md", "Text.\n");
    let own = "{% extends \"theme/essay.html\" %}\n{% block after %}<p>mine {{ page.title.plain }}</p>{% endblock %}\n";
    let html = site.file("templates/essay.html", own).published("nim/a/index.html");
    assert!(html.contains("<p>mine a</p>") && html.contains("<h1>a</h1>"), "{html}");

    let faulty =
        |text: &str| sketch().essay("nim/a.md", "").essay("nim/b.md", "").file("templates/essay.html", text).faults();
    let faults = faulty("<p>\n  {{ page.titel }}</p>\n");
    assert_eq!(faults.len(), 1, "once, and not for every page: {faults:?}");
    assert!(faults[0].starts_with("templates/essay.html:2:11: "), "{faults:?}");
    assert!(faulty("{% if page %}\n{% endfor %}\n")[0].starts_with("templates/essay.html:2:"));
    assert!(faulty("\n {{ page.href | nofilter }}\n")[0].starts_with("templates/essay.html:2:"));
    assert!(
        faulty("{% extends \"nothing.html\" %}\n")[0].starts_with("templates/essay.html:1:13: there is no template")
    );
}

#[test]
fn a_template_that_nothing_uses_is_told() {
    let site = sketch().file("templates/esay.html", "{{ page.title.plain }}").file("templates/macros.html", "").file(
        "templates/page.html",
        "{% extends \"theme/page.html\" %}{% block after %}{% include \"macros.html\" %}{% endblock %}",
    );
    let warnings = site.built().warnings;
    assert_eq!(warnings.len(), 1, "{warnings:?}");
    assert_eq!(warnings[0].message, "nothing uses the template templates/esay.html");
    assert_eq!(warnings[0].help, ["did you mean templates/essay.html?"]);
}

#[test]
fn the_base_path_stands_before_every_address() {
    for (base, path) in [
        ("https://example.org", "/"),
        ("https://example.org/a/b", "/a/b/"),
        ("http://localhost:8000/x/", "/x/"),
        ("https://example.org/caf%C3%A9/", "/caf%C3%A9/"),
        ("https://example.org/café", "/caf%C3%A9/"),
        ("https://example.org//a/./../b/", "/b/"),
    ] {
        let built = sketch()
            .essay("nim/a.md", "[l](ladder.md) ![p](p.png)\n")
            .file("content/nim/p.png", png(1, 1))
            .at(base)
            .built();
        let html = String::from_utf8(built.output.get("nim/a/index.html").unwrap().to_vec()).unwrap();
        for address in ["nim/", "nim/p.png", "theme/style.css", "essays/"] {
            assert!(html.contains(&format!("\"{path}{address}")), "{base} {address}");
        }
        let origin = base.split('/').take(3).collect::<Vec<_>>().join("/");
        assert!(html.contains(&format!("<link rel=\"canonical\" href=\"{origin}{path}nim/a/\">")), "{html}");
    }
    for base in
        ["example.org", "ftp://example.org", "https://", "https://a b", "https://a.org/?q", "https://a.org/%ff/"]
    {
        assert!(sketch().at(base).result().is_err(), "{base}");
    }
}

#[test]
fn the_same_site_has_the_same_bytes() {
    let site = || sketch().essay("nim/a.md", "Text[^a]\n\n[^a]: Note.\n").essay("nim/b.md", "[a](a.md)\n").built();
    let (one, other) = (site(), site());
    assert!(one.output.iter().eq(other.output.iter()));
}

#[test]
fn a_site_without_a_page_is_none() {
    let site = |content: bool| {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("rungs.toml"), "title = \"T\"\nbase_url = \"https://example.org/\"\n").unwrap();
        if content {
            fs::create_dir_all(folder.path().join("content/nim")).unwrap();
            fs::write(folder.path().join("content/nim/p.png"), "p").unwrap();
        }
        let options =
            Options { today: "2026-11-28".parse().unwrap(), drafts: false, future: false, base_url: None, cards: true };
        let gate = Gate::new(Panel::default(), Budget::default());
        build(&Disk::new(folder.path()), &gate, &options).err().unwrap()
    };
    let messages = |faults: Vec<Diagnostic>| faults.into_iter().map(|fault| fault.message).collect::<Vec<_>>();
    assert_eq!(messages(site(false)), ["there is no folder content/"]);
    assert_eq!(messages(site(true)), ["there is no page in the folder content/"]);
}

#[test]
fn what_cannot_be_read_hides_no_other_fault() {
    let faults = sketch()
        .file("content/c.md", b"+++\ntitle = \"\xff\"\n+++\n".to_vec())
        .essay("nim/a.md", "To [it](../c.md), and [nowhere](no.md).\n")
        .faults();
    assert_eq!(faults.len(), 2, "{faults:?}");
    assert!(faults[0].contains("content/c.md is not UTF-8") && faults[1].contains("content/nim/no.md"), "{faults:?}");
}

#[test]
fn a_text_at_fault_brings_no_others_into_disrepute() {
    let essay = "+++\ntitle = \"T\"\nrung = 1\nneeds = [\"../b.md\"]\n+++\nTo [b](../b.md#why).\n";
    let faults = sketch()
        .file("content/nim/ladder.md", "+++\n+++\n")
        .file("content/about.md", "+++\ntitle = \"About\"\n+++\n")
        .file("content/b.md", "+++\ntitel = \"B\"\n+++\n")
        .file("content/nim/a.md", essay)
        .file(
            "templates/page.html",
            "{% extends \"theme/page.html\" %}{% block after %}{{ page.titel }}{% endblock %}\n",
        )
        .faults();
    let all = faults.join("\n");
    assert!(faults.iter().all(|fault| !fault.contains("content/nim/a.md")), "{all}");
    for part in ["content/b.md:2:1", "content/nim/ladder.md:", "templates/page.html:1:"] {
        assert!(all.contains(part), "{part}: {all}");
    }
}

#[test]
fn lines_may_end_as_they_like() {
    let text = "+++\ntitle = \"T\"\n+++\nOne\ntwo[^a].\n\n- a\n- b\n\n```text\ncode\n```\n\n[^a]: Note.\n";
    let page = |text: String| sketch().file("content/nim/a.md", text).published("nim/a/index.html");
    assert_eq!(page(text.to_owned()), page(text.replace('\n', "\r\n")));
    assert_eq!(page(text.to_owned()), page(format!("\u{feff}{text}")));
}

#[test]
fn symbolic_links_are_followed_inside_the_site_and_refused_elsewhere() {
    use std::os::unix::fs::symlink;
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().join("site");
    let write = |path: &str, text: &str| {
        let path = root.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    };
    write("content/a.md", "a");
    write("content/deep/b.md", "b");
    symlink("a.md", root.join("content/to-file.md")).unwrap();
    symlink("deep", root.join("content/to-folder")).unwrap();
    let files = Disk::new(&root).files("content").files;
    assert_eq!(files, ["content/a.md", "content/deep/b.md", "content/to-file.md", "content/to-folder/b.md"]);

    fs::write(folder.path().join("outside"), "x").unwrap();
    symlink("nowhere", root.join("content/dangling")).unwrap();
    // What an editor leaves behind leads nowhere, and is none of ours.
    symlink("somebody@host.1:2", root.join("content/.#a.md")).unwrap();
    symlink("nowhere", root.join("content/deep/.hidden")).unwrap();
    symlink(".", root.join("content/loop")).unwrap();
    symlink(folder.path().join("outside"), root.join("content/escape")).unwrap();
    let listing = Disk::new(&root).files("content");
    assert_eq!(listing.files, files, "the others are there all the same");
    let all: Vec<&str> = listing.faults.iter().map(|(_, fault)| fault.message.as_str()).collect();
    for part in [
        "the symbolic link content/dangling leads nowhere",
        "the symbolic link content/loop leads back to a folder around it",
        "the symbolic link content/escape leads out of the site",
    ] {
        assert!(all.contains(&part), "{all:?}");
    }
    assert_eq!(Disk::new(&root).files("templates"), Listing::default());
    assert_eq!(Disk::new(Path::new("/nowhere/at/all")).files("content"), Listing::default());
}

#[test]
fn a_title_of_the_site_makes_no_claims() {
    let config = "title = \"Of [14](=l.lost)\"\nbase_url = \"https://a.org\"\n";
    let faults = sketch().file("rungs.toml", config).essay("nim/a.md", "Text.\n").faults();
    assert_eq!(faults.len(), 1, "{faults:?}");
    assert!(faults[0].starts_with("rungs.toml:1:9: the title of the site makes no claims"), "{faults:?}");
}

/// The words of a page, each with the language of its element: those of the text, and those that are read aloud.
fn spoken(html: &str) -> Vec<(String, String)> {
    use html5gum::{Token, Tokenizer};
    let (mut open, mut spoken): (Vec<(String, String)>, Vec<_>) = (Vec::new(), Vec::new());
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    for Ok(token) in Tokenizer::new(html) {
        let here = || open.last().map_or(String::new(), |(_, lang)| lang.clone());
        match token {
            Token::StartTag(tag) => {
                let get =
                    |name: &str| tag.attributes.iter().find(|(key, _)| text(key) == name).map(|(_, value)| text(value));
                let lang = get("lang").unwrap_or_else(here);
                let is_claim = get("class").is_some_and(|class| class == "claim");
                for said in ["aria-label", "alt", "title"].iter().filter(|_| !is_claim).filter_map(|name| get(name)) {
                    spoken.push((lang.clone(), said));
                }
                let name = text(&tag.name);
                if !tag.self_closing && !["meta", "link", "br", "hr", "img", "input"].contains(&name.as_str()) {
                    open.push((name, lang));
                }
            }
            Token::EndTag(tag) => while open.pop().is_some_and(|(name, _)| name != text(&tag.name)) {},
            Token::String(said)
                if !open
                    .iter()
                    .any(|(name, _)| ["script", "style", "pre", "math", "code"].contains(&name.as_str())) =>
            {
                spoken.push((here(), text(&said)));
            }
            _ => {}
        }
    }
    spoken.into_iter().filter(|(_, said)| said.chars().filter(|c| c.is_alphabetic()).count() > 2).collect()
}

#[test]
fn what_is_not_the_authors_is_marked_as_english() {
    // Every word of the author's has an ü in it.
    let config = "title = \"Süß\"\nbase_url = \"https://example.org/\"\nlanguage = \"de-AT\"\nauthors = [\"Jürgen\", \"Günther\"]\ndescription = \"Über\"\n";
    let figure = |alt: &str| {
        format!(
            "```figure losses\nid = \"f{}\"\ngame = \"nim\"\nheaps = 2\nmax = 3\ncaption = \"Für [4](=f{}.lost).\"\n{alt}```\n",
            alt.len(),
            alt.len()
        )
    };
    let body = format!(
        "Führt zu [](#f0), [Bühne](b.md), [^n] und-ü.\n\n## Über\n\n## Prüfung\n\n## Lücke\n\n- [x] Müsli\n\n| Stück | $x$ |\n|---|---|\n| Brüche | 2 |\n\n\
         > [!NOTE]\n> Gewürz\n\n$$\nx\n$$\n\n[^n]: Fußnötü.\n\n{}\n{}",
        figure(""),
        figure("alt = \"Hübsch\"\n")
    );
    let essay = |title: &str, rung: u32, needs: &str, body: &str| {
        format!(
            "+++\ntitle = \"{title}\"\nsummary = \"Kürze\"\ndate = 2026-11-20\nupdated = 2026-11-21\nrung = {rung}\nneeds = [{needs}]\n+++\n{body}"
        )
    };
    let site = sketch()
        .file("rungs.toml", config)
        .file("content/nim/ladder.md", "+++\ntitle = \"Spür\"\nsummary = \"Gespür\"\n+++\nMühe.\n")
        .file("content/nim/a.md", essay("Anfüng", 1, "", &body))
        .file("content/nim/b.md", essay("Bühne", 2, "\"a.md\"", "Zurück zu [Anfüng](a.md#f0).\n"))
        .file("content/nim/c.md", essay("Schlüß", 3, "\"a.md\", \"b.md\"", "Tür.\n"))
        .file("content/about.md", "+++\ntitle = \"Für\"\n+++\n[Bühne](nim/b.md)\n");
    let built = site.built();
    for (path, bytes) in built.output.iter().filter(|(path, _)| path.ends_with(".html")) {
        let html = String::from_utf8(bytes.to_vec()).unwrap();
        let spoken = spoken(&html);
        assert!(spoken.len() > 10, "{path}");
        for (lang, said) in spoken {
            let is_own = said.to_lowercase().contains('ü') && !said.contains("“");
            // Names are of no language; a title of the theme's page has the name of the site behind it, and a picture's
            // what was drawn.
            let mixed = said.contains(" – Süß")
                || said.contains("Jürgen")
                || said.contains("Günther")
                || said.contains("Figure\u{a0}");
            let expected = if is_own && !mixed { "de-AT" } else { "en" };
            assert!(
                lang == expected || (mixed && ["de-AT", "en"].contains(&lang.as_str())),
                "{path}: {said:?} is {lang}"
            );
        }
        assert!(html.starts_with("<!doctype html>\n<html lang=\"de-AT\""), "{path}");
    }
    // In an English site nothing is marked.
    let english = site.file("rungs.toml", config.replace("de-AT", "en-GB")).built();
    for (path, bytes) in english.output.iter().filter(|(path, _)| path.ends_with(".html")) {
        assert_eq!(String::from_utf8_lossy(bytes).matches(" lang=").count(), 1, "{path}");
    }
}

#[test]
fn a_build_tells_how_many_figures_are_answered() {
    let tally = Arc::<Tally>::default();
    assert_eq!(tally.look(), None);
    let figure = |id: &str| format!("```figure losses\nid = \"{id}\"\ngame = \"nim\"\nheaps = 2\nmax = 3\n```\n\n");
    let essay = |text: String, date: &str| format!("+++\ntitle = \"T\"\ndate = {date}\n+++\n{text}").into_bytes();
    let world: BTreeMap<String, Vec<u8>> = [
        ("rungs.toml", b"title = \"T\"\nbase_url = \"https://example.org/\"\n".to_vec()),
        ("content/nim/ladder.md", b"+++\ntitle = \"Nim\"\n+++\n".to_vec()),
        ("content/nim/a.md", essay(figure("a") + &figure("b"), "2026-11-01")),
        ("content/nim/b.md", essay(figure("c").replace("figure", "facts"), "2026-11-01")),
        // It is held back, and nobody is asked.
        ("content/nim/c.md", essay(figure("d"), "2027-11-01")),
    ]
    .map(|(path, text)| (path.to_owned(), text))
    .into();
    let options =
        Options { today: "2026-11-28".parse().unwrap(), drafts: false, future: false, base_url: None, cards: false };
    let gate = Gate::new(Panel::default(), Budget::default());
    build_telling(&world, &gate, &options, &tally).unwrap();
    assert_eq!(tally.look(), Some((3, 3)));
}
