use std::collections::{BTreeMap, HashMap};
use std::hash::{BuildHasherDefault, Hasher};

use crate::game::{Cut, Piece, Sum};
use crate::solver::{Allowance, Silence};

/// The most strings of one piece: beyond, play comes to more positions than can be visited.
const MOST_STRINGS: u32 = 64;

/// All positions that play can come to from some sums of pieces, and the cuts between them.
///
/// Memory: about 30 bytes a position and 4 a cut, some 120 bytes a position in all.
pub(super) struct Reach {
    asked: Vec<u32>,
    ascending: Vec<u32>,
    /// Where the steps of each position begin and end.
    spans: Vec<(usize, usize)>,
    steps: Vec<Step>,
}

/// A cut: the place of the position that it leads to, and whether it frees a coin.
#[derive(Clone, Copy)]
pub(super) struct Step(u32);

impl Step {
    fn new(to: u32, frees: bool) -> Self {
        Self(to << 1 | u32::from(frees))
    }

    /// The place of the position that it leads to.
    pub(super) fn to(self) -> usize {
        (self.0 >> 1) as usize
    }

    /// Whether it frees a coin.
    pub(super) fn frees(self) -> bool {
        self.0 & 1 == 1
    }
}

impl Reach {
    /// Follows the cuts of every piece from every sum asked about.
    ///
    /// # Errors
    /// More positions than allowed, or more than have a number; or nobody wants to know any more.
    pub(super) fn explore(asked: &[Sum], cuts: &Cuts, allowance: &Allowance) -> Result<Self, Silence> {
        let (tally, mut count) = (Tally::new(asked, cuts)?, allowance.count());
        let allows = allowance.positions;
        let top = asked.iter().map(|sum| sum.strings()).max().and_then(|top| usize::try_from(top).ok()).unwrap_or(0);
        let mut explorer = Explorer { found: 0, levels: vec![Level::default(); top + 1] };
        let asked: Vec<u32> =
            asked.iter().map(|sum| explorer.place(tally.number(sum), sum.strings() as usize)).collect();
        let (mut ascending, mut spans, mut steps) = (Vec::new(), Vec::new(), Vec::new());
        for level in (0..=top).rev() {
            for (place, number) in std::mem::take(&mut explorer.levels[level]).positions {
                let begin = steps.len();
                tally.steps(number, |to, strings_lost, frees| {
                    steps.push(Step::new(explorer.place(to, level - strings_lost), frees));
                });
                ascending.push(place);
                spans.resize(spans.len().max(place as usize + 1), (0, 0));
                spans[place as usize] = (begin, steps.len());
                count.step(1)?;
                let visited = u64::from(explorer.found);
                if visited > allows.min(u64::from(u32::MAX >> 1)) {
                    return Err(Silence::OverBudget { needs: visited, allows });
                }
            }
        }
        ascending.reverse();
        Ok(Self { asked, ascending, spans, steps })
    }

    /// How many positions there are.
    pub(super) fn count(&self) -> usize {
        self.ascending.len()
    }

    /// The places of the sums asked about, in order.
    pub(super) fn asked(&self) -> impl Iterator<Item = usize> {
        self.asked.iter().map(|&place| place as usize)
    }

    /// The places of all positions: every cut leads to one that comes before.
    pub(super) fn ascending(&self) -> impl Iterator<Item = usize> {
        self.ascending.iter().map(|&place| place as usize)
    }

    /// The cuts from a position.
    pub(super) fn steps(&self, place: usize) -> &[Step] {
        let (begin, end) = self.spans[place];
        &self.steps[begin..end]
    }
}

/// What has been found so far: how many positions, and those not yet followed by their number of strings.
struct Explorer {
    found: u32,
    levels: Vec<Level>,
}

/// Positions with equally many strings.
#[derive(Clone, Default)]
struct Level {
    /// The place of each position by its number. Nothing is ever listed from here: its order reaches no answer.
    places: HashMap<u128, u32, BuildHasherDefault<Fold>>,
    /// Place and number of each position, in the order in which they were found.
    positions: Vec<(u32, u128)>,
}

impl Explorer {
    fn place(&mut self, number: u128, strings: usize) -> u32 {
        let level = &mut self.levels[strings];
        let place = *level.places.entry(number).or_insert(self.found);
        if place == self.found {
            level.positions.push((place, number));
            self.found += 1;
        }
        place
    }
}

/// The cuts of every piece that play can come to, in some telling of the rules.
pub(super) struct Cuts(BTreeMap<Piece, Vec<Cut>>);

impl Cuts {
    /// The cuts of these pieces and of all that come of them.
    ///
    /// # Errors
    /// A piece of more strings than can be played through.
    pub(super) fn of(asked: &[Sum], cuts: impl Fn(Piece) -> Vec<Cut>) -> Result<Self, Silence> {
        let mut known = BTreeMap::new();
        let mut open: Vec<Piece> = asked.iter().flat_map(|sum| sum.pieces().iter().copied()).collect();
        open.sort_unstable();
        open.dedup();
        while let Some(piece) = open.pop() {
            if known.contains_key(&piece) {
                continue;
            }
            if piece.strings() > MOST_STRINGS {
                return Err(Silence::OutOfRange(format!("pieces of at most {MOST_STRINGS} strings")));
            }
            let cuts = cuts(piece);
            open.extend(cuts.iter().flat_map(|cut| &cut.leaves));
            known.insert(piece, cuts);
        }
        Ok(Self(known))
    }

