//! Laws that hold for every kind of figure, and what each kind knows.

use std::collections::BTreeSet;

use rungs::figure::{Body, Fact, Facts, Fault, Id, KINDS, Kind, Picture};
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
                // In a page a second arrangement may follow.
                let whole = if standalone { svg } else { format!("<div>{svg}</div>") };
                let document =
                    roxmltree::Document::parse(&whole).unwrap_or_else(|e| panic!("{}: {e}\n{whole}", kind.name));
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
fn three_ones_are_won_in_normal_play_and_lost_in_misere() {
    let normal = facts("columns", "game = 'nim'\nheaps = [1, 1, 1]");
    assert_facts(&normal, &[("outcome", "N"), ("grundy", "1")]);
    let misere = facts("columns", "game = 'nim'\nheaps = [1, 1, 1]\nconvention = 'misere'");
    assert_facts(&misere, &[("outcome", "P"), ("winning_moves", "0")]);
    assert_eq!(misere.get(&["grundy".to_owned()]), Some(Fact::None));
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
    assert!(faults[0].message.contains("moves of this position are 1,003,003,000"), "{}", faults[0].message);
}

#[test]
fn the_two_properties_over_512_positions() {
    let facts = facts("properties", "game = 'nim'\nheaps = 3\nmax = 7");
    assert_facts(
        &facts,
        &[
            ("positions", "512"),
            ("even", "64"),
            ("odd", "448"),
            ("moves_from_even", "672"),
            ("even_to_even", "0"),
            ("unrepaired", "0"),
            ("repairs.1", "336"),
            ("repairs.2", "0"),
            ("repairs.3", "112"),
        ],
    );
}

#[test]
fn restricting_the_moves_leaves_property_a_and_breaks_b() {
    let facts = facts("properties", "game = 'subtraction(1,2,3)'\nheaps = 3\nmax = 7");
    assert_facts(&facts, &[("even", "64"), ("even_to_even", "0")]);
    assert_ne!(fact(&facts, "unrepaired"), "0");
}

/// A second telling of property (b) for Moore's Nim: every position that is not lost has a move to a lost one.
#[test]
fn moore_s_columns_have_both_properties() {
    let facts = facts("properties", "game = 'moore(2)'\nheaps = 3\nmax = 7");
    assert_facts(&facts, &[("positions", "512"), ("even", "8"), ("even_to_even", "0"), ("unrepaired", "0")]);
}

#[test]
fn bouton_s_criterion_calls_losses_wins_under_one_two_three() {
    let pairs = facts("criterion", "game = 'subtraction(1,2,3)'\ncriterion = 'columns(2)'\nheaps = 2\nmax = 9");
    assert_facts(
        &pairs,
        &[
            ("positions", "100"),
            ("wrong", "16"),
            ("losses_called_wins", "16"),
            ("wins_called_losses", "0"),
            ("first", "0,4"),
            ("wrong_list.count", "16"),
        ],
    );
    let triples = facts("criterion", "game = 'subtraction(1,2,3)'\ncriterion = 'columns(2)'\nheaps = 3\nmax = 7");
    assert_facts(&triples, &[("positions", "512"), ("wrong", "64"), ("losses_called_wins", "64")]);
}

#[test]
fn two_and_three_err_in_the_second_direction_on_thirty_triples() {
    let facts = facts("criterion", "game = 'subtraction(2,3)'\ncriterion = 'columns(2)'\nheaps = 3\nmax = 7");
    assert_facts(&facts, &[("wins_called_losses", "30")]);
}

#[test]
fn the_right_reading_of_a_subtraction_game_is_never_wrong() {
    for (game, criterion) in [("subtraction(1,2,3)", "mod(4)"), ("subtraction(1,2)", "mod(3)")] {
        let toml = format!("game = '{game}'\ncriterion = '{criterion}'\nheaps = 3\nmax = 7");
        assert_facts(&facts("criterion", &toml), &[("wrong", "0"), ("first", "none")]);
    }
    let one_heap = facts("criterion", "game = 'subtraction(1,2)'\ncriterion = 'sum(3)'\nheaps = 1\nmax = 30");
    assert_facts(&one_heap, &[("wrong", "0")]);
}

#[test]
fn a_wrong_divisor_fails_on_twenty_one_and_seven_multisets() {
    for (divisor, wrong) in [(2, "21"), (3, "0"), (4, "7")] {
        let range = "heaps = 3\nmax = 7\ncount = 'multisets'";
        let facts = facts("criterion", &format!("game = 'moore(2)'\ncriterion = 'columns({divisor})'\n{range}"));
        assert_facts(&facts, &[("positions", "120"), ("wrong", wrong)]);
    }
}

#[test]
fn a_criterion_that_is_none_is_told_at_its_place() {
    for (criterion, message, at) in [
        ("colums(2)", "no criterion is called `colums`", "colums"),
        ("columns", "`columns` takes one number", "columns"),
        ("columns(1)", "1 divides everything", "1"),
        ("columns(0)", "what it divides by is nought", "0"),
        ("columns(x)", "what it divides by is a number, and `x` is none", "x"),
        ("columns(2", "the bracket is not closed", "(2"),
    ] {
        let toml = format!("game = 'nim'\nheaps = 2\nmax = 3\ncriterion = '{criterion}'");
        let faults = picture("criterion", &toml).unwrap_err();
        assert_eq!((faults[0].message.as_str(), &toml[faults[0].at.clone()]), (message, at));
    }
}

