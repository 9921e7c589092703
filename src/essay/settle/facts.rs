use std::cell::Cell;
use std::collections::BTreeMap;

use percent_encoding::percent_decode_str;

use super::text;
use crate::essay::claim::Asserted;
use crate::essay::{Essay, Figure};
use crate::figure::{Fact, FactName, Facts, Unknown};
use crate::notation::nearest;
use crate::source::{Span, composed};

/// Finds another essay by the path of its file from the site's root: `content/nim/moore.md`.
pub type Library<'a> = dyn Fn(&str) -> Result<&'a Essay<Figure>, Absent> + Sync + 'a;

/// Why another essay has no facts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Absent {
    /// There is no such file.
    Nowhere,
    /// It is held back, as a draft or for a day to come.
    HeldBack,
    /// Something is wrong with it, which is told elsewhere.
    Faulty,
}

/// Where the facts of an essay's claims are found.
pub(super) struct Shelf<'a> {
    pub essay: &'a Essay<Figure>,
    others: &'a Library<'a>,
    /// Whether a fact was not found because its essay is at fault, or its figure still awaited.
    skipped: Cell<bool>,
}

impl<'a> Shelf<'a> {
    pub fn new(essay: &'a Essay<Figure>, others: &'a Library<'a>) -> Self {
        Self { essay, others, skipped: Cell::new(false) }
    }

    /// The fact of a name.
    pub fn find(&self, name: &FactName) -> Result<Fact, Unknown> {
        let figure = self.figure(name)?;
        let path = name.steps.get(1..).unwrap_or_default();
        if path.is_empty() {
            let names: Vec<&str> = figure.facts.names().collect();
            let help = format!("its facts are {}", names.join(", "));
            return Err(Unknown::new(format!("`{name}` is a figure and not a fact"), help));
        }
        figure.facts.find(path)
    }

    /// Whether the last fact that was not found is one to be silent about.
    pub fn take_skipped(&self) -> bool {
        self.skipped.take()
    }

    fn figure(&self, name: &FactName) -> Result<&'a Figure, Unknown> {
        let essay = match &name.file {
            None => self.essay,
            Some(file) => self.other(file)?,
        };
        let id = name.steps.first().map_or("", String::as_str);
        let is_broken = essay.broken.iter().any(|broken| broken == id);
        if is_broken || essay.awaited.iter().any(|awaited| awaited == id) {
            self.skipped.set(true);
        }
        if is_broken {
            return Err(Unknown::new(format!("`{id}` is at fault"), ""));
        }
        essay.figures.iter().find(|figure| figure.question.id == id).ok_or_else(|| {
            // It may be one whose name could not be read.
            self.skipped.set(self.skipped.get() || essay.broken.iter().any(String::is_empty));
            let ids = || essay.figures.iter().map(|figure| figure.question.id.as_str());
            let help = match nearest(id, ids()) {
                Some(near) => format!("did you mean `{near}`?"),
                None if essay.figures.is_empty() => format!("there is no figure in {}", essay.source.path),
                None => format!("the figures are {}", ids().collect::<Vec<_>>().join(", ")),
            };
            Unknown::new(format!("no figure is called `{id}`"), help)
        })
    }

    fn other(&self, file: &str) -> Result<&'a Essay<Figure>, Unknown> {
        let path = beside(&self.essay.source.path, file);
        (self.others)(&path).map_err(|absent| match absent {
            Absent::Nowhere => {
                Unknown::new(format!("there is no essay {path}"), "paths begin at the folder of this file")
            }
            Absent::HeldBack => Unknown::new(format!("{path} is held back, and its facts with it"), ""),
            Absent::Faulty => {
                self.skipped.set(true);
                Unknown::new(format!("{path} is at fault"), "")
            }
        })
    }

    /// The file (none for this one) and the id of the figure of which the first fact of a claim is.
    pub fn figure_of(&self, asserted: &Asserted) -> Option<(Option<String>, String)> {
        let name = asserted.expression.names().next()?;
        let file = name.file.as_ref().map(|file| beside(&self.essay.source.path, file));
        Some((file, self.figure(name).ok()?.question.id.clone()))
    }

    /// Where the facts of a claim come from: each figure with its question, at its directive.
    pub fn origins(&self, asserted: &Asserted) -> Vec<(Span, String)> {
        let mut origins: Vec<(Span, String)> = Vec::new();
        for name in asserted.expression.names() {
            let Ok(figure) = self.figure(name) else { continue };
            let essay = name.file.as_ref().map_or(Ok(self.essay), |file| self.other(file)).unwrap_or(self.essay);
            let span = Span::new(&essay.source, figure.question.directive.head.clone());
            if origins.iter().all(|(known, _)| *known != span) {
                origins.push((span, described(figure)));
            }
        }
        origins
    }
}

