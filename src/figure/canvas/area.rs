use std::cell::RefCell;
use std::rc::Rc;

use plotters::coord::Shift;
use plotters::drawing::DrawingArea;
use plotters::element::{Circle, CoordMapper, Drawable, PathElement, PointCollection, Polygon, Rectangle, Text};
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{FontDesc, FontFamily, FontStyle, IntoTextStyle, ShapeStyle};

use super::svg::Svg;
use super::{Anchor, Drawing, Label, Paint};

/// A place on a canvas in pixels: from the left, from the top.
pub type Point = (i32, i32);

/// A rectangle on a canvas, in pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Frame {
    /// Its left side.
    pub x: i32,
    /// Its top.
    pub y: i32,
    /// Its width.
    pub width: i32,
    /// Its height.
    pub height: i32,
}

impl Frame {
    /// The rectangle with this upper left corner and size.
    pub const fn new(x: i32, y: i32, width: i32, height: i32) -> Self {
        Self { x, y, width, height }
    }

    /// Its middle.
    pub const fn middle(self) -> Point {
        (self.x + self.width / 2, self.y + self.height / 2)
    }

    /// The rectangle that leaves this much free on every side.
    #[must_use]
    pub const fn inset(self, by: i32) -> Self {
        Self { x: self.x + by, y: self.y + by, width: self.width - 2 * by, height: self.height - 2 * by }
    }

    /// The rectangle without its last pixel to the right and below, so that neighbours stand apart.
    #[must_use]
    pub const fn inset_right_and_below(self) -> Self {
        Self { width: self.width - 1, height: self.height - 1, ..self }
    }
}

/// How a line looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stroke {
    /// Its colour.
    pub paint: Paint,
    /// Its width in tenths of a pixel.
    pub width: u32,
    /// Whether it is dashed.
    pub dashed: bool,
}

impl Stroke {
    /// A line one pixel wide.
    pub const fn thin(paint: Paint) -> Self {
        Self { paint, width: 10, dashed: false }
    }

    /// A line two pixels wide.
    pub const fn thick(paint: Paint) -> Self {
        Self { paint, width: 20, dashed: false }
    }

    /// The same, dashed.
    #[must_use]
    pub const fn dashed(self) -> Self {
        Self { dashed: true, ..self }
    }

    fn style(self) -> ShapeStyle {
        ShapeStyle { color: Svg::colour(self.paint, self.dashed).into(), filled: false, stroke_width: self.width }
    }
}

/// A surface to draw on; later things cover earlier ones.
#[derive(Clone)]
pub struct Canvas {
    area: DrawingArea<Svg, Shift>,
}

impl Canvas {
    /// What `draw` draws on a canvas of this size, in pixels.
    pub fn draw(width: i32, height: i32, draw: impl FnOnce(&Self)) -> Drawing {
        let svg = Rc::new(RefCell::new(Svg::new(width.max(1).unsigned_abs(), height.max(1).unsigned_abs())));
        draw(&Self { area: DrawingArea::from(&svg) });
        svg.borrow_mut().finish()
    }

    /// A part of this canvas, with its own upper left corner as its origin.
    #[must_use]
    pub fn part(&self, frame: Frame) -> Self {
        let size = (frame.width.saturating_mul(10), frame.height.saturating_mul(10));
        Self { area: self.area.clone().shrink(tenths((frame.x, frame.y)), size) }
    }

    /// A line of text.
    pub fn text(&self, at: Point, text: impl AsRef<str>, label: Label) {
        let style = if label.bold { FontStyle::Bold } else { FontStyle::Normal };
        let h_pos = match label.anchor {
            Anchor::Start => HPos::Left,
            Anchor::Middle => HPos::Center,
            Anchor::End => HPos::Right,
        };
        let colour = Svg::colour(label.paint, false);
        let style = FontDesc::new(FontFamily::SansSerif, f64::from(label.size.saturating_mul(10)), style)
            .into_text_style(&self.area)
            .color(&colour)
            .pos(Pos::new(h_pos, VPos::Center));
        self.put(&Text::new(text.as_ref(), tenths(at), style));
    }

    /// A filled rectangle. Neighbours in time of the same paint become one path.
    pub fn rect(&self, frame: Frame, paint: Paint) {
        let Frame { x, y, width, height } = frame;
        self.put(&Rectangle::new([tenths((x, y)), tenths((x + width, y + height))], filled(paint)));
    }