    /// At most how many positions play can come to from these sums; `u64::MAX` if more than can be counted.
    ///
    /// A cut never adds a coin or an end on the ground that counts, so that these are multisets of pieces whose coins and ends are
    /// no more than those of some sum asked about.
    pub(super) fn positions(&self, asked: &[Sum]) -> u64 {
        let room = Room::around(asked);
        let (width, height) = (room.coins + 1, room.ends + 1);
        if width.saturating_mul(height) > 1 << 22 {
            return u64::MAX;
        }
        let mut ways = vec![0u64; width * height];
        ways[0] = 1;
        for piece in self.0.keys() {
            let (coins, ends) = size(*piece);
            for c in coins..width {
                for e in ends..height {
                    let more = ways[(c - coins) * height + e - ends];
                    ways[c * height + e] = ways[c * height + e].saturating_add(more);
                }
            }
        }
        let fits = |i: &usize| 2 * (i / height) + i % height <= room.both;
        (0..ways.len()).filter(fits).fold(0, |sum, i| sum.saturating_add(ways[i]))
    }
}

/// How many coins a piece has, and how many ends on the ground. That of a single coin on one string is not counted:
/// other strands of one string may go by its name.
fn size(piece: Piece) -> (usize, usize) {
    let ends = match piece {
        Piece::Half(1) => 0,
        Piece::Chain(_) => 2,
        Piece::Half(_) => 1,
        Piece::Loop(_) | Piece::Free(_) => 0,
    };
    (piece.coins() as usize, ends)
}

/// The most coins, the most ends on the ground, and the most of twice the one and the other together, that a position
/// of some play has.
struct Room {
    coins: usize,
    ends: usize,
    both: usize,
}

impl Room {
    fn around(asked: &[Sum]) -> Self {
        let mut room = Self { coins: 0, ends: 0, both: 0 };
        for sum in asked {
            let (coins, ends) = sum
                .pieces()
                .iter()
                .map(|piece| size(*piece))
                .fold((0, 0), |(coins, ends), (c, e)| (coins + c, ends + e));
            room.coins = room.coins.max(coins);
            room.ends = room.ends.max(ends);
            room.both = room.both.max(2 * coins + ends);
        }
        room
    }

    /// At most how many copies of a piece there can be at once.
    fn copies(&self, piece: Piece) -> usize {
        let (coins, ends) = size(piece);
        (self.coins / coins).min(self.ends.checked_div(ends).unwrap_or(usize::MAX)).min(self.both / (2 * coins + ends))
    }
}

/// Multisets of pieces as numbers: to each kind of piece some bits, which say how many of it there are.
struct Tally {
    kinds: Vec<Kind>,
    /// The kind that each bit belongs to.
    kind_of_bit: Vec<usize>,
}

struct Kind {
    piece: Piece,
    /// The number of one such piece.
    one: u128,
    /// All bits that count it.
    bits: u128,
    /// To each cut: the number of what it leaves, how many strings that has fewer, and whether a coin is freed.
    cuts: Vec<(u128, usize, bool)>,
}

impl Tally {
    fn new(asked: &[Sum], cuts: &Cuts) -> Result<Self, Silence> {
        let room = Room::around(asked);
        let (mut kinds, mut kind_of_bit) = (Vec::new(), Vec::new());
        for piece in cuts.0.keys() {
            let width = (usize::BITS - room.copies(*piece).leading_zeros()).max(1);
            let first = kind_of_bit.len() as u32;
            if first + width > u128::BITS {
                return Err(Silence::OutOfRange("fewer and shorter pieces".to_owned()));
            }
            let one = 1u128 << first;
            let bits = (u128::MAX >> (u128::BITS - width)) << first;
            kind_of_bit.resize((first + width) as usize, kinds.len());
            kinds.push(Kind { piece: *piece, one, bits, cuts: Vec::new() });
        }
        let mut tally = Self { kinds, kind_of_bit };
        for (kind, (piece, cuts)) in cuts.0.iter().enumerate() {
            let mut told: Vec<(u128, usize, bool)> = cuts
                .iter()
                .map(|cut| {
                    let left: u32 = cut.leaves.iter().map(|leaf| leaf.strings()).sum();
                    (tally.number_of(&cut.leaves), piece.strings().saturating_sub(left) as usize, cut.frees > 0)
                })
                .collect();
            told.sort_unstable();
            told.dedup();
            tally.kinds[kind].cuts = told;
        }
        Ok(tally)
    }

    fn number(&self, sum: &Sum) -> u128 {
        self.number_of(sum.pieces())
    }

    fn number_of(&self, pieces: &[Piece]) -> u128 {
        let one =
            |piece: &Piece| self.kinds.binary_search_by_key(piece, |kind| kind.piece).map_or(0, |i| self.kinds[i].one);
        pieces.iter().map(one).sum()
    }

    /// Every cut from a position: where it leads, how many strings fewer that has, and whether a coin is freed.
    fn steps(&self, number: u128, mut step: impl FnMut(u128, usize, bool)) {
        let mut rest = number;
        while rest != 0 {
            let kind = &self.kinds[self.kind_of_bit[rest.trailing_zeros() as usize]];
            rest &= !kind.bits;
            for &(leaves, strings_lost, frees) in &kind.cuts {
                step(number - kind.one + leaves, strings_lost, frees);
            }
        }
    }
}

/// A quick hash of one `u128`: its halves, each blurred, multiplied and folded.
#[derive(Default)]
struct Fold(u64);

impl Hasher for Fold {
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u128(u128::from(self.0) << 8 | u128::from(byte));
        }
    }

    fn write_u128(&mut self, number: u128) {
        let (low, high) = (number as u64 ^ 0x9e37_79b9_7f4a_7c15, (number >> 64) as u64 ^ 0xd1b5_4a32_d192_ed03);
        let product = u128::from(low) * u128::from(high);
        self.0 = product as u64 ^ (product >> 64) as u64;
    }

    fn finish(&self) -> u64 {
        self.0
    }
}
