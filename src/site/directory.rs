use std::sync::Arc;

use imbl::{OrdMap, OrdSet};
use percent_encoding::percent_decode_str;
use rayon::prelude::*;

use super::held::Held;
use super::kept::{Map, alike};
use super::place::resolve;
use super::{Headings, Tree};
use crate::notation::nearest;
use crate::page::picture::{self, Size};
use crate::page::{Address, Astray, Destination, Links, Target, asked_for};
use crate::source::composed;

/// Everything that can be linked to.
#[derive(Clone, Debug, Default)]
pub struct Directory {
    /// The address of every text that is published, by its path in `content/`.
    pub places: Map<Address>,
    /// What stands on each of them; not there for one that is at fault itself.
    pub outlines: Headings,
    /// The texts that are held back.
    pub held: Map<Held>,
    /// The texts that are there and are at fault themselves, which is told elsewhere.
    pub faulty: OrdSet<String>,
    /// The files of `content/` that are no texts, by their paths in it.
    pub beside: OrdSet<String>,
    /// Whatever else is published, by its address: the feed, the author's static files.
    pub others: OrdSet<Address>,
    /// How large the author's pictures are, or what is wrong with the file.
    pub pictures: OrdMap<Address, Result<Size, String>>,
}

impl Directory {
    /// Takes note of what can be linked to besides the texts.
    pub fn note_files(&mut self, tree: &Tree) {
        let generated = ["feed.xml", "sitemap.xml", "essays/"].map(Address::new);
        self.beside = tree.beside.keys().chain(&tree.unread).cloned().collect();
        self.others = tree.fixed.keys().map(Address::new).chain(generated).collect();
        self.pictures = measured(tree);
    }

    /// Whether every link leads to the same place, under the same name, as in another.
    pub fn leads_as(&self, other: &Self) -> bool {
        self.places == other.places
            && self.held == other.held
            && self.beside == other.beside
            && self.others == other.others
            && self.pictures == other.pictures
            && alike(&self.outlines, &other.outlines, |one, other| one.leads_as(other))
    }
}

/// How large every picture is that the author has put beside the texts or among the files that are copied.
fn measured(tree: &Tree) -> OrdMap<Address, Result<Size, String>> {
    let files: Vec<_> = tree.beside.iter().chain(&tree.fixed).filter(|(name, _)| picture::is_picture(name)).collect();
    let measure = |(name, bytes): (&String, &Arc<Vec<u8>>)| (Address::new(name.as_str()), picture::size(name, bytes));
    files.into_par_iter().map(measure).collect::<Vec<_>>().into_iter().collect()
}

/// The directory as one of its texts sees it.
pub struct View<'a> {
    /// The directory.
    pub directory: &'a Directory,
    /// The path of the text.
    pub path: &'a str,
}

impl Links for View<'_> {
    fn find(&self, destination: &str) -> Result<Destination, Astray> {
        if destination.is_empty() {
            return Err(astray("this link leads nowhere", "write where it leads between the brackets"));
        }
        if let Some(scheme) = scheme(destination) {
            let rest = destination.get(scheme.len() + 1..).unwrap_or_default();
            let host = rest.strip_prefix("//").map(|rest| rest.split(['/', '?', '#']).next().unwrap_or_default());
            return match scheme.to_ascii_lowercase().as_str() {
                "http" | "https" if host.is_none_or(str::is_empty) => {
                    Err(astray("this address names no host", "as in https://example.org/"))
                }
                "http" | "https" | "mailto" | "tel" => Ok(Destination::Outside(asked_for(destination))),
                _ => Err(astray(
                    format!("`{scheme}:` is no address that a page may link to"),
                    "https:, http:, mailto: or tel:",
                )),
            };
        }
        if destination.starts_with("//") {
            return Err(astray("this address has no scheme", format!("write https:{destination}")));
        }
        let (path, anchor) = match destination.split_once('#') {
            Some((path, anchor)) => (path, Some(decoded(anchor))),
            None => (destination, None),
        };
        let path = composed(&decoded(path)).into_owned();
        let target = if let Some(rooted) = path.strip_prefix('/') {
            self.at_address(rooted, anchor)
        } else if path.is_empty() {
            self.at_text(self.path, anchor)
        } else {
            self.at_path(&path, anchor)
        };
        target.map(Destination::Within)
    }

    fn figure(&self, essay: Option<&str>, id: &str) -> Option<Target> {
        let path = essay.map_or(self.path, |path| path.strip_prefix("content/").unwrap_or(path));
        let figure = self.directory.outlines.get(path)?.figures.iter().find(|figure| figure.id == id)?;
        let address = self.directory.places.get(path)?.clone();
        Some(Target { address, anchor: Some(id.to_owned()), name: figure.name()? })
    }

    fn picture(&self, address: &Address) -> Result<Option<Size>, Astray> {
        match self.directory.pictures.get(address) {
            Some(Ok(size)) => Ok(Some(*size)),
            Some(Err(fault)) => Err(astray(format!("{address} {fault}"), PICTURES)),
            None if picture::is_picture(address.as_str()) => Ok(None),
            None => Err(astray(format!("{address} is no picture"), PICTURES)),
        }
    }
}

