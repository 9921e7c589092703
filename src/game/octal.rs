use super::{Amounts, BulkRule, HeapRule, Heaps, Move, PeriodTheorem, Positions, Ruleset, moves_in_one_heap};

/// Taking-and-breaking games by code, d₀·d₁d₂… (Guy and Smith 1956).
///
/// A move takes i counters from one heap, where the digit dᵢ says what may be left of it: nothing if it holds 1,
/// one heap if it holds 2, two heaps if it holds 4, three if it holds 8. Digits up to 7 make an octal game,
/// digits up to 15 a hexadecimal one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Octal {
    digits: Vec<u8>,
}

/// Why digits are no code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BadCode {
    /// Nothing is taken, and one heap or none is left: that is no move, and play would not end.
    IdleFirstDigit,
    /// The digit at this place is above 15.
    DigitTooLarge(usize),
}

impl Octal {
    /// The game with these digits, d₀ first.
    ///
    /// # Errors
    /// d₀ that holds 1 or 2; a digit above 15.
    pub fn new(digits: impl Into<Vec<u8>>) -> Result<Self, BadCode> {
        let mut digits: Vec<u8> = digits.into();
        if digits.first().is_some_and(|first| first & 3 != 0) {
            return Err(BadCode::IdleFirstDigit);
        }
        if let Some(place) = digits.iter().position(|&digit| digit > 15) {
            return Err(BadCode::DigitTooLarge(place));
        }
        while digits.last() == Some(&0) {
            digits.pop();
        }
        Ok(Self { digits })
    }

    /// The digits, d₀ first, noughts at the end left out.
    pub fn digits(&self) -> &[u8] {
        &self.digits
    }

    /// Into how many heaps a move can break what is left, at least 1: the highest bit of all digits.
    fn parts(&self) -> usize {
        let all = self.digits.iter().fold(0, |all, digit| all | digit);
        (all | 2).ilog2() as usize
    }
}

impl HeapRule for Octal {
    fn replacements(&self, heap: u32, show: &mut dyn FnMut(&[u32])) {
        for (taken, &digit) in (0..=heap).zip(&self.digits) {
            let left = heap - taken;
            if digit & 1 != 0 && left == 0 {
                show(&[]);
            }
            if digit & 2 != 0 && left > 0 {
                show(&[left]);
            }
            if digit & 4 != 0 {
                (1..=left / 2).for_each(|a| show(&[a, left - a]));
            }
            if digit & 8 != 0 {
                (1..=left / 3).for_each(|a| (a..=(left - a) / 2).for_each(|b| show(&[a, b, left - a - b])));
            }
        }
    }

    fn in_bulk(&self) -> Option<BulkRule> {
        let with = |bit: u8| {
            (0..).zip(&self.digits).filter(move |(_, digit)| *digit & bit != 0).map(|(taken, _): (u32, _)| taken)
        };
        Some(BulkRule {
            empties: Amounts::Of(with(1).collect()),
            shrinks: Amounts::Of(with(2).collect()),
            splits: with(4).collect(),
            equal_parts: true,
            triples: with(8).collect(),
        })
    }

    fn period_theorem(&self) -> Option<PeriodTheorem> {
        Some(PeriodTheorem::Breaking { last: self.digits.len().saturating_sub(1), parts: self.parts() })
    }
}

impl Ruleset for Octal {
    type Position = Heaps;

    fn moves(&self, from: &Heaps) -> Vec<Move<Heaps>> {
        moves_in_one_heap(self, from)
    }

    fn moves_at_most(&self, from: &Heaps) -> Option<u64> {
        let digits = |bit: u8| self.digits.iter().filter(|&digit| digit & bit != 0).count() as u64;
        let (one, two, three) = (digits(3), digits(4), digits(8));
        let of_heap = |&heap: &u32| {
            let heap = u64::from(heap);
            let breaks = two.saturating_mul(heap / 2).saturating_add(three.saturating_mul(heap * heap / 12 + 1));
            one.min(heap).saturating_add(breaks)
        };
        Some(from.sizes().iter().map(of_heap).fold(0, u64::saturating_add))
    }

    fn heap_rule(&self) -> Option<&dyn HeapRule> {
        Some(self)
    }

    fn visits(&self, from: &Positions<Heaps>) -> u64 {
        if self.parts() > 1 { from.broken() } else { from.lowered() }
    }
}
