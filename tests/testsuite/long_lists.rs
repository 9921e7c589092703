//! A site of more than a thousand essays: every list is whole, and no page is heavy.

use std::collections::BTreeSet;

use rungs::site::Built;

use crate::sketch::{Sketch, sketch};

/// What a page may weigh with its styles and scripts.
const LIGHT: usize = 100_000;

fn essay(site: Sketch, ladder: &str, number: usize) -> Sketch {
    let needs = if number > 1 { format!("needs = [\"e{}.md\"]\n", number - 1) } else { String::new() };
    let text = format!(
        "+++\ntitle = \"Rung {number} of {ladder}: $2^{{{number}}}$\"\nsummary = \"{}\"\ndate = 2026-11-{:02}\n\
         rung = {number}\n{needs}+++\nSee [the first](e1.md).\n",
        "What a heap of counters is worth, and what is left of it. ".repeat(3).trim(),
        number % 28 + 1,
    );
    site.file(&format!("content/{ladder}/e{number}.md"), text)
}

fn ladders(number: usize, rungs: usize) -> Built {
    let mut site = sketch().file("content/index.md", "+++\ntitle = \"Front\"\n+++\nThe front.\n");
    for ladder in 0..number {
        let name = if ladder == 0 { "nim".to_owned() } else { format!("l{ladder}") };
        site = site.file(&format!("content/{name}/ladder.md"), format!("+++\ntitle = \"Ladder {name}\"\n+++\nText.\n"));
        site = (1..=rungs).fold(site, |site, rung| essay(site, &name, rung));
    }
    site.built()
}

fn page<'a>(built: &'a Built, path: &str) -> &'a str {
    std::str::from_utf8(built.output.get(path).unwrap_or_else(|| panic!("no {path}"))).unwrap()
}

/// The addresses that the titles on the pages of a list lead to, in order.
fn listed(built: &Built, list: &str) -> Vec<String> {
    let mut found = Vec::new();
    for number in 1.. {
        let part = if number == 1 { String::new() } else { format!("page-{number}/") };
        let path = format!("{list}{part}index.html");
        if built.output.get(&path).is_none() {
            break;
        }
        assert!(number == 1 || page(built, &format!("{list}index.html")).contains(&format!("page-{number}/")));
        found.extend(
            page(built, &path).split("<h2><a href=\"").skip(1).map(|rest| rest.split('"').next().unwrap().to_owned()),
        );
    }
    found
}

/// Every page with the style and the scripts that it loads.
fn is_light(built: &Built) {
    for (path, bytes) in built.output.iter().filter(|(path, _)| path.ends_with(".html")) {
        let html = std::str::from_utf8(bytes).unwrap();
        let loaded: BTreeSet<&str> = html.split("/theme/").skip(1).filter_map(|rest| rest.split('?').next()).collect();
        let theme = loaded.iter().filter_map(|name| built.output.get(&format!("theme/{name}")));
        let whole = bytes.len() + theme.map(<[u8]>::len).sum::<usize>();
        assert!(whole <= LIGHT, "/{path} has {whole} bytes");
    }
}

#[test]
fn a_ladder_of_a_thousand_rungs_is_whole_and_its_pages_are_light() {
    let built = ladders(1, 1_100);
    let rungs: Vec<String> = (1..=1_100).map(|rung| format!("/sub/nim/e{rung}/")).collect();
    assert_eq!(listed(&built, "nim/"), rungs);
    let all = listed(&built, "essays/");
    assert_eq!(all.iter().collect::<BTreeSet<_>>(), rungs.iter().collect());
    assert_eq!(all.len(), rungs.len());
    let front = page(&built, "index.html");
    assert!(front.contains("<a href=\"/sub/nim/\">All 1100 rungs</a>"), "{front}");
    let shown = ["e1/", "e2/", "e3/", "e1099/", "e1100/"].map(|name| format!("<h3><a href=\"/sub/nim/{name}\">"));
    assert!(shown.iter().all(|title| front.contains(title)) && front.matches("<h3>").count() == 5, "{front}");
    let second = page(&built, "nim/page-2/index.html");
    assert!(second.contains("<title>Ladder nim, page 2 – Rungs</title>") && !second.contains("Text."), "{second}");
    assert!(second.contains("href=\"https://example.org/sub/nim/page-2/\">"), "{second}");
    assert!(second.contains("aria-label=\"Page 2\" aria-current=\"page\""), "{second}");
    let first = page(&built, "nim/e1/index.html");
    assert!(first.contains("<li>and 999 more</li>"), "{first}");
    is_light(&built);
}

#[test]
fn a_front_page_of_many_ladders_names_each_and_lists_none() {
    let built = ladders(60, 8);
    let front = page(&built, "index.html");
    assert_eq!(front.matches("<h2><a href=\"/sub/").count(), 60);
    assert!(front.contains("<a href=\"/sub/l59/\">8 rungs</a>") && !front.contains("<h3>"), "{front}");
    assert!(page(&built, "nim/e1/index.html").contains("<li><a href=\"/sub/\">Ladders</a></li>"));
    is_light(&built);
}

#[test]
fn a_short_ladder_is_shown_whole() {
    let front = |rungs| page(&ladders(1, rungs), "index.html").to_owned();
    assert!(front(7).matches("<h3>").count() == 7 && !front(7).contains("All 7"));
    assert!(front(8).matches("<h3>").count() == 5 && front(8).contains("All 8 rungs"));
}
