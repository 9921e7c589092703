use jiff::civil::Date;

use super::Texts;
use super::directory::Directory;
use super::ladder::Order;

/// How many essays the feed holds.
const LENGTH: usize = 20;

/// The paths of all essays with their dates, the latest first; those without a date last, by title.
pub fn latest_first<'a>(texts: &Texts, directory: &Directory, order: &'a Order) -> Vec<(Option<Date>, &'a String)> {
    let date = |path: &String| texts.get(path).and_then(|essay| essay.front.date);
    let title = |path: &String| directory.outlines.get(path).map_or("", |outline| outline.title.plain.as_str());
    let rungs = order.ladders.iter().flat_map(|ladder| &ladder.rungs);
    let mut essays: Vec<_> = rungs.map(|path| (date(path), path)).collect();
    essays.sort_by(|(one, a), (other, b)| other.cmp(one).then_with(|| title(a).cmp(title(b))));
    essays
}

/// The essays of the feed: the latest of those that have a date.
pub fn entries<'a>(texts: &Texts, directory: &Directory, order: &'a Order) -> Vec<&'a String> {
    let essays = latest_first(texts, directory, order).into_iter();
    essays.filter(|(date, _)| date.is_some()).map(|(_, path)| path).take(LENGTH).collect()
}
