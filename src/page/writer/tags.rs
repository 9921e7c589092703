//! Elements: their starts and ends.

use std::ops::Range;

use pulldown_cmark::{Alignment, BlockQuoteKind, CodeBlockKind, Tag, TagEnd};

use super::{Medium, Writer};
use crate::page::{Target, escape};

/// Where in a table the writer is.
#[derive(Default)]
pub(super) struct Table {
    alignments: Vec<Alignment>,
    cell: usize,
    head: bool,
}

impl Writer<'_> {
    pub(super) fn start(&mut self, tag: &Tag<'_>, bytes: &Range<usize>) {
        let html = match tag {
            Tag::Paragraph => "<p>".to_owned(),
            Tag::Heading { .. } => self.heading(),
            Tag::BlockQuote(None) => "<blockquote>\n".to_owned(),
            Tag::BlockQuote(Some(kind)) => {
                let (class, name) = alert(*kind);
                format!("<div class=\"alert {class}\" role=\"note\">\n<p class=\"alert-name\">{name}</p>\n")
            }
            Tag::CodeBlock(CodeBlockKind::Fenced(info)) if !info.trim().is_empty() => {
                let language = info.split_whitespace().next().unwrap_or_default();
                format!("<pre tabindex=\"0\"><code class=\"language-{}\">", escape(language))
            }
            Tag::CodeBlock(_) => "<pre tabindex=\"0\"><code>".to_owned(),
            Tag::List(None) => "<ul>\n".to_owned(),
            Tag::List(Some(1)) => "<ol>\n".to_owned(),
            Tag::List(Some(first)) => format!("<ol start=\"{first}\">\n"),
            Tag::Item => "<li>".to_owned(),
            Tag::Table(alignments) => {
                self.table = Table { alignments: alignments.clone(), cell: 0, head: false };
                "<div class=\"table\" role=\"group\" aria-label=\"Table\" tabindex=\"0\"><table>\n".to_owned()
            }
            Tag::TableHead => {
                self.table.head = true;
                self.table.cell = 0;
                "<thead><tr>".to_owned()
            }
            Tag::TableRow => {
                self.table.cell = 0;
                "<tr>".to_owned()
            }
            Tag::TableCell => self.cell(),
            Tag::Emphasis => "<em>".to_owned(),
            Tag::Strong => "<strong>".to_owned(),
            Tag::Strikethrough => "<del>".to_owned(),
            Tag::Superscript => "<sup>".to_owned(),
            Tag::Subscript => "<sub>".to_owned(),
            Tag::Link { dest_url, title, .. } => self.link(dest_url, title, bytes),
            // Images are written whole; the essay makes values of footnotes; the rest is not switched on.
            Tag::Image { .. }
            | Tag::FootnoteDefinition(_)
            | Tag::HtmlBlock
            | Tag::MetadataBlock(_)
            | Tag::DefinitionList
            | Tag::DefinitionListTitle
            | Tag::DefinitionListDefinition => String::new(),
        };
        self.out.push_str(&html);
    }

    pub(super) fn end(&mut self, tag: TagEnd) {
        let html = match tag {
            TagEnd::Paragraph => "</p>\n",
            TagEnd::Heading(_) => return self.end_heading(),
            TagEnd::BlockQuote(None) => "</blockquote>\n",
            TagEnd::BlockQuote(Some(_)) => "</div>\n",
            TagEnd::CodeBlock => "</code></pre>\n",
            TagEnd::List(false) => "</ul>\n",
            TagEnd::List(true) => "</ol>\n",
            TagEnd::Item => "</li>\n",
            TagEnd::Table => "</tbody></table></div>\n",
            TagEnd::TableHead => {
                self.table.head = false;
                "</tr></thead><tbody>\n"
            }
            TagEnd::TableRow => "</tr>\n",
            TagEnd::TableCell if self.table.head => "</th>",
            TagEnd::TableCell => "</td>",
            TagEnd::Emphasis => "</em>",
            TagEnd::Strong => "</strong>",
            TagEnd::Strikethrough => "</del>",
            TagEnd::Superscript => "</sup>",
            TagEnd::Subscript => "</sub>",
            TagEnd::Link => "</a>",
            TagEnd::Image
            | TagEnd::FootnoteDefinition
            | TagEnd::HtmlBlock
            | TagEnd::MetadataBlock(_)
            | TagEnd::DefinitionList
            | TagEnd::DefinitionListTitle
            | TagEnd::DefinitionListDefinition => "",
        };
        self.out.push_str(html);
    }

    fn heading(&mut self) -> String {
        let Some(heading) = self.outline.headings.get(self.headings) else { return String::new() };
        match self.medium {
            Medium::Page => format!("<h{} id=\"{}\">", heading.level, escape(&heading.id)),
            Medium::Feed => format!("<h{}>", heading.level),
        }
    }

    /// The sign that gives the heading's address is for the mouse: a keyboard finds the same in the contents.
    fn end_heading(&mut self) {
        let Some(heading) = self.outline.headings.get(self.headings) else { return };
        self.headings += 1;
        if self.medium == Medium::Page {
            let id =
                Target { address: self.setting.address.clone(), anchor: Some(heading.id.clone()), name: String::new() };
            let href = escape(&id.from_page(self.setting.base, self.setting.address));
            self.out.push_str(&format!("<a class=\"here\" href=\"{href}\" aria-hidden=\"true\" tabindex=\"-1\">§</a>"));
        }
        self.out.push_str(&format!("</h{}>\n", heading.level));
    }

    fn cell(&mut self) -> String {
        let name = if self.table.head { "th scope=\"col\"" } else { "td" };
        let class = match self.table.alignments.get(self.table.cell) {
            Some(Alignment::Right) => " class=\"right\"",
            Some(Alignment::Center) => " class=\"centre\"",
            _ => "",
        };
        self.table.cell += 1;
        format!("<{name}{class}>")
    }
}

fn alert(kind: BlockQuoteKind) -> (&'static str, &'static str) {
    match kind {
        BlockQuoteKind::Note => ("aside", "Note"),
        BlockQuoteKind::Tip => ("tip", "Tip"),
        BlockQuoteKind::Important => ("important", "Important"),
        BlockQuoteKind::Warning => ("warning", "Warning"),
        BlockQuoteKind::Caution => ("caution", "Caution"),
    }
}
