//! The table under a board to play on is all that its machine knows: it must be right in every row.

use std::collections::BTreeSet;

use rungs::figure::{Body, Id, Kind, Picture};
use rungs::verify::{Budget, Gate, Panel};

fn picture(toml: &str) -> Picture {
    let body =
        Body::read(Kind::named("play").unwrap(), toml, Id::Optional).unwrap_or_else(|faults| panic!("{faults:?}"));
    body.request.answer(&Gate::new(Panel::default(), Budget::default())).unwrap().get().clone()
}

fn faults(toml: &str) -> Vec<String> {
    let read = Body::read(Kind::named("play").unwrap(), toml, Id::Optional);
    read.err().unwrap_or_default().into_iter().map(|fault| fault.message).collect()
}

fn sizes(position: &str) -> Vec<u32> {
    position.split(',').map(|size| size.parse().unwrap()).collect()
}

fn positions(cell: &str) -> Vec<&str> {
    cell.split(' ').filter(|text| *text != "–").collect()
}

/// Bouton's theorem and his rule for misère play, told here once more.
fn lost(sizes: &[u32], misere: bool) -> bool {
    let sum = sizes.iter().fold(0, |sum, size| sum ^ size);
    if misere && sizes.iter().all(|&size| size <= 1) { sum == 1 } else { sum == 0 }
}

/// The positions that one move of Nim leads to, told here once more.
fn options(from: &[u32]) -> BTreeSet<Vec<u32>> {
    let mut found = BTreeSet::new();
    for i in 0..from.len() {
        for left in 0..from[i] {
            let mut to = from.to_vec();
            to[i] = left;
            to.sort_unstable();
            found.insert(to);
        }
    }
    found
}

#[test]
fn every_row_lists_the_options_and_the_winning_moves_under_both_conventions() {
    let picture = picture("game = \"nim\"\nheaps = [3, 5, 7]");
    let mut seen = BTreeSet::new();
    for row in &picture.table.rows {
        let [position, all, normal, misere] = row.as_slice() else { panic!("{row:?}") };
        let expected = options(&sizes(position));
        assert_eq!(positions(all).into_iter().map(sizes).collect::<BTreeSet<_>>(), expected, "{position}");
        for (cell, convention) in [(normal, false), (misere, true)] {
            let winning: BTreeSet<_> = expected.iter().filter(|to| lost(to, convention)).cloned().collect();
            assert_eq!(positions(cell).into_iter().map(sizes).collect::<BTreeSet<_>>(), winning, "{position}");
        }
        seen.insert(sizes(position));
    }
    let mut within = BTreeSet::new();
    for (a, b, c) in (0..=3).flat_map(|a| (0..=5).flat_map(move |b| (0..=7).map(move |c| (a, b, c)))) {
        let mut heaps = vec![a, b, c];
        heaps.sort_unstable();
        within.insert(heaps);
    }
    assert_eq!(seen, within);
}

/// The positions that one move of Kayles leads to, told here: one or two counters from a heap, and what is left of it
/// may be split in two.
fn options_in_kayles(from: &[u32]) -> BTreeSet<Vec<u32>> {
    let mut found = BTreeSet::new();
    for (i, &size) in from.iter().enumerate() {
        for rest in [1, 2].into_iter().filter_map(|taken| size.checked_sub(taken)) {
            for part in 0..=rest / 2 {
                let mut to = from.to_vec();
                to[i] = rest - part;
                to.extend((part > 0).then_some(part));
                to.sort_unstable();
                found.insert(to);
            }
        }
    }
    found
}

fn lost_in_kayles(sizes: &[u32], misere: bool) -> bool {
    let options = options_in_kayles(sizes);
    if options.is_empty() { !misere } else { options.iter().all(|option| !lost_in_kayles(option, misere)) }
}

#[test]
fn heaps_that_a_move_splits_are_followed_to_the_end() {
    let picture = picture("game = \"kayles\"\nheaps = [2, 5]");
    let rows: BTreeSet<&str> = picture.table.rows.iter().map(|row| row[0].as_str()).collect();
    assert!(rows.contains("1,2,2") && rows.contains("0,1,1,1"), "{rows:?}");
    for row in &picture.table.rows {
        let [position, all, normal, misere] = row.as_slice() else { panic!("{row:?}") };
        let expected = options_in_kayles(&sizes(position));
        assert_eq!(positions(all).into_iter().map(sizes).collect::<BTreeSet<_>>(), expected, "{position}");
        // Whatever the machine is left with has its own row.
        assert!(positions(all).into_iter().all(|option| rows.contains(option)), "{position}");
        for (cell, convention) in [(normal, false), (misere, true)] {
            let winning: BTreeSet<_> = expected.iter().filter(|to| lost_in_kayles(to, convention)).cloned().collect();
            assert_eq!(positions(cell).into_iter().map(sizes).collect::<BTreeSet<_>>(), winning, "{position}");
        }
    }
}

#[test]
fn a_board_too_large_for_a_page_is_refused_with_its_bound() {
    assert_eq!(faults("game = \"nim\"\nheaps = [20, 20, 20, 20]"), ["the table would hold more than 400 positions"]);
    assert_eq!(faults("game = \"nim\"\nheaps = []"), ["there are no heaps"]);
    assert_eq!(faults("game = \"nimstring\"\nheaps = [3]"), ["nimstring is not played on heaps"]);
}
