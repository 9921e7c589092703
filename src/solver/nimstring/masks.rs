use super::below::{Below, Split, sets_of};
use super::{few, outcomes, rules_in_normal_play, rules_of_values, small_sums};
use crate::game::{
    Board, Debt, Ending, Nimber, Nimstring, Outcome, Positions, StringGraph, StringRange, Strings, Value,
};
use crate::solver::{Allowance, Ask, Basis, Question, Sibling, Silence, Solver, Work};

/// Win and loss beside a Nim heap, on sets of strings: a position is the bit mask of the strings that are left of a graph, and
/// its value the h for which it is lost beside ∗h. For h = 0 this is the plain recursion for the player who moves next.
///
/// One pass over all masks a heap size, 64 masks a step. Memory: 3 bits a mask, 6 MiB for 24 strings.
#[derive(Clone, Copy, Debug, Default)]
pub struct StringMasks {
    /// Whether a cut that frees a coin ends the turn all the same: a deliberately wrong reading.
    pub capture_passes: bool,
}

/// The most strings of one graph.
const MOST_STRINGS: u32 = 28;

/// One graph, and which of its masks are asked about: each with its place in the answer.
struct Table {
    graph: StringGraph,
    asked: Vec<(usize, u64)>,
}

/// The graphs that the positions are masks of: each sum its own, boards together where one comes of another.
fn tables(positions: &Positions<Strings>) -> Result<Vec<Table>, Silence> {
    few(positions)?;
    let split = Split::of(positions);
    let boards = split.boards.into_iter().map(|Below { top, asked }| (Strings::Board(top), Some(asked), 0));
    let sums = split.sums.into_iter().map(|(place, sum)| (Strings::Sum(sum), None, place));
    boards
        .chain(sums)
        .map(|(position, asked, place)| {
            let graph = StringGraph::of(&position)
                .filter(|graph| graph.strings() <= MOST_STRINGS)
                .ok_or_else(|| Silence::OutOfRange(format!("positions of at most {MOST_STRINGS} strings")))?;
            Ok(Table { asked: asked.unwrap_or_else(|| vec![(place, graph.all())]), graph })
        })
        .collect()
}

/// To each of six strings the masks that have it, where mask m is bit m of a word: the strings that a word runs through.
const WITH: [u64; 6] = [
    0xaaaa_aaaa_aaaa_aaaa,
    0xcccc_cccc_cccc_cccc,
    0xf0f0_f0f0_f0f0_f0f0,
    0xff00_ff00_ff00_ff00,
    0xffff_0000_ffff_0000,
    0xffff_ffff_0000_0000,
];

/// To each number of strings, the masks of six strings that have so many.
const OF_SIZE: [u64; 7] = {
    let mut of_size = [0; 7];
    let mut mask = 0u64;
    while mask < 64 {
        of_size[mask.count_ones() as usize] |= 1 << mask;
        mask += 1;
    }
    of_size
};

/// The masks of one word that lack all of these strings.
fn without(strings: u64, word: usize) -> u64 {
    if strings & ((word as u64) << 6) != 0 {
        return 0;
    }
    (0..6).filter(|&i| strings >> i & 1 == 1).fold(u64::MAX, |masks, i| masks & !WITH[i])
}

/// The passes over the masks of one graph. Each field has a bit a mask.
struct Passes<'g> {
    graph: &'g StringGraph,
    /// To each string its coins, each as the other strings that hang on it.
    beside: Vec<Vec<u64>>,
    rules: Nimstring,
    capture_passes: bool,
    /// Lost beside the heap of this pass.
    lost: Vec<u64>,
    /// What a capture should lead to: won by whoever cuts on, beside the heap of this pass.
    good: Vec<u64>,
    /// Lost beside a smaller heap.
    settled: Vec<u64>,
}

impl<'g> Passes<'g> {
    fn new(graph: &'g StringGraph, rules: Nimstring, capture_passes: bool) -> Self {
        let words = 1usize << graph.strings().saturating_sub(6);
        let others = |string: u32| {
            let hangs = |coin: &&u64| *coin >> string & 1 == 1;
            graph.coins().iter().filter(hangs).map(|coin| coin & !(1 << string)).collect()
        };
        let beside = (0..graph.strings()).map(others).collect();
        let none = || vec![0; words];
        Self { graph, beside, rules, capture_passes, lost: none(), good: none(), settled: none() }
    }

    /// Tells which masks are lost beside a heap, and whether any are; heaps must come in order, from 0.
    fn pass(&mut self, heap: Nimber, allowance: &Allowance) -> Result<bool, Silence> {
        let (mut any, mut count) = (false, allowance.count());
        let masks = 1 << self.graph.strings().min(6);
        for word in 0..self.lost.len() {
            self.word(word, heap);
            count.step(masks)?;
            any |= self.lost[word] != 0;
        }
        for (settled, lost) in self.settled.iter_mut().zip(&self.lost) {
            *settled |= lost;
        }
        Ok(any)
    }

