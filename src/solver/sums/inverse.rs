use crate::game::Nimber;

/// The heaps of each value, for games in which values grow with heaps: whether two heaps with n counters together are
/// worth t is asked of blocks of values at once.
///
/// The values x with the same bits above the k-th go with those values x ⊕ t that have the bits of t there. If the
/// least heaps of the two blocks have more than n counters together, or the largest fewer, no pair among them will do.
#[derive(Default)]
pub(super) struct Inverse {
    /// The heaps of each value, from 1 on, ascending.
    heaps: Vec<Vec<u32>>,
    /// For each k from [`SMALLEST`] on and each block of 2ᵏ values its least and its largest heap; (1, 0) where there
    /// is none.
    blocks: Vec<Vec<(u32, u32)>>,
}

/// Blocks of 2ᵏ values with a smaller k are not kept.
const SMALLEST: usize = 3;

impl Inverse {
    /// Takes in the value of the next heap.
    pub(super) fn observe(&mut self, heap: u32, value: Nimber) {
        let at = value as usize;
        if at >= self.heaps.len() {
            self.heaps.resize((at + 1).next_power_of_two().max(1 << SMALLEST), Vec::new());
            let levels = self.heaps.len().ilog2() as usize + 1 - SMALLEST;
            let lengths = (0..levels).map(|level| self.heaps.len() >> (level + SMALLEST));
            self.blocks.resize(levels, Vec::new());
            self.blocks.iter_mut().zip(lengths).for_each(|(blocks, length)| blocks.resize(length, (1, 0)));
            self.spread_upwards();
        }
        self.heaps[at].push(heap);
        for (level, blocks) in self.blocks.iter_mut().enumerate() {
            let (least, largest) = &mut blocks[at >> (level + SMALLEST)];
            *least = if *least > *largest { heap } else { (*least).min(heap) };
            *largest = (*largest).max(heap);
        }
    }

    /// Works out the levels that are new from those below.
    fn spread_upwards(&mut self) {
        for level in 1..self.blocks.len() {
            let (below, above) = self.blocks.split_at_mut(level);
            for (block, halves) in above[0].iter_mut().zip(below[level - 1].chunks(2)) {
                let there = halves.iter().filter(|(least, largest)| least <= largest);
                let (leasts, largests): (Vec<u32>, Vec<u32>) = there.copied().unzip();
                let least = leasts.into_iter().min();
                *block = least.zip(largests.into_iter().max()).unwrap_or((1, 0));
            }
        }
    }

    /// Whether two heaps, neither empty, with `rest` counters together are worth `sum` together; two equal heaps are
    /// looked at if `equal_parts`.
    pub(super) fn attains(&self, sum: Nimber, rest: usize, equal_parts: bool, values: &[Nimber]) -> bool {
        let sum = sum as usize;
        if sum >= self.heaps.len() {
            return false;
        }
        let asked = Asked { sum, rest, equal_parts, values };
        self.blocks.len().checked_sub(1).is_some_and(|top| self.within(top, 0, &asked))
    }

    /// Whether that holds of a pair of which one heap has a value in this block.
    fn within(&self, level: usize, block: usize, asked: &Asked<'_>) -> bool {
        let partner = block ^ (asked.sum >> (level + SMALLEST));
        let ((least, largest), (other_least, other_largest)) = (self.blocks[level][block], self.blocks[level][partner]);
        // Each pair of blocks need be looked at from one side alone.
        let empty = least > largest || other_least > other_largest;
        let counters = |one: u32, other: u32| one as usize + other as usize;
        if empty
            || block > partner
            || counters(least, other_least) > asked.rest
            || counters(largest, other_largest) < asked.rest
        {
            return false;
        }
        match level.checked_sub(1) {
            Some(below) => self.within(below, 2 * block, asked) || self.within(below, 2 * block + 1, asked),
            None => (block << SMALLEST..(block + 1) << SMALLEST)
                .any(|value| self.heaps[value].iter().any(|&heap| asked.holds_with(heap as usize, value))),
        }
    }
}

/// What is asked of pairs of heaps.
struct Asked<'a> {
    sum: usize,
    rest: usize,
    equal_parts: bool,
    values: &'a [Nimber],
}

impl Asked<'_> {
    fn holds_with(&self, heap: usize, value: usize) -> bool {
        let other = self.rest.checked_sub(heap).filter(|&other| other > 0 && (self.equal_parts || other != heap));
        let other = other.and_then(|other| self.values.get(other));
        other.is_some_and(|&other| other as usize == self.sum ^ value)
    }
}
