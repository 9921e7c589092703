//! How a figure of an essay came to be.

use std::fmt::Write;
use std::path::Path;
use std::sync::Arc;

use super::build::count;
use super::terminal::shell_word;
use crate::cache::{Cache, FOLDER};
use crate::diagnostic::Diagnostic;
use crate::essay::{self, Essay, Question};
use crate::notation::{grouped, nearest};
use crate::site::{Disk, Tree, World, read_text, text};
use crate::source::Span;
use crate::verify::{Budget, Gate, Heard, Panel, Provenance, Unkept};

/// A figure by the file of its essay and its id: `content/nim/bouton.md#six`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The file, as it was written.
    pub file: String,
    /// The id; empty where none was written.
    pub id: String,
}

impl Place {
    /// Reads a place: whatever has `#` in it or ends like a text.
    pub fn read(text: &str) -> Option<Self> {
        // An id has no full stop in it, and the name of a file may have a number sign.
        if text.ends_with(".md") {
            return Some(Self { file: text.to_owned(), id: String::new() });
        }
        let (file, id) = text.rsplit_once('#')?;
        Some(Self { file: file.to_owned(), id: id.to_owned() })
    }

    /// The path of the file from the root of the site: it may be written from here, from there, or from `content/`.
    fn within(&self, root: &Path) -> Option<String> {
        let real_root = fs_err::canonicalize(root).ok()?;
        let (here, there) = (Disk::new(""), Disk::new(root));
        let tried = [here.find(&self.file), there.find(&self.file), there.find(&format!("content/{}", self.file))];
        tried.iter().find_map(|path| {
            let real = fs_err::canonicalize(path).ok().filter(|real| real.is_file())?;
            let parts = real.strip_prefix(&real_root).ok()?.iter().map(|part| part.to_str());
            Some(parts.collect::<Option<Vec<_>>>()?.join("/"))
        })
    }

    /// The figures of the essay, understood.
    pub fn essay(&self, root: &Path) -> Result<Essay<Question>, Vec<Diagnostic>> {
        let fault = |message: String| Diagnostic::error("unreadable", None, message);
        let path = self.within(root).ok_or_else(|| {
            let help = "the path of a text of the site in --root, as content/nim/bouton.md";
            vec![fault(format!("there is no file {} in the site", self.file)).help(help)]
        })?;
        let bytes = Disk::new(root).read(&path).map_err(|fault| vec![fault])?;
        read_text(text(&path, bytes).map_err(|fault| vec![fault])?)?.understand()
    }

    /// The figure that is meant.
    pub fn figure(&self, essay: Essay<Question>) -> Result<Question, Vec<Diagnostic>> {
        let ids: Vec<String> = essay.figures.iter().map(|figure| figure.id.clone()).collect();
        essay.figures.into_iter().find(|figure| figure.id == self.id).ok_or_else(|| {
            let help = match nearest(&self.id, ids.iter().map(String::as_str)) {
                Some(near) => format!("did you mean #{near}?"),
                None if ids.is_empty() => "it has no figures".to_owned(),
                None => format!("its figures are {}", ids.join(", ")),
            };
            let message = format!("no figure of {} is called `{}`", essay.source.path, self.id);
            vec![Diagnostic::error("unknown-figure", None, message).help(help)]
        })
    }
}

/// The figures of an essay, one a line.
pub fn listed(place: &Place, root: &Path) -> Result<String, Vec<Diagnostic>> {
    let essay = place.essay(root)?;
    let mut text = format!("{}: {}\n", essay.source.path, count(essay.figures.len(), "figure", "figures"));
    for figure in &essay.figures {
        let line = essay.source.place(figure.directive.head.start).line;
        let _ = writeln!(text, "  #{}  {} in line {line}", figure.id, figure.directive.kind.name);
    }
    text.push_str("\n`rungs explain FILE#ID` tells how one of them came to be.\n");
    Ok(text)
}

