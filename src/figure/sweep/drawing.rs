use super::{Sweep, Swept};
use crate::figure::canvas::{Anchor, Drawing, Paint};
use crate::figure::tabular::{Cell, Column, Tabular};
use crate::game::Convention;
use crate::notation::grouped;

impl Sweep {
    /// One line a range: how many positions, how many lost, and how many the columns get wrong.
    pub(super) fn drawing(&self, swept: &[Swept]) -> Drawing {
        let column = |head: &str, anchor| Column { head: head.to_owned(), anchor, ground: None };
        let (games, nouns, divisors) =
            (self.same(|a| a.row.game.game.name.clone()), self.same(|a| a.row.range.noun()), self.same(|a| a.divisor));
        let controls = self.controls();
        let mut columns = vec![];
        if games.is_none() {
            columns.push(column("game", Anchor::Start));
        }
        columns.push(column("range", Anchor::Start));
        columns.push(column(nouns.unwrap_or("positions"), Anchor::End));
        columns.push(column("lost", Anchor::End));
        let first = columns.len();
        let right = divisors.map_or("mod k + 1".to_owned(), |divisor| format!("mod {divisor}"));
        columns.push(Column { ground: Some(Paint::MoveTint), ..column(&right, Anchor::End) });
        columns.extend(controls.iter().map(|control| column(&format!("mod {control}"), Anchor::End)));
        let rows = self.0.iter().zip(swept).map(|(asked, swept)| {
            let mut row = vec![];
            if games.is_none() {
                row.push(Cell::new(&asked.row.game.game.name, Paint::Ink));
            }
            let noun = if nouns.is_none() { format!(", {}", asked.row.range.noun()) } else { String::new() };
            row.push(Cell::new(asked.row.extent() + &noun, Paint::Ink));
            row.push(Cell::new(grouped(swept.positions), Paint::Ink));
            row.push(Cell::new(grouped(swept.lost), Paint::Ink));
            row.push(wrong(swept.wrong.first().copied(), Paint::Move));
            row.extend(controls.iter().map(|&control| wrong(swept.control(asked, control), Paint::Muted)));
            row
        });
        let convention = self.same(|asked| asked.row.game.convention).unwrap_or_default();
        let ending = if convention == Convention::Misere { ", misère play" } else { "" };
        Tabular {
            title: games.as_ref().map_or(String::new(), |game| format!("{game}{ending}")),
            group: Some((first, columns.len() - 1, "wrong when the columns are read".to_owned())),
            columns,
            rows: rows.collect(),
        }
        .drawing()
    }

    /// What all ranges have in common.
    fn same<T: PartialEq>(&self, of: impl Fn(&super::Asked) -> T) -> Option<T> {
        let first = of(self.0.first()?);
        self.0.iter().all(|asked| of(asked) == first).then_some(first)
    }
}

/// How often the columns are wrong: in the colour of errors unless never.
fn wrong(count: Option<u64>, never: Paint) -> Cell {
    match count {
        None => Cell::new("", never),
        Some(0) => Cell::new("0", never).bold(),
        Some(count) => Cell::new(grouped(count), Paint::FalseWin),
    }
}
