use crate::game::nim_sum;
use crate::solver::Columns;

/// A way to read a value off the heaps of Moore's Nim.
pub struct Formula {
    /// Its name among the facts.
    pub fact: &'static str,
    /// Its name in words.
    name: &'static str,
    /// What it says of heaps in ascending order, with k + 1; none if the number does not fit.
    pub value: fn(&[u32], u32) -> Option<u64>,
}

/// The four, in the order in which the figure shows them.
pub const FORMULAS: [Formula; 4] = [
    Formula { fact: "base", name: "base", value: in_base },
    Formula { fact: "xor", name: "nim-sum", value: |sizes, _| Some(nim_sum(sizes.iter().copied()).into()) },
    Formula { fact: "sum", name: "plain sum", value: |sizes, _| Some(plain_sum(sizes)) },
    Formula { fact: "jenkyns_mayberry", name: "Jenkyns–Mayberry formula", value: |sizes, _| jenkyns_mayberry(sizes) },
];

impl Formula {
    /// Its name in words; the base is k + 1.
    pub fn name(&self, base: u32) -> String {
        if self.fact == "base" { format!("base-{base} reading") } else { self.name.to_owned() }
    }
}

/// The column sums mod k + 1, read as the digits of a number in base k + 1.
fn in_base(sizes: &[u32], base: u32) -> Option<u64> {
    Columns::sums(sizes)
        .into_iter()
        .try_fold(0u64, |number, sum| number.checked_mul(base.into())?.checked_add(sum.checked_rem(base)?.into()))
}

fn plain_sum(sizes: &[u32]) -> u64 {
    sizes.iter().map(|&size| u64::from(size)).sum()
}

/// The value of n = k + 1 heaps by Jenkyns and Mayberry (1980): with u the sum, m the least heap, y = u − n·m and
/// z = 1 + y(y + 1)/2 it is u if m < z, and else z − 1 + ((m − z) mod (y + 1)).
fn jenkyns_mayberry(sizes: &[u32]) -> Option<u64> {
    let u = plain_sum(sizes);
    let m = u64::from(sizes.iter().copied().min().unwrap_or(0));
    let y = u.checked_sub(m.checked_mul(u64::try_from(sizes.len()).ok()?)?)?;
    let z = y.checked_mul(y.checked_add(1)?)? / 2 + 1;
    Some(match m.checked_sub(z) {
        None => u,
        Some(beyond) => z - 1 + beyond % (y + 1),
    })
}
