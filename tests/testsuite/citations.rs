//! How an essay is cited: its authors everywhere, BibTeX, and linked data by the vocabulary of schema.org.

use proptest::prelude::*;
use roxmltree::Document;
use serde_json::Value;

use crate::sketch::{Sketch, sketch};

const SITE: &str = "title = \"Rungs & <Co>\"\nbase_url = \"https://example.org/sub/\"\n";

fn site(authors: &str) -> Sketch {
    sketch().file("rungs.toml", format!("{SITE}{authors}\n"))
}

fn essay(front: &str, body: &str) -> String {
    format!("+++\ntitle = \"A\"\ndate = 2026-11-20\n{front}\n+++\n{body}")
}

/// The linked data of a page.
fn linked_data(html: &str) -> Value {
    let (_, after) = html.split_once("ld+json\">").unwrap();
    serde_json::from_str(after.split_once("</script>").unwrap().0).unwrap()
}

/// The BibTeX entry of a page.
fn bibtex(html: &str) -> String {
    let (_, after) = html.split_once("<code>@misc").unwrap();
    let code = after.split_once("</code>").unwrap().0;
    let code = code.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&#39;", "'");
    format!("@misc{}", code.replace("&#x27;", "'").replace("&amp;", "&"))
}

fn field(bibtex: &str, name: &str) -> String {
    let line = bibtex.lines().find(|line| line.trim_start().starts_with(&format!("{name} "))).unwrap();
    line.split_once(" = {").unwrap().1.strip_suffix("},").unwrap().to_owned()
}

#[test]
fn authors_are_the_same_in_every_place() {
    let several = "authors = [\"Ada Lovelace\", { name = \"A & B <Ltd>\", kind = \"organisation\", url = \"https://ab.org/?x=1&y=2\" }, \
                   { name = \"O'Brien, \\\"Bob\\\"\" }]";
    let site = site("author = \"The editors\"")
        .file("content/nim/a.md", essay(several, "Text.\n"))
        .file("content/nim/b.md", essay("", "Text.\n"));
    let html = site.published("nim/a/index.html");
    for part in [
        "<meta name=\"author\" content=\"Ada Lovelace\">\n<meta name=\"author\" content=\"A &amp; B &lt;Ltd&gt;\">",
        "<p class=\"byline\"><bdi>Ada Lovelace</bdi>, <a rel=\"author\" href=\"https:&#x2F;&#x2F;ab.org&#x2F;?x=1&amp;y=2\"><bdi>A &amp; B &lt;Ltd&gt;</bdi></a> and <bdi>O",
    ] {
        assert!(unslashed(&html).contains(&unslashed(part)), "{part} in {html}");
    }
    let data = linked_data(&html);
    assert_eq!(
        data["author"],
        serde_json::json!([
            { "@type": "Person", "name": "Ada Lovelace" },
            { "@type": "Organization", "name": "A & B <Ltd>", "url": "https://ab.org/?x=1&y=2" },
            { "@type": "Person", "name": "O'Brien, \"Bob\"" },
        ])
    );
    assert_eq!(
        field(&bibtex(&html), "author"),
        "Ada Lovelace and {A \\& B \\textless{}Ltd\\textgreater{}} and O'Brien, \"Bob\""
    );
    let other = site.published("nim/b/index.html");
    assert!(other.contains("<meta name=\"author\" content=\"The editors\">"), "{other}");
    assert!(other.contains("<p class=\"byline\"><bdi>The editors</bdi></p>"), "{other}");
    assert_eq!(linked_data(&other)["author"], serde_json::json!({ "@type": "Person", "name": "The editors" }));

    let feed = site.published("feed.xml");
    let feed = Document::parse(&feed).unwrap();
    let names = |under: roxmltree::Node<'_, '_>| -> Vec<String> {
        let authors = under.children().filter(|node| node.tag_name().name() == "author");
        let text = |node: roxmltree::Node<'_, '_>| {
            let parts = node.children().filter_map(|part| Some(format!("{}={}", part.tag_name().name(), part.text()?)));
            parts.filter(|part| part.contains('=') && !part.starts_with('=')).collect::<Vec<_>>().join(" ")
        };
        authors.map(text).collect()
    };
    assert_eq!(names(feed.root_element()), ["name=The editors"]);
    let entries: Vec<_> = feed.root_element().children().filter(|node| node.tag_name().name() == "entry").collect();
    assert_eq!(
        names(entries[0]),
        ["name=Ada Lovelace", "name=A & B <Ltd> uri=https://ab.org/?x=1&y=2", "name=O'Brien, \"Bob\""]
    );
    assert!(names(entries[1]).is_empty(), "the feed's own stand for it");
}

