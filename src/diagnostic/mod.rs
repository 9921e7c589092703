//! Faults with places and hints. They are values; a stage collects all that it finds.

mod grouped;
mod human;
mod machine;
mod mend;

pub use human::{coloured, human};
pub use machine::{github, json};
pub use mend::mend;

use crate::source::Span;

/// One fault, for the author.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// Whether anything is published all the same.
    pub severity: Severity,
    /// A short name of the kind of fault, in kebab case: `unknown-key`.
    pub code: &'static str,
    /// What is wrong, without a full stop.
    pub message: String,
    /// Where; none for a fault of no file (an output folder, a command line).
    pub span: Option<Span>,
    /// What stands there, beside the caret; may be empty.
    pub label: String,
    /// Other places that belong to it, each with what stands there.
    pub related: Vec<(Span, String)>,
    /// What to do about it; one line each.
    pub help: Vec<String>,
    /// What would mend it.
    pub fix: Option<Fix>,
}

/// How grave a fault is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// Nothing is published.
    Error,
    /// Published all the same.
    Warning,
}

/// Text to put in the place of some bytes of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// The bytes.
    pub span: Span,
    /// What belongs there.
    pub replacement: String,
}

impl Diagnostic {
    /// An error at a place.
    pub fn error(code: &'static str, span: impl Into<Option<Span>>, message: impl Into<String>) -> Self {
        Self {
            severity: Severity::Error,
            code,
            message: clipped(message.into()),
            span: span.into(),
            label: String::new(),
            related: Vec::new(),
            help: Vec::new(),
            fix: None,
        }
    }

    /// The same fault, with what stands beside the caret.
    #[must_use]
    pub fn label(mut self, label: impl Into<String>) -> Self {
        self.label = clipped(label.into());
        self
    }

    /// The same fault, with another place that belongs to it.
    #[must_use]
    pub fn related(mut self, span: Span, label: impl Into<String>) -> Self {
        self.related.push((span, label.into()));
        self
    }

    /// The same fault, with what would mend it.
    #[must_use]
    pub fn fix(mut self, span: Span, replacement: impl Into<String>) -> Self {
        self.fix = Some(Fix { span, replacement: replacement.into() });
        self
    }

    /// The same fault, with one more hint; an empty hint adds nothing.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        let help = clipped(help.into());
        if !help.is_empty() {
            self.help.push(help);
        }
        self
    }
}

/// The longest word that a message shows whole, and how much of a longer one it shows.
const LONGEST_WORD: usize = 120;
const SHOWN: usize = 60;

/// A message in which what an author wrote without end is cut short.
pub fn clipped(message: String) -> String {
    if message.len() <= LONGEST_WORD {
        return message;
    }
    let short = |word: &str| match word.char_indices().nth(SHOWN) {
        Some((cut, _)) if word.chars().nth(LONGEST_WORD).is_some() => {
            let closing = word.chars().next_back().filter(|c| *c == '`').map_or("", |_| "`");
            let space = word.chars().next_back().filter(|c| c.is_whitespace()).map_or(String::new(), String::from);
            format!("{}…{closing}{space}", word.get(..cut).unwrap_or_default())
        }
        _ => word.to_owned(),
    };
    message.split_inclusive(char::is_whitespace).map(short).collect()
}

/// Faults in the order in which they are told: file by file, and there from the top.
fn in_order(faults: &[Diagnostic]) -> Vec<&Diagnostic> {
    let mut faults: Vec<&Diagnostic> = faults.iter().collect();
    faults.sort_by_key(|fault| fault.span.as_ref().map(|span| (&span.file.path, span.bytes.start, span.bytes.end)));
    faults
}

impl Severity {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
        }
    }
}
