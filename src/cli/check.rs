use clap::Args;

use super::Ended;
use super::build::{answers, count, coverage, summary};
use super::mend::mend;
use super::report::{Format, report};
use super::site::Site;
use super::terminal::{complain, print};
use crate::diagnostic::Diagnostic;

/// `rungs check`.
#[derive(Args)]
pub struct Check {
    #[command(flatten)]
    site: Site,
    /// How faults are written
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    /// Write the right numbers into the essays where the claims are false
    #[arg(long)]
    fix: bool,
    /// Take a number that is neither checked nor marked for a fault
    #[arg(long)]
    strict: bool,
    /// Print nothing but faults
    #[arg(short, long)]
    quiet: bool,
}

impl Check {
    pub fn run(self) -> Ended {
        let gate = self.site.gate();
        let (mut built, mut covered) = self.site.survey(&gate);
        if self.fix
            && let Err(faults) = &built
        {
            match mend(&self.site.root, faults) {
                Ok((0, _)) => {}
                Ok((mended, difference)) => {
                    complain(&format!("{difference}{} mended\n", count(mended, "fault", "faults")));
                    (built, covered) = self.site.survey(&gate);
                }
                Err(fault) => {
                    complain(&report(&[fault], self.format));
                    return Ended::AtFault;
                }
            }
        }
        let loose = covered.values().filter(|_| self.strict).flat_map(|of| of.loose.clone());
        let loose: Vec<Diagnostic> = loose.collect();
        let covered = coverage(covered.iter().map(|(path, of)| (path, of.counted())));
        let (faults, ended, rest) = match built {
            Err(faults) => (faults.into_iter().chain(loose).collect(), Ended::AtFault, String::new()),
            Ok(built) => {
                if !loose.is_empty() {
                    (built.warnings.into_iter().chain(loose).collect(), Ended::AtFault, covered)
                } else {
                    let rest =
                        format!("{covered}{}{}; no faults\n", summary(&built.summary), answers(&gate.take_heard()));
                    (built.warnings, Ended::Well, rest)
                }
            }
        };
        let text = report(&faults, self.format);
        if self.format == Format::Human {
            complain(&text);
            if ended == Ended::AtFault {
                complain(&format!("{}\n", count(faults.len(), "fault", "faults")));
            }
            if !self.quiet {
                print(&rest);
            }
        } else {
            print(&text);
        }
        ended
    }
}
