use clap::Args;

use super::Ended;
use super::terminal::{fail, print};

/// `rungs man`.
#[derive(Args)]
pub struct Man {}

impl Man {
    /// The page of the program, and after it a section for each command.
    pub fn run(self, mut line: clap::Command) -> Ended {
        line.build();
        let commands: Vec<clap::Command> =
            line.get_subcommands().filter(|one| one.get_name() != "help").cloned().collect();
        let mut page = Vec::new();
        let mut rendered = clap_mangen::Man::new(line).render(&mut page);
        for command in commands {
            let title = command.get_name().to_uppercase();
            let man = clap_mangen::Man::new(command);
            page.extend_from_slice(format!(".SH \"{title}\"\n").as_bytes());
            rendered = rendered
                .and_then(|()| man.render_description_section(&mut page))
                .and_then(|()| man.render_options_section(&mut page));
        }
        match rendered {
            Ok(()) => print(&String::from_utf8_lossy(&page)),
            Err(error) => fail(&error.to_string(), ""),
        }
    }
}
