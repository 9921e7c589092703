//! Laws that hold for every game of the registry, and the rules of every game told a second time.
//!
//! All tests walk over `GAMES`: a new entry is held to the laws at once, and fails until its rules are told here too.

use std::collections::{BTreeMap, BTreeSet};

use rungs::game::{
    Convention, HeapRange, Heaps, Outcome, Position, PositionRange, Positions, Ruleset, Strings, Turns, Value, mex,
    options, turns,
};
use rungs::notation::{read_position, read_strings};
use rungs::solver::Question;
use rungs::verify::{Budget, GAMES, Game, Gate, Panel, Played, Rules};

/// Games besides the example of each entry, for what their parameters change.
const MORE: &[&str] = &[
    "moore(3)",
    "subtraction(2,5)",
    "take(each=3)",
    "take(heaps=2, amounts={1,3})",
    "take(heaps=3, total=2)",
    "nimstring(must-move)",
    "octal(4.6)",
    "octal(0.137)",
    "octal(4.3)",
    "hexadecimal(0.c1)",
    "wythoff(2)",
    "poker-nim(1)",
];

/// The examples of the registry and those above.
fn games() -> Vec<Game> {
    let examples = GAMES.iter().map(|entry| entry.example).chain(MORE.iter().copied());
    examples.map(|text| Game::read(text).unwrap_or_else(|fault| panic!("{text}: {fault:?}"))).collect()
}

fn on_heaps() -> Vec<(String, std::sync::Arc<dyn Ruleset<Position = Heaps>>)> {
    games().into_iter().filter_map(|game| Some((game.name.clone(), game.on_heaps()?))).collect()
}

/// Positions of few heaps, as many as `most` together.
fn heaps(ranges: &[(usize, u32)]) -> Vec<Heaps> {
    ranges.iter().flat_map(|&(heaps, max)| HeapRange { heaps, max }.iter().collect::<Vec<_>>()).collect()
}

fn strings() -> Vec<Strings> {
    let texts = ["0", "1", "2", "4", "L4", "1+1", "1+2", "2+2", "1+3", "3+3", "1+L4", "1+1+2", "H2", "F3+1"];
    texts.iter().map(|text| read_strings(text).unwrap()).collect()
}

fn board() -> Vec<Strings> {
    vec![read_strings("+ + +/|    /+ +-+").unwrap()]
}

/// All that play comes to from some positions.
fn closure<P: Position>(rules: &dyn Ruleset<Position = P>, from: Vec<P>) -> Vec<P> {
    let mut found: BTreeSet<P> = BTreeSet::new();
    let mut open = from;
    while let Some(position) = open.pop() {
        if found.insert(position.clone()) {
            open.extend(options(rules, &position));
        }
    }
    found.into_iter().collect()
}

/// What the gate has verified of some positions.
struct Known<P> {
    turns: BTreeMap<P, Turns<P>>,
    outcomes: BTreeMap<P, Outcome>,
    misere: BTreeMap<P, Outcome>,
    values: BTreeMap<P, Value>,
}

fn known<P: Played>(game: &str, rules: &dyn Ruleset<Position = P>, from: Vec<P>) -> Known<P> {
    let gate = Gate::new(Panel::default(), Budget::default()).threads(1);
    let all = closure(rules, from);
    let ask = |convention| Question { game, rules, convention, positions: Positions::Listed(all.clone()) };
    let said = |convention| {
        let outcomes = gate.outcomes(&ask(convention)).unwrap_or_else(|refusal| panic!("{game}: {refusal}"));
        all.iter().cloned().zip(outcomes.get().iter().copied()).collect()
    };
    let values = gate.values(&ask(Convention::Normal)).unwrap_or_else(|refusal| panic!("{game}: {refusal}"));
    Known {
        turns: all.iter().map(|position| (position.clone(), turns(rules, position))).collect(),
        outcomes: said(Convention::Normal),
        misere: said(Convention::Misere),
        values: all.iter().cloned().zip(values.get().iter().copied()).collect(),
    }
}

