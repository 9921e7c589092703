//! Figures of Nimstring: their facts against numbers that were found by other programs, and by hand.

use rungs::figure::{Body, Fact, Facts, Id, Kind};
use rungs::verify::{Budget, Gate, Panel};

fn facts(kind: &str, toml: &str) -> Facts {
    let body = Body::read(Kind::named(kind).unwrap(), toml, Id::Optional).unwrap_or_else(|faults| panic!("{faults:?}"));
    body.request.answer(&Gate::new(Panel::default(), Budget::default())).unwrap().get().facts.clone()
}

fn number(facts: &Facts, path: &[&str]) -> i64 {
    let path: Vec<String> = path.iter().map(|&step| step.to_owned()).collect();
    match facts.get(&path) {
        Some(Fact::Integer(number)) => number,
        other => panic!("{path:?}: {other:?}"),
    }
}

const ELEVEN: &str = "parts = [\"1\", \"2\", \"3\", \"4\", \"5\", \"6\", \"7\", \"8\", \"L4\", \"L6\", \"L8\"]";
const FIFTEEN: &str = "chains = [1, 2, 3, 4, 5]\nloops = [4, 6]\nstrings = 15";

#[test]
fn eleven_components_are_worth_nothing_alone() {
    let facts = facts("components", &format!("game = \"nimstring\"\n{ELEVEN}"));
    for part in ["1", "2", "3", "4", "5", "6", "7", "8", "L4", "L6", "L8"] {
        assert_eq!(number(&facts, &["value", part]), 0, "{part}");
        assert_eq!(facts.get(&["outcome".to_owned(), part.to_owned()]), Some(Fact::from("P")), "{part}");
    }
}

#[test]
fn a_third_of_their_sums_are_worth_something() {
    let facts = facts("pairs", &format!("game = \"nimstring\"\n{ELEVEN}"));
    let count = |name| number(&facts, &[name]);
    assert_eq!((count("pairs"), count("right"), count("wrong")), (66, 45, 21));
    for (sum, value) in [("1+1", 1), ("1+2", 1), ("2+2", 1), ("1+3", 1), ("2+3", 2), ("2+L8", 2), ("3+L4", 0)] {
        assert_eq!(number(&facts, &["value", sum]), value, "{sum}");
    }
}

#[test]
fn under_the_other_ending_they_add() {
    let facts = facts("pairs", &format!("game = \"nimstring(must-move)\"\n{ELEVEN}"));
    assert_eq!(number(&facts, &["wrong"]), 0);
    assert_eq!((number(&facts, &["value", "1+3"]), number(&facts, &["value", "1+2"])), (1, 0));
}

#[test]
fn the_law_has_no_exception_within_fifteen_strings() {
    let facts = facts("law", &format!("game = \"nimstring\"\n{FIFTEEN}"));
    let count = |name| number(&facts, &[name]);
    assert_eq!((count("positions"), count("exceptions"), count("nonzero")), (207, 0, 96));
    assert_eq!((count("shapes"), count("repeated_shapes"), count("mixed_shapes")), (53, 27, 1));
    assert_eq!(facts.get(&["mixed_list".to_owned()]), Some(Fact::from(vec!["0,1,2"])));
    assert!(count("sums_wrong") > 0);
}

#[test]
fn nor_under_the_other_ending_where_values_are_nim_sums() {
    let facts = facts("law", &format!("game = \"nimstring(must-move)\"\n{FIFTEEN}"));
    let count = |name| number(&facts, &[name]);
    assert_eq!((count("positions"), count("exceptions"), count("nonzero"), count("sums_wrong")), (207, 0, 98, 0));
}

