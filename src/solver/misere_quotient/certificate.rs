use std::collections::HashSet;

use super::quotient::{Element, MOST_PAIRS, Quotient};
use crate::solver::{Allowance, Silence};

/// Why there is no certificate.
pub(super) enum Failure {
    /// The element of this sum of heaps is lost and an option's is too, or neither is.
    At(Vec<u32>),
    /// There is more to look at than is allowed.
    TooLarge,
    /// Nobody wants to know any more.
    Silent(Silence),
}

/// A set of elements, by bits.
type Set = Box<[u64]>;

/// Proves that every sum of these heaps is lost in misère play exactly if its element is lost, or finds one of which
/// that does not follow from its options. `options` tells for each heap, from 0, what a move can put in its place.
///
/// Of a sum X let q be its element and S the set of its options' elements. If q is not lost wherever S is empty, and
/// else is lost exactly if nothing in S is, the claim follows by induction on play. Of a sum of two, the pair is
/// (qq′, q′S ∪ qS′): it depends on the pairs of the two alone, so that all pairs that occur are found by multiplying
/// those of single heaps, and there are finitely many of them (the transition algebra of Plambeck and Siegel).
pub(super) fn certify(quotient: &Quotient, options: &[Vec<Vec<u32>>], allowance: &Allowance) -> Result<usize, Failure> {
    let mut heaps: Vec<(Element, Set, u32)> = Vec::new();
    for ((size, options), &element) in (0..).zip(options).zip(&quotient.heaps) {
        let mut set = empty(quotient);
        options.iter().for_each(|option| insert(&mut set, quotient.element(option)));
        if heaps.iter().all(|(other, others, _)| (*other, others) != (element, &set)) {
            heaps.push((element, set, size));
        }
    }
    let nothing = (0, empty(quotient));
    // To each pair the one from which it was met, and the heap that was added.
    let mut met_from: Vec<(usize, u32)> = vec![(0, 0)];
    let mut known = HashSet::from([nothing.clone()]);
    let mut pairs = vec![nothing];
    let mut next = 0;
    while let Some((element, set)) = pairs.get(next).cloned() {
        allowance.check().map_err(Failure::Silent)?;
        let moves = set.iter().any(|&word| word != 0);
        let wins = members(&set).any(|option| quotient.lost[option]);
        if quotient.lost[element] != (moves && !wins) {
            return Err(Failure::At(sum_at(next, &met_from)));
        }
        for (heap, options, size) in &heaps {
            let mut both = empty(quotient);
            members(&set).for_each(|option| insert(&mut both, quotient.products[option][*heap]));
            members(options).for_each(|option| insert(&mut both, quotient.products[option][element]));
            let pair = (quotient.products[element][*heap], both);
            if known.insert(pair.clone()) {
                pairs.push(pair);
                met_from.push((next, *size));
            }
        }
        if pairs.len() > MOST_PAIRS {
            return Err(Failure::TooLarge);
        }
        next += 1;
    }
    Ok(pairs.len())
}

fn empty(quotient: &Quotient) -> Set {
    vec![0; quotient.order().div_ceil(64)].into()
}

fn insert(set: &mut Set, element: Element) {
    set[element / 64] |= 1 << (element % 64);
}

fn members(set: &Set) -> impl Iterator<Item = Element> + '_ {
    let of_word = |(i, &word): (usize, &u64)| {
        let rest = std::iter::successors(Some(word), |rest| Some(rest & rest.wrapping_sub(1)));
        rest.take_while(|&rest| rest != 0).map(move |rest| 64 * i + rest.trailing_zeros() as usize)
    };
    set.iter().enumerate().flat_map(of_word)
}

/// The heaps by which a pair was met, the last first.
fn sum_at(mut place: usize, met_from: &[(usize, u32)]) -> Vec<u32> {
    let mut sum = Vec::new();
    while place > 0 {
        let (before, heap) = met_from[place];
        sum.push(heap);
        place = before;
    }
    sum
}
