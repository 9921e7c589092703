/// The size of the Nim heap that a position is worth: n stands for ∗n (Sprague 1935, Grundy 1939).
pub type Nimber = u32;

/// The Grundy value of a position; none where the position has none, as a loony position of Nimstring.
pub type Value = Option<Nimber>;

/// The least non-negative integer missing from `values`.
pub fn mex(values: impl IntoIterator<Item = Nimber>) -> Nimber {
    let mut seen = Vec::new();
    for value in values {
        let value = value as usize;
        if seen.len() <= value {
            seen.resize(value + 1, false);
        }
        seen[value] = true;
    }
    let missing = seen.iter().position(|&there| !there).unwrap_or(seen.len());
    Nimber::try_from(missing).unwrap_or(Nimber::MAX)
}

/// The exclusive-or of `values`: the value of a disjunctive sum of Nim heaps (Bouton 1901).
pub fn nim_sum(values: impl IntoIterator<Item = Nimber>) -> Nimber {
    values.into_iter().fold(0, |sum, value| sum ^ value)
}
