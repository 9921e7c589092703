use super::{Asked, Sweep, Swept};
use crate::figure::canvas::{Anchor, Drawing, Paint};
use crate::figure::criteria::Criterion;
use crate::figure::tabular::{Cell, Column, Tabular};
use crate::game::Convention;
use crate::notation::grouped;

impl Sweep {
    /// One line a range: how many positions, how many lost, and how many the columns get wrong.
    pub(super) fn drawing(&self, swept: &[Swept]) -> Drawing {
        let column = |head: &str, anchor| Column { head: head.to_owned(), anchor, ground: None };
        let (games, nouns) =
            (self.same(|asked| asked.row.game.game.name.clone()), self.same(|asked| asked.row.range.noun()));
        let controls = self.controls();
        let mut columns = vec![];
        if games.is_none() {
            columns.push(column("game", Anchor::Start));
        }
        columns.push(column("range", Anchor::Start));
        columns.push(column(nouns.unwrap_or("positions"), Anchor::End));
        columns.push(column("lost", Anchor::End));
        let first = columns.len();
        // Where only the columns are read, their divisors say enough.
        let columns_only = self.0.iter().all(Asked::is_theorem);
        let head = |criterion: Criterion| {
            if columns_only { format!("mod {}", criterion.number()) } else { criterion.to_string() }
        };
        let right = match self.same(|asked| head(asked.criterion)) {
            Some(same) => same,
            None if columns_only => "mod k + 1".to_owned(),
            None => "criterion".to_owned(),
        };
        columns.push(Column { ground: Some(Paint::MoveTint), ..column(&right, Anchor::End) });
        columns.extend(controls.iter().map(|&control| column(&head(Criterion::columns(control)), Anchor::End)));
        let rows = self.0.iter().zip(swept).map(|(asked, swept)| {
            let mut row = vec![];
            if games.is_none() {
                row.push(Cell::new(&asked.row.game.game.name, Paint::Ink));
            }
            let noun = if nouns.is_none() { format!(", {}", asked.row.range.noun()) } else { String::new() };
            row.push(Cell::new(asked.row.range.extent() + &noun, Paint::Ink));
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
            group: Some((
                first,
                columns.len() - 1,
                (if columns_only { "columns are wrong on" } else { "wrong on" }).to_owned(),
            )),
            columns,
            rows: rows.collect(),
        }
        .drawing()
    }

    /// What all ranges have in common.
    fn same<T: PartialEq>(&self, of: impl Fn(&Asked) -> T) -> Option<T> {
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
