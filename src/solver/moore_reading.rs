use std::any::Any;

use super::{Basis, Question, Silence, Solver, Work};
use crate::game::{Heaps, Nimber, Outcome, Take, Value, nim_sum};

/// A way to read a number from the heaps of Moore's Nim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum MooreReading {
    /// The column sums, each reduced mod k + 1, as the digits of a number in base k + 1.
    Base,
    /// The exclusive-or of the sizes.
    Xor,
    /// The sum of the sizes.
    Sum,
    /// With u the sum, m the least of n heaps, y = u − n·m and z = 1 + y(y + 1)/2: u if m < z, else
    /// z − 1 + ((m − z) mod (y + 1)) (Jenkyns and Mayberry 1980).
    JenkynsMayberry,
}

impl MooreReading {
    /// The reading's name, as figures and messages print it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Base => "base k + 1 reading of the columns",
            Self::Xor => "exclusive-or",
            Self::Sum => "plain sum",
            Self::JenkynsMayberry => "Jenkyns–Mayberry formula",
        }
    }

    /// What is read from heaps of these sizes, right or wrong; none where the number does not fit.
    pub fn read(self, sizes: &[u32], k: u32) -> Option<u64> {
        let sum = || sizes.iter().try_fold(0u64, |sum, &size| sum.checked_add(size.into()));
        match self {
            Self::Base => {
                let base = u64::from(k) + 1;
                (0..u32::BITS).rev().try_fold(0u64, |read, column| {
                    let ones: u64 = sizes.iter().map(|&size| u64::from(size >> column & 1)).sum();
                    read.checked_mul(base)?.checked_add(ones % base)
                })
            }
            Self::Xor => Some(nim_sum(sizes.iter().copied()).into()),
            Self::Sum => sum(),
            Self::JenkynsMayberry => {
                let (u, m) = (sum()?, u64::from(sizes.iter().min().copied().unwrap_or(0)));
                let y = u - m * sizes.len() as u64;
                // Where z does not fit, m lies below it.
                match y.checked_add(1).and_then(|next| y.checked_mul(next)) {
                    Some(twice) if m > twice / 2 => {
                        let z = 1 + twice / 2;
                        Some(z - 1 + (m - z) % (y + 1))
                    }
                    _ => Some(u),
                }
            }
        }
    }
}

/// A reading put to positions of which it is no theorem: a control, and never a witness.
pub(super) struct ControlReading(pub(super) MooreReading);

impl Solver<Heaps> for ControlReading {
    fn name(&self) -> String {
        self.0.name().to_owned()
    }

    fn basis(&self) -> Basis {
        Basis::ClosedForm
    }

    fn telling(&self) -> &'static str {
        "no moves"
    }

    fn outcomes<'q>(&'q self, _: &'q Question<'q, Heaps>) -> Result<Work<'q, Outcome>, Silence> {
        Err(Silence::NotAsked("it tells values".to_owned()))
    }

    fn values<'q>(&'q self, question: &'q Question<'q, Heaps>) -> Result<Work<'q, Value>, Silence> {
        let rules = (question.rules as &dyn Any).downcast_ref::<Take>();
        let k = rules.and_then(Take::as_moore).ok_or(Silence::NoTheory)?;
        let count = question.positions.count().unwrap_or(u64::MAX);
        let value =
            move |position: Heaps| self.0.read(position.sizes(), k).and_then(|read| Nimber::try_from(read).ok());
        Ok(Work::new(count, move |allowance| {
            let mut counted = allowance.count();
            question.positions.iter().map(|position| counted.step(1).map(|()| value(position))).collect()
        }))
    }
}
