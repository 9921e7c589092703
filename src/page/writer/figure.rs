//! Figures: the drawing, its number and caption, who checked it, and its data.

use super::tags::{TABLE_END, scrolling};
use super::{Medium, Writer};
use crate::essay::{Figure, Node, Settled};
use crate::figure::Table;
use crate::page::plain::plain;
use crate::page::text::joints;
use crate::page::{Links, Numbered, Target, checked, escape, in_its_own};

/// How wide the text is on the narrowest screens, in pixels.
const NARROWEST: u32 = 280;

impl Writer<'_> {
    /// Writes a figure: the drawing, its number and caption, who checked it, and its data.
    pub(super) fn figure(&mut self, place: usize) {
        let essay = self.essay;
        let Some(figure) = essay.figures.get(place) else { return };
        let Some(name) = self.outline.figures.get(place).and_then(Numbered::name) else { return };
        let id = escape(&figure.question.id);
        let is_played = figure.question.directive.kind.name == "play";
        let followed = self.medium == Medium::Page && self.is_followed(place);
        if followed && !self.paired {
            self.out.push_str("<div class=\"pair\">\n");
        }
        match self.medium {
            Medium::Page => {
                let picture = figure.picture.get();
                let alt = alt(figure, self.settled, self.setting.links);
                let attribute = |(name, value): &(&str, String)| format!(" data-{name}=\"{}\"", escape(value));
                let attributes: String = picture.attributes.iter().map(attribute).collect();
                let mut drawing = picture.drawing.to_svg(&figure.question.id, &picture.title, &alt, false);
                let english = self.english;
                if figure.question.alt.is_some() {
                    // It is described in the author's words.
                    drawing = drawing.replace("<desc ", &format!("<desc{} ", in_its_own(self.setting.language)));
                }
                self.out.push_str(&format!(
                    "<figure id=\"{id}\" class=\"figure {}\" aria-labelledby=\"{id}.caption\"{attributes}>\n\
                     <div class=\"plate\"{english}{}>{drawing}</div>\n",
                    figure.question.directive.kind.name,
                    scrolling(picture.drawing.needs() > NARROWEST, &format!("{name}, drawing"))
                ));
                self.out.push_str(&format!("<figcaption>\n<div class=\"caption\" id=\"{id}.caption\">"));
                self.caption(figure, &name);
                let line = checked::line(figure.picture.provenance());
                self.out.push_str(&format!("</div>\n<p class=\"checked\"{english}>{line}</p>\n"));
                self.data(figure, &name, is_played);
                self.provenance(figure);
                if is_played {
                    // Tells the script that all of the figure has been read.
                    self.out.push_str("<rungs-board></rungs-board>\n");
                }
                self.out.push_str("</figcaption>\n");
            }
            Medium::Feed => {
                let src = escape(&self.href(&self.file(figure, "svg")));
                let alt = escape(&alt(figure, self.settled, self.setting.links));
                self.out.push_str(&format!("<figure>\n<img src=\"{src}\" alt=\"{alt}\">\n<figcaption>"));
                self.caption(figure, &name);
                self.out.push_str("</figcaption>\n");
            }
        }
        self.out.push_str("</figure>\n");
        if self.paired && !followed {
            self.out.push_str("</div>\n");
        }
        self.paired = followed;
    }

    /// Whether the figure that directly follows this one is to stand beside it.
    fn is_followed(&self, place: usize) -> bool {
        let essay = self.essay;
        let texts = [&essay.body].into_iter().chain(essay.notes.iter().map(|note| &note.text));
        let after = texts.flat_map(|text| text.0.windows(2)).find_map(|pair| match pair {
            [Node::Figure(one), Node::Figure(after)] if *one == place => essay.figures.get(*after),
            _ => None,
        });
        after.is_some_and(|figure| figure.question.body.keys.flag("beside"))
    }

    fn caption(&mut self, figure: &Figure, name: &str) {
        self.out.push_str(&format!("<span class=\"number\"{}>{}.</span>", self.english, joints(name)));
        if let Some(caption) = &figure.question.caption {
            self.out.push(' ');
            self.nodes(&caption.0);
        }
    }

    fn data(&mut self, figure: &Figure, name: &str, is_played: bool) {
        let table = &figure.picture.get().table;
        let (beside, most) = on_paper(table);
        // A board without scripts is its table, which the script folds away.
        let open = if is_played { " open" } else { "" };
        let english = self.english;
        self.out.push_str(&format!("<details class=\"data\"{english}{open}>\n<summary>Data</summary>\n"));
        self.out.push_str(&format!(
            "<div class=\"table{beside}{}\"{}><table>\n<thead><tr>",
            if table.rows.len() > most { " cut" } else { "" },
            scrolling(true, &format!("{name}, data"))
        ));
        let classes: Vec<&str> = (0..table.head.len()).map(|column| alignment(table, column)).collect();
        for (head, class) in table.head.iter().zip(&classes) {
            self.out.push_str(&format!("<th scope=\"col\"{class}>{}</th>", escape(head)));
        }
        self.out.push_str("</tr></thead><tbody>\n");
        for row in table.rows.iter().take(Table::ON_PAGE) {
            self.out.push_str("<tr>");
            for (cell, class) in row.iter().zip(&classes) {
                match positions_of_boards(cell) {
                    Some(lines) => {
                        self.out.push_str(&format!("<td class=\"board\"><code>{}</code></td>", escape(&lines)))
                    }
                    None => self.out.push_str(&format!("<td{class}>{}</td>", escape(cell))),
                }
            }
            self.out.push_str("</tr>\n");
        }
        self.out.push_str(TABLE_END);
        if table.rows.len() > most {
            let whole = self.file(figure, "csv").from_anywhere(self.setting.base);
            let all = checked::number(table.rows.len() as u64);
            let told = joints(&format!("The first {most} of {all} rows. The whole stands at {whole}."));
            self.out.push_str(&format!("<p class=\"printed\">{}</p>\n", escape(&told)));
        }
        self.out.push_str("<p>");
        let more = table.rows.len().saturating_sub(Table::ON_PAGE);
        if more > 0 {
            self.out.push_str(&format!("{} more rows in the file. ", checked::number(more as u64)));
        }
        let links: Vec<String> =
            [("svg", "Drawing (SVG)"), ("csv", "data (CSV)"), ("json", "facts and witnesses (JSON)")]
                .into_iter()
                .map(|(ending, what)| {
                    format!("<a href=\"{}\">{what}</a>", escape(&self.href(&self.file(figure, ending))))
                })
                .collect();
        self.out.push_str(&format!("{}</p>\n</details>\n", links.join(", ")));
    }

    /// A file of a figure.
    fn file(&self, figure: &Figure, ending: &str) -> Target {
        let address = self.setting.address.join(&format!("figures/{}.{ending}", figure.question.id));
        Target { address, anchor: None, name: String::new() }
    }
}

