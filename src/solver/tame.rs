use super::{Allowance, Ask, Basis, Question, Sibling, Silence, Solver, Work};
use crate::game::{Amounts, BulkRule, Convention, HeapRange, Heaps, Nimber, Outcome, Value};

/// Misère play of tame games (Conway, *On Numbers and Games*, chapter 12; *Winning Ways*, chapter 13).
///
/// A heap has a value in normal play, and a second one found in the same way but for the ending: it is 1 where there is
/// no move. A heap is tame if the two are equal, or 0 and 1, or 1 and 0. Where all heaps up to the largest are tame, a
/// sum of which some heap has two equal values is lost if the nim-sum is 0, as in normal play, and a sum of others is
/// lost if it is 1. Where a heap is not tame this falls silent.
#[derive(Default)]
pub struct Tame {
    /// What is wrong with it.
    pub error: TameError,
}

/// A deliberate error.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TameError {
    /// None.
    #[default]
    None,
    /// A sum is read as in normal play throughout.
    NormalRule,
    /// A sum is read by the nim-sum of the second values.
    SecondValues,
}

/// The two values of a heap or of a sum: in normal and in misère play.
type Genus = [Nimber; 2];

/// What a sum of tame heaps comes to.
fn genus_of_sum(parts: impl IntoIterator<Item = Genus>) -> Genus {
    let (sum, firm) =
        parts.into_iter().fold((0, false), |(sum, firm), [normal, misere]| (sum ^ normal, firm || normal == misere));
    [sum, if firm { sum } else { sum ^ 1 }]
}

fn is_tame([normal, misere]: Genus) -> bool {
    normal == misere || (normal < 2 && normal ^ misere == 1)
}

impl Tame {
    fn read(&self, sizes: &[u32], genera: &[Genus]) -> Outcome {
        let parts = sizes.iter().filter_map(|&size| genera.get(size as usize)).copied();
        let value = match self.error {
            TameError::None => genus_of_sum(parts)[1],
            TameError::NormalRule => genus_of_sum(parts)[0],
            TameError::SecondValues => parts.fold(0, |sum, [_, misere]| sum ^ misere),
        };
        Outcome::won_if(value != 0)
    }
}

impl Solver<Heaps> for Tame {
    fn name(&self) -> String {
        match self.error {
            TameError::None => "tame heaps",
            TameError::NormalRule => "the normal rule",
            TameError::SecondValues => "nim-sum of misère values",
        }
        .to_owned()
    }

    fn basis(&self) -> Basis {
        Basis::Theory
    }

    fn telling(&self) -> &'static str {
        "the rule by amounts"
    }

    fn outcomes<'q>(&'q self, question: &'q Question<'q, Heaps>) -> Result<Work<'q, Outcome>, Silence> {
        let rule = question.rules.heap_rule().and_then(|rule| rule.in_bulk()).ok_or(Silence::NoTheory)?;
        if question.convention == Convention::Normal {
            return Err(Silence::NotAsked("in normal play the theory of sums says more".to_owned()));
        }
        let max = question.positions.largest_heap();
        // Most games that are not tame show it early.
        genera(&rule, max.min(GLANCE), &Allowance::of(u64::MAX))?;
        let visits = question.positions.count().unwrap_or(u64::MAX).max(u64::from(max) + 1);
        let options = options_together(&rule, max) / OPTIONS;
        Ok(Work::new(visits.max(options), move |allowance| {
            let genera = genera(&rule, max, allowance)?;
            let mut counted = allowance.count_beyond(options);
            let read = |position: Heaps| counted.step(1).map(|()| self.read(position.sizes(), &genera));
            question.positions.iter().map(read).collect()
        }))
    }

    fn values<'q>(&'q self, _: &'q Question<'q, Heaps>) -> Result<Work<'q, Value>, Silence> {
        Err(Silence::NotAsked("it tells outcomes of misère play".to_owned()))
    }

    /// A heap of no counters refutes the normal rule, and two of them the nim-sum of 1 and 1.
    fn siblings(&self, _: &Question<'_, Heaps>, _: Ask) -> Vec<Sibling<Heaps>> {
        let sibling = |error, heaps| {
            let solver = Self { error };
            Sibling { name: solver.name(), solver: Box::new(solver), fails_within: HeapRange { heaps, max: 0 } }
        };
        vec![sibling(TameError::NormalRule, 1), sibling(TameError::SecondValues, 2)]
    }
}

/// The heaps up to this are looked at before any work.
const GLANCE: u32 = 64;

/// So many options are looked at in the time of a position.
const OPTIONS: u64 = 16;

