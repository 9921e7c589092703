use super::{Piece, Strings};

/// A position as a graph: to each coin the set of its strings, as a bit mask. A string that hangs on one coin
/// alone goes to the ground. At most 64 strings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StringGraph {
    coins: Vec<u64>,
    strings: u32,
}

impl StringGraph {
    /// The graph of a position; none if it has more than 64 strings.
    pub fn of(position: &Strings) -> Option<Self> {
        if position.strings() > 64 {
            return None;
        }
        let mut graph = Self { coins: Vec::new(), strings: position.strings() as u32 };
        match position {
            Strings::Sum(sum) => {
                let mut first = 0;
                for piece in sum.pieces() {
                    graph.hang(*piece, first);
                    first += piece.strings();
                }
            }
            Strings::Board(board) => {
                for row in 0..board.rows() {
                    for column in 0..board.columns() {
                        let sides = board.sides(row, column).map(|side| board.undrawn().binary_search(&side));
                        graph.coins.push(sides.into_iter().flatten().fold(0, |strings, i| strings | 1 << i));
                    }
                }
                graph.coins.retain(|&strings| strings != 0);
            }
        }
        Some(graph)
    }

    /// Adds the coins of a piece whose strings are numbered along it from `first`.
    fn hang(&mut self, piece: Piece, first: u32) {
        let n = piece.coins();
        let string = |i: u32| 1u64 << (first + i);
        for coin in 0..n {
            // The strings before and after the coin; strand ends that were cut free have none.
            self.coins.push(match piece {
                Piece::Chain(_) => string(coin) | string(coin + 1),
                Piece::Loop(_) => string(coin) | string((coin + 1) % n),
                Piece::Half(_) if coin == 0 => string(0),
                Piece::Half(_) => string(coin - 1) | string(coin),
                Piece::Free(_) if coin == 0 => string(0),
                Piece::Free(_) if coin + 1 == n => string(coin - 1),
                Piece::Free(_) => string(coin - 1) | string(coin),
            });
        }
    }

    /// How many strings there are.
    pub fn strings(&self) -> u32 {
        self.strings
    }

    /// All strings.
    pub fn all(&self) -> u64 {
        1u64.checked_shl(self.strings).map_or(u64::MAX, |beyond| beyond - 1)
    }

    /// The strings of each coin.
    pub fn coins(&self) -> &[u64] {
        &self.coins
    }

    /// How many coins the cut of a string frees, where these strings are left before it.
    pub fn frees(&self, left: u64, string: u32) -> u32 {
        let cut = 1 << string;
        self.coins.iter().filter(|&&coin| coin & left == cut).count() as u32
    }

    /// The connected components of these strings: coins join strings, the ground does not.
    pub fn components(&self, left: u64) -> Vec<u64> {
        let mut components: Vec<u64> = Vec::new();
        for strings in self.coins.iter().map(|coin| coin & left).filter(|&strings| strings != 0) {
            let (joined, mut apart): (Vec<u64>, Vec<u64>) =
                components.iter().partition(|&component| component & strings != 0);
            apart.push(joined.into_iter().fold(strings, |all, component| all | component));
            components = apart;
        }
        components
    }

    /// The piece that a connected component is; none where a coin has more than two strings.
    pub fn piece(&self, component: u64) -> Option<Piece> {
        let degrees: Vec<u32> =
            self.coins.iter().map(|coin| (coin & component).count_ones()).filter(|&degree| degree > 0).collect();
        let (coins, strings) = (degrees.len() as u32, component.count_ones());
        let straight = degrees.iter().all(|&degree| degree <= 2);
        straight.then(|| match strings.cmp(&coins) {
            std::cmp::Ordering::Greater => Piece::Chain(coins),
            std::cmp::Ordering::Less => Piece::Free(coins),
            std::cmp::Ordering::Equal if degrees.contains(&1) => Piece::Half(coins),
            std::cmp::Ordering::Equal => Piece::Loop(coins),
        })
    }
}
