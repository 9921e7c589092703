//! Files to begin with: a new site, and a new essay in one.

use std::collections::BTreeMap;
use std::io::{self, ErrorKind, Write};
use std::path::Path;
use std::sync::Arc;

use jiff::civil::Date;

use super::config::FILE;
use super::ladder::ladder_of;
use super::place::{Wanting, addresses, is_ladder};
use super::tree::{CONTENT, is_dropping, unfit};
use super::{Tree, World};
use crate::diagnostic::Diagnostic;
use crate::essay::{self, FrontMatter};
use crate::source::{SourceFile, composed};

/// A file that is to be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewFile {
    /// Its path from the site's root, with forward slashes.
    pub path: String,
    /// Its text.
    pub text: String,
}

/// The essay of a new site, and the day that stands in it.
const FIRST_FIGURE: &str = include_str!("../../starter/content/nim/first-figure.md");
const DAY: &str = "2026-11-28";

impl NewFile {
    fn new(path: impl Into<String>, text: impl Into<String>) -> Self {
        Self { path: path.into(), text: text.into() }
    }
}

/// The files of a new site, which has no faults.
pub fn new_site(title: &str, today: Date) -> Vec<NewFile> {
    let config = format!(
        "title = {}\n\
         base_url = \"https://example.org/\"  # where it will be published, with the path if there is one\n\
         author = \"\"\n\
         language = \"en\"\n\
         description = \"\"\n",
        quoted(title)
    );
    vec![
        NewFile::new(FILE, config),
        NewFile::new(".gitignore", "/public/\n/.rungs/\n"),
        NewFile::new("content/index.md", include_str!("../../starter/content/index.md")),
        NewFile::new("content/nim/ladder.md", include_str!("../../starter/content/nim/ladder.md")),
        NewFile::new("content/nim/first-figure.md", FIRST_FIGURE.replace(DAY, &today.to_string())),
    ]
}

/// The files of a new essay at a path such as `nim/my-essay`: the essay, and a ladder where its folder has none.
///
/// # Errors
/// A path that is none or that is taken, and a title that is none.
pub fn new_essay(
    world: &dyn World,
    written: &str,
    title: Option<&str>,
    today: Date,
) -> Result<Vec<NewFile>, Diagnostic> {
    let path = path(written)?;
    if title.is_some_and(|title| title.trim().is_empty() || title.contains(char::is_control)) {
        return Err(Diagnostic::error("title", None, "the title is no line of text"));
    }
    if title.is_some_and(|title| title.contains("](")) {
        let help = "write `](` into the file itself if it is meant";
        return Err(
            Diagnostic::error("title", None, "this title has a link in it, and a title leads nowhere").help(help)
        );
    }
    let tree = Tree::read(world).0;
    let fronts = fronts(&tree);
    let mut made = vec![path.clone()];
    // A folder of essays is a ladder; a page beside the ladders stands in no folder.
    made.extend(ladder_of(&path).filter(|ladder| *ladder != path && !tree.texts.contains_key(ladder)));
    unoccupied(&tree, &fronts, &made)?;
    let text = |path: &String| {
        let title = title.filter(|_| *path == made[0]).map_or_else(|| title_of(path), str::to_owned);
        match ladder_of(path) {
            _ if is_ladder(path) => NewFile::new(format!("{CONTENT}/{path}"), ladder(&title)),
            None => NewFile::new(format!("{CONTENT}/{path}"), page(&title)),
            Some(ladder) => {
                let rung = next_rung(&fronts, &ladder);
                NewFile::new(format!("{CONTENT}/{path}"), an_essay(&title, today, rung))
            }
        }
    };
    Ok(made.iter().map(text).collect())
}

/// Writes files into a folder, all of them or, where one of them is there already, none.
///
/// # Errors
/// Every file that is there already, by name; those of the disk.
pub fn make(root: &Path, files: &[NewFile]) -> Result<(), Vec<Diagnostic>> {
    let there = files.iter().filter(|file| fs_err::symlink_metadata(root.join(&file.path)).is_ok());
    let taken = there.map(|file| taken(&file.path));
    let astray = files.iter().filter(|file| leads_out(root, &file.path)).map(|file| {
        let message = format!("a symbolic link on the way to {} leads out of the site", file.path);
        Diagnostic::error("path", None, message).help("rungs writes within the site's folder only")
    });
    let refused: Vec<Diagnostic> = taken.chain(astray).collect();
    if !refused.is_empty() {
        return Err(refused);
    }
    let write = |file: &NewFile| -> io::Result<()> {
        let path = root.join(&file.path);
        if let Some(folder) = path.parent() {
            fs_err::create_dir_all(folder)?;
        }
        fs_err::File::create_new(path)?.write_all(file.text.as_bytes())
    };
    files.iter().try_for_each(|file| {
        write(file).map_err(|error| match error.kind() {
            ErrorKind::AlreadyExists => vec![taken_by(&file.path, &error)],
            _ => vec![Diagnostic::error("disk", None, error.to_string())],
        })
    })
}

/// Whether a path would be written outside of the root, through a folder that is a symbolic link.
fn leads_out(root: &Path, path: &str) -> bool {
    let Ok(top) = fs_err::canonicalize(root) else { return false };
    let folder = root.join(path);
    let real = folder.ancestors().skip(1).find_map(|folder| fs_err::canonicalize(folder).ok());
    real.is_some_and(|real| !real.starts_with(&top) && !top.starts_with(&real))
}

fn taken(path: &str) -> Diagnostic {
    Diagnostic::error("taken", None, format!("{path} is there already")).help("rungs never writes over a file")
}

fn taken_by(path: &str, error: &io::Error) -> Diagnostic {
    taken(path).help(error.to_string())
}

