use super::Paint;

/// How a text looks, and which of its points is given.
///
/// Vertically the given point is the middle of its digits and capitals. Figures are tabular.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Label {
    /// Its colour.
    pub paint: Paint,
    /// Its size in pixels.
    pub size: i32,
    /// Which of its points is given, horizontally.
    pub anchor: Anchor,
    /// Whether it is bold.
    pub bold: bool,
}

/// A point of a text, horizontally.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// Where it begins.
    Start,
    /// Its middle.
    Middle,
    /// Where it ends.
    End,
}

impl Label {
    /// The size of most text, in pixels.
    pub const SIZE: i32 = 15;
    /// The size of the least text, in pixels.
    pub const SMALL: i32 = 13;

    /// Text in this colour, of the usual size, given by where it begins.
    pub const fn new(paint: Paint) -> Self {
        Self { paint, size: Self::SIZE, anchor: Anchor::Start, bold: false }
    }

    /// The same, this large.
    #[must_use]
    pub const fn size(self, size: i32) -> Self {
        Self { size, ..self }
    }

    /// The same, of the least size.
    #[must_use]
    pub const fn small(self) -> Self {
        self.size(Self::SMALL)
    }

    /// The same, given by its middle.
    #[must_use]
    pub const fn middle(self) -> Self {
        Self { anchor: Anchor::Middle, ..self }
    }

    /// The same, given by where it ends.
    #[must_use]
    pub const fn end(self) -> Self {
        Self { anchor: Anchor::End, ..self }
    }

    /// The same, bold.
    #[must_use]
    pub const fn bold(self) -> Self {
        Self { bold: true, ..self }
    }
}

/// An estimate of a text's width in pixels, for leaving room: that of the widest face that is common, DejaVu Sans.
///
/// No font is measured: the same text has the same room on every machine.
pub fn text_width(text: &str, label: Label) -> i32 {
    let hundredths_of_em = |c: char| match c {
        c if c.is_control() => 0,
        'i' | 'j' | 'l' | '.' | ',' | ';' | ':' | '\'' | '|' | ' ' => 34,
        'f' | 't' | 'r' | '(' | ')' | '[' | ']' | '-' => 42,
        'm' | 'w' | 'M' | 'W' | '@' | '%' | '—' | '→' | '⊕' | '∗' => 98,
        'A'..='Z' => 72,
        c if c.is_ascii() => 64,
        '\u{1100}'..='\u{11ff}' | '\u{2e80}'..='\u{ffdc}' => 100,
        c if c > '\u{ffff}' => 130,
        _ => 72,
    };
    let hundredths = text.chars().fold(0_i32, |sum, c| sum.saturating_add(hundredths_of_em(c)));
    let hundredths = if label.bold { hundredths.saturating_add(hundredths / 8) } else { hundredths };
    hundredths.saturating_mul(label.size).saturating_add(99) / 100
}
