//! What looks like a claim, a link, a footnote, a formula or a directive and was not read as one. It would be
//! published as it stands, so that each is told.

use std::ops::Range;

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

/// Looks through HTML, in which Markdown is not read; comments may say anything.
pub(super) fn html(reader: &mut Reader<'_>, text: &Excerpt, html: &str, range: &Range<usize>) {
    if html.trim_start().starts_with("<!--") {
        return;
    }
    let help = "Markdown is not read inside HTML; leave a blank line between a tag and what follows";
    for mark in ["](=", "](<="] {
        for (at, _) in html.match_indices(mark) {
            let start = range.start + at;
            let bytes = text.in_file(start..start + mark.len());
            reader.fault("not-a-claim", bytes, "this looks like a claim and is none", help);
        }
    }
    let line = html.trim();
    let fenced = line.strip_prefix("```").or_else(|| line.strip_prefix("~~~"));
    if fenced.is_some_and(|info| ["figure", "facts"].iter().any(|word| info.trim_start().starts_with(word))) {
        reader.fault("directive", text.in_file(range.clone()), "this looks like a directive and is none", help);
    }
}

/// Looks at a block of HTML for a comment that goes on to the end of the file.
pub(super) fn comment(reader: &mut Reader<'_>, text: &Excerpt, range: &Range<usize>) {
    let block = text.text().get(range.clone()).unwrap_or_default().trim_start();
    if block.starts_with("<!--") && !block.contains("-->") {
        let bytes = text.in_file(range.start..range.start + "<!--".len());
        reader.fault("open-comment", bytes, "this comment is never closed", "close it with -->");
    }
}