/// A template may escape a slash or leave it.
fn unslashed(html: &str) -> String {
    html.replace("&#x2F;", "/").replace("&#x27;", "'").replace("&#39;", "'")
}

#[test]
fn a_site_without_authors_stands_for_its_essays() {
    for none in ["", "author = \"\""] {
        let html = site(none).file("content/nim/a.md", essay("", "Text.\n")).published("nim/a/index.html");
        let data = linked_data(&html);
        assert_eq!(data["author"], serde_json::json!({ "@type": "Organization", "name": "Rungs & <Co>" }));
        assert!(!html.contains("name=\"author\"") && !html.contains("byline"), "{html}");
        assert_eq!(field(&bibtex(&html), "author"), "{Rungs \\& \\textless{}Co\\textgreater{}}");
    }
}

#[test]
fn what_is_wrong_with_an_author_is_told_at_its_place() {
    for (written, told) in [
        ("authors = []", "11: `authors` is not a list of names"),
        ("authors = \"Ada\"", "11: `authors` is not a list of names"),
        ("author = [\"Ada\"]", "10: this is neither a name nor a table with one"),
        ("authors = [\"Ada\", 7]", "19: this is neither a name nor a table with one"),
        ("authors = [\" \"]", "12: this name is empty"),
        ("authors = [{ nam = \"Ada\" }]", "14: there is no key `nam` (did you mean `name`?)"),
        ("authors = [{ kind = \"person\" }]", "12: this author has no `name`"),
        (
            "authors = [{ name = \"A\", kind = \"organistion\" }]",
            "33: this is no kind of author (did you mean \"organi",
        ),
        ("authors = [{ name = \"A\", url = \"/about/\" }]", "32: this is no whole address"),
        ("author = \"Ada\"\nauthors = [\"Bob\"]", "1: `author` and `authors` cannot both be given"),
        ("author = \"[7](=x.y)\"", "10: a name makes no claims and has no links"),
        ("autor = \"Ada\"", "1: there is no key `autor` (did you mean `author`?)"),
    ] {
        let line = if written.contains('\n') { 5 } else { 4 };
        let faults = site("").file("content/nim/a.md", essay(written, "")).faults();
        assert!(
            faults.iter().any(|fault| fault.starts_with(&format!("content/nim/a.md:{line}:{told}"))),
            "{written}: {faults:?}"
        );
        let faults = site(written).file("content/nim/a.md", essay("", "")).faults();
        let line = line - 1;
        assert!(
            faults.iter().any(|fault| fault.starts_with(&format!("rungs.toml:{line}:{told}"))),
            "{written}: {faults:?}"
        );
    }
}

#[test]
fn titles_are_tex_in_bibtex() {
    for (title, expected) in [
        ("Moore's Nim$_k$ for $k \\\\geq 2$", "{Moore’s Nim$_k$ for $k \\geq 2$}"),
        ("100% & #1_a: *On* `x_y`, Über æ ł", "{100\\% \\& \\#1\\_a: \\emph{On} \\texttt{x\\_y}, Über æ ł}"),
        (
            "The set $\\\\{1, 2\\\\}$, and \\\\{ alone",
            "{The set $\\lbrace 1, 2\\rbrace $, and \\textbraceleft{} alone}",
        ),
        ("Costs \\\\$5", "{Costs \\$5}"),
        ("Of [3](=six.heaps) heaps", "{Of 3 heaps}"),
    ] {
        let figure = "```facts losses\nid = \"six\"\ngame = \"nim\"\nheaps = 3\nmax = 2\n```\n";
        let file = format!("+++\ntitle = \"{title}\"\n+++\n{figure}");
        let found = bibtex(&site("").file("content/nim/a.md", file).published("nim/a/index.html"));
        assert_eq!(field(&found, "title"), expected, "{title}");
        let (open, close) = (found.matches('{').count(), found.matches('}').count());
        assert_eq!(open, close, "{found}");
    }
    let names = "authors = [\"Marks and Spencer\", \"Sprague, Roland\", { name = \"Kampf und Spiel e. V.\", kind = \"organisation\" }]";
    let found = bibtex(&site(names).file("content/nim/a.md", essay("", "")).published("nim/a/index.html"));
    assert_eq!(field(&found, "author"), "{Marks and Spencer} and Sprague, Roland and {Kampf und Spiel e. V.}");
}

