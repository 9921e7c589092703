//! The preview: the site as it will be published, built in memory, served on this machine, and built again at every save.
//!
//! 1. [`Remembered`] keeps the author's files, and reads again only what has changed.
//! 2. [`Patience`] waits for answers that come soon; a figure that takes long has its place kept until it is there.
//! 3. The builder drafts the site at each change, shows it, and adds the search and the last look at the pages when
//!    nothing else is waiting.
//! 4. The server gives out what is shown, from memory alone, and tells every open page when there is something new.

mod builder;
mod faults;
mod host;
mod media;
mod patience;
mod range;
mod remembered;
mod saves;
mod server;
mod shown;

pub use patience::Patience;
pub use remembered::Remembered;
pub use server::{Bound, bind};

use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use crate::diagnostic::Diagnostic;
use crate::page::Base;
use crate::site::{Options, Summary};
use crate::verify::Gate;

/// What is previewed.
pub struct Preview {
    /// The site's folder.
    pub root: PathBuf,
    /// How it is built, asked anew for each build: the day may have changed.
    pub options: Box<dyn Fn() -> Options + Send>,
    /// Who answers.
    pub gate: Arc<Gate>,
    /// On how many threads; 0 for as many as there are cores.
    pub threads: usize,
}

/// What there is to tell while a preview runs.
#[derive(Debug)]
pub enum Told<'a> {
    /// The site was built for this place; so long it took until it was shown.
    Built(&'a Summary, &'a Base, Duration),
    /// What is wrong with it, or only worth a warning; nothing where all of it has been mended.
    Faults(&'a [Diagnostic]),
}

/// Serves a preview until it is told to stop (Ctrl-C, or a request to end).
///
/// # Errors
/// What cannot be watched or served.
pub fn serve(preview: Preview, bound: Bound, tell: impl FnMut(Told<'_>) + Send + 'static) -> io::Result<()> {
    let stage = Arc::new(shown::Stage::new());
    let watching = builder::start(preview, Arc::clone(&stage), Box::new(tell))?;
    let ended = server::run(bound, &stage);
    drop(watching);
    ended
}
