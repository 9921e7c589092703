use super::Fix;

/// A file with some fixes applied, and how many; every other byte stays as it is.
///
/// `on_disk` is the file as it is now; a byte order mark before its text stays. Of two fixes that touch the same bytes
/// the first is applied. None if the file has changed since the fixes were found.
pub fn mend<'f>(on_disk: &str, fixes: impl IntoIterator<Item = &'f Fix>) -> Option<(String, usize)> {
    let mut fixes: Vec<&Fix> = fixes.into_iter().collect();
    fixes.sort_by_key(|fix| (fix.span.bytes.start, fix.span.bytes.end));
    let (mut out, mut applied, mut done) = (String::with_capacity(on_disk.len()), 0, 0);
    for fix in fixes {
        let text = &fix.span.file.text;
        let mark = on_disk.len().checked_sub(text.len())?;
        if !on_disk.ends_with(text.as_str()) || !["", "\u{feff}"].contains(&on_disk.get(..mark)?) {
            return None;
        }
        let (start, end) = (mark + fix.span.bytes.start, mark + fix.span.bytes.end);
        if start < done {
            continue;
        }
        out.push_str(on_disk.get(done..start)?);
        out.push_str(&fix.replacement);
        (done, applied) = (end, applied + 1);
    }
    out.push_str(on_disk.get(done..)?);
    Some((out, applied))
}
