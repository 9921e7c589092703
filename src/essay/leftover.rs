//! What looks like a claim, a link, a footnote, a formula or a directive and was not read as one. It would be
//! published as it stands, so that each is told.

use std::ops::Range;

use pulldown_cmark::{Event, Tag};

use super::reader::Reader;
use crate::source::Excerpt;

/// Looks through a run of text, each byte of which knows where it stands in `text`; `claim` is the last claim before
/// it in the same block.
pub(super) fn text(reader: &mut Reader<'_>, text: &Excerpt, run: &Excerpt, claim: Option<&Range<usize>>) {
    let stands = |at: usize, mark: &str| {
        let origin = run.in_file(at..at + mark.len());
        let letter_for_letter = text.text().get(origin.clone()) == Some(mark);
        let escaped = origin.start > 0 && text.text().as_bytes().get(origin.start - 1) == Some(&b'\\');
        (letter_for_letter && !escaped).then(|| text.in_file(origin))
    };
    for (at, mark) in run.text().match_indices("](") {
        let Some(bytes) = stands(at, mark) else { continue };
        let after = &run.text()[at + mark.len()..];
        if after.starts_with('=') || after.starts_with("<=") {
            let help = "a name has no spaces; an expression with spaces stands between < and >: [7](<=a.b + c.d>)";
            reader.fault("not-a-claim", bytes, "this looks like a claim and is none", help);
        } else if let Some(claim) = claim {
            let help = "end the link before the claim, or leave the number out of it";
            reader.fault("claim-in-link", claim.clone(), "a claim cannot stand inside a link", help);
        } else {
            let help = "an address with spaces stands between < and >; a bracket that is meant is written `\\]`";
            reader.fault("not-a-link", bytes, "this looks like a link and is none", help);
        }
    }
    for (at, mark) in run.text().match_indices("][") {
        let label = run.text()[at + mark.len()..].split(']').next().unwrap_or_default();
        let is_label = !label.is_empty() && run.text()[at + mark.len() + label.len()..].starts_with(']');
        let is_text = run.text()[..at].rsplit(']').next().is_some_and(|before| before.contains('['));
        if let Some(bytes) = stands(at, mark).filter(|_| is_label && is_text) {
            let message = format!("no address is given for `{label}`");
            let help = format!(
                "write [text](address), or a line of its own, [{label}]: address; brackets that are meant are written `\\]\\[`"
            );
            reader.fault("not-a-link", bytes, message, &help);
        }
    }
    for (at, mark) in run.text().match_indices("[^") {
        let label = run.text()[at + mark.len()..].split(']').next().unwrap_or_default();
        let is_label = !label.is_empty() && !label.contains(char::is_whitespace);
        if let Some(bytes) = stands(at, mark).filter(|_| is_label) {
            let message = format!("no footnote is defined as `{label}`");
            let help = format!("define it on a line of its own: [^{label}]: …");
            reader.fault("footnote", bytes, message, &help);
        }
    }
    for (at, mark) in run.text().match_indices("$$") {
        if let Some(bytes) = stands(at, mark) {
            let help = "a formula has no blank line in it and ends with `$$`; dollars that are meant are written `\\$`";
            reader.fault("open-formula", bytes, "this opens a formula that is never closed", help);
        }
    }
}

/// Looks through the title of a link or a picture, which is no place for a claim.
pub(super) fn title(reader: &mut Reader<'_>, text: &Excerpt, event: &Event<'_>, range: &Range<usize>) {
    let (Event::Start(Tag::Image { dest_url, title, .. }) | Event::Start(Tag::Link { dest_url, title, .. })) = event
    else {
        return;
    };
    if !dest_url.starts_with('=') && ["](=", "](<="].iter().any(|mark| title.contains(mark)) {
        let raw = text.text().get(range.clone()).unwrap_or_default();
        let at = raw.rfind("](=").max(raw.rfind("](<=")).unwrap_or(0);
        let bytes = text.in_file(range.start + at..range.start + at + "](".len());
        let help = "say it in the text, where it is checked";
        reader.fault("not-a-claim", bytes, "a title makes no claims", help);
    }
}

/// Looks through HTML, in which Markdown is not read; comments may say anything, but must end.
pub(super) fn html(reader: &mut Reader<'_>, text: &Excerpt, run: &Excerpt) {
    let help = "Markdown is not read inside HTML; leave a blank line between a tag and what follows";
    let html = run.text();
    let mut from = 0;
    while from < html.len() {
        let comment = html[from..].find("<!--").map_or(html.len(), |at| from + at);
        for (at, mark) in html[from..comment].match_indices("](").map(|(at, mark)| (from + at, mark)) {
            let after = &html[at + mark.len()..];
            if after.starts_with('=') || after.starts_with("<=") {
                let bytes = text.in_file(run.in_file(at..at + mark.len()));
                reader.fault("not-a-claim", bytes, "this looks like a claim and is none", help);
            }
        }
        let mut start = from;
        for line in html[from..comment].split_inclusive('\n') {
            let fence = line.trim_start().trim_start_matches(['`', '~']);
            let marks = line.trim_start().len() - fence.len();
            if marks >= 3 && ["figure", "facts"].iter().any(|word| fence.trim_start().starts_with(word)) {
                let bytes = text.in_file(run.in_file(start..start + line.trim_end().len()));
                reader.fault("directive", bytes, "this looks like a directive and is none", help);
            }
            start += line.len();
        }
        from = match html[comment..].find("-->") {
            Some(end) => comment + end + "-->".len(),
            None if comment < html.len() => {
                let bytes = text.in_file(run.in_file(comment..comment + "<!--".len()));
                reader.fault("open-comment", bytes, "this comment is never closed", "close it with -->");
                html.len()
            }
            None => html.len(),
        };
    }
}

/// Looks behind the last cell of a table's row, where further cells would be left out.
pub(super) fn cells(reader: &mut Reader<'_>, text: &Excerpt, rest: Range<usize>) {
    let raw = text.text().get(rest.clone()).unwrap_or_default();
    let more = raw.trim_start().strip_prefix('|').unwrap_or(raw);
    if !more.trim().is_empty() {
        let start = rest.end - more.trim_start().len();
        let bytes = text.in_file(start..start + more.trim().len());
        let help = "a bar that parts no cells is written `\\|`, but for those in formulas";
        reader.fault("too-many-cells", bytes, "this row has more cells than the head of its table", help);
    }
}
