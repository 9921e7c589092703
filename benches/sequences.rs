//! Values of single heaps, from the smallest upwards, against a plain mex of every move; and misère play of heaps.

#![allow(clippy::unwrap_used, clippy::expect_used)]

mod measure;

use std::sync::Arc;

use measure::{Measured, a_second, measure, memory, ratio, row, table, thousands, time};
use rungs::game::{
    Convention, HeapRange, HeapRule, Heaps, Nimber, Outcome, Period, Positions, Ruleset, Value, mex, nim_sum,
};
use rungs::solver::{
    Allowance, ByAmounts, CertifiedPeriod, Fraenkel, HeapSubstitution, MisereNim, MisereQuotient, Question, Search,
    Solver, Sums, Tame, WythoffSieve,
};
use rungs::verify::{Budget, Game, Gate, Panel};

type Rules = Arc<dyn Ruleset<Position = Heaps>>;

fn rules(game: &str) -> Rules {
    Game::read(game).unwrap().on_heaps().unwrap()
}

fn question(rules: &Rules, convention: Convention, heaps: usize, max: u32) -> Question<'_, Heaps> {
    Question {
        game: "a game",
        rules: rules.as_ref(),
        convention,
        positions: Positions::Range(HeapRange { heaps, max }),
    }
}

fn sequence(solver: &dyn Solver<Heaps>, game: &str, max: u32) -> Measured<Vec<Value>> {
    let rules = rules(game);
    let question = question(&rules, Convention::Normal, 1, max);
    measure(|| (solver.values(&question).expect("it speaks").run)(&Allowance::of(u64::MAX)).expect("it answers"))
}

/// The mex of every move of every heap in turn.
fn plain(rule: &dyn HeapRule, max: u32) -> Vec<Value> {
    let mut values: Vec<Nimber> = Vec::new();
    for heap in 0..=max {
        let mut options = Vec::new();
        rule.replacements(heap, &mut |left| options.push(nim_sum(left.iter().map(|&size| values[size as usize]))));
        values.push(mex(options));
    }
    values.into_iter().map(Some).collect()
}

/// One line of a table of ratios; where both end, the two must agree.
fn against<T: PartialEq>(work: &str, ours: &Measured<Vec<T>>, naive: Option<&Measured<Vec<T>>>) {
    assert!(naive.is_none_or(|naive| naive.result == ours.result), "{work}: two ways differ");
    let count = ours.result.len();
    row(&[
        work.to_owned(),
        thousands(count as u128),
        time(ours.time),
        naive.map_or_else(|| "not run".to_owned(), |naive| time(naive.time)),
        naive.map_or_else(|| "–".to_owned(), |naive| ratio(naive.time, ours.time)),
        a_second(count, ours.time),
        memory(ours.peak),
    ]);
}

const GAMES: [&str; 6] = ["kayles", "dawsons-kayles", "dawsons-chess", "grundys-game", "lasker", "octal(0.165)"];

/// How far a sequence is followed: to a million heaps where that takes seconds.
fn far(game: &str) -> u32 {
    match game {
        "grundys-game" | "lasker" => 100_000,
        _ => 1_000_000,
    }
}