/// The path in `content/` of what the author calls `nim/my-essay`, `nim/my-essay.md` or `content/nim/my-essay.md`.
fn path(written: &str) -> Result<String, Diagnostic> {
    let fault = |message: String, help: &str| Err(Diagnostic::error("path", None, message).help(help));
    let inside = written.strip_prefix("content/").unwrap_or(written);
    let stem = inside.strip_suffix(".md").unwrap_or(inside);
    for part in stem.split('/') {
        if part.trim().is_empty() || part == "." || part == ".." {
            return fault(format!("`{written}` is no path of an essay"), "write it as in nim/my-essay");
        }
        if let Some(strange) = unfit(part) {
            return fault(format!("`{part}` has {strange} in it"), "no address can be made of it: write my-essay");
        }
        if part.starts_with('.') || is_dropping(part) {
            let help = "files of such names belong to editors and systems, and are no part of a site";
            return fault(format!("`{part}` would be passed over"), help);
        }
    }
    Ok(composed(&format!("{stem}.md")).into_owned())
}

/// The front matter of all texts that can be read.
fn fronts(tree: &Tree) -> BTreeMap<&str, FrontMatter> {
    let read = |file: &Arc<SourceFile>| essay::read(Arc::clone(file)).ok().map(|essay| essay.front);
    tree.texts.iter().filter_map(|(path, file)| Some((path.as_str(), read(file)?))).collect()
}

/// That neither a file nor an address is taken.
fn unoccupied(tree: &Tree, fronts: &BTreeMap<&str, FrontMatter>, made: &[String]) -> Result<(), Diagnostic> {
    if let Some(path) = made.iter().find(|path| tree.texts.contains_key(*path)) {
        return Err(taken(&format!("{CONTENT}/{path}")));
    }
    let blank = |path: &String| Arc::new(SourceFile::new(format!("{CONTENT}/{path}"), ""));
    let new: Vec<(&String, Arc<SourceFile>)> = made.iter().map(|path| (path, blank(path))).collect();
    let old = tree.texts.iter().map(|(path, file)| Wanting {
        path,
        file,
        slug: fronts.get(path.as_str()).and_then(|front| front.slug.as_deref()),
    });
    let (_, before) = addresses(old.clone());
    let (_, after) = addresses(old.chain(new.iter().map(|(path, file)| Wanting { path, file, slug: None })));
    after.into_iter().find(|fault| !before.contains(fault)).map_or(Ok(()), Err)
}

/// The number after the highest on a ladder; none where its essays have none.
fn next_rung(fronts: &BTreeMap<&str, FrontMatter>, ladder: &str) -> Option<u32> {
    let on_it = fronts.iter().filter(|(path, _)| !is_ladder(path) && ladder_of(path).as_deref() == Some(ladder));
    let rungs: Vec<Option<u32>> = on_it.map(|(_, front)| front.rung).collect();
    match rungs.iter().flatten().max() {
        Some(highest) => highest.checked_add(1),
        None => rungs.is_empty().then_some(1),
    }
}

/// `My essay`, for `nim/my-essay.md` and `nim/my-essay/index.md`; `Nim`, for `nim/ladder.md`.
fn title_of(path: &str) -> String {
    let stem = path.strip_suffix(".md").unwrap_or(path);
    let stem = stem.strip_suffix("/index").or_else(|| stem.strip_suffix("/ladder")).unwrap_or(stem);
    in_words(stem.rsplit('/').next().unwrap_or_default())
}

/// `My essay`, for `my-essay`.
pub fn in_words(name: &str) -> String {
    let spaced = name.replace(['-', '_'], " ");
    let mut letters = spaced.trim().chars();
    letters.next().map_or_else(|| "Untitled".to_owned(), |first| first.to_uppercase().chain(letters).collect())
}

fn quoted(text: &str) -> String {
    toml::Value::from(text).to_string()
}

/// A title as it was typed, as TOML: a text's title is Markdown, and what is typed on a command line is not.
fn titled(title: &str) -> String {
    let title = title.trim();
    let digits = title.bytes().take_while(u8::is_ascii_digit).count();
    let mut out = String::with_capacity(title.len());
    for (at, c) in title.char_indices() {
        // What begins a list, a heading or a quote does so at the start of a line alone.
        let begins =
            (at == 0 && matches!(c, '-' | '+' | '=')) || (digits > 0 && at == digits && matches!(c, '.' | ')'));
        if begins || "\\`*_[]<>$~^&|#".contains(c) {
            out.push('\\');
        }
        out.push(c);
    }
    quoted(&out)
}

fn page(title: &str) -> String {
    format!("+++\ntitle = {}\n+++\n\nWrite here.\n", titled(title))
}

fn ladder(title: &str) -> String {
    format!("+++\ntitle = {}\n+++\n\nWhat the essays of this ladder are about.\n", titled(title))
}

fn an_essay(title: &str, today: Date, rung: Option<u32>) -> String {
    let rung = rung.map_or_else(String::new, |rung| format!("rung = {rung}\n"));
    format!(
        r#"+++
title = {}
summary = "What it shows, in a sentence."
date = {today}
{rung}# draft = true  # holds it back until it is ready
+++

Write here. A figure is a block like this one; `rungs explain` lists the kinds and the games.

```figure columns
id = "first"
game = "nim"
heaps = [3, 4, 5]
caption = "The nim-sum of [3, 4 and 5](=first.heaps) is [two](=first.nim_sum)."
```

[](#first) knows some facts, and a link that begins with `=` claims one of them: of the [](=first.options) moves [one](=first.winning_moves) wins.
"#,
        titled(title)
    )
}