/// Visits what is known of every game.
fn each_game(on_heaps: impl Fn(&str, &Known<Heaps>), on_strings: impl Fn(&str, &Known<Strings>)) {
    for game in games() {
        match &game.rules {
            Rules::Heaps(rules) => {
                on_heaps(&game.name, &known(&game.name, rules.as_ref(), heaps(&[(0, 0), (1, 9), (2, 5), (3, 3)])));
            }
            Rules::Strings(rules) => {
                on_strings(&game.name, &known(&game.name, rules.as_ref(), strings()));
                on_strings(&game.name, &known(&game.name, rules.as_ref(), board()));
            }
        }
    }
}

#[test]
fn names_are_distinct_and_examples_are_of_their_game() {
    let names: BTreeSet<&str> = GAMES.iter().map(|entry| entry.name).collect();
    assert_eq!(names.len(), GAMES.len());
    for entry in GAMES {
        assert!(entry.signature.starts_with(entry.name), "{}", entry.signature);
        assert!(entry.example.starts_with(entry.name), "{}", entry.example);
        assert!(entry.about.ends_with('.') && entry.about.len() > 20, "{}", entry.name);
    }
}

#[test]
fn what_is_printed_is_read_as_the_same() {
    for game in games() {
        let again = Game::read(&game.name).unwrap();
        assert_eq!(again.name, game.name);
        match (&game.rules, &again.rules) {
            (Rules::Heaps(rules), Rules::Heaps(again)) => {
                assert_eq!(format!("{rules:?}"), format!("{again:?}"));
                for position in closure(rules.as_ref(), heaps(&[(1, 6), (2, 4), (3, 2)])) {
                    assert_eq!(read_position(&position.to_string(), rules.as_ref()).as_ref(), Ok(&position));
                }
            }
            (Rules::Strings(rules), Rules::Strings(again)) => {
                assert_eq!(format!("{rules:?}"), format!("{again:?}"));
                for position in closure(rules.as_ref(), [strings(), board()].concat()) {
                    assert_eq!(read_strings(&position.to_string()).as_ref(), Ok(&position));
                }
            }
            _ => panic!("{} is read as another kind of game", game.name),
        }
    }
}

#[test]
fn every_example_is_solved_on_its_position() {
    for entry in GAMES {
        match Game::read(entry.example).unwrap().rules {
            Rules::Heaps(rules) => {
                let position = read_position(entry.position, rules.as_ref()).unwrap();
                known(entry.name, rules.as_ref(), vec![position]);
            }
            Rules::Strings(rules) => {
                known(entry.name, rules.as_ref(), vec![read_strings(entry.position).unwrap()]);
            }
        }
    }
}

/// Every option of a P-position is N, and every N-position has a P-option, in both conventions. A player in the middle
/// of a turn who must move and cannot is a player who cannot move.
#[test]
fn outcomes_follow_from_those_of_the_options() {
    fn holds<P: Played>(game: &str, known: &Known<P>) {
        for (convention, outcomes) in [(Convention::Normal, &known.outcomes), (Convention::Misere, &known.misere)] {
            for (position, Turns { ends, stuck }) in &known.turns {
                let about = format!("{position} of {game}, {convention:?}");
                if ends.is_empty() && !stuck {
                    assert_eq!(outcomes[position], Outcome::without_moves(convention), "{about}");
                    continue;
                }
                let lost: Vec<&P> = ends.iter().filter(|option| outcomes[option] == Outcome::P).collect();
                let won = !lost.is_empty() || (*stuck && convention == Convention::Misere);
                assert_eq!(outcomes[position], Outcome::won_if(won), "{about}: {lost:?}");
            }
        }
    }
    each_game(holds, holds);
}

/// The value is 0 exactly for P; a loony position has none and is N; where no turn gets stuck, it is a mex.
#[test]
fn values_are_those_of_outcomes_and_of_options() {
    fn holds<P: Played>(game: &str, known: &Known<P>) {
        let stuck = known.turns.values().any(|turns| turns.stuck);
        for (position, turns) in &known.turns {
            let value = known.values[position];
            assert_eq!(known.outcomes[position] == Outcome::P, value == Some(0), "{position} of {game}");
            assert!(stuck || value.is_some(), "{position} of {game}");
            if !stuck {
                let options = turns.ends.iter().filter_map(|option| known.values[option]);
                assert_eq!(value, Some(mex(options)), "{position} of {game}");
            }
        }
        assert_eq!(stuck, game == "nimstring(must-move)", "{game}");
    }
    each_game(holds, holds);
}

