use std::path::PathBuf;

use clap::{Args, ValueHint};

use super::Ended;
use super::build::{count, shown};
use super::report::{Format, report};
use super::site::{is_site, public};
use super::terminal::{complain, print};
use crate::cache::{Cache, FOLDER};
use crate::diagnostic::Diagnostic;
use crate::site::clean;

/// `rungs clean`.
#[derive(Args)]
pub struct Clean {
    /// The site's folder, in which rungs.toml stands
    #[arg(long, default_value = ".", value_hint = ValueHint::DirPath)]
    root: PathBuf,
    /// The folder that was published in; `public` in the site's folder where it is left out
    #[arg(short, long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    output: Option<PathBuf>,
}

impl Clean {
    pub fn run(self) -> Ended {
        if let Err(ended) = is_site(&self.root) {
            return ended;
        }
        let folder = self.output.clone().unwrap_or_else(|| public(&self.root));
        let entries = Cache::remove(&self.root);
        let entries = entries.map_err(|error| vec![Diagnostic::error("disk", None, error.to_string())]);
        match entries.and_then(|entries| Ok((entries, clean(&folder, &self.root)?))) {
            Ok((entries, done)) => print(&format!(
                "{} removed from {}, and {} from {}\n",
                count(done.removed, "file", "files"),
                shown(&folder),
                count(entries, "entry", "entries"),
                shown(&self.root.join(FOLDER))
            )),
            Err(faults) => {
                complain(&report(&faults, Format::Human));
                Ended::AtFault
            }
        }
    }
}
