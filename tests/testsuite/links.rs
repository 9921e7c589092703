//! Headings, links, footnotes: what leads where, and what is said where nothing is.

use proptest::prelude::*;

use crate::sketch::{png, sketch};

#[test]
fn headings_of_every_script_have_ids_and_are_found() {
    let text = "## نظرية نيم\n\n## 取石子游戏\n\n## Příliš žluťoučký\n\n## ?!\n\n## ?!\n\n## The sum $2^n$ and `code`\n\n\
                [a](#نظرية-نيم) [b](#取石子游戏) [c](#příliš-žluťoučký) [d](#section) [e](#section-2) [](#the-sum-2-n-and-code)\n";
    let html = sketch().essay("nim/a.md", text).published("nim/a/index.html");
    for id in ["نظرية-نيم", "取石子游戏", "příliš-žluťoučký", "section", "section-2", "the-sum-2-n-and-code"]
    {
        assert!(html.contains(&format!("id=\"{id}\"")), "{id}");
    }
    assert!(html.contains(">The sum\u{a0}2^n and code</a>"), "a reference to a heading writes its text");
}

#[test]
fn the_same_text_stands_in_heading_contents_and_title() {
    let file = "+++\ntitle = \"Why $2^n$ & `P < N`\"\n+++\n## One $a_1$\n\n## Two\n\n## Three\n";
    let html = sketch().file("content/nim/a.md", file).published("nim/a/index.html");
    assert!(html.contains("<title>Why 2^n &amp; P &lt; N – Rungs</title>"), "{html}");
    let heading = "<math><msub><mi>a</mi><mn>1</mn></msub></math>";
    assert_eq!(html.matches(heading).count(), 2, "in the text and in the contents");
}

#[test]
fn broken_links_are_told_at_their_line() {
    let text = "[x](#nope)\n\n[x](/missing/)\n\n[x](b.md#nope)\n\n[x](c.md)\n\n[x](../../etc.md)\n\n![p](none.png)\n\n\
                [x](javascript:alert)\n\n[x](//host/a)\n\n[x]()\n";
    let faults = sketch().essay("nim/a.md", text).essay("nim/b.md", "## There\n").faults();
    let expected = [
        "content/nim/a.md:5:5: there is no `#nope` on this page",
        "content/nim/a.md:7:5: nothing is published at /missing/",
        "content/nim/a.md:9:5: there is no `#nope` on content/nim/b.md (it has #there)",
        "content/nim/a.md:11:5: there is no file content/nim/c.md",
        "content/nim/a.md:13:5: `../../etc.md` leads out of the folder content",
        "content/nim/a.md:15:6: there is no file content/nim/none.png",
        "content/nim/a.md:17:5: `javascript:` is no address that a page may link to",
        "content/nim/a.md:19:5: this address has no scheme",
        "content/nim/a.md:21:1: this link leads nowhere",
    ];
    assert_eq!(faults.len(), expected.len(), "{faults:#?}");
    for (fault, expected) in faults.iter().zip(expected) {
        assert!(fault.starts_with(expected), "{fault}\n{expected}");
    }
}