/// Whether the player to move wins two games side by side, of which a turn is a turn in one.
fn wins_beside<P: Position>(known: &BTreeMap<P, Turns<P>>, pair: (P, P), memo: &mut BTreeMap<(P, P), bool>) -> bool {
    if let Some(&won) = memo.get(&pair) {
        return won;
    }
    let (one, other) = &pair;
    let moved = known[one].ends.iter().map(|to| (to.clone(), other.clone()));
    let moved_there = known[other].ends.iter().map(|to| (one.clone(), to.clone()));
    let next: Vec<(P, P)> = moved.chain(moved_there).collect();
    let won = next.into_iter().any(|next| !wins_beside(known, next, memo));
    memo.insert(pair, won);
    won
}

/// Sprague and Grundy, for every game and whatever a position of it is made of: two positions side by side, as games
/// with a fence between them, are lost exactly when they are worth the same. G + G is lost.
#[test]
fn side_by_side_two_positions_are_lost_if_they_are_worth_the_same() {
    fn holds<P: Played>(game: &str, rules: &dyn Ruleset<Position = P>, from: Vec<P>) {
        let known = known(game, rules, from);
        let mut memo = BTreeMap::new();
        for one in known.turns.keys() {
            for other in known.turns.keys() {
                let won = wins_beside(&known.turns, (one.clone(), other.clone()), &mut memo);
                assert_eq!(won, known.values[one] != known.values[other], "{one} beside {other} in {game}");
            }
            assert!(!memo[&(one.clone(), one.clone())], "{one} beside itself in {game}");
        }
    }
    for game in games().iter().filter(|game| game.name != "nimstring(must-move)") {
        match &game.rules {
            Rules::Heaps(rules) => holds(&game.name, rules.as_ref(), heaps(&[(1, 6), (2, 3)])),
            Rules::Strings(rules) => {
                let few = ["1+1", "2", "3", "L4", "1+2"].map(|text| read_strings(text).unwrap());
                holds(&game.name, rules.as_ref(), few.to_vec());
            }
        }
    }
}

/// Games of which a position is worth the nim-sum of its heaps though a move is not a move in one of them alone: in
/// Poker Nim the reserve is shared.
const ADDS_ALL_THE_SAME: &[&str] = &["poker-nim"];

/// Where a ruleset says that a position is the sum of its heaps, two positions put together are worth the nim-sum of
/// the two, and a position doubled is lost; where it does not say so, neither holds throughout.
#[test]
fn heaps_put_together_are_worth_their_nim_sum_where_the_ruleset_says_so() {
    for (name, rules) in on_heaps() {
        let parts = heaps(&[(1, 6), (2, 3)]);
        let both = |one: &Heaps, other: &Heaps| Heaps::new([one.sizes(), other.sizes()].concat());
        let pairs: Vec<(Heaps, Heaps)> =
            parts.iter().flat_map(|one| parts.iter().map(|other| (one.clone(), other.clone()))).collect();
        let gate = Gate::new(Panel::default(), Budget::default()).threads(1);
        let values = |positions: Vec<Heaps>| {
            let positions = Positions::Listed(positions);
            let question = Question { game: &name, rules: rules.as_ref(), convention: Convention::Normal, positions };
            let verified = gate.values(&question).unwrap_or_else(|refusal| panic!("{refusal}"));
            verified.get().iter().map(|value| value.unwrap()).collect::<Vec<u32>>()
        };
        let together = values(pairs.iter().map(|(one, other)| both(one, other)).collect());
        let ones = values(pairs.iter().map(|(one, _)| one.clone()).collect());
        let others = values(pairs.iter().map(|(_, other)| other.clone()).collect());
        let add = (0..pairs.len()).all(|i| together[i] == ones[i] ^ others[i]);
        let doubled = (0..pairs.len()).all(|i| pairs[i].0 != pairs[i].1 || together[i] == 0);
        let says = rules.heap_rule().is_some() || ADDS_ALL_THE_SAME.iter().any(|game| name.starts_with(game));
        assert_eq!((add, doubled), (says, says), "{name}");
    }
}

