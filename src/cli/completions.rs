use std::fmt::Write;

use clap::{Args, Command, ValueHint};
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
    pub fn run(self, mut line: Command) -> Ended {
        let mut script = Vec::new();
        generate(self.shell, &mut line, "rungs", &mut script);
        let mut script = String::from_utf8_lossy(&script).into_owned();
        if self.shell == Shell::Fish {
            script.push_str(&positionals(&line));
        }
        print(&script)
    }
}

/// What stands in each place of a command, as fish is told of it: clap tells it of options alone.
fn positionals(line: &Command) -> String {
    let mut script = String::new();
    for command in line.get_subcommands().filter(|command| command.get_name() != "help") {
        let name = command.get_name();
        for (place, argument) in command.get_positionals().enumerate() {
            // Behind the program and the command stand as many words that are no options.
            let here = format!(
                "__fish_rungs_using_subcommand {name}; and test (count (string match -v -- '-*' (commandline -opc))) -eq {}",
                place + 2
            );
            let names: Vec<String> =
                argument.get_possible_values().iter().map(|value| format!("'{}'", value.get_name())).collect();
            let mut offer = |what: &str| {
                let _ = writeln!(script, "complete -c rungs -n \"{here}\" {what}");
            };
            if !names.is_empty() {
                offer(&format!("-f -a \"{}\"", names.join(" ")));
            }
            match argument.get_value_hint() {
                ValueHint::DirPath => offer("-f -a \"(__fish_complete_directories)\""),
                ValueHint::Other => offer("-f"),
                ValueHint::FilePath => offer("-F"),
                _ => {}
            }
        }
    }
    script
}