/// How often a table stands beside itself on paper, as a class, and how many of its rows are printed at most.
fn on_paper(table: &Table) -> (&'static str, usize) {
    let longest = |column: usize| {
        let cells = table.rows.iter().take(Table::ON_PAGE).filter_map(|row| row.get(column));
        cells.chain(table.head.get(column)).map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    // As many digits stand in a line of small print.
    let signs = (0..table.head.len()).map(|column| longest(column) + 2).sum::<usize>() + 2;
    // The style sheet knows these numbers of rows.
    match 118 / signs {
        _ if table.rows.len() <= 8 => ("", 16),
        0 | 1 => ("", 16),
        2 => (" twice", 32),
        3 => (" thrice", 48),
        _ => (" fourfold", 64),
    }
}

/// The boards of a cell that holds nothing else, each on a line of its own: their blanks are places without a string.
fn positions_of_boards(cell: &str) -> Option<String> {
    let of_board = |c: char| matches!(c, '+' | '-' | '|' | ' ' | '/');
    let all =
        cell.split("; ").all(|board| board.starts_with('+') && board.contains('/') && board.chars().all(of_board));
    all.then(|| cell.replace("; ", "\n"))
}

/// How a column is set: to the right where all of it are numbers.
fn alignment(table: &Table, column: usize) -> &'static str {
    let is_number = |cell: &String| cell.bytes().all(|b| b.is_ascii_digit() || matches!(b, b'-' | b'.' | b'/'));
    let numbers = !table.rows.is_empty() && table.rows.iter().filter_map(|row| row.get(column)).all(is_number);
    if numbers { " class=\"right\"" } else { "" }
}

/// The figure in words: the author's, else those written from the data.
fn alt(figure: &Figure, settled: &[Settled], links: &dyn Links) -> String {
    let written = figure.question.alt.as_ref().map(|alt| plain(&alt.0, settled, Some(links)));
    written.filter(|alt| !alt.is_empty()).unwrap_or_else(|| figure.picture.get().description.clone())
}
