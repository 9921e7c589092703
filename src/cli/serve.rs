use std::io::{IsTerminal, stderr};
use std::process::{Command, Stdio};
use std::sync::Arc;

use clap::{Args, ValueHint};

use super::Ended;
use super::build::summary;
use super::progress::{CLEAR, with_progress};
use super::report::{Format, report};
use super::site::{Site, is_site};
use super::terminal::{complain, fail, print};
use crate::preview::{Preview, Told, bind, serve};
use crate::site::{Config, Disk, Options};

/// `rungs serve`.
#[derive(Args)]
pub struct Serve {
    #[command(flatten)]
    site: Site,
    /// The port, 0 for any; the first that is free from 4040 on where it is left out
    #[arg(short, long, value_hint = ValueHint::Other)]
    port: Option<u16>,
    /// The name or number of this machine under which it is served
    #[arg(long, default_value = "127.0.0.1", value_hint = ValueHint::Hostname)]
    host: String,
    /// Show it in a browser
    #[arg(long)]
    open: bool,
    /// Print the address and faults alone
    #[arg(short, long)]
    quiet: bool,
}

impl Serve {
    pub fn run(self) -> Ended {
        // A site whose configuration is yet to be written is served with that fault; a folder that is none is not.
        if !self.site.root.is_dir() {
            return is_site(&self.site.root).err().unwrap_or(Ended::AtFault);
        }
        let bound = match bind(&self.host, self.port) {
            Ok(bound) => bound,
            Err(error) => {
                let help = if self.port.is_some() { "choose another, or leave --port out" } else { "" };
                return fail(&error.to_string(), help);
            }
        };
        let config = Config::read(&Disk::new(&self.site.root), self.site.base_url());
        let path = config.map_or_else(|_| "/".to_owned(), |config| config.base.path().to_owned());
        let address = format!("http://{}{path}", bound.address);
        let end = if self.quiet { "" } else { "Ctrl-C ends.\n" };
        if print(&format!("{address}\n{end}")) != Ended::Well {
            return Ended::AtFault;
        }
        if self.open {
            open(&address);
        }
        let (quiet, host) = (self.quiet, bound.address);
        let mut path = path;
        let tell = move |told: Told<'_>| {
            // What follows begins where the line of progress stands.
            if stderr().is_terminal() {
                complain(CLEAR);
            }
            match told {
                Told::Built(built, base, time) => {
                    if base.path() != path {
                        base.path().clone_into(&mut path);
                        print(&format!("http://{host}{path}\n"));
                    }
                    if !quiet {
                        print(&format!("{}, in {} ms\n", summary(built), time.as_millis()));
                    }
                }
                Told::Faults([]) if quiet => {}
                Told::Faults([]) => {
                    print("no faults any more\n");
                }
                Told::Faults(faults) => complain(&report(faults, Format::Human)),
            }
        };
        let (root, threads, gate) = (self.site.root.clone(), self.site.threads(), Arc::new(self.site.gate()));
        let site = self.site;
        let options = Box::new(move || Options { cards: false, ..site.options() });
        let preview = Preview { root, options, gate: Arc::clone(&gate), threads };
        match with_progress(&gate, None, || serve(preview, bound, tell)) {
            Ok(()) => Ended::Well,
            Err(error) => fail(&error.to_string(), ""),
        }
    }
}

/// Shows an address in the browser. Where there is none the address has been printed.
fn open(address: &str) {
    let (program, before): (&str, &[&str]) = if cfg!(target_os = "macos") {
        ("open", &[])
    } else if cfg!(windows) {
        ("cmd", &["/c", "start", ""])
    } else {
        ("xdg-open", &[])
    };
    let mut command = Command::new(program);
    command.args(before).arg(address).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    if command.spawn().is_err() {
        complain(&format!("note: {program} cannot be run; open {address} yourself\n"));
    }
}
