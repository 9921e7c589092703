//! The places of figures that are not there: at fault, or still awaited.

use pulldown_cmark::{CowStr, Event};

use super::{Node, Note, Prose};

/// The id that some TOML gives, whatever else is wrong with it; empty where none can be seen.
pub(super) fn id(toml: &str) -> String {
    let given = toml.lines().find_map(|line| {
        let value = line.trim_start().strip_prefix("id")?.trim_start().strip_prefix('=')?.trim_start();
        let quote = value.chars().next().filter(|c| "\"'".contains(*c))?;
        value.get(1..)?.split(quote).next()
    });
    let fits = |id: &&str| id.chars().all(|c| c.is_alphanumeric() || "-_".contains(c));
    given.filter(fits).unwrap_or_default().to_owned()
}

/// What stands in the text in the place of a figure that is at fault, so that links to it lead somewhere. It is never
/// published.
pub(super) fn place(id: &str) -> String {
    if id.is_empty() {
        return String::new();
    }
    format!(
        "<figure id=\"{id}\" class=\"figure awaited\">\n<p role=\"status\">This figure is at fault.</p>\n</figure>\n"
    )
}

/// A node that is such a place.
pub(super) fn node(html: String) -> Node {
    Node::Event(Event::Html(CowStr::from(html)), 0..0)
}

/// Points the figures of a text and its notes to their new places, and puts what stands for them where they have none.
pub(super) fn moved(body: &mut Prose, notes: &mut [Note], places: &[Result<usize, String>]) {
    if places.iter().all(Result::is_ok) {
        return;
    }
    for text in [body].into_iter().chain(notes.iter_mut().map(|note| &mut note.text)) {
        for node in &mut text.0 {
            let Node::Figure(figure) = node else { continue };
            match places.get(*figure) {
                Some(Err(html)) => *node = self::node(html.clone()),
                Some(Ok(place)) => *figure = *place,
                None => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::id;

    #[test]
    fn an_id_is_seen_whatever_else_is_wrong() {
        for (toml, expected) in [
            ("game = nim\nid = \"six\"\n", "six"),
            ("  id='a-b'\nheaps = [", "a-b"),
            ("idle = \"six\"", ""),
            ("id = six", ""),
            ("id = \"<six>\"", ""),
        ] {
            assert_eq!(id(toml), expected, "{toml}");
        }
    }
}
