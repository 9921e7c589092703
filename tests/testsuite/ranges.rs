//! Figures over ranges of heaps: their facts, from the literature and from counts made otherwise.

use std::time::{Duration, Instant};

use rungs::figure::{Body, Fact, FactPath, Facts, Id, Kind};
use rungs::solver::Basis;
use rungs::verify::{Budget, Gate, Panel, Refusal};

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
        ("game = \"nim\"\nheaps = 3\nmax = 7\ncontrols = [2]\n", "2 is the right divisor and no control"),
        (
            "game = \"moore(2)\"\nheaps = 3\nmax = 7\ncriterion = \"columns(2)\"\ncontrols = [2]\n",
            "columns(2) is the criterion itself and no control; the right divisor is 3",
        ),
        ("game = \"subtraction(1,2)\"\nheaps = 3\nmax = 7\n", "the columns say nothing of subtraction(1,2)"),
        ("game = \"nim\"\nheaps = 16\nmax = 1000\n", "these are too many positions: more than can be counted"),
    ];
    for (toml, expected) in cases {
        let faults = Body::read(Kind::named("sweep").unwrap(), toml, Id::Optional).err().unwrap();
        assert!(faults.iter().any(|fault| fault.message == expected), "{toml}: {faults:?}");
    }
}

/// The values of three heaps of at most seven counters under Moore's rule for two heaps, found without a line of the
/// crate: over ordered triples, by the definition.
fn values_of_triples() -> Vec<u32> {
    let index = |[a, b, c]: [usize; 3]| a * 64 + b * 8 + c;
    let mut values = vec![0; 512];
    let mut triples: Vec<[usize; 3]> = (0..512).map(|i| [i / 64, i / 8 % 8, i % 8]).collect();
    triples.sort_by_key(|triple| triple.iter().sum::<usize>());
    for triple in &triples {
        let below = |to: &&[usize; 3]| {
            let changed = (0..3).filter(|&i| to[i] != triple[i]).count();
            (1..=2).contains(&changed) && (0..3).all(|i| to[i] <= triple[i])
        };
        let options: Vec<u32> = triples.iter().filter(below).map(|to| values[index(*to)]).collect();
        values[index(*triple)] = (0..).find(|value| !options.contains(value)).unwrap();
    }
    values
}

#[test]
fn readings_are_right_as_often_as_a_count_by_hand_says() {
    let values = values_of_triples();
    let (mut right, mut max) = ([0; 4], 0);
    for (i, &value) in values.iter().enumerate() {
        let [a, b, c] = [i / 64, i / 8 % 8, i % 8].map(|heap| heap as u32);
        if a > b || b > c {
            continue;
        }
        let digit = |bit: u32| (a >> bit & 1) + (b >> bit & 1) + (c >> bit & 1);
        let base_three = digit(2) % 3 * 9 + digit(1) % 3 * 3 + digit(0) % 3;
        let (y, z) = (b + c - 2 * a, (b + c - 2 * a) * (b + c - 2 * a + 1) / 2 + 1);
        let formula = if a < z { a + b + c } else { z - 1 + (a - z) % (y + 1) };
        for (right, reading) in right.iter_mut().zip([base_three, a ^ b ^ c, a + b + c, formula]) {
            *right += i64::from(reading == value);
        }
        max = max.max(i64::from(value));
    }
    let facts = facts("readings", "game = \"moore(2)\"\nheaps = 3\nmax = 7\n");
    let found = ["base", "xor", "sum", "jenkyns_mayberry"].map(|reading| integer(&facts, &format!("right.{reading}")));
    assert_eq!(found, right);
    assert_eq!(integer(&facts, "max_value"), max);
    // The digest of the mathematics: exclusive-or on 15 of 120, the base-3 reading on 14.
    assert_eq!((integer(&facts, "positions"), found[0], found[1]), (120, 14, 15));
}

#[test]
fn readings_of_four_heaps() {
    let facts = facts("readings", "game = \"moore(2)\"\n[[row]]\nname = \"a\"\nheaps = 4\nmax = 7\n");
    assert_eq!((integer(&facts, "a.positions"), integer(&facts, "a.right.base")), (330, 42));
    assert_eq!(facts.get(&["a", "first_wrong", "base"].map(str::to_owned)), Some(Fact::from("0,0,0,2")));
    let always = self::facts("readings", "game = \"moore(3)\"\nheaps = 4\nmax = 7\n");
    assert_eq!(integer(&always, "right.jenkyns_mayberry"), 330);
    assert_eq!(always.get(&["first_wrong", "jenkyns_mayberry"].map(str::to_owned)), Some(Fact::None));
}