/// About how many options the heaps up to `max` have together.
fn options_together(rule: &BulkRule, max: u32) -> u64 {
    let heaps = u64::from(max) + 1;
    let shrinks = match &rule.shrinks {
        Amounts::Any => 1,
        Amounts::UpTo(most) => (*most).into(),
        Amounts::Of(amounts) => amounts.len() as u64,
    };
    let square = heaps.saturating_mul(heaps) / 4;
    let pairs = square.saturating_mul(rule.splits.len() as u64);
    let triples = square.saturating_mul(heaps).saturating_mul(rule.triples.len() as u64);
    heaps.saturating_mul(shrinks).saturating_add(pairs).saturating_add(triples)
}

/// The two values of heaps 0 to `max`.
///
/// # Errors
/// A heap that is not tame, or nobody wants to know any more.
fn genera(rule: &BulkRule, max: u32, allowance: &Allowance) -> Result<Vec<Genus>, Silence> {
    let mut genera: Vec<Genus> = Vec::new();
    let mut seen = [Marks::default(), Marks::default()];
    for heap in 0..=max {
        let mut options = 0_u64;
        let mut mark = |genus: Genus| {
            options += 1;
            seen.iter_mut().zip(genus).for_each(|(seen, value)| seen.mark(value, heap + 1));
        };
        if allows(&rule.empties, heap) {
            mark([0, 1]);
        }
        match &rule.shrinks {
            // The last heap is what is new.
            Amounts::Any if heap < 2 => {}
            Amounts::Any => mark(genera[heap as usize - 1]),
            Amounts::UpTo(most) => {
                (heap.saturating_sub(*most).max(1)..heap).for_each(|left| mark(genera[left as usize]));
            }
            Amounts::Of(amounts) => {
                let left = amounts.iter().map_while(|&taken| heap.checked_sub(taken)).filter(|&left| left > 0);
                left.for_each(|left| mark(genera[left as usize]));
            }
        }
        for rest in rule.splits.iter().filter_map(|&taken| heap.checked_sub(taken)) {
            let largest = if rule.equal_parts { rest / 2 } else { rest.saturating_sub(1) / 2 };
            (1..=largest).for_each(|a| mark(genus_of_sum([a, rest - a].map(|part| genera[part as usize]))));
        }
        for rest in rule.triples.iter().filter_map(|&taken| heap.checked_sub(taken)) {
            let pairs = (1..=rest / 3).flat_map(|a| (a..=(rest - a) / 2).map(move |b| (a, b)));
            pairs.for_each(|(a, b)| mark(genus_of_sum([a, b, rest - a - b].map(|part| genera[part as usize]))));
        }
        allowance.visit(options / OPTIONS)?;
        let genus = if options == 0 { [0, 1] } else { seen.each_mut().map(|seen| seen.mex(heap + 1)) };
        if !is_tame(genus) {
            return Err(Silence::OutOfRange(format!("it speaks of tame games, and a heap of {heap} is not tame")));
        }
        genera.push(genus);
        if rule.shrinks == Amounts::Any && heap > 0 {
            seen.iter_mut().zip(genus).for_each(|(seen, value)| seen.mark(value, ALWAYS));
        }
        if rule.empties == Amounts::Any {
            seen.iter_mut().zip([0, 1]).for_each(|(seen, value)| seen.mark(value, ALWAYS));
        }
    }
    Ok(genera)
}

/// The stamp of a value that every heap from here on has among its options.
const ALWAYS: u32 = u32::MAX;

/// The values of a heap's options, each with the stamp of the last heap that had it.
#[derive(Default)]
struct Marks {
    stamps: Vec<u32>,
    /// All values below have the stamp of always.
    least: usize,
}

impl Marks {
    fn mark(&mut self, value: Nimber, stamp: u32) {
        let value = value as usize;
        if value >= self.stamps.len() {
            self.stamps.resize((value + 1).next_power_of_two(), 0);
        }
        self.stamps[value] = self.stamps[value].max(stamp);
        while self.stamps.get(self.least) == Some(&ALWAYS) {
            self.least += 1;
        }
    }

    fn mex(&mut self, stamp: u32) -> Nimber {
        let missing = self.stamps[self.least..].iter().position(|&last| last < stamp);
        let missing = missing.map_or(self.stamps.len(), |above| self.least + above);
        Nimber::try_from(missing).unwrap_or(Nimber::MAX)
    }
}

/// Whether an amount, which may be nought, is one of these.
fn allows(amounts: &Amounts, amount: u32) -> bool {
    match amounts {
        Amounts::Any => amount > 0,
        Amounts::UpTo(most) => (1..=*most).contains(&amount),
        Amounts::Of(amounts) => amounts.contains(&amount),
    }
}
