mod certificate;
mod draft;
mod quotient;

pub use quotient::Quotient;

use std::sync::Arc;

use super::{Allowance, Ask, Basis, Question, Sibling, Silence, Solver, Work};
use crate::game::{Convention, HeapRange, HeapRule, Heaps, Outcome, PositionRange, Value};

/// Misère play of sums of heaps by their misère quotient, wild games too: a position is lost if the product of its heaps'
/// elements is. Where no quotient is found, as where it is infinite, this falls silent.
#[derive(Default)]
pub struct MisereQuotient {
    /// What is wrong with it.
    error: QuotientError,
    /// What was found for the game that is asked about, where it is the sibling of one that found it.
    found: Option<Arc<Quotient>>,
}

/// A deliberate error.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum QuotientError {
    /// None.
    #[default]
    None,
    /// The element of no heaps is counted among the lost ones: the ending of normal play.
    NothingLost,
    /// A heap is taken for the element of another.
    Merged {
        /// The heap.
        heap: u32,
        /// The other.
        other: u32,
    },
}

fn quotient(rule: &dyn HeapRule, largest: u32, allowance: &Allowance) -> Result<Quotient, Silence> {
    let none = || Silence::OutOfRange(format!("no misère quotient of the heaps up to {largest} is found"));
    Quotient::within(rule, largest, allowance)?.ok_or_else(none)
}

impl QuotientError {
    fn name(self) -> String {
        match self {
            Self::None => "misère quotient".to_owned(),
            Self::NothingLost => "the element of no heaps lost".to_owned(),
            Self::Merged { heap, other } => format!("a heap of {heap} taken for one of {other}"),
        }
    }

    fn read(self, quotient: &Quotient, sizes: &[u32]) -> Outcome {
        match self {
            Self::None => quotient.outcome(sizes),
            Self::NothingLost => match quotient.element(sizes) {
                0 => Outcome::P,
                _ => quotient.outcome(sizes),
            },
            Self::Merged { heap, other } => {
                let sizes: Vec<u32> = sizes.iter().map(|&size| if size == heap { other } else { size }).collect();
                quotient.outcome(&sizes)
            }
        }
    }

    /// A small range of sums in which it is wrong; none where it is right throughout what is looked at.
    fn first_failure(self, quotient: &Quotient, largest: u32) -> Option<HeapRange> {
        PROBES.into_iter().map(|probe| HeapRange { max: probe.max.min(largest), ..probe }).find_map(|probe| {
            let wrong = |heaps: &Heaps| self.read(quotient, heaps.sizes()) != quotient.outcome(heaps.sizes());
            let failure = probe.iter().find(wrong)?;
            Some(HeapRange { heaps: probe.heaps, max: failure.sizes().last().copied()? })
        })
    }
}

/// How far a wrong reading of one heap, of two and of three is searched for its first failure.
const PROBES: [HeapRange; 3] =
    [HeapRange { heaps: 1, max: Quotient::LARGEST }, HeapRange { heaps: 2, max: 16 }, HeapRange { heaps: 3, max: 10 }];

impl Solver<Heaps> for MisereQuotient {
    fn name(&self) -> String {
        self.error.name()
    }

    fn basis(&self) -> Basis {
        Basis::Theory
    }

    fn telling(&self) -> &'static str {
        "the rule for one heap"
    }

    fn outcomes<'q>(&'q self, question: &'q Question<'q, Heaps>) -> Result<Work<'q, Outcome>, Silence> {
        let rule = question.rules.heap_rule().ok_or(Silence::NoTheory)?;
        if question.convention == Convention::Normal {
            return Err(Silence::NotAsked("in normal play the theory of sums says more".to_owned()));
        }
        let largest = question.positions.largest_heap();
        if largest > Quotient::LARGEST {
            return Err(Silence::OutOfRange(format!(
                "misère quotients are looked for up to heaps of {}",
                Quotient::LARGEST
            )));
        }
        let count = question.positions.count().unwrap_or(u64::MAX);
        Ok(Work::new(count, move |allowance| {
            let found = match &self.found {
                Some(found) => Arc::clone(found),
                None => Arc::new(quotient(rule, largest, allowance)?),
            };
            let mut counted = allowance.count();
            let read = |heaps: Heaps| counted.step(1).map(|()| self.error.read(&found, heaps.sizes()));
            question.positions.iter().map(read).collect()
        }))
    }

    fn values<'q>(&'q self, _: &'q Question<'q, Heaps>) -> Result<Work<'q, Value>, Silence> {
        Err(Silence::NotAsked("it tells outcomes of misère play".to_owned()))
    }

    /// The empty position refutes the one, and some sum the other: two heaps of one outcome and two elements, the smallest
    /// there are, are taken for one.
    fn siblings(&self, question: &Question<'_, Heaps>, _: Ask) -> Vec<Sibling<Heaps>> {
        let largest = question.positions.largest_heap().min(Quotient::LARGEST);
        let found = question.rules.heap_rule().and_then(|rule| Quotient::of(rule, largest));
        let Some(found) = found.map(Arc::new) else { return Vec::new() };
        let sibling = |error: QuotientError, fails_within| {
            let solver = Box::new(Self { error, found: Some(Arc::clone(&found)) });
            Sibling { name: error.name(), solver, fails_within }
        };
        let merged = (1..=largest).flat_map(|heap| (1..heap).map(move |other| (heap, other)));
        let alike = |&(heap, other): &(u32, u32)| {
            found.element(&[heap]) != found.element(&[other]) && found.outcome(&[heap]) == found.outcome(&[other])
        };
        let merged = merged.filter(alike).find_map(|(heap, other)| {
            let error = QuotientError::Merged { heap, other };
            Some(sibling(error, error.first_failure(&found, largest)?))
        });
        let nothing = sibling(QuotientError::NothingLost, HeapRange { heaps: 1, max: 0 });
        std::iter::once(nothing).chain(merged).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::certificate::{Failure, certify};
    use super::draft::Draft;
    use super::*;
    use crate::game::Octal;

    /// A quotient of which any two heaps' elements are taken for one has no certificate.
    #[test]
    fn the_certificate_refuses_merged_elements() {
        let kayles = Octal::new([0, 7, 7]).unwrap();
        let (mut draft, allowance) = (Draft::default(), Allowance::of(u64::MAX));
        (0..=12).for_each(|heap| draft.add_options(&kayles, heap));
        let right = Quotient::of(&kayles, 12).unwrap();
        assert_eq!(right.order(), 24);
        assert!(certify(&right, draft.options(), &allowance).is_ok_and(|checked| checked == right.checked()));
        for heap in 1..=12 {
            for element in (0..right.order()).filter(|&element| element != right.heaps[heap]) {
                let mut wrong = right.clone();
                wrong.heaps[heap] = element;
                let Err(Failure::At(sum)) = certify(&wrong, draft.options(), &allowance) else {
                    panic!("a heap of {heap} passes for element {element}")
                };
                assert!(sum.iter().all(|&size| size <= 12));
            }
        }
    }
}