    fn word(&mut self, word: usize, heap: Nimber) {
        let mut won = 0;
        for string in 6..self.graph.strings() {
            let bit = 1usize << (string - 6);
            if word & bit != 0 {
                won |= self.wins(string, word, self.lost[word ^ bit], self.good[word ^ bit]);
            }
        }
        let (mut lost, mut good) = (0, 0);
        for masks in OF_SIZE {
            for string in 0..self.graph.strings().min(6) {
                let (with, shift) = (WITH[string as usize], 1 << string);
                won |= masks & with & self.wins(string, word, lost << shift, good << shift);
            }
            lost |= masks & !won & !self.settled[word];
            good |= masks
                & match self.rules.debt {
                    Debt::Strings => won,
                    Debt::Anywhere => !lost,
                };
            if masks & 1 == 1 && word == 0 {
                // Clearing the board leaves this heap alone: to the other player, or to the one who owes a move.
                good = match (self.rules.ending, self.rules.debt) {
                    (Ending::LastCutWins, _) => u64::from(heap == 0),
                    (Ending::MustMove, Debt::Anywhere) => u64::from(heap > 0),
                    (Ending::MustMove, Debt::Strings) => 0,
                };
            }
        }
        self.lost[word] = lost;
        self.good[word] = good;
    }

    /// The masks of a word from which the cut of a string wins, where it leads to lost or to good ones as told.
    fn wins(&self, string: u32, word: usize, lost: u64, good: u64) -> u64 {
        if self.capture_passes {
            return lost;
        }
        let frees = self.beside[string as usize].iter().fold(0, |frees, others| frees | without(*others, word));
        (frees & good) | (!frees & lost)
    }

    fn is_lost(&self, mask: u64) -> bool {
        self.lost[(mask >> 6) as usize] >> (mask & 63) & 1 == 1
    }
}

impl StringMasks {
    /// The h for which each position is lost beside ∗h; none where there is none below `heaps`.
    fn work<'q>(
        self,
        question: &Question<'q, Strings>,
        rules: Nimstring,
        heaps: Nimber,
    ) -> Result<Work<'q, Value>, Silence> {
        let tables = tables(&question.positions)?;
        let masks = tables.iter().map(|table| sets_of(table.graph.strings() as usize)).fold(0, u64::saturating_add);
        let work = Work::new(masks, move |allowance| {
            let mut answer = vec![None; tables.iter().map(|table| table.asked.len()).sum()];
            for table in tables {
                let mut passes = Passes::new(&table.graph, rules, self.capture_passes);
                let mut open = table.asked;
                // A mask lost beside a larger heap has an option, or what a capture leaves, lost beside each smaller one.
                for heap in 0..heaps {
                    let any = passes.pass(heap, allowance)?;
                    open.retain(|&(place, mask)| {
                        let lost = passes.is_lost(mask);
                        if lost {
                            answer[place] = Some(heap);
                        }
                        !lost
                    });
                    if open.is_empty() || !any {
                        break;
                    }
                }
            }
            Ok(answer)
        });
        // One pass tells an outcome; how many a value takes shows only on the way.
        Ok(if heaps == 1 { work } else { work.without_total() })
    }
}

impl Solver<Strings> for StringMasks {
    fn name(&self) -> String {
        let wrong = if self.capture_passes { ", a capture ends the turn" } else { "" };
        format!("win and loss beside a Nim heap, on sets of strings{wrong}")
    }

    fn basis(&self) -> Basis {
        Basis::Substitution
    }

    fn telling(&self) -> &'static str {
        "sets of strings"
    }

    fn outcomes<'q>(&'q self, question: &'q Question<'q, Strings>) -> Result<Work<'q, Outcome>, Silence> {
        let lost_beside = self.work(question, rules_in_normal_play(question)?, 1)?;
        Ok(lost_beside.then(move |heaps| outcomes(question, heaps.into_iter().map(|heap| heap.is_none()))))
    }

    fn values<'q>(&'q self, question: &'q Question<'q, Strings>) -> Result<Work<'q, Value>, Silence> {
        self.work(question, rules_of_values(question)?, Nimber::MAX)
    }

    fn siblings(&self, question: &Question<'_, Strings>, _: Ask) -> Vec<Sibling<Strings>> {
        // Sums of pieces have other witnesses than boards: the sibling must fail where the others speak too.
        let boards = question.positions.iter().any(|position| position.pieces().is_none());
        let two_by_two = Board::blank(2, 2).filter(|_| boards).map(StringRange::Below);
        vec![Sibling {
            name: "a capture ends the turn".to_owned(),
            solver: Box::new(Self { capture_passes: true }),
            fails_within: two_by_two.unwrap_or_else(small_sums),
        }]
    }
}
