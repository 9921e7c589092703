//! Values of single heaps and their periods, against the literature.

use std::ops::RangeInclusive;

use rungs::game::{Convention, HeapRange, Heaps, Nimber, Period, Positions, Ruleset, Take};
use rungs::solver::Question;
use rungs::verify::{Budget, Game, Gate, Panel, Refusal};
use serde_json::Value as Json;

fn published() -> Json {
    serde_json::from_str(include_str!("../known/published.json")).unwrap()
}

/// The verified values of heaps 0 to `max`, and the period that they certify.
fn sequence(game: &str, max: u32) -> (Vec<Nimber>, Option<Period>) {
    sequence_under(Game::read(game).unwrap().on_heaps().unwrap().as_ref(), max)
}

fn sequence_under(rules: &dyn Ruleset<Position = Heaps>, max: u32) -> (Vec<Nimber>, Option<Period>) {
    let question = Question {
        game: "a game",
        rules,
        convention: Convention::Normal,
        positions: Positions::Range(HeapRange { heaps: 1, max }),
    };
    let verified = Gate::new(Panel::default(), Budget::default()).values(&question).unwrap();
    let values: Vec<Nimber> = verified.get().iter().map(|value| value.unwrap()).collect();
    let theorem = rules.heap_rule().unwrap().period_theorem();
    let period = theorem.and_then(|theorem| Period::find(&values, theorem));
    (values, period)
}

fn numbers(json: &Json) -> Vec<Nimber> {
    serde_json::from_value(json.clone()).unwrap()
}

#[test]
fn octal_games_as_published() {
    octal_games_of(0..=2_000);
}

#[test]
fn octal_games_of_long_periods_as_published() {
    octal_games_of(2_001..=20_000);
}

/// The rows that are checked so far.
fn octal_games_of(far: RangeInclusive<u32>) {
    let published = published();
    let rows: Vec<&Json> = published["octal_games"]["rows"].as_array().unwrap().iter().collect();
    let far = |row: &&&Json| far.contains(&(row["checked_to"].as_u64().unwrap() as u32));
    assert!(rows.iter().filter(far).count() > 1);
    for row in rows.iter().filter(far) {
        let code = row["code"].as_str().unwrap();
        let max = row["checked_to"].as_u64().unwrap() as u32;
        let (values, period) = sequence(&format!("octal({code})"), max);
        if let Ok(first) = serde_json::from_value::<Vec<Nimber>>(row["first_values"].clone()) {
            assert_eq!(values[..first.len()], first, "{code}");
        }
        let period = period.unwrap_or_else(|| panic!("{code} has no certified period up to {max}"));
        assert_eq!(Some(period.preperiod as u64), row["preperiod"].as_u64(), "preperiod of {code}");
        assert_eq!(Some(period.period as u64), row["period"].as_u64(), "period of {code}");
        assert_eq!(period.saltus, 0);
    }
}

#[test]
fn games_without_a_known_period_get_none() {
    for game in published()["octal_games"]["not_known_to_be_periodic"].as_array().unwrap() {
        let name = game.as_str().unwrap();
        let game = if name.contains('.') { format!("octal({name})") } else { name.to_owned() };
        assert_eq!(sequence(&game, 400).1, None, "{game}");
    }
}

#[test]
fn subtraction_games_as_published() {
    for row in published()["subtraction_games"]["rows"].as_array().unwrap() {
        let values = numbers(&row["values"]);
        let (found, period) = sequence_under(&Take::subtraction(numbers(&row["S"])), 500);
        let period = period.unwrap();
        assert_eq!(found[..values.len()], values, "{row}");
        assert_eq!(Some(period.preperiod as u64), row["preperiod"].as_u64(), "{row}");
        assert_eq!(Some(period.period as u64), row["period"].as_u64(), "{row}");
    }
}

#[test]
fn the_named_games_as_published() {
    let published = published();
    let grundy = numbers(&published["grundys_game"]["values"]);
    assert_eq!(sequence("grundys-game", grundy.len() as u32 - 1).0, grundy);
    let lasker = numbers(&published["lasker"]["values"]);
    let (found, period) = sequence("lasker", lasker.len() as u32 - 1);
    assert_eq!(found, lasker);
    assert_eq!(period.map(|period| (period.preperiod, period.period, period.saltus)), Some((1, 4, 4)));
    for (name, code) in [("kayles", "0.77"), ("dawsons-kayles", "0.07"), ("dawsons-chess", "0.137")] {
        assert_eq!(sequence(name, 300), sequence(&format!("octal({code})"), 300), "{name}");
    }
}

#[test]
fn a_period_is_not_told_before_it_is_certain() {
    // Kayles: n₀ = 71, p = 12, k = 2, so the equality is needed up to n = 2·71 + 12 + 2 = 156, a value up to 167.
    assert_eq!(sequence("kayles", 166).1, None);
    let period = sequence("kayles", 167).1.unwrap();
    assert_eq!(period.to_string(), "g(n + 12) = g(n) for 71 ≤ n < 156, which is enough for all (Guy and Smith 1956)");
}

#[test]
fn beyond_the_reach_of_play_beside_nim_heaps_the_certified_period_vouches() {
    for game in ["kayles", "dawsons-kayles", "dawsons-chess", "subtraction(2,4,7)", "lasker"] {
        let (values, period) = sequence(game, 5_000);
        let period = period.unwrap();
        assert!((4_000..5_000).all(|n| values[n] == values[n - period.period] + period.saltus), "{game}");
    }
}

#[test]
fn the_reach_of_a_game_is_known_beforehand() {
    let refusal = |game: &str, max: u32| {
        let rules = Game::read(game).unwrap().on_heaps().unwrap();
        let question = Question {
            game,
            rules: rules.as_ref(),
            convention: Convention::Normal,
            positions: Positions::Range(HeapRange { heaps: 1, max }),
        };
        Gate::new(Panel::default(), Budget::default()).values(&question).unwrap_err()
    };
    // No period of Grundy's game is known, so beyond 2,000 heaps it has one witness.
    assert!(matches!(refusal("grundys-game", 2_001), Refusal::LoneWitness { .. }));
    assert!(matches!(refusal("kayles", 2_000_000), Refusal::LoneWitness { .. }));
    assert!(matches!(refusal("kayles", u32::MAX), Refusal::OverBudget { .. }));
    assert!(matches!(refusal("lasker", 2_000_000), Refusal::LoneWitness { .. }));
}
