//! `rungs solve`, as it is typed and as it is read by other programs.

use std::process::{Command, Output};
use std::time::{Duration, Instant};

use rungs::game::{Convention, Heaps, Positions};
use rungs::solver::Question;
use rungs::verify::{Budget, GAMES, Game, Gate, Panel, Refusal};
use serde_json::{Value, json};

const RUNGS: &str = env!("CARGO_BIN_EXE_rungs");

fn solve(arguments: &[&str]) -> Output {
    Command::new(RUNGS).arg("solve").args(arguments).env("NO_COLOR", "1").output().expect("rungs runs")
}

fn words(arguments: &[&str]) -> String {
    let output = solve(arguments);
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("UTF-8")
}

fn json(arguments: &[&str]) -> Value {
    serde_json::from_str(&words(&[arguments, &["--json"]].concat())).expect("one JSON object")
}

#[test]
fn the_object_has_the_keys_of_the_design() {
    let mut solved = json(&["nim", "3,5,7"]);
    let agreed = solved.as_object_mut().and_then(|keys| keys.remove("agreed")).expect("who agreed");
    let checks = solved.as_object_mut().and_then(|keys| keys.remove("checks")).expect("on what grounds");
    assert!(checks.is_array(), "{checks}");
    assert!(agreed.as_array().is_some_and(|names| names.len() >= 2), "{agreed}");
    let expected = json!({
        "game": "nim", "position": "3,5,7", "convention": "normal", "outcome": "N", "value": 1, "options": 15,
        "winning_moves": ["2,5,7", "3,4,7", "3,5,6"],
    });
    assert_eq!(solved, expected);
}

#[test]
fn misere_play_has_no_value() {
    let solved = json(&["nim", "1,1,1", "--misere"]);
    assert_eq!(
        (&solved["outcome"], &solved["value"], &solved["convention"]),
        (&json!("P"), &Value::Null, &json!("misere"))
    );
    let told = words(&["nim", "1,1,1", "--misere"]);
    assert!(
        told.starts_with("1,1,1 in nim, misère play: P, lost for the player to move\nthe only option does not win\n"),
        "{told}"
    );
}

#[test]
fn moves_are_told_in_words() {
    assert!(words(&["nim", "0"]).contains("\nthere is no move\n"));
    assert!(words(&["nim", "2,2"]).contains("\nnone of 2 options wins\n"));
    let many = words(&["kayles", "500"]);
    let (before, after) = many.split_once("and ").expect("more than are named");
    let named = before.rsplit(": ").next().map(|moves| moves.split_whitespace().count());
    let more = after.split_whitespace().next().and_then(|count| count.parse::<usize>().ok()).expect("how many more");
    let all = json(&["kayles", "500"])["winning_moves"].as_array().map_or(0, Vec::len);
    assert_eq!(named.map(|named| named + more), Some(all), "{many}");
}

