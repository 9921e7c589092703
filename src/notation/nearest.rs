/// Nothing that is longer than this is a mistyped name.
const LONGEST: usize = 100;

/// The candidate that a mistyped name most probably meant; none if all are too far away.
pub fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    if name.len() > LONGEST {
        return None;
    }
    let distance = |candidate: &str| strsim::osa_distance(&name.to_lowercase(), candidate);
    candidates
        .into_iter()
        .map(|candidate| (distance(candidate), candidate))
        .filter(|&(distance, candidate)| distance <= 1.max(candidate.chars().count() / 3))
        .min()
        .map(|(_, candidate)| candidate)
}
