//! The feed and the site map, read by a strict parser.

use roxmltree::Document;

use crate::sketch::{Sketch, png, sketch};

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
    let expected = ["nim/a/", "nim/", "essays/", ""].map(|path| format!("https://example.org/sub/{path}"));
    assert_eq!(pages, expected);
    assert!(sketch().published("robots.txt").ends_with("Sitemap: https://example.org/sub/sitemap.xml\n"));
    assert_eq!(sketch().file("static/robots.txt", "mine").published("robots.txt"), "mine");
}

#[test]
fn a_template_that_makes_no_xml_is_told_at_its_place() {
    for (name, text, place) in [
        ("feed.xml", "<feed>\n<title>{{ site.title }}</title>\n<entry></feed>\n", "3:8"),
        (
            "feed.xml",
            "<feed>\n{% for entry in page.essays %}<a>{{ entry.title.html | safe }}&nbsp;</a>{% endfor %}</feed>",
            "2:63",
        ),
        ("sitemap.xml", "<urlset>\n</urlset>\n<urlset/>", "3:1"),
        ("sitemap.xml", "", "1:1"),
    ] {
        let faults = sketch().essay("nim/a.md", "Text.\n").file(&format!("templates/{name}"), text).faults();
        assert_eq!(faults.len(), 1, "{faults:?}");
        let told = format!("templates/{name}:{place}: what templates/{name} makes is not XML: ");
        assert!(faults[0].starts_with(&told), "{told} {faults:?}");
    }
    let own = "<?xml version=\"1.0\"?>\n<feed xmlns=\"http://www.w3.org/2005/Atom\">{{ site.title }}</feed>\n";
    assert!(sketch().essay("nim/a.md", "").file("templates/feed.xml", own).published("feed.xml").contains(">Rungs<"));
}

#[test]
fn hosts_and_paths_in_other_letters_are_asked_for_in_ascii() {
    let site = sketch().essay("nim/取石子.md", "[a](ladder.md)\n").at("https://bücher.example:8000/köln");
    let address = "https://xn--bcher-kva.example:8000/k%C3%B6ln/nim/%E5%8F%96%E7%9F%B3%E5%AD%90/";
    for path in ["sitemap.xml", "feed.xml", "nim/取石子/index.html", "robots.txt"] {
        let text = site.published(path);
        assert!(path == "robots.txt" || text.contains(address), "{path}: {text}");
        let addresses = text.split(['"', '<', '>', '\n', ' ']).filter(|part| part.contains("://"));
        addresses.for_each(|address| assert!(address.is_ascii(), "{path}: {address}"));
    }
}

#[test]
fn links_to_other_sites_are_written_as_they_are_asked_for() {
    let text =
        "[a](<https://köln.example/ä b?\"q\"=1&r=%20#ü>) [b](mailto:ä@example.org) [c](https://e.org/?a=1&b=2#c)\n";
    let html = sketch().essay("nim/a.md", text).published("nim/a/index.html");
    for href in [
        "https://xn--kln-sna.example/%C3%A4%20b?%22q%22=1&amp;r=%20#%C3%BC",
        "mailto:%C3%A4@example.org",
        "https://e.org/?a=1&amp;b=2#c",
    ] {
        assert!(html.contains(&format!("<a href=\"{href}\">")), "{href} in {html}");
    }
}

/// The site of the browser's tests whose titles, authors and texts hold what breaks XML.
fn awkward() -> Sketch {
    const ROOT: &str = "tests/browser/awkward";
    let files = walkdir::WalkDir::new(ROOT).sort_by_file_name().into_iter().map(Result::unwrap);
    let files = files.filter(|entry| entry.file_type().is_file());
    files.fold(sketch(), |site, entry| {
        let path = entry.path().strip_prefix(ROOT).unwrap().to_str().unwrap().to_owned();
        site.file(&path, std::fs::read(entry.path()).unwrap())
    })
}

/// RFC 4287: what a feed and an entry hold, and how often at least and at most.
const FEED: &[(&str, usize, usize)] = &[
    ("title", 1, 1),
    ("subtitle", 0, 1),
    ("id", 1, 1),
    ("link", 1, 2),
    ("updated", 1, 1),
    ("author", 1, 9),
    ("generator", 0, 1),
    ("entry", 1, 20),
];
const ENTRY: &[(&str, usize, usize)] = &[
    ("title", 1, 1),
    ("id", 1, 1),
    ("link", 1, 1),
    ("published", 1, 1),
    ("updated", 1, 1),
    ("author", 0, 9),
    ("summary", 0, 1),
    ("content", 1, 1),
];

fn holds(node: roxmltree::Node<'_, '_>, expected: &[(&str, usize, usize)]) {
    const ATOM: &str = "http://www.w3.org/2005/Atom";
    let children: Vec<_> = node.children().filter(|child| child.is_element()).collect();
    assert!(children.iter().all(|child| child.tag_name().namespace() == Some(ATOM)));
    for child in &children {
        assert!(expected.iter().any(|(name, ..)| *name == child.tag_name().name()), "{child:?}");
    }
    for (name, least, most) in expected {
        let found: Vec<_> = children.iter().filter(|child| child.tag_name().name() == *name).collect();
        assert!((*least..=*most).contains(&found.len()), "{name}: {}", found.len());
        for child in found {
            let text = child.text().unwrap_or_default();
            match *name {
                "published" | "updated" => drop(text.parse::<jiff::Timestamp>().unwrap()),
                "id" => assert!(text.starts_with("https://") && text.is_ascii(), "{text}"),
                "link" => assert!(child.attribute("href").unwrap().starts_with("https://"), "{child:?}"),
                "author" => holds(*child, &[("name", 1, 1), ("uri", 0, 1)]),
                "entry" => holds(*child, ENTRY),
                "name" | "title" | "content" => assert!(!text.trim().is_empty(), "{name}"),
                _ => {}
            }
        }
    }
}

#[test]
fn feed_and_site_map_are_what_their_formats_ask_for() {
    let site = awkward();
    let feed = site.published("feed.xml");
    let feed = Document::parse(&feed).unwrap();
    assert_eq!(feed.root_element().tag_name().name(), "feed");
    holds(feed.root_element(), FEED);
    let dates: Vec<_> = feed
        .descendants()
        .filter(|node| node.tag_name().name() == "published")
        .filter_map(|node| node.text())
        .collect();
    assert_eq!(dates, ["2025-12-31T00:00:00Z", "0001-01-01T00:00:00Z"]);

    let map = site.published("sitemap.xml");
    let map = Document::parse(&map).unwrap();
    let urls: Vec<_> = map.root_element().children().filter(|child| child.is_element()).collect();
    let mut places = Vec::new();
    for url in urls {
        assert!(url.has_tag_name(("http://www.sitemaps.org/schemas/sitemap/0.9", "url")));
        let parts: Vec<_> = url.children().map(|part| (part.tag_name().name(), part.text().unwrap())).collect();
        let (("loc", place), rest) = (parts[0], &parts[1..]) else { panic!("{parts:?}") };
        assert!(place.starts_with("https://xn--bcher-kva.example/k%C3%B6ln/") && place.is_ascii(), "{place}");
        assert!(
            rest.len() < 2
                && rest.iter().all(|(name, day)| *name == "lastmod" && day.parse::<jiff::civil::Date>().is_ok())
        );
        places.push(place.to_owned());
    }
    let all = places.len();
    places.sort_unstable();
    places.dedup();
    assert_eq!((places.len(), all), (7, 7));
}
