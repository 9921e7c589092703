use std::ops::Range;
use std::sync::Arc;

use jiff::civil::Date;
use serde::Deserialize;
use toml::Spanned;
use toml::de::{DeTable, DeValue, ValueDeserializer};

use super::author::{AUTHOR_KEYS, Author};
use crate::diagnostic::Diagnostic;
use crate::figure::Quoted;
use crate::notation::nearest;
use crate::source::{Excerpt, SourceFile, Span, composed};

/// What stands between the fences of an essay.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FrontMatter {
    /// Who wrote it; none where the authors of the site did.
    pub authors: Vec<Author>,
    /// The day of publication.
    pub date: Option<Date>,
    /// The day of the last change worth telling.
    pub updated: Option<Date>,
    /// Whether it is held back.
    pub draft: bool,
    /// Its number on its ladder, from 1.
    pub rung: Option<u32>,
    /// The essays that come first, as paths from this file, with the bytes where each stands.
    pub needs: Vec<(String, Range<usize>)>,
    /// The last part of its address, where it is not the name of its file.
    pub slug: Option<String>,
    /// Whatever else the author's templates need.
    pub extra: toml::Table,
}

/// Front matter whose texts have not been read as Markdown yet.
pub(super) struct Header {
    pub front: FrontMatter,
    pub title: Excerpt,
    pub summary: Option<Excerpt>,
}

/// The keys of front matter, each with what it holds.
pub const FRONT_MATTER: &[(&str, &str)] = &[
    ("title", "the title, a line of Markdown; must be there"),
    ("summary", "what lists, the feed and search engines say of it, a line of Markdown"),
    (AUTHOR_KEYS[0], "who wrote it, where that is not who writes the site"),
    (AUTHOR_KEYS[1], "the same, where they are several"),
    ("date", "the day of publication, as 2026-11-28; before it the text is held back"),
    ("updated", "the day of the last change worth telling"),
    ("draft", "true holds it back"),
    ("rung", "its number on its ladder, from 1 up"),
    ("needs", "the essays to be read before it, as paths from this file"),
    ("slug", "the last part of its address, where that is not the name of its file"),
    ("extra", "a table of whatever else the site's own templates need"),
];

fn names() -> impl Iterator<Item = &'static str> {
    FRONT_MATTER.iter().map(|(name, _)| *name)
}

const WHAT_A_FENCE_IS: &str = "front matter is TOML between two lines of exactly three plus signs: `+++`";

const DATES: &str = "a date is written 2018-01-20, with or without a time after it: 2018-01-20T09:30:00Z";

/// The bytes between the fences of a file, and those after them.
///
/// # Errors
/// A fence that is missing, misshapen, or has nothing but space in it, at its line.
pub(super) fn split(source: &Arc<SourceFile>) -> Result<(Range<usize>, Range<usize>), Diagnostic> {
    let text = &source.text;
    let fault = |bytes, message: &str| {
        Diagnostic::error("front-matter", Span::new(source, bytes), message).help(WHAT_A_FENCE_IS)
    };
    let mut lines = text.split_inclusive('\n').scan(0, |end, line| {
        let start = *end;
        *end += line.len();
        Some((start, line))
    });
    let Some((_, opening)) = lines.next() else {
        return Err(fault(0..0, "the file is empty"));
    };
    if !is_fence(opening) {
        return Err(fault(source.line_at(0), "the file does not begin with front matter"));
    }
    let body = opening.len()..text.len();
    for (start, line) in lines {
        if is_fence(line) {
            let inside = body.start..start;
            return if text[inside.clone()].trim().is_empty() {
                Err(fault(source.line_at(start), "the front matter is empty").help("give at least a title"))
            } else {
                Ok((inside, start + line.len()..text.len()))
            };
        }
        let marks = line.trim();
        if marks.len() >= 2 && marks.bytes().all(|b| b == b'+') {
            return Err(fault(source.line_at(start), "this is not a fence"));
        }
    }
    Err(fault(source.line_at(0), "the front matter is never closed"))
}

