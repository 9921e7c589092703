//! Moore's Nim: prefix unions, sieve, frontiers and the gate against the plain search that the tests use.

#![allow(clippy::unwrap_used, clippy::expect_used)]

mod measure;

use measure::{Measured, a_second, measure, memory, ratio, row, table, thousands, time};
use rungs::game::{Amounts, Convention, HeapRange, Heaps, Outcome, Positions, Take, Value};
use rungs::solver::{Allowance, Ascent, Frontiers, PrefixUnions, Question, RaisedSums, Search, Sieve, Solver};
use rungs::verify::{Budget, Gate, Panel};

fn question(rules: &Take, heaps: usize, max: u32) -> Question<'_, Heaps> {
    let positions = Positions::Range(HeapRange { heaps, max });
    Question { game: "a game", rules, convention: Convention::Normal, positions }
}

fn values(solver: &dyn Solver<Heaps>, question: &Question<'_, Heaps>) -> Measured<Vec<Value>> {
    measure(|| (solver.values(question).expect("it speaks").run)(&Allowance::of(u64::MAX)).expect("it answers"))
}

fn outcomes(solver: &dyn Solver<Heaps>, question: &Question<'_, Heaps>) -> Measured<Vec<Outcome>> {
    measure(|| (solver.outcomes(question).expect("it speaks").run)(&Allowance::of(u64::MAX)).expect("it answers"))
}

/// One line of the table of ratios; where the naive way ends, the two must agree.
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

fn main() {
    let moore = Take::moore(2);
    let bounded = Take { heaps: 2, each: Amounts::UpTo(3), total: Some(4) };
    println!("## Moore's Nim and the take family");
    table(
        "Against the plain search",
        &["work", "positions", "ours", "plain search", "ratio", "positions a second", "peak"],
    );
    let small = question(&moore, 6, 15);
    let naive = values(&Search, &small);
    against("values, k = 2, six heaps ≤ 15: prefix unions", &values(&PrefixUnions, &small), Some(&naive));
    against("the same: substitution by frontiers", &values(&Frontiers, &small), Some(&naive));
    against("the same: through the gate, two witnesses and a control", &through_the_gate(&small), Some(&naive));
    let naive = outcomes(&Search, &small);
    against("outcomes of the same: sieve", &outcomes(&Sieve::default(), &small), Some(&naive));
    against("outcomes of the same: prefix unions", &outcomes(&PrefixUnions, &small), Some(&naive));
    let middle = question(&moore, 5, 31);
    against("values, five heaps ≤ 31: prefix unions", &values(&PrefixUnions, &middle), None);
    against("the same: through the gate", &through_the_gate(&middle), None);
    let large = question(&moore, 6, 31);
    against("values, six heaps ≤ 31: prefix unions", &values(&PrefixUnions, &large), None);
    against("outcomes of the same: sieve", &outcomes(&Sieve::default(), &large), None);
    let other = question(&bounded, 6, 10);
    let naive = values(&Search, &other);
    against(
        "values, take(heaps=2, each=3, total=4), six heaps ≤ 10: search upwards",
        &values(&Ascent, &other),
        Some(&naive),
    );
    against("the same: substitution by sieve", &values(&RaisedSums::default(), &other), Some(&naive));

    growth("Growth with the number of heaps (k = 2, heaps ≤ 15)", (2..=7).map(|heaps| (2, heaps, 15)));
    growth("Growth with k (six heaps ≤ 15)", (1..=6).map(|k| (k, 6, 15)));
    growth("Growth with the largest heap (k = 2, five heaps)", [7, 15, 31, 47].map(|max| (2, 5, max)));
}

/// A new gate each time, for it remembers.
fn through_the_gate(question: &Question<'_, Heaps>) -> Measured<Vec<Value>> {
    measure(|| {
        let gate = Gate::new(Panel::default(), Budget::default());
        gate.values(question).expect("two agree").get().clone()
    })
}

fn growth(heading: &str, cases: impl IntoIterator<Item = (u32, usize, u32)>) {
    table(heading, &["k, heaps, largest", "positions", "prefix unions", "ns a position", "largest value", "peak"]);
    for (k, heaps, max) in cases {
        let rules = Take::moore(k);
        let measured = values(&PrefixUnions, &question(&rules, heaps, max));
        let count = measured.result.len() as u128;
        row(&[
            format!("{k}, {heaps}, {max}"),
            thousands(count),
            time(measured.time),
            (measured.time.as_nanos() / count.max(1)).to_string(),
            measured.result.iter().flatten().max().map(u32::to_string).unwrap_or_default(),
            memory(measured.peak),
        ]);
    }
}