fn main() {
    println!("## Sequences of heaps");
    let columns = ["work", "heaps", "ours", "plain mex", "ratio", "heaps a second", "peak"];
    table("Values from the smallest heap upwards, against a plain mex of every move", &columns);
    for game in GAMES {
        let rules = rules(game);
        let naive = measure(|| plain(rules.heap_rule().unwrap(), 5_000));
        against(&format!("{game}: upwards"), &sequence(&Sums::default(), game, 5_000), Some(&naive));
    }
    for game in GAMES {
        let max = far(game);
        let long = sequence(&Sums::default(), game, max);
        against(&format!("{game}: upwards"), &long, None);
        if game != "grundys-game" {
            let period = sequence(&CertifiedPeriod::of_sums(), game, max);
            assert!(period.result == long.result, "{game}: two witnesses differ");
            against(&format!("{game}: certified period"), &period, None);
        }
    }

    table(
        "Growth with the largest heap",
        &["game", "heaps", "upwards", "ns a heap", "largest value", "period", "peak"],
    );
    for game in GAMES {
        for max in [far(game) / 100, far(game) / 10, far(game)] {
            let measured = sequence(&Sums::default(), game, max);
            let values: Vec<Nimber> = measured.result.iter().copied().flatten().collect();
            let theorem = rules(game).heap_rule().unwrap().period_theorem();
            let period = theorem.and_then(|theorem| Period::find(&values, theorem));
            row(&[
                game.to_owned(),
                thousands(values.len() as u128),
                time(measured.time),
                (measured.time.as_nanos() / values.len() as u128).to_string(),
                values.iter().max().map(u32::to_string).unwrap_or_default(),
                period.map_or_else(|| "none".to_owned(), |period| period.period.to_string()),
                memory(measured.peak),
            ]);
        }
    }

    table("Two witnesses through the gate, one heap", &["game", "heaps", "the gate", "heaps a second"]);
    for (game, max) in [("kayles", 1_000_000), ("lasker", 100_000), ("grundys-game", 2_000)] {
        let rules = rules(game);
        let question = question(&rules, Convention::Normal, 1, max);
        let measured = measure(|| {
            let gate = Gate::new(Panel::default(), Budget::default());
            gate.values(&question).expect("two agree").get().len()
        });
        row(&[
            game.to_owned(),
            thousands(measured.result as u128),
            time(measured.time),
            a_second(measured.result, measured.time),
        ]);
    }
    let beside = sequence(&HeapSubstitution::default(), "kayles", 2_000);
    println!("\nOne heap of Kayles beside Nim heaps, to 2,000: {}.", time(beside.time));

    outcomes();
}

/// What is measured, the game, the convention, how many heaps, the largest, and by whom.
type Case = (&'static str, &'static str, Convention, usize, u32, Box<dyn Solver<Heaps>>);

/// Misère play, and Wythoff's game, against the plain search.
fn outcomes() {
    let columns = ["work", "positions", "ours", "plain search", "ratio", "positions a second", "peak"];
    table("Outcomes in misère play and in Wythoff's game", &columns);
    let cases: [Case; 8] = [
        ("misère Nim, three heaps ≤ 40: Bouton", "nim", Convention::Misere, 3, 40, Box::new(MisereNim::default())),
        ("the same: tame heaps", "nim", Convention::Misere, 3, 40, Box::new(Tame::default())),
        ("misère Lasker, three heaps ≤ 8: tame heaps", "lasker", Convention::Misere, 3, 8, Box::new(Tame::default())),
        (
            "misère Kayles, two heaps ≤ 14: by amounts",
            "kayles",
            Convention::Misere,
            2,
            14,
            Box::new(ByAmounts::default()),
        ),
        ("the same: misère quotient", "kayles", Convention::Misere, 2, 14, Box::new(MisereQuotient::default())),
        ("Wythoff, two heaps ≤ 200: sieve", "wythoff", Convention::Normal, 2, 200, Box::new(WythoffSieve::default())),
        ("the same: Beatty sequences", "wythoff", Convention::Normal, 2, 200, Box::new(Fraenkel::default())),
        (
            "the same in misère play: Beatty sequences",
            "wythoff",
            Convention::Misere,
            2,
            200,
            Box::new(Fraenkel::default()),
        ),
    ];
    for (work, game, convention, heaps, max, solver) in cases {
        let rules = rules(game);
        let question = question(&rules, convention, heaps, max);
        let ask = |solver: &dyn Solver<Heaps>| -> Measured<Vec<Outcome>> {
            measure(|| {
                (solver.outcomes(&question).expect("it speaks").run)(&Allowance::of(u64::MAX)).expect("it answers")
            })
        };
        against(work, &ask(solver.as_ref()), Some(&ask(&Search)));
    }
}
