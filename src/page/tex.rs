//! Prose as TeX, for entries of BibTeX.

use pulldown_cmark::{Event, Tag, TagEnd};

use super::legible;
use crate::essay::{Node, Settled};

/// Prose within one line as TeX: formulas as they were written, emphasis and code by commands, all else as text.
pub fn tex(nodes: &[Node], settled: &[Settled]) -> String {
    let mut out = String::new();
    write(&mut out, nodes, settled);
    out
}

fn write(out: &mut String, nodes: &[Node], settled: &[Settled]) {
    for node in nodes {
        match node {
            Node::Event(event, _) => match event {
                Event::Text(text) => out.push_str(&tex_escape(text)),
                Event::Code(code) => out.push_str(&format!("\\texttt{{{}}}", tex_escape(code))),
                Event::InlineMath(tex) | Event::DisplayMath(tex) => out.push_str(&format!("${}$", braces_named(tex))),
                Event::Start(Tag::Emphasis) => out.push_str("\\emph{"),
                Event::Start(Tag::Strong) => out.push_str("\\textbf{"),
                Event::End(TagEnd::Emphasis | TagEnd::Strong) => out.push('}'),
                Event::SoftBreak | Event::HardBreak => out.push(' '),
                _ => {}
            },
            Node::Claim(claim) => {
                if let Some(settled) = settled.get(*claim) {
                    write(out, &settled.text.0, &[]);
                }
            }
            Node::Figure(_) | Node::Note { .. } | Node::Reference { .. } => {}
        }
    }
}

/// Text as TeX reads it. BibTeX counts braces that are escaped, too, so that none is left; letters with accents stay.
pub fn tex_escape(text: &str) -> String {
    let text = legible(text);
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' | '%' | '$' | '#' | '_' => out.extend(['\\', c]),
            '{' => out.push_str("\\textbraceleft{}"),
            '}' => out.push_str("\\textbraceright{}"),
            '\\' => out.push_str("\\textbackslash{}"),
            '~' => out.push_str("\\textasciitilde{}"),
            '^' => out.push_str("\\textasciicircum{}"),
            '<' => out.push_str("\\textless{}"),
            '>' => out.push_str("\\textgreater{}"),
            '|' => out.push_str("\\textbar{}"),
            '\t' | '\n' | '\r' => out.push(' '),
            '\u{a0}' => out.push('~'),
            _ => out.push(c),
        }
    }
    out
}

/// A formula in which the braces that are signs are called by their names; those that group are in pairs.
fn braces_named(tex: &str) -> String {
    let mut out = String::with_capacity(tex.len());
    let mut letters = tex.chars();
    while let Some(c) = letters.next() {
        match (c, if c == '\\' { letters.next() } else { None }) {
            (_, Some('{')) => out.push_str("\\lbrace "),
            (_, Some('}')) => out.push_str("\\rbrace "),
            (_, Some(command)) => out.extend([c, command]),
            ('\n' | '\r', None) => out.push(' '),
            (_, None) => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::{braces_named, tex_escape};

    #[test]
    fn braces_stand_in_pairs() {
        assert_eq!(braces_named("\\{1, x_{2}\\} \\\\{a}"), "\\lbrace 1, x_{2}\\rbrace  \\\\{a}");
        assert_eq!(tex_escape("{a_b} 50% & #1 é ß"), "\\textbraceleft{}a\\_b\\textbraceright{} 50\\% \\& \\#1 é ß");
        assert_eq!(
            tex_escape("~^\\<>|\u{8}"),
            "\\textasciitilde{}\\textasciicircum{}\\textbackslash{}\\textless{}\\textgreater{}\\textbar{}"
        );
    }
}
