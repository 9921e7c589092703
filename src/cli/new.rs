use std::path::PathBuf;

use clap::{Args, ValueHint};
use jiff::civil::Date;

use super::Ended;
use super::site::{day, is_site, today_everywhere};
use super::terminal::{faults, made, print, shell_word};
use crate::site::{Disk, make, new_essay};

/// `rungs new PATH`.
#[derive(Args)]
pub struct New {
    /// Where it stands in content/: nim/my-essay
    #[arg(value_hint = ValueHint::Other)]
    path: String,
    /// Its title; the name of the file in words where it is left out
    #[arg(long, value_hint = ValueHint::Other)]
    title: Option<String>,
    /// Its date, as 2026-11-28; today, here and in Greenwich, where it is left out
    #[arg(long, value_name = "DATE", value_parser = day, value_hint = ValueHint::Other)]
    today: Option<Date>,
    /// The site's folder, in which rungs.toml stands
    #[arg(long, default_value = ".", value_hint = ValueHint::DirPath)]
    root: PathBuf,
}

impl New {
    pub fn run(self) -> Ended {
        if let Err(ended) = is_site(&self.root) {
            return ended;
        }
        let today = self.today.unwrap_or_else(today_everywhere);
        let files = match new_essay(&Disk::new(&self.root), &self.path, self.title.as_deref(), today) {
            Ok(files) => files,
            Err(fault) => return faults(&[fault]),
        };
        if let Err(wrong) = make(&self.root, &files) {
            return faults(&wrong);
        }
        let root = if self.root.as_os_str() == "." {
            String::new()
        } else {
            format!(" --root {}", shell_word(&self.root.display().to_string()))
        };
        print(&format!("{}next: rungs serve{root}\n", made(&self.root, &files)))
    }
}
