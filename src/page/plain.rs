use pulldown_cmark::{Event, Tag, TagEnd};

use super::text::{escape, legible};
use super::{Text, formula};
use crate::essay::{Node, Settled};

/// Prose without its markup, formulas in one line: for titles, alternative texts, feeds and search.
/// Blocks are parted by a space; raw HTML is left out.
pub fn plain(nodes: &[Node], settled: &[Settled]) -> String {
    let mut out = String::new();
    write_plain(&mut out, nodes, settled);
    legible(&out).split_whitespace().collect::<Vec<_>>().join(" ")
}

pub(super) fn write_plain(out: &mut String, nodes: &[Node], settled: &[Settled]) {
    for node in nodes {
        match node {
            Node::Event(Event::Text(text) | Event::Code(text), _) => out.push_str(text),
            Node::Event(Event::InlineMath(tex) | Event::DisplayMath(tex), _) => out.push_str(&formula::plain(tex)),
            Node::Event(event, _) if parts_words(event) => out.push(' '),
            // A claim's text holds no claims, so this goes one step down and no further.
            Node::Claim(claim) => {
                if let Some(settled) = settled.get(*claim) {
                    write_plain(out, &settled.text.0, &[]);
                }
            }
            Node::Figure(_) => out.push(' '),
            Node::Event(..) | Node::Note { .. } | Node::Reference { .. } => {}
        }
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

/// Prose within one line as a short text: emphasis, code and formulas stay, links and notes go.
pub fn short(nodes: &[Node], settled: &[Settled]) -> Text {
    let mut html = String::new();
    write_short(&mut html, nodes, settled);
    Text { html, plain: plain(nodes, settled) }
}

fn write_short(out: &mut String, nodes: &[Node], settled: &[Settled]) {
    for node in nodes {
        match node {
            Node::Event(event, _) => match event {
                Event::Text(text) => out.push_str(&escape(text)),
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
                    write_short(out, &settled.text.0, &[]);
                }
            }
            Node::Figure(_) | Node::Note { .. } | Node::Reference { .. } => {}
        }
    }
}
