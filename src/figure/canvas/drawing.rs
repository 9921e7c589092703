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
    /// The same, arranged for a narrow screen, where that is another drawing.
    pub narrow: Option<Box<Self>>,
}

impl Drawing {
    /// The same drawing, with another arrangement of it for narrow screens.
    #[must_use]
    pub fn or_narrow(self, narrow: Self) -> Self {
        Self { narrow: Some(Box::new(narrow)), ..self }
    }

    /// The drawing as an SVG element with a title and a description, and ids that begin with `id`.
    ///
    /// In a page ([`theme::rules`] there) it takes the page's custom properties. Standalone it is a file of its own,
    /// with its style, light and dark by the reader's preference, and with its paper, for whatever shows it.
    /// In a page the arrangement for narrow screens follows, under the same title; the style sheet shows one of both.
    pub fn to_svg(&self, id: &str, title: &str, description: &str, standalone: bool) -> String {
        let Self { width, height, body, narrow, .. } = self;
        let (id, title, description) = (escape(id), escape(title), escape(description));
        let wide = if narrow.is_some() && !standalone { " wide" } else { "" };
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"rungs{wide}\" id=\"{id}.drawing\" viewBox=\"0 0 {width} {height}\" \
             width=\"{width}\" height=\"{height}\" role=\"img\" aria-labelledby=\"{id}.title {id}.description\""
        );
        if !standalone {
            svg.push_str(&self.least());
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
        } else if let Some(narrow) = narrow {
            let Self { width, height, body, .. } = narrow.as_ref();
            let _ = write!(
                svg,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"rungs narrow\" viewBox=\"0 0 {width} {height}\" \
                 width=\"{width}\" height=\"{height}\" role=\"img\" \
                 aria-labelledby=\"{id}.title {id}.description\"{}>{body}</svg>",
                narrow.least()
            );
        }
        svg
    }

    /// The room in pixels that it needs on the narrowest screens, if it is not to scroll there.
    pub fn needs(&self) -> u32 {
        self.narrow.as_ref().map_or(self.least_width, |narrow| narrow.least_width)
    }

    fn least(&self) -> String {
        format!(" style=\"min-width:{}px\"", self.least_width)
    }
}
