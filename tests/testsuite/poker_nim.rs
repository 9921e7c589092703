//! Poker Nim: the rules a second time, and that counters put back change nothing.

use std::collections::BTreeMap;

use rungs::game::{Convention, HeapRange, Heaps, Outcome, PokerNim, PositionRange, Positions, options};
use rungs::notation::read_position;
use rungs::solver::{Allowance, Basis, Question, ReserveSieve, Reversal, Search, Solver};
use rungs::verify::{Budget, Gate, Panel, Refusal};

use crate::kinds::{assert_facts, facts};

fn ask(rules: &PokerNim, convention: Convention, positions: Positions<Heaps>) -> Question<'_, Heaps> {
    Question { game: "poker-nim", rules, convention, positions }
}

/// The game told by what becomes of one heap and of the reserve, on plain vectors.
fn wins(heaps: &[u32], reserve: u32, misere: bool, known: &mut BTreeMap<(Vec<u32>, u32), bool>) -> bool {
    if let Some(&won) = known.get(&(heaps.to_vec(), reserve)) {
        return won;
    }
    let mut moves = Vec::new();
    for i in 0..heaps.len() {
        for becomes in (0..=heaps[i] + reserve).filter(|&becomes| becomes != heaps[i]) {
            let mut next = heaps.to_vec();
            next[i] = becomes;
            moves.push((next, reserve - becomes.saturating_sub(heaps[i])));
        }
    }
    let won =
        if moves.is_empty() { misere } else { moves.iter().any(|(next, left)| !wins(next, *left, misere, known)) };
    known.insert((heaps.to_vec(), reserve), won);
    won
}

#[test]
fn every_witness_says_what_the_second_telling_says() {
    for reserve in [1, 2, 4] {
        let rules = PokerNim { reserve };
        for (convention, misere) in [(Convention::Normal, false), (Convention::Misere, true)] {
            let mut known = BTreeMap::new();
            for (heaps, max) in [(0, 0), (1, 5), (2, 4), (3, 3)] {
                let range = HeapRange { heaps, max };
                let question = ask(&rules, convention, Positions::Range(range.clone()));
                let told: Vec<Outcome> =
                    range.iter().map(|h| Outcome::won_if(wins(h.sizes(), reserve, misere, &mut known))).collect();
                for solver in [&ReserveSieve::default() as &dyn Solver<Heaps>, &Search, &Reversal::default()] {
                    let Ok(work) = solver.outcomes(&question) else { continue };
                    assert_eq!((work.run)(&Allowance::of(1 << 24)).unwrap(), told, "{} on {question:?}", solver.name());
                }
            }
        }
    }
}

#[test]
fn counters_put_back_change_nothing() {
    for reserve in [1, 2, 3, 7] {
        let game = format!("game = 'poker-nim({reserve})'\nagainst = 'nim'\nheaps = 3\nmax = 7\n");
        assert_facts(&facts("compare", &game), &[("positions", "120"), ("differ", "0")]);
        // The addition is reversible in misère play too.
        let misere = facts("compare", &format!("{game}convention = 'misere'\n"));
        assert_facts(&misere, &[("positions", "120"), ("differ", "0")]);
    }
}

#[test]
fn values_are_those_of_nim() {
    let rules = PokerNim { reserve: 3 };
    let mut listed: Vec<Heaps> = HeapRange { heaps: 2, max: 5 }.iter().collect();
    listed.extend([Heaps::new([4, 6]).with_put_back(2), Heaps::new([0, 3]).with_put_back(3)]);
    let question = ask(&rules, Convention::Normal, Positions::Listed(listed));
    let verified = Gate::new(Panel::default(), Budget::default()).values(&question).unwrap();
    let provenance = &verified.provenance()[0];
    let bases = provenance.witnesses.each_ref().map(|witness| witness.basis);
    assert_eq!(bases, [Basis::ClosedForm, Basis::Substitution]);
    assert_eq!(provenance.controls[0].name, "the reserve as a heap");
    for (position, value) in question.positions.iter().zip(verified.get()) {
        assert_eq!(*value, Some(position.sizes()[0] ^ position.sizes()[1]), "{position}");
    }
}

#[test]
fn a_reserve_taken_for_a_heap_is_caught() {
    let rules = PokerNim { reserve: 2 };
    let question = ask(&rules, Convention::Normal, Positions::Range(HeapRange { heaps: 2, max: 4 }));
    let wrong = Reversal { reserve_as_heap: true };
    let panel = Panel { heaps: vec![Box::new(ReserveSieve::default()), Box::new(wrong)], ..Panel::default() };
    let refusal = Gate::new(panel, Budget::default()).outcomes(&question).unwrap_err();
    let Refusal::Disagreement { position, .. } = refusal else { panic!("{refusal}") };
    assert_eq!(position, "0,0");
}

#[test]
fn the_reserve_is_part_of_a_position() {
    let rules = PokerNim { reserve: 2 };
    let shown: Vec<String> = options(&rules, &Heaps::new([1])).iter().map(Heaps::to_string).collect();
    assert_eq!(shown, ["0", "2;1", "3;2"]);
    assert_eq!(read_position("3;2", &rules).unwrap(), Heaps::new([3]).with_put_back(2));
    assert!(options(&rules, &Heaps::new([0]).with_put_back(2)).is_empty());
    let refused = |text: &str, words: &str| {
        let misread = read_position(text, &rules).unwrap_err();
        assert!(misread.message.contains(words), "{misread:?}");
        text[misread.at].to_owned()
    };
    assert_eq!(refused("3,5;3", "the reserve is 2"), "3");
    assert_eq!(refused("3,5; x", "`x` is not a count"), " x");
    assert_eq!(refused("3,5;", "`` is not a count"), "");
    assert_eq!(refused("3,x;1", "`x` is not a heap"), "x");
    let nim = rungs::game::Take::nim();
    assert!(read_position("3,5;1", &nim).unwrap_err().message.contains("no counters are put back"));
}
