use std::ops::Range;

/// What a `Range` header asks for of so many bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// All of them: it asks for several parts, or cannot be read, and then it counts for nothing.
    Whole,
    /// These.
    These(Range<usize>),
    /// Some that are not there.
    Nowhere,
}

/// Reads a `Range` header (RFC 9110, section 14).
pub fn part(header: &str, length: usize) -> Part {
    let Some(set) = header.trim().strip_prefix("bytes=") else { return Part::Whole };
    let Some((first, last)) = set.trim().split_once('-') else { return Part::Whole };
    // A number too large for the machine is past any end.
    let number = |text: &str| -> Option<usize> {
        let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        digits.then(|| text.parse().unwrap_or(usize::MAX))
    };
    match (first, number(first), last, number(last)) {
        ("", _, _, Some(0)) => Part::Nowhere,
        ("", _, _, Some(_)) if length == 0 => Part::Nowhere,
        ("", _, _, Some(suffix)) => Part::These(length.saturating_sub(suffix)..length),
        (_, Some(first), "", _) if first < length => Part::These(first..length),
        (_, Some(_), "", _) => Part::Nowhere,
        (_, Some(first), _, Some(last)) if first > last => Part::Whole,
        (_, Some(first), _, Some(_)) if first >= length => Part::Nowhere,
        (_, Some(first), _, Some(last)) => Part::These(first..last.saturating_add(1).min(length)),
        _ => Part::Whole,
    }
}

#[cfg(test)]
mod tests {
    use super::Part::{Nowhere, These, Whole};
    use super::part;

    #[test]
    fn parts_are_those_of_the_standard() {
        for (header, expected) in [
            ("bytes=0-1", These(0..2)),
            ("bytes=0-", These(0..10)),
            ("bytes=8-99", These(8..10)),
            ("bytes=-3", These(7..10)),
            ("bytes=-99", These(0..10)),
            ("bytes=9-9", These(9..10)),
            ("bytes=10-", Nowhere),
            ("bytes=10-11", Nowhere),
            ("bytes=-0", Nowhere),
            ("bytes=99999999999999999999999-", Nowhere),
            ("bytes=3-2", Whole),
            ("bytes=0-1,4-5", Whole),
            ("bytes=a-b", Whole),
            ("bytes=", Whole),
            ("bytes=-", Whole),
            ("lines=0-1", Whole),
        ] {
            assert_eq!(part(header, 10), expected, "{header}");
        }
        assert_eq!(part("bytes=0-0", 0), Nowhere);
        assert_eq!(part("bytes=-1", 0), Nowhere);
    }
}
