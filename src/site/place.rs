use std::collections::BTreeMap;
use std::sync::Arc;

use super::Map;
use crate::diagnostic::Diagnostic;
use crate::page::Address;
use crate::source::{SourceFile, Span};

/// The kind of fault of two things that want one address.
pub const ADDRESS: &str = "address";

/// Addresses at the top that no text may take, and what stands there.
const RESERVED: &[(&str, &str)] = &[
    ("404", "the page for addresses that are not there (/404.html)"),
    ("essays", "the list of all essays (/essays/)"),
    ("feed", "the feed (/feed.xml)"),
    ("robots", "what robots read (/robots.txt)"),
    ("search", "the search (/search/)"),
    ("sitemap", "the site map (/sitemap.xml)"),
    ("theme", "the files of the theme (/theme/)"),
];

/// What the text of a folder's ladder is called.
pub const LADDER: &str = "ladder.md";

/// What the text of the front page is called.
pub const FRONT: &str = "index.md";

/// Whether a text is that of the front page.
pub fn is_front(path: &str) -> bool {
    path == FRONT
}

/// Whether a text is that of a ladder.
pub fn is_ladder(path: &str) -> bool {
    path.rsplit('/').next() == Some(LADDER) && path.contains('/')
}

/// A text that wants an address.
pub struct Wanting<'a> {
    /// Its path in `content/`: `nim/bouton.md`.
    pub path: &'a str,
    /// Its file.
    pub file: &'a Arc<SourceFile>,
    /// What its front matter asks for as the last part.
    pub slug: Option<&'a str>,
}

/// Gives every text its address: `nim/bouton.md` is `/nim/bouton/`, `nim/ladder.md` is `/nim/`, `index.md` is `/`.
///
/// Two addresses that differ in case only are one address to many servers, and so they are here.
pub fn addresses<'a>(texts: impl Iterator<Item = Wanting<'a>>) -> (Map<Address>, Vec<Diagnostic>) {
    let (mut places, mut faults) = (Map::new(), Vec::new());
    let mut taken: BTreeMap<String, &'a Arc<SourceFile>> = BTreeMap::new();
    for text in texts {
        if let Some(fault) = misplaced(&text) {
            faults.push(fault);
            continue;
        }
        let address = address(text.path, text.slug);
        let folded = address.as_str().to_lowercase();
        let top = folded.split('/').next().unwrap_or_default();
        if let Some((name, what)) = RESERVED.iter().find(|(name, _)| *name == top) {
            let message = format!("{} cannot be published at {address}: /{name}/ belongs to {what}", text.file.path);
            faults.push(Diagnostic::error(ADDRESS, None, message).help("give it another name, or a `slug`"));
        }
        match taken.get(&folded) {
            None => {
                taken.insert(folded, text.file);
            }
            Some(first) => {
                let message = format!("{} and {} would both be published at {address}", first.path, text.file.path);
                faults.push(Diagnostic::error(ADDRESS, None, message).help("rename one of them, or give it a `slug`"));
            }
        }
        places.insert(text.path.to_owned(), address);
    }
    (places, faults)
}

fn address(path: &str, slug: Option<&str>) -> Address {
    let (folder, name) = path.rsplit_once('/').map_or(("", path), |(folder, name)| (folder, name));
    let stem = name.strip_suffix(".md").unwrap_or(name);
    let folder = if folder.is_empty() { String::new() } else { format!("{folder}/") };
    Address::new(match slug {
        Some(slug) => format!("{folder}{slug}/"),
        None if stem == "index" || name == LADDER => folder,
        None => format!("{folder}{stem}/"),
    })
}

/// A slug where the address is that of the folder.
fn misplaced(text: &Wanting<'_>) -> Option<Diagnostic> {
    let name = text.path.rsplit('/').next().unwrap_or_default();
    (text.slug.is_some() && (name == LADDER || name == "index.md")).then(|| {
        let at = text.file.text.find("slug").map(|start| Span { file: Arc::clone(text.file), bytes: start..start + 4 });
        Diagnostic::error("slug", at, format!("{name} has the address of its folder and takes no `slug`"))
    })
}

/// The path, in `content/`, that a path written in the text at `from` stands for; none where it leads out of `content/`.
pub fn resolve(from: &str, written: &str) -> Option<String> {
    let mut parts: Vec<&str> = from.split('/').collect();
    parts.pop();
    for part in written.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::{address, resolve};

    #[test]
    fn files_have_addresses() {
        let at = |path, slug| address(path, slug).as_str().to_owned();
        assert_eq!(at("index.md", None), "");
        assert_eq!(at("about.md", None), "about/");
        assert_eq!(at("nim/ladder.md", None), "nim/");
        assert_eq!(at("nim/bouton.md", None), "nim/bouton/");
        assert_eq!(at("nim/bouton.md", Some("theorem")), "nim/theorem/");
        assert_eq!(at("nim/bouton/index.md", None), "nim/bouton/");
    }

    #[test]
    fn paths_are_read_from_the_file_that_holds_them() {
        assert_eq!(resolve("nim/bouton.md", "moore.md"), Some("nim/moore.md".to_owned()));
        assert_eq!(resolve("nim/bouton.md", "../about.md"), Some("about.md".to_owned()));
        assert_eq!(resolve("nim/bouton.md", "./a/../moore.md"), Some("nim/moore.md".to_owned()));
        assert_eq!(resolve("nim/bouton.md", "../../secret.md"), None);
    }
}