#[test]
fn heaps_under_one_two_three_are_worth_their_remainders_by_four() {
    let facts = facts("sequence", "game = 'subtraction(1,2,3)'\nmax = 12");
    assert_facts(
        &facts,
        &[
            ("values_list", "0; 1; 2; 3; 0; 1; 2; 3; 0; 1; 2; 3; 0"),
            ("period", "4"),
            ("preperiod", "0"),
            ("saltus", "0"),
        ],
    );
    assert!(fact(&facts, "certified").contains("enough for all"));
}

#[test]
fn too_few_values_prove_no_period() {
    let facts = facts("sequence", "game = 'subtraction(1,2,3)'\nmax = 5");
    assert_facts(&facts, &[("period", "none"), ("certified", "none"), ("values_list.count", "6")]);
}

#[test]
fn a_heap_of_nim_is_worth_its_size() {
    let facts = facts("sequence", "game = 'nim'\nmax = 9");
    assert_facts(&facts, &[("values_list", "0; 1; 2; 3; 4; 5; 6; 7; 8; 9"), ("period", "1"), ("saltus", "1")]);
}

#[test]
fn misere_play_has_no_sequence_of_values() {
    let toml = "game = 'nim'\nmax = 9\nconvention = 'misere'";
    let faults = picture("sequence", toml).unwrap_err();
    assert_eq!(&toml[faults[0].at.clone()], "'misere'");
}

#[test]
fn too_large_a_range_is_refused_at_once_with_its_size() {
    for kind in ["criterion", "properties"] {
        let toml = "game = 'nim'\nheaps = 8\nmax = 20\n";
        let toml = if kind == "criterion" { format!("criterion = 'sum(2)'\n{toml}") } else { toml.to_owned() };
        let faults = picture(kind, &toml).unwrap_err();
        assert_eq!(&toml[faults[0].at.clone()], "20");
        let size = if kind == "criterion" { "37,822,859,361" } else { "moves" };
        assert!(faults[0].message.contains(size) && faults[0].help.contains("at most"), "{faults:?}");
    }
}

/// The fourteen heaps of Kayles whose values the period of twelve does not have (Guy and Smith 1956).
#[test]
fn kayles_has_period_twelve_from_seventy_one_on() {
    let facts = facts("sequence", "game = 'kayles'\nmax = 170");
    assert_facts(&facts, &[("period", "12"), ("preperiod", "71"), ("values_list.70", "6"), ("values_list.82", "2")]);
}

#[test]
fn all_that_is_wrong_is_told() {
    let toml = "game = 'nimm'\ncriterion = 'colums(2)'\nheaps = -1\nmax = 10000000000\ncuont = 'tuples'";
    let faults = picture("criterion", toml).unwrap_err();
    let at: Vec<_> = faults.iter().map(|fault| &toml[fault.at.clone()]).collect();
    assert_eq!(at, ["nimm", "-1", "10000000000", "cuont"]);
    let toml = "game = 'nim'\ncriterion = 'colums(2)'\nheaps = 16\nmax = 1000";
    let faults = picture("criterion", toml).unwrap_err();
    let at: Vec<_> = faults.iter().map(|fault| &toml[fault.at.clone()]).collect();
    assert_eq!(at, ["colums", "1000"]);
}

/// The order is that of Plambeck and Siegel (2008); a heap of 3 of 0.75 is as good as one of 1.
#[test]
fn the_misere_quotient_of_a_wild_game() {
    let facts = facts("quotient", "game = 'octal(0.75)'\nmax = 8");
    assert_facts(&facts, &[("order", "8"), ("heap.1", "1"), ("heap.3", "1"), ("generators_list", "1; 2; 5")]);
    let infinite = self::facts("quotient", "game = 'octal(0.3122)'\nmax = 7");
    assert_eq!(infinite.get(&["order".to_owned()]), Some(Fact::None));
    let tame = self::facts("quotient", "game = 'nim'\nmax = 7\nheaps = 3");
    assert_facts(&tame, &[("order", "10"), ("lost", "2"), ("lost_list.count", "2"), ("heap.7", "1+2+4")]);
}

#[test]
fn one_thing_is_told_in_the_singular() {
    let one = |kind: &str, toml: &str| {
        let picture = picture(kind, toml).unwrap_or_else(|faults| panic!("{kind}: {faults:?}"));
        format!("{}. {}", picture.title, picture.description)
    };
    for (kind, toml, told) in [
        ("losses", "game = \"nim\"\nheaps = 2\nmax = 0\n", "of 1 position (multisets) is lost"),
        ("losses", "game = \"nim\"\nheaps = 2\nmax = 1\n", "of 3 positions (multisets) are lost"),
        ("properties", "game = \"nim\"\nheaps = 1\nmax = 3\n", "of nim, 1 heap up to 3"),
        ("components", "game = \"nimstring\"\nparts = [\"3\"]\n", "1 component of nimstring"),
        (
            "compare",
            "game = \"nim\"\nagainst = \"misere\"\nheaps = 1\nmax = 0\n",
            "of 1 position (multisets) 1 has another",
        ),
    ] {
        let words = one(kind, toml);
        assert!(words.contains(told), "{kind}: {words}");
    }
}
