use std::path::{Path, PathBuf};

use clap::{Args, ValueHint};
use jiff::civil::Date;

use super::Ended;
use super::site::{day, today_everywhere};
use super::terminal::{fail, faults, made, print, shell_word};
use crate::site::{FOLDERS, in_words, make, new_site};

/// `rungs init DIR`.
#[derive(Args)]
pub struct Init {
    /// The site's folder, which is made where it is not there
    #[arg(default_value = ".", value_hint = ValueHint::DirPath)]
    folder: PathBuf,
    /// Its title; the name of the folder in words where it is left out
    #[arg(long, value_hint = ValueHint::Other)]
    title: Option<String>,
    /// The date of its first essay, as 2026-11-28; today, here and in Greenwich, where it is left out
    #[arg(long, value_name = "DATE", value_parser = day, value_hint = ValueHint::Other)]
    today: Option<Date>,
}

impl Init {
    pub fn run(self) -> Ended {
        let whole = std::path::absolute(&self.folder).unwrap_or_else(|_| self.folder.clone());
        if self.folder.exists() && !self.folder.is_dir() {
            return fail(&format!("{} is no folder", self.folder.display()), "`rungs init DIR` makes the folder DIR");
        }
        if let Some((site, part)) = around(&whole) {
            let message = format!("{} is in the folder {part}/ of the site {}", self.folder.display(), site.display());
            return fail(&message, "a site within a site would be published as a part of it; make it beside");
        }
        let name = whole.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        let title = self.title.filter(|title| !title.trim().is_empty()).unwrap_or_else(|| in_words(&name));
        let mut files = new_site(&title, self.today.unwrap_or_else(today_everywhere));
        // What an author keeps out of a repository is not for rungs to say where it has been said.
        files.retain(|file| file.path != ".gitignore" || !self.folder.join(&file.path).exists());
        if let Err(wrong) = make(&self.folder, &files) {
            return faults(&wrong);
        }
        let here = self.folder.as_os_str() == ".";
        let go = if here { String::new() } else { format!("cd {} && ", shell_word(&named(&self.folder))) };
        print(&format!("{}next: {go}rungs serve\n", made(&self.folder, &files)))
    }
}

/// A folder as a command takes it: one that begins with a hyphen is no option.
fn named(folder: &Path) -> String {
    let name = folder.display().to_string();
    if name.starts_with('-') { format!("./{name}") } else { name }
}

/// The site in one of whose folders a folder stands, and which of them.
fn around(folder: &Path) -> Option<(&Path, &'static str)> {
    folder.ancestors().skip(1).filter(|site| site.join("rungs.toml").is_file()).find_map(|site| {
        let part = folder.strip_prefix(site).ok()?.iter().next()?;
        Some((site, FOLDERS.into_iter().find(|name| part == *name)?))
    })
}
