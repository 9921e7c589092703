use std::io::{self, Read};
use std::path::PathBuf;
use std::sync::Arc;

use clap::{Args, ValueHint};

use super::Ended;
use super::figure_of_essay::Place;
use super::known::Known;
use super::terminal::{fail, faults, misread, print};
use crate::diagnostic::Diagnostic;
use crate::figure::{Body, Facts, Fault, Id, Kind, Picture, Table};
use crate::site::text;
use crate::source::{SourceFile, Span};
use crate::verify::{Budget, Gate, Panel};

/// `rungs figure KIND [FILE|ESSAY.md#ID|-]`.
#[derive(Args)]
pub struct Figure {
    /// The kind of figure: columns, sweep, …
    #[arg(value_parser = Known::kinds(), hide_possible_values = true)]
    kind: String,
    /// The directive's TOML, or the place of a directive, as content/nim/bouton.md#six; - is standard input
    #[arg(default_value = "-", value_hint = ValueHint::FilePath)]
    file: String,
    /// The site's folder, for the figure of an essay
    #[arg(long, default_value = ".", value_hint = ValueHint::DirPath)]
    root: PathBuf,
    #[command(flatten)]
    form: Form,
}

/// What is printed of a figure.
#[derive(Args)]
#[group(multiple = false)]
struct Form {
    /// Print the drawing, as a whole SVG file (this is the default)
    #[arg(long)]
    svg: bool,
    /// Print its facts, as one JSON object
    #[arg(long)]
    facts: bool,
    /// Print its data, as comma-separated values
    #[arg(long)]
    csv: bool,
    /// Print its title, its description and its data
    #[arg(long)]
    text: bool,
}

impl Figure {
    pub fn run(self) -> Ended {
        let kind = match Kind::named(&self.kind) {
            Ok(kind) => kind,
            Err(fault) => return misread("kind of figure", &self.kind, &fault),
        };
        if let Some(place) = Place::read(&self.file).filter(|place| !place.id.is_empty()) {
            return self.of_essay(kind, &place);
        }
        let bytes = match bytes(&self.file) {
            Ok(bytes) => bytes,
            Err(error) => return fail(&error.to_string(), ""),
        };
        let source = match text(&self.file, Arc::new(bytes)) {
            Ok(source) => source,
            Err(fault) => return faults(&[fault]),
        };
        let body = match Body::read(kind, &source.text, Id::Optional) {
            Ok(body) => body,
            Err(wrong) => return faults(&diagnostics(&source, "directive", wrong)),
        };
        self.derived(&body, |wrong| diagnostics(&source, "let", wrong))
    }

    /// The figure of an essay, which must be of this kind.
    fn of_essay(&self, kind: &Kind, place: &Place) -> Ended {
        let essay = match place.essay(&self.root) {
            Ok(essay) => essay,
            Err(wrong) => return faults(&wrong),
        };
        let source = Arc::clone(&essay.source);
        let figure = match place.figure(essay) {
            Ok(figure) => figure,
            Err(wrong) => return faults(&wrong),
        };
        if figure.directive.kind.name != kind.name {
            let help = format!("rungs figure {} {}", figure.directive.kind.name, self.file);
            return fail(&format!("`{}` is no figure of the kind {}", figure.id, kind.name), &help);
        }
        let at = |wrong: Vec<Fault>| wrong.iter().map(|fault| figure.directive.diagnostic(&source, fault)).collect();
        self.derived(&figure.body, at)
    }

    /// Asks, from nothing, and prints what is told; `at` puts faults in their places.
    fn derived(&self, body: &Body, at: impl FnOnce(Vec<Fault>) -> Vec<Diagnostic>) -> Ended {
        let picture = match body.request.answer(&Gate::new(Panel::default(), Budget::default())) {
            Ok(picture) => picture,
            Err(refusal) => return fail(&refusal.to_string(), &refusal.help().join("\n      ")),
        };
        let picture = picture.get();
        match body.facts(picture) {
            Ok(facts) => self.form.print(body, picture, &facts),
            Err(wrong) => faults(&at(wrong)),
        }
    }
}

impl Form {
    fn print(&self, body: &Body, picture: &Picture, facts: &Facts) -> Ended {
        if self.facts {
            return match serde_json::to_string(facts) {
                Ok(json) => print(&format!("{json}\n")),
                Err(error) => fail(&error.to_string(), ""),
            };
        }
        if self.csv {
            return print(&picture.table.to_csv());
        }
        if self.text {
            return print(&in_words(picture));
        }
        let id = body.id.as_ref().map_or(body.kind.name, |id| id.text.as_str());
        print(&picture.drawing.to_svg(id, &picture.title, &picture.description, true))
    }
}

/// The directive that is read: a file, or standard input.
fn bytes(file: &str) -> io::Result<Vec<u8>> {
    if file != "-" {
        return fs_err::read(file);
    }
    let mut bytes = Vec::new();
    io::stdin().read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn diagnostics(source: &Arc<SourceFile>, code: &'static str, faults: Vec<Fault>) -> Vec<Diagnostic> {
    let diagnostic = |fault: Fault| {
        let span = Span { file: Arc::clone(source), bytes: fault.at };
        Diagnostic::error(code, span, fault.message).help(fault.help)
    };
    faults.into_iter().map(diagnostic).collect()
}

/// A figure for a terminal: its title, its description, and its data in columns.
fn in_words(picture: &Picture) -> String {
    format!("{}\n{}\n\n{}", picture.title, picture.description, aligned(&picture.table))
}

/// A table with its columns aligned, numbers to the right.
fn aligned(table: &Table) -> String {
    let lines = || std::iter::once(&table.head).chain(&table.rows);
    let width =
        |column: usize| lines().filter_map(|line| line.get(column)).map(|cell| cell.chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..table.head.len()).map(width).collect();
    let number = |cell: &str| !cell.is_empty() && cell.chars().all(|c| c.is_ascii_digit());
    lines().fold(String::new(), |mut text, line| {
        let cells = line.iter().zip(&widths);
        let cells: Vec<String> = cells
            .map(|(cell, &width)| if number(cell) { format!("{cell:>width$}") } else { format!("{cell:<width$}") })
            .collect();
        text.push_str(cells.join("  ").trim_end());
        text.push('\n');
        text
    })
}
