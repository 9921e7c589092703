use std::time::Instant;

use clap::Args;

use super::Ended;
use super::build::{count, seconds, shown};
use super::site::{Place, Site};
use super::terminal::{complain, fail, faults, print};
use crate::site::compare;

/// `rungs verify`.
#[derive(Args)]
pub struct Verify {
    #[command(flatten)]
    site: Site,
    #[command(flatten)]
    place: Place,
}

impl Verify {
    pub fn run(self) -> Ended {
        let start = Instant::now();
        let folder = self.place.folder(&self.site);
        if !folder.is_dir() {
            let help = "`rungs build` publishes; --output says where";
            return fail(&format!("nothing is published in {}", shown(&folder)), help);
        }
        let gate = self.site.gate_without_cache();
        let built = match self.site.build(&gate) {
            Ok(built) => built,
            Err(wrong) => return faults(&wrong),
        };
        let found = match compare(&built.output, &folder) {
            Ok(found) => found,
            Err(fault) => return faults(&[fault]),
        };
        let name = |path: &str| shown(&folder.join(path)).to_string();
        for (path, line) in &found.differ {
            complain(&format!("error: {} is not what is computed now; they differ from line {line} on\n", name(path)));
        }
        for path in &found.missing {
            complain(&format!("error: {} is missing\n", name(path)));
        }
        for path in &found.folders {
            complain(&format!("error: {} is a folder, and a file belongs there: move it away\n", name(path)));
        }
        for path in &found.stale {
            complain(&format!("error: {} was published once, and nothing makes it any more\n", name(path)));
        }
        for path in &found.foreign {
            complain(&format!("note: {} is not rungs' own\n", name(path)));
        }
        let of = found.same + found.differ.len() + found.missing.len() + found.folders.len();
        let answers = gate.take_heard().len();
        print(&format!(
            "{} found anew; {} of {of} files in {} are what comes of them, in {}\n",
            count(answers, "answer", "answers"),
            found.same,
            shown(&folder),
            seconds(start)
        ));
        if found.holds() {
            return Ended::Well;
        }
        let help = "`rungs build` publishes anew; a site that was built with --drafts, --future, --today or --base-url \
                    is verified with them";
        fail("what is published is not what is computed", help)
    }
}
