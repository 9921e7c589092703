use clap::Args;

use super::Ended;
use super::build::summary;
use super::report::{Format, report};
use super::site::Site;
use super::terminal::{complain, print};

/// `rungs check`.
#[derive(Args)]
pub struct Check {
    #[command(flatten)]
    site: Site,
    /// How faults are written
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

impl Check {
    pub fn run(self) -> Ended {
        let machine = self.format != Format::Human;
        let (faults, ended, rest) = match self.site.build() {
            Err(faults) => (faults, Ended::AtFault, String::new()),
            Ok(built) => (built.warnings, Ended::Well, format!("{}; no faults\n", summary(&built.summary))),
        };
        let text = report(&faults, self.format);
        if machine {
            print(&text);
        } else {
            complain(&text);
            print(&rest);
        }
        ended
    }
}
