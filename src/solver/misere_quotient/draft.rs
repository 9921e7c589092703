use std::collections::HashMap;

use super::certificate::{Failure, certify};
use super::quotient::{Element, MOST_PRODUCTS, Quotient};
use crate::game::HeapRule;
use crate::solver::{Allowance, Silence};

/// What is guessed of a quotient so far: which heaps are its generators, how far their powers differ, and which products
/// of them the other heaps are taken for.
#[derive(Default)]
pub(super) struct Draft {
    /// For each heap, from 0, what a move can put in its place.
    options: Vec<Vec<Vec<u32>>>,
    /// Ascending.
    generators: Vec<Generator>,
    /// For each heap the generators of which it is the product, repetitions and all; for a generator itself.
    products: Vec<Vec<u32>>,
}

struct Generator {
    heap: u32,
    /// Powers from this one on are told apart by whether they are even.
    powers: usize,
}

/// A product of powers of the generators, by its exponents.
type Exponents = Vec<usize>;

impl Draft {
    pub(super) fn options(&self) -> &[Vec<Vec<u32>>] {
        &self.options
    }

    /// Takes in the moves of the next heap.
    pub(super) fn add_options(&mut self, rule: &dyn HeapRule, heap: u32) {
        let mut options: Vec<Vec<u32>> = Vec::new();
        rule.replacements(heap, &mut |left| options.push(left.iter().copied().filter(|&size| size > 0).collect()));
        options.sort_unstable();
        options.dedup();
        self.options.push(options);
    }

    /// Makes a heap a generator, which was none.
    pub(super) fn make_generator(&mut self, heap: u32) {
        let place = self.generators.partition_point(|generator| generator.heap < heap);
        self.generators.insert(place, Generator { heap, powers: 2 });
        self.products.resize(self.options.len(), Vec::new());
        self.products[heap as usize] = vec![heap];
    }

    /// Whether a heap is taken for a product of smaller ones.
    pub(super) fn is_product(&self, heap: u32) -> bool {
        self.products[heap as usize] != [heap]
    }

    pub(super) fn tell_more_powers_apart(&mut self) {
        self.generators.iter_mut().for_each(|generator| generator.powers += 1);
    }

    /// The quotient so far with the last heap taken for one of its elements, if some element passes the certificate.
    pub(super) fn pretended(
        &mut self,
        quotient: &Quotient,
        allowance: &Allowance,
    ) -> Result<Option<Quotient>, Silence> {
        let options: Vec<Element> =
            self.options.last().into_iter().flatten().map(|option| quotient.element(option)).collect();
        let mut with = quotient.clone();
        with.heaps.push(0);
        for element in 0..quotient.order() {
            allowance.check()?;
            // Most elements fail at a product of two.
            let lost = |one: Element, other: Element| quotient.lost[quotient.products[one][other]];
            let refuted = (0..quotient.order())
                .any(|beside| lost(element, beside) && options.iter().any(|&option| lost(option, beside)));
            if let Some(last) = with.heaps.last_mut().filter(|_| !refuted) {
                *last = element;
                match certify(&with, &self.options, allowance) {
                    Ok(checked) => {
                        self.products.push(quotient.sums[element].clone());
                        with.checked = checked;
                        return Ok(Some(with));
                    }
                    Err(Failure::Silent(silence)) => return Err(silence),
                    Err(Failure::At(_) | Failure::TooLarge) => {}
                }
            }
        }
        Ok(None)
    }

    /// The monoid that these guesses make, without a certificate; none where it is too large.
    pub(super) fn quotient(&self, allowance: &Allowance) -> Result<Option<Quotient>, Silence> {
        let Some(powers) = Powers::new(&self.generators) else { return Ok(None) };
        let lost = self.lost(&powers, allowance)?;
        let classes = classes(&powers, &lost, allowance)?;
        // The first product of powers of each class; its index is the least.
        let mut firsts: Vec<Exponents> = Vec::new();
        let mut lost_classes = Vec::new();
        for (index, &class) in classes.iter().enumerate() {
            if class == firsts.len() {
                firsts.push(powers.exponents(index));
                lost_classes.push(lost[index]);
            }
        }
        let product = |one: &Exponents, other: &Exponents| {
            classes[powers.index(one.iter().zip(other).map(|(one, other)| one + other))]
        };
        let row = |one| allowance.check().map(|()| firsts.iter().map(|other| product(one, other)).collect());
        let products = firsts.iter().map(row).collect::<Result<_, _>>()?;
        let sum = |exponents: &Exponents| {
            let repeated = self.generators.iter().zip(exponents).map(|(generator, &times)| vec![generator.heap; times]);
            repeated.flatten().collect()
        };
        Ok(Some(Quotient {
            products,
            lost: lost_classes,
            heaps: self.products.iter().map(|product| classes[powers.index(self.exponents(product))]).collect(),
            sums: firsts.iter().map(sum).collect(),
            generators: self.generators.iter().map(|generator| generator.heap).collect(),
            checked: 0,
        }))
    }

