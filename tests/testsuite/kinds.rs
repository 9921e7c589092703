//! Laws that hold for every kind of figure, and what each kind knows.

use std::collections::BTreeSet;

use rungs::figure::{Body, Facts, Fault, Id, KINDS, Kind, Picture};
use rungs::verify::{Budget, Gate, Panel};

/// What a directive's picture is, or why there is none.
pub fn picture(kind: &str, toml: &str) -> Result<Picture, Vec<Fault>> {
    let body = Body::read(Kind::named(kind).unwrap(), toml, Id::Optional)?;
    let gate = Gate::new(Panel::default(), Budget::default());
    Ok(body.request.answer(&gate).unwrap_or_else(|refusal| panic!("{kind}: {refusal:?}")).get().clone())
}

/// The facts of a directive that must be right.
pub fn facts(kind: &str, toml: &str) -> Facts {
    picture(kind, toml).unwrap_or_else(|faults| panic!("{kind}: {faults:?}")).facts
}

/// The fact at the end of a dotted path, as text.
pub fn fact(facts: &Facts, path: &str) -> String {
    let steps: Vec<String> = path.split('.').map(str::to_owned).collect();
    facts.get(&steps).unwrap_or_else(|| panic!("there is no {path}")).to_string()
}

/// Holds facts against what is known of them.
pub fn assert_facts(facts: &Facts, known: &[(&str, &str)]) {
    let found: Vec<_> = known.iter().map(|(path, _)| (*path, fact(facts, path))).collect();
    let known: Vec<_> = known.iter().map(|(path, value)| (*path, (*value).to_owned())).collect();
    assert_eq!(found, known);
}

#[test]
fn every_example_can_be_drawn_and_has_the_facts_that_its_kind_declares() {
    for kind in KINDS {
        let picture = picture(kind.name, kind.example).unwrap_or_else(|faults| panic!("{}: {faults:?}", kind.name));
        for (name, about) in kind.facts {
            let name = name.split(['[', '.']).next().unwrap_or(name);
            assert!(picture.facts.names().any(|fact| fact == name), "{} has no {name}", kind.name);
            assert!(!about.is_empty());
        }
        for name in picture.facts.names() {
            let declared = |fact: &str| fact.split(['[', '.']).next() == Some(name);
            assert!(kind.facts.iter().any(|(fact, _)| declared(fact)), "{} does not declare {name}", kind.name);
        }
        assert!(!picture.title.is_empty() && !picture.description.is_empty(), "{} has no words", kind.name);
        let columns = picture.table.head.len();
        assert!(columns > 0 && picture.table.rows.iter().all(|row| row.len() == columns), "{}: ragged", kind.name);
    }
}

#[test]
fn every_drawing_is_valid_and_the_same_each_time_and_has_ids_of_its_own() {
    for kind in KINDS {
        let (one, other) = (picture(kind.name, kind.example).unwrap(), picture(kind.name, kind.example).unwrap());
        assert_eq!(one.drawing, other.drawing, "{}", kind.name);
        let mut ids = BTreeSet::new();
        for id in ["one", "other"] {
            for standalone in [true, false] {
                let svg = one.drawing.to_svg(id, &one.title, &one.description, standalone);
                let document = roxmltree::Document::parse(&svg).unwrap_or_else(|e| panic!("{}: {e}\n{svg}", kind.name));
                if standalone {
                    for id in document.descendants().filter_map(|node| node.attribute("id")) {
                        assert!(ids.insert(id.to_owned()), "{} has {id} twice", kind.name);
                    }
                }
            }
        }
    }
}

#[test]
fn names_of_kinds_keys_and_facts_are_unique() {
    let unique = |names: Vec<&str>| names.iter().collect::<BTreeSet<_>>().len() == names.len();
    assert!(unique(KINDS.iter().map(|kind| kind.name).collect()));
    for kind in KINDS {
        assert!(unique(kind.keys.iter().map(|key| key.name).collect()), "{}", kind.name);
        assert!(unique(kind.facts.iter().map(|(name, _)| *name).collect()), "{}", kind.name);
    }
}

#[test]
fn three_five_seven() {
    let facts = facts("columns", "game = 'nim'\nheaps = [3, 5, 7]");
    assert_facts(
        &facts,
        &[
            ("divisor", "2"),
            ("column_sums_list", "2; 2; 3"),
            ("residues_list", "0; 0; 1"),
            ("nim_sum", "1"),
            ("outcome", "N"),
            ("grundy", "1"),
            ("options", "15"),
            ("winning_moves", "3"),
            ("winning_moves_list", "2,5,7; 3,4,7; 3,5,6"),
        ],
    );
}

#[test]
fn three_five_five_has_one_winning_move() {
    let facts = facts("columns", "game = 'nim'\nheaps = [3, 5, 5]");
    assert_facts(&facts, &[("winning_moves_list", "0,5,5"), ("residues_list", "0; 1; 1"), ("nim_sum", "3")]);
}

#[test]
fn any_divisor_can_be_read() {
    let facts = facts("columns", "game = 'nim'\nheaps = [5, 5, 5]\ndivisor = 3");
    assert_facts(&facts, &[("divisor", "3"), ("residues_list", "0; 0; 0"), ("outcome", "N")]);
}

#[test]
fn the_author_s_order_of_heaps_is_kept() {
    let picture = picture("columns", "game = 'nim'\nheaps = [7, 3, 5]").unwrap();
    let rows: Vec<_> = picture.table.rows.iter().map(|row| row.join(" ")).collect();
    assert_eq!(rows, ["7 1 1 1", "3 0 1 1", "5 1 0 1", "ones 2 2 3", "mod 2 0 0 1"]);
}

#[test]
fn a_position_without_counters_has_one_column() {
    let facts = facts("columns", "game = 'nim'\nheaps = [0, 0]");
    assert_facts(&facts, &[("column_sums_list", "0"), ("outcome", "P"), ("options", "0"), ("winning_moves", "0")]);
}

#[test]
fn too_many_moves_are_refused_at_once_at_the_heaps() {
    let toml = "game = 'moore(3)'\nheaps = [1000, 1000, 1000]";
    let faults = picture("columns", toml).unwrap_err();
    assert_eq!(&toml[faults[0].at.clone()], "[1000, 1000, 1000]");
    assert!(faults[0].message.contains("1003003000 moves"), "{}", faults[0].message);
}
