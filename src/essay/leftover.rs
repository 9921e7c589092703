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
    for (at, mark) in ["(=", "(<="].iter().flat_map(|mark| run.text().match_indices(mark)) {
        let (before, after) = (&run.text()[..at], &run.text()[at + mark.len()..]);
        let bracket = before.trim_end().strip_suffix(']').map(str::len).and_then(|at| stands(at, "]"));
        let is_apart = before.ends_with(char::is_whitespace) && bracket.is_some();
        if let Some(bytes) = stands(at, mark).filter(|_| is_apart && after.starts_with(char::is_alphanumeric)) {
            let help =
                "nothing stands between the number and its fact: [7](=a.b); a bracket that is meant is written `\\(`";
            reader.fault("not-a-claim", bytes, "this looks like a claim and is none", help);
        }
    }
    for (at, mark) in run.text().match_indices(")[=") {
        if let Some(bytes) = stands(at, mark) {
            let help = "the number stands in the square brackets and the fact in the round ones: [7](=a.b)";
            reader.fault("not-a-claim", bytes, "this looks like a claim and is none", help);
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
    dollars(reader, text, run, stands);
}

/// Looks for formulas that were not read as any.
fn dollars(
    reader: &mut Reader<'_>,
    text: &Excerpt,
    run: &Excerpt,
    stands: impl Fn(usize, &str) -> Option<Range<usize>>,
) {
    let mut behind = 0;
    for (at, mark) in run.text().match_indices('$') {
        if at < behind {
            continue;
        }
        let rest = &run.text()[at..];
        if rest.starts_with("$$") {
            behind = at + 2;
            if let Some(bytes) = stands(at, "$$") {
                let help =
                    "a formula has no blank line in it and ends with `$$`; dollars that are meant are written `\\$`";
                reader.fault("open-formula", bytes, "this opens a formula that is never closed", help);
            }
            continue;
        }
        let Some(start) = stands(at, mark) else { continue };
        let inside = &rest[1..];
        let (formula, closed) = match inside.find('$') {
            Some(end) => (&inside[..end], true),
            None => (inside.split_whitespace().next().unwrap_or_default(), false),
        };
        if inside.starts_with(char::is_whitespace) || !is_tex(formula) {
            continue;
        }
        if closed {
            behind = at + formula.len() + 2;
            let end = run.in_file(behind - 1..behind).end;
            let bytes = start.start..text.in_file(end - 1..end).end;
            let help = "its braces do not match, or a space stands before the last `$`; dollars that are meant are \
                        written `\\$`";
            reader.fault("not-a-formula", bytes, "this looks like a formula and is none", help);
        } else {
            let help = "it ends with another `$`; dollars that are meant are written `\\$`";
            reader.fault("not-a-formula", start, "this opens a formula that is never closed", help);
        }
    }
}

/// Whether it is written as formulas are and prose is not: a command, an index or an exponent, a group.
fn is_tex(text: &str) -> bool {
    let command = |(at, _): (usize, _)| text[at + 1..].starts_with(|c: char| c.is_ascii_alphabetic());
    text.contains(['^', '_', '{', '}']) || text.match_indices('\\').any(command)
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
