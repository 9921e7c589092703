//! `two-heaps`: two heaps as one position and as two separate games, and the difference.

mod drawing;

use super::range::{GAME, HeapGame};
use super::{Facts, Fault, Key, KeyKind, Keys, Kind, Picture, Request, Table};
use crate::game::{Convention, HeapRange, Nimber, Positions, Value, nim_sum};
use crate::verify::{Gate, Refusal, Verified};

/// The registry's line.
pub const KIND: Kind = Kind {
    name: "two-heaps",
    about: "The values of two heaps as one position, of the two as separate games, and their difference.",
    keys: &[
        GAME,
        Key { name: "max", kind: KeyKind::Integer(0, 31), default: None, about: "the largest heap, inclusive" },
    ],
    facts: &[
        ("cells", "how many pairs of heaps there are, in order"),
        ("agree", "for how many both values are the same"),
        ("together_list", "the values of the two heaps as one position, row by row"),
        ("apart_list", "the values of the two as separate games, row by row"),
        ("difference_list", "the former less the latter, row by row"),
    ],
    example: "game = \"moore(2)\"\nmax = 7\n",
    read,
};

struct TwoHeaps {
    game: HeapGame,
    max: u32,
}

fn read(keys: &Keys) -> Result<Box<dyn Request>, Vec<Fault>> {
    let game = HeapGame::read(keys, "game").map_err(|fault| vec![fault])?;
    if game.convention == Convention::Misere {
        let help = "compare outcomes in misère play: there is the kind `compare`";
        return Err(vec![Fault::new(keys.span("convention"), "a position has no value in misère play", help)]);
    }
    let max = keys.integer("max").and_then(|max| u32::try_from(max).ok()).unwrap_or(0);
    Ok(Box::new(TwoHeaps { game, max }))
}

impl Request for TwoHeaps {
    fn answer(&self, gate: &Gate) -> Result<Verified<Picture>, Refusal> {
        let range = |heaps| Positions::Range(HeapRange { heaps, max: self.max });
        let together = gate.values(&self.game.question(range(2)))?;
        let single = gate.values(&self.game.question(range(1)))?;
        Ok(together.zip(single).map(|(together, single)| self.tables(&together, &single).picture()))
    }
}

impl TwoHeaps {
    /// The tables, from the values of the range of two heaps and of that of one.
    fn tables(&self, together: &[Value], single: &[Value]) -> Tables {
        let side = usize::try_from(self.max).unwrap_or(0) + 1;
        let value = |values: &[Value], index: Option<u64>| {
            let index = index.and_then(|index| usize::try_from(index).ok());
            index.and_then(|index| values.get(index)).copied().flatten().unwrap_or(0)
        };
        let cells = || (0..=self.max).flat_map(move |row| (0..=self.max).map(move |column| (row, column)));
        let alone = |heap| value(single, HeapRange::index(&[heap]));
        Tables {
            game: self.game.game.name.clone(),
            side,
            together: cells().map(|(a, b)| value(together, HeapRange::index(&[a.min(b), a.max(b)]))).collect(),
            apart: cells().map(|(a, b)| nim_sum([alone(a), alone(b)])).collect(),
        }
    }
}

/// Both tables, row by row.
struct Tables {
    game: String,
    side: usize,
    together: Vec<Nimber>,
    apart: Vec<Nimber>,
}

impl Tables {
    fn difference(&self) -> Vec<i64> {
        self.together.iter().zip(&self.apart).map(|(&one, &two)| i64::from(one) - i64::from(two)).collect()
    }

    fn agree(&self) -> usize {
        self.difference().into_iter().filter(|&difference| difference == 0).count()
    }

    fn picture(&self) -> Picture {
        let mut facts = Facts::default();
        facts.set("cells", self.together.len());
        facts.set("agree", self.agree());
        facts.set("together_list", self.together.clone());
        facts.set("apart_list", self.apart.clone());
        facts.set("difference_list", self.difference());
        let (largest, where_) = self.largest_difference();
        let description = format!(
            "Two heaps of {} up to {}: as one position and as two separate games they are worth the same in {} of {} cells. \
             The largest difference is {largest}{where_}.",
            self.game,
            self.side.saturating_sub(1),
            self.agree(),
            self.together.len(),
        );
        Picture {
            facts,
            title: "Two heaps as one position and as two games".to_owned(),
            description,
            table: self.table(),
            attributes: Vec::new(),
            drawing: self.drawing(),
        }
    }

    /// The largest difference, and the first cell in which it stands, in words.
    fn largest_difference(&self) -> (i64, String) {
        let difference = self.difference();
        let Some(largest) = difference.iter().copied().max_by_key(|difference| difference.abs()) else {
            return (0, String::new());
        };
        let first = difference.iter().position(|&other| other == largest).unwrap_or(0);
        let place = if largest == 0 {
            String::new()
        } else {
            format!(", first at {},{}", first / self.side, first % self.side)
        };
        (largest, place)
    }

    fn table(&self) -> Table {
        let head = ["first heap", "second heap", "one position", "two games", "difference"];
        let cells = self.together.iter().zip(&self.apart).zip(self.difference()).enumerate();
        let row = |(i, ((together, apart), difference)): (usize, ((&Nimber, &Nimber), i64))| {
            let numbers = [i64::try_from(i / self.side), i64::try_from(i % self.side)].map(Result::unwrap_or_default);
            let values = [i64::from(*together), i64::from(*apart), difference];
            numbers.into_iter().chain(values).map(|number| number.to_string()).collect()
        };
        Table { head: head.map(str::to_owned).to_vec(), rows: cells.map(row).collect() }
    }
}
