use super::certificate::{Failure, certify};
use super::draft::Draft;
use crate::game::{HeapRule, Outcome};
use crate::solver::{Allowance, Silence};

/// An element of a quotient; 0 is that of no heaps.
pub(super) type Element = usize;

/// The misère quotient of all sums of heaps up to some size (Plambeck and Siegel, *Misère quotients for impartial games*,
/// 2008): two sums are one element if, whatever stands beside both, either both are lost or both are won.
///
/// There is one only with its certificate: that every sum of these heaps, however many, is lost in misère play exactly if
/// its element is among the lost ones.
#[derive(Clone, Debug)]
pub struct Quotient {
    /// The product of each two elements: that of a sum is the product of its heaps'.
    pub(super) products: Vec<Vec<Element>>,
    /// Which elements are lost.
    pub(super) lost: Vec<bool>,
    /// The element of each heap, from 0.
    pub(super) heaps: Vec<Element>,
    /// A sum of heaps for each element.
    pub(super) sums: Vec<Vec<u32>>,
    /// The heaps of which all elements are products.
    pub(super) generators: Vec<u32>,
    /// How many pairs the certificate went through.
    pub(super) checked: usize,
}

/// Of more products of powers no quotient is made, and certificates of more pairs are not looked at: there may be no end to
/// them.
pub(super) const MOST_PRODUCTS: usize = 1 << 16;
/// See [`MOST_PRODUCTS`].
pub(super) const MOST_PAIRS: usize = 1 << 14;

/// How often the powers that are told apart are raised by one, or a heap that was taken for a product is made a generator,
/// for one heap.
const RAISES: usize = 6;

impl Quotient {
    /// Quotients are looked for up to this heap.
    pub const LARGEST: u32 = 64;

    /// The quotient of the heaps up to `largest` under a rule, found heap by heap.
    ///
    /// A heap is first tried as a product of those before it; if no product passes the certificate it becomes a generator.
    /// The higher powers of a generator g are taken to repeat, gᵏ⁺² = gᵏ, and elements that no product tells apart are made
    /// one. All this is guesswork, and only what the certificate proves is kept. None where the guesses come to no end, as they
    /// must where the quotient is infinite.
    pub fn of(rule: &dyn HeapRule, largest: u32) -> Option<Self> {
        Self::within(rule, largest, &Allowance::of(u64::MAX)).ok()?
    }

    /// The same, as long as somebody wants to know.
    pub(super) fn within(rule: &dyn HeapRule, largest: u32, allowance: &Allowance) -> Result<Option<Self>, Silence> {
        let mut draft = Draft::default();
        let mut quotient = draft.quotient(allowance)?;
        for heap in 0..=largest {
            let Some(before) = quotient else { break };
            draft.add_options(rule, heap);
            quotient = match draft.pretended(&before, allowance)? {
                Some(quotient) => Some(quotient),
                None => Self::with_generator(&mut draft, heap, allowance)?,
            };
        }
        Ok(quotient)
    }

    fn with_generator(draft: &mut Draft, heap: u32, allowance: &Allowance) -> Result<Option<Self>, Silence> {
        draft.make_generator(heap);
        for _ in 0..=RAISES {
            let Some(mut quotient) = draft.quotient(allowance)? else { break };
            match certify(&quotient, draft.options(), allowance) {
                Ok(checked) => {
                    quotient.checked = checked;
                    return Ok(Some(quotient));
                }
                Err(Failure::TooLarge) => break,
                Err(Failure::Silent(silence)) => return Err(silence),
                Err(Failure::At(sum)) => match sum.into_iter().find(|&heap| draft.is_product(heap)) {
                    Some(product) => draft.make_generator(product),
                    None => draft.tell_more_powers_apart(),
                },
            }
        }
        Ok(None)
    }

    /// How many elements there are.
    pub fn order(&self) -> usize {
        self.lost.len()
    }

    /// How many of them are lost: the size of the P-portion.
    pub fn lost(&self) -> usize {
        self.lost.iter().filter(|lost| **lost).count()
    }

    /// The heaps of which all elements are products.
    pub fn generators(&self) -> &[u32] {
        &self.generators
    }

    /// How many pairs of an element and a set of elements the certificate went through; no sum comes to another.
    pub fn checked(&self) -> usize {
        self.checked
    }

    /// For each element, that of no heaps first, a sum of generators and its outcome.
    pub fn elements(&self) -> impl Iterator<Item = (&[u32], Outcome)> {
        self.sums.iter().zip(&self.lost).map(|(sum, lost)| (sum.as_slice(), Outcome::won_if(!lost)))
    }

    /// The outcome in misère play of heaps of these sizes, none above the largest.
    pub fn outcome(&self, sizes: &[u32]) -> Outcome {
        Outcome::won_if(!self.lost[self.element(sizes)])
    }

    /// The element of heaps of these sizes, none above the largest, by its place among all.
    pub fn element(&self, sizes: &[u32]) -> usize {
        sizes.iter().fold(0, |product, &size| self.products[product][self.heaps[size as usize]])
    }
}
