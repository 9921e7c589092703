use std::fmt;

use super::Misread;
use crate::game::Heaps;

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

impl fmt::Display for Heaps {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sizes: Vec<String> = self.sizes().iter().map(u32::to_string).collect();
        f.pad(&sizes.join(","))
    }
}
