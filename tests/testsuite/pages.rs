//! The HTML of a page, and the files beside it.

use roxmltree::Document;

use crate::sketch::{png, sketch};

/// A figure of some heaps of Nim.
fn figure(id: &str, heaps: u32, caption: &str) -> String {
    format!("```figure losses\nid = \"{id}\"\ngame = \"nim\"\nheaps = {heaps}\nmax = 3\ncaption = \"{caption}\"\n```\n")
}

#[test]
fn figures_are_numbered_and_called_by_their_numbers() {
    let text = format!(
        "[](#two) and [](#three).\n\n{}\n```facts losses\nid = \"asked\"\ngame = \"nim\"\nheaps = 1\nmax = 3\n```\n\n{}",
        figure("two", 2, "Pairs."),
        figure("three", 3, "Triples.")
    );
    let site = sketch().essay("nim/a.md", &text).essay("nim/b.md", "[](a.md#three), [3](=a.md#three.heaps)\n");
    let html = site.published("nim/a/index.html");
    assert!(html.contains("<a class=\"reference\" href=\"#two\" id=\"reference.1\">Figure\u{a0}1</a>"), "{html}");
    assert!(html.contains("<a class=\"reference\" href=\"#three\" id=\"reference.2\">Figure\u{a0}2</a>"));
    assert!(html.contains("<span class=\"number\">Figure\u{a0}2.</span> Triples."));
    assert!(html.contains("Checked by "), "who agreed");
    let other = site.published("nim/b/index.html");
    assert!(other.contains(">Figure\u{a0}2 of a</a>"), "{other}");
    let claim = "<a class=\"claim\" href=\"/sub/nim/a/#three\" tabindex=\"-1\" title=\"";
    assert!(other.contains(claim), "{other}");
    let built = site.built();
    for (path, there) in
        [("two.svg", true), ("two.json", true), ("two.csv", true), ("asked.svg", false), ("asked.json", true)]
    {
        assert_eq!(built.output.get(&format!("nim/a/figures/{path}")).is_some(), there, "{path}");
    }
}

#[test]
fn a_figure_stands_beside_the_one_before_it() {
    let beside = |id: &str| figure(id, 2, "Pairs.").replace("game", "beside = true\ngame");
    let text = format!("{}\n{}\nText.\n\n{}", figure("one", 2, "One."), beside("two"), figure("three", 2, "Three."));
    let site = sketch().essay("nim/a.md", &text);
    let html = site.published("nim/a/index.html");
    let places =
        ["<div class=\"pair\">\n<figure id=\"one\"", "id=\"two\"", "</figure>\n</div>\n<p>Text.</p>", "id=\"three\""]
            .map(|part| html.find(part).unwrap_or_else(|| panic!("{part} in {html}")));
    assert!(places.is_sorted(), "{html}");
    assert_eq!(html.matches("class=\"pair\"").count(), 1);
    assert!(!site.published("feed.xml").contains("pair"));
    let json = site.published("nim/a/figures/two.json");
    assert!(!json.contains("beside"), "{json}");
}

/// Where no link can stand, a reference without a text of its own still says what it leads to.
#[test]
fn references_keep_their_names_in_plain_words() {
    let listed = figure("two", 2, "Pairs.").replace("caption", "alt = \"As in [](b.md#there).\"\ncaption");
    let text = format!("A pair of [](#two) beside ![that of [](#two)](x.png).\n\n{listed}");
    let site = sketch()
        .essay("nim/a.md", &text)
        .file("content/nim/x.png", png(1, 1))
        .essay("nim/b.md", "## There\n\nPairs are drawn in [](a.md#two).\n");
    let html = site.published("nim/a/index.html");
    assert!(html.contains("alt=\"that of Figure 1\""), "{html}");
    assert!(html.contains("As in There of b."), "{html}");
    let words: String = site
        .built()
        .output
        .iter()
        .filter(|(path, _)| path.starts_with("search/"))
        .map(|(_, bytes)| String::from_utf8_lossy(bytes).into_owned())
        .collect();
    assert!(words.contains("Pairs are drawn in Figure 1 of a."), "{words}");
}

