//! The colours of figures and pages: roles, the custom properties that carry them, and their values.
//!
//! The same thing has the same colour in every figure. Hues are apart for all common kinds of colour blindness, and
//! what must be told apart differs in lightness or in shape as well; each solid colour has a contrast of at least
//! 4.5 : 1 against the paper of its scheme.

use std::fmt::Write;

/// What a colour is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Paint {
    /// Text and what carries the meaning.
    Ink,
    /// Labels and lines that stand back.
    Muted,
    /// Grid lines and rules.
    Faint,
    /// The ground of an empty cell.
    Wash,
    /// The page; also text on a solid colour.
    Paper,
    /// A won position: the player to move wins.
    Won,
    /// The ground of a won position.
    WonTint,
    /// A lost position: the player to move loses.
    Lost,
    /// The ground of a lost position.
    LostTint,
    /// A loss that is called a win.
    FalseWin,
    /// The ground of a loss that is called a win.
    FalseWinTint,
    /// A win that is called a loss.
    FalseLoss,
    /// The ground of a win that is called a loss.
    FalseLossTint,
    /// A move, most often the winning one.
    Move,
    /// The ground of what a move changes.
    MoveTint,
    /// A column that is odd, or leaves a residue.
    Odd,
    /// The ground of such a column.
    OddTint,
    /// The least of a quantity; see [`RAMP`].
    Ramp1,
    /// A little of a quantity.
    Ramp2,
    /// The middle of a quantity.
    Ramp3,
    /// Much of a quantity.
    Ramp4,
    /// The most of a quantity.
    Ramp5,
}

/// Five steps of a quantity, from little to much: paler to stronger, in grey too.
pub const RAMP: [Paint; 5] = [Paint::Ramp1, Paint::Ramp2, Paint::Ramp3, Paint::Ramp4, Paint::Ramp5];

/// A custom property and its values: one line of the table that figures and pages share.
#[derive(Clone, Copy, Debug)]
pub struct Property {
    /// What it is for.
    pub paint: Paint,
    /// Its name after `--rungs-`, and that of its classes after `fill-` and `line-`.
    pub name: &'static str,
    /// Its value on light paper.
    pub light: &'static str,
    /// Its value on dark paper.
    pub dark: &'static str,
}

/// A colour scheme.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scheme {
    /// Dark on light.
    Light,
    /// Light on dark.
    Dark,
}

const fn property(paint: Paint, name: &'static str, light: &'static str, dark: &'static str) -> Property {
    Property { paint, name, light, dark }
}

/// Every custom property, in the order of [`Paint`].
pub const PROPERTIES: [Property; 22] = [
    property(Paint::Ink, "ink", "#20242a", "#e7e5df"),
    property(Paint::Muted, "muted", "#5f6770", "#a2aab3"),
    property(Paint::Faint, "faint", "#d5d3cb", "#3d434b"),
    property(Paint::Wash, "wash", "#f1efe8", "#22262c"),
    property(Paint::Paper, "paper", "#fdfcf8", "#16181c"),
    property(Paint::Won, "won", "#1f62ad", "#7fb8f0"),
    property(Paint::WonTint, "won-tint", "#dbe8f6", "#1d3650"),
    property(Paint::Lost, "lost", "#3a4048", "#c9ccd0"),
    property(Paint::LostTint, "lost-tint", "#c9cacb", "#4a5058"),
    property(Paint::FalseWin, "false-win", "#bf3f12", "#ff9468"),
    property(Paint::FalseWinTint, "false-win-tint", "#f9dccd", "#5c2a15"),
    property(Paint::FalseLoss, "false-loss", "#7a3a9e", "#cb9fea"),
    property(Paint::FalseLossTint, "false-loss-tint", "#e9dbf2", "#45285c"),
    property(Paint::Move, "move", "#00756a", "#52cfb7"),
    property(Paint::MoveTint, "move-tint", "#cfeae4", "#134a43"),
    property(Paint::Odd, "odd", "#8f5600", "#f0b94f"),
    property(Paint::OddTint, "odd-tint", "#fbe4b0", "#523c10"),
    property(Paint::Ramp1, "ramp-1", "#d9ece8", "#1b3633"),
    property(Paint::Ramp2, "ramp-2", "#a8d5cc", "#23524b"),
    property(Paint::Ramp3, "ramp-3", "#69b5a8", "#28706a"),
    property(Paint::Ramp4, "ramp-4", "#1b7d72", "#55b3a4"),
    property(Paint::Ramp5, "ramp-5", "#08544d", "#9be6d8"),
];

impl Paint {
    /// Its line of the table.
    pub fn property(self) -> &'static Property {
        // The table stands in the order of the roles; a test holds it.
        PROPERTIES.get(self as usize).unwrap_or(&PROPERTIES[0])
    }

    /// What text on this ground is written in.
    pub fn text_on(self) -> Self {
        match self {
            Self::Ink
            | Self::Muted
            | Self::Won
            | Self::Lost
            | Self::FalseWin
            | Self::FalseLoss
            | Self::Move
            | Self::Odd
            | Self::Ramp4
            | Self::Ramp5 => Self::Paper,
            _ => Self::Ink,
        }
    }
}

/// The custom properties with their values: what stands between the braces of a CSS rule.
pub fn declarations(scheme: Scheme) -> String {
    PROPERTIES.iter().fold(String::new(), |mut css, property| {
        let value = if scheme == Scheme::Light { property.light } else { property.dark };
        let _ = write!(css, "--rungs-{}:{value};", property.name);
        css
    })
}

/// The CSS rules that give the classes of a drawing their colours: for a page once, and for each standalone file.
/// Where a property is not defined, its light value stands.
pub fn rules() -> String {
    let mut css = String::from(
        ".rungs text{font-family:system-ui,-apple-system,\"Segoe UI\",Roboto,\"Noto Sans\",\"DejaVu Sans\",sans-serif;\
         font-variant-numeric:tabular-nums lining-nums}",
    );
    for Property { name, light, .. } in PROPERTIES {
        let _ = write!(
            css,
            ".rungs .fill-{name}{{fill:var(--rungs-{name},{light})}}\
             .rungs .line-{name}{{stroke:var(--rungs-{name},{light})}}"
        );
    }
    css
}