fn is_fence(line: &str) -> bool {
    line.strip_prefix("+++").is_some_and(|rest| rest.trim().is_empty())
}

/// Reads the TOML between the fences; every fault goes to `faults`.
pub(super) fn read(source: &Arc<SourceFile>, inside: Range<usize>, faults: &mut Vec<Diagnostic>) -> Header {
    let toml = &source.text[inside.clone()];
    let (table, errors) = DeTable::parse_recoverable(toml);
    let broken = errors.iter().filter_map(toml::de::Error::span).collect();
    let mut reading = Reading { source, toml, offset: inside.start, faults, broken };
    for error in &errors {
        reading.toml_error(error);
    }
    let mut header = Header { front: FrontMatter::default(), title: Excerpt::default(), summary: None };
    for (name, value) in table.get_ref() {
        reading.key(name, value, &mut header);
    }
    match Author::all(table.get_ref()) {
        Ok(authors) => header.front.authors = authors,
        Err(more) => more.into_iter().for_each(|fault| reading.fault(fault.at, fault.message, fault.help)),
    }
    if let (Some(date), Some(updated), Some((_, at))) =
        (header.front.date, header.front.updated, table.get_ref().get_key_value("updated"))
        && updated < date
    {
        let message = format!("`updated` is {updated}, before its date, {date}");
        reading.fault(at.span(), message, "the day of the last change comes after that of the first");
    }
    let mut strange =
        table.get_ref().keys().map(|name| name.get_ref()).filter(|name| names().all(|key| key != name.as_ref()));
    let misspelt = strange.any(|name| nearest(name, names()) == Some("title"));
    if errors.is_empty() && !table.get_ref().contains_key("title") && !misspelt {
        let fence = source.line_at(0);
        reading.fault_in_file(fence, "there is no title", "write title = \"…\" between the fences");
    }
    header
}

/// The front matter of one file while it is read.
struct Reading<'a> {
    source: &'a Arc<SourceFile>,
    toml: &'a str,
    /// Where the TOML begins in the file.
    offset: usize,
    faults: &'a mut Vec<Diagnostic>,
    /// What is no TOML, and has been told.
    broken: Vec<Range<usize>>,
}