#[test]
fn the_same_figure_on_two_pages_and_two_on_one_share_no_id() {
    let text = figure("one", 2, "P < N & [2](=one.heaps) \\u0001 ]]> 🎲") + "\n" + &figure("two", 2, "Again.");
    let site = sketch().essay("nim/a.md", &text).essay("nim/b.md", &text);
    // A page on which an id stood twice would be a fault.
    let built = site.built();
    for (path, bytes) in built.output.iter().filter(|(path, _)| path.contains("/figures/") && path.ends_with(".svg")) {
        let text = std::str::from_utf8(bytes).unwrap();
        let drawing = Document::parse(text).unwrap_or_else(|error| panic!("{path}: {error}"));
        assert_eq!(drawing.root_element().attribute("role"), Some("img"), "{path}");
    }
    let facts: serde_json::Value = serde_json::from_slice(built.output.get("nim/a/figures/one.json").unwrap()).unwrap();
    assert_eq!(
        facts["question"],
        serde_json::json!({"game": "nim", "heaps": 2, "max": 3, "count": "multisets", "convention": "normal"})
    );
    assert_eq!(facts["facts"]["lost"], 4);
    assert_eq!(facts["checked"][0]["agreed"].as_array().unwrap().len(), 2);
    assert!(facts["checked"][0]["controls"][0]["refuted"].as_u64().unwrap() > 0);
    let twice = figure("one", 2, "A.") + "\n" + &figure("one", 2, "B.");
    assert!(sketch().essay("nim/a.md", &twice).result().is_err());
}

#[test]
fn a_figure_stands_in_the_quote_or_list_that_holds_it() {
    let quoted = format!("> Before.\n>\n> {}\n>\n> After.\n", figure("six", 2, "C.").trim_end().replace('\n', "\n> "));
    let html = sketch().essay("nim/a.md", &quoted).published("nim/a/index.html");
    let quote = &html[html.find("<blockquote>").unwrap()..html.find("</blockquote>").unwrap()];
    for part in ["<p>Before.</p>", "<figure id=\"six\"", "<p>After.</p>"] {
        assert!(quote.contains(part), "{part} in {quote}");
    }
    assert!(!html.contains("<p></p>"));
    let only =
        sketch().essay("nim/a.md", &(figure("a", 1, "A.") + &figure("b", 2, "B."))).published("nim/a/index.html");
    assert_eq!(only.matches("<figure ").count(), 2);
    assert!(!only.contains("<p></p>"));
}

#[test]
fn the_authors_syntax_reaches_no_reader_and_is_kept_where_it_is_quoted() {
    let quoted = "`[x](=six.lost)` and `[](#six)`\n\n````text\n```figure losses\nid = \"x\"\n```\n[1](=x.y)\n````\n\n    ```figure losses\n";
    let html = sketch().essay("nim/a.md", quoted).published("nim/a/index.html");
    assert!(
        html.contains("<code>[x](=six.lost)</code>") && html.contains("```figure losses\nid = &quot;x&quot;"),
        "{html}"
    );
    let faults = sketch().essay("nim/a.md", "Text {{ left }} over.\n").faults();
    assert!(faults[0].contains("`{{` is left in the text"), "{faults:?}");
}

#[test]
fn tables_keep_their_columns_and_their_alignment() {
    let text = "| a | b | c |\n|---|--:|:-:|\n| `x\\|y` | 2 | [1](=) |\n";
    let html = sketch().essay("nim/a.md", text).published("nim/a/index.html");
    let headless = sketch().essay("nim/a.md", "| of `x` | |\n|---|--:|\n| a | b |\n").published("nim/a/index.html");
    assert!(headless.contains("<th scope=\"col\">of <code>x</code></th><td></td></tr>"), "{headless}");
    assert!(html.contains("<td><code>x|y</code></td><td class=\"right\">2</td><td class=\"centre\">1</td>"), "{html}");
}

