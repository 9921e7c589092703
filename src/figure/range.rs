//! The positions that a figure speaks of: the keys that declare them, shared by all kinds, and the range they make.

use std::sync::Arc;

use super::{Fault, Key, KeyKind, Keys};
use crate::game::{Convention, HeapRange, Heaps, PositionRange, Positions, Ruleset};
use crate::notation::{grouped, noun};
use crate::solver::Question;
use crate::verify::{Budget, Game, Refusal};

/// The game of a figure.
pub const GAME: Key = Key { name: "game", kind: KeyKind::Game, default: None, about: "the game, as in \"moore(2)\"" };
/// The number of heaps of a range.
pub const HEAPS: Key = Key { name: "heaps", kind: KeyKind::Integer(1, 16), default: None, about: "how many heaps" };
/// The largest heap of a range.
pub const MAX: Key =
    Key { name: "max", kind: KeyKind::Integer(0, 1_000_000), default: None, about: "the largest heap, inclusive" };
/// What counts as one position, where multisets do by default.
pub const COUNT_MULTISETS: Key = count("\"multisets\"");
/// What counts as one position, where tuples do by default.
pub const COUNT_TUPLES: Key = count("\"tuples\"");

const fn count(default: &'static str) -> Key {
    Key {
        name: "count",
        kind: KeyKind::Choice(&["multisets", "tuples"]),
        default: Some(default),
        about: "whether heaps in another order are the same position (\"multisets\") or another (\"tuples\")",
    }
}

/// The most positions that a figure lists.
const LISTED: u64 = 100_000;

/// A game that is played on heaps, under a convention.
#[derive(Clone)]
pub struct HeapGame {
    /// The game.
    pub game: Game,
    /// Its rules.
    pub rules: Arc<dyn Ruleset<Position = Heaps>>,
    /// The convention in force.
    pub convention: Convention,
}

impl HeapGame {
    /// The game of the key `name`, under the directive's convention.
    ///
    /// # Errors
    /// A game that is not played on heaps.
    pub fn read(keys: &Keys, name: &str) -> Result<Self, Fault> {
        let not_heaps = |game: &str| {
            Fault::new(keys.span(name), format!("{game} is not played on heaps"), "give a game of heaps, as \"nim\"")
        };
        let game = keys.game(name).ok_or_else(|| not_heaps("this"))?;
        let rules = game.on_heaps().ok_or_else(|| not_heaps(&game.name))?;
        Ok(Self { game: game.clone(), rules, convention: keys.convention() })
    }

    /// A question about these positions.
    pub fn question(&self, positions: Positions<Heaps>) -> Question<'_, Heaps> {
        Question { game: &self.game.name, rules: self.rules.as_ref(), convention: self.convention, positions }
    }
}

/// The game of the key `game`, on the range of the keys `heaps`, `max` and `count`.
///
/// # Errors
/// Those of [`HeapGame::read`] and of [`Range::read`], all of them.
pub fn game_and_range(keys: &Keys) -> Result<(HeapGame, Range), Vec<Fault>> {
    match (HeapGame::read(keys, "game"), Range::read(keys)) {
        (Ok(game), Ok(range)) => Ok((game, range)),
        (game, range) => Err(game.err().into_iter().chain(range.err()).collect()),
    }
}

/// What counts as one position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Count {
    /// Heaps in another order are the same position.
    Multisets,
    /// Heaps in another order are another position.
    Tuples,
}

/// All positions of so many heaps up to a largest one, counted one way or the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Range {
    /// The multisets: what the witnesses are asked about.
    pub multisets: HeapRange,
    /// What counts as one position.
    pub count: Count,
}

impl Range {
    /// The range of the keys `heaps`, `max` and, where the kind has it, `count`.
    ///
    /// # Errors
    /// More positions than a question may speak of: says how many, and how many may be.
    pub fn read(keys: &Keys) -> Result<Self, Fault> {
        let whole = |name| keys.integer(name).and_then(|number| u32::try_from(number).ok()).unwrap_or(0);
        let count = if keys.text("count") == Some("tuples") { Count::Tuples } else { Count::Multisets };
        let range = Self { multisets: HeapRange { heaps: whole("heaps") as usize, max: whole("max") }, count };
        let allowed = Budget::default().positions;
        match range.positions() {
            Some(positions) if positions <= allowed => Ok(range),
            positions => {
                let positions = positions.map_or("more than can be counted".to_owned(), grouped);
                Err(Fault::new(
                    keys.span("max"),
                    format!("these are too many positions: {positions}"),
                    format!("at most {}; take a smaller `max` or fewer `heaps`", grouped(allowed)),
                ))
            }
        }
    }

