use std::collections::BTreeMap;
use std::process;
use std::sync::{Arc, PoisonError, RwLock};

use tokio::sync::watch;

use crate::diagnostic::Diagnostic;
use crate::page::Base;
use crate::site::{Drafted, Output};

/// What is shown at one time.
#[derive(Default)]
pub struct Shown {
    /// What an open page compares with its own: another at each change, and another in each process.
    pub version: String,
    /// Where the site will stand; none before the first was built.
    pub base: Option<Base>,
    /// The site; none before the first was built.
    pub output: Option<Output>,
    /// The paths of pages that could not be made, each with what it would have been made from. Those that could be made
    /// before are shown as they were.
    pub unmade: BTreeMap<String, String>,
    /// What is wrong.
    pub faults: Vec<Diagnostic>,
}

/// What is shown, and who is told when that is another.
pub struct Stage {
    shown: RwLock<Arc<Shown>>,
    /// The files of the search, which are made a little after the pages.
    search: RwLock<Option<Output>>,
    /// The version that is shown; nothing any more when all ends.
    version: watch::Sender<Option<String>>,
    /// How far awaited figures are, as JSON.
    progress: watch::Sender<Option<String>>,
}

impl Stage {
    /// A stage on which nothing is shown yet.
    pub fn new() -> Self {
        let shown = Shown { version: version(0), ..Shown::default() };
        let announced = watch::Sender::new(Some(shown.version.clone()));
        let (shown, search) = (RwLock::new(Arc::new(shown)), RwLock::default());
        Self { shown, search, version: announced, progress: watch::Sender::new(Some(String::new())) }
    }

    /// What is shown.
    pub fn shown(&self) -> Arc<Shown> {
        Arc::clone(&self.shown.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// A file of the site that is shown.
    pub fn file(&self, shown: &Shown, path: &str) -> Option<Arc<Vec<u8>>> {
        let search = || {
            let search = self.search.read().unwrap_or_else(PoisonError::into_inner);
            search.as_ref().filter(|_| path.starts_with("search/"))?.shared(path)
        };
        shown.output.as_ref()?.shared(path).or_else(search)
    }

    /// Shows a site, with what is wrong. A page that could not be made stays as it was.
    pub fn show(&self, site: &Drafted) {
        let mut place = self.shown.write().unwrap_or_else(PoisonError::into_inner);
        let number = place.version.rsplit('-').next().and_then(|number| number.parse().ok()).unwrap_or(0u64);
        let mut output = site.output.clone();
        if let Some(before) = &place.output {
            site.unmade.values().for_each(|origin| output.carry_over(before, origin));
        }
        let shown = Shown {
            version: version(number.wrapping_add(1)),
            base: Some(site.base.clone()),
            output: Some(output),
            unmade: site.unmade.clone(),
            faults: site.faults.clone(),
        };
        let announced = shown.version.clone();
        *place = Arc::new(shown);
        drop(place);
        self.version.send_replace(Some(announced));
    }

    /// Adds the search to what is shown.
    pub fn complete(&self, output: &Output) {
        *self.search.write().unwrap_or_else(PoisonError::into_inner) = Some(output.clone());
    }

    /// Tells what there is to say of each figure that is awaited.
    pub fn progress(&self, told: BTreeMap<String, String>) {
        let told: serde_json::Map<String, serde_json::Value> =
            told.into_iter().map(|(figure, text)| (figure, text.into())).collect();
        let told = if told.is_empty() { String::new() } else { serde_json::Value::from(told).to_string() };
        self.progress.send_if_modified(|before| match before {
            Some(before) if *before != told => {
                *before = told;
                true
            }
            _ => false,
        });
    }

    /// What is announced: versions, and how far figures are. Both end with nothing.
    pub fn announcements(&self) -> (watch::Receiver<Option<String>>, watch::Receiver<Option<String>>) {
        (self.version.subscribe(), self.progress.subscribe())
    }

    /// Ends all announcements.
    pub fn end(&self) {
        self.version.send_replace(None);
        self.progress.send_replace(None);
    }
}

fn version(number: u64) -> String {
    format!("{}-{number}", process::id())
}
