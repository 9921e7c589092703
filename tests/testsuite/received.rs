//! Statements about Nim and Moore's Nim that are told and were put to the test: which hold, which fall, and on what.

use rungs::game::{Convention, HeapRange, Heaps, Outcome, PositionRange, Positions, Ruleset, Take, options};
use rungs::solver::{MooreReading, Question};
use rungs::verify::{Budget, Gate, Panel};

fn gate() -> Gate {
    Gate::new(Panel::default(), Budget::default())
}

fn ask<'q>(rules: &'q Take, convention: Convention, range: &HeapRange) -> Question<'q, Heaps> {
    Question { game: "a game", rules, convention, positions: Positions::Range(range.clone()) }
}

fn outcomes(rules: &Take, convention: Convention, range: &HeapRange) -> Vec<Outcome> {
    gate().outcomes(&ask(rules, convention, range)).unwrap().get().clone()
}

fn values(rules: &Take, range: &HeapRange) -> Vec<(Heaps, u32)> {
    let verified = gate().values(&ask(rules, Convention::Normal, range)).unwrap();
    range.iter().zip(verified.get()).map(|(position, value)| (position, value.unwrap())).collect()
}

/// In how many orders the heaps of a position can stand.
fn orders(sizes: &[u32]) -> u64 {
    let factorial = |n: usize| (1..=n as u64).product::<u64>();
    factorial(sizes.len()) / sizes.chunk_by(|a, b| a == b).map(|run| factorial(run.len())).product::<u64>()
}

/// On how many tuples Bouton's criterion calls a loss a win, and on how many a win a loss.
fn transplanted(amounts: &[u32], heaps: usize, max: u32) -> (u64, u64) {
    let rules = Take::subtraction(amounts.iter().copied());
    let range = HeapRange { heaps, max };
    let mut wrong = (0, 0);
    for (position, outcome) in range.iter().zip(outcomes(&rules, Convention::Normal, &range)) {
        let even = position.sizes().iter().fold(0, |sum, size| sum ^ size) == 0;
        match (even, outcome) {
            (false, Outcome::P) => wrong.0 += orders(position.sizes()),
            (true, Outcome::N) => wrong.1 += orders(position.sizes()),
            _ => {}
        }
    }
    wrong
}

#[test]
fn boutons_criterion_transplanted() {
    assert_eq!(transplanted(&[1, 2, 3], 2, 9), (16, 0));
    assert_eq!(transplanted(&[1, 2, 3], 3, 7), (64, 0));
    // Of two heaps, equal ones are lost by mirroring, so no even position is won.
    assert_eq!(transplanted(&[1, 2], 2, 9), (24, 0));
    assert_eq!(transplanted(&[1, 2], 3, 7), (110, 30));
    assert_eq!(transplanted(&[2, 3], 3, 7).1, 30);
    // A third game, of period 6, with fewer and not none.
    assert_eq!(transplanted(&[2, 4], 3, 7).1, 24);
}

fn heap_values(amounts: &[u32], max: u32) -> Vec<u32> {
    let rules = Take::subtraction(amounts.iter().copied());
    values(&rules, &HeapRange { heaps: 1, max }).into_iter().map(|(_, value)| value).collect()
}

/// "The one-sidedness holds because the period is a power of two": it falls on {3,5}, of period 8.
#[test]
fn one_sidedness_is_not_a_matter_of_the_period() {
    let period = |values: &[u32]| (1..).find(|&p| (0..values.len() - p).all(|i| values[i] == values[i + p])).unwrap();
    let mut fallen = Vec::new();
    for chosen in 1..64u32 {
        let amounts: Vec<u32> = (1..=6).filter(|amount| chosen >> (amount - 1) & 1 == 1).collect();
        let values = heap_values(&amounts, 63);
        let one_sided = transplanted(&amounts, 3, 15).1 == 0;
        // What is right: the value of a heap is linear in its binary digits, g(a xor b) = g(a) xor g(b).
        let linear = (0..16).all(|a: usize| (0..16).all(|b: usize| values[a ^ b] == values[a] ^ values[b]));
        assert_eq!(one_sided, linear, "{amounts:?}");
        if !one_sided && period(&values).is_power_of_two() {
            fallen.push(amounts);
        }
    }
    let expected: [&[u32]; 3] = [&[3, 5], &[3, 4, 5], &[1, 2, 4, 6]];
    assert_eq!(fallen, expected);
}

/// "Property (a) alone keeps a Bouton-even position from being a win": it falls on (1,2,3) under {1,2}.
#[test]
fn property_a_alone_does_not_make_a_loss() {
    let rules = Take::subtraction([1, 2]);
    let range = HeapRange { heaps: 3, max: 7 };
    let even = |position: &Heaps| position.sizes().iter().fold(0, |sum, size| sum ^ size) == 0;
    let outcomes = outcomes(&rules, Convention::Normal, &range);
    let mut first = None;
    for (position, outcome) in range.iter().zip(outcomes) {
        if even(&position) {
            assert!(options(&rules, &position).iter().all(|option| !even(option)), "(a) holds on {position}");
            if outcome == Outcome::N {
                first.get_or_insert(position);
            }
        }
    }
    assert_eq!(first, Some(Heaps::new([1, 2, 3])));
}

