//! The one module that knows the template engine.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use serde::Serialize;
use tera::{Context, Error, ErrorKind, Tera};

use crate::diagnostic::Diagnostic;
use crate::source::{SourceFile, Span};

/// The kind of fault that stands in a template.
pub const TEMPLATE: &str = "template";

/// What the theme's own templates are called by those of the author that build on them: `theme/essay.html`.
const THEME: &str = "theme/";

/// A template.
#[derive(Clone, Debug)]
pub struct Template {
    /// Its name: `essay.html`.
    pub name: String,
    /// Its file.
    pub file: Arc<SourceFile>,
}

/// The theme's templates and the author's, which come first.
pub struct Templates {
    tera: Tera,
    files: BTreeMap<String, Arc<SourceFile>>,
}

impl Templates {
    /// Reads the templates. One of the author's takes the place of the theme's of the same name, and may build on it
    /// by `{% extends "theme/essay.html" %}`.
    ///
    /// # Errors
    /// Every template that cannot be read, at its place; names of templates and filters that are not there.
    pub fn new(theme: &[Template], own: &[Template]) -> Result<Self, Vec<Diagnostic>> {
        let named =
            |template: &Template, prefix: &str| (format!("{prefix}{}", template.name), Arc::clone(&template.file));
        let files: BTreeMap<_, _> = theme
            .iter()
            .map(|template| named(template, THEME))
            .chain(own.iter().map(|template| named(template, "")))
            .collect();
        let mut tera = Tera::new();
        tera.set_fallback_prefixes([THEME]).map_err(|error| place(&files, &error))?;
        let read = |(name, file): (&String, &Arc<SourceFile>)| (name.clone(), file.text.clone());
        // One by one first, since the engine stops at the first that it cannot read.
        let mut faults = Vec::new();
        for each in &files {
            let (name, text) = read(each);
            if let Err(error) = Tera::new().add_raw_template(&name, &text)
                && matches!(error.kind(), ErrorKind::SyntaxError(_))
            {
                faults.extend(place(&files, &error));
            }
        }
        if !faults.is_empty() {
            return Err(faults);
        }
        match tera.add_raw_templates(files.iter().map(read)) {
            Ok(()) => Ok(Self { tera, files }),
            Err(error) => Err(lacking(&files).unwrap_or_else(|| place(&files, &error))),
        }
    }

    /// Gives all templates a value under a name, once and not page by page.
    ///
    /// # Errors
    /// A value that the engine cannot hold.
    pub fn share<T: Serialize>(&mut self, name: &'static str, value: &T) -> Result<(), Vec<Diagnostic>> {
        let value = tera::Value::try_from_serializable(value).map_err(|error| place(&self.files, &error))?;
        self.tera.global_context().insert_value(name, value);
        Ok(())
    }

    /// Fills a template; what it is filled with stands under a name too.
    ///
    /// # Errors
    /// A name that the template uses and that is not there, a filter that fails: at its place in the template.
    pub fn fill<T: Serialize>(&self, template: &str, name: &'static str, value: &T) -> Result<String, Vec<Diagnostic>> {
        let filled = tera::Value::try_from_serializable(value).and_then(|value| {
            let mut context = Context::new();
            context.insert_value(name, value);
            self.tera.render(template, &context)
        });
        let text = filled.map_err(|error| place(&self.files, &error))?;
        // Those of the theme are tested.
        match self.files.get(template).filter(|_| template.ends_with(".xml")) {
            Some(file) => well_formed(file, text),
            None => Ok(text),
        }
    }
}

/// What an author's template has made, if it is XML.
fn well_formed(file: &Arc<SourceFile>, text: String) -> Result<String, Vec<Diagnostic>> {
    let Err(error) = roxmltree::Document::parse(&text) else { return Ok(text) };
    let at = error.pos();
    let line = text.lines().nth((at.row as usize).saturating_sub(1)).unwrap_or_default();
    let before: String = line.chars().take((at.col as usize).saturating_sub(1)).collect();
    let after = line.get(before.len()..).unwrap_or_default();
    let span = Span::new(file, written(&file.text, &before, after));
    let fault = fault(&format!("what {} makes is not XML: {error}", file.path), Some(span));
    let shown = line.trim().chars().take(80).collect::<String>();
    Err(vec![fault.help(format!("line {} of what it makes is: {shown}", at.row))])
}

