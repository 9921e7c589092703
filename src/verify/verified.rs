use crate::game::Convention;
use crate::solver::{Ask, Basis};

/// An answer on which two witnesses agree. Only [`super::Gate`] makes one.
#[derive(Clone, Debug)]
pub struct Verified<T> {
    answer: T,
    provenance: Vec<Provenance>,
}

impl<T> Verified<T> {
    /// The one constructor, for the gate alone.
    pub(super) fn new(answer: T, provenance: Provenance) -> Self {
        Self { answer, provenance: vec![provenance] }
    }

    /// The answer.
    pub fn get(&self) -> &T {
        &self.answer
    }

    /// Who agreed on it, and how far; one entry a question.
    pub fn provenance(&self) -> &[Provenance] {
        &self.provenance
    }

    /// The same answer, told otherwise: counted, listed, arranged. `retell` must add nothing that no witness said.
    pub fn map<U>(self, retell: impl FnOnce(T) -> U) -> Verified<U> {
        Verified { answer: retell(self.answer), provenance: self.provenance }
    }

    /// The same answer, told otherwise, where that can fail.
    ///
    /// # Errors
    /// Those of `retell`.
    pub fn try_map<U, E>(self, retell: impl FnOnce(T) -> Result<U, E>) -> Result<Verified<U>, E> {
        Ok(Verified { answer: retell(self.answer)?, provenance: self.provenance })
    }

    /// Two answers as one.
    pub fn zip<U>(self, other: Verified<U>) -> Verified<(T, U)> {
        let mut provenance = self.provenance;
        provenance.extend(other.provenance);
        Verified { answer: (self.answer, other.answer), provenance }
    }

    /// Several answers as one; none where there are none.
    pub fn all(answers: impl IntoIterator<Item = Self>) -> Option<Verified<Vec<T>>> {
        let (mut list, mut provenance) = (Vec::new(), Vec::new());
        for one in answers {
            list.push(one.answer);
            provenance.extend(one.provenance);
        }
        (!list.is_empty()).then_some(Verified { answer: list, provenance })
    }
}

/// How an answer came to be: the question, who agreed, and which wrong siblings failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Provenance {
    /// The game as it is written.
    pub game: String,
    /// The convention in force.
    pub convention: Convention,
    /// What was asked.
    pub ask: Ask,
    /// On how many positions they agree.
    pub positions: u64,
    /// The two who agree.
    pub witnesses: [Witness; 2],
    /// The wrong siblings, each with the number of positions that refute it.
    pub controls: Vec<ControlRecord>,
}

impl Provenance {
    /// Whether both witnesses rest on one basis, told twice: what is accepted where there is no theory.
    pub fn told_twice(&self) -> bool {
        self.witnesses[0].basis == self.witnesses[1].basis
    }
}

/// Who said so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Witness {
    /// The solver's name.
    pub name: String,
    /// On what it rests.
    pub basis: Basis,
}

/// A wrong sibling that was refuted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ControlRecord {
    /// The solver whose sibling it is.
    pub of: String,
    /// What was wrong with it.
    pub name: String,
    /// On how many positions it was tried.
    pub positions: u64,
    /// On how many it was wrong; never 0.
    pub refuted: u64,
}
