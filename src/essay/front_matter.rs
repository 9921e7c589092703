use std::ops::Range;

/// What stands between the fences of an essay.
#[derive(Clone, Debug, Default)]
pub struct FrontMatter {
    /// The day of publication.
    pub date: Option<jiff::civil::Date>,
    /// The day of the last change worth telling.
    pub updated: Option<jiff::civil::Date>,
    /// Whether it is held back.
    pub draft: bool,
    /// Its number on its ladder, from 1.
    pub rung: Option<u32>,
    /// The essays that come first, as paths from this file, with the bytes where each stands.
    pub needs: Vec<(String, Range<usize>)>,
    /// The last part of its address, where it is not the name of its file.
    pub slug: Option<String>,
    /// Whatever else the author's templates need.
    pub extra: toml::Table,
}
