//! The rules of Nimstring told a second time, from the text of a position: strings as pairs of ends, turns spelled out.
//! Nothing here knows the ruleset, the notation or a solver.

use std::collections::{BTreeSet, HashMap};

/// What becomes of who frees the last coin.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum End {
    /// The turn passes.
    Passes,
    /// The same player must cut again.
    MustCut,
}

/// Strings, each with the coins at its ends; 0 is the ground. The set of strings that are left is a bit mask.
pub struct Net {
    strings: Vec<[usize; 2]>,
    end: End,
    /// Whether a cut that is owed may be paid in the heap beside the strings.
    anywhere: bool,
    memo: HashMap<(u32, u32, bool), bool>,
    values: HashMap<u32, u32>,
}

impl Net {
    /// The strings of `1+3+L4` or of a board drawn with `+-+` and `|`.
    pub fn new(text: &str, end: End) -> Self {
        let strings = if text.starts_with('+') { of_board(text) } else { of_pieces(text) };
        Self { strings, end, anywhere: end == End::MustCut, memo: HashMap::new(), values: HashMap::new() }
    }

    /// The same strings, where debts are paid so.
    pub fn paying(self, anywhere: bool) -> Self {
        Self { anywhere, ..self }
    }

    pub fn all(&self) -> u32 {
        (0..self.strings.len()).fold(0, |all, i| all | 1 << i)
    }

    fn frees(&self, left: u32, cut: usize) -> bool {
        let others: Vec<[usize; 2]> =
            (0..self.strings.len()).filter(|&i| i != cut && left >> i & 1 == 1).map(|i| self.strings[i]).collect();
        self.strings[cut].iter().any(|&coin| coin != 0 && !others.iter().any(|ends| ends.contains(&coin)))
    }

    /// Whether the player to move wins, who may also take from a heap beside it: at the beginning of a turn, or `within` one.
    pub fn wins(&mut self, left: u32, heap: u32, within: bool) -> bool {
        if let Some(&known) = self.memo.get(&(left, heap, within)) {
            return known;
        }
        let mut won = false;
        if !within || self.anywhere {
            won = (0..heap).any(|smaller| !self.wins(left, smaller, false));
        }
        for cut in 0..self.strings.len() {
            if won {
                break;
            }
            if left >> cut & 1 == 0 {
                continue;
            }
            let rest = left & !(1 << cut);
            won = if self.frees(left, cut) && (rest != 0 || self.end == End::MustCut) {
                self.wins(rest, heap, true)
            } else {
                !self.wins(rest, heap, false)
            };
        }
        self.memo.insert((left, heap, within), won);
        won
    }

    /// The heap beside which the player to move loses; none if there is none up to the number of strings.
    pub fn lost_beside(&mut self, left: u32) -> Option<u32> {
        (0..=left.count_ones()).find(|&heap| !self.wins(left, heap, false))
    }

    /// Whether the player to move wins where a player who cannot move has won.
    pub fn wins_misere(&mut self, left: u32) -> bool {
        if left == 0 {
            return true;
        }
        (0..self.strings.len()).filter(|cut| left >> cut & 1 == 1).any(|cut| {
            let rest = left & !(1 << cut);
            let again = self.frees(left, cut) && (rest != 0 || self.end == End::MustCut);
            self.wins_misere(rest) == again
        })
    }

    /// All positions in which a turn can end.
    pub fn turn_ends(&self, left: u32) -> BTreeSet<u32> {
        let mut ends = BTreeSet::new();
        for cut in (0..self.strings.len()).filter(|cut| left >> cut & 1 == 1) {
            let rest = left & !(1 << cut);
            if !self.frees(left, cut) {
                ends.insert(rest);
            } else if rest != 0 {
                ends.extend(self.turn_ends(rest));
            } else if self.end == End::Passes {
                ends.insert(0);
            }
        }
        ends
    }

    /// What is left of a sum, its components named by their coins and their strings to the ground, as a sum is printed.
    pub fn named(&self, left: u32) -> String {
        let strings: Vec<[usize; 2]> =
            (0..self.strings.len()).filter(|i| left >> i & 1 == 1).map(|i| self.strings[i]).collect();
        let mut open: BTreeSet<usize> = strings.iter().flatten().copied().filter(|&coin| coin != 0).collect();
        let mut names = Vec::new();
        while let Some(first) = open.pop_first() {
            let mut coins = BTreeSet::from([first]);
            loop {
                let tied = strings.iter().filter(|ends| ends.iter().any(|coin| coins.contains(coin))).flatten();
                let grown: BTreeSet<usize> = tied.copied().filter(|&coin| coin != 0).chain(coins.clone()).collect();
                if grown.len() == coins.len() {
                    break;
                }
                coins = grown;
            }
            open.retain(|coin| !coins.contains(coin));
            let grounds = strings.iter().filter(|ends| ends.contains(&0) && ends.iter().any(|c| coins.contains(c)));
            let all = strings.iter().filter(|ends| ends.iter().any(|coin| coins.contains(coin))).count();
            let (rank, letter) = match (grounds.count(), all == coins.len()) {
                (2, _) => (0, ""),
                (0, true) => (1, "L"),
                (1, _) => (2, "H"),
                _ => (3, "F"),
            };
            names.push((rank, coins.len(), format!("{letter}{}", coins.len())));
        }
        names.sort();
        let names: Vec<String> = names.into_iter().map(|(.., name)| name).collect();
        if names.is_empty() { "0".to_owned() } else { names.join("+") }
    }

    /// The least number that is no value of an end of a turn.
    pub fn mex(&mut self, left: u32) -> u32 {
        if let Some(&known) = self.values.get(&left) {
            return known;
        }
        let ends: Vec<u32> = self.turn_ends(left).into_iter().map(|end| self.mex(end)).collect();
        let value = (0..).find(|value| !ends.contains(value)).unwrap();
        self.values.insert(left, value);
        value
    }
}

fn of_pieces(text: &str) -> Vec<[usize; 2]> {
    let (mut strings, mut coin) = (Vec::new(), 0);
    for piece in text.split('+').filter(|piece| *piece != "0") {
        let coins: usize = piece.trim_start_matches(['L', 'H', 'F']).parse().unwrap();
        let (first, last) = (coin + 1, coin + coins);
        strings.extend((first..last).map(|c| [c, c + 1]));
        match piece.as_bytes()[0] {
            b'L' => strings.push([last, first]),
            b'H' => strings.push([last, 0]),
            b'F' => {}
            _ => strings.extend([[0, first], [last, 0]]),
        }
        coin = last;
    }
    strings
}

fn of_board(text: &str) -> Vec<[usize; 2]> {
    let rows: Vec<Vec<char>> = text.split('/').map(|row| row.chars().collect()).collect();
    let (height, width) = (rows.len(), rows[0].len());
    // The box whose middle stands at a place of the text; 0 outside.
    let at = |y: usize, x: usize| if y < height && x < width { (y / 2) * (width / 2) + x / 2 + 1 } else { 0 };
    let mut strings = Vec::new();
    for (y, row) in rows.iter().enumerate() {
        for (x, &drawn) in row.iter().enumerate() {
            match (y % 2, x % 2) {
                (0, 1) if drawn == ' ' => strings.push([y.checked_sub(1).map_or(0, |y| at(y, x)), at(y + 1, x)]),
                (1, 0) if drawn == ' ' => strings.push([x.checked_sub(1).map_or(0, |x| at(y, x)), at(y, x + 1)]),
                _ => {}
            }
        }
    }
    strings
}
