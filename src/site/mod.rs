//! The site: everything that joins pages, and how it is published.
//!
//! 1. [`World`] hands over the author's files; [`Tree`] sorts them, [`Config`] says what holds for all.
//! 2. [`build`] reads every essay, holds back drafts and what is of a day to come, has the figures answered and the
//!    claims settled, and writes every file of the site into an [`Output`], in memory.
//! 3. A [`Workshop`] drafts it again and again, and makes anew only what depends on what has changed; [`Finishing`] adds
//!    the search and reads the pages again.
//! 4. [`publish`] brings a folder to the same contents: all of it or nothing, and nothing that is not its own. It takes
//!    a [`Sound`] site, which no site with a fault can become; a preview shows the others too, as far as they go.

mod backlinks;
mod build;
mod citation;
mod config;
mod context;
mod directory;
mod feed;
mod finished;
mod finishing;
mod gallery;
mod held;
mod kept;
mod ladder;
mod layout;
mod outlines;
mod output;
mod parts;
mod place;
mod publish;
mod reading;
mod search;
mod settling;
mod sheets;
mod sound;
mod starter;
mod tally;
mod theme;
mod tree;
mod workshop;
mod world;
mod writing;

pub use build::{Built, Coverages, Options, Summary, build, build_telling, survey};
pub use config::{CONFIG_KEYS, Config};
pub use finishing::Finishing;
pub use gallery::read as read_text;
pub use kept::{Map, become_now};
pub use output::Output;
pub use publish::{Comparison, MANIFEST, Published, clean, compare, publish};
pub use sound::Sound;
pub use starter::{NewFile, in_words, make, new_essay, new_site};
pub use tally::Tally;
pub use tree::{CONTENT, FOLDERS, Tree, is_passed_over, text};
pub use workshop::{Answers, Drafted, Workshop};
pub use world::{Disk, Files, Listing, Read, World};

use crate::essay::{Essay, Figure};
use crate::page::{Outline, Page};

use kept::Kept;

/// The texts that are published, with their answers, by their paths in `content/`.
type Texts = Map<Kept<Essay<Figure>>>;

/// What stands on each.
type Headings = Map<Kept<Outline>>;

/// What was written of each.
type Pages = Map<Kept<Page>>;
