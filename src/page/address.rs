use std::fmt;

use percent_encoding::{AsciiSet, CONTROLS, percent_decode_str, utf8_percent_encode};

use super::punycode::ascii_host;

/// What a path may not hold as it is. Letters of other scripts are written out too, so that an address is plain ASCII.
const IN_PATH: &AsciiSet =
    &CONTROLS.add(b' ').add(b'"').add(b'#').add(b'<').add(b'>').add(b'?').add(b'`').add(b'{').add(b'}').add(b'%');

/// Where something is published, from the site's root and without a slash before it: `nim/moore/` for a page,
/// `nim/moore/figures/six.svg` for a file, nothing for the front page.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Address(String);

impl Address {
    /// An address as it is written above.
    pub fn new(path: impl Into<String>) -> Self {
        Self(path.into())
    }

    /// The file that answers for it: `nim/moore/index.html` for `nim/moore/`.
    pub fn file(&self) -> String {
        if self.0.is_empty() || self.0.ends_with('/') { format!("{}index.html", self.0) } else { self.0.clone() }
    }

    /// Something beside it: `figures/six.svg` beside `nim/moore/` is `nim/moore/figures/six.svg`.
    #[must_use]
    pub fn join(&self, path: &str) -> Self {
        let folder = self.0.rfind('/').map_or("", |slash| &self.0[..=slash]);
        Self(format!("{folder}{path}"))
    }

    /// Its text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Address {
    /// The address from the root, as messages print it: `/nim/moore/`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "/{}", self.0)
    }
}

/// Where the site stands in the world.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Base {
    /// `https://example.org`, without a slash at the end and in ASCII, as a browser asks for it.
    origin: String,
    /// `/` or `/sub/path/`, as a browser asks for it: `/caf%C3%A9/`.
    path: String,
}

impl Default for Base {
    /// The root of this machine.
    fn default() -> Self {
        Self { origin: "http://localhost".to_owned(), path: "/".to_owned() }
    }
}

impl Base {
    /// Reads `https://example.org/sub/path`, with or without a slash at the end. A host in other letters gets the name by
    /// which the net knows it, and its path is taken as a browser takes it:
    /// `a/./b/../café` is `a/caf%C3%A9`.
    ///
    /// # Errors
    /// What is wrong with it, where it does not begin with `http://` or `https://`, names no host, or has a query.
    pub fn read(url: &str) -> Result<Self, String> {
        let (scheme, rest) = match url.split_once("://") {
            Some((scheme @ ("http" | "https"), rest)) => (scheme, rest),
            _ => return Err(format!("`{url}` does not begin with https:// or http://")),
        };
        let (host, path) = rest.split_once('/').unwrap_or((rest, ""));
        let host_is_plain = host.chars().all(|c| c.is_alphanumeric() || matches!(c, '.' | '-' | ':' | '[' | ']' | '_'));
        let Some(host) = ascii_host(host).filter(|host| !host.is_empty() && host_is_plain) else {
            return Err(format!("`{url}` names no host"));
        };
        if path.contains(['?', '#', ' ']) {
            return Err(format!("`{url}` has more than a path after the host"));
        }
        let Ok(path) = percent_decode_str(path).decode_utf8() else {
            return Err(format!("`{url}` has escapes (%…) in its path that are not UTF-8"));
        };
        let mut parts: Vec<&str> = Vec::new();
        for part in path.split('/') {
            match part {
                "" | "." => {}
                ".." => drop(parts.pop()),
                part => parts.push(part),
            }
        }
        let path = match parts.as_slice() {
            [] => "/".to_owned(),
            parts => format!("/{}/", encoded(&parts.join("/"))),
        };
        Ok(Self { origin: format!("{scheme}://{host}"), path })
    }

    /// The scheme and the host: `https://example.org`.
    pub fn origin(&self) -> &str {
        &self.origin
    }

    /// The path that all addresses begin with: `/` or `/sub/path/`.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// The address within the host: `/sub/path/nim/moore/`.
    pub fn rooted(&self, address: &Address) -> String {
        format!("{}{}", self.path, encoded(address.as_str()))
    }

    /// The whole address: `https://example.org/sub/path/nim/moore/`.
    pub fn absolute(&self, address: &Address) -> String {
        format!("{}{}", self.origin, self.rooted(address))
    }
}

/// What no whole address may hold as it is. Escapes (%…) stay.
const IN_ADDRESS: &AsciiSet =
    &CONTROLS.add(b' ').add(b'"').add(b'<').add(b'>').add(b'\\').add(b'^').add(b'`').add(b'{').add(b'|').add(b'}');

/// An address on another site as a browser asks for it, in ASCII: `https://köln.example/"x"` is
/// `https://xn--kln-sna.example/%22x%22`.
pub fn asked_for(url: &str) -> String {
    let escaped = |text: &str| utf8_percent_encode(text, IN_ADDRESS).to_string();
    let Some((scheme, rest)) = url.split_once("://") else { return escaped(url) };
    let (host, path) = rest.split_at(rest.find(['/', '?', '#']).unwrap_or(rest.len()));
    let host = ascii_host(host).unwrap_or_else(|| host.to_owned());
    format!("{scheme}://{}{}", escaped(&host), escaped(path))
}

/// The text as a part of an address.
pub(super) fn encoded(text: &str) -> String {
    utf8_percent_encode(text, IN_PATH).to_string()
}
