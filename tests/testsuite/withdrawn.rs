//! What nobody wants to know any more is not worked on.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use rungs::game::{Board, Convention, HeapRange, Heaps, Outcome, Positions, Ruleset, Strings, Take, Value};
use rungs::notation::read_strings;
use rungs::solver::{Allowance, Basis, Columns, Question, Search, Silence, Solver, Wish, Wishes, Work};
use rungs::verify::{Budget, GAMES, Game, Gate, Panel, Played, Refusal, Rules};

/// When a wish is withdrawn after work has begun, and how soon it then must have ended.
const AFTER: Duration = Duration::from_millis(10);
const SOON: Duration = Duration::from_secs(1);

/// Works for a while and is then told to stop; whether it did, and did not come to its end before.
fn stops<T>(who: &str, work: Work<'_, T>) -> bool {
    let wish = Wish::default();
    let allowance = Allowance::while_wanted(u64::MAX, &Arc::new(Wishes::of(&wish)));
    let withdrawer = thread::spawn(move || {
        thread::sleep(AFTER);
        wish.withdraw();
        Instant::now()
    });
    let ended = (work.run)(&allowance).err();
    let late = withdrawer.join().unwrap().elapsed();
    assert!(late < SOON, "{who} goes on for {late:?}");
    ended == Some(Silence::Withdrawn)
}

/// Puts a large question to all who know the game and would visit no more than so many positions; the names of those who
/// were stopped.
fn stopped<P: Played>(
    game: &str,
    rules: &dyn Ruleset<Position = P>,
    positions: &Positions<P>,
    most: u64,
    stopped: &mut BTreeSet<String>,
) {
    let panel = Panel::default();
    for convention in [Convention::Normal, Convention::Misere] {
        let question = Question { game, rules, convention, positions: positions.clone() };
        for solver in P::solvers(&panel) {
            let who = format!("{} on {game}", solver.name());
            let outcomes = solver.outcomes(&question).is_ok_and(|work| work.positions <= most && stops(&who, work));
            let values = solver.values(&question).is_ok_and(|work| work.positions <= most && stops(&who, work));
            if outcomes || values {
                stopped.insert(solver.name());
            }
        }
    }
}

fn names<P: Played>() -> BTreeSet<String> {
    P::solvers(&Panel::default()).iter().map(|solver| solver.name()).collect()
}

#[test]
fn whoever_works_on_heaps_stops_when_told() {
    let (mut stopped_ones, most) = (BTreeSet::new(), Budget::default().positions);
    for (game, heaps, max) in [
        ("nim", 5, 36),
        ("moore(2)", 2, 2_000),
        ("moore(2)", 3, 180),
        ("moore(2)", 5, 30),
        ("take(heaps=3, each=4, total=6)", 5, 24),
        ("take(heaps=7)", 7, 5),
        ("wythoff", 2, 2_000),
        ("wythoff(2)", 3, 120),
        ("poker-nim(3)", 4, 68),
        ("kayles", 1, 400_000),
        ("kayles", 4, 40),
        ("octal(0.007)", 1, 150_000),
        ("hexadecimal(0.8)", 1, 4_000),
        ("dawsons-chess", 5, 30),
        ("grundys-game", 1, 2_000),
        ("lasker", 1, 200_000),
        ("subtraction(1,3,4)", 1, 2_000_000),
    ] {
        let rules = Game::read(game).unwrap().on_heaps().unwrap();
        stopped(game, rules.as_ref(), &Positions::Range(HeapRange { heaps, max }), most, &mut stopped_ones);
    }
    assert_eq!(stopped_ones, names::<Heaps>());
}

#[test]
fn whoever_works_on_strings_stops_when_told() {
    let mut stopped_ones = BTreeSet::new();
    let chains = read_strings("1+1+2+2+3+3+4+4+5+5+6+7+L4+L4+L6+L8").unwrap();
    let long = read_strings("3+4+4+5+L6").unwrap();
    for position in [Strings::Board(Board::blank(3, 3).unwrap()), chains, long] {
        for game in ["nimstring(last-cut-wins)", "nimstring(must-move)"] {
            let rules = Game::read(game).unwrap().on_strings().unwrap();
            stopped(game, rules.as_ref(), &Positions::Listed(vec![position.clone()]), u64::MAX, &mut stopped_ones);
        }
    }
    // A law counts components, however large they are.
    stopped_ones.insert("the law of short chains".to_owned());
    assert_eq!(stopped_ones, names::<Strings>());
}

/// No more is counted than there is, and all of it where that is known beforehand and exact.
fn counted<P: Played>(game: &str, rules: &dyn Ruleset<Position = P>, positions: &Positions<P>) -> Vec<String> {
    fn count<T>(who: &str, work: Work<'_, T>) -> Option<String> {
        let allowance = Allowance::of(u64::MAX);
        // Where a game has too many positions for a quick test it is left out.
        let total = work.total.filter(|&total| total <= 1 << 14)?;
        (work.run)(&allowance).ok()?;
        let visited = allowance.visited();
        (visited == 0 || visited > total).then(|| format!("{who}: {visited} of {total}"))
    }
    let mut wrong = Vec::new();
    for convention in [Convention::Normal, Convention::Misere] {
        let question = Question { game, rules, convention, positions: positions.clone() };
        for solver in P::solvers(&Panel::default()) {
            let who = format!("{} on {game}, {positions:?}", solver.name());
            let (outcomes, values) = (solver.outcomes(&question), solver.values(&question));
            wrong.extend(outcomes.ok().and_then(|work| count(&who, work)));
            wrong.extend(values.ok().and_then(|work| count(&who, work)));
        }
    }
    wrong
}

