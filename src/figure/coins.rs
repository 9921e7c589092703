//! Strings and coins, drawn: coins as rings, strings as lines, the ground as a bar.

use std::collections::BTreeSet;

use super::canvas::{Canvas, Paint, Point, Stroke};
use crate::game::{Board, Piece, Strings};

/// From the middle of a coin to that of the next.
const STEP: i32 = 32;
/// The radius of a coin.
const COIN: i32 = 7;
/// From the ground to the middle of the first coin.
const GROUND: i32 = 32;
/// The height of a piece in a row.
const ROW: i32 = 2 * COIN + 8;
/// The height of a loop, whose coins stand in two rows.
const RING: i32 = STEP + ROW;
/// The space between two pieces.
const BETWEEN: i32 = 24;
/// The space between two lines of pieces.
const LINES: i32 = 8;
/// The width in which pieces stand side by side; more begin a new line.
const WIDTH: i32 = 352;

const STRING: Stroke = Stroke { paint: Paint::Ink, width: 15, dashed: false };

/// The size of a position in pixels, its pieces side by side.
pub fn size(position: &Strings) -> (i32, i32) {
    match position {
        Strings::Sum(sum) => {
            let lines = lines(sum.pieces());
            let width = lines.iter().map(|line| line.iter().map(|&piece| BETWEEN + piece_size(piece).0).sum::<i32>());
            let height: i32 = lines.iter().map(|line| height(line) + LINES).sum();
            ((width.max().unwrap_or(0) - BETWEEN).max(2 * COIN), (height - LINES).max(ROW))
        }
        Strings::Board(board) => (across(board.columns()), across(board.rows())),
    }
}

/// Draws a position with its upper left corner at the origin of the canvas; `cuts` are marked.
pub fn draw(canvas: &Canvas, position: &Strings, cuts: &BTreeSet<Place>) {
    match position {
        Strings::Sum(sum) => {
            let (mut i, mut top) = (0, 0);
            for line in lines(sum.pieces()) {
                let mut x = 0;
                for &piece in line {
                    draw_piece(canvas, piece, (x, top + height(line) / 2), &Marked { cuts, piece: i });
                    x += piece_size(piece).0 + BETWEEN;
                    i += 1;
                }
                top += height(line) + LINES;
            }
        }
        Strings::Board(board) => draw_board(canvas, board, &Marked { cuts, piece: 0 }),
    }
}

/// Pieces as they stand side by side, in lines.
fn lines(pieces: &[Piece]) -> Vec<&[Piece]> {
    let (mut lines, mut rest) = (Vec::new(), pieces);
    while !rest.is_empty() {
        let mut x = 0;
        let fit = rest.iter().take_while(|&&piece| {
            x += piece_size(piece).0 + BETWEEN;
            x - BETWEEN <= WIDTH
        });
        let (line, after) = rest.split_at(fit.count().max(1));
        lines.push(line);
        rest = after;
    }
    lines
}

/// The height of a line of pieces.
fn height(line: &[Piece]) -> i32 {
    line.iter().map(|&piece| piece_size(piece).1).max().unwrap_or(ROW)
}

/// The mark of a cut.
pub fn mark(canvas: &Canvas, middle: Point) {
    canvas.cross(middle, 4, Stroke::thick(Paint::Move));
}

/// A string of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// The piece of a sum, from 0; 0 for a board.
    pub piece: usize,
    /// The string of the piece, from 0, from left to right; the line of a board.
    pub string: u32,
}

/// The strings of one piece that are to be marked.
struct Marked<'c> {
    cuts: &'c BTreeSet<Place>,
    piece: usize,
}

impl Marked<'_> {
    fn has(&self, string: u32) -> bool {
        self.cuts.contains(&Place { piece: self.piece, string })
    }

    /// Whether the string with a number, as it is drawn, is one of them.
    fn is(&self, string: usize) -> bool {
        u32::try_from(string).is_ok_and(|string| self.has(string))
    }
}

fn int(number: u32) -> i32 {
    i32::try_from(number).unwrap_or(i32::MAX / 1_000)
}

fn piece_size(piece: Piece) -> (i32, i32) {
    let row = |coins: u32| (int(coins) - 1) * STEP;
    match piece {
        Piece::Chain(coins) => (row(coins) + 2 * GROUND, ROW),
        Piece::Half(coins) => (row(coins) + GROUND + COIN, ROW),
        Piece::Free(coins) => (row(coins) + 2 * COIN, ROW),
        Piece::Loop(coins) => (row(coins.div_ceil(2)) + 2 * COIN, RING),
    }
}

