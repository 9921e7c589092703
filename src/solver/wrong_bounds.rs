use super::Allowance;
use super::sieve::sieve;
use crate::game::{Amounts, Convention, HeapRange, PositionRange, Take};

/// The most positions of a control range.
const MOST: u64 = 20_000;

/// For a take-away game without a theory: the games in which one bound is off by one, what is wrong with each, and
/// positions among which that tells. A bound so large that no small range shows it is left out.
pub(super) fn wrong_bounds(rules: &Take) -> Vec<(String, Take, HeapRange)> {
    if rules.heaps == 1 || rules.as_moore().is_some() {
        return Vec::new();
    }
    let off = |bound: u32| [bound.saturating_sub(1), bound.saturating_add(1)].into_iter().filter(|&wrong| wrong > 0);
    let mut wrong = Vec::new();
    match &rules.each {
        Amounts::Any => {}
        Amounts::UpTo(each) => {
            wrong.extend(
                off(*each).map(|each| (format!("each = {each}"), Take { each: Amounts::UpTo(each), ..rules.clone() })),
            );
        }
        Amounts::Of(amounts) => {
            wrong.extend(
                amounts.last().into_iter().flat_map(|&last| off(last).map(move |other| (last, other))).filter_map(
                    |(last, other)| {
                        let mut amounts = amounts.clone();
                        amounts.remove(&last);
                        amounts.insert(other).then(|| {
                            (
                                format!("an amount of {other} in place of {last}"),
                                Take { each: Amounts::Of(amounts), ..rules.clone() },
                            )
                        })
                    },
                ),
            );
        }
    }
    if let Some(total) = rules.total {
        wrong
            .extend(off(total).map(|total| (format!("total = {total}"), Take { total: Some(total), ..rules.clone() })));
    }
    wrong
        .into_iter()
        .filter_map(|(name, wrong)| {
            let range = differs_within(rules, &wrong)?;
            Some((name, wrong, range))
        })
        .collect()
}

/// A range in which some position is lost under one of the rules and won under the other, as the sieve finds it.
fn differs_within(rules: &Take, wrong: &Take) -> Option<HeapRange> {
    let few = |&(heaps, max): &(usize, u32)| HeapRange { heaps, max }.count().is_some_and(|count| count <= MOST);
    (1..=rules.heaps as usize).take(4).find_map(|heaps| {
        let (heaps, max) = (1..).map(|max| (heaps, max)).take_while(few).last()?;
        let range = HeapRange { heaps, max };
        if within(rules, &range) == within(wrong, &range) {
            return None;
        }
        let outcomes = |rules| sieve(rules, Convention::Normal, &range, &Allowance::of(MOST)).ok();
        let differ = outcomes(rules)?.iter().zip(&outcomes(wrong)?).position(|(one, other)| one != other)?;
        let first = range.iter().nth(differ)?;
        Some(HeapRange { heaps, max: first.sizes().last().copied()? })
    })
}

/// The bounds that bind within a range: the amounts that fit into a heap, and how many counters may be taken in all.
fn within(rules: &Take, range: &HeapRange) -> (Amounts, u64) {
    let each = match &rules.each {
        Amounts::Any => Amounts::UpTo(range.max),
        Amounts::UpTo(most) => Amounts::UpTo((*most).min(range.max)),
        Amounts::Of(amounts) => Amounts::Of(amounts.range(..=range.max).copied().collect()),
    };
    let all = range.heaps as u64 * u64::from(range.max);
    (each, rules.total.map_or(all, |total| all.min(total.into())))
}