/// How a figure came to be: its question, who answered and how far, the controls, how long it took, whether the answer
/// was kept from before, who relies on it, and how to derive it again.
pub fn explained(place: &Place, root: &Path, cached: bool) -> Result<String, Vec<Diagnostic>> {
    let essay = place.essay(root)?;
    let source = Arc::clone(&essay.source);
    let figure = place.figure(essay)?;
    let kind = figure.directive.kind;
    let gate = Gate::new(Panel::default(), Budget::default());
    let gate = if cached { gate.store(Cache::of_site(root)) } else { gate };
    let span = Span::new(&source, figure.directive.head.clone());
    let added = Disk::new(root).read(&source.path).is_ok_and(|bytes| span.bytes.start >= bytes.len());
    let at =
        if added { "which the page of the gallery adds".to_owned() } else { format!("line {}", span.place().line) };
    let picture =
        figure.body.request.answer(&gate).map_err(|refusal| vec![essay::refused(&figure, &source, &refusal)])?;
    let mut text = format!("`{}` is {} in {}, {at}: {}\n", figure.id, kind.name, source.path, kind.about);
    text.push_str("\nQuestion\n");
    for line in figure.directive.toml.text().lines() {
        let _ = writeln!(text, "  {line}");
    }
    text.push_str("\nAnswers\n");
    let heard = gate.take_heard();
    for record in picture.provenance() {
        let heard = heard.iter().find(|heard| same(&heard.provenance, record));
        text.push_str(&answer(record, heard));
    }
    text.push_str("\nRelied on by\n");
    text.push_str(&relied_on(&source.path, &figure.id, root));
    let root = if root == Path::new(".") {
        String::new()
    } else {
        format!(" --root {}", shell_word(&root.display().to_string()))
    };
    let _ = write!(
        text,
        "\nTo derive it again, from nothing\n  rungs figure {} {} --facts{root}\n",
        kind.name,
        shell_word(&format!("{}#{}", source.path, figure.id))
    );
    Ok(text)
}

/// Whether two records are of one answer: the game may have been called by another name.
fn same(one: &Provenance, other: &Provenance) -> bool {
    Provenance { game: other.game.clone(), ..one.clone() } == *other
}

fn answer(record: &Provenance, heard: Option<&Heard>) -> String {
    let positions = |count: u64| format!("{} position{}", grouped(count), if count == 1 { "" } else { "s" });
    let mut text = format!(
        "  the {} of {} of {}, {} play\n",
        record.ask,
        positions(record.positions),
        record.game,
        record.convention
    );
    let [one, other] = &record.witnesses;
    let all = if record.positions == 1 { "it" } else { "every one" };
    let _ = write!(text, "    {} ({}) and {} ({}) agree on {all}", one.name, one.basis, other.name, other.basis);
    text.push_str(if record.told_twice() { ": one basis, told twice\n" } else { "\n" });
    for control in &record.controls {
        let _ = writeln!(
            text,
            "    control: {} with {}, wrong on purpose, fails on {} of {}",
            control.of,
            control.name,
            grouped(control.refuted),
            positions(control.positions)
        );
    }
    if record.controls.is_empty() {
        text.push_str("    no control: neither rests on more than the definition\n");
    }
    let Some(heard) = heard else { return text };
    let time = format!("{}.{:03} s", heard.time.as_secs(), heard.time.subsec_millis());
    let _ = match &heard.computed {
        None => writeln!(text, "    reused from {FOLDER}, in {time}: the same code answered the same question before"),
        Some(why) => writeln!(text, "    computed in {time}: {}", because(why)),
    };
    text
}

fn because(why: &Unkept) -> String {
    match why {
        Unkept::NoStore => "the cache was not asked".to_owned(),
        Unkept::New => format!("the question was new to {FOLDER}"),
        Unkept::OtherCode => format!("what {FOLDER} holds was found by another version of the rules or the solvers"),
        Unkept::Damaged(what) => format!("what {FOLDER} holds is damaged ({what})"),
    }
}

/// The claims of the whole site that rest on a figure and the references to it, each with its place.
fn relied_on(path: &str, id: &str, root: &Path) -> String {
    let mut lines = String::new();
    let (tree, _) = Tree::read(&Disk::new(root));
    let mut unread = tree.unread.iter().filter(|path| path.ends_with(".md")).count();
    for text in tree.texts.values() {
        let Ok(essay) = read_text(Arc::clone(text)).and_then(Essay::understand) else {
            unread += 1;
            continue;
        };
        let figure = (path.to_owned(), id.to_owned());
        let claims = essay.claims.iter().filter(|claim| claim.figures(&essay.source.path).contains(&figure));
        let mut said: Vec<_> = claims.map(|claim| claim.bytes.clone()).chain(essay.references(&figure)).collect();
        said.sort_by_key(|bytes| bytes.start);
        for bytes in said {
            let span = Span::new(&essay.source, bytes);
            let at = span.place();
            let _ = writeln!(
                lines,
                "  {}:{}:{}  {}",
                essay.source.path,
                at.line,
                at.column,
                span.text().replace('\n', " ")
            );
        }
    }
    if lines.is_empty() {
        lines.push_str("  no claim and no reference\n");
    }
    if unread > 0 {
        let _ = writeln!(lines, "  ({unread} texts are at fault and were not looked at)");
    }
    lines
}
