//! A site in a few lines, in memory.

use std::collections::BTreeMap;

use rungs::diagnostic::Diagnostic;
use rungs::site::{Built, Options, build};
use rungs::verify::{Budget, Gate, Panel};

/// A site that is being written.
pub struct Sketch {
    files: BTreeMap<String, Vec<u8>>,
    options: Options,
}

/// A site of one ladder, on 28 November 2026.
pub fn sketch() -> Sketch {
    let options =
        Options { today: "2026-11-28".parse().unwrap(), drafts: false, future: false, base_url: None, cards: true };
    Sketch { files: BTreeMap::new(), options }
        .file("rungs.toml", "title = \"Rungs\"\nbase_url = \"https://example.org/sub/\"\n")
        .file("content/nim/ladder.md", "+++\ntitle = \"Nim\"\n+++\n")
}

impl Sketch {
    /// With another file, or another text in it.
    pub fn file(mut self, path: &str, text: impl Into<Vec<u8>>) -> Self {
        self.files.insert(path.to_owned(), text.into());
        self
    }

    /// With an essay under `content/`, by its path there, of this body.
    pub fn essay(self, path: &str, body: &str) -> Self {
        let title = path.trim_end_matches(".md").rsplit('/').next().unwrap();
        self.file(&format!("content/{path}"), format!("+++\ntitle = \"{title}\"\ndate = 2026-11-20\n+++\n{body}"))
    }

    /// Built on another day.
    pub fn on(mut self, today: &str) -> Self {
        self.options.today = today.parse().unwrap();
        self
    }

    /// With drafts and essays of days to come.
    pub fn with_all(mut self) -> Self {
        self.options.drafts = true;
        self.options.future = true;
        self
    }

    /// Under another address.
    pub fn at(mut self, base_url: &str) -> Self {
        self.options.base_url = Some(base_url.to_owned());
        self
    }

    /// What comes of it.
    pub fn result(&self) -> Result<Built, Vec<Diagnostic>> {
        let gate = Gate::new(Panel::default(), Budget::default());
        build(&self.files, &gate, &self.options)
    }

    /// The site; it must be without faults.
    pub fn built(&self) -> Built {
        self.result().unwrap_or_else(|faults| panic!("{:#?}", lines(&faults)))
    }

    /// A file of the site.
    pub fn published(&self, path: &str) -> String {
        let built = self.built();
        let bytes = built.output.get(path).unwrap_or_else(|| {
            panic!("{path} is not among {:#?}", built.output.iter().map(|(path, _)| path).collect::<Vec<_>>())
        });
        String::from_utf8(bytes.to_vec()).unwrap()
    }

    /// Its faults, each as `file:line:column: message (help)`; it must have some.
    pub fn faults(&self) -> Vec<String> {
        lines(&self.result().err().expect("a site with faults"))
    }
}

/// The beginning of a PNG of a size: as much as tells it.
pub fn png(width: u32, height: u32) -> Vec<u8> {
    let size = [width.to_be_bytes(), height.to_be_bytes()].concat();
    [b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".as_slice(), &size, b"\x08\x06\0\0\0"].concat()
}

fn lines(faults: &[Diagnostic]) -> Vec<String> {
    let line = |fault: &Diagnostic| {
        let place = fault.span.as_ref().map_or(String::new(), |span| {
            let place = span.place();
            format!("{}:{}:{}: ", span.file.path, place.line, place.column)
        });
        let help = if fault.help.is_empty() { String::new() } else { format!(" ({})", fault.help.join("; ")) };
        format!("{place}{}{help}", fault.message)
    };
    faults.iter().map(line).collect()
}