#[test]
fn what_cannot_be_read_ends_with_2_and_what_is_refused_with_1() {
    for arguments in [["nimm", "3"], ["nim", "3,x"], ["octal(0.8)", "4"], ["nim", "99999999999"], ["nimstring", "1+Q"]]
    {
        let output = solve(&arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(String::from_utf8_lossy(&output.stderr).contains("help: "), "{arguments:?}");
    }
    let output = solve(&["moore(2)", "4294967295,4294967295,4294967295"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("more positions than can be counted"));
}

/// A bound that does not bind among these positions is no reason to doubt anybody.
#[test]
fn bounds_that_bind_nowhere_are_answered() {
    for (game, positions) in [
        ("take(heaps=2, each=3)", ["3", "0", "1,1", "3,3"].as_slice()),
        ("take(heaps=2, each=9)", &["2,3,4"]),
        ("take(heaps=2, total=9)", &["3"]),
        ("take(heaps=2, each=3, total=4)", &["3"]),
        ("take(heaps=3, amounts={2,5})", &["1", "0,0", "4,4"]),
    ] {
        for position in positions {
            for misere in [&[][..], &["--misere"]] {
                words(&[&[game, position], misere].concat());
            }
        }
    }
    let solved = json(&["take(heaps=2, each=9)", "2,3,4"]);
    let moore = json(&["moore(2)", "2,3,4"]);
    assert_eq!(
        (&solved["outcome"], &solved["value"], &solved["winning_moves"]),
        (&moore["outcome"], &moore["value"], &moore["winning_moves"])
    );
}

/// However many heaps a move may touch, the control is tried where it can be.
#[test]
fn wide_rules_are_answered_at_once() {
    for game in ["moore(15)", "moore(24)", "moore(100)", "moore(500)", "moore(501)", "moore(1000)", "moore(4294967295)"]
    {
        let solved = json(&[game, "1,2"]);
        assert_eq!((&solved["outcome"], &solved["value"]), (&json!("N"), &json!(3)), "{game}");
    }
    for game in ["wythoff(1000)", "wythoff(1001)", "wythoff(1000000000)", "wythoff(4294967295)"] {
        assert_eq!(json(&[game, "5,9"])["outcome"], json!("N"), "{game}");
    }
}

/// How a question ended that must not take long: its status, and what was said to that.
fn ended_soon(arguments: &[&str]) -> (Option<i32>, String) {
    let begun = Instant::now();
    let output = solve(arguments);
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    let game = &arguments[0];
    assert!(begun.elapsed() < Duration::from_secs(60), "{game}: {:?}", begun.elapsed());
    assert!(matches!(output.status.code(), Some(0 | 1)), "{game}: {} {told}", output.status);
    (output.status.code(), told)
}

#[test]
fn what_has_too_many_options_is_refused_before_they_are_listed() {
    for (game, position) in [
        ("grundys-game", "4294967295"),
        ("kayles", "200000000"),
        ("kayles", "17000000"),
        ("kayles", "10000000"),
        ("nim", "16777216"),
        ("lasker", "5000000"),
        ("wythoff", "1000000,1618034"),
        ("take(heaps=3, each=1000)", "1000,1000,1000"),
    ] {
        let (status, told) = ended_soon(&[game, position]);
        assert_eq!(status, Some(1), "{game} {position}: {told}");
    }
    let (_, told) = ended_soon(&["nim", "10000000"]);
    assert!(told.contains("10,000,000 positions, and 4,194,304 are allowed"), "{told}");
}

#[test]
fn many_heaps_are_answered_or_refused_and_never_the_end_of_the_program() {
    let ones = |count: usize| vec!["1"; count].join(",");
    for (game, count) in [
        ("nim", 2_000),
        ("nim", 20_000),
        ("moore(2)", 26),
        ("moore(2)", 5_000),
        ("moore(20000)", 20_000),
        ("wythoff", 200),
        ("poker-nim(1)", 60),
        ("take(heaps=2, each=1)", 2_000),
        ("kayles", 2_000),
    ] {
        for misere in [&[][..], &["--misere"]] {
            ended_soon(&[&[game, &ones(count)], misere].concat());
        }
    }
    let noughts = vec!["0"; 40_000].join(",");
    ended_soon(&["nim", &noughts]);
    ended_soon(&["moore(40000)", &noughts]);
}

#[test]
fn the_outcome_is_told_where_no_value_is_known() {
    let solved = json(&["wythoff", "2000,2000"]);
    assert_eq!((&solved["outcome"], &solved["value"]), (&json!("N"), &Value::Null));
    assert!(solved["value_refused"].is_string(), "{solved}");
    assert!(words(&["wythoff", "2000,2000"]).contains("\nno value is known: "));
    assert!(json(&["wythoff", "4,7"])["value_refused"].is_null());
}

#[test]
fn grounds_and_controls_are_told() {
    let solved = json(&["moore(2)", "3,5,6"]);
    let checks = solved["checks"].as_array().expect("checks");
    assert_eq!(checks.len(), 2, "{solved}");
    for check in checks {
        let bases: Vec<_> = check["witnesses"].as_array().expect("two").iter().map(|one| &one["basis"]).collect();
        assert_ne!(bases[0], bases[1], "{check}");
        let controls = check["controls"].as_array().expect("controls");
        assert!(!controls.is_empty() && controls.iter().all(|control| control["wrong"].as_u64() > Some(0)), "{check}");
    }
    let told = words(&["moore(2)", "3,5,6"]);
    assert!(
        told.contains("\noutcome: sieve (definition) and binary columns mod k + 1 (closed form); wrong by intent: ")
    );
    assert!(words(&["moore(2)", "3,5,6", "--misere"]).contains(", one basis told twice"));
}

#[test]
fn a_long_text_is_not_repeated() {
    let long = "x".repeat(100_000);
    for arguments in [[long.as_str(), "3"], ["nim", &long], [&format!("moore({long})"), "3"]] {
        let output = solve(&arguments);
        assert_eq!(output.status.code(), Some(2));
        let told = String::from_utf8_lossy(&output.stderr);
        assert!(told.chars().count() < 2_000, "{} characters", told.chars().count());
    }
}

/// Every game of the registry with its numbers at their ends: there is an answer or a refusal, and no panic.
#[test]
fn extreme_parameters() {
    const NUMBERS: [&str; 5] = ["1", "2", "1000", "4294967294", "4294967295"];
    let mut games: Vec<String> = GAMES.iter().map(|game| game.example.to_owned()).collect();
    for number in NUMBERS {
        for name in ["moore", "subtraction", "wythoff", "poker-nim"] {
            games.push(format!("{name}({number})"));
        }
        games.push(format!("subtraction(1,{number}7)"));
        for other in NUMBERS {
            games.push(format!("take(heaps={number}, each={other})"));
            games.push(format!("take(heaps={number}, total={other})"));
            games.push(format!("take(heaps={number}, amounts={{3,{other}}})"));
            games.push(format!("take(heaps={number}, each={other}, total={number})"));
        }
    }
    let gate = Gate::new(Panel::default(), Budget { positions: 1 << 14 });
    let positions: [&[u32]; 7] =
        [&[], &[0], &[1], &[0, 2, 2], &[u32::MAX], &[1, u32::MAX], &[u32::MAX, u32::MAX, u32::MAX]];
    for game in games {
        let Ok(game) = Game::read(&game) else { continue };
        let Some(rules) = game.on_heaps() else { continue };
        for sizes in positions {
            for convention in [Convention::Normal, Convention::Misere] {
                let heaps = Heaps::new(sizes);
                rules.moves_at_most(&heaps);
                let positions = Positions::Listed(vec![heaps]);
                let question = Question { game: &game.name, rules: rules.as_ref(), convention, positions };
                for refusal in [gate.outcomes(&question).err(), gate.values(&question).err()].into_iter().flatten() {
                    let told = matches!(
                        refusal,
                        Refusal::LoneWitness { .. } | Refusal::OverBudget { .. } | Refusal::ControlUntried { .. }
                    );
                    assert!(told, "{} {sizes:?} {convention:?}: {refusal}", game.name);
                }
            }
        }
    }
}
