use std::io;

use clap::Args;

use super::EXIT_STATUS;
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
        match page(line, &commands) {
            Ok(page) => print(&ascii(&page)),
            Err(error) => fail(&error.to_string(), ""),
        }
    }
}

fn page(line: clap::Command, commands: &[clap::Command]) -> io::Result<String> {
    let mut page = Vec::new();
    clap_mangen::Man::new(line).render(&mut page)?;
    // All commands stand on this one page.
    let mut page = String::from_utf8_lossy(&page).replace("rungs\\-", "rungs ").replace("(1)", "");
    page.push_str(&format!(".SH \"EXIT STATUS\"\n{EXIT_STATUS}\n"));
    for command in commands {
        let mut section = Vec::new();
        let title = command.get_name().to_uppercase();
        let man = clap_mangen::Man::new(command.clone());
        man.render_synopsis_section(&mut section)?;
        man.render_description_section(&mut section)?;
        man.render_options_section(&mut section)?;
        let section = String::from_utf8_lossy(&section).replace("rungs\\-", "rungs ").replace(".SH ", ".SS ");
        page.push_str(&format!(".SH \"{title}\"\n{section}"));
    }
    Ok(page)
}

/// What is no ASCII, as every version of roff reads it.
fn ascii(page: &str) -> String {
    let one = |c: char| if c.is_ascii() { c.to_string() } else { format!("\\[u{:04X}]", u32::from(c)) };
    page.chars().map(one).collect()
}
