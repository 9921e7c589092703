//! The picture that other sites show beside a link: the title of a text and its first figure. The one module that knows
//! resvg and png.

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};

use png::{BitDepth, ColorType, Encoder, EncodingError};
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree, fontdb};

use super::escape;
use crate::figure::canvas::theme::Property;
use crate::figure::canvas::{Drawing, Label, Paint, text_width};
use crate::verify::Store;

/// Its name, beside the page.
pub const NAME: &str = "card.png";
/// Its width in pixels.
pub const WIDTH: u32 = 1200;
/// Its height in pixels.
pub const HEIGHT: u32 = 630;

/// The only face that it is written in, so that it has the same pixels on every machine; see `assets/card/OFL.txt`.
const FACES: [&[u8]; 2] =
    [include_bytes!("../../assets/card/regular.otf"), include_bytes!("../../assets/card/bold.otf")];
/// What the face calls itself.
const FAMILY: &str = "Rungs Card";
/// The sizes that a title may have, in pixels, with the lines of each that fit.
const SIZES: [(i32, usize); 5] = [(80, 2), (68, 3), (56, 4), (48, 5), (40, 6)];
/// The face is this much narrower than the one that widths are estimated for, in hundredths.
const NARROWER: i32 = 80;
/// How much a drawing may be enlarged.
const LARGEST: u32 = 3;

static FONTS: LazyLock<Arc<fontdb::Database>> = LazyLock::new(|| {
    let mut fonts = fontdb::Database::new();
    for face in FACES {
        fonts.load_font_data(face.to_vec());
    }
    fonts.set_sans_serif_family(FAMILY);
    fonts.set_serif_family(FAMILY);
    Arc::new(fonts)
});

/// A rectangle: its left edge, its top, its width and its height, in pixels.
#[derive(Clone, Copy)]
struct Frame(u32, u32, u32, u32);

/// The picture as a PNG, from the store if it was drawn before; none where it cannot be made, which no drawing of ours
/// has caused yet.
pub fn png(site: &str, title: &str, drawing: &Drawing, store: Option<&dyn Store>) -> Option<Vec<u8>> {
    let svg = svg(site, title, drawing);
    let mut key =
        blake3::Hasher::new_derive_key("rungs: a picture for those who link to a page, by a table of colours");
    key.update(svg.as_bytes());
    FACES.iter().for_each(|face| _ = key.update(face));
    let key: [u8; 32] = key.finalize().into();
    if let Some(kept) = store.and_then(|store| store.fetch(&key).ok()) {
        return Some(kept);
    }
    let png = drawn(&svg)?;
    if let Some(store) = store {
        store.keep(&key, &png);
    }
    Some(png)
}

fn drawn(svg: &str) -> Option<Vec<u8>> {
    let options = Options { font_family: FAMILY.to_owned(), fontdb: Arc::clone(&FONTS), ..Options::default() };
    let tree = Tree::from_str(svg, &options).ok()?;
    let mut pixels = Pixmap::new(WIDTH, HEIGHT)?;
    resvg::render(&tree, Transform::identity(), &mut pixels.as_mut());
    encoded(&pixels).ok()
}

/// An opaque picture as a PNG: by a table of its colours where they are few, as in flat drawings they are, so that there
/// is a quarter of the bytes to press.
fn encoded(pixels: &Pixmap) -> Result<Vec<u8>, EncodingError> {
    let colours = || pixels.pixels().iter().map(|pixel| [pixel.red(), pixel.green(), pixel.blue()]);
    let (mut table, mut known, mut last) = (Vec::new(), BTreeMap::new(), None);
    let mut number = |colour: [u8; 3]| -> Option<u8> {
        // Most stand beside one of the same colour.
        if let Some((_, number)) = last.filter(|(same, _)| *same == colour) {
            return Some(number);
        }
        let number = match known.get(&colour) {
            Some(number) => *number,
            None => {
                let number = u8::try_from(known.len()).ok()?;
                known.insert(colour, number);
                table.extend(colour);
                number
            }
        };
        last = Some((colour, number));
        Some(number)
    };
    let numbers: Option<Vec<u8>> = colours().map(&mut number).collect();
    let (colour, bytes) = match numbers {
        Some(numbers) => (ColorType::Indexed, numbers),
        None => (ColorType::Rgb, colours().flatten().collect()),
    };
    let mut png = Vec::new();
    let mut encoder = Encoder::new(&mut png, pixels.width(), pixels.height());
    encoder.set_color(colour);
    encoder.set_depth(BitDepth::Eight);
    if colour == ColorType::Indexed {
        encoder.set_palette(table);
    }
    encoder.write_header()?.write_image_data(&bytes)?;
    Ok(png)
}