    /// How often each generator occurs in a product of generators.
    fn exponents(&self, product: &[u32]) -> Exponents {
        let times = |generator: &Generator| product.iter().filter(|&&heap| heap == generator.heap).count();
        self.generators.iter().map(times).collect()
    }

    /// Which products of powers are lost, from the smallest upwards: every option has a smaller power of the largest generator
    /// that it changes.
    fn lost(&self, powers: &Powers, allowance: &Allowance) -> Result<Vec<bool>, Silence> {
        let options = |generator: &Generator| -> Vec<Exponents> {
            let product = |option: &Vec<u32>| {
                let generators: Vec<u32> =
                    option.iter().flat_map(|&size| self.products[size as usize].iter().copied()).collect();
                self.exponents(&generators)
            };
            let mut options: Vec<_> = self.options[generator.heap as usize].iter().map(product).collect();
            options.sort_unstable();
            options.dedup();
            options
        };
        let options: Vec<Vec<Exponents>> = self.generators.iter().map(options).collect();
        let mut lost: Vec<bool> = Vec::with_capacity(powers.count);
        let mut count = allowance.count();
        for index in 0..powers.count {
            count.step(0)?;
            let here = powers.exponents(index);
            let mut moves = here.iter().zip(&options).enumerate().filter(|(_, (times, _))| **times > 0);
            let wins = |(place, (_, options)): (usize, (&usize, &Vec<Exponents>))| {
                options.iter().any(|option| {
                    let left = here.iter().zip(option).enumerate();
                    lost[powers.index(left.map(|(i, (here, more))| here + more - usize::from(i == place)))]
                })
            };
            // Every generator has a move: one without is the same as nothing.
            let is_lost = index > 0 && !moves.any(wins);
            lost.push(is_lost);
        }
        Ok(lost)
    }
}

/// All products of powers of generators, where gᵏ⁺² = gᵏ from some k on, each with an index.
struct Powers {
    /// How many powers there are of each, that of nought included.
    counts: Vec<usize>,
    strides: Vec<usize>,
    count: usize,
}

impl Powers {
    fn new(generators: &[Generator]) -> Option<Self> {
        let counts: Vec<usize> = generators.iter().map(|generator| generator.powers + 2).collect();
        let (mut strides, mut count) = (Vec::new(), 1_usize);
        for powers in &counts {
            strides.push(count);
            count = count.checked_mul(*powers).filter(|&count| count <= MOST_PRODUCTS)?;
        }
        Some(Self { counts, strides, count })
    }

    fn exponents(&self, index: usize) -> Exponents {
        self.strides.iter().zip(&self.counts).map(|(stride, count)| index / stride % count).collect()
    }

    fn index(&self, exponents: impl IntoIterator<Item = usize>) -> usize {
        let folded = |(power, &count): (usize, &usize)| match power.checked_sub(count) {
            None => power,
            Some(beyond) => count - 2 + beyond % 2,
        };
        exponents
            .into_iter()
            .zip(&self.counts)
            .map(folded)
            .zip(&self.strides)
            .map(|(power, stride)| power * stride)
            .sum()
    }
}

/// Makes one class of products that are both lost or both won whatever they are multiplied with; each class is numbered
/// when it is first met.
fn classes(powers: &Powers, lost: &[bool], allowance: &Allowance) -> Result<Vec<Element>, Silence> {
    let times = |index: usize, generator: usize| {
        let (stride, count) = (powers.strides[generator], powers.counts[generator]);
        if index / stride % count + 1 < count { index + stride } else { index - stride }
    };
    let mut classes: Vec<Element> = lost.iter().map(|&lost| usize::from(lost)).collect();
    let mut found = 0;
    loop {
        allowance.check()?;
        let mut known: HashMap<Vec<Element>, Element> = HashMap::new();
        let refined: Vec<Element> = (0..powers.count)
            .map(|index| {
                let beside = (0..powers.counts.len()).map(|generator| classes[times(index, generator)]);
                let signature = std::iter::once(classes[index]).chain(beside).collect();
                let next = known.len();
                *known.entry(signature).or_insert(next)
            })
            .collect();
        classes = refined;
        if known.len() == found {
            return Ok(classes);
        }
        found = known.len();
    }
}
