//! Markdown as events; the one module that knows its parser's options.

use std::collections::BTreeSet;
use std::ops::Range;

use pulldown_cmark::{CowStr, Event, Options, Parser, Tag, TagEnd};

use super::cover::{self, Cover};

/// An event with its bytes in the text that was read.
pub(super) type Ranged = (Event<'static>, Range<usize>);

fn options() -> Options {
    Options::ENABLE_TABLES
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_TASKLISTS
        | Options::ENABLE_SMART_PUNCTUATION
        | Options::ENABLE_HEADING_ATTRIBUTES
        | Options::ENABLE_MATH
        | Options::ENABLE_GFM
}

/// How often the text is read again because something more has to be covered. Twice is usual; more than a few times
/// only where dollars were made to confuse.
const ROUNDS: usize = 8;

/// The events of a text. Formulas come out as the TeX that was written, `\|` in a table's cell as `|`.
pub(super) fn events(text: &str) -> Vec<Ranged> {
    let mut cover = Cover { bars: cover::bars(text), ..Cover::default() };
    let mut covered = cover.over(text);
    for _ in 0..ROUNDS {
        let events: Vec<(Event<'_>, Range<usize>)> = Parser::new_ext(&covered, options()).into_offset_iter().collect();
        let mut more = cover.clone();
        more.displays = cover::displays(text, &opaque(&events));
        more.prices.extend(prices(text, &events));
        if more == cover {
            return restored(text, &covered, &cover, events);
        }
        cover = more;
        drop(events);
        covered = cover.over(text);
    }
    let events = Parser::new_ext(&covered, options()).into_offset_iter().collect();
    restored(text, &covered, &cover, events)
}

/// The bytes of what is not read as Markdown: code and HTML. Ascending.
fn opaque(events: &[(Event<'_>, Range<usize>)]) -> Vec<Range<usize>> {
    let opaque = events.iter().filter(|(event, _)| {
        matches!(
            event,
            Event::Start(Tag::CodeBlock(_) | Tag::HtmlBlock)
                | Event::Code(_)
                | Event::InlineHtml(_)
                | Event::FootnoteReference(_)
        )
    });
    opaque.map(|(_, range)| range.clone()).collect()
}

/// The dollars that the parser took for the beginning of a formula, though what it took for the end cannot close one.
fn prices(text: &str, events: &[(Event<'_>, Range<usize>)]) -> BTreeSet<usize> {
    let formulas = events.iter().filter(|(event, _)| matches!(event, Event::InlineMath(_)));
    formulas.filter(|(_, range)| !cover::can_close(text, range.end - 1)).map(|(_, range)| range.start).collect()
}

/// The events as they would be if nothing had been covered.
fn restored(text: &str, covered: &str, cover: &Cover, events: Vec<(Event<'_>, Range<usize>)>) -> Vec<Ranged> {
    let untouched = text == covered;
    let mut in_cell = false;
    let restore = |(event, range): (Event<'_>, Range<usize>)| {
        match &event {
            Event::Start(Tag::TableCell) => in_cell = true,
            Event::End(TagEnd::TableCell) => in_cell = false,
            _ => {}
        }
        if untouched {
            return (event.into_static(), range);
        }
        let here = |part: CowStr<'_>| uncovered(part, text.get(range.clone()), covered.get(range.clone()));
        let event = match event {
            Event::DisplayMath(_) if cover.displays.contains(&range) => {
                Event::DisplayMath(cover::tex_of(text, &range).into())
            }
            Event::InlineMath(_) if in_cell && cover.bars.range(range.clone()).next().is_some() => {
                let tex = text.get(range.start + 1..range.end - 1).unwrap_or_default();
                Event::InlineMath(tex.replace("\\|", "|").into())
            }
            Event::Text(part) => Event::Text(here(part)),
            Event::Code(part) => Event::Code(here(part)),
            Event::Html(part) => Event::Html(here(part)),
            Event::InlineHtml(part) => Event::InlineHtml(here(part)),
            Event::InlineMath(part) => Event::InlineMath(here(part)),
            Event::DisplayMath(part) => Event::DisplayMath(here(part)),
            Event::Start(Tag::Link { link_type, dest_url, title, id }) => Event::Start(Tag::Link {
                link_type,
                dest_url: here(dest_url),
                title: here(title),
                id: id.into_static(),
            }),
            Event::Start(Tag::Image { link_type, dest_url, title, id }) => Event::Start(Tag::Image {
                link_type,
                dest_url: here(dest_url),
                title: here(title),
                id: id.into_static(),
            }),
            event => event.into_static(),
        };
        (event, range)
    };
    events.into_iter().map(restore).collect()
}

/// A part of an event, taken from the text where it stands letter for letter in the covered one.
fn uncovered(part: CowStr<'_>, text: Option<&str>, covered: Option<&str>) -> CowStr<'static> {
    let stands = covered.and_then(|covered| covered.rfind(part.as_ref()));
    match stands.and_then(|at| text?.get(at..at + part.len())) {
        Some(original) => original.to_owned().into(),
        None => part.into_static(),
    }
}
