use std::fmt;
use std::ops::Range;

use super::Misread;
use crate::game::{Board, Piece, Strings, Sum};

/// The most coins that a piece may be written with.
const MOST_COINS: u32 = 1000;

const PIECES: &str =
    "pieces are a chain 3, a loop L4, a strand with one end free H2, one with both F2, or 0 for nothing";

/// Reads a position of strings and coins: a sum of pieces, `1+3+L4`, or a board of Dots and Boxes in ASCII, whose first
/// character is the `+` of a corner and whose rows stand on lines of their own or between slashes.
///
/// # Errors
/// A piece that there is not, or is too large; a board that is not a rectangle of boxes.
pub fn read_strings(text: &str) -> Result<Strings, Misread> {
    if text.trim_start().starts_with('+') {
        read_board(text).map(Strings::Board)
    } else {
        read_sum(text).map(Strings::Sum)
    }
}

fn read_sum(text: &str) -> Result<Sum, Misread> {
    let mut start = 0;
    let mut pieces = Vec::new();
    for part in text.split('+') {
        let at = start + (part.len() - part.trim_start().len())..start + part.trim_end().len();
        start += part.len() + 1;
        pieces.extend(read_piece(part.trim(), at.start..at.end.max(at.start))?);
    }
    Ok(Sum::new(pieces))
}

/// One piece; none for `0`.
fn read_piece(text: &str, at: Range<usize>) -> Result<Option<Piece>, Misread> {
    let (kind, digits): (fn(u32) -> Piece, &str) = match text.chars().next() {
        Some('L' | 'l') => (Piece::Loop, &text[1..]),
        Some('H' | 'h') => (Piece::Half, &text[1..]),
        Some('F' | 'f') => (Piece::Free, &text[1..]),
        _ => (Piece::Chain, text),
    };
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return Err(Misread::new(at, format!("`{text}` is not a piece"), PIECES));
    }
    let Some(coins) = digits.parse().ok().filter(|&coins: &u32| coins <= MOST_COINS) else {
        return Err(Misread::new(
            at,
            format!("a piece of {digits} coins is too large"),
            format!("at most {MOST_COINS} coins"),
        ));
    };
    let piece = kind(coins);
    match piece {
        Piece::Chain(0) => Ok(None),
        _ if piece.exists() => Ok(Some(piece)),
        Piece::Loop(_) => Err(Misread::new(at, format!("`{text}` is not a loop"), "a loop has at least two coins: L2")),
        Piece::Free(_) => Err(Misread::new(
            at,
            format!("`{text}` has no string"),
            "a strand with both ends free has at least two coins: F2",
        )),
        Piece::Chain(_) | Piece::Half(_) => Err(Misread::new(at, format!("`{text}` has no coin"), PIECES)),
    }
}

fn read_board(text: &str) -> Result<Board, Misread> {
    let rows = rows(text);
    let Some(width) = rows.first().map(|(_, row)| row.chars().count()) else {
        return Err(Misread::new(0..text.len(), "the board has no rows", BOARD));
    };
    let columns = width / 2;
    if width.is_multiple_of(2) || rows.len().is_multiple_of(2) {
        let shape = format!("a board of {} rows of {width} characters has no boxes", rows.len());
        return Err(Misread::new(0..text.len(), shape, BOARD));
    }
    let (mut undrawn, mut line) = (Vec::new(), 0);
    for (r, (start, row)) in rows.iter().enumerate() {
        let end = start + row.len();
        if row.chars().count() > width || (r % 2 == 0 && row.chars().count() < width) {
            return Err(Misread::new(*start..end, "this row is not as long as the first", BOARD));
        }
        let mut characters = row.char_indices();
        for c in 0..width {
            // White space at the end of a row of upright lines may be missing.
            let (at, character) = characters.next().map_or((end, ' '), |(i, character)| (start + i, character));
            let (drawn, name) = match (r % 2, c % 2) {
                (0, 0) => ('+', "a dot"),
                (0, _) => ('-', "a line `-` or a space"),
                (_, 0) => ('|', "a line `|` or a space"),
                _ => (' ', "the space of a box"),
            };
            let is_line = r % 2 != c % 2;
            if character != drawn && !(is_line && character == ' ') {
                let after = (at + character.len_utf8()).min(text.len());
                return Err(Misread::new(at..after, format!("`{character}` stands in the place of {name}"), BOARD));
            }
            if is_line {
                if character == ' ' {
                    undrawn.push(line);
                }
                line += 1;
            }
        }
    }
    let (boxes_down, boxes_across) = (rows.len() / 2, columns);
    let sizes = u32::try_from(boxes_down).ok().zip(u32::try_from(boxes_across).ok());
    sizes.and_then(|(down, across)| Board::new(down, across, undrawn)).ok_or_else(|| {
        let message = format!("a board of {boxes_down} × {boxes_across} boxes is out of bounds");
        Misread::new(0..text.len(), message, format!("from 1 to {} rows and columns of boxes", Board::MOST))
    })
}

const BOARD: &str =
    "rows of dots and lines, +-+ +, and between them rows of upright lines, |  |, one character a line or box";

/// The rows of a board, each with the byte at which it starts; empty ones before the first dot and after the last are dropped,
/// and so is what all rows are indented by.
fn rows(text: &str) -> Vec<(usize, &str)> {
    let mut rows = Vec::new();
    let mut start = 0;
    for row in text.split(['\n', '/']) {
        rows.push((start, row.trim_end_matches('\r')));
        start += row.len() + 1;
    }
    while rows.first().is_some_and(|(_, row)| row.trim().is_empty()) {
        rows.remove(0);
    }
    while rows.last().is_some_and(|(_, row)| row.trim().is_empty()) {
        rows.pop();
    }
    let indent = rows.first().map_or(0, |(_, row)| row.len() - row.trim_start_matches(' ').len());
    for (r, (start, row)) in rows.iter_mut().enumerate() {
        let cut = row.bytes().take(indent).take_while(|&b| b == b' ').count();
        *start += cut;
        *row = &row[cut..];
        if r % 2 == 0 {
            *row = row.trim_end();
        }
    }
    rows
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&match self {
            Self::Chain(coins) => format!("{coins}"),
            Self::Loop(coins) => format!("L{coins}"),
            Self::Half(coins) => format!("H{coins}"),
            Self::Free(coins) => format!("F{coins}"),
        })
    }
}

impl fmt::Display for Sum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.pieces().is_empty() {
            return f.pad("0");
        }
        f.pad(&self.pieces().iter().map(Piece::to_string).collect::<Vec<_>>().join("+"))
    }
}

impl fmt::Display for Board {
    /// The rows between slashes.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let line = |line: u32, drawn: char| if self.is_drawn(line) { drawn } else { ' ' };
        let mut rows = Vec::new();
        for row in 0..=self.rows() {
            let mut across = String::from("+");
            for column in 0..self.columns() {
                across.extend([line(self.above(row, column), '-'), '+']);
            }
            rows.push(across);
            if row < self.rows() {
                let mut upright = String::from(line(self.left_of(row, 0), '|'));
                for column in 1..=self.columns() {
                    upright.extend([' ', line(self.left_of(row, column), '|')]);
                }
                rows.push(upright);
            }
        }
        f.pad(&rows.join("/"))
    }
}

impl fmt::Display for Strings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Sum(sum) => sum.fmt(f),
            Self::Board(board) => board.fmt(f),
        }
    }
}