#[test]
fn no_more_is_counted_than_there_is() {
    let mut wrong = Vec::new();
    for entry in GAMES {
        match Game::read(entry.example).unwrap().rules {
            Rules::Heaps(rules) => {
                for (heaps, max) in [(1, 100), (2, 20), (3, 8)] {
                    let positions = Positions::Range(HeapRange { heaps, max });
                    wrong.extend(counted(entry.example, rules.as_ref(), &positions));
                }
            }
            Rules::Strings(rules) => {
                let board = Strings::Board(Board::blank(2, 1).unwrap());
                let positions = [read_strings("1+2+3+L4").unwrap(), board].map(|one| Positions::Listed(vec![one]));
                let counted = |positions| counted(entry.example, rules.as_ref(), positions);
                wrong.extend(positions.iter().flat_map(counted));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn what_several_wish_to_know_is_withdrawn_when_all_have_done_so() {
    let [one, other, late] = [(); 3].map(|()| Wish::default());
    let wishes = Wishes::of(&one);
    wishes.join(&other);
    one.withdraw();
    assert!(!wishes.are_withdrawn());
    other.withdraw();
    assert!(wishes.are_withdrawn());
    // Who comes then is too late.
    wishes.join(&late);
    assert!(wishes.are_withdrawn() && !late.is_withdrawn());
}

/// A search that does not end before it is let go or stopped.
#[derive(Clone, Default)]
struct Endless {
    free: Arc<AtomicBool>,
    begun: Arc<AtomicUsize>,
    stopped: Arc<AtomicUsize>,
}

impl Solver<Heaps> for Endless {
    fn name(&self) -> String {
        "endless".to_owned()
    }

    fn basis(&self) -> Basis {
        Basis::Definition
    }

    fn telling(&self) -> &'static str {
        "waits"
    }

    fn outcomes<'q>(&'q self, question: &'q Question<'q, Heaps>) -> Result<Work<'q, Outcome>, Silence> {
        let honest = Search.outcomes(question)?;
        Ok(Work::new(1_000, move |allowance| {
            self.begun.fetch_add(1, Ordering::SeqCst);
            allowance.visit(410)?;
            while !self.free.load(Ordering::SeqCst) {
                if allowance.check().is_err() {
                    self.stopped.fetch_add(1, Ordering::SeqCst);
                    return Err(Silence::Withdrawn);
                }
                thread::sleep(Duration::from_millis(1));
            }
            (honest.run)(allowance)
        }))
    }

    fn values<'q>(&'q self, _: &'q Question<'q, Heaps>) -> Result<Work<'q, Value>, Silence> {
        Err(Silence::NoTheory)
    }
}

fn endless_gate(endless: &Endless) -> Gate {
    let heaps: Vec<Box<dyn Solver<Heaps>>> = vec![Box::new(Columns { divisor: None }), Box::new(endless.clone())];
    Gate::new(Panel { heaps, ..Panel::default() }, Budget::default()).threads(1)
}

fn question(rules: &Take) -> Question<'_, Heaps> {
    let positions = Positions::Range(HeapRange { heaps: 3, max: 7 });
    Question { game: "nim", rules, convention: Convention::Normal, positions }
}

fn until(what: impl Fn() -> bool) {
    let start = Instant::now();
    while !what() {
        assert!(start.elapsed() < Duration::from_secs(20));
        thread::sleep(Duration::from_millis(1));
    }
}

#[test]
fn what_is_withdrawn_is_stopped_and_not_remembered() {
    let (rules, endless, wish) = (Take::nim(), Endless::default(), Wish::default());
    let gate = endless_gate(&endless);
    thread::scope(|scope| {
        let asked = scope.spawn(|| gate.while_wanted(&wish).outcomes(&question(&rules)));
        until(|| gate.at_work().first().is_some_and(|work| work.by.len() == 1 && work.by[0].visited == 410));
        let told = gate.at_work()[0].to_string();
        assert!(told.starts_with("nim, 120 outcomes, 41 %, for 0 s, by endless"), "{told}");
        wish.withdraw();
        assert_eq!(asked.join().unwrap().unwrap_err(), Refusal::Withdrawn);
    });
    assert_eq!((gate.at_work(), gate.answered()), (Vec::new(), 0));
    assert_eq!(gate.while_wanted(&wish).outcomes(&question(&rules)).unwrap_err(), Refusal::Withdrawn);
    // Asked again it is worked out anew.
    endless.free.store(true, Ordering::SeqCst);
    assert!(gate.outcomes(&question(&rules)).is_ok());
    assert_eq!(endless.begun.load(Ordering::SeqCst), 2);
}

#[test]
fn what_another_still_wants_goes_on() {
    let (rules, endless) = (Take::nim(), Endless::default());
    let gate = endless_gate(&endless);
    let [first, second, third] = [(); 3].map(|()| Wish::default());
    thread::scope(|scope| {
        let ask = |wish: &Wish| {
            let (gate, rules) = (gate.while_wanted(wish), &rules);
            scope.spawn(move || gate.outcomes(&question(rules)).map(|verified| verified.get().len()))
        };
        let one = ask(&first);
        until(|| endless.begun.load(Ordering::SeqCst) == 1);
        let (other, fickle) = (ask(&second), ask(&third));
        thread::sleep(Duration::from_millis(50));
        // Who waits for another's answer need not wait for it.
        third.withdraw();
        assert_eq!(fickle.join().unwrap(), Err(Refusal::Withdrawn));
        first.withdraw();
        thread::sleep(Duration::from_millis(50));
        assert_eq!(endless.stopped.load(Ordering::SeqCst), 0);
        endless.free.store(true, Ordering::SeqCst);
        assert_eq!(other.join().unwrap(), Ok(120));
        assert_eq!(one.join().unwrap(), Ok(120));
    });
    assert_eq!(endless.begun.load(Ordering::SeqCst), 1);
}