/// Strings put together are a sum only where a player who must cut and cannot has lost, and there where both have a value.
#[test]
fn strings_put_together_are_worth_their_nim_sum_under_one_ending_alone() {
    let parts = ["1", "2", "3", "4", "5", "L4", "1+1", "1+3", "3+L4"];
    for game in games() {
        let Rules::Strings(rules) = &game.rules else { continue };
        let gate = Gate::new(Panel::default(), Budget::default()).threads(1);
        let value = |text: &str| {
            let positions = Positions::Listed(vec![read_strings(text).unwrap()]);
            let question =
                Question { game: &game.name, rules: rules.as_ref(), convention: Convention::Normal, positions };
            gate.values(&question).unwrap_or_else(|refusal| panic!("{refusal}")).get()[0]
        };
        let (mut add, mut doubled) = (true, true);
        for one in parts {
            for other in parts {
                let (Some(here), Some(there)) = (value(one), value(other)) else { continue };
                add &= value(&format!("{one}+{other}")) == Some(here ^ there);
            }
            doubled &= value(one).is_none() || value(&format!("{one}+{one}")) == Some(0);
        }
        let says = game.name == "nimstring(must-move)";
        assert_eq!((add, doubled), (says, says), "{}", game.name);
    }
}

/// In misère play the outcomes of two positions do not tell that of the two together, in any game of heaps here.
#[test]
fn misere_outcomes_do_not_tell_that_of_a_sum() {
    for (name, rules) in on_heaps() {
        let parts = heaps(&[(1, 6), (2, 3)]);
        let gate = Gate::new(Panel::default(), Budget::default()).threads(1);
        let said = |positions: Vec<Heaps>| {
            let positions = Positions::Listed(positions);
            let question = Question { game: &name, rules: rules.as_ref(), convention: Convention::Misere, positions };
            gate.outcomes(&question).unwrap_or_else(|refusal| panic!("{refusal}")).get().clone()
        };
        let alone = said(parts.clone());
        let lost: Vec<&Heaps> = parts.iter().zip(&alone).filter(|(_, o)| **o == Outcome::P).map(|(p, _)| p).collect();
        let sums = lost.iter().flat_map(|one| lost.iter().map(|other| [one.sizes(), other.sizes()].concat()));
        let together: BTreeSet<Outcome> = said(sums.map(Heaps::new).collect()).into_iter().collect();
        assert!(together.contains(&Outcome::N), "two lost positions of {name} are always lost together");
        if name == "nim" {
            assert_eq!(together.len(), 2, "1 and 1, and 2,2 and 2,2");
        }
    }
}