/// A page needs no other host: to link to one is a reader's choice, to fetch from one is not.
#[test]
fn nothing_is_fetched_from_another_host() {
    let faults = sketch().essay("nim/a.md", "[a](https://other.org/x.png)\n\n![p](https://other.org/x.png)\n").faults();
    assert_eq!(faults.len(), 1, "{faults:#?}");
    assert!(
        faults[0].starts_with("content/nim/a.md:7:6: this picture would be fetched from another host"),
        "{faults:#?}"
    );
    for raw in [
        "<img alt=\"\" src=\"//other.org/x.png\">",
        "<script src=\"https://other.org/x.js\"></script>",
        "<link rel=\"stylesheet\" href=\"https://other.org/x.css\">",
        "<img alt=\"\" src=\"data:,\" srcset=\"https://other.org/x.png 2x\">",
        "<form action=\"HTTPS://other.org/\"></form>",
        "<a ping=\"https://other.org/\" href=\"/sub/\">x</a>",
        "<iframe title=\"\" src=\"\\\\other.org/x\"></iframe>",
        "<embed src=\" https://other.org/x\">",
        "<object data=\"http://other.org/x\"></object>",
        "<video poster=\"//other.org/x\"></video>",
        "<b style=\"background: url(https://other.org/x)\">x</b>",
        "<style>@import '//other.org/x.css';</style>",
        "<svg><rect fill=\"url(//other.org/x#y)\" /></svg>",
    ] {
        let faults = sketch().essay("nim/a.md", &format!("Text.\n\n{raw}\n")).faults();
        assert_eq!(faults.len(), 1, "{raw}: {faults:#?}");
        let column =
            raw.to_lowercase().find("other.org").map(|at| raw[..at].rfind(['"', '\'', '(']).unwrap() + 2).unwrap();
        assert!(faults[0].starts_with(&format!("content/nim/a.md:7:{column}: ")), "{raw}: {faults:#?}");
        assert!(faults[0].contains("is on another host"), "{raw}: {faults:#?}");
    }
    // In the middle of a line, in a note, in a caption and in a style that Markdown takes apart.
    let figure = "```figure losses\nid = \"two\"\ngame = \"nim\"\nheaps = 2\nmax = 3\ncaption = 'A <img alt=\"\" src=\"//other.org/c\"> picture.'\n```\n";
    let text = format!(
        "A <img alt=\"\" src=\"//other.org/a\"> picture[^n].\n\n[^n]: A <img alt=\"\" src=\"//other.org/n\">.\n\nX <style>b {{ c: url(//other.org/s) }}</style>.\n\n{figure}"
    );
    let faults = sketch().essay("nim/a.md", &text).faults();
    let places: Vec<&str> = faults.iter().map(|fault| fault.split(": ").next().unwrap()).collect();
    assert_eq!(
        places,
        ["content/nim/a.md:5:20", "content/nim/a.md:16:31", "content/nim/a.md:7:26", "content/nim/a.md:9:21"],
        "{faults:#?}"
    );
}