/// Every whole number that a fact of a page gives, with the name of the first that does; those that the author gave as
/// keys among them or not.
pub(in crate::essay) fn numbers_of_page(essay: &Essay<Figure>, keys_too: bool) -> BTreeMap<i64, String> {
    let mut numbers = BTreeMap::new();
    for figure in &essay.figures {
        let directive = &figure.question.directive;
        let key = |name: &str| directive.kind.keys.iter().any(|key| key.name == name);
        collect(&figure.facts, &figure.question.id, &|name| !keys_too && key(name), &mut numbers);
    }
    numbers
}

fn collect(facts: &Facts, within: &str, left_out: &dyn Fn(&str) -> bool, numbers: &mut BTreeMap<i64, String>) {
    for (name, fact) in facts.iter().filter(|(name, _)| !left_out(name)) {
        let is_name = name.starts_with(char::is_alphabetic) && name.chars().all(|c| c.is_alphanumeric() || c == '_');
        let name = if is_name { format!("{within}.{name}") } else { format!("{within}[{name}]") };
        collect_one(fact, name, left_out, numbers);
    }
}

fn collect_one(fact: &Fact, name: String, left_out: &dyn Fn(&str) -> bool, numbers: &mut BTreeMap<i64, String>) {
    match fact {
        Fact::Integer(number) => {
            numbers.entry(*number).or_insert(name);
        }
        Fact::Group(group) => collect(group, &name, left_out, numbers),
        Fact::List(list) => {
            if let Ok(count) = i64::try_from(list.len()) {
                numbers.entry(count).or_insert_with(|| format!("{name}.count"));
            }
            for (place, fact) in list.iter().enumerate() {
                collect_one(fact, format!("{name}[{place}]"), left_out, numbers);
            }
        }
        Fact::Fraction(_) | Fact::Text(_) | Fact::None => {}
    }
}

/// A figure by its kind and its question.
fn described(figure: &Figure) -> String {
    let keys = figure.question.body.keys.facts();
    let keys: Vec<String> = keys
        .iter()
        .filter(|(_, fact)| !matches!(fact, Fact::Group(_)))
        .map(|(name, fact)| format!("{name} = {}", text::shown(fact)))
        .collect();
    format!("`{}` is {} with {}", figure.question.id, figure.question.directive.kind.name, keys.join(", "))
}

/// The path of a file that is named in another, as in a link: escapes (`%20`) stand for what they are.
pub(in crate::essay) fn beside(path: &str, file: &str) -> String {
    let file = percent_decode_str(file).decode_utf8_lossy();
    let mut parts: Vec<&str> = path.split('/').collect();
    parts.pop();
    for part in file.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    composed(&parts.join("/")).into_owned()
}

#[cfg(test)]
mod tests {
    use super::beside;

    #[test]
    fn a_path_begins_at_the_folder_of_its_file() {
        assert_eq!(beside("content/nim/bouton.md", "moore.md"), "content/nim/moore.md");
        assert_eq!(beside("content/nim/bouton.md", "../dots/./nimstring.md"), "content/dots/nimstring.md");
        assert_eq!(beside("a.md", "../../b.md"), "b.md");
        assert_eq!(beside("nim/a.md", "two%20words.md"), "nim/two words.md");
        assert_eq!(beside("nim/a.md", "e\u{301}.md"), "nim/\u{e9}.md");
    }
}
