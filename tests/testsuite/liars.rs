//! Every witness of every question about the take family is refused when it lies about one position.

use rungs::game::{Amounts, Convention, HeapRange, Heaps, Outcome, PositionRange, Positions, Take, Value};
use rungs::solver::{Ask, Question, Work};
use rungs::verify::{Budget, Gate, Panel, Provenance, Refusal};

use crate::disguise::{Disguised, Manner};

/// Says what another solver says, but of one position.
struct Liar {
    about: Heaps,
}

impl Liar {
    fn corrupt<'q, T: 'q>(
        &'q self,
        question: &'q Question<'q, Heaps>,
        work: Work<'q, T>,
        lie: impl Fn(&T) -> T + Send + 'q,
    ) -> Work<'q, T> {
        Work::new(work.positions, move |budget| {
            let mut answer = (work.run)(budget)?;
            for (position, said) in question.positions.iter().zip(&mut answer) {
                if position == self.about {
                    *said = lie(said);
                }
            }
            Ok(answer)
        })
    }
}

impl Manner<Heaps> for Liar {
    fn outcomes<'q>(&'q self, question: &'q Question<'q, Heaps>, honest: Work<'q, Outcome>) -> Work<'q, Outcome> {
        self.corrupt(question, honest, |said| Outcome::won_if(*said == Outcome::P))
    }

    fn values<'q>(&'q self, question: &'q Question<'q, Heaps>, honest: Work<'q, Value>) -> Work<'q, Value> {
        self.corrupt(question, honest, |said| said.map(|value| value + 1))
    }
}

fn family() -> Vec<Take> {
    vec![
        Take::nim(),
        Take::moore(2),
        Take::moore(3),
        Take::subtraction([1, 2, 3]),
        Take::subtraction([2, 5]),
        Take { heaps: 1, each: Amounts::UpTo(3), total: None },
        Take { heaps: 2, each: Amounts::UpTo(3), total: Some(4) },
        Take { heaps: 2, each: Amounts::Of([1, 3].into()), total: None },
        Take { heaps: 3, each: Amounts::Any, total: Some(4) },
    ]
}

/// What is asked: an outcome in either convention, or a value.
const ASKED: [(Ask, Convention); 3] =
    [(Ask::Outcome, Convention::Normal), (Ask::Outcome, Convention::Misere), (Ask::Value, Convention::Normal)];

fn verify(panel: Panel, question: &Question<'_, Heaps>, ask: Ask) -> Result<Provenance, Refusal> {
    let gate = Gate::new(panel, Budget::default()).threads(1);
    let provenance = match ask {
        Ask::Outcome => gate.outcomes(question)?.provenance()[0].clone(),
        Ask::Value => gate.values(question)?.provenance()[0].clone(),
    };
    Ok(provenance)
}

/// A number below `bound` that a seed gives.
fn drawn(seed: &mut u64, bound: usize) -> usize {
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    (*seed % bound as u64) as usize
}

#[test]
fn a_lie_about_one_position_is_refused() {
    let mut seed = 0x5eed_1901;
    let mut lies = 0;
    for rules in family() {
        let name = rules.to_string();
        for (ask, convention) in ASKED {
            // One heap, at most k heaps, k + 1 and more: each has witnesses of its own.
            for (heaps, max) in [(1, 30), (2, 9), (3, 6), (5, 3)] {
                let range = HeapRange { heaps, max };
                let positions = Positions::Range(range.clone());
                let question = Question { game: &name, rules: &rules, convention, positions };
                let honest = verify(Panel::default(), &question, ask)
                    .unwrap_or_else(|refusal| panic!("{question:?}: {refusal}"));
                for witness in &honest.witnesses {
                    let at = drawn(&mut seed, range.count().unwrap() as usize);
                    let about = range.iter().nth(at).unwrap();
                    let mut panel = Panel::default();
                    let place = panel.heaps.iter().position(|solver| solver.name() == witness.name).unwrap();
                    let honest = panel.heaps.remove(place);
                    panel.heaps.insert(place, Box::new(Disguised { honest, manner: Liar { about: about.clone() } }));
                    let refusal = verify(panel, &question, ask).expect_err(&format!("{question:?} {witness:?}"));
                    let message = refusal.to_string();
                    let Refusal::Disagreement { position, opinions, differ, .. } = refusal else { panic!("{message}") };
                    assert_eq!((position, differ), (about.to_string(), 1), "{question:?}");
                    assert_ne!(opinions[0].says, opinions[1].says);
                    for opinion in &opinions {
                        assert!(message.contains(&format!("{} says {}", opinion.solver, opinion.says)), "{message}");
                    }
                    assert!(message.contains(&format!("on {about} of {name}")), "{message}");
                    lies += 1;
                }
            }
        }
    }
    assert_eq!(lies, 9 * 3 * 4 * 2);
}

#[test]
fn who_contradicts_itself_is_named() {
    let rules = Take::moore(2);
    let positions = Positions::Range(HeapRange { heaps: 3, max: 7 });
    let question = Question { game: "moore(2)", rules: &rules, convention: Convention::Normal, positions };
    let mut panel = Panel::default();
    let place = panel.heaps.iter().position(|solver| solver.name() == "prefix unions").unwrap();
    let honest = panel.heaps.remove(place);
    panel.heaps.insert(place, Box::new(Disguised { honest, manner: Liar { about: Heaps::new([1, 1, 1]) } }));
    let refusal = verify(panel, &question, Ask::Value).unwrap_err();
    assert_eq!(
        refusal.to_string(),
        "on 1,1,1 of moore(2), prefix unions says ∗1 and Jenkyns–Mayberry formula says ∗0; they differ on 1 of 120 \
         positions"
    );
    assert_eq!(
        refusal.help(),
        [
            "its options: 0,0,1 (∗1), 0,1,1 (∗2)",
            "∗0 follows from what prefix unions says of them, and it says ∗1: the fault is there",
            "∗0 follows from what Jenkyns–Mayberry formula says of them",
            "`rungs solve \"moore(2)\" \"1,1,1\"` asks about this position alone",
        ]
    );
}
