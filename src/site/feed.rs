use std::sync::Arc;

use jiff::civil::Date;

use super::kept::alike;
use super::ladder::Order;
use super::{Headings, Texts};

/// How many essays the feed holds.
const LENGTH: usize = 20;

/// The paths of all essays with their dates, the latest first; those without a date last, by title.
pub fn latest_first<'a>(texts: &Texts, outlines: &Headings, order: &'a Order) -> Vec<(Option<Date>, &'a String)> {
    let date = |path: &String| texts.get(path).and_then(|essay| essay.front.date);
    let title = |path: &String| outlines.get(path).map_or("", |outline| outline.title.plain.as_str());
    let rungs = order.ladders.iter().flat_map(|ladder| &ladder.rungs);
    let mut essays: Vec<_> = rungs.map(|path| (date(path), path)).collect();
    essays.sort_by(|(one, a), (other, b)| other.cmp(one).then_with(|| title(a).cmp(title(b))));
    essays
}

/// The essays of the feed: the latest of those that have a date.
pub fn entries(texts: &Texts, outlines: &Headings, order: &Order) -> Vec<String> {
    let essays = latest_first(texts, outlines, order).into_iter();
    essays.filter(|(date, _)| date.is_some()).map(|(_, path)| path.clone()).take(LENGTH).collect()
}

/// The essays of the feed, with what they were found in.
#[derive(Default)]
pub struct Feed {
    texts: Texts,
    outlines: Headings,
    order: Arc<Order>,
    entries: Vec<String>,
}

impl Feed {
    /// The essays of the feed.
    pub fn of(&mut self, texts: &Texts, outlines: &Headings, order: &Arc<Order>) -> &[String] {
        let same = self.order == *order
            && alike(&self.texts, texts, |one, other| one.front.date == other.front.date)
            && alike(&self.outlines, outlines, |one, other| one.title.plain == other.title.plain);
        if !same {
            self.entries = entries(texts, outlines, order);
        }
        (self.texts, self.outlines, self.order) = (texts.clone(), outlines.clone(), Arc::clone(order));
        &self.entries
    }
}
