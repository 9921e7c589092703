use jiff::civil::Date;

/// How many essays the feed holds.
const LENGTH: usize = 20;

/// Of essays, the latest first, those of the feed: they have a date.
pub fn entries(essays: Vec<(Option<Date>, &String)>) -> Vec<&String> {
    essays.into_iter().filter(|(date, _)| date.is_some()).map(|(_, path)| path).take(LENGTH).collect()
}