/// What pictures may be.
const PICTURES: &str = "a picture is a .png, .jpg, .gif, .webp, .avif or .svg, and holds what its name says";

impl View<'_> {
    /// A path as it is written in this text: a file beside it.
    fn at_path(&self, written: &str, anchor: Option<String>) -> Result<Target, Astray> {
        let directory = self.directory;
        let Some(path) = resolve(self.path, written) else {
            return Err(astray(
                format!("`{written}` leads out of the folder content"),
                "files of static/ are linked to as /name",
            ));
        };
        if directory.places.contains_key(&path) {
            return self.at_text(&path, anchor);
        }
        if let Some(held) = directory.held.get(&path) {
            return Err(astray(
                format!("content/{path} {}", held.in_words()),
                "link to it when it is, or build with --drafts or --future",
            ));
        }
        if directory.beside.contains(&path) {
            return Ok(Target { address: Address::new(path), anchor, name: String::new() });
        }
        let known =
            directory.places.keys().chain(&directory.beside).map(String::as_str).filter(|known| *known != self.path);
        let help = match nearest(&path, known) {
            Some(near) => format!("did you mean content/{near}?"),
            None => "the path of a file beside this one, as in moore.md, ../about.md or picture.png".to_owned(),
        };
        Err(astray(format!("there is no file content/{path}"), help))
    }

    /// An address of this site: `/nim/moore/`, `/feed.xml`.
    fn at_address(&self, rooted: &str, anchor: Option<String>) -> Result<Target, Astray> {
        let directory = self.directory;
        let address = Address::new(rooted);
        if let Some((path, _)) = directory.places.iter().find(|(_, place)| **place == address) {
            return self.at_text(path, anchor);
        }
        if directory.others.contains(&address) || directory.beside.contains(rooted) {
            return Ok(Target { address, anchor, name: String::new() });
        }
        let known = directory.places.values().chain(&directory.others).map(Address::as_str);
        let with_slash = Address::new(format!("{rooted}/"));
        let help = match nearest(rooted, known) {
            _ if directory.places.values().any(|place| *place == with_slash) => format!("write {with_slash}"),
            Some(near) => format!("did you mean /{near}?"),
            None => String::new(),
        };
        Err(astray(format!("nothing is published at {address}"), help))
    }

    /// A text, and a place on it.
    fn at_text(&self, path: &str, anchor: Option<String>) -> Result<Target, Astray> {
        let address = self.directory.places.get(path).cloned().unwrap_or_default();
        let Some(outline) = self.directory.outlines.get(path) else {
            // It is at fault itself and says so; what would stand on it is not known.
            return Ok(Target { address, anchor, name: path.to_owned() });
        };
        let title = outline.title.plain.clone();
        let Some(anchor) = anchor.filter(|anchor| !anchor.is_empty()) else {
            return Ok(Target { address, anchor: None, name: title });
        };
        // A text that is at fault says so itself, and what would stand on it is not sure.
        let unsure = outline.partial || (path != self.path && self.directory.faulty.contains(path));
        let other_form = || outline.anchors().find(|known| composed(known) == composed(&anchor)).map(str::to_owned);
        let (anchor, found) = match outline.name(&anchor) {
            None => other_form().map_or((anchor.clone(), None), |other| (other.clone(), outline.name(&other))),
            found => (anchor, found),
        };
        match found {
            Some(name) if path == self.path => Ok(Target { address, anchor: Some(anchor), name }),
            Some(name) => Ok(Target { address, anchor: Some(anchor), name: format!("{name} of {title}") }),
            None if path != self.path && unsure => Ok(Target { address, anchor: Some(anchor), name: title }),
            None if outline.figures.iter().any(|figure| figure.id == anchor) => {
                let message = format!("`{anchor}` is only asked and not drawn, so that no link can lead to it");
                Err(astray(message, "write `figure` in the place of `facts` to have it drawn, or claim its facts"))
            }
            None if unsure => Ok(Target { address, anchor: Some(anchor), name: title }),
            None => {
                let help = match nearest(&anchor, outline.anchors()) {
                    Some(near) => format!("did you mean #{near}?"),
                    None if outline.anchors().next().is_none() => {
                        "there is no place on it that a link can lead to; a heading or a figure is one".to_owned()
                    }
                    None => format!(
                        "it has {}",
                        outline.anchors().map(|anchor| format!("#{anchor}")).collect::<Vec<_>>().join(", ")
                    ),
                };
                let file = if path == self.path { "this page".to_owned() } else { format!("content/{path}") };
                Err(astray(format!("there is no `#{anchor}` on {file}"), help))
            }
        }
    }
}

fn astray(message: impl Into<String>, help: impl Into<String>) -> Astray {
    Astray { message: message.into(), help: help.into() }
}

/// What stands before the colon of a whole address: `https`.
fn scheme(destination: &str) -> Option<&str> {
    let (scheme, _) = destination.split_once(':')?;
    let mut letters = scheme.chars();
    let is_one = letters.next().is_some_and(|c| c.is_ascii_alphabetic())
        && letters.all(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.'));
    is_one.then_some(scheme)
}

fn decoded(text: &str) -> String {
    percent_decode_str(text).decode_utf8_lossy().into_owned()
}
