//! Positions of strings and coins: as text, as ranges, and how a board is a sum of pieces.

use std::collections::BTreeSet;

use proptest::prelude::*;
use rungs::game::{Board, Piece, PositionRange, StringGraph, StringRange, Strings, Sum, SumRange};
use rungs::notation::read_strings;

fn read(text: &str) -> Strings {
    read_strings(text).unwrap_or_else(|fault| panic!("{text}: {fault:?}"))
}

#[test]
fn sums_are_unordered_and_printed_in_order() {
    for (text, printed) in
        [("1+3+L4", "1+3+L4"), ("L4 + 3 + 1", "1+3+L4"), ("F2+H2+l3+2", "2+L3+H2+F2"), ("0", "0"), ("0+2", "2")]
    {
        assert_eq!(read(text).to_string(), printed, "{text}");
    }
}

#[test]
fn what_is_no_piece_is_refused_at_its_place() {
    for (text, at) in [
        ("", 0..0),
        ("1+", 2..2),
        ("1++3", 2..2),
        ("1+x3+2", 2..4),
        ("1+ L1", 3..5),
        ("F1", 0..2),
        ("H0", 0..2),
        ("L", 0..1),
        ("1,3", 0..3),
        ("1+-3", 2..4),
        ("2+1001", 2..6),
        ("99999999999999999999", 0..20),
        ("é", 0..2),
        ("1+L٣", 2..5),
    ] {
        let fault = read_strings(text).unwrap_err();
        assert_eq!(fault.at, at, "{text}: {fault:?}");
        assert!(!fault.help.is_empty(), "{text}");
    }
}

#[test]
fn boards_are_read_from_lines_and_from_slashes() {
    let lines = "\n  +-+ +\n  |   |\n  + +-+\n";
    assert_eq!(read(lines).to_string(), "+-+ +/|   |/+ +-+");
    assert_eq!(read("+-+ +/|   |/+ +-+"), read(lines));
    // White space at the end of a row may be lost on the way.
    assert_eq!(read("+ +\n\n+ +\r\n").to_string(), "+ +/   /+ +");
    assert_eq!(read("+-+/| |/+-+").strings(), 0);
}

#[test]
fn what_is_no_board_is_refused_at_its_place() {
    for (text, at) in [
        ("+", 0..1),
        ("+-+", 0..3),
        ("+-+/| |", 0..7),
        ("+-+/| |/+-", 8..10),
        ("+-+/| |/+-+-", 8..12),
        ("+-+/|x|/+-+", 5..6),
        ("+|+/| |/+-+", 1..2),
        ("+-+/- |/+-+", 4..5),
        ("+-+/| |/+-é", 10..12),
        ("+-+/|é|/+-+", 5..7),
    ] {
        let fault = read_strings(text).unwrap_err();
        assert_eq!(fault.at, at, "{text}: {fault:?}");
    }
    let wide =
        |columns: usize| format!("{}+/{}/{}+", "+ ".repeat(columns), " ".repeat(2 * columns + 1), "+ ".repeat(columns));
    assert!(read_strings(&wide(20)).is_ok());
    assert!(read_strings(&wide(21)).is_err());
}

#[test]
fn a_board_of_chains_and_loops_is_their_sum() {
    for (board, sum) in [
        ("+ +/   /+ +", None),
        ("+-+/   /+-+", Some("1")),
        ("+-+-+-+/       /+-+-+-+", Some("3")),
        ("+-+-+-+/|      /+-+-+-+", Some("H3")),
        ("+-+-+-+/|     |/+-+-+-+", Some("F3")),
        ("+-+-+/|   |/+ + +/|   |/+-+-+", Some("L4")),
        ("+-+-+/|   |/+ + +/| |  /+-+-+", Some("H4")),
        ("+-+-+/| |  /+-+-+", Some("H1")),
        ("+-+/| |/+-+", Some("0")),
        ("+-+-+-+/  |   |/+-+-+-+", Some("H1+F2")),
    ] {
        assert_eq!(read(board).pieces().map(|sum| sum.to_string()).as_deref(), sum, "{board}");
    }
}

#[test]
fn the_graph_of_a_piece_is_that_piece() {
    for coins in 1..=30 {
        for piece in [Piece::Chain(coins), Piece::Loop(coins), Piece::Half(coins), Piece::Free(coins)] {
            if !piece.exists() {
                continue;
            }
            let graph = StringGraph::of(&Strings::Sum(Sum::new([piece]))).unwrap();
            assert_eq!(graph.strings(), piece.strings());
            // A ring of two coins has two strings between them: both lie in one component all the same.
            assert_eq!(graph.components(graph.all()), [graph.all()]);
            assert_eq!(graph.piece(graph.all()), Some(piece));
        }
    }
}

