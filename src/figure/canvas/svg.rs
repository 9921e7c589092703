use std::convert::Infallible;
use std::fmt::Write;

use plotters::style::RGBColor;
use plotters_backend::text_anchor::HPos;
use plotters_backend::{
    BackendColor, BackendCoord, BackendStyle, BackendTextStyle, DrawingBackend, DrawingErrorKind, FontStyle,
};

use super::theme::{PROPERTIES, Paint};
use super::xml::escape;
use super::{Drawing, Label, text_width};

/// The backend: writes SVG elements with classes in the place of colours.
///
/// Its unit is a tenth of a pixel, for the drawing library knows whole numbers only.
/// Neighbours that look alike share one group, and their straight parts one path.
pub(super) struct Svg {
    size: (u32, u32),
    body: String,
    open: Option<Look>,
    path: String,
    smallest_text: i32,
}

/// What elements of one group have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Look {
    Fill(Paint),
    Line { paint: Paint, width: u32, dashed: bool },
    Text { paint: Paint, size: i32, anchor: &'static str, bold: bool },
}

type Done = Result<(), DrawingErrorKind<Infallible>>;

impl Svg {
    /// An empty drawing of this size, in pixels.
    pub(super) fn new(width: u32, height: u32) -> Self {
        Self {
            size: (width.saturating_mul(10), height.saturating_mul(10)),
            body: String::new(),
            open: None,
            path: String::new(),
            smallest_text: i32::MAX,
        }
    }

    /// The paint as the drawing library carries it to this backend: it knows a colour and a width and nothing else,
    /// so that the colour's blue says which paint, and its green whether the line is dashed.
    pub(super) fn colour(paint: Paint, dashed: bool) -> RGBColor {
        RGBColor(0, u8::from(dashed), paint as u8)
    }

    /// What was drawn.
    pub(super) fn finish(&mut self) -> Drawing {
        self.close();
        let (width, height) = (self.size.0 / 10, self.size.1 / 10);
        let smallest = u32::try_from(self.smallest_text).unwrap_or(u32::MAX).max(1);
        Drawing {
            width,
            height,
            least_width: if self.smallest_text == i32::MAX {
                0
            } else {
                width.saturating_mul(LEAST_TEXT).div_ceil(smallest).min(width)
            },
            body: std::mem::take(&mut self.body),
            narrow: None,
        }
    }

    fn close(&mut self) {
        self.end_path();
        if self.open.take().is_some() {
            self.body.push_str("</g>");
        }
    }

    fn end_path(&mut self) {
        if !self.path.is_empty() {
            let _ = write!(self.body, "<path d=\"{}\"/>", self.path);
            self.path.clear();
        }
    }

    fn look(&mut self, look: Look) {
        if self.open == Some(look) {
            return;
        }
        self.close();
        self.open = Some(look);
        let body = &mut self.body;
        let _ = match look {
            Look::Fill(paint) => {
                let property = paint.property();
                write!(body, "<g class=\"fill-{}\" fill=\"{}\">", property.name, property.light)
            }
            Look::Line { paint, width, dashed } => {
                let (property, width) = (paint.property(), Tenths(width.try_into().unwrap_or(i32::MAX)));
                let dashes = if dashed { " stroke-dasharray=\"3 4\"" } else { "" };
                write!(
                    body,
                    "<g class=\"line-{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{width}\" \
                     stroke-linejoin=\"round\"{dashes}>",
                    property.name, property.light
                )
            }
            Look::Text { paint, size, anchor, bold } => {
                let property = paint.property();
                let weight = if bold { " font-weight=\"bold\"" } else { "" };
                write!(
                    body,
                    "<g class=\"fill-{}\" fill=\"{}\" font-family=\"sans-serif\" font-size=\"{}\" \
                     text-anchor=\"{anchor}\"{weight}>",
                    property.name,
                    property.light,
                    Tenths(size)
                )
            }
        };
    }

    fn line_look<S: BackendStyle>(&mut self, style: &S) {
        let (paint, dashed) = paint(style.color());
        self.look(Look::Line { paint, width: style.stroke_width(), dashed });
    }

    fn fill_look(&mut self, color: BackendColor) {
        self.look(Look::Fill(paint(color).0));
    }
}

/// The least size of text that can be read on a screen, in pixels.
const LEAST_TEXT: u32 = 11;

