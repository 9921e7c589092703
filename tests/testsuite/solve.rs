//! `rungs solve`, as it is typed and as it is read by other programs.

use std::process::{Command, Output};

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