/// The rules of a game on heaps in other words.
enum Telling {
    /// Whether one heap can become these heaps, none of them empty.
    OfOneHeap(fn(u32, &[u32]) -> bool),
    /// Whether these amounts, ascending, none of them nought, can be taken at once, each from another heap.
    Taken(fn(&[u32]) -> bool),
    /// The options as text.
    Options(fn(&[u32]) -> BTreeSet<String>),
    /// In this file of the tests, for it is not a game of heaps.
    Elsewhere(&'static str),
}

/// Whether a digit of a code allows so many heaps to be left, having taken so many counters.
fn digit_allows(code: &str, taken: u32, left: usize) -> bool {
    let digit = code.chars().filter(|c| *c != '.').nth(taken as usize);
    digit.is_some_and(|digit| digit.to_digit(16).unwrap() >> left & 1 == 1)
}

fn by_code(code: &str, heap: u32, left: &[u32]) -> bool {
    let rest: u32 = left.iter().sum();
    rest <= heap && digit_allows(code, heap - rest, left.len())
}

fn pokered(sizes: &[u32], reserve: u32) -> BTreeSet<String> {
    let mut told = BTreeSet::new();
    for (i, &size) in sizes.iter().enumerate() {
        for becomes in (0..=size + reserve).filter(|&becomes| becomes != size) {
            let mut next = sizes.to_vec();
            next[i] = becomes;
            next.sort_unstable();
            let next = next.iter().map(u32::to_string).collect::<Vec<_>>().join(",");
            told.insert(if becomes > size { format!("{next};{}", becomes - size) } else { next });
        }
    }
    told
}

/// The rules of every game of [`games`] a second time.
const TELLINGS: &[(&str, Telling)] = &[
    ("nim", Telling::Taken(|taken| taken.len() == 1)),
    ("moore(2)", Telling::Taken(|taken| taken.len() <= 2)),
    ("moore(3)", Telling::Taken(|taken| taken.len() <= 3)),
    (
        "subtraction(1,2,3)",
        Telling::OfOneHeap(|heap, left| {
            matches!((left, heap), ([], 1..=3)) || matches!(left, [one] if (1..=3).contains(&heap.wrapping_sub(*one)))
        }),
    ),
    ("subtraction(2,5)", Telling::Taken(|taken| matches!(taken, [2] | [5]))),
    ("take(heaps=2, each=3, total=4)", Telling::Taken(|taken| matches!(taken, [1..=3] | [1, 1..=3] | [2, 2]))),
    ("take(each=3)", Telling::Taken(|taken| matches!(taken, [1..=3]))),
    ("take(heaps=2, amounts={1,3})", Telling::Taken(|taken| matches!(taken, [1 | 3] | [1, 1] | [1, 3] | [3, 3]))),
    ("take(heaps=3, total=2)", Telling::Taken(|taken| matches!(taken, [1] | [2] | [1, 1]))),
    ("nimstring(last-cut-wins)", Telling::Elsewhere("cutting.rs")),
    ("nimstring(must-move)", Telling::Elsewhere("cutting.rs")),
    ("octal(0.77)", Telling::OfOneHeap(|heap, left| by_code("0.77", heap, left))),
    ("octal(4.6)", Telling::OfOneHeap(|heap, left| by_code("4.6", heap, left))),
    ("octal(0.137)", Telling::OfOneHeap(|heap, left| by_code("0.137", heap, left))),
    ("octal(4.3)", Telling::OfOneHeap(|heap, left| by_code("4.3", heap, left))),
    ("hexadecimal(0.9)", Telling::OfOneHeap(|heap, left| by_code("0.9", heap, left))),
    ("hexadecimal(0.c1)", Telling::OfOneHeap(|heap, left| by_code("0.c1", heap, left))),
    // Skittles in a row: one or two neighbours are knocked down, and what stands to either side is a row.
    (
        "kayles",
        Telling::OfOneHeap(|heap, left| left.len() <= 2 && matches!(heap.wrapping_sub(left.iter().sum()), 1 | 2)),
    ),
    // Two neighbours in a row.
    ("dawsons-kayles", Telling::OfOneHeap(|heap, left| left.len() <= 2 && heap.wrapping_sub(left.iter().sum()) == 2)),
    // A pawn advances: its file and those beside it are out of play, of which the row may have one, two or three.
    (
        "dawsons-chess",
        Telling::OfOneHeap(|heap, left| {
            (1..=heap).any(|file| {
                let sides = [file.saturating_sub(2), (heap - file).saturating_sub(1)];
                let mut rows: Vec<u32> = sides.into_iter().filter(|&row| row > 0).collect();
                rows.sort_unstable();
                rows == left
            })
        }),
    ),
    ("grundys-game", Telling::OfOneHeap(|heap, left| matches!(left, [a, b] if a < b && a + b == heap))),
    (
        "lasker",
        Telling::OfOneHeap(|heap, left| match left {
            [] => heap > 0,
            [one] => *one < heap,
            [one, other] => one + other == heap,
            _ => false,
        }),
    ),
    ("wythoff", Telling::Taken(|taken| matches!(taken, [_]) || matches!(taken, [one, other] if one == other))),
    ("wythoff(2)", Telling::Taken(|taken| matches!(taken, [_]) || matches!(taken, [one, other] if other - one < 2))),
    ("poker-nim(3)", Telling::Options(|sizes| pokered(sizes, 3))),
    ("poker-nim(1)", Telling::Options(|sizes| pokered(sizes, 1))),
];

/// All ascending lists of heaps, none empty, with at most so many counters in at most three heaps.
fn lists(counters: u32) -> Vec<Vec<u32>> {
    let mut all = vec![Vec::new()];
    for a in 1..=counters {
        all.push(vec![a]);
        for b in a..=counters.saturating_sub(a) {
            all.push(vec![a, b]);
            all.extend((b..=counters.saturating_sub(a + b)).map(|c| vec![a, b, c]));
        }
    }
    all
}

/// Whether some way to match the heaps of two positions shows amounts that can be taken.
fn leads(from: &[u32], to: &mut Vec<u32>, matched: usize, may_take: fn(&[u32]) -> bool) -> bool {
    if matched == from.len() {
        if from.iter().zip(to.iter()).any(|(from, to)| to > from) {
            return false;
        }
        let mut taken: Vec<u32> = from.iter().zip(to.iter()).map(|(from, to)| from - to).filter(|&a| a > 0).collect();
        taken.sort_unstable();
        return !taken.is_empty() && may_take(&taken);
    }
    (matched..to.len()).any(|other| {
        to.swap(matched, other);
        let leads = leads(from, to, matched + 1, may_take);
        to.swap(matched, other);
        leads
    })
}

impl Telling {
    fn options(&self, from: &Heaps) -> BTreeSet<String> {
        match self {
            Self::OfOneHeap(becomes) => {
                let sizes = from.sizes();
                let replaced = (0..sizes.len()).flat_map(|i| {
                    let left = lists(sizes[i]).into_iter().filter(move |left| becomes(sizes[i], left));
                    left.map(move |left| {
                        let rest = sizes.iter().enumerate().filter(|&(j, _)| j != i).map(|(_, &size)| size);
                        let left = if left.is_empty() { vec![0] } else { left };
                        Heaps::new(rest.chain(left).collect::<Vec<u32>>())
                    })
                });
                replaced.map(|to| to.to_string()).collect()
            }
            Self::Taken(may_take) => {
                let max = from.sizes().last().copied().unwrap_or(0);
                let range = HeapRange { heaps: from.sizes().len(), max };
                let to = range.iter().filter(|to| leads(from.sizes(), &mut to.sizes().to_vec(), 0, *may_take));
                to.map(|to| to.to_string()).collect()
            }
            Self::Options(options) => options(from.sizes()),
            Self::Elsewhere(file) => panic!("its rules are told in {file}"),
        }
    }
}

#[test]
fn the_rules_of_every_game_are_told_twice_and_agree() {
    for game in games() {
        let (_, telling) = TELLINGS.iter().find(|(name, _)| *name == game.name).unwrap_or_else(|| {
            panic!("{} is in the registry: tell its rules a second time in TELLINGS", game.name);
        });
        let Some(rules) = game.on_heaps() else {
            assert!(matches!(telling, Telling::Elsewhere(_)), "{}", game.name);
            continue;
        };
        for from in heaps(&[(0, 0), (1, 12), (2, 6), (3, 4), (4, 2)]) {
            let shown: BTreeSet<String> = options(rules.as_ref(), &from).iter().map(Heaps::to_string).collect();
            assert_eq!(shown, telling.options(&from), "{from} in {}", game.name);
        }
    }
}

/// Every table of the literature that is kept here is held against the solvers: in sequences.rs and in wythoff.rs.
#[test]
fn every_published_table_is_one_that_a_test_reads() {
    let published: serde_json::Value = serde_json::from_str(include_str!("../known/published.json")).unwrap();
    let tables: Vec<&str> = published.as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(tables, ["what", "octal_games", "subtraction_games", "grundys_game", "lasker", "wythoff"]);
}

/// Under a figure its witnesses stand by name; a reader finds each on the page about the essays.
#[test]
fn every_witness_is_introduced_to_the_reader() {
    let about = std::fs::read_to_string("content/about.md").unwrap().to_lowercase();
    let panel = Panel::default();
    let of_heaps = panel.heaps.iter().map(|solver| solver.name());
    let of_strings = panel.strings.iter().map(|solver| solver.name());
    let unknown: Vec<String> = of_heaps
        .chain(of_strings)
        .filter(|name| {
            let called = name.split(", ").next().unwrap().split(" mod ").next().unwrap().to_lowercase();
            !about.contains(&called)
        })
        .collect();
    assert!(unknown.is_empty(), "{unknown:?}");
}
