//! Nimstring: every solver against the rules told a second time, and against the others through the gate.

use std::any::Any;
use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use proptest::prelude::*;
use rungs::game::{
    Board, Convention, Debt, Ending, Move, Nimstring, Outcome, Piece, PositionRange, Positions, Ruleset, StringRange,
    Strings, Sum, SumRange, Then, Value, nim_sum, options,
};
use rungs::notation::{Misread, read_strings};
use rungs::solver::{
    Allowance, Basis, BoardLines, Loony, Question, Search, ShortLaw, Silence, Solver, StringComponents, StringMasks,
    TurnMex, Work,
};
use rungs::verify::{Budget, Game, Gate, Panel, Refusal};

use crate::cutting::{End, Net};
use crate::disguise::{Disguised, Manner};

const LAST_CUT_WINS: Nimstring = Nimstring { ending: Ending::LastCutWins, debt: Debt::Strings };
const MUST_MOVE: Nimstring = Nimstring { ending: Ending::MustMove, debt: Debt::Anywhere };
const RULES: [(Nimstring, End); 2] = [(LAST_CUT_WINS, End::Passes), (MUST_MOVE, End::MustCut)];
/// Must-move, where a turn is a run of cuts all the same.
const BY_TURNS: Nimstring = Nimstring { ending: Ending::MustMove, debt: Debt::Strings };
/// The last cut wins, and what is owed before it may be paid beside the strings.
const PAID_ANYWHERE: Nimstring = Nimstring { ending: Ending::LastCutWins, debt: Debt::Anywhere };

fn read(text: &str) -> Strings {
    read_strings(text).unwrap()
}

fn listed(texts: &[&str]) -> Positions<Strings> {
    Positions::Listed(texts.iter().map(|text| read(text)).collect())
}

fn within(chains: &[u32], loops: &[u32], strings: u32) -> Positions<Strings> {
    let lengths = |list: &[u32]| -> BTreeSet<u32> { list.iter().copied().collect() };
    Positions::Range(StringRange::Sums(SumRange { chains: lengths(chains), loops: lengths(loops), strings }))
}

/// The 207 sums of the essay.
fn essay() -> Positions<Strings> {
    within(&[1, 2, 3, 4, 5], &[4, 6], 15)
}

fn question<'a>(
    rules: &'a dyn Ruleset<Position = Strings>,
    convention: Convention,
    positions: Positions<Strings>,
) -> Question<'a, Strings> {
    Question { game: "nimstring", rules, convention, positions }
}

fn gate() -> Gate {
    Gate::new(Panel::default(), Budget::default())
}

/// The verified values of positions in normal play.
fn values(rules: &Nimstring, positions: Positions<Strings>) -> Vec<Value> {
    gate().values(&question(rules, Convention::Normal, positions)).unwrap().get().clone()
}

/// The verified outcomes of positions in normal play, as whether they are won.
fn won(rules: &Nimstring, positions: Positions<Strings>) -> Vec<bool> {
    let verified = gate().outcomes(&question(rules, Convention::Normal, positions)).unwrap();
    verified.get().iter().map(|&outcome| outcome == Outcome::N).collect()
}

/// All sums of pieces, strands among them, within so many strings.
fn all_sums(strings: u32) -> Vec<Strings> {
    let pieces: Vec<Piece> = (1..=strings + 1)
        .flat_map(|n| [Piece::Chain(n), Piece::Loop(n), Piece::Half(n), Piece::Free(n)])
        .filter(|piece| piece.exists() && piece.strings() <= strings)
        .collect();
    let mut sums = vec![(Sum::default(), 0)];
    let mut at = 0;
    while let Some((sum, from)) = sums.get(at).cloned() {
        at += 1;
        for (i, piece) in pieces.iter().enumerate().skip(from) {
            if sum.strings() + u64::from(piece.strings()) <= u64::from(strings) {
                sums.push((sum.plus(&Sum::new([*piece])), i));
            }
        }
    }
    sums.into_iter().map(|(sum, _)| Strings::Sum(sum)).collect()
}

/// All boards that can come of a blank one.
fn boards(rows: u32, columns: u32) -> Vec<Strings> {
    StringRange::Below(Board::blank(rows, columns).unwrap()).iter().collect()
}