#[test]
fn a_formula_in_a_title_is_read_and_its_faults_are_told() {
    let file = "+++\ntitle = \"On $\\\\frac{1}$\"\nsummary = \"As $\\\\nocommand$.\"\n+++\n";
    let faults = site("").file("content/nim/a.md", file).faults();
    assert_eq!(faults.len(), 2, "{faults:?}");
    assert!(faults[0].starts_with("content/nim/a.md:2:") && faults[1].starts_with("content/nim/a.md:3:"), "{faults:?}");
}

#[test]
fn references_are_cited_with_their_titles_and_addresses() {
    let paragraphs = "To [b](b.md).\n\n## References\n\nCharles L. Bouton, \"Nim, a game\", *Annals of Mathematics* (1901).\n\n\
                      Aaron N. Siegel, [*Combinatorial Game Theory*](https://example.com/cgt), \"a review\".\n\n\
                      <https://oeis.org/A002187>\n\n## After\n\nNot a work.\n";
    let list = "## Literatur {#literature}\n\nDie Bücher:\n\n1. Karl Kampf, „Über Spiele“, [doi](https://doi.org/10.1).\n2. Nichts.\n\n### Noch\n\n- *Mehr*\n";
    let site = site("").file("content/nim/a.md", essay("", paragraphs)).essay("nim/b.md", list);
    let data = linked_data(&site.published("nim/a/index.html"));
    let cited: Vec<[&str; 3]> = data["citation"]
        .as_array()
        .unwrap()
        .iter()
        .map(|cited| ["@type", "name", "url"].map(|key| cited[key].as_str().unwrap_or("")))
        .collect();
    assert_eq!(
        cited,
        [
            ["Article", "b", "https://example.org/sub/nim/b/"],
            ["CreativeWork", "Nim, a game", ""],
            ["CreativeWork", "Combinatorial Game Theory", "https://example.com/cgt"],
            ["CreativeWork", "https://oeis.org/A002187", "https://oeis.org/A002187"],
        ]
    );
    assert_eq!(data["citation"][1]["description"], "Charles L. Bouton, “Nim, a game”, Annals of Mathematics (1901).");
    let data = linked_data(&site.published("nim/b/index.html"));
    let names: Vec<&str> =
        data["citation"].as_array().unwrap().iter().map(|cited| cited["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["Über Spiele", "Nichts.", "Mehr"]);
}

/// What schema.org says of the types that are used: the properties that each may have, and what each of those holds.
/// <https://schema.org/Article>, with what it takes from CreativeWork and Thing.
const VOCABULARY: &[(&str, &[(&str, &str)])] = &[
    (
        "Article",
        &[
            ("headline", "Text"),
            ("name", "Text"),
            ("description", "Text"),
            ("url", "URL"),
            ("mainEntityOfPage", "URL"),
            ("inLanguage", "Language"),
            ("isPartOf", "WebSite"),
            ("author", "Person Organization"),
            ("datePublished", "Date"),
            ("dateModified", "Date"),
            ("image", "URL"),
            ("citation", "Article CreativeWork"),
        ],
    ),
    ("CreativeWork", &[("name", "Text"), ("description", "Text"), ("url", "URL")]),
    ("WebSite", &[("name", "Text"), ("url", "URL")]),
    ("Person", &[("name", "Text"), ("url", "URL")]),
    ("Organization", &[("name", "Text"), ("url", "URL")]),
];

/// Holds a thing against the vocabulary.
fn check(thing: &Value, path: &str) {
    let thing = thing.as_object().unwrap_or_else(|| panic!("{path}: no object"));
    let kind = thing["@type"].as_str().unwrap();
    let (_, properties) = VOCABULARY.iter().find(|(name, _)| *name == kind).unwrap_or_else(|| panic!("{path}: {kind}"));
    assert!(thing.contains_key("name") || thing.contains_key("headline"), "{path}: without a name");
    for (name, value) in thing.iter().filter(|(name, _)| *name != "@type" && !(path.is_empty() && *name == "@context"))
    {
        let path = format!("{path}/{name}");
        let (_, expected) =
            properties.iter().find(|(known, _)| known == name).unwrap_or_else(|| panic!("{path} of {kind}"));
        let several = value.as_array().cloned().unwrap_or_else(|| vec![value.clone()]);
        assert!(!several.is_empty(), "{path}: an empty list");
        for value in &several {
            match *expected {
                "Text" => assert!(value.as_str().is_some_and(|text| !text.trim().is_empty()), "{path}: {value}"),
                "URL" => {
                    let url = value.as_str().unwrap();
                    assert!(
                        url.starts_with("https://") && url.is_ascii() && !url.contains([' ', '"', '<', '>']),
                        "{path}: {url}"
                    );
                }
                "Date" => drop(value.as_str().unwrap().parse::<jiff::civil::Date>().unwrap()),
                "Language" => {
                    let tag = value.as_str().unwrap();
                    assert!(
                        tag.len() >= 2 && tag.chars().all(|c| c.is_ascii_alphanumeric() || c == '-'),
                        "{path}: {tag}"
                    );
                }
                kinds => {
                    assert!(kinds.split(' ').any(|kind| value["@type"] == kind), "{path}: {value}");
                    check(value, &path);
                }
            }
        }
    }
}

#[test]
fn linked_data_is_an_article_of_schema_org() {
    let figure = "```figure losses\nid = \"two\"\ngame = \"nim\"\nheaps = 2\nmax = 3\n```\n";
    let body =
        format!("To [b](b.md).\n\n{figure}\n## References\n\n- *A work*, [there](https://example.com/)\n- Another\n");
    let awkward = "+++\ntitle = \"\\\\<b>&\\\"quoted\\\" $x<y$ ]]> مرحبا 🎲 \\\\</script>\"\nsummary = \"x < y & \\\"z\\\"\"\n\
                   authors = [\"\\\"Q\\\" </script>\", { name = \"🎲\", kind = \"organisation\", url = \"https://e.org/\" }]\n\
                   date = 2026-01-01\nupdated = 2026-11-28\n+++\n";
    let site = site("").file("content/nim/a.md", format!("{awkward}{body}")).essay("nim/b.md", "Text.\n");
    for page in ["nim/a/index.html", "nim/b/index.html"] {
        let html = site.published(page);
        let data = linked_data(&html);
        assert_eq!(data["@context"], "https://schema.org");
        assert_eq!(data["@type"], "Article");
        for needed in ["headline", "url", "author", "datePublished", "dateModified", "inLanguage", "isPartOf"] {
            assert!(data.get(needed).is_some(), "{needed} of {data}");
        }
        check(&data, "");
    }
    let data = linked_data(&site.published("nim/a/index.html"));
    assert_eq!(data["author"][0]["name"], "\"Q\" </script>");
    assert_eq!(data["dateModified"], "2026-11-28");
    assert!(data["image"].as_str().unwrap().ends_with("/nim/a/card.png"));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    /// Whatever is written for authors, they are read or told.
    #[test]
    fn no_author_is_too_much(written in "(\\[|\\]|\\{|\\}|name|kind|url|person| = |, |\"[a-z<&]{0,6}\"|\\PC){0,12}") {
        for key in ["author", "authors"] {
            let keys = format!("{key} = {written}");
            drop(site("").file("content/nim/a.md", essay(&keys, "Text.\n")).result());
            drop(site(&keys).file("content/nim/a.md", essay("", "Text.\n")).result());
        }
    }

    /// Whatever an address on another site holds, what is published can be asked for.
    #[test]
    fn no_address_is_too_much(written in "[a-z0-9./?#%@:ü取&=\"'^|{}-]{1,24}") {
        let body = format!("[x](<https://{written}>)\n\n## References\n\n- *W*, [x](<https://{written}>)\n");
        if let Ok(built) = site("").file("content/nim/a.md", essay("", &body)).result() {
            let html = String::from_utf8(built.output.get("nim/a/index.html").unwrap().to_vec()).unwrap();
            check(&linked_data(&html), "");
        }
    }
}

#[test]
fn a_key_is_words_with_hyphens_between_them() {
    for (file, date, key) in [
        ("a", "date = 2026-11-20", "nim-a-2026"),
        ("a", "", "nim-a"),
        ("caf\u{e9}", "", "nim-cafe"),
        ("e\u{301}", "date = 2026-11-20", "nim-e-2026"),
        ("e-", "", "nim-e"),
        ("two words_", "", "nim-two-words"),
        ("\u{3b1}", "", "nim-3b1"),
        ("\u{3b2}\u{3b3}", "date = 2026-11-20", "nim-3b2-3b3-2026"),
    ] {
        let text = format!("+++\ntitle = \"A\"\n{date}\n+++\n");
        let html = sketch()
            .file(&format!("content/nim/{file}.md"), text)
            .published(&format!("nim/{}/index.html", file.replace("e\u{301}", "\u{e9}")));
        assert!(bibtex(&html).starts_with(&format!("@misc{{{key},\n")), "{file}: {}", bibtex(&html));
    }
}
