//! Ranges of sums of chains and loops: the keys that declare them, and the range they make.

use std::collections::BTreeSet;

use super::{Fault, Key, KeyKind, Keys};
use crate::game::SumRange;
use crate::notation::grouped;
use crate::verify::Budget;

/// The lengths of chains of a range.
pub const CHAINS: Key = Key {
    name: "chains",
    kind: KeyKind::Integers(1, 63),
    default: None,
    about: "how many coins a chain may have, as in [1, 2, 3]; with n coins it has n + 1 strings",
};
/// The lengths of loops of a range.
pub const LOOPS: Key = Key {
    name: "loops",
    kind: KeyKind::Integers(2, 64),
    default: None,
    about: "how many coins a loop may have, as in [4, 6]",
};
/// The most strings of a range.
pub const STRINGS: Key =
    Key { name: "strings", kind: KeyKind::Integer(1, 64), default: None, about: "the most strings in all, inclusive" };

/// The range of the keys `chains`, `loops` and `strings`.
///
/// # Errors
/// A length that is given twice. More positions than a question may speak of: says how many, and how many may be.
pub fn read(keys: &Keys) -> Result<SumRange, Fault> {
    let lengths = |name| -> BTreeSet<u32> {
        keys.integers(name).unwrap_or_default().iter().filter_map(|&coins| u32::try_from(coins).ok()).collect()
    };
    let strings = keys.integer("strings").and_then(|strings| u32::try_from(strings).ok()).unwrap_or(0);
    for name in ["chains", "loops"] {
        let mut seen = BTreeSet::new();
        if let Some(twice) = keys.integers(name).unwrap_or_default().iter().find(|&&coins| !seen.insert(coins)) {
            let message = format!("the length {twice} is given twice");
            return Err(Fault::new(keys.span(name), message, "leave one of them out"));
        }
    }
    let range = SumRange { chains: lengths("chains"), loops: lengths("loops"), strings };
    let allowed = Budget::default().positions;
    match range.count() {
        Some(0) => Err(Fault::new(keys.span("strings"), "no piece has so few strings", "a chain of n coins has n + 1")),
        Some(positions) if positions <= allowed => Ok(range),
        positions => {
            let positions = positions.map_or("more than can be counted".to_owned(), grouped);
            let message = format!("these are too many positions: {positions}");
            Err(Fault::new(
                keys.span("strings"),
                message,
                format!("at most {}; take fewer strings or lengths", grouped(allowed)),
            ))
        }
    }
}
