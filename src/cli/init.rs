use std::path::PathBuf;

use clap::Args;

use super::Ended;
use super::terminal::{faults, made, print};
use crate::site::{in_words, make, new_site};

/// `rungs init DIR`.
#[derive(Args)]
pub struct Init {
    /// The site's folder, which is made where it is not there
    #[arg(default_value = ".")]
    folder: PathBuf,
    /// Its title; the name of the folder in words where it is left out
    #[arg(long)]
    title: Option<String>,
}

impl Init {
    pub fn run(self) -> Ended {
        let whole = std::path::absolute(&self.folder).unwrap_or_else(|_| self.folder.clone());
        let name = whole.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        let title = self.title.filter(|title| !title.trim().is_empty()).unwrap_or_else(|| in_words(&name));
        let mut files = new_site(&title);
        // What an author keeps out of a repository is not for rungs to say where it has been said.
        files.retain(|file| file.path != ".gitignore" || !self.folder.join(&file.path).exists());
        if let Err(wrong) = make(&self.folder, &files) {
            return faults(&wrong);
        }
        let here = self.folder.as_os_str() == ".";
        let go = if here { String::new() } else { format!("cd {} && ", self.folder.display()) };
        print(&format!("{}next: {go}rungs serve\n", made(&self.folder, &files)))
    }
}
