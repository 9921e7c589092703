use jiff::civil::Date;

use crate::essay::FrontMatter;

/// Why a text is not published yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Held {
    /// It is a draft.
    Draft,
    /// Its day has not come.
    Future(Date),
}

impl Held {
    /// Whether a text is held back on a day; `drafts` and `future` let such texts through.
    pub fn back(front: &FrontMatter, today: Date, drafts: bool, future: bool) -> Option<Self> {
        match front.date {
            _ if front.draft && !drafts => Some(Self::Draft),
            Some(date) if date > today && !future => Some(Self::Future(date)),
            _ => None,
        }
    }

    /// What a link to it is told.
    pub fn in_words(self) -> String {
        match self {
            Self::Draft => "is a draft and not published".to_owned(),
            Self::Future(date) => format!("is not published before {date}"),
        }
    }
}
