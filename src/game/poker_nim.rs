use super::{HeapRange, Heaps, Move, PositionRange, Positions, Ruleset, Then};

/// Poker Nim: a player takes any number of counters from one heap, or puts some into one (*Winning Ways*, chapter 3).
///
/// What is put into heaps comes from a reserve that both share and that is never filled again: play would not end
/// otherwise. How much of it is gone is part of a position ([`Heaps::put_back`]).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PokerNim {
    /// How many counters can be put into heaps from the first move to the last, by both players together.
    pub reserve: u32,
}

impl PokerNim {
    /// The heaps that play comes to from such positions, at the most, for each number of counters put back.
    pub fn reached(&self, from: &Positions<Heaps>) -> HeapRange {
        let HeapRange { heaps, max } = from.bounds();
        HeapRange { heaps, max: max.saturating_add(self.reserve) }
    }
}

impl Ruleset for PokerNim {
    type Position = Heaps;

    fn moves(&self, from: &Heaps) -> Vec<Move<Heaps>> {
        let sizes = from.sizes();
        let left = self.reserve.saturating_sub(from.put_back());
        let distinct = sizes.iter().enumerate().filter(|&(i, size)| i == 0 || sizes.get(i - 1) != Some(size));
        let mut moves = Vec::new();
        for (i, &size) in distinct {
            let mut leave = |becomes: u32, put_back: u32| {
                let mut next = sizes.to_vec();
                next[i] = becomes;
                moves.push(Move { to: Heaps::new(next).with_put_back(put_back), then: Then::Passes });
            };
            (0..size).for_each(|becomes| leave(becomes, from.put_back()));
            let room = left.min(u32::MAX - size);
            (1..=room).for_each(|added| leave(size + added, from.put_back() + added));
        }
        moves
    }

    fn moves_at_most(&self, from: &Heaps) -> Option<u64> {
        let heaps = from.sizes().len() as u64;
        Some(from.counters().saturating_add(heaps.saturating_mul(self.reserve.into())))
    }

    fn moves_in_all(&self, from: &Positions<Heaps>) -> u64 {
        from.moves_in_all(self)
    }

    fn reserve(&self) -> u32 {
        self.reserve
    }

    fn visits(&self, from: &Positions<Heaps>) -> u64 {
        let heaps = self.reached(from).count().unwrap_or(u64::MAX);
        heaps.saturating_mul(u64::from(self.reserve) + 1)
    }
}