/// Draws a piece with the middle of its left side at a point.
fn draw_piece(canvas: &Canvas, piece: Piece, (x, y): Point, marked: &Marked<'_>) {
    let grounded_left = matches!(piece, Piece::Chain(_) | Piece::Half(_));
    let first = x + if grounded_left { GROUND } else { COIN };
    let coins = int(piece.coins());
    if let Piece::Loop(_) = piece {
        return draw_ring(canvas, coins, (first, y), marked);
    }
    let middles: Vec<Point> = (0..coins).map(|i| (first + i * STEP, y)).collect();
    let mut ends = middles.clone();
    if grounded_left {
        ends.insert(0, (x + 2, y));
        rim(canvas, (x, y), (x + 2, y));
    }
    if let Piece::Chain(_) = piece {
        let right = x + piece_size(piece).0 - 2;
        ends.push((right, y));
        rim(canvas, (x, y), (right, y));
    }
    for (i, pair) in ends.windows(2).enumerate() {
        let (from, to) = (pair[0], pair[1]);
        let at = match piece {
            Piece::Chain(_) | Piece::Half(_) if i == 0 => by_ground(from, to),
            Piece::Chain(_) if i + 2 == ends.len() => by_ground(to, from),
            _ => between(from, to),
        };
        string(canvas, from, to, marked.is(i).then_some(at));
    }
    middles.into_iter().for_each(|middle| coin(canvas, middle));
}

/// Coins in a ring: half of them above, the others below.
fn draw_ring(canvas: &Canvas, coins: i32, (x, y): Point, marked: &Marked<'_>) {
    let above = (coins + 1) / 2;
    let (top, bottom) = (y - STEP / 2, y + STEP / 2);
    let upper = (0..above).map(|i| (x + i * STEP, top));
    // An odd ring has one coin less below, which stand between those above.
    let shift = if coins % 2 == 1 { STEP / 2 } else { 0 };
    let lower = (0..coins - above).rev().map(|i| (x + shift + i * STEP, bottom));
    let ring: Vec<Point> = upper.chain(lower).collect();
    let next = ring.iter().cycle().skip(1);
    for (i, (&from, &to)) in ring.iter().zip(next).enumerate() {
        // A ring of two coins has two strings between them, drawn apart.
        let apart = if coins == 2 { if i == 0 { -4 } else { 4 } } else { 0 };
        let (from, to) = ((from.0 + apart, from.1), (to.0 + apart, to.1));
        string(canvas, from, to, marked.is(i).then(|| between(from, to)));
    }
    ring.into_iter().for_each(|middle| coin(canvas, middle));
}

fn across(boxes: u32) -> i32 {
    (int(boxes) - 1) * STEP + 2 * GROUND
}

/// A board: a coin in each box, a string across each line that is not drawn, to its neighbour or to the ground.
fn draw_board(canvas: &Canvas, board: &Board, marked: &Marked<'_>) {
    let middle = |row: u32, column: u32| (GROUND + int(column) * STEP, GROUND + int(row) * STEP);
    for &line in board.undrawn() {
        let boxes: Vec<Point> = board.beside(line).map(|(row, column)| middle(row, column)).collect();
        match boxes.as_slice() {
            [one, other] => {
                string(canvas, *one, *other, marked.has(line).then(|| between(*one, *other)));
            }
            [one] => {
                let end = ground_of(board, line, *one);
                string(canvas, *one, end, marked.has(line).then(|| by_ground(end, *one)));
                rim(canvas, *one, end);
            }
            _ => {}
        }
    }
    for (row, column) in (0..board.rows()).flat_map(|row| (0..board.columns()).map(move |column| (row, column))) {
        if board.sides(row, column).iter().any(|&line| !board.is_drawn(line)) {
            coin(canvas, middle(row, column));
        }
    }
}

/// Where the string across a line of the rim ends.
fn ground_of(board: &Board, line: u32, (x, y): Point) -> Point {
    let Some((row, column)) = board.beside(line).next() else { return (x, y) };
    let out = GROUND - 2;
    let [above, left, right, below] = [
        board.above(row, column),
        board.left_of(row, column),
        board.left_of(row, column + 1),
        board.above(row + 1, column),
    ];
    match line {
        line if line == above => (x, y - out),
        line if line == left => (x - out, y),
        line if line == right => (x + out, y),
        line if line == below => (x, y + out),
        _ => (x, y),
    }
}

/// A bar of ground across the end of a string.
fn rim(canvas: &Canvas, from: Point, end: Point) {
    let stroke = Stroke::thick(Paint::Muted);
    if from.1 == end.1 {
        canvas.line(&[(end.0, end.1 - COIN), (end.0, end.1 + COIN)], stroke);
    } else {
        canvas.line(&[(end.0 - COIN, end.1), (end.0 + COIN, end.1)], stroke);
    }
}

/// The middle of a string between two coins.
fn between(from: Point, to: Point) -> Point {
    ((from.0 + to.0) / 2, (from.1 + to.1) / 2)
}

/// The middle of what can be seen of a string between the ground and a coin.
fn by_ground(ground: Point, coin: Point) -> Point {
    let towards =
        |ground: i32, coin: i32| ground + (coin - ground).signum() * ((coin - ground).abs() - COIN).max(0) / 2;
    (towards(ground.0, coin.0), towards(ground.1, coin.1))
}

/// A string, and on it the mark of a cut.
fn string(canvas: &Canvas, from: Point, to: Point, marked: Option<Point>) {
    match marked {
        None => canvas.line(&[from, to], STRING),
        Some(at) => {
            canvas.line(&[from, to], Stroke { paint: Paint::Move, ..STRING });
            mark(canvas, at);
        }
    }
}

fn coin(canvas: &Canvas, middle: Point) {
    canvas.disc(middle, COIN, Paint::Paper);
    canvas.ring(middle, COIN, Stroke::thick(Paint::Ink));
}