/// The picture as it is drawn, in literal colours: a ladder down the side, the title, the figure beside it, or below
/// it where the figure is wide.
fn svg(site: &str, title: &str, drawing: &Drawing) -> String {
    let Drawing { width, height, body, .. } = drawing;
    let below = *width >= height.saturating_mul(2);
    let (words, figure) = if below {
        (Frame(184, 64, 952, 210), Frame(184, 276, 952, 260))
    } else {
        (Frame(184, 64, 470, 470), Frame(680, 56, 464, 518))
    };
    let (ink, muted, paper) = (colour(Paint::Ink), colour(Paint::Muted), colour(Paint::Paper));
    let rungs: String = (0..5).map(|rung| format!("M64 {}h64", 63 + 126 * rung)).collect();
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{HEIGHT}\" font-family=\"{FAMILY}\">\
         <path fill=\"{paper}\" d=\"M0 0h{WIDTH}v{HEIGHT}h-{WIDTH}z\"/>\
         <path fill=\"none\" stroke=\"{ink}\" stroke-width=\"6\" d=\"M64 0v{HEIGHT}M128 0v{HEIGHT}{rungs}\"/>"
    );
    let (size, lines) = set(title, words);
    for (i, line) in (1..).zip(&lines) {
        let y = words.1.saturating_add_signed(i * size * 11 / 10 - size / 4);
        svg.push_str(&format!(
            "<text x=\"{}\" y=\"{y}\" font-size=\"{size}\" fill=\"{ink}\">{}</text>",
            words.0,
            escape(line)
        ));
    }
    svg.push_str(&format!("<text x=\"184\" y=\"578\" font-size=\"30\" fill=\"{muted}\">{}</text>", escape(site)));
    let Frame(x, y, wide, high) = figure;
    let (wide_at_most, high_at_most) = (width.saturating_mul(LARGEST), height.saturating_mul(LARGEST));
    let (across, down) = (wide.min(wide_at_most), high.min(high_at_most));
    // What is below the title begins where the title does; what is beside it stands in the middle.
    let (left, aspect) = if below { (x, "xMinYMid") } else { (x + (wide - across) / 2, "xMidYMid") };
    svg.push_str(&format!(
        "<svg x=\"{left}\" y=\"{}\" width=\"{across}\" height=\"{down}\" viewBox=\"0 0 {width} {height}\" \
         preserveAspectRatio=\"{aspect} meet\">{body}</svg></svg>",
        y + (high - down) / 2
    ));
    svg
}

/// A title in lines, with the largest size at which they fit; one that never fits is cut off.
fn set(title: &str, Frame(_, _, wide, high): Frame) -> (i32, Vec<String>) {
    let (wide, high) = (i32::try_from(wide).unwrap_or(i32::MAX), i32::try_from(high).unwrap_or(i32::MAX));
    let mut tried = (0, Vec::new());
    for (size, most) in SIZES {
        let (mut lines, fits) = lines(title, size, wide);
        let most = most.min(usize::try_from(high / (size * 11 / 10)).unwrap_or(1));
        if fits && lines.len() <= most {
            return (size, lines);
        }
        if lines.len() > most {
            lines.truncate(most);
            if let Some(last) = lines.last_mut() {
                last.push_str(" …");
            }
        }
        tried = (size, lines);
    }
    tried
}

/// A text in lines of no more than a width, and whether every word is narrow enough.
fn lines(text: &str, size: i32, width: i32) -> (Vec<String>, bool) {
    let label = Label::new(Paint::Ink).size(size);
    let fits = |line: &str| text_width(line, label).saturating_mul(NARROWER) / 100 <= width;
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if fits(&format!("{line} {word}")) => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    let all = lines.iter().all(|line| fits(line));
    (lines, all)
}

fn colour(paint: Paint) -> &'static str {
    let Property { light, .. } = paint.property();
    light
}

#[cfg(test)]
mod tests {
    use super::{Frame, HEIGHT, WIDTH, png, set};
    use crate::figure::canvas::Drawing;

    #[test]
    fn a_title_takes_the_largest_size_at_which_it_fits() {
        let beside = Frame(0, 0, 470, 470);
        assert_eq!(set("Moore’s Nim", beside).0, 80);
        let (size, lines) = set("A player without foresight, and what becomes of her in the long run", beside);
        assert!(size < 80 && lines.len() > 2, "{size}: {lines:?}");
        let (_, lines) = set(&"word ".repeat(200), beside);
        assert!(lines.last().unwrap().ends_with(" …"), "{lines:?}");
    }

    #[test]
    fn the_picture_is_a_png_of_the_size_that_pages_announce() {
        let drawing = Drawing {
            width: 40,
            height: 20,
            body: "<circle cx=\"9\" cy=\"9\" r=\"5\"/>".to_owned(),
            ..Drawing::default()
        };
        let bytes = png("Rungs & more", "P < N ⊕ ∗3 \u{1}😀 取", &drawing, None).unwrap();
        assert_eq!(bytes.get(..8), Some(b"\x89PNG\r\n\x1a\n".as_slice()));
        let number = |at: usize| u32::from_be_bytes(bytes.get(at..at + 4).unwrap().try_into().unwrap());
        assert_eq!((number(16), number(20)), (WIDTH, HEIGHT));
        assert_eq!(png("Rungs & more", "P < N ⊕ ∗3 \u{1}😀 取", &drawing, None), Some(bytes));
    }
}