#[test]
fn ranges_have_the_sizes_that_are_known() {
    let range = |chains: &[u32], loops: &[u32], strings| {
        StringRange::Sums(SumRange {
            chains: chains.iter().copied().collect(),
            loops: loops.iter().copied().collect(),
            strings,
        })
    };
    let long: Vec<u32> = (1..=12).collect();
    for (range, count) in [
        (range(&[1, 2, 3, 4, 5], &[4, 6], 15), 207),
        (range(&long, &[4, 6, 8, 10], 20), 1_336),
        (range(&long, &[4, 6, 8, 10], 25), 4_684),
        (range(&long, &[4, 6, 8, 10], 30), 14_857),
        (range(&[1], &[], 1), 0),
    ] {
        assert_eq!(range.count(), Some(count));
        let positions: Vec<Strings> = range.iter().collect();
        assert_eq!(positions.len() as u64, count);
        assert!(positions.is_sorted() && positions.windows(2).all(|pair| pair[0] != pair[1]));
    }
}

#[test]
fn a_range_lies_around_positions() {
    let around = |texts: &[&str]| StringRange::around(&texts.iter().map(|text| read(text)).collect::<Vec<_>>());
    let sums = SumRange { chains: BTreeSet::from([1, 3]), loops: BTreeSet::from([4]), strings: 8 };
    assert_eq!(around(&["1+L4", "3+3"]), Some(StringRange::Sums(sums)));
    for none in [&["H2"][..], &["0"], &["1", "+-+/| |/+ +"], &["+-+/| |/+ +", "+-+-+/| | |/+ + +"], &[]] {
        assert_eq!(around(none), None, "{none:?}");
    }
    let below = around(&["+-+/| |/+ +", "+-+/  |/+-+"]).unwrap();
    let positions: Vec<String> = below.iter().map(|position| position.to_string()).collect();
    assert_eq!(positions, ["+-+/| |/+-+", "+-+/  |/+-+", "+-+/| |/+ +", "+-+/  |/+ +"]);
}

#[test]
fn a_line_stands_beside_the_boxes_that_it_bounds() {
    let board = Board::blank(3, 4).unwrap();
    assert_eq!(board.lines(), 31);
    let mut bounds = vec![0; 31];
    for (row, column) in (0..3).flat_map(|row| (0..4).map(move |column| (row, column))) {
        for side in board.sides(row, column) {
            assert!(board.beside(side).any(|beside| beside == (row, column)), "{side} {row} {column}");
            bounds[side as usize] += 1;
        }
    }
    for line in 0..31 {
        assert_eq!(board.beside(line).count(), bounds[line as usize], "{line}");
    }
    assert_eq!(bounds.iter().filter(|&&boxes| boxes == 1).count(), 14);
}

/// Any position, of either shape.
pub fn positions() -> impl Strategy<Value = Strings> {
    let piece = (0..4, 1u32..40).prop_map(|(kind, coins)| match kind {
        0 => Piece::Chain(coins),
        1 => Piece::Loop(coins),
        2 => Piece::Half(coins),
        _ => Piece::Free(coins),
    });
    let sum = proptest::collection::vec(piece, 0..12).prop_map(|pieces| Strings::Sum(Sum::new(pieces)));
    let board = (1u32..6, 1u32..6, proptest::collection::vec(any::<bool>(), 71)).prop_map(|(rows, columns, drawn)| {
        let lines = Board::blank(rows, columns).unwrap().lines();
        Strings::Board(Board::new(rows, columns, (0..lines).filter(|&line| !drawn[line as usize])).unwrap())
    });
    prop_oneof![sum, board]
}

proptest! {
    #[test]
    fn what_is_printed_is_read_again(position in positions()) {
        prop_assert_eq!(read_strings(&position.to_string()), Ok(position));
    }

    #[test]
    fn no_text_panics(text in "\\PC*") {
        let _ = read_strings(&text);
    }

    #[test]
    fn no_text_of_the_right_characters_panics(text in "[-+| /\nLHF0-9é]{0,60}") {
        if let Err(fault) = read_strings(&text) {
            prop_assert!(text.get(fault.at.clone()).is_some(), "{:?}", fault);
        }
    }
}
