use super::{Facts, canvas::Drawing};

/// What a verified answer looks like: its facts, its data as a table, its drawing, and the drawing in words.
#[derive(Clone, Debug)]
pub struct Picture {
    /// What prose may claim of it, without the directive's keys, which the essay adds.
    pub facts: Facts,
    /// The data: the `.csv` file, and the table beneath the figure.
    pub table: Table,
    /// What the figure is, in a few words: the SVG's title.
    pub title: String,
    /// What can be seen in it, for those who cannot: the SVG's description.
    pub description: String,
    /// What a script on the page may need of it, as data attributes: name without `data-`, and value.
    pub attributes: Vec<(&'static str, String)>,
    /// The drawing.
    pub drawing: Drawing,
}

/// Data in rows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Table {
    /// The head of each column.
    pub head: Vec<String>,
    /// The rows, each as long as the head.
    pub rows: Vec<Vec<String>>,
}

impl Table {
    /// How many rows a page shows; the rest stand in the file.
    pub const ON_PAGE: usize = 400;

    /// The data as comma-separated values, one line a row, the head first (RFC 4180, with line feeds).
    pub fn to_csv(&self) -> String {
        let mut writer = csv::Writer::from_writer(Vec::new());
        for line in std::iter::once(&self.head).chain(&self.rows) {
            // Writing into memory fails only where a row is not as long as the head, which it is.
            let _ = writer.write_record(line);
        }
        writer.into_inner().ok().and_then(|bytes| String::from_utf8(bytes).ok()).unwrap_or_default()
    }
}