    /// The outline of a rectangle, inside it.
    pub fn outline(&self, frame: Frame, stroke: Stroke) {
        let Frame { x, y, width, height } = frame;
        let half = i32::try_from(stroke.width / 2).unwrap_or(0);
        let ((left, top), (right, bottom)) = (tenths((x, y)), tenths((x + width, y + height)));
        self.put(&Rectangle::new([(left + half, top + half), (right - half, bottom - half)], stroke.style()));
    }

    /// A filled circle.
    pub fn disc(&self, middle: Point, radius: i32, paint: Paint) {
        self.put(&Circle::new(tenths(middle), radius.saturating_mul(10), filled(paint)));
    }

    /// The outline of a circle, inside it.
    pub fn ring(&self, middle: Point, radius: i32, stroke: Stroke) {
        let radius = radius.saturating_mul(10).saturating_sub(i32::try_from(stroke.width / 2).unwrap_or(0));
        self.put(&Circle::new(tenths(middle), radius.max(1), stroke.style()));
    }

    /// A line from point to point. One that is upright or level is moved by half a pixel where that makes it crisp.
    pub fn line(&self, points: &[Point], stroke: Stroke) {
        let level = points.windows(2).all(|pair| pair[0].1 == pair[1].1);
        let upright = points.windows(2).all(|pair| pair[0].0 == pair[1].0);
        let half = if stroke.width / 10 % 2 == 1 { 5 } else { 0 };
        let (dx, dy) = (if upright { half } else { 0 }, if level { half } else { 0 });
        let points: Vec<_> = points.iter().map(|&point| tenths(point)).map(|(x, y)| (x + dx, y + dy)).collect();
        self.put(&PathElement::new(points, stroke.style()));
    }

    /// A filled polygon.
    pub fn polygon(&self, corners: &[Point], paint: Paint) {
        let corners: Vec<_> = corners.iter().map(|&point| tenths(point)).collect();
        self.put(&Polygon::new(corners, filled(paint)));
    }

    /// A cross over a square of this half side: struck out.
    pub fn cross(&self, (x, y): Point, half: i32, stroke: Stroke) {
        self.line(&[(x - half, y - half), (x + half, y + half)], stroke);
        self.line(&[(x - half, y + half), (x + half, y - half)], stroke);
    }

    /// A triangle that points up, in a square of this half side.
    pub fn up(&self, (x, y): Point, half: i32, paint: Paint) {
        self.polygon(&[(x, y - half), (x + half, y + half - 1), (x - half, y + half - 1)], paint);
    }

    /// The outline of a triangle that points down, in a square of this half side.
    pub fn hollow_down(&self, (x, y): Point, half: i32, stroke: Stroke) {
        let (left, right, tip) = ((x - half, y - half + 1), (x + half, y - half + 1), (x, y + half));
        // Once round and a little further, so that the last corner is joined as the others are.
        self.line(&[left, right, tip, left, right], stroke);
    }

    /// A level arrow from left to right, or from right to left.
    pub fn arrow(&self, (from, to): (i32, i32), y: i32, stroke: Stroke) {
        let back = if to > from { -5 } else { 5 };
        self.line(&[(from, y), (to, y), (to + back, y - 4), (to, y), (to + back, y + 4)], stroke);
    }

    /// A bracket over the columns from `left` to `right`: level at `y`, its ends pointing down by `drop` (up, if negative).
    pub fn bracket(&self, (left, right): (i32, i32), y: i32, drop: i32, stroke: Stroke) {
        self.line(&[(left, y + drop), (left, y), (right, y), (right, y + drop)], stroke);
    }

    fn put<'e, E, B>(&self, element: &'e E)
    where
        B: CoordMapper,
        &'e E: PointCollection<'e, (i32, i32), B>,
        E: Drawable<Svg, B>,
    {
        // The backend cannot fail, and nobody else borrows it while an element is drawn.
        let _ = self.area.draw(element);
    }
}

fn tenths((x, y): Point) -> (i32, i32) {
    (x.saturating_mul(10), y.saturating_mul(10))
}

fn filled(paint: Paint) -> ShapeStyle {
    ShapeStyle { color: Svg::colour(paint, false).into(), filled: true, stroke_width: 0 }
}
