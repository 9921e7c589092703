use std::fmt::Write;

use super::theme::{self, Scheme};
use super::xml::escape;

/// A finished drawing, without the ids and titles that its page gives it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Drawing {
    /// Its width in pixels, where nothing constrains it.
    pub width: u32,
    /// Its height in pixels.
    pub height: u32,
    /// The least width in pixels at which its smallest text can still be read; narrower screens scroll.
    pub least_width: u32,
    /// The SVG elements inside.
    pub body: String,
}

impl Drawing {
    /// The drawing as an SVG element with a title and a description, and ids that begin with `id`.
    ///
    /// In a page ([`theme::rules`] there) it takes the page's custom properties. Standalone it is a file of its own,
    /// with its style, light and dark by the reader's preference, and with its paper, for whatever shows it.
    pub fn to_svg(&self, id: &str, title: &str, description: &str, standalone: bool) -> String {
        let Self { width, height, least_width, body } = self;
        let (id, title, description) = (escape(id), escape(title), escape(description));
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"rungs\" id=\"{id}.drawing\" viewBox=\"0 0 {width} {height}\" \
             width=\"{width}\" height=\"{height}\" role=\"img\" aria-labelledby=\"{id}.title {id}.description\""
        );
        if !standalone {
            let _ = write!(svg, " style=\"min-width:{least_width}px\"");
        }
        let _ =
            write!(svg, "><title id=\"{id}.title\">{title}</title><desc id=\"{id}.description\">{description}</desc>");
        if standalone {
            let _ = write!(
                svg,
                "<style>svg{{{}}}@media(prefers-color-scheme:dark){{svg{{{}}}}}{}</style>\
                 <rect class=\"fill-paper\" width=\"{width}\" height=\"{height}\" fill=\"{}\"/>",
                theme::declarations(Scheme::Light),
                theme::declarations(Scheme::Dark),
                theme::rules(),
                theme::Paint::Paper.property().light,
            );
        }
        svg.push_str(body);
        svg.push_str("</svg>");
        if standalone {
            svg.push('\n');
        }
        svg
    }
}
