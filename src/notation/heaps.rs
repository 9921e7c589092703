use std::fmt;

use super::Misread;
use crate::game::{Heaps, Ruleset};

/// Reads heap sizes between commas, `3,5,7`, in the order in which they stand.
///
/// # Errors
/// An empty size, anything but digits, or a size above 4,294,967,295.
pub fn read_heaps(text: &str) -> Result<Vec<u32>, Misread> {
    let mut start = 0;
    text.split(',')
        .map(|part| {
            let at = start..start + part.len();
            start = at.end + 1;
            let digits = part.trim();
            if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
                return Err(Misread::new(
                    at,
                    format!("`{digits}` is not a heap"),
                    "heaps are counts between commas, as in 3,5,7",
                ));
            }
            digits.parse().map_err(|_| {
                Misread::new(
                    at,
                    format!("a heap of {digits} is too large"),
                    format!("the largest heap is {}", u32::MAX),
                )
            })
        })
        .collect()
}

/// Reads a position of heaps under these rules: sizes, and after a semicolon how many counters have been put back,
/// which is nought if it is left out.
///
/// # Errors
/// As [`read_heaps`]; more counters put back than the game has for that.
pub fn read_position(text: &str, rules: &dyn Ruleset<Position = Heaps>) -> Result<Heaps, Misread> {
    let Some((sizes, put_back)) = text.split_once(';') else { return read_heaps(text).map(Heaps::new) };
    let at = sizes.len() + 1..text.len();
    let heaps = Heaps::new(read_heaps(sizes)?);
    let put_back = put_back.trim();
    let Some(count) = put_back.parse::<u32>().ok().filter(|_| put_back.bytes().all(|b| b.is_ascii_digit())) else {
        let help = "after the semicolon stands how many have been put back, as in 3,5,9;2";
        return Err(Misread::new(at, format!("`{put_back}` is not a count of counters put back"), help));
    };
    match rules.reserve() {
        reserve if count <= reserve => Ok(heaps.with_put_back(count)),
        0 => Err(Misread::new(at, "in this game no counters are put back", format!("write {sizes}"))),
        reserve => Err(Misread::new(at, format!("{count} are put back, and the reserve is {reserve}"), "")),
    }
}

impl fmt::Display for Heaps {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sizes: Vec<String> = self.sizes().iter().map(u32::to_string).collect();
        let sizes = sizes.join(",");
        match self.put_back() {
            0 => f.pad(&sizes),
            put_back => f.pad(&format!("{sizes};{put_back}")),
        }
    }
}