#[test]
fn positions_side_by_side() {
    let facts = facts("strings", "game = \"nimstring\"\npositions = [\"L4+3\", \"1+3+L4\", \"+ +/| |/+-+\"]");
    let outcome = |position: &str| facts.get(&["outcome".to_owned(), position.to_owned()]);
    // A fact can be called as the author wrote the position, and as it is usually written.
    assert_eq!((outcome("L4+3"), outcome("3+L4")), (Some(Fact::from("P")), Some(Fact::from("P"))));
    assert_eq!(outcome("1+3+L4"), Some(Fact::from("N")));
    assert_eq!(number(&facts, &["winning_cuts", "3+L4"]), 0);
    assert!(number(&facts, &["winning_cuts", "1+3+L4"]) > 0);
    // A box with one line left: whoever draws it has made the last cut.
    assert_eq!(outcome("+ +/| |/+-+"), Some(Fact::from("N")));
}

#[test]
fn a_directive_is_refused_where_it_stands() {
    let faults = |kind: &str, toml: &str| {
        let read = Body::read(Kind::named(kind).unwrap(), toml, Id::Optional);
        read.err()
            .unwrap_or_default()
            .into_iter()
            .map(|fault| (toml[fault.at].to_owned(), fault.message))
            .collect::<Vec<_>>()
    };
    assert_eq!(faults("components", "game = \"nim\"\nparts = [\"1\"]")[0].0, "\"nim\"");
    assert_eq!(faults("components", "game = \"nimstring\"\nparts = []")[0].1, "there is nothing in the list");
    assert_eq!(faults("pairs", "game = \"nimstring\"\nparts = [\"1\", \"X9\", \"L1\"]").len(), 2);
    assert_eq!(
        faults("law", "game = \"nimstring\"\nchains = [1]\nloops = []\nstrings = 9\nconvention = \"misere\"").len(),
        1
    );
}

/// Boards have other witnesses than sums; in one list each kind has its two.
#[test]
fn boards_and_sums_in_one_list_are_two_questions() {
    let board = "+ + +/     /+ +-+";
    let toml = |parts: &str| format!("game = \"nimstring\"\nparts = [{parts}]");
    let mixed = facts("components", &toml(&format!("\"1+3\", \"{board}\", \"L4\"")));
    let sums = facts("components", &toml("\"1+3\", \"L4\""));
    let boards = facts("components", &toml(&format!("\"{board}\"")));
    for (part, alone) in [("1+3", &sums), (board, &boards), ("L4", &sums)] {
        for fact in ["outcome", "value"] {
            let path = [fact.to_owned(), part.to_owned()];
            assert!(mixed.get(&path).is_some());
            assert_eq!(mixed.get(&path), alone.get(&path), "{fact}[{part}]");
        }
    }
}

#[test]
fn what_stands_in_a_list_twice_is_refused() {
    for (kind, toml, twice) in [
        ("pairs", "game = \"nimstring\"\nparts = [\"1\", \"1\"]", "\"1\"]"),
        ("components", "game = \"nimstring\"\nparts = [\"1+3\", \"3+1\"]", "\"3+1\"]"),
        ("law", "game = \"nimstring\"\nchains = [1, 1]\nloops = [4]\nstrings = 9", "[1, 1]"),
        ("law", "game = \"nimstring\"\nchains = [1]\nloops = [4, 4]\nstrings = 9", "[4, 4]"),
    ] {
        let faults = Body::read(Kind::named(kind).unwrap(), toml, Id::Optional).err().unwrap();
        let [fault] = faults.as_slice() else { panic!("{toml}: {faults:?}") };
        assert_eq!(Some(fault.at.start), toml.rfind(twice), "{toml}: {faults:?}");
    }
}

/// A chain of 64 coins has 65 strings, and no range has so many.
#[test]
fn the_longest_chain_of_a_range_is_one_that_fits() {
    let toml = |coins: u32| format!("game = \"nimstring\"\nchains = [{coins}]\nloops = []\nstrings = 64");
    let read = |coins| Body::read(Kind::named("law").unwrap(), &toml(coins), Id::Optional);
    assert!(read(63).is_ok());
    assert_eq!(read(64).err().unwrap()[0].help, "a whole number from 1 to 63");
}

#[test]
fn a_quotient_is_one_of_misere_play() {
    let facts = facts("quotient", "game = \"octal(0.75)\"\nmax = 8");
    assert_eq!(facts.get(&["convention".to_owned()]), Some(Fact::from("misere")));
}