fn paint(color: BackendColor) -> (Paint, bool) {
    let (_, dashed, index) = color.rgb;
    (PROPERTIES.get(usize::from(index)).map_or(Paint::Ink, |property| property.paint), dashed != 0)
}

/// A number of tenths, written with a decimal point where it needs one.
struct Tenths(i32);

impl std::fmt::Display for Tenths {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (sign, size) = (if self.0 < 0 { "-" } else { "" }, self.0.unsigned_abs());
        match size % 10 {
            0 => write!(f, "{sign}{}", size / 10),
            tenth => write!(f, "{sign}{}.{tenth}", size / 10),
        }
    }
}

impl DrawingBackend for Svg {
    type ErrorType = Infallible;

    fn get_size(&self) -> (u32, u32) {
        self.size
    }

    fn ensure_prepared(&mut self) -> Done {
        Ok(())
    }

    fn present(&mut self) -> Done {
        Ok(())
    }

    fn draw_pixel(&mut self, point: BackendCoord, color: BackendColor) -> Done {
        self.draw_rect(point, (point.0.saturating_add(10), point.1.saturating_add(10)), &color, true)
    }

    fn draw_line<S: BackendStyle>(&mut self, from: BackendCoord, to: BackendCoord, style: &S) -> Done {
        self.draw_path([from, to], style)
    }

    fn draw_rect<S: BackendStyle>(&mut self, from: BackendCoord, to: BackendCoord, style: &S, fill: bool) -> Done {
        if fill {
            self.fill_look(style.color());
        } else {
            self.line_look(style);
        }
        let (width, height) = (Tenths(to.0.saturating_sub(from.0)), Tenths(to.1.saturating_sub(from.1)));
        let back = Tenths(width.0.saturating_neg());
        let _ = write!(self.path, "M{} {}h{width}v{height}h{back}z", Tenths(from.0), Tenths(from.1));
        Ok(())
    }

    fn draw_path<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(&mut self, path: I, style: &S) -> Done {
        self.line_look(style);
        for (i, (x, y)) in path.into_iter().enumerate() {
            let _ = write!(self.path, "{}{} {}", if i == 0 { "M" } else { "L" }, Tenths(x), Tenths(y));
        }
        Ok(())
    }

    fn draw_circle<S: BackendStyle>(&mut self, center: BackendCoord, radius: u32, style: &S, fill: bool) -> Done {
        if fill {
            self.fill_look(style.color());
        } else {
            self.line_look(style);
        }
        self.end_path();
        let radius = Tenths(radius.try_into().unwrap_or(i32::MAX));
        let _ = write!(self.body, "<circle cx=\"{}\" cy=\"{}\" r=\"{radius}\"/>", Tenths(center.0), Tenths(center.1));
        Ok(())
    }

    fn fill_polygon<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(&mut self, corners: I, style: &S) -> Done {
        self.fill_look(style.color());
        // A path of its own: turned the other way round, it would cut holes into what it shares a path with.
        self.end_path();
        for (i, (x, y)) in corners.into_iter().enumerate() {
            let _ = write!(self.path, "{}{} {}", if i == 0 { "M" } else { "L" }, Tenths(x), Tenths(y));
        }
        self.path.push('z');
        self.end_path();
        Ok(())
    }

    fn draw_text<T: BackendTextStyle>(&mut self, text: &str, style: &T, at: BackendCoord) -> Done {
        let size = style.size() as i32;
        let anchor = match style.anchor().h_pos {
            HPos::Left => "start",
            HPos::Center => "middle",
            HPos::Right => "end",
        };
        let bold = matches!(style.style(), FontStyle::Bold);
        self.look(Look::Text { paint: paint(style.color()).0, size, anchor, bold });
        self.smallest_text = self.smallest_text.min(size / 10);
        // Capitals and digits are about seven tenths of the size high in nearly every font.
        let baseline = at.1.saturating_add(size.saturating_mul(35) / 100);
        let _ = write!(self.body, "<text x=\"{}\" y=\"{}\">{}</text>", Tenths(at.0), Tenths(baseline), escape(text));
        Ok(())
    }

    fn estimate_text_size<T: BackendTextStyle>(
        &self,
        text: &str,
        style: &T,
    ) -> Result<(u32, u32), DrawingErrorKind<Infallible>> {
        let label = Label::new(Paint::Ink).size(style.size() as i32);
        Ok((text_width(text, label).unsigned_abs(), label.size.unsigned_abs()))
    }
}