fn solvers() -> Vec<Box<dyn Solver<Strings>>> {
    vec![
        Box::new(TurnMex),
        Box::new(StringMasks::default()),
        Box::new(StringComponents::default()),
        Box::new(Loony::default()),
        Box::new(BoardLines),
        Box::new(ShortLaw::default()),
        Box::new(Search),
    ]
}

fn answer<T>(work: Result<Work<'_, T>, Silence>) -> Option<Vec<T>> {
    work.ok().and_then(|work| (work.run)(&Allowance::of(1 << 20)).ok())
}

/// What the second telling says of positions: outcomes, outcomes in misère play, values.
fn told(end: End, debt: Debt, positions: &[Strings]) -> (Vec<Outcome>, Vec<Outcome>, Vec<Value>) {
    let mut told = (Vec::new(), Vec::new(), Vec::new());
    for position in positions {
        let mut net = Net::new(&position.to_string(), end).paying(debt == Debt::Anywhere);
        let all = net.all();
        told.0.push(Outcome::won_if(net.wins(all, 0, false)));
        told.1.push(Outcome::won_if(net.wins_misere(all)));
        told.2.push(net.lost_beside(all));
        if debt == Debt::Strings {
            assert_eq!(Some(net.mex(all)), told.2[told.2.len() - 1], "{position}");
        }
    }
    told
}

/// Holds every solver that speaks against the second telling; tells how many questions each answered, of six for the
/// two endings as they are played, and of two more: their values with debts paid the other way.
fn all_agree(positions: &[Strings]) -> Vec<(String, [usize; 2])> {
    let mut spoke = vec![[0; 2]; solvers().len()];
    for (rules, end) in [(BY_TURNS, End::MustCut), (PAID_ANYWHERE, End::Passes)] {
        let (_, _, values) = told(end, rules.debt, positions);
        let asked = question(&rules, Convention::Normal, Positions::Listed(positions.to_vec()));
        for (solver, [_, spoke]) in solvers().iter().zip(&mut spoke) {
            // The search sees moves, which are the same whichever way debts are paid: its values are those of turns.
            let said = answer(solver.values(&asked))
                .filter(|_| rules == BY_TURNS || solver.telling() != "the ruleset's moves");
            *spoke += usize::from(said.is_some());
            for ((said, told), position) in said.iter().flatten().zip(&values).zip(positions) {
                assert_eq!(said, told, "{position}, {rules:?}: {}", solver.name());
            }
        }
    }
    for (rules, end) in &RULES {
        let (outcomes, misere, values) = told(*end, rules.debt, positions);
        let asked = |convention| question(rules, convention, Positions::Listed(positions.to_vec()));
        for (solver, [spoke, _]) in solvers().iter().zip(&mut spoke) {
            let said = [Convention::Normal, Convention::Misere].map(|play| answer(solver.outcomes(&asked(play))));
            let said_values = answer(solver.values(&asked(Convention::Normal)));
            *spoke += said.iter().flatten().count() + said_values.iter().count();
            for (said, told) in said.into_iter().zip([&outcomes, &misere]) {
                assert!(said.as_ref().is_none_or(|said| said == told), "{}, {end:?}", solver.name());
            }
            let differs = said_values.iter().flat_map(|said| said.iter().zip(&values).zip(positions));
            for ((said, told), position) in differs {
                assert_eq!(said, told, "{position}, {end:?}: {}", solver.name());
            }
            assert!(answer(solver.values(&asked(Convention::Misere))).is_none(), "{}", solver.name());
        }
    }
    solvers().iter().map(|solver| solver.name()).zip(spoke).collect()
}

fn counts(spoke: &[(String, [usize; 2])]) -> Vec<[usize; 2]> {
    spoke.iter().map(|(_, counts)| *counts).collect()
}

/// The distinct ends of turns from a position, as the rules have them and as the second telling does.
fn ends_of_turns(position: &Strings, (rules, end): &(Nimstring, End)) -> [BTreeSet<String>; 2] {
    let net = Net::new(&position.to_string(), *end);
    let ruled = options(rules, position);
    let ruled = ruled.iter();
    let (ruled, told): (Vec<String>, Vec<String>) = match position {
        Strings::Sum(_) => (
            ruled.map(Strings::to_string).collect(),
            net.turn_ends(net.all()).into_iter().map(|left| net.named(left)).collect(),
        ),
        Strings::Board(board) => {
            // The strings of the net are numbered as lines are.
            let left = |mask: u32| -> Vec<u32> {
                let lines = board.undrawn().iter().enumerate();
                lines.filter(|(i, _)| mask >> i & 1 == 1).map(|(_, &line)| line).collect()
            };
            let ruled = ruled.map(|option| match option {
                Strings::Board(board) => format!("{:?}", board.undrawn()),
                Strings::Sum(sum) => sum.to_string(),
            });
            (ruled.collect(), net.turn_ends(net.all()).into_iter().map(|mask| format!("{:?}", left(mask))).collect())
        }
    };
    [ruled, told].map(BTreeSet::from_iter)
}

