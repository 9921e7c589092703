//! A drawing becomes an SVG element: on its page, where ids must be its own, and as a file that stands alone.

use super::escape;
use crate::figure::canvas::Drawing;

/// The element within a page. Its title and description are named after the figure: `six.title`, `six.desc`.
pub fn within(drawing: &Drawing, id: &str, title: &str, description: &str) -> String {
    let id = escape(id);
    element(drawing, "", &id, title, description)
}

/// The file: the same element with its name space.
pub fn alone(drawing: &Drawing, id: &str, title: &str, description: &str) -> String {
    let id = escape(id);
    let space = " xmlns=\"http://www.w3.org/2000/svg\"";
    format!("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n{}\n", element(drawing, space, &id, title, description))
}

fn element(drawing: &Drawing, space: &str, id: &str, title: &str, description: &str) -> String {
    let Drawing { width, height, body } = drawing;
    let (title, description) = (escape(title), escape(description));
    format!(
        "<svg{space} class=\"drawing\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
         role=\"img\" aria-labelledby=\"{id}.title {id}.desc\">\
         <title id=\"{id}.title\">{title}</title><desc id=\"{id}.desc\">{description}</desc>{body}</svg>"
    )
}