/// Where in a template something stands that it makes: as much of what comes behind, else before, as is found there.
fn written(template: &str, before: &str, after: &str) -> Range<usize> {
    const LEAST: usize = 3;
    let ends = |text: &str| text.char_indices().map(|(at, c)| at + c.len_utf8()).collect::<Vec<_>>();
    let behind = ends(after).into_iter().rev().filter_map(|end| after.get(..end));
    let ahead = before.char_indices().filter_map(|(start, _)| before.get(start..));
    behind
        .chain(ahead)
        .filter(|piece| piece.trim().len() >= LEAST)
        .find_map(|piece| template.find(piece).map(|at| at..at + piece.len()))
        .unwrap_or(0..0)
}

/// The blocks that templates of the theme fill and that one of the author's, on which they are built, lacks. The engine
/// tells of them in the theme's files, which the author has not written.
fn lacking(files: &BTreeMap<String, Arc<SourceFile>>) -> Option<Vec<Diagnostic>> {
    let parts = |file: &SourceFile, word: &str| -> Vec<String> {
        let words =
            file.text.split("{%").skip(1).filter_map(|tag| tag.trim_start_matches('-').trim().strip_prefix(word));
        words.filter_map(|rest| rest.split_whitespace().next()).map(|name| name.trim_matches('"').to_owned()).collect()
    };
    let mut lacked: BTreeMap<(String, String), Vec<&str>> = BTreeMap::new();
    for (name, file) in files.iter().filter_map(|(name, file)| Some((name.strip_prefix(THEME)?, file))) {
        // What stands for this one does not fill it.
        let parent = parts(file, "extends ").pop().filter(|_| !files.contains_key(name));
        let Some(own) = parent.as_ref().and_then(|parent| files.get(parent)) else { continue };
        // One that is built on another has the blocks of that too.
        if !parts(own, "extends ").is_empty() {
            continue;
        }
        let there = parts(own, "block ");
        for block in parts(file, "block ").into_iter().filter(|block| !there.contains(block)) {
            lacked.entry((own.path.clone(), block)).or_default().push(name);
        }
    }
    let faults = lacked.into_iter().filter_map(|((path, block), fill)| {
        let (_, file) = files.iter().find(|(_, file)| file.path == path)?;
        let span = Span { file: Arc::clone(file), bytes: 0..0 };
        let message = format!("there is no block `{block}` in it, which the theme's {} would fill", fill.join(", "));
        Some(fault(&message, Some(span)).help(format!("write {{% block {block} %}}{{% endblock %}} where it belongs")))
    });
    Some(faults.collect::<Vec<_>>()).filter(|faults| !faults.is_empty())
}

/// The faults that an error of the engine tells of, each at its place.
fn place(files: &BTreeMap<String, Arc<SourceFile>>, error: &Error) -> Vec<Diagnostic> {
    match error.kind() {
        ErrorKind::SyntaxError(report) | ErrorKind::RenderingError(report) => {
            vec![fault(report.message(), at(files, report.filename(), report.span().range.clone()))]
        }
        ErrorKind::MissingParent { current, parent } => {
            let message = format!("there is no template `{parent}`");
            let bytes = files.get(current).and_then(|file| file.text.find(parent.as_str())).unwrap_or(0);
            vec![fault(&message, at(files, current, bytes..bytes + parent.len()))]
        }
        ErrorKind::CircularExtend { tpl, .. } | ErrorKind::CircularInclude { tpl, .. } => {
            vec![fault("this template comes back to itself", at(files, tpl, 0..0))]
        }
        // Several at once arrive as one printed text.
        kind => kind.to_string().split("\n\n").map(|report| printed(files, report)).collect(),
    }
}

/// A fault out of the engine's printed report, which begins `error: message`, ` --> file:line:column`.
fn printed(files: &BTreeMap<String, Arc<SourceFile>>, report: &str) -> Diagnostic {
    let mut lines = report.lines();
    let message = lines.next().unwrap_or_default();
    let message = message.strip_prefix("error: ").unwrap_or(message);
    let place = lines.next().and_then(|line| line.trim().strip_prefix("--> ")).and_then(|place| {
        let mut parts = place.rsplitn(3, ':');
        let (column, line) = (parts.next()?.parse::<usize>().ok()?, parts.next()?.parse::<usize>().ok()?);
        let file = files.get(parts.next()?)?;
        let start: usize = file.text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum();
        let before = file.text.get(start..)?.chars().take(column.saturating_sub(1)).map(char::len_utf8).sum::<usize>();
        Some(Span { file: Arc::clone(file), bytes: start + before..start + before })
    });
    fault(message, place)
}

fn at(files: &BTreeMap<String, Arc<SourceFile>>, name: &str, bytes: Range<usize>) -> Option<Span> {
    files.get(name).map(|file| Span { file: Arc::clone(file), bytes })
}

fn fault(message: &str, span: Option<Span>) -> Diagnostic {
    Diagnostic::error(TEMPLATE, span, message.trim_end_matches('.'))
}
