//! Drawing: the one module that knows the drawing library.
//!
//! A kind draws on a [`Canvas`] in whole pixels and in [`Paint`]s, which are roles and not colours; what comes out is
//! a [`Drawing`], which its page names and writes as SVG. The colours stand in [`theme`], once.

mod area;
mod drawing;
mod label;
mod plot;
mod svg;
pub mod theme;
mod xml;

pub use area::{Canvas, Frame, Point, Stroke};
pub use drawing::Drawing;
pub use label::{Anchor, Label, text_width};
pub use plot::Plot;
pub use theme::Paint;
