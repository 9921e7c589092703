//! Elements: their starts and ends.

use std::collections::VecDeque;
use std::ops::Range;

use pulldown_cmark::{Alignment, BlockQuoteKind, CodeBlockKind, Tag, TagEnd};

use super::{Medium, Writer};
use crate::diagnostic::{Diagnostic, Severity};
use crate::page::code::{COLOURED, highlighted, known, language};
use crate::page::{Target, escape, in_its_own};

/// Where in a table the writer is.
#[derive(Default)]
pub(super) struct Table {
    alignments: Vec<Alignment>,
    cell: usize,
    head: bool,
    /// What follows the cells that are still to come.
    pub(super) paddings: VecDeque<String>,
}

/// The end of a table. The empty foot tells the style that all of it is there: a browser may paint a table of which it
/// has read half, and its columns would move as the rest comes.
pub(super) const TABLE_END: &str = "</tbody><tfoot></tfoot></table></div>\n";

/// As many letters of code stand in a line of the narrowest screens.
const NARROWEST: usize = 30;

/// The attributes of what may be wider than a narrow screen and then scrolls, for which it has to be reached by keyboard.
/// The page's script takes them from what does not scroll.
pub(super) fn scrolling(may: bool, name: &str) -> String {
    if may { format!(" role=\"group\" aria-label=\"{}\" tabindex=\"0\"", escape(name)) } else { String::new() }
}

impl Writer<'_> {
    pub(super) fn start(&mut self, tag: &Tag<'_>, bytes: &Range<usize>) {
        let html = match tag {
            Tag::Paragraph => "<p>".to_owned(),
            Tag::Heading { .. } => self.heading(),
            Tag::BlockQuote(None) => "<blockquote>\n".to_owned(),
            Tag::BlockQuote(Some(kind)) => {
                let (class, name) = alert(*kind);
                format!(
                    "<div class=\"alert {class}\" role=\"note\">\n<p class=\"alert-name\"{}>{name}</p>\n",
                    self.english
                )
            }
            Tag::CodeBlock(kind) => {
                let language = match kind {
                    CodeBlockKind::Fenced(info) => language(info),
                    CodeBlockKind::Indented => "",
                };
                if let Err(near) = known(language) {
                    self.unknown_language(language, near, bytes);
                }
                self.code = Some((language.to_owned(), String::new()));
                String::new()
            }
            Tag::List(None) => "<ul>\n".to_owned(),
            Tag::List(Some(1)) => "<ol>\n".to_owned(),
            Tag::List(Some(first)) => format!("<ol start=\"{first}\">\n"),
            Tag::Item => "<li>".to_owned(),
            Tag::Table(alignments) => {
                self.table = Table { alignments: alignments.clone(), ..Table::default() };
                let own = in_its_own(self.setting.language);
                format!("<div class=\"table\"{}{}><table{own}>\n", self.english, scrolling(true, "Table"))
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
            TagEnd::CodeBlock => return self.end_code(),
            TagEnd::List(false) => "</ul>\n",
            TagEnd::List(true) => "</ol>\n",
            TagEnd::Item => "</li>\n",
            TagEnd::Table => TABLE_END,
            TagEnd::TableHead => {
                self.table.head = false;
                "</tr></thead><tbody>\n"
            }
            TagEnd::TableRow => "</tr>\n",
            TagEnd::TableCell if self.table.head => return self.end_head_cell(),
            TagEnd::TableCell => {
                let padding = self.table.paddings.pop_front().unwrap_or_default();
                self.out.push_str(&padding);
                "</td>"
            }
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

    /// The end of a cell in a table's head. An empty one is the head of nothing.
    fn end_head_cell(&mut self) {
        let start = self.out.rfind("<th").unwrap_or(self.out.len());
        if self.out.ends_with('>') && self.out.get(start..).is_some_and(|cell| cell.matches('<').count() == 1) {
            self.out.truncate(start);
            self.out.push_str("<td></td>");
        } else {
            self.out.push_str("</th>");
        }
    }

    fn unknown_language(&mut self, language: &str, near: Option<&str>, bytes: &Range<usize>) {
        let help = match near {
            Some(near) => format!("did you mean `{near}`?"),
            None => {
                let coloured: Vec<&str> = COLOURED.iter().filter_map(|(_, names)| names.first().copied()).collect();
                format!("in colour there are {}; code in no language is `text`", coloured.join(", "))
            }
        };
        let at = self.within(bytes, language, 0..language.len());
        let message = format!("no language is called `{language}`, and the code is shown without colours");
        let warning = Diagnostic::error("language", self.span(at), message).help(help);
        self.faults.push(Diagnostic { severity: Severity::Warning, ..warning });
    }

    /// Code, which is written when all of it has been read; in colour where a style sheet is at hand.
    fn end_code(&mut self) {
        let Some((language, code)) = self.code.take() else { return };
        let (attributes, html) = match self.medium {
            Medium::Page if code.lines().all(|line| line.chars().count() <= NARROWEST) => {
                ("", highlighted(&language, &code))
            }
            Medium::Page => (" tabindex=\"0\"", highlighted(&language, &code)),
            Medium::Feed => ("", escape(&code)),
        };
        let class =
            if language.is_empty() { String::new() } else { format!(" class=\"language-{}\"", escape(&language)) };
        self.out.push_str(&format!("<pre{attributes}><code{class}>{html}</code></pre>\n"));
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
