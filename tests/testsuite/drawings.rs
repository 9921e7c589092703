//! Drawings as they were looked at and found good.

use crate::kinds::picture;

/// The drawing of a directive, an element a line.
fn drawn(kind: &str, toml: &str) -> String {
    let picture = picture(kind, toml).unwrap_or_else(|faults| panic!("{kind}: {faults:?}"));
    picture.drawing.to_svg("figure", &picture.title, &picture.description, false).replace("><", ">\n<")
}

macro_rules! drawings {
    ($($name:ident: $kind:literal, $toml:literal;)*) => {
        $(#[test]
        fn $name() {
            insta::assert_snapshot!(stringify!($name), drawn($kind, $toml));
        })*
    };
}

drawings! {
    columns_of_three_five_seven: "columns", "game = 'nim'\nheaps = [3, 5, 7]";
    columns_of_a_lost_position_without_a_move: "columns", "game = 'moore(2)'\nheaps = [5, 5, 5]";
    columns_in_threes_with_two_heaps_changed: "columns", "game = 'moore(2)'\nheaps = [3, 5, 6]";
    columns_with_bars: "columns", "game = 'nim'\nheaps = [12, 9, 21, 30]";
    columns_in_misere_play: "columns", "game = 'nim'\nheaps = [1, 1, 2]\nconvention = 'misere'";
    properties_of_nim: "properties", "game = 'nim'\nheaps = 3\nmax = 7";
    properties_that_fail: "properties", "game = 'subtraction(1,2,3)'\nheaps = 2\nmax = 7";
    criterion_on_pairs: "criterion", "game = 'subtraction(1,2,3)'\ncriterion = 'columns(2)'\nheaps = 2\nmax = 9";
    criterion_on_triples: "criterion", "game = 'subtraction(1,2)'\ncriterion = 'columns(2)'\nheaps = 3\nmax = 5";
    criterion_on_multisets:
        "criterion", "game = 'moore(2)'\ncriterion = 'columns(2)'\nheaps = 3\nmax = 3\ncount = 'multisets'";
    criterion_on_one_heap: "criterion", "game = 'subtraction(1,2)'\ncriterion = 'sum(2)'\nheaps = 1\nmax = 9";
    criterion_on_four_heaps: "criterion", "game = 'nim'\ncriterion = 'sum(2)'\nheaps = 4\nmax = 2";
    criterion_on_more_than_can_be_drawn: "criterion", "game = 'nim'\ncriterion = 'sum(2)'\nheaps = 5\nmax = 2";
    sequence_with_a_period: "sequence", "game = 'subtraction(2,3)'\nmax = 24";
    sequence_with_a_saltus: "sequence", "game = 'nim'\nmax = 13";
    sequence_that_is_too_short: "sequence", "game = 'subtraction(2,3)'\nmax = 4";
    components_where_the_last_cut_wins:
        "components", "game = 'nimstring'\nparts = ['1', '2', '3', 'L3', 'L4', 'H2', 'F4', '1+3']";
    components_where_one_must_move: "components", "game = 'nimstring(must-move)'\nparts = ['1', '3', 'H3']";
    components_in_misere_play: "components", "game = 'nimstring'\nparts = ['1', 'L4']\nconvention = 'misere'";
    pairs_where_the_last_cut_wins: "pairs", "game = 'nimstring'\nparts = ['1', '2', '3', 'L4']";
    pairs_where_one_must_move: "pairs", "game = 'nimstring(must-move)'\nparts = ['1', '3']";
    strings_with_winning_cuts:
        "strings", "game = 'nimstring'\npositions = ['3+L4', '1+3+L4', '2+5+5', 'L5+H2+F3', '+ + +/     /+ + +']";
    strings_where_one_must_move: "strings", "game = 'nimstring(must-move)'\npositions = ['1+1', 'H4']";
    law_where_the_last_cut_wins: "law", "game = 'nimstring'\nchains = [1, 2, 3, 5]\nloops = [4]\nstrings = 15";
    law_where_one_must_move: "law", "game = 'nimstring(must-move)'\nchains = [1, 3]\nloops = [4]\nstrings = 8";
    readings_of_two_ranges:
        "readings",
        "game = 'moore(2)'\nmax = 4\n[[row]]\nname = 'three'\nheaps = 3\n[[row]]\nname = 'four'\nheaps = 4";
    columns_with_a_long_move: "columns", "game = 'moore(3)'\nheaps = [3, 5, 6, 7]";
    sequence_plotted: "sequence", "game = 'subtraction(2,3)'\nmax = 300";
}
