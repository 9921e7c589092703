use std::path::{Display, Path};
use std::time::Instant;

use clap::Args;

use super::Ended;
use super::report::{Format, report};
use super::site::{Place, Site};
use super::terminal::{complain, print};
use crate::essay::Counted;
use crate::notation::noun;
use crate::site::{Published, Summary, publish};
use crate::verify::Heard;

/// `rungs build`.
#[derive(Args)]
pub struct Build {
    #[command(flatten)]
    site: Site,
    #[command(flatten)]
    place: Place,
    /// Print nothing but faults
    #[arg(short, long)]
    quiet: bool,
}

impl Build {
    pub fn run(self) -> Ended {
        let start = Instant::now();
        let folder = self.place.folder(&self.site);
        let gate = self.site.gate();
        let published = self.site.build(&gate).and_then(|built| {
            let publish = || publish(&built.output, &folder, &self.site.root);
            let published = self.site.pool()?.install(publish)?;
            Ok((built, published))
        });
        match published {
            Err(faults) => {
                complain(&report(&faults, Format::Human));
                complain(&nothing(faults.len()));
                Ended::AtFault
            }
            Ok((built, published)) => {
                complain(&report(&built.warnings, Format::Human));
                for path in &published.left {
                    complain(&format!("note: {path} was changed by hand since rungs wrote it, and stays\n"));
                }
                if self.quiet {
                    return Ended::Well;
                }
                print(&format!(
                    "{}{}{}\n{}: {}, in {}\n",
                    coverage(built.coverage.iter().map(|(path, of)| (path, *of))),
                    summary(&built.summary),
                    answers(&gate.take_heard()),
                    shown(&folder),
                    files(&published),
                    seconds(start)
                ))
            }
        }
    }
}

/// "3 faults, nothing published".
fn nothing(faults: usize) -> String {
    format!("{}; nothing was published\n", count(faults, "fault", "faults"))
}

/// " from 140 answers, 12 computed and 128 reused".
pub fn answers(heard: &[Heard]) -> String {
    let computed = heard.iter().filter(|heard| heard.computed.is_some()).count();
    let reused = heard.len() - computed;
    format!(" from {}, {computed} computed and {reused} reused", count(heard.len(), "answer", "answers"))
}

/// "3 essays and 4 pages; 1 draft, 1 future essay held back; 27 figures and 1 awaited".
pub fn summary(summary: &Summary) -> String {
    let mut parts = vec![format!(
        "{} and {}",
        count(summary.essays, "essay", "essays"),
        count(summary.pages, "other page", "other pages")
    )];
    let held: Vec<String> = [(summary.drafts, "draft", "drafts"), (summary.future, "future essay", "future essays")]
        .into_iter()
        .filter(|(number, ..)| *number > 0)
        .map(|(number, one, more)| count(number, one, more))
        .collect();
    if !held.is_empty() {
        parts.push(format!("{} held back", held.join(", ")));
    }
    let awaited = if summary.awaited > 0 { format!(" and {} awaited", summary.awaited) } else { String::new() };
    parts.push(count(summary.figures, "figure", "figures") + &awaited);
    parts.join("; ")
}

/// "content/nim/bouton.md: 41 checked, 5 marked, 2 loose", a line for every text with a claim in it.
pub fn coverage<'c>(coverage: impl Iterator<Item = (&'c String, Counted)>) -> String {
    let claims = coverage.filter(|(_, of)| of.checked + of.marked > 0);
    claims.map(|(path, of)| format!("{path}: {of}\n")).collect()
}

/// "3 files written, 259 unchanged".
fn files(published: &Published) -> String {
    let removed = if published.removed == 0 { String::new() } else { format!(", {} removed", published.removed) };
    format!("{} written, {} unchanged{removed}", count(published.written, "file", "files"), published.unchanged)
}

/// A folder as its user would name it: `public`, not `./public`.
pub fn shown(folder: &Path) -> Display<'_> {
    folder.strip_prefix(".").unwrap_or(folder).display()
}

/// "11.32 s", since then.
pub fn seconds(since: Instant) -> String {
    format!("{:.2} s", since.elapsed().as_secs_f64())
}

/// "1 essay", "3 essays".
pub fn count(number: usize, one: &str, more: &str) -> String {
    format!("{number} {}", noun(number, one, more))
}