#[test]
fn headings_begin_below_the_title() {
    let html = sketch().essay("nim/a.md", "# One\n\n## Two\n\n###### Six\n").published("nim/a/index.html");
    assert_eq!(html.matches("<h1").count(), 1, "the title's");
    for heading in ["<h2 id=\"one\">", "<h3 id=\"two\">", "<h6 id=\"six\">"] {
        assert!(html.contains(heading), "{heading}");
    }
}

#[test]
fn an_essay_can_be_cited() {
    let file = "+++\ntitle = \"Nim & $2^n$ `</script>`\"\ndate = 2026-11-20\nrung = 1\n+++\n[b](../about.md)\n";
    let html = sketch()
        .file("content/nim/a.md", file)
        .file("content/about.md", "+++\ntitle = \"About\"\n+++\n")
        .published("nim/a/index.html");
    assert!(
        html.contains("@misc{nim-a-2026,\n  author       = {{Rungs}},\n  title        = {{Nim \\&amp; $2^n$ \\texttt{"),
        "{html}"
    );
    let start = html.find("ld+json\">").unwrap() + "ld+json\">".len();
    let end = start + html[start..].find("</script>").unwrap();
    let data: serde_json::Value = serde_json::from_str(&html[start..end]).unwrap();
    assert_eq!(data["headline"], "Nim & 2^n </script>");
    assert_eq!(data["citation"][0]["url"], "https://example.org/sub/about/");
    assert_eq!(data["datePublished"], "2026-11-20");
}

#[test]
fn pages_without_figures_are_small() {
    let built = sketch().essay("nim/a.md", &"A paragraph of some words. ".repeat(40)).built();
    let bytes: usize = ["nim/a/index.html", "theme/style.css", "theme/colours.css", "theme/theme.js", "theme/icon.svg"]
        .iter()
        .map(|path| built.output.get(path).unwrap().len())
        .sum();
    assert!(bytes < 100_000, "{bytes}");
    let html = String::from_utf8(built.output.get("nim/a/index.html").unwrap().to_vec()).unwrap();
    assert!(!html.contains("play.js"), "the board's script comes with a board alone");
}

#[test]
fn a_text_with_a_figure_has_a_picture_for_those_who_link_to_it() {
    let site = sketch().essay("nim/a.md", &figure("two", 2, "Pairs.")).essay("nim/b.md", "Text.\n");
    let built = site.built();
    let text = |path: &str| String::from_utf8(built.output.get(path).unwrap().to_vec()).unwrap();
    let html = text("nim/a/index.html");
    for meta in [
        "property=\"og:image\" content=\"https://example.org/sub/nim/a/card.png\"",
        "property=\"og:image:width\" content=\"1200\"",
        "property=\"og:image:height\" content=\"630\"",
        "property=\"og:image:alt\" content=\"",
        "name=\"twitter:card\" content=\"summary_large_image\"",
        "\"image\":\"https://example.org/sub/nim/a/card.png\"",
    ] {
        assert!(html.contains(meta), "{meta} in {html}");
    }
    let png = built.output.get("nim/a/card.png").unwrap();
    assert!(png.starts_with(b"\x89PNG") && png[16..24] == [0, 0, 4, 176, 0, 0, 2, 118], "1200 by 630");
    assert!(png.len() < 150_000, "{}", png.len());
    assert!(built.output.get("nim/b/card.png").is_none() && !text("nim/b/index.html").contains("og:image"));
}

