use std::sync::Arc;

use super::config::Config;
use super::finished::{self, Authors, Seen};
use super::search::Index;
use super::workshop::Drafted;
use super::{Headings, Map, Output, Pages, Texts};
use crate::diagnostic::{Diagnostic, Severity};
use crate::page::Address;

/// Where drafts are finished, one after another: the search is added, and the pages are read again.
///
/// What was made stays with what it was made from, as in the [`super::Workshop`], of which this needs nothing: a draft
/// brings along what it is finished from, so that it can be finished while the next is drafted.
#[derive(Default)]
pub struct Finishing {
    index: Index,
    seen: Seen,
}

/// What a draft is finished from.
#[derive(Default)]
pub struct Material {
    /// What is searched; none where a template is at fault.
    pub searched: Option<Searched>,
    /// The texts, in which faults of the pages are shown.
    pub texts: Texts,
    /// The names of the author's own templates.
    pub templates: Vec<String>,
}

/// What is searched.
pub struct Searched {
    /// Where the site stands.
    pub config: Config,
    /// Where its texts stand.
    pub places: Map<Address>,
    /// Their titles.
    pub outlines: Headings,
    /// Their words.
    pub pages: Pages,
}

impl Finishing {
    /// The site with its search and, where nothing was wrong so far, with the faults that are found when its pages are
    /// read again.
    pub fn finish(&mut self, drafted: Drafted) -> Drafted {
        let Drafted { base, mut output, unmade, summary, mut faults, awaits, held, material } = drafted;
        let sound = !faults.iter().any(|fault| fault.severity == Severity::Error);
        let Self { index, seen } = self;
        let (search, ()) = rayon::join(
            || material.searched.as_ref().map(|searched| index.of(searched)).unwrap_or_default(),
            || {
                if sound {
                    seen.read(&output)
                }
            },
        );
        faults.extend(add_search(&mut output, search));
        if sound {
            let templates = material.templates.iter().map(String::as_str).collect();
            let authors = Authors { texts: &material.texts, templates };
            faults.extend(finished::faults(&output, &base, &authors, &self.seen));
        }
        Drafted { base, output, unmade, summary, faults, awaits, held, material }
    }
}

/// Adds the files of the search to a site.
fn add_search(output: &mut Output, files: Vec<(String, Arc<Vec<u8>>)>) -> Vec<Diagnostic> {
    let add =
        |(path, bytes): (String, Arc<Vec<u8>>)| output.add_shared(None, path, bytes, "the search".to_owned()).err();
    files.into_iter().filter_map(add).collect()
}