#[test]
fn the_options_are_those_of_the_second_telling() {
    let positions = [all_sums(7), boards(1, 1), boards(1, 2), boards(2, 1)].concat();
    assert!(positions.len() > 900, "{}", positions.len());
    for position in &positions {
        for rules in &RULES {
            let [ruled, told] = ends_of_turns(position, rules);
            assert_eq!(ruled, told, "{position}, {:?}", rules.1);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn the_options_of_any_position_are_those_of_the_second_telling(position in crate::strings::positions()) {
        prop_assume!(position.strings() <= 14);
        for rules in &RULES {
            let [ruled, told] = ends_of_turns(&position, rules);
            prop_assert_eq!(ruled, told, "{:?}", rules.1);
        }
    }

    #[test]
    fn the_options_of_any_short_sum_are_those_of_the_second_telling(
        pieces in proptest::collection::vec((0..4, 1u32..7), 1..5),
    ) {
        let pieces = pieces.into_iter().map(|(kind, coins)| match kind {
            0 => Piece::Chain(coins),
            1 => Piece::Loop(coins),
            2 => Piece::Half(coins),
            _ => Piece::Free(coins),
        });
        let position = Strings::Sum(Sum::new(pieces.collect::<Vec<_>>()));
        // The second telling follows every turn cut by cut.
        prop_assume!(position.strings() <= 11);
        for rules in &RULES {
            let [ruled, told] = ends_of_turns(&position, rules);
            prop_assert_eq!(ruled, told, "{:?}", rules.1);
        }
    }
}

#[test]
fn every_solver_agrees_with_the_second_telling_on_all_pieces() {
    // Where the last cut wins, mex over turns; where one must move, loony moves; the law is silent on strands.
    // The search has no value where one must move.
    assert_eq!(counts(&all_agree(&all_sums(6))), [[3, 1], [6, 2], [6, 2], [3, 0], [0, 0], [0, 0], [5, 0]]);
}

#[test]
fn every_solver_agrees_with_the_second_telling_on_chains_and_loops() {
    let positions: Vec<Strings> = within(&[1, 2, 3, 4, 5], &[2, 3, 4, 5], 8).iter().collect();
    assert_eq!(counts(&all_agree(&positions)), [[3, 1], [6, 2], [6, 2], [3, 0], [0, 0], [5, 0], [5, 0]]);
}

#[test]
fn every_solver_agrees_with_the_second_telling_on_boards() {
    let positions: Vec<Strings> = [boards(1, 1), boards(1, 2), boards(2, 1)].concat();
    assert_eq!(counts(&all_agree(&positions)), [[0, 0], [6, 2], [0, 0], [3, 0], [3, 1], [0, 0], [5, 0]]);
}

#[test]
fn the_second_telling_knows_the_values_of_winning_ways() {
    // Chapter 16: chains of one and two are worth ∗1, longer ones and loops of four and more nought; strands of which
    // some can be declined are loony, and so is all that they are part of.
    for (text, value) in
        [("1", Some(1)), ("2", Some(1)), ("3", Some(0)), ("5", Some(0)), ("L4", Some(0)), ("L6", Some(0))]
            .into_iter()
            .chain([("H1", Some(0)), ("H2", None), ("H3", None), ("F2", Some(0)), ("F4", None), ("1+H2", None)])
    {
        let mut net = Net::new(text, End::MustCut);
        let all = net.all();
        assert_eq!(net.lost_beside(all), value, "{text}");
    }
}

#[test]
fn a_board_and_the_sum_that_it_is_are_worth_the_same() {
    let (boards, sums): (Vec<Strings>, Vec<Strings>) =
        boards(2, 2).into_iter().filter_map(|board| Some((board.clone(), Strings::Sum(board.pieces()?)))).unzip();
    assert!(boards.len() > 1_000, "{}", boards.len());
    for (rules, _) in &RULES {
        assert_eq!(values(rules, Positions::Listed(boards.clone())), values(rules, Positions::Listed(sums.clone())));
    }
}

#[test]
fn two_bases_agree_on_boards() {
    let three_by_two = listed(&["+ + + +/       /+ + + +/       /+ + + +"]);
    let two_by_two = Positions::Range(StringRange::Below(Board::blank(2, 2).unwrap()));
    for (rules, _) in &RULES {
        for positions in [three_by_two.clone(), two_by_two.clone()] {
            let verified = gate().values(&question(rules, Convention::Normal, positions)).unwrap();
            let provenance = &verified.provenance()[0];
            assert!(!provenance.told_twice());
            let controls = if rules.ending == Ending::LastCutWins { 1 } else { 2 };
            assert_eq!(provenance.controls.len(), controls, "{provenance:?}");
        }
    }
}

#[test]
fn an_endgame_of_many_strings_is_solved_piece_by_piece() {
    // Two chains, a loop, and a one-chain on a board of five rows: 33 strings would be too many to run through.
    let board =
        "+-+-+-+-+-+/          |/+-+-+-+-+-+/          |/+-+-+-+-+-+/|   |   | |/+ + + + +-+/|   |   |  /+-+-+-+-+-+";
    let position = read(board);
    assert_eq!(position.pieces().unwrap().to_string(), "L4+L4+H1+H5+H5");
    let verified = gate().outcomes(&question(&MUST_MOVE, Convention::Normal, Positions::Listed(vec![position])));
    assert_eq!(verified.unwrap().get(), &[Outcome::N]);
}

#[test]
fn the_two_endings_are_each_others_misere_play() {
    let positions: Vec<Strings> = all_sums(6).into_iter().filter(|position| position.strings() > 0).collect();
    let outcomes = |rules, convention| {
        let asked = question(rules, convention, Positions::Listed(positions.clone()));
        answer(Search.outcomes(&asked)).unwrap()
    };
    assert_eq!(outcomes(&LAST_CUT_WINS, Convention::Normal), outcomes(&MUST_MOVE, Convention::Misere));
    assert_eq!(outcomes(&MUST_MOVE, Convention::Normal), outcomes(&LAST_CUT_WINS, Convention::Misere));
}

const PARTS: [&str; 11] = ["1", "2", "3", "4", "5", "6", "7", "8", "L4", "L6", "L8"];

/// The 66 sums of two of the parts, each with the places of its parts.
fn pairs() -> Vec<(usize, usize, String)> {
    let places = (0..PARTS.len()).flat_map(|i| (i..PARTS.len()).map(move |j| (i, j)));
    places.map(|(i, j)| (i, j, format!("{}+{}", PARTS[i], PARTS[j]))).collect()
}

#[test]
fn where_the_last_cut_wins_parts_are_nought_and_sums_are_not() {
    assert_eq!(values(&LAST_CUT_WINS, listed(&PARTS)), [Some(0); 11]);
    let pairs = pairs();
    let sums: Vec<&str> = pairs.iter().map(|(_, _, text)| text.as_str()).collect();
    let values = values(&LAST_CUT_WINS, listed(&sums));
    // Every pair with a short chain, and no other, is worth what its longer short chain has coins, or 1 where both are short.
    for ((i, j, text), value) in pairs.iter().zip(&values) {
        let expected = match (i, j) {
            (0, _) | (1, 1) => 1,
            (1, _) => 2,
            _ => 0,
        };
        assert_eq!(*value, Some(expected), "{text}");
    }
    assert_eq!((values.len(), values.iter().filter(|&&value| value != Some(0)).count()), (66, 21));
}

/// How much of the failure of sums belongs to the ending, and how much to what a turn is taken for.
#[test]
fn sums_add_only_where_one_must_move_and_may_anywhere() {
    let pairs = pairs();
    let sums: Vec<&str> = pairs.iter().map(|(_, _, text)| text.as_str()).collect();
    let fail = |rules: &Nimstring| {
        let parts = values(rules, listed(&PARTS));
        let added = |i: &usize, j: &usize| parts[*i].zip(parts[*j]).map(|(a, b)| nim_sum([a, b]));
        let failing = pairs.iter().zip(values(rules, listed(&sums)));
        failing.filter(|((i, j, _), value)| *value != added(i, j)).map(|((.., text), _)| text.clone()).collect()
    };
    let failing: [Vec<String>; 4] = [&LAST_CUT_WINS, &PAID_ANYWHERE, &BY_TURNS, &MUST_MOVE].map(fail);
    assert_eq!(failing.each_ref().map(Vec::len), [21, 21, 4, 0]);
    assert_eq!(failing[0], failing[1]);
    assert_eq!(failing[2], ["1+2", "2+3", "2+4", "2+L4"]);
    // Worth one and two, and lost together: not even the winner is that of the sum.
    assert_eq!(values(&BY_TURNS, listed(&["1", "2", "1+2"])), [Some(1), Some(2), Some(0)]);
}

#[test]
fn where_one_must_move_sums_add() {
    let parts = values(&MUST_MOVE, listed(&PARTS));
    let pairs = pairs();
    let sums: Vec<&str> = pairs.iter().map(|(_, _, text)| text.as_str()).collect();
    for ((i, j, text), value) in pairs.iter().zip(values(&MUST_MOVE, listed(&sums))) {
        assert_eq!(value, parts[*i].zip(parts[*j]).map(|(a, b)| nim_sum([a, b])), "{text}");
    }
    // Strands too, loony ones among them, by a witness that knows nothing of values that add.
    let all = all_sums(4);
    let said = |positions: Vec<Strings>| {
        answer(StringMasks::default().values(&question(&MUST_MOVE, Convention::Normal, Positions::Listed(positions))))
            .unwrap()
    };
    let alone = said(all.clone());
    for (one, value) in all.iter().zip(&alone) {
        let Strings::Sum(one) = one else { unreachable!() };
        let sums: Vec<Strings> = all
            .iter()
            .map(|other| match other {
                Strings::Sum(other) => Strings::Sum(one.plus(other)),
                Strings::Board(_) => unreachable!(),
            })
            .collect();
        let added: Vec<Value> = alone.iter().map(|other| value.zip(*other).map(|(a, b)| nim_sum([a, b]))).collect();
        assert_eq!(said(sums), added, "beside {one}");
    }
}

#[test]
fn the_207_sums_of_the_essay() {
    let (last, must) = (values(&LAST_CUT_WINS, essay()), values(&MUST_MOVE, essay()));
    assert_eq!(last.len(), 207);
    assert_eq!(last.iter().filter(|&&value| value != Some(0)).count(), 96);
    assert_eq!(must.iter().filter(|&&value| value != Some(0)).count(), 98);
    let of = |text: &str| last[essay().iter().position(|position| position == read(text)).unwrap()];
    assert_eq!((of("2+3+3"), of("2+5+5")), (Some(1), Some(2)));
}

/// The law as the essay has it, told again: chains of one and two coins and loops of two and three are short.
fn law(ending: Ending, position: &Strings) -> bool {
    let text = position.to_string();
    let (short, long): (Vec<&str>, Vec<&str>) =
        text.split('+').partition(|piece| ["1", "2", "L2", "L3"].contains(piece));
    let odd = short.len() % 2 == 1;
    if ending == Ending::LastCutWins && long.is_empty() { !odd && !short.is_empty() } else { odd }
}

#[test]
fn the_law_has_no_exception_under_either_ending() {
    let long: Vec<u32> = (1..=12).collect();
    for positions in [essay(), within(&long, &[2, 3, 4, 5, 6, 8, 10], 11)] {
        for (rules, _) in &RULES {
            // Neither witness is the law itself.
            let asked = question(rules, Convention::Normal, positions.clone());
            let verified = gate().outcomes_apart_from(Basis::ClosedForm, &asked).unwrap();
            let exceptions: Vec<String> = positions
                .iter()
                .zip(verified.get())
                .filter(|(position, outcome)| law(rules.ending, position) != (**outcome == Outcome::N))
                .map(|(position, _)| position.to_string())
                .collect();
            assert_eq!(exceptions, Vec::<String>::new(), "{:?}", rules.ending);
        }
    }
}

#[test]
fn the_law_is_silent_where_it_does_not_hold() {
    let told = |rules, convention, texts: &[&str]| {
        let asked = question(rules, convention, listed(texts));
        let silence = |silence: Option<Silence>| silence.map(|silence| matches!(silence, Silence::OutOfRange(_)));
        let law = ShortLaw::default();
        (silence(law.outcomes(&asked).err()), silence(law.values(&asked).err()))
    };
    // It speaks (none), or says how far it reaches (true), or that this is not what it tells (false).
    for (texts, must_move) in [(&["1+3", "L2"][..], (None, None)), (&["1+3", "1+H2"], (Some(true), Some(true)))] {
        assert_eq!(told(&MUST_MOVE, Convention::Normal, texts), must_move);
        assert_eq!(told(&LAST_CUT_WINS, Convention::Normal, texts), (must_move.0, Some(false)));
        assert_eq!(told(&MUST_MOVE, Convention::Misere, texts), (must_move.0, Some(false)));
    }
    assert_eq!(told(&LAST_CUT_WINS, Convention::Normal, &["+ +/   /+ +"]).0, Some(true));
    // A board that is a sum of chains lies within its range.
    assert_eq!(told(&LAST_CUT_WINS, Convention::Normal, &["+-+-+/     /+-+-+"]).0, None);
}

#[test]
fn a_board_of_nine_boxes_is_solved_in_both_tellings() {
    let blank = Positions::Listed(vec![Strings::Board(Board::blank(3, 3).unwrap())]);
    let verified = gate().outcomes(&question(&LAST_CUT_WINS, Convention::Normal, blank)).unwrap();
    assert_eq!(verified.get(), &[Outcome::P]);
    assert!(!verified.provenance()[0].told_twice());
}

#[test]
fn the_endings_differ_where_nothing_is_long() {
    let differ: Vec<Strings> = essay()
        .iter()
        .zip(won(&LAST_CUT_WINS, essay()).into_iter().zip(won(&MUST_MOVE, essay())))
        .filter(|(_, (last, must))| last != must)
        .map(|(position, _)| position)
        .collect();
    let short = |position: &Strings| position.to_string().split('+').all(|piece| ["1", "2"].contains(&piece));
    assert_eq!(differ, essay().iter().filter(short).collect::<Vec<_>>());
    assert_eq!(differ.len(), 26);
}

#[test]
fn the_law_reaches_sums_of_any_length() {
    let asked = question(&LAST_CUT_WINS, Convention::Normal, listed(&["1+300+L1000", "1+1+300+L1000", "1+2+L3"]));
    assert_eq!(answer(ShortLaw::default().outcomes(&asked)).unwrap(), [Outcome::N, Outcome::P, Outcome::P]);
    // Nobody else can follow it there: one witness is not enough.
    assert!(matches!(gate().outcomes(&asked), Err(Refusal::LoneWitness { .. })));
}

#[test]
fn many_small_components_are_no_trouble() {
    let many = ["1"; 60].join("+");
    let deep = vec!["L2"; 500].join("+");
    for text in [many, deep] {
        assert_eq!(won(&LAST_CUT_WINS, listed(&[&text])), [true]);
        assert_eq!(values(&MUST_MOVE, listed(&[&text])), [Some(0)]);
    }
}

#[test]
fn what_is_too_large_is_refused_before_it_is_begun() {
    // A wall far below what these would take: only what is known beforehand can refuse them so soon.
    for text in [
        "60+60",
        "30+30+30",
        "12+12+12+12+12+12+12",
        "+ + + + + +/           /+ + + + + +/           /+ + + + + +/           /+ + + + + +",
    ] {
        for (rules, _) in &RULES {
            let asked = question(rules, Convention::Normal, listed(&[text]));
            let begun = Instant::now();
            let refusal = gate().values(&asked).err();
            let quick = begun.elapsed() < Duration::from_secs(2);
            match refusal {
                Some(Refusal::LoneWitness { spoke, silent, .. }) => {
                    assert!(quick && spoke.len() < 2, "{text}: {spoke:?}");
                    let sized =
                        |silence: &Silence| matches!(silence, Silence::OverBudget { .. } | Silence::OutOfRange(_));
                    assert!(silent.iter().any(|(_, silence)| sized(silence)), "{text}: {silent:?}");
                }
                // Where one must move, two closed ways know sums of any length.
                refusal => {
                    assert!(quick && rules.ending == Ending::MustMove && refusal.is_none(), "{text}: {refusal:?}")
                }
            }
        }
    }
}

/// Says what another solver says, but of the position at a place.
struct Corrupted(usize);

impl Corrupted {
    fn spoil<'q, T: 'q>(&'q self, work: Work<'q, T>, spoil: impl Fn(&T) -> T + Send + 'q) -> Work<'q, T> {
        Work::new(work.positions, move |budget| {
            let mut answer = (work.run)(budget)?;
            let at = self.0 % answer.len();
            answer[at] = spoil(&answer[at]);
            Ok(answer)
        })
    }
}

impl Manner<Strings> for Corrupted {
    fn outcomes<'q>(&'q self, _: &'q Question<'q, Strings>, honest: Work<'q, Outcome>) -> Work<'q, Outcome> {
        self.spoil(honest, |outcome| Outcome::won_if(*outcome == Outcome::P))
    }

    fn values<'q>(&'q self, _: &'q Question<'q, Strings>, honest: Work<'q, Value>) -> Work<'q, Value> {
        self.spoil(honest, |value| if *value == Some(0) { None } else { Some(0) })
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4))]

    /// Every solver in turn, corrupted at one position and heard beside each other that can vouch with it.
    #[test]
    fn a_witness_corrupted_anywhere_is_refused(at in 0usize..10_000) {
        let sums = within(&[1, 2, 3], &[2, 4], 8);
        let boards = Positions::Range(StringRange::Below(Board::blank(1, 2).unwrap()));
        let mut refused = 0;
        for (rules, positions) in [(&LAST_CUT_WINS, &sums), (&MUST_MOVE, &sums), (&LAST_CUT_WINS, &boards), (&MUST_MOVE, &boards)] {
            let asked = question(rules, Convention::Normal, positions.clone());
            for liar in 0..solvers().len() {
                for other in (0..solvers().len()).filter(|&other| other != liar) {
                    let mut both: Vec<Option<Box<dyn Solver<Strings>>>> = solvers().into_iter().map(Some).collect();
                    let (honest, other) = (both[liar].take().unwrap(), both[other].take().unwrap());
                    let panel = Panel { strings: vec![Box::new(Disguised { honest, manner: Corrupted(at) }), other], ..Panel::default() };
                    let gate = Gate::new(panel, Budget { positions: 1 << 16 });
                    let position = asked.positions.iter().nth(at % asked.positions.count().unwrap() as usize).unwrap().to_string();
                    for refusal in [gate.outcomes(&asked).map(|_| ()), gate.values(&asked).map(|_| ())] {
                        match refusal.unwrap_err() {
                            Refusal::Disagreement { position: named, differ, .. } => {
                                prop_assert_eq!((&named, differ), (&position, 1));
                                refused += 1;
                            }
                            // One of the two has nothing to say, or both rest on the same and tell it alike.
                            refusal => prop_assert!(matches!(refusal, Refusal::LoneWitness { .. }), "{:?}", refusal),
                        }
                    }
                }
            }
        }
        // Of sums 20 ordered pairs have an outcome and 12 a value, under either ending; of boards 6 and 6, and 6 and 2.
        prop_assert_eq!(refused, 84);
    }
}

/// A turn that ends where it should not, or does not where it should.
#[derive(Clone, Copy, Debug)]
enum Wrong {
    CaptureEndsTheTurn,
    MayStopAfterACapture,
    OneMoreCutAndNoFurther,
    MustTakeWhatCanBeTaken,
    ClearingDoesNotEndTheGame,
}

impl Ruleset for Wrong {
    type Position = Strings;

    fn moves(&self, from: &Strings) -> Vec<Move<Strings>> {
        let moves = LAST_CUT_WINS.moves(from);
        let passes = |to: &Strings| Move { to: to.clone(), then: Then::Passes };
        match self {
            Self::CaptureEndsTheTurn => moves.iter().map(|m| passes(&m.to)).collect(),
            Self::MayStopAfterACapture => {
                let stops = moves.iter().map(|m| passes(&m.to)).collect();
                [moves, stops].concat()
            }
            Self::OneMoreCutAndNoFurther => moves
                .into_iter()
                .flat_map(|m| match m.then {
                    Then::Passes => vec![m],
                    Then::Again => LAST_CUT_WINS.moves(&m.to).iter().map(|second| passes(&second.to)).collect(),
                })
                .collect(),
            Self::MustTakeWhatCanBeTaken => {
                let takes: Vec<Move<Strings>> =
                    moves.iter().filter(|m| m.then == Then::Again || m.to.strings() == 0).cloned().collect();
                if takes.is_empty() { moves } else { takes }
            }
            Self::ClearingDoesNotEndTheGame => MUST_MOVE.moves(from),
        }
    }
}

#[test]
fn wrong_turn_boundaries_are_caught() {
    let boards = within(&[1, 2, 3, 4, 5], &[4, 6], 10);
    let truth = won(&LAST_CUT_WINS, boards.clone());
    for (wrong, of, first) in [
        (Wrong::CaptureEndsTheTurn, 23, ["2", "1+1", "4"]),
        (Wrong::MayStopAfterACapture, 21, ["1+1", "1+2", "1+3"]),
        (Wrong::OneMoreCutAndNoFurther, 14, ["3", "L4", "1+2"]),
        (Wrong::MustTakeWhatCanBeTaken, 13, ["3+3", "3+L4", "L4+L4"]),
        (Wrong::ClearingDoesNotEndTheGame, 13, ["1", "2", "1+1"]),
    ] {
        let asked = question(&wrong, Convention::Normal, boards.clone());
        let said = answer(Search.outcomes(&asked)).unwrap();
        let caught: Vec<String> = boards
            .iter()
            .zip(said.into_iter().zip(&truth))
            .filter(|(_, (said, truth))| (*said == Outcome::N) != **truth)
            .map(|(position, _)| position.to_string())
            .collect();
        assert_eq!((caught.len(), &caught[..3]), (of, first.map(str::to_owned).as_slice()), "{wrong:?}");
    }
}

#[test]
fn a_wrong_law_is_refuted_on_the_range_of_the_question() {
    let panel = Panel { strings: vec![Box::new(ShortLaw::default()), Box::new(TurnMex)], ..Panel::default() };
    let asked = question(&LAST_CUT_WINS, Convention::Normal, essay());
    let verified = Gate::new(panel, Budget::default()).outcomes(&asked).unwrap();
    let controls = &verified.provenance()[0].controls;
    let refuted: Vec<(&str, u64, u64)> =
        controls.iter().map(|control| (control.name.as_str(), control.positions, control.refuted)).collect();
    assert_eq!(refuted, [("chains up to 1 called short", 207, 68), ("chains up to 3 called short", 207, 43)]);
    // A law that nothing can refute vouches for nothing: two-chains, and they alone, are short either way.
    let asked = question(&LAST_CUT_WINS, Convention::Normal, within(&[1], &[4], 8));
    let panel = Panel { strings: vec![Box::new(ShortLaw::default()), Box::new(TurnMex)], ..Panel::default() };
    let verified = Gate::new(panel, Budget::default()).outcomes(&asked).unwrap();
    // Then where it is known to fail.
    assert!(verified.provenance()[0].controls.iter().all(|control| control.refuted > 0 && control.positions > 10));
}

#[test]
fn the_game_is_read_and_what_is_wrong_with_it_told() {
    let read = |text: &str| {
        let game = Game::read(text)?;
        let rules = game.on_strings().unwrap();
        Ok::<Nimstring, Misread>(*(rules.as_ref() as &dyn Any).downcast_ref::<Nimstring>().unwrap())
    };
    for (text, rules) in [
        ("nimstring", LAST_CUT_WINS),
        ("nimstring(must-move)", MUST_MOVE),
        ("nimstring(debt=anywhere)", PAID_ANYWHERE),
        ("nimstring(debt=strings, must-move)", BY_TURNS),
        ("nimstring(must-move, debt=anywhere)", MUST_MOVE),
    ] {
        assert_eq!(read(text).unwrap(), rules, "{text}");
    }
    for (text, at, says) in [
        ("nimstring(must-mov)", "must-mov", "did you mean `must-move`?"),
        ("nimstring(2)", "2", "last-cut-wins and must-move"),
        ("nimstring(must-move, debt=anywher)", "debt=anywher", "did you mean `anywhere`?"),
        ("nimstring(dept=anywhere)", "dept=anywhere", "no argument `dept`"),
        ("nimstring(must-move, must-move)", "must-move", "one argument too many"),
    ] {
        let misread = read(text).unwrap_err();
        assert_eq!(&text[misread.at.clone()], at, "{misread:?}");
        assert!(format!("{} {}", misread.message, misread.help).contains(says), "{misread:?}");
    }
}
