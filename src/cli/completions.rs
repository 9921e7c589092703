use clap::Args;
use clap_complete::{Shell, generate};

use super::Ended;
use super::terminal::print;

/// `rungs completions SHELL`.
#[derive(Args)]
pub struct Completions {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

impl Completions {
    pub fn run(self, mut line: clap::Command) -> Ended {
        let mut script = Vec::new();
        generate(self.shell, &mut line, "rungs", &mut script);
        print(&String::from_utf8_lossy(&script))
    }
}
