use crate::game::{Board, Positions, StringRange, Strings, Sum};

/// Positions with their places in an answer: boards that are solved together, and sums.
pub(super) struct Split {
    /// Boards, each with what can come of it.
    pub(super) boards: Vec<Below>,
    /// Sums of pieces.
    pub(super) sums: Vec<(usize, Sum)>,
}

/// A board, and those asked about that can come of it, each as its place in the answer and as the set of the undrawn
/// lines that it still has: bit i is the i-th.
pub(super) struct Below {
    pub(super) top: Board,
    pub(super) asked: Vec<(usize, u64)>,
}

impl Split {
    /// Splits positions; a board joins the first before it that it can come of.
    pub(super) fn of(positions: &Positions<Strings>) -> Self {
        let mut split = Self { boards: Vec::new(), sums: Vec::new() };
        if let Positions::Range(StringRange::Below(top)) = positions {
            let masks = 0..positions.count().unwrap_or(0);
            split.boards.push(Below { top: top.clone(), asked: masks.map(|mask| (mask as usize, mask)).collect() });
            return split;
        }
        for (place, position) in positions.iter().enumerate() {
            match position {
                Strings::Sum(sum) => split.sums.push((place, sum)),
                Strings::Board(board) => match split.boards.iter_mut().find(|below| below.holds(&board)) {
                    Some(below) => below.asked.push((place, below.mask(&board))),
                    None => {
                        let mut below = Below { top: board, asked: Vec::new() };
                        below.asked.push((place, below.mask(&below.top)));
                        split.boards.push(below);
                    }
                },
            }
        }
        split
    }

    /// How many positions are asked about.
    pub(super) fn count(&self) -> usize {
        self.sums.len() + self.boards.iter().map(|below| below.asked.len()).sum::<usize>()
    }
}

impl Below {
    /// How many undrawn lines the board has.
    pub(super) fn lines(&self) -> usize {
        self.top.undrawn().len()
    }

    fn holds(&self, board: &Board) -> bool {
        (board.rows(), board.columns()) == (self.top.rows(), self.top.columns())
            && board.undrawn().iter().all(|&line| !self.top.is_drawn(line))
    }

    /// The lines of a board as bits; of a board with more than 64 lines the first 64.
    fn mask(&self, board: &Board) -> u64 {
        let bit = |line: &u32| self.top.undrawn().binary_search(line).ok().and_then(|i| 1u64.checked_shl(i as u32));
        board.undrawn().iter().filter_map(bit).fold(0, |mask, bit| mask | bit)
    }
}

/// How many sets of so many lines or strings there are; `u64::MAX` if more than can be counted.
pub(super) fn sets_of(lines: usize) -> u64 {
    u32::try_from(lines).ok().and_then(|lines| 1u64.checked_shl(lines)).unwrap_or(u64::MAX)
}
