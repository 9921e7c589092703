use std::collections::HashMap;

use super::{Allowance, Ask, Basis, Count, Question, Sibling, Silence, Solver, Work};
use crate::game::{Amounts, BulkRule, Convention, HeapRange, Heaps, Outcome, Positions, Value};

/// Misère play of games in which a move changes one heap, by recursion over multisets of heaps.
///
/// There is no theory of sums in misère play, so this rests on the definition as the search does. It makes its moves
/// from the rule told by amounts ([`BulkRule`]), and of a position it keeps the heaps that have counters, so that
/// neither moves nor memo are the search's.
#[derive(Default)]
pub struct ByAmounts {
    /// Whether the player who cannot move has lost: the ending of normal play, for a control.
    pub normal_ending: bool,
}

impl Solver<Heaps> for ByAmounts {
    fn name(&self) -> String {
        "recursion by amounts".to_owned()
    }

    fn basis(&self) -> Basis {
        Basis::Definition
    }

    fn telling(&self) -> &'static str {
        "the rule by amounts"
    }

    fn outcomes<'q>(&'q self, question: &'q Question<'q, Heaps>) -> Result<Work<'q, Outcome>, Silence> {
        let rule = question.rules.heap_rule().and_then(|rule| rule.in_bulk()).ok_or(Silence::NoTheory)?;
        if question.convention == Convention::Normal {
            return Err(Silence::NotAsked("in normal play the theory of sums says more".to_owned()));
        }
        let ending = if self.normal_ending { Convention::Normal } else { Convention::Misere };
        let breaks = !(rule.splits.is_empty() && rule.triples.is_empty());
        if let Some(below) = (!breaks).then(|| Below::one_of(&question.positions)).flatten() {
            let visits = below.visits(&rule);
            return Ok(Work::new(visits, move |allowance| {
                let outcomes = below.outcomes(&rule, Outcome::without_moves(ending), allowance)?;
                Ok(question.positions.iter().map(|position| outcomes[below.index(&position)]).collect())
            }));
        }
        let visits = if breaks { question.positions.broken() } else { question.positions.lowered() };
        Ok(Work::new(visits, move |allowance| {
            let (budget, count) = (allowance.positions, allowance.count());
            let stuck = Outcome::without_moves(ending);
            let mut multisets = Multisets { rule, stuck, known: HashMap::new(), budget, count };
            question.positions.iter().map(|position| multisets.outcome(&position)).collect()
        }))
    }

    fn values<'q>(&'q self, _: &'q Question<'q, Heaps>) -> Result<Work<'q, Value>, Silence> {
        Err(Silence::NotAsked("it tells outcomes".to_owned()))
    }

    /// A position without moves is enough to refute the ending of normal play.
    fn siblings(&self, _: &Question<'_, Heaps>, _: Ask) -> Vec<Sibling<Heaps>> {
        vec![Sibling {
            name: "the normal ending".to_owned(),
            solver: Box::new(Self { normal_ending: true }),
            fails_within: HeapRange { heaps: 1, max: 0 },
        }]
    }
}

/// The sizes of the heaps that have counters, ascending.
type Multiset = Box<[u32]>;

/// All positions below one of those asked about, heap by heap, where moves only lower heaps: they are settled upwards, in
/// a table.
struct Below {
    /// The heaps of that one.
    top: Heaps,
    /// By how much the index grows with a counter in each of its heaps.
    strides: Vec<usize>,
    count: usize,
}

/// So many options are looked up in the time in which a position is made and found.
const OPTIONS: u64 = 16;

impl Below {
    /// None where no position is above all others, and where the multisets of heaps are fewer.
    fn one_of(positions: &Positions<Heaps>) -> Option<Self> {
        let Positions::Listed(list) = positions else { return None };
        let top = list.iter().max_by_key(|heaps| heaps.counters())?;
        if !list.iter().all(|heaps| top.covers(heaps)) {
            return None;
        }
        let (mut strides, mut count) = (Vec::new(), 1_usize);
        for &size in top.sizes() {
            strides.push(count);
            count = count.checked_mul(size as usize + 1)?;
        }
        (count as u64 == positions.lowered()).then(|| Self { top: top.clone(), strides, count })
    }

    fn visits(&self, rule: &BulkRule) -> u64 {
        let count = self.count as u64;
        count.saturating_add(count.saturating_mul(self.options(rule)) / OPTIONS)
    }

    /// How many options the largest position has.
    fn options(&self, rule: &BulkRule) -> u64 {
        let amounts = |&size: &u32| match &rule.shrinks {
            Amounts::Any => size.into(),
            Amounts::UpTo(most) => size.min(*most).into(),
            Amounts::Of(amounts) => amounts.len() as u64,
        };
        self.top.sizes().iter().map(amounts).fold(0, u64::saturating_add)
    }

