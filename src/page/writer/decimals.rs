//! Columns of decimal numbers, whose points stand under each other.

use std::collections::VecDeque;

use pulldown_cmark::{Alignment, Event, Tag, TagEnd};

use super::closing;
use crate::essay::Node;

/// A space as wide as a digit.
const DIGIT: char = '\u{2007}';
/// A space as wide as a point.
const POINT: char = '\u{2008}';

/// What follows each cell of a column that is set to the right; nothing where they are not all numbers.
pub(super) fn paddings<'a>(cells: impl Iterator<Item = &'a str> + Clone) -> Option<Vec<String>> {
    let all: Vec<usize> = cells.map(decimals).collect::<Option<_>>()?;
    let most = all.iter().copied().max().unwrap_or(0);
    let padding = |own: &usize| {
        let point = (*own == 0 && most > 0).then_some(POINT);
        point.into_iter().chain(std::iter::repeat_n(DIGIT, most - own)).collect()
    };
    Some(all.iter().map(padding).collect())
}

/// How many digits a number has behind its point; an empty cell has none.
fn decimals(cell: &str) -> Option<usize> {
    let number = cell.trim().trim_start_matches(['-', '−', '+']);
    let (whole, part) = number.split_once('.').unwrap_or((number, ""));
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    (whole.bytes().all(|byte| byte.is_ascii_digit() || byte == b',') && digits(part)).then_some(part.len())
}

/// What follows each cell below the head of a table, in the order in which they are written.
pub(super) fn of_table(
    table: &[Node],
    alignments: &[Alignment],
    words: impl Fn(&[Node]) -> String,
) -> VecDeque<String> {
    let mut rows: Vec<Vec<String>> = Vec::new();
    let mut is_head = false;
    for (i, node) in table.iter().enumerate() {
        match node {
            Node::Event(Event::Start(Tag::TableHead), _) => is_head = true,
            Node::Event(Event::End(TagEnd::TableHead), _) => is_head = false,
            Node::Event(Event::Start(Tag::TableRow), _) => rows.push(Vec::new()),
            Node::Event(Event::Start(Tag::TableCell), _) if !is_head => {
                let cell = table.get(i + 1..closing(table, i)).unwrap_or_default();
                if let Some(row) = rows.last_mut() {
                    row.push(words(cell));
                }
            }
            _ => {}
        }
    }
    let columns: Vec<Option<Vec<String>>> = alignments
        .iter()
        .enumerate()
        .map(|(column, alignment)| {
            let cells = rows.iter().map(|row| row.get(column).map_or("", String::as_str));
            if *alignment == Alignment::Right { paddings(cells) } else { None }
        })
        .collect();
    let padding = |row: usize, column: usize| columns.get(column)?.as_ref()?.get(row).cloned();
    let cells = rows.iter().enumerate().flat_map(|(row, cells)| (0..cells.len()).map(move |column| (row, column)));
    cells.map(|(row, column)| padding(row, column).unwrap_or_default()).collect()
}
