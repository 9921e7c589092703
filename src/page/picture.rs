//! How large an author's picture is, read from its file, so that a page keeps its place before it is there.

use std::io::Cursor;

use exif::{In, Tag};
use imagesize::{Compression, ImageType};
use roxmltree::{Document, ParsingOptions};

/// How large a picture is shown at its own size, in pixels of CSS.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// From left to right.
    pub width: u64,
    /// From top to bottom.
    pub height: u64,
}

/// A kind of picture that every browser shows.
#[derive(PartialEq, Eq)]
struct Kind {
    name: &'static str,
    /// How its files end, the usual way first.
    endings: &'static [&'static str],
}

const SVG: Kind = Kind { name: "an SVG", endings: &["svg"] };
const PNG: Kind = Kind { name: "a PNG", endings: &["png"] };
const JPEG: Kind = Kind { name: "a JPEG", endings: &["jpg", "jpeg"] };
const GIF: Kind = Kind { name: "a GIF", endings: &["gif"] };
const WEBP: Kind = Kind { name: "a WebP", endings: &["webp"] };
const AVIF: Kind = Kind { name: "an AVIF", endings: &["avif"] };
const KINDS: [&Kind; 6] = [&PNG, &JPEG, &GIF, &WEBP, &AVIF, &SVG];

/// The kind that a file is of by its name.
fn kind(name: &str) -> Option<&'static Kind> {
    let (_, ending) = name.rsplit_once('.')?;
    KINDS.into_iter().find(|kind| kind.endings.contains(&ending.to_lowercase().as_str()))
}

/// Whether a file is a picture by its name.
pub fn is_picture(name: &str) -> bool {
    kind(name).is_some()
}

/// How large the picture is that a file of this name holds.
///
/// # Errors
/// What is wrong with the file, after its name: that it is of another kind than the name says, or cannot be read.
pub fn size(name: &str, bytes: &[u8]) -> Result<Size, String> {
    let Some(named) = kind(name) else { return Err("is no picture".to_owned()) };
    match held(bytes) {
        Some(held) if held == named => {}
        held => {
            let held = held.map_or("none", |held| held.name);
            return Err(format!("is {} by its name and holds {held}", named.name));
        }
    }
    let size = if *named == SVG { drawing(bytes)? } else { pixels(bytes, *named == JPEG)? };
    if size.width == 0 || size.height == 0 { Err("has no size".to_owned()) } else { Ok(size) }
}

/// The kind of picture that bytes begin as. Whatever is text may be a drawing.
fn held(bytes: &[u8]) -> Option<&'static Kind> {
    match imagesize::image_type(bytes) {
        Ok(ImageType::Png) => Some(&PNG),
        Ok(ImageType::Jpeg) => Some(&JPEG),
        Ok(ImageType::Gif) => Some(&GIF),
        Ok(ImageType::Webp) => Some(&WEBP),
        Ok(ImageType::Heif(Compression::Av1)) => Some(&AVIF),
        _ => text(bytes).filter(|text| text.trim_start().starts_with('<')).map(|_| &SVG),
    }
}

fn text(bytes: &[u8]) -> Option<&str> {
    std::str::from_utf8(bytes).ok().map(|text| text.trim_start_matches('\u{feff}'))
}

/// The size of a picture of pixels. A camera that was held upright says so, and browsers turn what it took.
fn pixels(bytes: &[u8], of_a_camera: bool) -> Result<Size, String> {
    let size = imagesize::blob_size(bytes).map_err(|_| "ends before it says how large it is".to_owned())?;
    let (width, height) = (size.width as u64, size.height as u64);
    Ok(if of_a_camera && is_on_its_side(bytes) {
        Size { width: height, height: width }
    } else {
        Size { width, height }
    })
}

/// Whether the camera noted that what it took is to be turned by a quarter.
fn is_on_its_side(bytes: &[u8]) -> bool {
    let read = exif::Reader::new().read_from_container(&mut Cursor::new(bytes));
    let noted = read.ok().and_then(|noted| noted.get_field(Tag::Orientation, In::PRIMARY)?.value.get_uint(0));
    noted.is_some_and(|orientation| (5..=8).contains(&orientation))
}

