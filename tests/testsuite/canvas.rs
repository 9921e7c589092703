//! Drawings are valid, themed and the same each time.

use std::collections::BTreeSet;

use rungs::figure::canvas::theme::{self, PROPERTIES, RAMP, Scheme};
use rungs::figure::canvas::{Canvas, Drawing, Frame, Label, Paint, Stroke};

const HOSTILE: &[&str] =
    &["P < N", "A & B", "\"", "]]>", "\u{1}", "🂡", "⊕", "*3", "", "<b>", "\u{ffff}", "\0\t\n", "é"];

fn drawing() -> Drawing {
    Canvas::draw(200, 300, |canvas| {
        for (i, text) in HOSTILE.iter().enumerate() {
            canvas.text((10, 20 * i as i32 + 10), text, Label::new(Paint::Ink));
        }
        for x in 0..5 {
            canvas.rect(Frame::new(100 + 12 * x, 10, 10, 10), Paint::Won);
        }
        canvas.line(&[(100, 40), (180, 40)], Stroke::thin(Paint::Faint));
        canvas.part(Frame::new(100, 60, 50, 50)).disc((10, 10), 5, Paint::Odd);
    })
}

#[test]
fn any_label_and_any_id_give_valid_xml() {
    for text in HOSTILE {
        for standalone in [false, true] {
            let svg = drawing().to_svg(text, text, text, standalone);
            let document = roxmltree::Document::parse(&svg).unwrap_or_else(|error| panic!("{text:?}: {error}\n{svg}"));
            let root = document.root_element();
            assert_eq!(root.attribute("role"), Some("img"));
            let ids: BTreeSet<_> = document.descendants().filter_map(|node| node.attribute("id")).collect();
            let named: Vec<_> = root.attribute("aria-labelledby").unwrap().split(' ').collect();
            assert!(text.contains(char::is_whitespace) || named.iter().all(|id| ids.contains(id)), "{svg}");
        }
    }
}

#[test]
fn labels_are_kept_but_for_control_characters() {
    let svg = drawing().to_svg("a", "t", "d", false);
    let document = roxmltree::Document::parse(&svg).unwrap();
    let texts: Vec<_> =
        document.descendants().filter(|n| n.has_tag_name(("http://www.w3.org/2000/svg", "text"))).collect();
    let texts: Vec<_> = texts.iter().map(|node| node.text().unwrap_or_default()).collect();
    assert_eq!(texts, ["P < N", "A & B", "\"", "]]>", "", "🂡", "⊕", "*3", "", "<b>", "", "  ", "é"]);
}

#[test]
fn the_same_bytes_each_time() {
    assert_eq!(drawing(), drawing());
    assert_eq!(drawing().to_svg("a", "t", "d", true), drawing().to_svg("a", "t", "d", true));
}

#[test]
fn equal_cells_share_one_path() {
    let svg = drawing().to_svg("a", "t", "d", false);
    assert_eq!(svg.matches("fill-won").count(), 1);
    assert!(svg.contains("M100 10h10v10h-10zM112 10h10v10h-10z"), "{svg}");
}

#[test]
fn a_level_line_is_crisp_and_a_part_has_its_own_origin() {
    let body = drawing().body;
    assert!(body.contains("M100 40.5L180 40.5"), "{body}");
    assert!(body.contains("cx=\"110\" cy=\"70\" r=\"5\""), "{body}");
}

#[test]
fn every_paint_has_its_property() {
    for property in PROPERTIES {
        assert_eq!(property.paint.property().name, property.name);
    }
    let names: BTreeSet<_> = PROPERTIES.iter().map(|property| property.name).collect();
    assert_eq!(names.len(), PROPERTIES.len());
    let css = theme::rules() + &theme::declarations(Scheme::Dark);
    assert!(names.iter().all(|name| css.contains(&format!("--rungs-{name}:"))), "{css}");
}

/// Relative luminance (WCAG 2.2).
#[allow(clippy::float_arithmetic)]
fn luminance(hex: &str) -> f64 {
    let channel = |i: usize| {
        let c = f64::from(u8::from_str_radix(&hex[i..i + 2], 16).unwrap()) / 255.0;
        if c <= 0.04045 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
    };
    0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5)
}

#[allow(clippy::float_arithmetic)]
fn contrast(a: &str, b: &str) -> f64 {
    let (a, b) = (luminance(a) + 0.05, luminance(b) + 0.05);
    a.max(b) / a.min(b)
}

#[test]
fn text_can_be_read_on_every_ground() {
    let mut faults = Vec::new();
    for (scheme, value) in [("light", 0), ("dark", 1)] {
        let of = |paint: Paint| [paint.property().light, paint.property().dark][value];
        for property in PROPERTIES {
            let ground = property.paint;
            let ratio = contrast(of(ground.text_on()), of(ground));
            if ratio < 4.5 && ground != Paint::Faint {
                faults.push(format!("{scheme}: text on {} has {ratio:.2}", property.name));
            }
        }
        for paint in [Paint::Muted, Paint::Won, Paint::Lost, Paint::FalseWin, Paint::FalseLoss, Paint::Move, Paint::Odd]
        {
            for ground in [Paint::Paper, Paint::Wash] {
                let ratio = contrast(of(paint), of(ground));
                if ratio < 4.5 {
                    faults.push(format!("{scheme}: {paint:?} on {ground:?} has {ratio:.2}"));
                }
            }
        }
        for (paint, ground) in [
            (Paint::Won, Paint::WonTint),
            (Paint::FalseWin, Paint::FalseWinTint),
            (Paint::FalseLoss, Paint::FalseLossTint),
            (Paint::Move, Paint::MoveTint),
            (Paint::Odd, Paint::OddTint),
        ] {
            let ratio = contrast(of(paint), of(ground));
            if ratio < 4.0 {
                faults.push(format!("{scheme}: {paint:?} on its tint has {ratio:.2}"));
            }
        }
        for pair in RAMP.windows(2) {
            let ratio = contrast(of(pair[0]), of(pair[1]));
            if ratio < 1.3 {
                faults.push(format!("{scheme}: {:?} and {:?} are {ratio:.2} apart", pair[0], pair[1]));
            }
        }
    }
    assert_eq!(faults, Vec::<String>::new());
}
