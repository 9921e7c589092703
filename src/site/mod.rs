//! The site: everything that joins pages, and how it is published.
//!
//! 1. [`World`] hands over the author's files; [`Tree`] sorts them, [`Config`] says what holds for all.
//! 2. [`build`] reads every essay, holds back drafts and what is of a day to come, has the figures answered and the
//!    claims settled, and writes every file of the site into an [`Output`], in memory.
//! 3. [`publish`] brings a folder to the same contents: all of it or nothing, and nothing that is not its own.

mod backlinks;
mod build;
mod citation;
mod config;
mod context;
mod directory;
mod feed;
mod finished;
mod gallery;
mod held;
mod ladder;
mod layout;
mod output;
mod place;
mod publish;
mod search;
mod sheets;
mod starter;
mod theme;
mod tree;
mod world;

pub use build::{Built, Options, Summary, build};
pub use config::Config;
pub use output::Output;
pub use publish::{Comparison, MANIFEST, Published, clean, compare, publish};
pub use starter::{NewFile, in_words, make, new_essay, new_site};
pub use tree::Tree;
pub use world::{Disk, World};
