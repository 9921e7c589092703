use std::path::PathBuf;

use clap::Args;

use super::Ended;
use super::report::{Format, report};
use super::site::is_site;
use super::terminal::{complain, print};
use crate::cache::{Cache, FOLDER};
use crate::diagnostic::Diagnostic;
use crate::site::clean;

/// `rungs clean`.
#[derive(Args)]
pub struct Clean {
    /// The site's folder, in which rungs.toml stands
    #[arg(long, default_value = ".")]
    root: PathBuf,
    /// The folder that was published in; `public` in the site's folder where it is left out
    #[arg(short, long, value_name = "DIR")]
    output: Option<PathBuf>,
}

impl Clean {
    pub fn run(self) -> Ended {
        if let Err(ended) = is_site(&self.root) {
            return ended;
        }
        let folder = self.output.clone().unwrap_or_else(|| self.root.join("public"));
        let entries = Cache::remove(&self.root);
        let entries = entries.map_err(|error| vec![Diagnostic::error("disk", None, error.to_string())]);
        match entries.and_then(|entries| Ok((entries, clean(&folder, &self.root)?))) {
            Ok((entries, done)) => print(&format!(
                "{} files removed from {}, and {entries} entries from {}\n",
                done.removed,
                folder.display(),
                self.root.join(FOLDER).display()
            )),
            Err(faults) => {
                complain(&report(&faults, Format::Human));
                Ended::AtFault
            }
        }
    }
}
