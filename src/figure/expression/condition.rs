use std::cmp::Ordering;
use std::ops::Range;

use super::token::{Token, TokenKind, is_too_large, tokens};
use super::{Expression, FactName, Lookup};
use crate::figure::{Fact, Fraction};
use crate::notation::Misread;

/// A condition on facts, as it stands in the title of a link: `< pairs.pairs / 3`, `= P`, `six.lost > 10`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Condition {
    left: Option<Expression>,
    comparison: Comparison,
    right: Expression,
    /// The right side as text, where it is one word: `P`, `3,5,6`.
    word: Option<String>,
    comparison_at: Range<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Comparison {
    Equal,
    Unequal,
    Less,
    AtMost,
    More,
    AtLeast,
}

impl Condition {
    /// Reads a condition: an expression, a comparison (`=`, `!=`, `<`, `<=`, `>`, `>=`), an expression. Where nothing
    /// stands before the comparison, it is the claim's own fact that is compared. A single word on the right that names
    /// no fact is a text.
    ///
    /// # Errors
    /// No comparison or more than one, or a side that is not an expression; with its bytes.
    pub fn read(text: &str) -> Result<Self, Misread> {
        let tokens = tokens(text)?;
        let mut found = tokens.iter().enumerate().filter_map(|(i, token)| Some((i, Comparison::of(token)?)));
        let Some((middle, comparison)) = found.next() else {
            let help = "a condition compares: \"= P\", \"< pairs.pairs / 3\"; comparisons stand between spaces";
            return Err(Misread::new(0..text.len(), "there is no comparison in this", help));
        };
        if let Some((second, _)) = found.next() {
            return Err(Misread::new(tokens[second].at.clone(), "this is a second comparison", "write one condition"));
        }
        let (before, after) = (&tokens[..middle], &tokens[middle + 1..]);
        let at = &tokens[middle].at;
        let left = match before {
            [] => None,
            before => Some(Expression::from_tokens(before, 0..at.start)?),
        };
        let (right, word) = match after {
            [Token { kind: TokenKind::Word(word), at }] if is_too_large(word) => {
                return Err(Misread::new(at.clone(), "this number is too large to be compared", "at most 38 digits"));
            }
            [Token { kind: TokenKind::Word(word), at }] => {
                let as_expression = Expression::from_tokens(after, at.clone());
                (as_expression.unwrap_or_else(|_| Expression::text(word, at.clone())), Some(word.clone()))
            }
            after => (Expression::from_tokens(after, at.end..text.len())?, None),
        };
        Ok(Self { left, comparison, right, word, comparison_at: at.clone() })
    }

    /// The names in it, in order; a word on the right that may be a text is among them if it could be a name.
    pub fn names(&self) -> impl Iterator<Item = &FactName> {
        self.left.iter().flat_map(Expression::names).chain(self.right.names())
    }

    /// The numbers that are written in it, in order.
    pub fn numbers(&self) -> impl Iterator<Item = Fraction> {
        self.left.iter().flat_map(Expression::numbers).chain(self.right.numbers())
    }

    /// Whether it is true; `claimed` stands on the left where the condition itself names nothing there.
    ///
    /// # Errors
    /// As [`Expression::value`], and two sides that cannot be compared; with their bytes.
    pub fn holds(&self, claimed: Option<&Fact>, lookup: &Lookup<'_>) -> Result<bool, Misread> {
        let (left, right) = self.sides(claimed, lookup)?;
        self.compares(&left, &right)
    }

    /// The values of its two sides.
    ///
    /// # Errors
    /// As [`Expression::value`].
    pub fn sides(&self, claimed: Option<&Fact>, lookup: &Lookup<'_>) -> Result<(Fact, Fact), Misread> {
        let left = match (&self.left, claimed) {
            (Some(left), _) => left.value(lookup)?,
            (None, Some(claimed)) => claimed.clone(),
            (None, None) => {
                return Err(Misread::new(self.comparison_at.clone(), "nothing stands before this comparison", ""));
            }
        };
        let right = self.right_of(&left, lookup)?;
        Ok((left, right))
    }

    /// Whether two values compare as it says.
    ///
    /// # Errors
    /// Values that cannot be compared.
    pub fn compares(&self, left: &Fact, right: &Fact) -> Result<bool, Misread> {
        let ordering = match (left.number(), right.number()) {
            (Some(left), Some(right)) => left.compare(right).ok_or_else(|| {
                Misread::new(self.comparison_at.clone(), "these numbers are too large to be compared", "")
            })?,
            _ if std::mem::discriminant(left) != std::mem::discriminant(right) => {
                let help = format!("on the left is {left}, on the right {right}");
                return Err(Misread::new(self.comparison_at.clone(), "this compares what is not of one kind", help));
            }
            _ if !matches!(self.comparison, Comparison::Equal | Comparison::Unequal) => {
                let help = "only numbers have an order; texts and lists are = or !=";
                return Err(Misread::new(self.comparison_at.clone(), "these have no order", help));
            }
            _ => {
                if left == right {
                    Ordering::Equal
                } else {
                    Ordering::Less
                }
            }
        };
        Ok(self.comparison.allows(ordering))
    }

    /// The right side: a lone word is the fact of that name if there is one, and else, against a text, itself.
    fn right_of(&self, left: &Fact, lookup: &Lookup<'_>) -> Result<Fact, Misread> {
        let value = self.right.value(lookup);
        match (&self.word, left, &value) {
            (Some(word), Fact::Text(_), Err(_) | Ok(Fact::Integer(_) | Fact::Fraction(_)))
                if self.right.names().all(|name| name.steps.len() == 1 && name.file.is_none()) =>
            {
                Ok(Fact::from(word.as_str()))
            }
            _ => value,
        }
    }
}

impl Comparison {
    fn of(token: &Token) -> Option<Self> {
        match &token.kind {
            TokenKind::Word(word) => Self::of_word(word),
            _ => None,
        }
    }

    fn of_word(word: &str) -> Option<Self> {
        Some(match word {
            "=" => Self::Equal,
            "!=" | "≠" => Self::Unequal,
            "<" => Self::Less,
            "<=" | "≤" => Self::AtMost,
            ">" => Self::More,
            ">=" | "≥" => Self::AtLeast,
            _ => return None,
        })
    }

    fn allows(self, ordering: Ordering) -> bool {
        match self {
            Self::Equal => ordering.is_eq(),
            Self::Unequal => ordering.is_ne(),
            Self::Less => ordering.is_lt(),
            Self::AtMost => ordering.is_le(),
            Self::More => ordering.is_gt(),
            Self::AtLeast => ordering.is_ge(),
        }
    }
}

pub(super) fn is_comparison(word: &str) -> bool {
    Comparison::of_word(word).is_some()
}
