//! The author's pictures: how large they are, told before they are there.

use crate::sketch::{png, sketch};

/// The beginning of a JPEG of 3 by 2, taken by a camera that was held in one of eight ways.
fn jpeg(orientation: u8) -> Vec<u8> {
    let noted = [
        b"\xff\xd8\xff\xe1\0\x22Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0".as_slice(),
        &[orientation],
        b"\0\0\0\0\0\0",
    ];
    [&noted.concat(), b"\xff\xc0\0\x11\x08\0\x02\0\x03\x03\x01\x22\0\x02\x11\x01\x03\x11\x01\xff\xd9".as_slice()]
        .concat()
}

fn avif() -> Vec<u8> {
    let size = b"\0\0\0\x14ispe\0\0\0\0\0\0\0\x03\0\0\0\x02";
    [b"\0\0\0\x14ftypavif\0\0\0\0avif\0\0\0\x30meta\0\0\0\0\0\0\0\x24iprp\0\0\0\x1cipco".as_slice(), size].concat()
}

fn svg(attributes: &str) -> Vec<u8> {
    format!("<!DOCTYPE svg>\n<svg xmlns=\"http://www.w3.org/2000/svg\" {attributes}/>").into_bytes()
}

#[test]
fn a_picture_has_its_place_before_it_is_there() {
    let gif = b"GIF89a\x03\0\x02\0\0\0\0".to_vec();
    let webp = b"RIFF\x1e\0\0\0WEBPVP8X\x0a\0\0\0\0\0\0\0\x02\0\0\x01\0\0".to_vec();
    for (name, bytes, size) in [
        ("a.png", png(3, 2), (3, 2)),
        ("a.PNG", png(3, 2), (3, 2)),
        ("a.jpg", jpeg(1), (3, 2)),
        ("upright.jpeg", jpeg(6), (2, 3)),
        ("a.gif", gif, (3, 2)),
        ("a.webp", webp, (3, 2)),
        ("a.avif", avif(), (3, 2)),
        ("a.svg", svg("viewBox=\"0 0 300 200\""), (300, 200)),
        ("b.svg", svg("width=\"1in\" height=\"48px\""), (96, 48)),
    ] {
        let site = sketch().essay("nim/a.md", &format!("![p]({name} \"t\")\n"));
        let html = site.file(&format!("content/nim/{name}"), bytes).published("nim/a/index.html");
        let (width, height) = size;
        let image = format!("alt=\"p\" title=\"t\" width=\"{width}\" height=\"{height}\" loading=\"lazy\">");
        assert!(html.contains(&image), "{name}: {html}");
    }
    let copied = sketch().file("static/a.png", png(3, 2)).essay("nim/a.md", "![p](/a.png)\n");
    assert!(copied.published("nim/a/index.html").contains(" width=\"3\" height=\"2\""));
}

#[test]
fn what_is_no_picture_is_told_at_its_place() {
    for (name, bytes, part) in [
        ("a.png", jpeg(1), "/nim/a.png is a PNG by its name and holds a JPEG"),
        ("a.jpg", png(3, 2), "/nim/a.jpg is a JPEG by its name and holds a PNG"),
        ("a.png", b"<html>".to_vec(), "/nim/a.png is a PNG by its name and holds an SVG"),
        ("a.png", Vec::new(), "/nim/a.png is a PNG by its name and holds none"),
        ("a.png", png(3, 2)[..18].to_vec(), "/nim/a.png ends before it says how large it is"),
        ("a.png", png(3, 0), "/nim/a.png has no size"),
        ("a.svg", svg("width=\"100%\""), "/nim/a.svg does not say how large it is"),
        ("a.svg", b"<svg><g></svg>".to_vec(), "/nim/a.svg cannot be read: "),
        ("a.bmp", b"BM".to_vec(), "/nim/a.bmp is no picture"),
    ] {
        let site = sketch().essay("nim/a.md", &format!("Seen:\n![p]({name})\n"));
        let faults = site.file(&format!("content/nim/{name}"), bytes).faults();
        assert_eq!(faults.len(), 1, "{faults:?}");
        assert!(faults[0].starts_with("content/nim/a.md:6:6: ") && faults[0].contains(part), "{faults:?}");
        assert!(faults[0].ends_with(".webp, .avif or .svg, and holds what its name says)"), "{faults:?}");
    }
    for (page, address) in [("ladder.md", "/nim/"), ("#here", "/nim/a/"), ("/nim/", "/nim/"), ("/", "/")] {
        let faults = sketch()
            .essay("nim/a.md", &format!("![]({page})\n\n## Here\n"))
            .file("content/index.md", "+++\ntitle = \"F\"\n+++\n")
            .faults();
        assert!(faults[0].starts_with(&format!("content/nim/a.md:5:5: {address} is no picture")), "{faults:?}");
    }
}

/// A link to a file is none to a picture, whatever is in it.
#[test]
fn what_is_linked_to_may_be_anything() {
    sketch().essay("nim/a.md", "[p](a.png)\n").file("content/nim/a.png", "p").built();
}