/// The size of a drawing: as it says in lengths that do not depend on the page, else that of what it shows.
fn drawing(bytes: &[u8]) -> Result<Size, String> {
    let options = ParsingOptions { allow_dtd: true, ..ParsingOptions::default() };
    let read = Document::parse_with_options(text(bytes).unwrap_or_default(), options);
    let document = read.map_err(|error| format!("cannot be read: {error}"))?;
    let root = document.root_element();
    if !root.has_tag_name(("http://www.w3.org/2000/svg", "svg")) {
        return Err("holds no <svg xmlns=\"http://www.w3.org/2000/svg\">".to_owned());
    }
    let length = |name| root.attribute(name).and_then(length);
    let shown = root.attribute("viewBox").and_then(shown);
    let of = |one: u64, (part, whole): (u64, u64)| one.saturating_mul(part) / whole.max(1);
    let size = match (length("width"), length("height"), shown) {
        (Some(width), Some(height), _) => (width, height),
        (Some(width), None, Some((across, down))) => (width, of(width, (down, across))),
        (None, Some(height), Some((across, down))) => (of(height, (across, down)), height),
        (None, None, Some(shown)) => shown,
        _ => return Err("does not say how large it is: its <svg> needs a viewBox, or a width and a height".to_owned()),
    };
    let whole = |thousandths: u64| if thousandths == 0 { 0 } else { (thousandths.saturating_add(500) / 1_000).max(1) };
    Ok(Size { width: whole(size.0), height: whole(size.1) })
}

/// How much a drawing shows across and down, in thousandths.
fn shown(view_box: &str) -> Option<(u64, u64)> {
    let mut numbers = view_box.split([' ', ',', '\t', '\r', '\n']).filter(|number| !number.is_empty()).skip(2);
    let (across, down) = (numbers.next()?, numbers.next()?);
    Some((thousandths(across)?, thousandths(down)?))
}

/// A length in thousandths of a pixel: `12`, `12.5px`, `210mm`; none where it depends on the page.
fn length(text: &str) -> Option<u64> {
    let text = text.trim();
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let (number, unit) = text.split_at(end);
    let (times, over) = match unit.to_ascii_lowercase().as_str() {
        "" | "px" => (1, 1),
        "in" => (96, 1),
        "cm" => (9_600, 254),
        "mm" => (960, 254),
        "q" => (240, 254),
        "pt" => (96, 72),
        "pc" => (16, 1),
        _ => return None,
    };
    Some(thousandths(number)?.checked_mul(times)? / over)
}

/// A decimal number in thousandths, cut off there.
fn thousandths(text: &str) -> Option<u64> {
    let (whole, part) = text.split_once('.').unwrap_or((text, ""));
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if !digits(whole) || !digits(part) || (whole.is_empty() && part.is_empty()) {
        return None;
    }
    let part: String = part.chars().chain("000".chars()).take(3).collect();
    format!("{whole}{part}").parse().ok()
}

#[cfg(test)]
mod tests {
    use super::{Size, size};

    fn svg(attributes: &str) -> Result<Size, String> {
        size("a.svg", format!("<svg xmlns=\"http://www.w3.org/2000/svg\" {attributes}/>").as_bytes())
    }

    fn is(size: Result<Size, String>, width: u64, height: u64) {
        assert_eq!(size, Ok(Size { width, height }));
    }

    #[test]
    fn a_drawing_is_as_large_as_it_says() {
        is(svg("viewBox=\"0 0 120 80\""), 120, 80);
        is(svg("viewBox=\"-5,-5, 120.4 80.6\" width=\"100%\""), 120, 81);
        is(svg("width=\"210mm\" height=\"1in\""), 794, 96);
        is(svg("width=\"60px\" viewBox=\"0 0 120 80\""), 60, 40);
        is(svg("height=\".5e\" width=\"12pt\" viewBox=\"0 0 3 1\""), 16, 5);
        for without in ["", "width=\"50%\"", "width=\"1em\" height=\"1em\"", "viewBox=\"0 0 ten ten\""] {
            assert!(svg(without).is_err_and(|fault| fault.contains("needs a viewBox")), "{without}");
        }
        assert_eq!(svg("width=\"0\" height=\"5\""), Err("has no size".to_owned()));
    }

    #[test]
    fn what_is_no_drawing_is_refused() {
        let fault = |bytes: &[u8]| size("a.svg", bytes).err().unwrap_or_default();
        assert!(fault(b"<svg").contains("cannot be read"));
        assert!(fault(b"<svg viewBox=\"0 0 1 1\"/>").contains("xmlns"));
        assert!(fault(b"<html/>").contains("holds no <svg"));
        assert!(fault(b"GIF89a\x01\0\x01\0\0\0\0").contains("is an SVG by its name and holds a GIF"));
        assert!(fault(b"\xff\xfe<").contains("holds none"));
    }
}
