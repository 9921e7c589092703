use std::fmt;
use std::net::Ipv6Addr;
use std::ops::Range;

use percent_encoding::{AsciiSet, CONTROLS, percent_decode_str, utf8_percent_encode};
use unicode_normalization::char::is_combining_mark;

use super::punycode::ascii_host;
use crate::notation::Misread;

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
    /// What is wrong with it, and where.
    pub fn read(url: &str) -> Result<Self, Misread> {
        let fault = |at: Range<usize>, message: &str, help: &str| Err(Misread::new(at, message, help));
        if let Some((at, c)) = url.char_indices().find(|(_, c)| c.is_whitespace() || *c == '\\') {
            let (message, help) = match c {
                '\\' => ("no address has a backslash in it", "write / in its place"),
                _ => ("no address has a space in it", "delete it; in the name of a folder it is written %20"),
            };
            return fault(at..at + c.len_utf8(), message, help);
        }
        let scheme = url.split_once("://").map_or("", |(scheme, _)| scheme).to_ascii_lowercase();
        if !matches!(scheme.as_str(), "http" | "https") {
            let end = url.find("://").map_or(url.len(), |end| end + "://".len());
            return fault(0..end, "this does not begin with https:// or http://", EXAMPLE);
        }
        let start = scheme.len() + "://".len();
        let end = url[start..].find(['/', '?', '#']).map_or(url.len(), |length| start + length);
        let (mut host, path) = (start..end, end..url.len());
        if let Some(at) = url[host.clone()].rfind('@') {
            let message = "the address of a site names no user: everybody reads it";
            return fault(start..start + at + 1, message, "delete what stands before the host");
        }
        if let Some(at) = url[path.clone()].find('#') {
            let message = "this address has a fragment (#…): that is a place on a page, and no site";
            return fault(path.start + at..path.end, message, EXAMPLE);
        }
        if let Some(at) = url[path.clone()].find('?') {
            let message = "this address has a query (?…), and what is published is files";
            return fault(path.start + at..path.end, message, EXAMPLE);
        }
        let port = match url[host.clone()].rfind(':').filter(|at| !url[start + at..end].contains(']')) {
            None => "",
            Some(at) => {
                let port = start + at + 1..end;
                host.end = start + at;
                let digits = &url[port.clone()];
                let number = digits.bytes().all(|b| b.is_ascii_digit()).then(|| digits.parse::<u16>());
                if !digits.is_empty() && !number.is_some_and(|number| number.is_ok_and(|number| number > 0)) {
                    return fault(port, "this is no port", "a port is a number from 1 to 65535; most sites name none");
                }
                digits
            }
        };
        // A browser leaves out the port that goes without saying.
        let port = match (scheme.as_str(), port) {
            (_, "") | ("http", "80") | ("https", "443") => String::new(),
            (_, port) => format!(":{port}"),
        };
        let name = host_name(url, host)?;
        let Ok(decoded) = percent_decode_str(&url[path.clone()]).decode_utf8() else {
            return fault(path, "this path has escapes (%…) that are not UTF-8", "write its letters as they are");
        };
        let path = decoded;
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
        Ok(Self { origin: format!("{scheme}://{name}{port}"), path })
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

/// What the address of a site looks like.
const EXAMPLE: &str = "as in https://example.org/essays/";

/// The host at some bytes of an address, as a browser asks for it.
fn host_name(url: &str, at: Range<usize>) -> Result<String, Misread> {
    let host = &url[at.clone()];
    if host.is_empty() {
        return Err(Misread::new(0..at.end, "this address names no host", EXAMPLE));
    }
    if let Some(number) = host.strip_prefix('[') {
        let number = number.strip_suffix(']').and_then(|number| number.parse::<Ipv6Addr>().ok());
        let fault = || Misread::new(at, "what stands between brackets is no IPv6 address", "as in http://[::1]:8000/");
        return number.map(|number| format!("[{number}]")).ok_or_else(fault);
    }
    let plain = |c: char| c.is_alphanumeric() || is_combining_mark(c) || matches!(c, '.' | '。' | '-' | '_');
    if let Some((place, c)) = host.char_indices().find(|(_, c)| !plain(*c)) {
        let at = at.start + place..at.start + place + c.len_utf8();
        return Err(Misread::new(at, format!("the name of a host has no `{c}` in it"), EXAMPLE));
    }
    let ascii = ascii_host(host).map(|name| name.to_ascii_lowercase());
    let parts = ascii.as_deref().map(|name| name.strip_suffix('.').unwrap_or(name));
    if parts.is_none_or(|name| name.split('.').any(|part| part.is_empty() || part.len() > LONGEST_PART)) {
        let help = "each part of it, between full stops, has from 1 to 63 letters";
        return Err(Misread::new(at, "this is no name of a host", help));
    }
    Ok(ascii.unwrap_or_default())
}

/// The most letters between two full stops of a host.
const LONGEST_PART: usize = 63;

/// What no whole address may hold as it is. Escapes (%…) stay.
const IN_ADDRESS: &AsciiSet =
    &CONTROLS.add(b' ').add(b'"').add(b'<').add(b'>').add(b'\\').add(b'^').add(b'`').add(b'{').add(b'|').add(b'}');

/// An address on another site as a browser asks for it, in ASCII: `https://köln.example/"x"` is
/// `https://xn--kln-sna.example/%22x%22`. Schemes are written in small letters.
pub fn asked_for(url: &str) -> String {
    let escaped = |text: &str| utf8_percent_encode(text, IN_ADDRESS).to_string();
    let (scheme, rest) = url.split_once(':').unwrap_or(("", url));
    let scheme = scheme.to_ascii_lowercase();
    let Some(rest) = rest.strip_prefix("//") else { return format!("{scheme}:{}", escaped(rest)) };
    let (host, path) = rest.split_at(rest.find(['/', '?', '#']).unwrap_or(rest.len()));
    let host = ascii_host(host).unwrap_or_else(|| host.to_owned());
    format!("{scheme}://{}{}", escaped(&host), escaped(path))
}

/// The text as a part of an address.
pub(super) fn encoded(text: &str) -> String {
    utf8_percent_encode(text, IN_PATH).to_string()
}