impl Reading<'_> {
    fn fault_in_file(&mut self, bytes: Range<usize>, message: impl Into<String>, help: impl Into<String>) {
        self.faults.push(Diagnostic::error("front-matter", Span::new(self.source, bytes), message).help(help));
    }

    fn fault(&mut self, at: Range<usize>, message: impl Into<String>, help: impl Into<String>) {
        let told = |broken: &Range<usize>| broken.start < at.end && at.start <= broken.end;
        if !self.broken.iter().any(told) {
            self.fault_in_file(self.offset + at.start..self.offset + at.end, message, help);
        }
    }

    fn toml_error(&mut self, error: &toml::de::Error) {
        let at = error.span().unwrap_or(0..self.toml.len());
        let line = self.source.line_at(self.offset + at.start);
        let key = self.source.text[line].split('=').next().unwrap_or_default().trim();
        let help = if ["date", "updated"].contains(&key) { DATES } else { "" };
        self.fault_in_file(self.offset + at.start..self.offset + at.end, error.message(), help);
    }

    fn key(&mut self, name: &Spanned<std::borrow::Cow<'_, str>>, value: &Spanned<DeValue<'_>>, header: &mut Header) {
        let front = &mut header.front;
        match name.get_ref().as_ref() {
            "title" => {
                if let Some(title) = self.text(value, "title = \"Bouton's theorem\"") {
                    if title.text().trim().is_empty() {
                        self.fault(value.span(), "the title is empty", "give it at least a word");
                    }
                    header.title = title;
                }
            }
            // All of them are read together.
            key if AUTHOR_KEYS.contains(&key) => {}
            "summary" => header.summary = self.text(value, "summary = \"What the columns know.\""),
            "date" => front.date = self.date(value),
            "updated" => front.updated = self.date(value),
            "draft" => match value.get_ref() {
                DeValue::Boolean(draft) => front.draft = *draft,
                _ => self.fault(value.span(), "`draft` is not true or false", "write draft = true"),
            },
            "rung" => match value.get_ref().as_integer().map(|n| u32::from_str_radix(n.as_str(), n.radix())) {
                Some(Ok(rung)) if rung > 0 => front.rung = Some(rung),
                _ => self.fault(value.span(), "`rung` is not a number from 1 up", "write rung = 1 for the first rung"),
            },
            "needs" => front.needs = self.paths(value),
            "slug" => front.slug = self.slug(value),
            "extra" => match toml::Table::deserialize(ValueDeserializer::from(value.clone())) {
                Ok(extra) => front.extra = extra,
                Err(_) => self.fault(value.span(), "`extra` is not a table", "write it as [extra], last of all"),
            },
            unknown => {
                let help = match nearest(unknown, names()) {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => format!(
                        "the keys are {}; anything else belongs under [extra]",
                        names().collect::<Vec<_>>().join(", ")
                    ),
                };
                self.fault(name.span(), format!("there is no key `{unknown}`"), help);
            }
        }
    }

    fn text(&mut self, value: &Spanned<DeValue<'_>>, example: &str) -> Option<Excerpt> {
        let DeValue::String(text) = value.get_ref() else {
            self.fault(value.span(), "this is not a text", format!("write it between quotes: {example}"));
            return None;
        };
        let whole = Excerpt::verbatim(&self.source.text, self.offset..self.offset + self.toml.len());
        Some(Quoted::new(text, self.toml, value.span()).excerpt(&whole))
    }

    fn date(&mut self, value: &Spanned<DeValue<'_>>) -> Option<Date> {
        let date = match value.get_ref() {
            DeValue::Datetime(datetime) => datetime.date.and_then(|date| {
                let day = |number: u8| i8::try_from(number).ok();
                Date::new(i16::try_from(date.year).ok()?, day(date.month)?, day(date.day)?).ok()
            }),
            DeValue::String(text) => iso_date(text),
            _ => None,
        };
        if date.is_none() {
            self.fault(value.span(), "this is not a date", DATES);
        }
        date
    }

    fn paths(&mut self, value: &Spanned<DeValue<'_>>) -> Vec<(String, Range<usize>)> {
        let help = "write needs = [\"bouton.md\", \"../dots/nimstring.md\"]";
        let DeValue::Array(list) = value.get_ref() else {
            self.fault(value.span(), "`needs` is not a list of paths", help);
            return Vec::new();
        };
        let mut paths = Vec::new();
        for path in list.iter() {
            let at = self.offset + path.span().start..self.offset + path.span().end;
            match path.get_ref() {
                DeValue::String(path) => paths.push((path.to_string(), at)),
                _ => self.fault_in_file(at, "this is not a path", help),
            }
        }
        paths
    }

    fn slug(&mut self, value: &Spanned<DeValue<'_>>) -> Option<String> {
        let slug = value.get_ref().as_str().filter(|slug| {
            slug.starts_with(char::is_alphanumeric) && slug.chars().all(|c| c.is_alphanumeric() || "-_.".contains(c))
        });
        if slug.is_none() {
            let help = "a slug is one part of an address: letters, digits, hyphens, as in \"moores-nim\"";
            self.fault(value.span(), "this is no slug", help);
        }
        slug.map(|slug| composed(slug).into_owned())
    }
}

/// The day of a date written 2018-01-20, alone or with a time after it.
fn iso_date(text: &str) -> Option<Date> {
    let (date, time) = text.split_at_checked("2018-01-20".len())?;
    let shaped = date.bytes().enumerate().all(|(i, b)| if i == 4 || i == 7 { b == b'-' } else { b.is_ascii_digit() });
    let timed = time.is_empty() || format!("{date}{time}").parse::<toml::value::Datetime>().is_ok();
    (shaped && timed).then(|| date.parse().ok())?
}