/// What raw HTML asks for is there, below the path of the site.
#[test]
fn what_raw_html_asks_for_is_there() {
    for raw in [
        "<form action=\"none/\"></form>",
        "<iframe title=\"\" src=\"none.html\"></iframe>",
        "<video poster=\"none.png\"></video>",
        "<b style=\"background: url('none.png')\">x</b>",
        "<style>@import url(none.css);</style>",
        "<object data=\"/none.svg\"></object>",
        "<embed src=\"../../../none.swf\">",
        "<img alt=\"\" src=\"/sub/picture.png\" srcset=\"/sub/picture.png 1x, none.png 2x\">",
        "<button type=\"submit\" formaction=\"none\">x</button>",
    ] {
        let faults = sketch().file("static/picture.png", "p").essay("nim/a.md", &format!("{raw}\n")).faults();
        assert_eq!(faults.len(), 1, "{raw}: {faults:#?}");
        let column = raw.rfind("none").map(|at| raw[..at].rfind(['"', '\'', '(', ' ']).unwrap() + 2).unwrap();
        assert!(faults[0].starts_with(&format!("content/nim/a.md:5:{column}: the link ")), "{raw}: {faults:#?}");
    }
    let good = "<form action=\"/sub/essays/\"><button>x</button></form>\n\n<b style=\"background:url(/sub/picture.png)\">x</b>\n\n\
                <img alt=\"\" src=\"data:image/png;base64,AA==\" srcset=\"https://example.org/sub/picture.png 2x\">\n\n\
                <svg width=\"1\" height=\"1\"><linearGradient id=\"g\"></linearGradient><rect fill=\"url(#g)\" /></svg> <a href=\"..\">up</a>\n";
    sketch().file("static/picture.png", "p").essay("nim/a.md", good).built();
    let own =
        "<img alt=\"\" src=\"HTTPS://Example.org/sub/picture.png\"> <a href=\"HTTPS://EXAMPLE.ORG/sub/none/\">x</a>\n";
    let faults = sketch().file("static/picture.png", "p").essay("nim/a.md", own).faults();
    assert!(faults.len() == 1 && faults[0].contains("leads to /none/index.html, which is not there"), "{faults:?}");
    let faults = sketch().file("static/é.txt", "p").essay("nim/a.md", "<a href=\"/sub/e\u{301}.txt\">x</a>\n").faults();
    assert!(faults.len() == 1 && faults[0].contains("has its letters composed (NFC)"), "{faults:?}");
    let faults = sketch().essay("nim/a.md", "<base href=\"/\">\n").faults();
    assert!(faults[0].contains("<base> changes where"), "{faults:?}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// Whatever stands around it, an address on another host is told, and nothing panics.
    #[test]
    fn no_raw_html_hides_what_it_asks_for(before in "[a-z <>/\"=;]{0,24}", way in 0usize..4) {
        let raw = [
            "<img alt=\"\" src=\"//other.org/x\">",
            "<b style=\"c:url(//other.org/x)\"></b>",
            "<form action='//other.org/x'></form>",
            "<style>@import \"//other.org/x\";</style>",
        ][way];
        let essay = sketch().essay("nim/a.md", &format!("<p title='{}'>\n{raw}\n</p>\n", before));
        prop_assert!(essay.faults().iter().any(|fault| fault.contains("other.org")));
        // And anything at all.
        drop(sketch().essay("nim/a.md", &format!("{before}\n\n{raw} {before}\n")).result());
    }
}

#[test]
fn the_nearest_name_is_told() {
    let faults = sketch().essay("nim/a.md", "[x](#theer) [y](bb.md)\n\n## There\n").essay("nim/b.md", "").faults();
    assert!(faults[0].ends_with("(did you mean #there?)"), "{faults:?}");
    assert!(faults[1].ends_with("(did you mean content/nim/b.md?)"), "{faults:?}");
}

#[test]
fn links_lead_to_files_addresses_and_anchors() {
    let text = "[a](b.md) [b](b.md#there) [c](../about.md) [d](/nim/b/#there) [e](picture.png) [f](/notes.txt) [](b.md) \
                [g](/feed.xml) [h](#made) [i](https://example.com/?a=1&b=2#c)\n\n<a id=\"made\"></a>\n";
    let html = sketch()
        .essay("nim/a.md", text)
        .essay("nim/b.md", "## There\n")
        .file("content/about.md", "+++\ntitle = \"About\"\n+++\n")
        .file("content/nim/picture.png", png(1, 1))
        .file("static/notes.txt", "notes")
        .published("nim/a/index.html");
    for href in [
        "<a href=\"/sub/nim/b/\">a</a>",
        "<a href=\"/sub/nim/b/#there\">b</a>",
        "<a href=\"/sub/about/\">c</a>",
        "<a href=\"/sub/nim/b/#there\">d</a>",
        "<a href=\"/sub/nim/picture.png\">e</a>",
        "<a href=\"/sub/notes.txt\">f</a>",
        "<a class=\"reference\" href=\"/sub/nim/b/\">b</a>",
        "<a href=\"/sub/feed.xml\">g</a>",
        "<a href=\"#made\">h</a>",
        "<a href=\"https://example.com/?a=1&amp;b=2#c\">i</a>",
    ] {
        assert!(html.contains(href), "{href}");
    }
}

#[test]
fn a_link_in_raw_html_is_checked_too() {
    let faults = sketch().essay("nim/a.md", "<a href=\"/sub/nowhere/\">x</a>\n").faults();
    let place = "content/nim/a.md:5:10: the link /sub/nowhere/ leads to /nowhere/index.html, which is not there";
    assert!(faults.len() == 1 && faults[0].starts_with(place), "{faults:?}");
    let faults = sketch().essay("nim/a.md", "Text.\n\n> <img\n> src=\"no.png\" alt=\"\">\n").faults();
    assert!(faults.len() == 1 && faults[0].starts_with("content/nim/a.md:8:8: the link no.png leads to"), "{faults:?}");
    let faults = sketch().essay("nim/a.md", "<a href=\"/outside/\">x</a>\n").faults();
    assert!(faults[0].contains("leads out of /sub/"), "{faults:?}");
    let faults = sketch().essay("nim/a.md", "<b>x\n").faults();
    assert_eq!(faults.len(), 1, "{faults:?}");
    assert!(faults[0].starts_with("content/nim/a.md:5:1: <b> is never closed"), "{faults:?}");
}

#[test]
fn a_fault_of_a_template_is_told_once_and_names_it() {
    let site = |text: &str| {
        let text = format!("{{% extends \"theme/essay.html\" %}}{{% block after %}}{text}{{% endblock %}}");
        sketch().essay("nim/a.md", "One.\n").essay("nim/b.md", "Two.\n").file("templates/essay.html", text).faults()
    };
    for (text, told) in [
        (
            "<div>",
            "templates/essay.html: </article> stands where <div> is open, on the page /nim/a/index.html and 1 more",
        ),
        (
            "<a href=\"nowhere\">x</a>",
            "templates/essay.html: the link nowhere leads to /nim/a/nowhere, which is not there, on the page",
        ),
    ] {
        let faults = site(text);
        assert!(faults.len() == 1 && faults[0].starts_with(told), "{faults:?}");
    }
}

/// Browsers make no difference between large and small letters in a scheme.
#[test]
fn a_scheme_is_known_in_whatever_letters() {
    let body = "[a](HTTPS://x.org/A) [b](MailTo:me@x.org) <HTTP://y.org> <a href=\"HTTPS://z.org/\">z</a>\n\n\
                ## References\n\n- [W](hTTps://w.org/).\n";
    let page = sketch().essay("nim/a.md", body).published("nim/a/index.html");
    for part in ["href=\"https://x.org/A\"", "href=\"mailto:me@x.org\"", "href=\"http://y.org\"", "\"https://w.org/\""]
    {
        assert!(page.contains(part), "{part}: {page}");
    }
    let author = "author = { name = \"A\", url = \"HTTPS://x.org/\" }";
    sketch().file("content/nim/a.md", format!("+++\ntitle = \"T\"\n{author}\n+++\n")).built();
    for scheme in ["JavaScript:alert(1)", "JAVASCRIPT:alert", "&#74;avascript:a", "VBScript:x", "Data:text/html,x"] {
        let faults = sketch().essay("nim/a.md", &format!("[x]({scheme})\n")).faults();
        assert!(faults.len() == 1 && faults[0].contains("is no address that a page may link to"), "{faults:?}");
    }
    // No scheme to a browser either that drops the tabulator, and no file.
    assert_eq!(sketch().essay("nim/a.md", "[x](<java\tscript:a>)\n").faults().len(), 1);
    let faults =
        sketch().essay("nim/a.md", "![x](HTTPS://x.org/a.png)\n\n<img alt=\"\" src=\"HTTPS://x.org/a.png\">\n");
    assert_eq!(faults.faults().len(), 1, "a picture is fetched in any letters");
}

#[test]
fn an_address_without_a_host_is_none() {
    let faults = sketch().essay("nim/a.md", "[h](http://) [i](https:///x) [j](https:x)\n").faults();
    assert_eq!(faults.iter().filter(|fault| fault.contains("names no host")).count(), 3, "{faults:?}");
}

#[test]
fn links_in_a_summary_and_in_other_words_are_checked() {
    let text = "+++\ntitle = \"A [t](no.md)\"\nsummary = \"See [x](no.md), and [b](b.md).\"\n+++\n";
    let site = sketch().file("content/nim/a.md", text).essay("nim/b.md", "");
    let faults = site.faults();
    assert_eq!(faults.len(), 2, "{faults:?}");
    assert!(faults[0].starts_with("content/nim/a.md:2:16: there is no file content/nim/no.md"), "{faults:?}");
    assert!(faults[1].starts_with("content/nim/a.md:3:20: there is no file content/nim/no.md"), "{faults:?}");
    // What it leads to is not linked to.
    let text = text.replace("no.md", "b.md");
    assert!(!site.file("content/nim/a.md", text).published("nim/b/index.html").contains("Cited by"));
}

#[test]
fn no_page_is_meant_to_be_itself() {
    let faults = sketch().essay("nim/no1.md", "[x](no.md)\n").faults();
    assert!(!faults[0].contains("did you mean"), "{faults:?}");
}

#[test]
fn an_id_that_stands_twice_is_told_with_both_places() {
    let text = "## One {#same}\n\n## Two {#same}\n";
    let result = sketch().essay("nim/a.md", text).result();
    let fault = &result.err().unwrap()[0];
    assert_eq!(fault.message, "the id `same` stands twice on this page");
    assert_eq!(fault.related.len(), 1);
    assert_eq!(fault.related[0].0.place().line, 5);
}

#[test]
fn made_ids_step_aside_for_those_that_were_given() {
    let html = sketch().essay("nim/a.md", "## Why\n\n## Other {#why}\n").published("nim/a/index.html");
    assert!(html.contains("<h2 id=\"why-2\">Why") && html.contains("<h2 id=\"why\">Other"), "{html}");
}

#[test]
fn footnotes_stand_after_their_paragraph_and_lead_back() {
    let text = "## Note 1\n\nFirst[^a] and again[^a].\n\nSecond[^b].\n\n[^a]: The *first*.\n[^b]: The second.\n\n    - a list\n";
    let html = sketch().essay("nim/a.md", text).essay("nim/b.md", text).published("nim/a/index.html");
    let order =
        ["id=\"note-1\"", "href=\"#note.1\"", "href=\"#note.1\"", "id=\"note.1\"", "href=\"#note.2\"", "id=\"note.2\""];
    let mut at = 0;
    for part in order {
        at += html[at..].find(part).unwrap_or_else(|| panic!("{part} after byte {at} of {html}")) + part.len();
    }
    for back in ["href=\"#ref.1\"", "href=\"#ref.1.2\"", "href=\"#ref.2\"", "id=\"ref.1.2\""] {
        assert!(html.contains(back), "{back}");
    }
}

#[test]
fn a_formula_that_cannot_be_read_is_told_at_its_place() {
    let faults = sketch().essay("nim/a.md", "Text $a + \\frac{1}$ and\n\n$$\nx \\nocommand\n$$\n").faults();
    assert!(faults[0].starts_with("content/nim/a.md:5:19: this formula cannot be read:"), "{faults:?}");
    assert!(faults[1].starts_with("content/nim/a.md:8:3: this formula cannot be read: Unknown command"), "{faults:?}");
    let faults = sketch().essay("nim/a.md", "$$\\text{a $b$}$$\n").faults();
    assert!(faults[0].contains("printed as it stands"), "{faults:?}");
}

#[test]
fn formulas_keep_their_tex() {
    let text = "$f'$ and $\\{1,2\\}$ and $a_1+b_1$, *so* $c_1$\n\n| a | b |\n|---|---|\n| $\\|A\\|$ | two |\n";
    let html = sketch().essay("nim/a.md", text).published("nim/a/index.html");
    assert!(html.contains("′") || html.contains("&prime;"), "{html}");
    assert!(!html.contains("<em>1") && html.contains("<em>so</em>"));
    assert_eq!(html.matches("<td>").count(), 2, "the columns hold");
}

#[test]
fn a_page_without_places_is_told_so() {
    let faults = sketch().essay("nim/a.md", "[x](b.md#nope)\n").essay("nim/b.md", "").faults();
    assert!(
        faults[0].ends_with("(there is no place on it that a link can lead to; a heading or a figure is one)"),
        "{faults:?}"
    );
}

#[test]
fn tags_in_titles_are_told() {
    let file = |title: &str| format!("+++\ntitle = \"{title}\"\nsummary = 'Of <i>x</i>.'\n+++\n");
    let faults = sketch().file("content/nim/a.md", file("Why <b>")).faults();
    assert_eq!(faults.len(), 3, "{faults:?}");
    assert!(faults[0].starts_with("content/nim/a.md:2:14: `<b>` is HTML, and this is text alone"), "{faults:?}");
    assert!(
        faults[1].starts_with("content/nim/a.md:3:15: `<i>`") && faults[2].starts_with("content/nim/a.md:3:19: `</i>`")
    );
    let good = "+++\ntitle = \"Why \\\\<b>\"\n+++\n## With <b>HTML</b>\n";
    let html = sketch().file("content/nim/a.md", good).published("nim/a/index.html");
    assert!(html.contains("<h1>Why &lt;b&gt;</h1>") && html.contains("With <b>HTML</b>"), "{html}");
}

#[test]
fn a_reference_has_a_place_of_its_own() {
    let figure =
        "```figure losses\nid = \"two\"\ngame = \"nim\"\nheaps = 2\nmax = 3\ncaption = \"As in [](#two).\"\n```\n";
    let text = format!("See [](#two). See [it](#two) again[^n].\n\n[^n]: And [here](#two).\n\n{figure}");
    let site = sketch().essay("nim/a.md", &text).essay("nim/b.md", "Of [](a.md#two).\n");
    let html = site.published("nim/a/index.html");
    for (id, sentence) in [(1, "See Figure 1."), (2, "See it again."), (3, "And here."), (4, "As in Figure 1.")] {
        assert_eq!(html.matches(&format!(" id=\"reference.{id}\"")).count(), 1, "{id}");
        assert!(
            html.contains(&format!("<li><a href=\"#reference.{id}\"><q>{sentence}</q></a></li>")),
            "{sentence} in {html}"
        );
    }
    assert!(html.contains("<a href=\"/sub/nim/b/#reference.1\"><q>Of Figure 1 of a.</q></a>"), "{html}");
    assert!(!site.published("feed.xml").contains("reference."));
}

#[test]
fn a_figure_that_is_half_written_adds_no_fault_about_its_name() {
    let half = "```figure losses\nid = \"two\"\ngame = \"nim\n```\n";
    let whole = "```figure losses\nid = \"two\"\ngame = \"nim\"\nheaps = 2\nmax = 3\n```\n";
    for (one, other) in [(half, whole), (whole, half), (half, half)] {
        let faults = sketch().essay("nim/a.md", &format!("{one}\n[](#two)\n\n{other}")).faults();
        assert!(faults.iter().all(|fault| !fault.contains("twice") && !fault.contains("a.md:1:")), "{faults:#?}");
    }
}

#[test]
fn a_heading_may_be_called_as_the_theme_calls_its_parts() {
    let text: String = ["Text", "Query", "Contents", "Cited by", "Note 1", "Page", "Main"]
        .iter()
        .map(|name| format!("## {name}\n\n"))
        .collect();
    sketch().essay("nim/a.md", &text).essay("nim/b.md", "[a](a.md#text)\n").built();
}

#[test]
fn a_style_sheet_asks_no_other_host() {
    let css = "@import url(https://other.org/x.css);\n/* url(//other.org/z) */\na { b: url('//other.org/y'), url(/sub/x.png) }\n";
    let faults = sketch()
        .file("static/mine.css", css)
        .file("static/theme/style.css", "a { b: url(c.png) }")
        .essay("nim/a.md", "")
        .faults();
    assert_eq!(faults.len(), 2, "{faults:?}");
    assert!(
        faults.iter().any(|fault| fault.starts_with("static/mine.css:1:13: https://other.org/x.css is on")),
        "{faults:?}"
    );
    assert!(faults.iter().any(|fault| fault.starts_with("static/mine.css:3:13: //other.org/y is on")), "{faults:?}");
}
