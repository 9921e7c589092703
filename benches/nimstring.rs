//! Nimstring: mex over turns, win and loss beside a Nim heap, and the gate against the plain search that the tests use.

#![allow(clippy::unwrap_used, clippy::expect_used)]

mod measure;

use measure::{Measured, a_second, measure, memory, ratio, row, table, thousands, time};
use rungs::game::{Board, Convention, Debt, Ending, Nimstring, Positions, StringRange, Strings, SumRange, Value};
use rungs::solver::{Allowance, BoardLines, Loony, Question, Search, Solver, StringComponents, StringMasks, TurnMex};
use rungs::verify::{Budget, Gate, Panel};

const LAST_CUT_WINS: Nimstring = Nimstring { ending: Ending::LastCutWins, debt: Debt::Strings };
const MUST_MOVE: Nimstring = Nimstring { ending: Ending::MustMove, debt: Debt::Anywhere };

/// The sums of the table: chains of one to five coins and loops of four and six within 15 strings, longer ones beyond.
fn sums(strings: u32) -> Positions<Strings> {
    let (chains, loops) = if strings <= 15 { (1..=5, vec![4, 6]) } else { (1..=12, vec![4, 6, 8, 10]) };
    Positions::Range(StringRange::Sums(SumRange {
        chains: chains.collect(),
        loops: loops.into_iter().collect(),
        strings,
    }))
}

fn board(rows: u32, columns: u32) -> Positions<Strings> {
    Positions::Listed(vec![Strings::Board(Board::blank(rows, columns).unwrap())])
}

fn question(rules: &Nimstring, positions: Positions<Strings>) -> Question<'_, Strings> {
    Question { game: "nimstring", rules, convention: Convention::Normal, positions }
}

fn values(solver: &dyn Solver<Strings>, question: &Question<'_, Strings>) -> Measured<Vec<Value>> {
    measure(|| (solver.values(question).expect("it speaks").run)(&Allowance::of(u64::MAX)).expect("it answers"))
}

/// A new gate each time, for it remembers.
fn through_the_gate(question: &Question<'_, Strings>) -> Measured<Vec<Value>> {
    measure(|| {
        let gate = Gate::new(Panel::default(), Budget { positions: 1 << 26 });
        gate.values(question).expect("two agree").get().clone()
    })
}

/// One line of the table of ratios; where both end, the two must agree.
fn against(work: &str, ours: &Measured<Vec<Value>>, naive: Option<&Measured<Vec<Value>>>) {
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
    println!("## Nimstring");
    let columns = ["work", "positions", "ours", "plain search", "ratio", "positions a second", "peak"];
    table("Values where the last cut wins, against the plain search", &columns);
    for strings in [15, 18, 20, 25, 30] {
        let asked = question(&LAST_CUT_WINS, sums(strings));
        // It takes some ten seconds for 18 strings, and minutes for 20.
        let naive = (strings <= 18).then(|| values(&Search, &asked));
        let mex = values(&TurnMex, &asked);
        against(&format!("sums within {strings} strings: mex over turns"), &mex, naive.as_ref());
        let components = values(&StringComponents::default(), &asked);
        assert!(components.result == mex.result, "two witnesses differ within {strings} strings");
        against("the same: win and loss beside a Nim heap, on components", &components, naive.as_ref());
        against("the same: through the gate, two witnesses and a control", &through_the_gate(&asked), naive.as_ref());
    }
    let small = question(&LAST_CUT_WINS, board(2, 3));
    let naive = values(&Search, &small);
    against("a blank board of 2 × 3 boxes: mex over turns", &values(&BoardLines, &small), Some(&naive));
    against("the same: win and loss, on sets of strings", &values(&StringMasks::default(), &small), Some(&naive));
    let large = question(&LAST_CUT_WINS, board(3, 3));
    against("a blank board of 3 × 3 boxes: mex over turns", &values(&BoardLines, &large), None);
    against("the same: win and loss, on sets of strings", &values(&StringMasks::default(), &large), None);

    let columns = ["work", "positions", "time", "positions a second", "peak"];
    table("Values where one must move, for which the plain search has no theory", &columns);
    for (work, positions) in [("sums within 25 strings", sums(25)), ("a blank board of 3 × 3 boxes", board(3, 3))] {
        let asked = question(&MUST_MOVE, positions);
        let loony = values(&Loony::default(), &asked);
        let gate = through_the_gate(&asked);
        assert!(gate.result == loony.result, "{work}: two ways differ");
        for (way, measured) in [("loony moves", loony), ("through the gate", gate)] {
            let count = measured.result.len();
            row(&[
                format!("{work}: {way}"),
                thousands(count as u128),
                time(measured.time),
                a_second(count, measured.time),
                memory(measured.peak),
            ]);
        }
    }

    let columns = ["strings", "sums", "mex over turns", "components", "µs a sum, components", "largest value", "peak"];
    table("Growth with the number of strings (chains ≤ 12, even loops 4–10)", &columns);
    for strings in [16, 18, 20, 22, 24, 26, 28, 30] {
        let asked = question(&LAST_CUT_WINS, sums(strings));
        let (mex, components) = (values(&TurnMex, &asked), values(&StringComponents::default(), &asked));
        let count = mex.result.len() as u128;
        row(&[
            strings.to_string(),
            thousands(count),
            time(mex.time),
            time(components.time),
            (components.time.as_micros() / count.max(1)).to_string(),
            mex.result.iter().flatten().max().map(u32::to_string).unwrap_or_default(),
            memory(components.peak),
        ]);
    }
}
