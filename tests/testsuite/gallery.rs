//! The gallery, which is made from the registry of kinds.

use rungs::figure::KINDS;

use crate::sketch::sketch;

const GALLERY: &str = "+++\ntitle = \"Gallery\"\n[extra]\ngallery = true\n+++\nEvery kind.\n";

#[test]
fn every_kind_is_on_the_gallery_with_its_directive() {
    let built = sketch().file("content/gallery.md", GALLERY).built();
    let page = std::str::from_utf8(built.output.get("gallery/index.html").unwrap()).unwrap();
    assert_eq!(page.matches("<figure ").count(), KINDS.len());
    for kind in KINDS {
        let directive = page.find(&format!("```figure {}\n", kind.name)).unwrap_or_else(|| panic!("{}", kind.name));
        let figure = page.find(&format!("<figure id=\"example-{}\"", kind.name)).unwrap();
        assert!(directive < figure, "{}: the directive stands first", kind.name);
        let between = text(&page[directive..figure]);
        assert!(between.contains(kind.example), "{}: {between}", kind.name);
        for ending in ["svg", "csv", "json"] {
            let file = format!("gallery/figures/example-{}.{ending}", kind.name);
            assert!(built.output.get(&file).is_some(), "{file}");
        }
    }
}

/// The text of a piece of HTML.
fn text(html: &str) -> String {
    let parts = html.split('<').map(|part| part.split_once('>').map_or(part, |(_, text)| text));
    parts.collect::<String>().replace("&quot;", "\"").replace("&#39;", "'").replace("&lt;", "<").replace("&gt;", ">")
}

#[test]
fn a_page_that_does_not_ask_for_it_is_no_gallery() {
    let page = sketch().file("content/gallery.md", GALLERY.replace("true", "false")).published("gallery/index.html");
    assert!(!page.contains("<figure "));
}
