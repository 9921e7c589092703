//! What the commands that build the site have in common.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::{Args, ValueHint};
use jiff::civil::Date;
use rayon::{ThreadPool, ThreadPoolBuilder};

use super::Ended;
use super::progress::with_progress;
use super::terminal::fail;
use crate::cache::Cache;
use crate::diagnostic::Diagnostic;
use crate::notation::Misread;
use crate::page::Base;
use crate::site::{Built, Coverages, Disk, Options, build_telling, survey};
use crate::verify::{Budget, Gate, Panel};

/// A day of the command line.
///
/// # Errors
/// That it is none.
pub fn day(text: &str) -> Result<Date, String> {
    text.parse().map_err(|_| "a day is written year-month-day, as 2026-11-28".to_owned())
}

/// An address of the command line at which a site is published.
///
/// # Errors
/// What is wrong with it.
fn address(text: &str) -> Result<String, String> {
    let wrong = |misread: Misread| format!("{}; {}", misread.message, misread.help);
    Base::read(text).map(|_| text.to_owned()).map_err(wrong)
}

/// The day it is here or in Greenwich, whichever is the earlier: what is written under it is not held back by a machine
/// that builds the site elsewhere.
pub fn today_everywhere() -> Date {
    let now = jiff::ZonedDateTime::now();
    now.date().min(now.with_time_zone(jiff::tz::TimeZone::UTC).date())
}

/// Which site is built, and how.
#[derive(Args)]
pub struct Site {
    /// The site's folder, in which rungs.toml stands
    #[arg(long, default_value = ".", value_hint = ValueHint::DirPath)]
    pub root: PathBuf,
    /// How many threads work at once; as many as there are cores where it is left out
    #[arg(short, long, value_parser = clap::value_parser!(u16).range(1..), value_hint = ValueHint::Other)]
    jobs: Option<u16>,
    /// The day on which it is built, as 2026-11-28; essays of later days are held back
    #[arg(long, value_name = "DATE", value_parser = day, value_hint = ValueHint::Other)]
    today: Option<Date>,
    /// Publish drafts too
    #[arg(long)]
    drafts: bool,
    /// Publish essays of days to come too
    #[arg(long)]
    future: bool,
    /// Where the site is published, in place of what rungs.toml says
    #[arg(short = 'u', long, value_name = "URL", value_parser = address, value_hint = ValueHint::Url)]
    base_url: Option<String>,
    /// Take no answer from the cache, and keep none
    #[arg(long)]
    no_cache: bool,
}

/// Whether a folder is a site.
///
/// # Errors
/// How the command ended that told that it is none.
pub fn is_site(root: &Path) -> Result<(), Ended> {
    if root.join("rungs.toml").is_file() {
        return Ok(());
    }
    let around = std::path::absolute(root).unwrap_or_else(|_| root.to_owned());
    let above = around.ancestors().skip(1).find(|folder| folder.join("rungs.toml").is_file());
    let help = match above {
        Some(site) => format!("there is one in {}", site.display()),
        None => "`rungs init DIR` makes one".to_owned(),
    };
    Err(fail(&format!("there is no site in {}: no rungs.toml", root.display()), &help))
}

/// Where the site is published on this disk.
#[derive(Args)]
pub struct Place {
    /// The folder that is published in; `public` in the site's folder where it is left out
    #[arg(short, long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    output: Option<PathBuf>,
}

impl Site {
    /// The gate of the site, with its cache.
    pub fn gate(&self) -> Gate {
        let gate = self.gate_without_cache();
        if self.no_cache { gate } else { gate.store(Cache::of_site(&self.root)) }
    }

    /// A gate that finds every answer anew.
    pub fn gate_without_cache(&self) -> Gate {
        Gate::new(Panel::default(), Budget::default()).threads(self.threads())
    }

    /// Builds the site in memory, with the answers of this gate.
    ///
    /// # Errors
    /// Every fault.
    pub fn build(&self, gate: &Gate) -> Result<Built, Vec<Diagnostic>> {
        let (pool, options, tally) = (self.pool()?, self.options(), Arc::default());
        let build = || build_telling(&Disk::new(&self.root), gate, &options, &tally);
        with_progress(gate, Some(&tally), || pool.install(build))
    }

    /// The same, with which numbers of its texts are checked, whether it can be published or not.
    pub fn survey(&self, gate: &Gate) -> (Result<Built, Vec<Diagnostic>>, Coverages) {
        let (options, tally) = (self.options(), Arc::default());
        let survey = || survey(&Disk::new(&self.root), gate, &options, &tally);
        match self.pool() {
            Err(faults) => (Err(faults), Coverages::new()),
            Ok(pool) => with_progress(gate, Some(&tally), || pool.install(survey)),
        }
    }

    /// The threads that work at once.
    ///
    /// # Errors
    /// Those of the machine.
    pub fn pool(&self) -> Result<ThreadPool, Vec<Diagnostic>> {
        let pool = ThreadPoolBuilder::new().num_threads(self.threads()).build();
        pool.map_err(|error| vec![Diagnostic::error("threads", None, error.to_string())])
    }

    /// How it is built.
    pub fn options(&self) -> Options {
        Options {
            today: self.today.unwrap_or_else(|| jiff::ZonedDateTime::now().date()),
            drafts: self.drafts,
            future: self.future,
            base_url: self.base_url.clone(),
            cards: true,
        }
    }

    /// On how many threads; 0 for as many as there are cores.
    pub fn threads(&self) -> usize {
        self.jobs.map_or(0, usize::from)
    }

    /// Where it is published, where the command line says so.
    pub fn base_url(&self) -> Option<&str> {
        self.base_url.as_deref()
    }
}

impl Place {
    /// The folder.
    pub fn folder(&self, site: &Site) -> PathBuf {
        self.output.clone().unwrap_or_else(|| public(&site.root))
    }
}

/// Where a site is published if nothing else is said, as its user would name it.
pub fn public(root: &Path) -> PathBuf {
    root.strip_prefix(".").unwrap_or(root).join("public")
}