    fn index(&self, heaps: &Heaps) -> usize {
        // The largest heaps stand last in both.
        heaps.sizes().iter().rev().zip(self.strides.iter().rev()).map(|(&size, stride)| size as usize * stride).sum()
    }

    fn outcomes(&self, rule: &BulkRule, stuck: Outcome, allowance: &Allowance) -> Result<Vec<Outcome>, Silence> {
        let (each, mut count) = (1 + self.options(rule) / OPTIONS, allowance.count());
        let mut outcomes: Vec<Outcome> = Vec::with_capacity(self.count);
        let mut sizes = vec![0_u32; self.strides.len()];
        for here in 0..self.count {
            let (mut stays, mut wins) = (true, false);
            for (&size, stride) in sizes.iter().zip(&self.strides) {
                let lowers = rule.shrinks.from_heap(size).filter(|&taken| taken < size);
                let empties = Some(size).filter(|&size| size > 0 && allows(&rule.empties, size));
                for taken in lowers.chain(empties) {
                    stays = false;
                    wins |= outcomes[here - taken as usize * stride] == Outcome::P;
                }
            }
            outcomes.push(if stays { stuck } else { Outcome::won_if(wins) });
            for (size, top) in sizes.iter_mut().zip(self.top.sizes()) {
                if *size < *top {
                    *size += 1;
                    break;
                }
                *size = 0;
            }
            count.step(each)?;
        }
        Ok(outcomes)
    }
}

/// The multisets whose outcome is known so far.
struct Multisets<'a> {
    rule: BulkRule,
    /// The outcome of one without moves.
    stuck: Outcome,
    known: HashMap<Multiset, Outcome>,
    /// How many positions and options may still be looked at.
    budget: u64,
    count: Count<'a>,
}

impl Multisets<'_> {
    /// Settles a position after all that it rests on, without recursion: play can be as long as heaps are large.
    fn outcome(&mut self, position: &Heaps) -> Result<Outcome, Silence> {
        let allows = self.budget;
        let mut looked_at = 0_u64;
        let start: Multiset = position.sizes().iter().copied().filter(|&size| size > 0).collect();
        let mut open = vec![start.clone()];
        while let Some(heaps) = open.last() {
            if self.known.contains_key(heaps) {
                open.pop();
                continue;
            }
            let mut options = options(&self.rule, heaps);
            looked_at = looked_at.saturating_add(options.len() as u64 + 1);
            if looked_at > allows {
                return Err(Silence::OverBudget { needs: looked_at, allows });
            }
            self.count.step(0)?;
            let outcome = if options.is_empty() {
                self.stuck
            } else if options.iter().any(|option| self.known.get(option) == Some(&Outcome::P)) {
                Outcome::N
            } else {
                options.retain(|option| !self.known.contains_key(option));
                if !options.is_empty() {
                    open.extend(options);
                    continue;
                }
                Outcome::P
            };
            self.count.step(1)?;
            self.known.extend(open.pop().map(|heaps| (heaps, outcome)));
        }
        self.budget = allows.saturating_sub(looked_at);
        Ok(self.known.get(&start).copied().unwrap_or(self.stuck))
    }
}

/// What one move makes of a multiset; some more than once.
fn options(rule: &BulkRule, heaps: &[u32]) -> Vec<Multiset> {
    let mut options = Vec::new();
    for (i, &heap) in heaps.iter().enumerate().filter(|&(i, heap)| heaps.get(i + 1) != Some(heap)) {
        let mut leave = |left: &[u32]| {
            let mut option: Vec<u32> =
                heaps.iter().enumerate().filter(|&(j, _)| j != i).map(|(_, &size)| size).collect();
            option.extend_from_slice(left);
            option.sort_unstable();
            options.push(option.into_boxed_slice());
        };
        if allows(&rule.empties, heap) {
            leave(&[]);
        }
        (1..heap).filter(|left| allows(&rule.shrinks, heap - left)).for_each(|left| leave(&[left]));
        for rest in rule.splits.iter().filter_map(|&taken| heap.checked_sub(taken)) {
            let largest = if rule.equal_parts { rest / 2 } else { rest.saturating_sub(1) / 2 };
            (1..=largest).for_each(|small| leave(&[small, rest - small]));
        }
        for rest in rule.triples.iter().filter_map(|&taken| heap.checked_sub(taken)) {
            let pairs =
                (1..=rest / 3).flat_map(|small| (small..=(rest - small) / 2).map(move |middle| (small, middle)));
            pairs.for_each(|(small, middle)| leave(&[small, middle, rest - small - middle]));
        }
    }
    options
}

/// Whether an amount, which is not nought, is one of these.
fn allows(amounts: &Amounts, amount: u32) -> bool {
    match amounts {
        Amounts::Any => true,
        Amounts::UpTo(most) => amount <= *most,
        Amounts::Of(amounts) => amounts.contains(&amount),
    }
}