#[test]
fn code_is_coloured_and_its_letters_stay() {
    let code = "```rust\nlet heap = of(5); // a heap of 5\n```\n\n```python\nheap of 5 < 6\n```\n\n- ```toml\n  a = \"b\"\n  c = 2\n  ```\n";
    let built = sketch().essay("nim/a.md", code).built();
    let html = String::from_utf8(built.output.get("nim/a/index.html").unwrap().to_vec()).unwrap();
    for part in [
        "<span class=\"code-keyword\">let</span>",
        "<span class=\"code-comment\">// a heap of 5</span>",
        "<code class=\"language-python\">heap of 5 &lt; 6\n</code>",
        "<span class=\"code-string\">&quot;b&quot;</span>\n",
    ] {
        assert!(html.contains(part), "{part} in {html}");
    }
    let feed = String::from_utf8(built.output.get("feed.xml").unwrap().to_vec()).unwrap();
    assert!(feed.contains("heap of 5") && !feed.contains("code-keyword"), "feed readers have no style for it");
}

#[test]
fn what_is_only_asked_is_told_from_what_is_not_there() {
    let asked = figure("asked", 2, "").replace("```figure", "```facts").replace("caption = \"\"\n", "");
    let faults = sketch().essay("nim/a.md", &format!("[](#asked), [](#ask).\n\n{asked}")).faults();
    assert!(faults[0].contains("`asked` is only asked and not drawn"), "{faults:?}");
    assert!(faults[1].contains("there is no `#ask` on this page"), "{faults:?}");
}

#[test]
fn a_sentence_that_refers_to_a_figure_is_told_under_it() {
    let text = format!("Pairs stand in [](#two). Nothing else.\n\n{}", figure("two", 2, "Pairs."));
    let html = sketch().essay("nim/a.md", &text).published("nim/a/index.html");
    assert!(html.contains("><q>Pairs stand in Figure 1.</q></a></li>"), "{html}");
}

#[test]
fn a_formula_that_is_nested_too_deeply_is_a_fault_and_no_more() {
    let deep = |depth: usize| {
        let nested = format!("{}x{}", "\\frac{1}{".repeat(depth), "}".repeat(depth));
        sketch().essay("nim/a.md", &format!("${nested}$\n"))
    };
    deep(20).built();
    for depth in [100, 3_000, 30_000] {
        let faults = deep(depth).faults();
        assert!(faults[0].starts_with("content/nim/a.md:5:2: ") && faults[0].contains("too deeply"), "{faults:?}");
    }
    for tex in ["{".repeat(5_000) + "x" + &"}".repeat(5_000), "\\sqrt".repeat(3_000) + " x", "x^".repeat(2_000)] {
        let faults = sketch().essay("nim/a.md", &format!("${tex}$\n")).faults();
        assert_eq!(faults.len(), 1, "{}", tex.len());
        assert!(faults[0].contains("this formula cannot be read"), "{faults:?}");
    }
}

#[test]
fn long_paragraphs_and_deep_quotes_take_no_longer_than_they_are() {
    let losses = figure("two", 2, "Pairs.");
    let start = std::time::Instant::now();
    sketch().essay("nim/a.md", &format!("{losses}\n{}\n", "[4](=two.lost) ".repeat(4_000))).built();
    sketch().essay("nim/a.md", &format!("{}\n", ">".repeat(4_000))).built();
    let name = "n".repeat(1_000_000);
    let faults = sketch().essay("nim/a.md", &losses.replace("\"nim\"", &format!("\"{name}\""))).faults();
    assert!(faults[0].contains("nnn…`") && faults[0].len() < 400, "{}", faults[0].len());
    assert!(start.elapsed().as_secs() < 20, "{:?}", start.elapsed());
}

#[test]
fn a_language_that_is_none_is_told_and_published() {
    let warned = |info: &str| {
        let built = sketch().essay("nim/a.md", &format!("Of `{info}`:\n\n- ```{info}\n  a < b\n  ```\n")).built();
        let line = |warning: &rungs::diagnostic::Diagnostic| {
            let place = warning.span.as_ref().unwrap().place();
            format!("{}:{}: {} ({})", place.line, place.column, warning.message, warning.help.join("; "))
        };
        built.warnings.iter().map(line).collect::<Vec<_>>()
    };
    let coloured = "in colour there are rust, toml, bash, markdown; code in no language is `text`";
    let told = |language: &str, help: &str| {
        [format!("7:6: no language is called `{language}`, and the code is shown without colours ({help})")]
    };
    assert_eq!(warned("rsut"), told("rsut", "did you mean `rust`?"));
    assert_eq!(warned("zzzzzzzz title"), told("zzzzzzzz", coloured));
    for quiet in ["", "text", "Rust", "rust,no_run", "{.python}", "c++", "yaml"] {
        assert!(warned(quiet).is_empty(), "{quiet}");
    }
}

