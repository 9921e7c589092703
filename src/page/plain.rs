use pulldown_cmark::{Event, Tag, TagEnd};

use super::text::{escape, joints, legible};
use super::{Destination, Links, Text, formula};
use crate::essay::{Node, Settled};

/// Prose without its markup, formulas in one line: for titles, alternative texts, feeds and search.
/// Blocks are parted by a space; raw HTML is left out, and so are references while nothing is known of the site.
pub fn plain(nodes: &[Node], settled: &[Settled], links: Option<&dyn Links>) -> String {
    let mut out = String::new();
    write_plain(&mut out, nodes, settled, links);
    legible(&out).split_whitespace().collect::<Vec<_>>().join(" ")
}

pub(super) fn write_plain(out: &mut String, nodes: &[Node], settled: &[Settled], links: Option<&dyn Links>) {
    for node in nodes {
        match node {
            Node::Event(Event::Text(text) | Event::Code(text), _) => out.push_str(text),
            Node::Event(Event::InlineMath(tex) | Event::DisplayMath(tex), _) => out.push_str(&formula::plain(tex)),
            Node::Event(event, _) if parts_words(event) => out.push(' '),
            // A claim's text holds no claims, so this goes one step down and no further.
            Node::Claim(claim) => {
                if let Some(settled) = settled.get(*claim) {
                    write_plain(out, &settled.text.0, &[], links);
                }
            }
            Node::Figure(_) => out.push(' '),
            Node::Reference { destination, .. } => out.push_str(&name(destination, links)),
            Node::Event(..) | Node::Note { .. } => {}
        }
    }
}

/// What a reference without a text of its own says: "Figure 3". What is wrong with one its page reports.
fn name(destination: &str, links: Option<&dyn Links>) -> String {
    match links.map(|links| links.find(destination)) {
        Some(Ok(Destination::Within(target))) => target.name,
        _ => String::new(),
    }
}

fn parts_words(event: &Event<'_>) -> bool {
    matches!(
        event,
        Event::SoftBreak
            | Event::HardBreak
            | Event::Rule
            | Event::End(TagEnd::Paragraph | TagEnd::Heading(_) | TagEnd::Item | TagEnd::TableCell | TagEnd::CodeBlock,)
    )
}

/// Prose within one line as a short text: emphasis, code and formulas stay, links and notes go. References are as in
/// [`plain`].
pub fn short(nodes: &[Node], settled: &[Settled], links: Option<&dyn Links>) -> Text {
    let mut html = String::new();
    write_short(&mut html, nodes, settled, links);
    Text { html, plain: plain(nodes, settled, links) }
}

fn write_short(out: &mut String, nodes: &[Node], settled: &[Settled], links: Option<&dyn Links>) {
    for node in nodes {
        match node {
            Node::Event(event, _) => match event {
                Event::Text(text) => out.push_str(&escape(&joints(text))),
                Event::Code(code) => out.push_str(&format!("<code>{}</code>", escape(code))),
                Event::InlineMath(tex) | Event::DisplayMath(tex) => out.push_str(&formula::inline(tex)),
                Event::Start(Tag::Emphasis) => out.push_str("<em>"),
                Event::End(TagEnd::Emphasis) => out.push_str("</em>"),
                Event::Start(Tag::Strong) => out.push_str("<strong>"),
                Event::End(TagEnd::Strong) => out.push_str("</strong>"),
                Event::SoftBreak | Event::HardBreak => out.push(' '),
                _ => {}
            },
            Node::Claim(claim) => {
                if let Some(settled) = settled.get(*claim) {
                    write_short(out, &settled.text.0, &[], links);
                }
            }
            Node::Reference { destination, .. } => out.push_str(&escape(&name(destination, links))),
            Node::Figure(_) | Node::Note { .. } => {}
        }
    }
}
