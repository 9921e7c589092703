use super::context::{Day, Entry};

/// How many essays the feed holds.
const LENGTH: usize = 20;

/// The essays of the feed: those that have a date, the latest first.
pub fn entries(mut essays: Vec<Entry>) -> Vec<Entry> {
    essays.retain(|entry| entry.date.is_some());
    essays.truncate(LENGTH);
    essays
}

/// The latest first; those without a date last, by title.
pub fn latest_first(essays: &mut [Entry]) {
    let day = |entry: &Entry| entry.date.as_ref().map(|day| day.iso.clone());
    essays.sort_by(|one, other| day(other).cmp(&day(one)).then_with(|| one.title.plain.cmp(&other.title.plain)));
}

/// The day of the last change among some essays.
pub fn updated(essays: &[Entry]) -> Option<Day> {
    essays.iter().filter_map(|entry| entry.updated.clone()).max_by(|one, other| one.iso.cmp(&other.iso))
}