#[test]
fn no_line_ends_between_a_number_and_what_it_belongs_to() {
    let text = format!(
        "Of [4](=two.lost) of 10 and [](=two.heaps) of [](=two.heaps), a heap of\n[](=two.heaps) if $k$ = 2\n\
         and p.\n12, `p. 12`.\n\n{}",
        figure("two", 2, "A heap of 5.")
    );
    let html = sketch().essay("nim/a.md", &text).published("nim/a/index.html").replace('\u{a0}', "~");
    for part in [
        ">4</a>~of~10",
        ">2</a>~of~<a",
        "a heap of~<a",
        "if~<math",
        "</math>~=~2\n",
        "p.~12, <code>p. 12</code>",
        "A heap of~5.",
        "3~of~10.",
    ] {
        assert!(html.contains(part), "{part} in {html}");
    }
}

#[test]
fn decimal_points_stand_under_each_other() {
    let text = "| a | b | c |\n|--:|---|--:|\n| 1.25 | 1.5 | 1 |\n| −30 | 2 | two |\n| **0.5** | 3 | 1.5 |\n";
    let html = sketch().essay("nim/a.md", text).published("nim/a/index.html");
    let html = html.replace('\u{2007}', "_").replace('\u{2008}', ",");
    for cell in [">1.25</td>", ">−30,__</td>", "<strong>0.5</strong>_</td>", ">1.5</td>", ">2</td>", ">two</td>"] {
        assert!(html.contains(cell), "{cell} in {html}");
    }
}

#[test]
fn long_data_are_cut_on_paper_and_say_where_the_whole_stands() {
    let long = figure("two", 3, "Triples.").replace("losses", "properties").replace("max = 3", "max = 7");
    let site = sketch().essay("nim/a.md", &format!("{long}\n{}", figure("short", 2, "Pairs.")));
    let html = site.published("nim/a/index.html").replace('\u{a0}', " ");
    let cut = "<p class=\"printed\">The first 32 of 512 rows. The whole stands at https://example.org/sub/nim/a/figures/two.csv.</p>";
    assert!(html.contains("<div class=\"table twice cut\"") && html.contains(cut), "{html}");
    assert_eq!(html.matches("class=\"printed\"").count(), 1);
    assert!(
        html.contains("--origin: 'https://example.org'; --address: 'https://example.org/sub/nim/a/'; --title: 'a'")
    );
    let quoted = "+++\ntitle = '''On `it's` and `a\\b`'''\n+++\n";
    let html = sketch().file("content/nim/q.md", quoted).published("nim/q/index.html");
    assert!(html.contains("--title: 'On it\\&#") && html.contains(" and a\\\\b'\""), "{html}");
}

#[test]
fn only_what_may_scroll_is_a_stop_for_the_tabulator() {
    let text = format!(
        "[4](=two.lost) $a+b+c+d+e+f+g+h+i+j+k+l+m$\n\n```text\nshort\n```\n\n```text\n{}\n```\n\n{}",
        "long ".repeat(9),
        figure("two", 2, "Pairs.")
    );
    let html = sketch().essay("nim/a.md", &text).published("nim/a/index.html");
    for part in [
        "<a class=\"claim\" href=\"#two\" tabindex=\"-1\"",
        "<pre><code class=\"language-text\">short",
        "<pre tabindex=\"0\"><code class=\"language-text\">long",
        "<span class=\"long\" role=\"group\" aria-label=\"Formula\" tabindex=\"0\"><math>",
        "<div class=\"plate\"><svg",
    ] {
        assert!(html.contains(part), "{part} in {html}");
    }
}