#[test]
fn two_heaps_differ_by_the_carries() {
    let facts = facts("two-heaps", "game = \"moore(2)\"\nmax = 7\n");
    assert_eq!((integer(&facts, "cells"), integer(&facts, "agree")), (64, 27));
    let cells = || (0..8).flat_map(|a| (0..8).map(move |b| (a, b)));
    assert_eq!(list(&facts, "together_list"), cells().map(|(a, b)| (a + b).to_string()).collect::<Vec<_>>());
    assert_eq!(list(&facts, "apart_list"), cells().map(|(a, b)| (a ^ b).to_string()).collect::<Vec<_>>());
    assert_eq!(list(&facts, "difference_list"), cells().map(|(a, b)| (2 * (a & b)).to_string()).collect::<Vec<_>>());
    // In Nim itself there is no difference, and so it is under {1,2,3}.
    for game in ["nim", "subtraction(1,2,3)"] {
        let same = self::facts("two-heaps", &format!("game = \"{game}\"\nmax = 7\n"));
        assert_eq!(integer(&same, "agree"), 64, "{game}");
    }
}

#[test]
fn the_conventions_of_nim_differ_where_all_heaps_are_ones() {
    let toml = "game = \"nim\"\nagainst = \"misere\"\nheaps = 3\nmax = 7\n";
    let facts = facts("compare", toml);
    assert_eq!((integer(&facts, "positions"), integer(&facts, "differ")), (120, 4));
    assert_eq!(list(&facts, "differ_list"), ["0,0,0", "0,0,1", "0,1,1", "1,1,1"]);
    let tuples = self::facts("compare", &format!("{toml}count = \"tuples\"\n"));
    assert_eq!((integer(&tuples, "positions"), integer(&tuples, "differ")), (512, 8));
    let other_way =
        self::facts("compare", &toml.replace("against = \"misere\"", "against = \"normal\"\nconvention = \"misere\""));
    assert_eq!(list(&other_way, "differ_list"), list(&facts, "differ_list"));
}

#[test]
fn two_games_are_compared_on_the_same_positions() {
    let facts = facts("compare", "game = \"nim\"\nagainst = \"moore(2)\"\nheaps = 3\nmax = 7\n");
    // The lost positions of both but the all-nought one, which both have: 15 − 1 and 8 − 1.
    assert_eq!(integer(&facts, "differ"), 21);
    let cases = [
        ("against = \"nim\"", "this is the same game under the same convention"),
        ("against = \"normal\"", "this is the same game under the same convention"),
        ("against = \"nimm\"", "no game is called `nimm`"),
        ("against = \"nimstring\"", "nim and nimstring are not played on the same positions"),
        ("", "`against` is missing"),
    ];
    for (line, expected) in cases {
        let toml = format!("game = \"nim\"\n{line}\nheaps = 3\nmax = 7\n");
        let faults = Body::read(Kind::named("compare").unwrap(), &toml, Id::Optional).err().unwrap();
        assert!(faults.iter().any(|fault| fault.message == expected), "{toml}: {faults:?}");
    }
}

#[test]
fn the_endings_of_nimstring_are_compared_on_sums() {
    let toml =
        "game = \"nimstring(last-cut-wins)\"\nagainst = \"nimstring(must-move)\"\nchains = [1, 2, 3]\nstrings = 7\n";
    let facts = facts("compare", toml);
    let differ = list(&facts, "differ_list");
    assert_eq!(integer(&facts, "differ"), differ.len() as i64);
    assert!(differ.len() < usize::try_from(integer(&facts, "positions")).unwrap());
    // A single one-chain: whoever cuts it takes the coin and is done, or has to cut again and cannot.
    assert!(differ.contains(&"1".to_owned()), "{differ:?}");
}

#[test]
fn a_sweep_of_another_game_has_a_criterion_of_its_own() {
    let facts = facts(
        "sweep",
        "game = \"subtraction(1,2,3)\"\ncriterion = \"mod(4)\"\ncontrols = [2]\nheaps = 2\nmax = 9\ncount = \"tuples\"\n",
    );
    // Bouton's columns are wrong on sixteen of the hundred pairs, and the low two bits on none.
    let found = ["positions", "disagreements", "control.2"].map(|fact| integer(&facts, fact));
    assert_eq!(found, [100, 0, 16]);
}

