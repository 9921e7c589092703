use std::collections::BTreeSet;

use rayon::prelude::*;

use super::context::{Sheet, Site};
use super::sheets::Sheets;
use super::{Output, Tree, theme};
use crate::diagnostic::Diagnostic;
use crate::page::{Address, Templates, card};

/// Puts every file of the site in its place.
pub fn laid_out(tree: &Tree, sheets: &Sheets<'_>, templates: &mut Templates, faults: &mut Vec<Diagnostic>) -> Output {
    let theme: Vec<_> = theme::files(tree).collect();
    let site = sheets.site(theme::fingerprint(tree, &theme));
    let mut output = Output::default();
    let mut add = |path: String, bytes: Vec<u8>, origin: String| faults.extend(output.add(path, bytes, origin).err());
    for (name, bytes) in &tree.fixed {
        add(name.clone(), bytes.clone(), format!("static/{name}"));
    }
    // A picture of a draft is a trace of it: only what a published text links to is published.
    let linked: BTreeSet<&Address> = sheets.pages.values().flat_map(|page| &page.cites).map(|to| &to.address).collect();
    for (name, bytes) in tree.beside.iter().filter(|(name, _)| linked.contains(&Address::new(name.as_str()))) {
        add(name.clone(), bytes.clone(), format!("content/{name}"));
    }
    for (name, bytes) in theme {
        add(name.clone(), bytes, format!("the theme's {name}"));
    }
    for (path, page) in sheets.pages {
        let address = sheets.directory.places.get(path).cloned().unwrap_or_default();
        for artefact in &page.artefacts {
            let file = address.join(&artefact.path);
            add(file.as_str().to_owned(), artefact.text.clone().into_bytes(), format!("content/{path}"));
        }
        if let Some(card) = &page.card {
            add(address.join(card::NAME).as_str().to_owned(), card.png.clone(), format!("content/{path}"));
        }
    }
    for (path, bytes) in sheets.search() {
        add(path, bytes, "the search".to_owned());
    }
    if let Err(more) = templates.share("site", &site) {
        faults.extend(more);
        return output;
    }
    let fill = |leaf: &Leaf| templates.fill(leaf.template, "page", &leaf.sheet);
    let leaves = leaves(tree, sheets, &site);
    let filled: Vec<_> = leaves.par_iter().map(fill).collect();
    let mut broken: Vec<Diagnostic> = Vec::new();
    for (leaf, filled) in leaves.into_iter().zip(filled) {
        match filled {
            Ok(text) => add(leaf.file, text.into_bytes(), leaf.origin),
            // A fault in a template is found on every page that it makes.
            Err(more) => more.into_iter().for_each(|fault| {
                if !broken.contains(&fault) {
                    broken.push(fault);
                }
            }),
        }
    }
    faults.extend(broken);
    output
}

/// A file that a template makes.
struct Leaf {
    template: &'static str,
    sheet: Sheet,
    file: String,
    origin: String,
}

fn leaves(tree: &Tree, sheets: &Sheets<'_>, site: &Site) -> Vec<Leaf> {
    let mut leaves: Vec<Leaf> = sheets
        .texts
        .keys()
        .map(|path| {
            let (template, sheet) = sheets.sheet(site, path);
            let file = sheets.directory.places.get(path).cloned().unwrap_or_default().file();
            Leaf { template, sheet, file, origin: format!("content/{path}") }
        })
        .collect();
    let mut made = |template, address: &str, sheet, what: &str| {
        leaves.push(Leaf { template, sheet, file: Address::new(address).file(), origin: what.to_owned() });
    };
    let blank = |address: &str| sheets.blank(&Address::new(address));
    if !sheets.directory.places.values().any(|address| address.as_str().is_empty()) {
        made("front.html", "", blank(""), "the front page");
    }
    let list = Sheet { essays: sheets.essays(), ..blank("essays/") };
    made("essays.html", "essays/", list, "the list of essays");
    made("404.html", "404.html", blank("404.html"), "the page for addresses that are not there");
    made("sitemap.xml", "sitemap.xml", Sheet { essays: sheets.all(), ..blank("sitemap.xml") }, "the site map");
    if site.feed.is_some() {
        made("feed.xml", "feed.xml", Sheet { essays: sheets.feed(), ..blank("feed.xml") }, "the feed");
    }
    if !tree.fixed.contains_key("robots.txt") {
        made("robots.txt", "robots.txt", blank("robots.txt"), "what robots read");
    }
    leaves
}
