//! Drawing: the one module that knows the drawing library.

/// A finished drawing, without the ids and titles that its page gives it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Drawing {
    /// Its size in units of the view box.
    pub width: u32,
    /// Its size in units of the view box.
    pub height: u32,
    /// The SVG elements inside.
    pub body: String,
}
