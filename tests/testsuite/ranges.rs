//! Figures over ranges of heaps: their facts, from the literature and from counts made otherwise.

use rungs::figure::{Body, Fact, FactPath, Facts, Id, Kind};
use rungs::verify::{Budget, Gate, Panel};

/// The facts of a directive.
fn facts(kind: &str, toml: &str) -> Facts {
    let body = match Body::read(Kind::named(kind).unwrap(), toml, Id::Optional) {
        Ok(body) => body,
        Err(faults) => panic!("{toml}: {faults:?}"),
    };
    let picture = body.request.answer(&Gate::new(Panel::default(), Budget::default())).unwrap();
    body.facts(picture.get()).unwrap()
}

fn integer(facts: &Facts, path: &str) -> i64 {
    let steps: Vec<String> = path.split('.').map(str::to_owned).collect();
    let path: &FactPath = &steps;
    match facts.find(path) {
        Ok(Fact::Integer(number)) => number,
        other => panic!("{path:?}: {other:?}"),
    }
}

fn list(facts: &Facts, name: &str) -> Vec<String> {
    match facts.get(&[name.to_owned()]) {
        Some(Fact::List(list)) => list.iter().map(Fact::to_string).collect(),
        other => panic!("{name}: {other:?}"),
    }
}

#[test]
fn losses_of_nim_are_the_fifteen_of_the_fano_plane() {
    let facts = facts("losses", "game = \"nim\"\nheaps = 3\nmax = 7\n");
    // The all-nought position, the seven pairs, and the seven lines of the Fano plane.
    let lines = ["1,2,3", "1,4,5", "1,6,7", "2,4,6", "2,5,7", "3,4,7", "3,5,6"];
    let list = list(&facts, "lost_list");
    assert_eq!(integer(&facts, "lost"), 15);
    assert_eq!(list[..8], (0..8).map(|n| format!("0,{n},{n}")).collect::<Vec<_>>());
    assert_eq!(list[8..], lines);
}

#[test]
fn losses_of_moores_nim_counted_as_tuples() {
    // The number of 4-bit vectors whose weight is divisible by 3 is 5, and there are three columns.
    let toml = "game = \"moore(2)\"\nheaps = 4\nmax = 7\n";
    let multisets = facts("losses", toml);
    assert_eq!((integer(&multisets, "lost"), integer(&multisets, "lost_list.count")), (15, 15));
    let tuples = facts("losses", &format!("{toml}count = \"tuples\"\n"));
    assert_eq!((integer(&tuples, "lost"), integer(&tuples, "lost_list.count")), (125, 125));
    let list = list(&tuples, "lost_list");
    assert_eq!(list[..5], ["0,0,0,0", "0,1,1,1", "0,2,2,2", "0,3,3,3", "0,4,4,4"]);
    assert!(list.contains(&"7,7,0,7".to_owned()));
}

#[test]
fn more_tuples_than_can_be_counted_are_refused_at_once() {
    let toml = "game = \"nim\"\nheaps = 16\nmax = 1000\ncount = \"tuples\"\n";
    let faults = Body::read(Kind::named("losses").unwrap(), toml, Id::Optional).err().unwrap();
    assert_eq!(&toml[faults[0].at.clone()], "1000");
}

#[test]
fn columns_fail_where_they_are_read_with_a_wrong_divisor() {
    let toml = "game = \"moore(2)\"\ncontrols = [2, 4]\n".to_owned()
        + "[[row]]\nname = \"three\"\nheaps = 3\nmax = 7\n[[row]]\nname = \"four\"\nheaps = 4\nmax = 7\n\
           [[row]]\nname = \"six\"\nheaps = 6\nmax = 15\n";
    let facts = facts("sweep", &toml);
    // Earlier machinery, told in the digest of the mathematics: positions, lost, and both controls.
    let known = [("three", [120, 8, 0, 21, 7]), ("four", [330, 15, 0, 63, 21]), ("six", [54_264, 696, 0, 4_168, 913])];
    for (row, expected) in known {
        let found = ["positions", "lost", "disagreements", "control.2", "control.4"]
            .map(|fact| integer(&facts, &format!("{row}.{fact}")));
        assert_eq!(found, expected, "{row}");
    }
    assert_eq!(integer(&facts, "six.max"), 15);
}

#[test]
fn a_sweep_of_tuples_counts_every_order() {
    let facts = facts("sweep", "game = \"moore(2)\"\nheaps = 4\nmax = 7\ncount = \"tuples\"\n");
    assert_eq!(
        (integer(&facts, "positions"), integer(&facts, "lost"), integer(&facts, "disagreements")),
        (4096, 125, 0)
    );
}

#[test]
fn faults_of_rows_stand_in_the_rows() {
    let cases = [
        ("[[row]]\nname = \"a\"\nheaps = 3\nmax = 7\n", "`game` is missing"),
        (
            "game = \"nim\"\n[[row]]\nname = \"a\"\nheaps = 3\n[[row]]\nname = \"b\"\nheaps = 3\nmax = 7\n",
            "`max` is missing",
        ),
        (
            "game = \"nim\"\nheaps = 3\nmax = 7\n[[row]]\nname = \"a\"\n[[row]]\nname = \"a\"\n",
            "there is a row `a` already",
        ),
        ("game = \"nim\"\nheaps = 3\nmax = 7\n[[row]]\nname = \"game\"\n", "`game` cannot name a row"),
        ("game = \"nim\"\nheaps = 3\nmax = 7\n[[row]]\nnam = \"a\"\n", "there is no key `nam`"),
        ("game = \"nim\"\nheaps = 3\nmax = 7\ncontrols = [2]\n", "2 is the right divisor of nim and no control"),
        ("game = \"subtraction(1,2)\"\nheaps = 3\nmax = 7\n", "the columns say nothing of subtraction(1,2)"),
        ("game = \"nim\"\nheaps = 16\nmax = 1000\n", "these are too many positions: more than can be counted"),
    ];
    for (toml, expected) in cases {
        let faults = Body::read(Kind::named("sweep").unwrap(), toml, Id::Optional).err().unwrap();
        assert!(faults.iter().any(|fault| fault.message == expected), "{toml}: {faults:?}");
    }
}
