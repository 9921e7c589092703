use std::cmp::Ordering;
use std::fmt;

/// An exact number: a fraction in lowest terms with a denominator above nought.
///
/// Its operations give `None` where the result does not fit, and never a rounded one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Fraction {
    numerator: i128,
    denominator: i128,
}

impl Fraction {
    /// The fraction `numerator / denominator` in lowest terms; none for a denominator of nought.
    pub fn new(numerator: i128, denominator: i128) -> Option<Self> {
        let divisor = i128::try_from(divisor(numerator.unsigned_abs(), denominator.unsigned_abs())).ok()?;
        let (numerator, denominator) = (numerator.checked_div(divisor)?, denominator.checked_div(divisor)?);
        match denominator.signum() {
            1 => Some(Self { numerator, denominator }),
            -1 => Some(Self { numerator: numerator.checked_neg()?, denominator: denominator.checked_neg()? }),
            _ => None,
        }
    }

    /// What stands above the stroke.
    pub fn numerator(self) -> i128 {
        self.numerator
    }

    /// What stands below the stroke; never nought or less.
    pub fn denominator(self) -> i128 {
        self.denominator
    }

    /// The whole number that it is, if it is one and fits.
    pub fn whole(self) -> Option<i64> {
        if self.denominator == 1 { i64::try_from(self.numerator).ok() } else { None }
    }

    /// The sum.
    pub fn plus(self, other: Self) -> Option<Self> {
        let numerator = cross(self, other)?.checked_add(cross(other, self)?)?;
        Self::new(numerator, self.denominator.checked_mul(other.denominator)?)
    }

    /// The difference.
    pub fn minus(self, other: Self) -> Option<Self> {
        self.plus(Self { numerator: other.numerator.checked_neg()?, ..other })
    }

    /// The product.
    pub fn times(self, other: Self) -> Option<Self> {
        Self::new(self.numerator.checked_mul(other.numerator)?, self.denominator.checked_mul(other.denominator)?)
    }

    /// The quotient; none, too, by nought.
    pub fn over(self, other: Self) -> Option<Self> {
        Self::new(self.numerator.checked_mul(other.denominator)?, self.denominator.checked_mul(other.numerator)?)
    }

    /// How it compares.
    pub fn compare(self, other: Self) -> Option<Ordering> {
        Some(cross(self, other)?.cmp(&cross(other, self)?))
    }
}

/// The numerator of the first over the common denominator of both.
fn cross(one: Fraction, other: Fraction) -> Option<i128> {
    one.numerator.checked_mul(other.denominator)
}

/// The greatest common divisor (Euclid); nought for two noughts.
fn divisor(mut a: u128, mut b: u128) -> u128 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

impl From<i64> for Fraction {
    fn from(number: i64) -> Self {
        Self { numerator: number.into(), denominator: 1 }
    }
}

impl fmt::Display for Fraction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.denominator {
            1 => write!(f, "{}", self.numerator),
            denominator => write!(f, "{}/{denominator}", self.numerator),
        }
    }
}