#[test]
fn what_is_held_against_an_answer_did_not_vouch_for_it() {
    for kind in ["sweep", "readings"] {
        let toml = "game = \"moore(2)\"\nheaps = 3\nmax = 7\n";
        let body = Body::read(Kind::named(kind).unwrap(), toml, Id::Optional).ok().unwrap();
        let answer = body.request.answer(&Gate::new(Panel::default(), Budget::default())).unwrap();
        for witness in answer.provenance().iter().flat_map(|provenance| &provenance.witnesses) {
            assert_ne!(witness.basis, Basis::ClosedForm, "{kind}: {}", witness.name);
        }
    }
}

#[test]
fn a_criterion_that_is_wrong_is_found_out() {
    let facts = facts("sweep", "game = \"moore(2)\"\ncriterion = \"columns(2)\"\ncontrols = [4]\nheaps = 3\nmax = 7\n");
    assert_eq!((integer(&facts, "disagreements"), integer(&facts, "control.4")), (21, 7));
}

/// A check that cannot fail is no check: neither where every divisor says the same, nor where one of several does.
#[test]
fn controls_that_are_right_throughout_are_refused() {
    for toml in [
        "game = \"moore(3)\"\nheaps = 2\nmax = 7\n",
        "game = \"moore(2)\"\nheaps = 2\nmax = 7\ncontrols = [5]\n",
        "game = \"moore(2)\"\nheaps = 2\nmax = 7\ncontrols = [2, 9]\n",
        "game = \"moore(2)\"\nheaps = 3\nmax = 0\n",
    ] {
        let body = Body::read(Kind::named("sweep").unwrap(), toml, Id::Optional).ok().unwrap();
        let answer = body.request.answer(&Gate::new(Panel::default(), Budget::default()));
        let second = toml.contains("9]");
        let refusal = answer.map(|_| ()).unwrap_err();
        assert!(matches!(&refusal, Refusal::HarmlessControl { .. }), "{toml}: {refusal}");
        assert_eq!(refusal.to_string().starts_with("columns(9) is a control"), second, "{toml}: {refusal}");
    }
}

/// What nobody can answer is known before anybody sets to work.
#[test]
fn what_is_too_large_is_refused_at_once() {
    for (kind, toml) in [
        ("sequence", "game = \"wythoff\"\nmax = 1000000\n"),
        ("sequence", "game = \"poker-nim(2)\"\nmax = 1000000\n"),
        ("sequence", "game = \"moore(2)\"\nmax = 1000000\n"),
        ("readings", "game = \"moore(1)\"\nheaps = 2\nmax = 4000\n"),
    ] {
        let begun = Instant::now();
        let body = Body::read(Kind::named(kind).unwrap(), toml, Id::Optional).ok().unwrap();
        let answer = body.request.answer(&Gate::new(Panel::default(), Budget::default()));
        assert!(matches!(answer, Err(Refusal::LoneWitness { .. })), "{toml}");
        assert!(begun.elapsed() < Duration::from_secs(4), "{toml}: {:?}", begun.elapsed());
    }
}

#[test]
fn drawings_are_as_they_were_looked_at() {
    let cases = [
        ("losses", "game = \"moore(2)\"\nheaps = 4\nmax = 7\n"),
        (
            "sweep",
            "game = \"moore(2)\"\n[[row]]\nname = \"three\"\nheaps = 3\nmax = 7\n[[row]]\nname = \"four\"\nheaps = 4\nmax = 7\n",
        ),
        ("readings", "game = \"moore(2)\"\nheaps = 3\nmax = 7\n"),
        ("two-heaps", "game = \"moore(2)\"\nmax = 3\n"),
        ("compare", "game = \"nim\"\nagainst = \"misere\"\nheaps = 3\nmax = 7\n"),
    ];
    for (kind, toml) in cases {
        let body = Body::read(Kind::named(kind).unwrap(), toml, Id::Optional).ok().unwrap();
        let answer = body.request.answer(&Gate::new(Panel::default(), Budget::default())).unwrap();
        let picture = answer.get();
        let svg = picture.drawing.to_svg(kind, &picture.title, &picture.description, true);
        // One element a line, so that a difference can be read.
        insta::assert_snapshot!(kind, svg.replace("><", ">\n<"));
        insta::assert_snapshot!(format!("{kind}-data"), picture.table.to_csv());
    }
}