    /// How many positions there are; none if the number does not fit.
    pub fn positions(&self) -> Option<u64> {
        match self.count {
            Count::Multisets => self.multisets.count(),
            Count::Tuples => (u64::from(self.multisets.max) + 1).checked_pow(u32::try_from(self.multisets.heaps).ok()?),
        }
    }

    /// The positions in lexicographic order, each as its sizes in order and as its place in an answer about
    /// [`Range::multisets`].
    pub fn iter(&self) -> impl Iterator<Item = (Vec<u32>, usize)> + '_ {
        let first = vec![0; self.multisets.heaps];
        std::iter::successors(Some(first), |sizes| self.successor(sizes)).map(|sizes| {
            let mut ascending = sizes.clone();
            ascending.sort_unstable();
            let index = HeapRange::index(&ascending).and_then(|index| usize::try_from(index).ok());
            (sizes, index.unwrap_or(usize::MAX))
        })
    }

    /// The positions that are so, by their sizes and an answer about [`Range::multisets`], as text, ascending.
    ///
    /// # Errors
    /// More of them than a figure may list.
    pub fn list<T>(&self, answers: &[T], so: impl Fn(&[u32], &T) -> bool) -> Result<Vec<String>, Refusal> {
        let mut list = Vec::new();
        let mut needs = 0;
        for (sizes, _) in self.iter().filter(|(sizes, i)| answers.get(*i).is_some_and(|answer| so(sizes, answer))) {
            needs += 1;
            if needs <= LISTED {
                list.push(written(&sizes));
            }
        }
        if needs > LISTED { Err(Refusal::OverBudget { needs, allows: LISTED }) } else { Ok(list) }
    }

    /// Visits every multiset in the order of an answer about it, with how often it counts: once, or once for each order
    /// of its heaps.
    pub fn walk(&self, mut visit: impl FnMut(&[u32], usize, u64)) {
        let mut index = 0;
        self.multisets.walk(|sizes| {
            let times = if self.count == Count::Tuples { orders(sizes) } else { 1 };
            visit(sizes, index, times);
            index += 1;
        });
    }

    /// What counts as one position, in the field's word.
    pub fn noun(&self) -> &'static str {
        match self.count {
            Count::Multisets => "multisets",
            Count::Tuples => "tuples",
        }
    }

    /// Its positions in words: "120 positions (multisets)".
    pub fn in_words(&self, positions: u64) -> String {
        format!("{positions} {} ({})", noun(positions, "position", "positions"), self.noun())
    }

    /// The range in words: "3 heaps ≤ 7".
    pub fn extent(&self) -> String {
        let HeapRange { heaps, max } = self.multisets;
        format!("{heaps} {} ≤ {max}", noun(heaps, "heap", "heaps"))
    }

    fn successor(&self, sizes: &[u32]) -> Option<Vec<u32>> {
        let grows = sizes.iter().rposition(|&size| size < self.multisets.max)?;
        let mut next = sizes.to_vec();
        let grown = next.get(grows)? + 1;
        let rest = if self.count == Count::Tuples { 0 } else { grown };
        for (i, size) in next.iter_mut().enumerate().skip(grows) {
            *size = if i == grows { grown } else { rest };
        }
        Some(next)
    }
}

/// In how many orders these heaps can stand, which must ascend: a multinomial coefficient.
fn orders(ascending: &[u32]) -> u64 {
    let (mut orders, mut alike, mut before) = (1u64, 0, None);
    for (placed, size) in (1..).zip(ascending) {
        alike = if before == Some(size) { alike + 1 } else { 1 };
        before = Some(size);
        orders = orders.saturating_mul(placed) / alike;
    }
    orders
}

/// Heap sizes as they are written, in the order given: `5,3,5`.
pub fn written(sizes: &[u32]) -> String {
    sizes.iter().map(u32::to_string).collect::<Vec<_>>().join(",")
}