fn winning(rules: &Take, sizes: [u32; 3]) -> Vec<String> {
    let options = options(rules as &dyn Ruleset<Position = Heaps>, &Heaps::new(sizes));
    let positions = Positions::Listed(options.clone());
    let question = Question { positions, ..ask(rules, Convention::Normal, &HeapRange { heaps: 0, max: 0 }) };
    let outcomes = gate().outcomes(&question).unwrap().get().clone();
    options.iter().zip(outcomes).filter(|(_, o)| *o == Outcome::P).map(|(option, _)| option.to_string()).collect()
}

/// "The winning move" from 3, 5, 7: there are three, one in each heap. From 3, 5, 5 there is one.
#[test]
fn the_winning_move_is_not_the_only_one() {
    assert_eq!(winning(&Take::nim(), [3, 5, 7]), ["2,5,7", "3,4,7", "3,5,6"]);
    assert_eq!(winning(&Take::nim(), [3, 5, 5]), ["0,5,5"]);
}

#[test]
fn the_conventions_differ_where_all_heaps_are_small() {
    let range = HeapRange { heaps: 3, max: 7 };
    let [normal, misere] = [Convention::Normal, Convention::Misere].map(|c| outcomes(&Take::nim(), c, &range));
    let differ = range.iter().zip(normal.iter().zip(&misere)).filter(|(_, (a, b))| a != b);
    let differ: Vec<String> = differ.map(|(position, _)| position.to_string()).collect();
    assert_eq!(differ, ["0,0,0", "0,0,1", "0,1,1", "1,1,1"]);
}

fn right(reading: MooreReading, k: u32, heaps: usize) -> (usize, Option<String>) {
    let values = values(&Take::moore(k), &HeapRange { heaps, max: 7 });
    let agrees = |(position, value): &&(Heaps, u32)| reading.read(position.sizes(), k) == Some(u64::from(*value));
    let first = values.iter().find(|entry| !agrees(entry)).map(|(position, _)| position.to_string());
    (values.iter().filter(agrees).count(), first)
}

/// "The first position that is not all noughts already breaks the base-3 reading": 0,0,0,1 is worth 1 and reads 1;
/// the first to break it is 0,0,0,2. How often each reading is right.
#[test]
fn readings_of_the_columns() {
    assert_eq!(right(MooreReading::Base, 2, 4), (42, Some("0,0,0,2".to_owned())));
    assert_eq!(right(MooreReading::Base, 2, 3), (14, Some("0,0,2".to_owned())));
    assert_eq!(right(MooreReading::Xor, 2, 3).0, 15);
    assert_eq!(right(MooreReading::Base, 3, 4).0, 17);
    assert_eq!((right(MooreReading::Xor, 2, 4).0, right(MooreReading::Xor, 3, 4).0), (19, 25));
}

/// "It dies loudly at one heap more" of the plain sum: with k + 1 heaps it is still right on most positions.
#[test]
fn the_plain_sum_does_not_die_loudly() {
    assert_eq!(right(MooreReading::Sum, 2, 3), (103, Some("1,1,1".to_owned())));
    assert_eq!(right(MooreReading::Sum, 3, 4), (313, Some("1,1,1,1".to_owned())));
    assert_eq!(right(MooreReading::Sum, 2, 4).0, 244);
}

/// "No formula produces the values" falls at k + 1 heaps; "no arrangement of the drawn digits yields 14" falls on the
/// columns 2, 2, 2 of 3, 5, 6 themselves, whose weights in binary are 4, 2 and 1.
#[test]
fn formulas_there_are() {
    assert_eq!(right(MooreReading::JenkynsMayberry, 2, 3), (120, None));
    assert_eq!(rungs::solver::Columns::sums(&[3, 5, 6]), [2, 2, 2]);
    assert_eq!((2 * 4 + 2 * 2 + 2, MooreReading::Sum.read(&[3, 5, 6], 2)), (14, Some(14)));
}

/// "Not wrong in a patterned way": two heaps as one position are worth their sum, apart their exclusive-or, and the
/// difference is twice what their binary digits have in common.
#[test]
fn the_difference_of_two_heaps_is_a_pattern() {
    let range = HeapRange { heaps: 2, max: 7 };
    let (together, apart) = (values(&Take::moore(2), &range), values(&Take::nim(), &range));
    for ((position, together), (_, apart)) in together.iter().zip(&apart) {
        let &[a, b] = position.sizes() else { panic!("{position}") };
        assert_eq!(together - apart, 2 * (a & b), "{position}");
    }
}

#[test]
fn largest_values() {
    let largest = |k, heaps| values(&Take::moore(k), &HeapRange { heaps, max: 7 }).iter().map(|(_, v)| *v).max();
    assert_eq!([(1, 3), (1, 4), (2, 3), (2, 4)].map(|(k, heaps)| largest(k, heaps)), [7, 7, 19, 25].map(Some));
}

#[test]
fn a_heap_of_eleven_is_worth_one() {
    assert_eq!(heap_values(&[1, 4, 5], 11)[11], 1);
}
