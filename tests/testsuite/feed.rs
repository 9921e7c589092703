//! The feed and the site map, read by a strict parser.

use roxmltree::Document;

use crate::sketch::{png, sketch};

#[test]
fn awkward_titles_and_texts_are_valid_xml() {
    let config = "title = \"Foo & Bar ]]> \\u0008\"\nbase_url = \"https://example.org/\"\ndescription = \"a < b\"\nauthor = \"A & B\"\n";
    let essay = "+++\ntitle = \"P < N & \\\"Nim\\\"\"\ndate = 2026-11-20\nsummary = \"x < y & z\"\n+++\n\
                 Text ]]> and \u{8} and &nbsp; and <b>raw</b> & $a < b$ and 🎲.\n\n```text\n]]> < &\n```\n";
    let site = sketch().file("rungs.toml", config).file("content/nim/a.md", essay);
    let feed = site.published("feed.xml");
    let feed = Document::parse(&feed).unwrap();
    let text = |name: &str| {
        feed.descendants().find(|node| node.has_tag_name(("http://www.w3.org/2005/Atom", name))).unwrap().text()
    };
    assert_eq!(text("title"), Some("Foo & Bar ]]> "));
    let entry = feed.descendants().find(|node| node.tag_name().name() == "entry").unwrap();
    let part = |name: &str| entry.children().find(|node| node.tag_name().name() == name).unwrap().text().unwrap();
    assert_eq!(part("title"), "P\u{a0}&lt;\u{a0}N &amp; “Nim”");
    assert_eq!(part("summary"), "x < y & z");
    assert_eq!(part("updated"), "2026-11-20T00:00:00Z");
    assert!(part("content").contains("Text ]]&gt; and "), "{}", part("content"));
    Document::parse(&site.published("sitemap.xml")).unwrap();
    let html = site.published("nim/a/index.html");
    assert!(html.contains("<title>P &lt; N &amp; “Nim” – Foo &amp; Bar"), "{html}");
}

#[test]
fn undated_essays_break_no_feed_and_stand_last_in_lists() {
    let site = sketch()
        .essay("nim/a.md", "")
        .file("content/nim/b.md", "+++\ntitle = \"B\"\n+++\n")
        .file("content/nim/c.md", "+++\ntitle = \"C\"\ndate = 2026-11-21\n+++\n");
    let feed = site.published("feed.xml");
    let feed = Document::parse(&feed).unwrap();
    let ids = feed.descendants().filter(|node| node.tag_name().name() == "id").filter_map(|node| node.text());
    assert_eq!(
        ids.collect::<Vec<_>>(),
        ["https://example.org/sub/", "https://example.org/sub/nim/c/", "https://example.org/sub/nim/a/"]
    );
    let list = site.published("essays/index.html");
    let place = |title: &str| list.find(&format!(">{title}</a></h2>")).unwrap();
    assert!(place("C") < place("a") && place("a") < place("B"));
    let without = sketch().file("content/nim/b.md", "+++\ntitle = \"B\"\n+++\n");
    let built = without.built();
    assert!(built.output.get("feed.xml").is_none());
    assert!(!without.published("index.html").contains("atom+xml"));
}

#[test]
fn the_feed_holds_whole_addresses_no_ids_and_a_formula_once() {
    let text = "[l](ladder.md#x) [b](https://e.com) ![p](p.png) $a^2$ and[^n] more[^n].\n\n## X\n\n[x](#x)\n\n[^n]: The note.\n\n\
                ```figure losses\nid = \"six\"\ngame = \"nim\"\nheaps = 2\nmax = 3\ncaption = \"Pairs.\"\n```\n";
    let site = sketch()
        .file("content/nim/ladder.md", "+++\ntitle = \"Nim\"\n+++\n## X\n")
        .essay("nim/a.md", text)
        .file("content/nim/p.png", png(1, 1));
    let feed = site.published("feed.xml");
    let feed = Document::parse(&feed).unwrap();
    let content = feed.descendants().find(|node| node.tag_name().name() == "content").unwrap().text().unwrap();
    for part in [
        "href=\"https://example.org/sub/nim/#x\"",
        "href=\"https://example.org/sub/nim/a/#x\"",
        "src=\"https://example.org/sub/nim/p.png\"",
        "src=\"https://example.org/sub/nim/a/figures/six.svg\" alt=\"",
        "The note.",
    ] {
        assert!(content.contains(part), "{part} in {content}");
    }
    assert!(!content.contains(" id=") && !content.contains("<svg") && !content.contains("<details"), "{content}");
    assert_eq!(content.matches("<math>").count(), 1);
    assert!(!content.contains("annotation") && !content.contains("a^2"));
}

#[test]
fn the_site_map_lists_every_page_once() {
    let map = sketch().essay("nim/a.md", "").published("sitemap.xml");
    let map = Document::parse(&map).unwrap();
    let pages: Vec<_> =
        map.descendants().filter(|node| node.tag_name().name() == "loc").filter_map(|node| node.text()).collect();
    assert_eq!(pages, ["https://example.org/sub/nim/a/", "https://example.org/sub/nim/"]);
    assert!(sketch().published("robots.txt").ends_with("Sitemap: https://example.org/sub/sitemap.xml\n"));
    assert_eq!(sketch().file("static/robots.txt", "mine").published("robots.txt"), "mine");
}
