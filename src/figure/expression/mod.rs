//! The language of claims and of `[let]`: expressions over facts, exact throughout.

mod condition;
mod token;

pub use condition::Condition;
pub use token::FactName;

use std::ops::Range;

use super::{Fact, Fraction, Unknown};
use crate::notation::Misread;
use token::{Token, TokenKind, is_too_large, number, tokens};

/// An expression over facts: names, whole numbers, fractions, texts between `'`, brackets and + − * / between spaces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expression {
    /// In reverse Polish order, so that nothing here recurses however long the text is.
    steps: Vec<Step>,
}

/// Finds the fact of a name.
pub type Lookup<'a> = dyn Fn(&FactName) -> Result<Fact, Unknown> + 'a;

/// One step of a calculation, with its bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Step {
    what: What,
    at: Range<usize>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum What {
    Number(Fraction),
    Text(String),
    Name(FactName),
    Apply(Operator),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Operator {
    Plus,
    Minus,
    Times,
    Over,
}

impl Expression {
    /// Reads an expression.
    ///
    /// # Errors
    /// A word that is neither a number nor a name, an operator or a bracket without its partner; with its bytes.
    pub fn read(text: &str) -> Result<Self, Misread> {
        Self::from_tokens(&tokens(text)?, 0..text.len())
    }

    /// The names in it, in order.
    pub fn names(&self) -> impl Iterator<Item = &FactName> {
        self.steps.iter().filter_map(|step| match &step.what {
            What::Name(name) => Some(name),
            _ => None,
        })
    }

    /// The numbers that are written in it, in order.
    pub fn numbers(&self) -> impl Iterator<Item = Fraction> {
        self.steps.iter().filter_map(|step| match step.what {
            What::Number(number) => Some(number),
            _ => None,
        })
    }

    /// Its value: the fact itself, of whatever kind, for a name alone; else a number.
    ///
    /// # Errors
    /// A name that `lookup` doesn't know, arithmetic on what is no number, division by nought, a number that does not
    /// fit; with its bytes.
    pub fn value(&self, lookup: &Lookup<'_>) -> Result<Fact, Misread> {
        let mut stack: Vec<(Fact, Range<usize>)> = Vec::new();
        for Step { what, at } in &self.steps {
            let fact = match what {
                What::Number(number) => Fact::from(*number),
                What::Text(text) => Fact::from(text.as_str()),
                What::Name(name) => {
                    lookup(name).map_err(|unknown| Misread::new(at.clone(), unknown.message, unknown.help))?
                }
                What::Apply(operator) => {
                    let (Some((right, right_at)), Some((left, left_at))) = (stack.pop(), stack.pop()) else {
                        return Err(Misread::new(at.clone(), "something is missing here", ""));
                    };
                    let whole = left_at.start..right_at.end;
                    let fact = operator.apply((&left, left_at), (&right, right_at), whole.clone())?;
                    stack.push((fact, whole));
                    continue;
                }
            };
            stack.push((fact, at.clone()));
        }
        stack.pop().map(|(fact, _)| fact).ok_or_else(|| Misread::new(0..0, "an expression is missing", ""))
    }

    fn text(word: &str, at: Range<usize>) -> Self {
        Self { steps: vec![Step { what: What::Text(word.to_owned()), at }] }
    }

    /// Puts tokens into reverse Polish order (Dijkstra's shunting yard).
    fn from_tokens(tokens: &[Token], whole: Range<usize>) -> Result<Self, Misread> {
        let mut steps = Vec::new();
        let mut waiting: Vec<(Option<Operator>, Range<usize>)> = Vec::new();
        let mut operand_next = true;
        for Token { kind, at } in tokens {
            let operator = match kind {
                TokenKind::Word(word) => Operator::of(word),
                _ => None,
            };
            match (kind, operator) {
                (_, Some(operator)) if !operand_next => {
                    while let Some((Some(before), at)) =
                        waiting.pop_if(|(before, _)| before.is_some_and(|before| before.binds() >= operator.binds()))
                    {
                        steps.push(Step { what: What::Apply(before), at });
                    }
                    waiting.push((Some(operator), at.clone()));
                    operand_next = true;
                }
                (_, Some(_)) => return Err(Misread::new(at.clone(), "nothing stands before this operator", "")),
                (TokenKind::Open, _) if operand_next => waiting.push((None, at.clone())),
                (TokenKind::Close, _) if !operand_next => loop {
                    match waiting.pop() {
                        Some((Some(operator), at)) => steps.push(Step { what: What::Apply(operator), at }),
                        Some((None, _)) => break,
                        None => return Err(Misread::new(at.clone(), "this bracket was never opened", "")),
                    }
                },
                (TokenKind::Close, _) => {
                    return Err(Misread::new(at.clone(), "something is missing before this bracket", ""));
                }
                _ if !operand_next => {
                    let help = "operators are + - * / and stand between spaces";
                    return Err(Misread::new(at.clone(), "an operator is missing before this", help));
                }
                (TokenKind::Quoted(text), _) => {
                    steps.push(Step { what: What::Text(text.clone()), at: at.clone() });
                    operand_next = false;
                }
                (TokenKind::Word(word), _) => {
                    steps.push(Step { what: operand(word, at)?, at: at.clone() });
                    operand_next = false;
                }
                (TokenKind::Open, _) => {}
            }
        }
        if operand_next {
            let message =
                if tokens.is_empty() { "an expression is missing" } else { "something is missing at the end" };
            return Err(Misread::new(whole, message, "write a fact, as in six.positions, or a number"));
        }
        while let Some((operator, at)) = waiting.pop() {
            let Some(operator) = operator else {
                return Err(Misread::new(at, "this bracket is never closed", ""));
            };
            steps.push(Step { what: What::Apply(operator), at });
        }
        Ok(Self { steps })
    }
}

/// What a word is where an operand is due.
fn operand(word: &str, at: &Range<usize>) -> Result<What, Misread> {
    if let Some(number) = number(word) {
        return Ok(What::Number(number));
    }
    if let Some(name) = FactName::of(word) {
        return Ok(What::Name(name));
    }
    if is_too_large(word) {
        return Err(Misread::new(at.clone(), "this number is too large", "at most 38 digits"));
    }
    let help = if word.starts_with(|c: char| c.is_ascii_digit()) {
        "numbers are written in digits alone, as in 54264, or as a fraction, as in 1/3"
    } else if condition::is_comparison(word) {
        "a comparison stands in the title of a link, as in [few](=six.lost \"< 700\")"
    } else {
        "facts are named as in six.positions or pairs.value[1+L4]; operators stand between spaces"
    };
    Err(Misread::new(at.clone(), format!("`{word}` is neither a number nor the name of a fact"), help))
}

impl Operator {
    fn of(word: &str) -> Option<Self> {
        Some(match word {
            "+" => Self::Plus,
            "-" | "−" => Self::Minus,
            "*" => Self::Times,
            "/" => Self::Over,
            _ => return None,
        })
    }

    fn binds(self) -> u8 {
        match self {
            Self::Plus | Self::Minus => 1,
            Self::Times | Self::Over => 2,
        }
    }

    fn apply(
        self,
        (left, left_at): (&Fact, Range<usize>),
        (right, right_at): (&Fact, Range<usize>),
        whole: Range<usize>,
    ) -> Result<Fact, Misread> {
        let no_number = |fact: &Fact, at| Misread::new(at, "this is not a number", format!("it is {fact}"));
        let one = left.number().ok_or_else(|| no_number(left, left_at))?;
        let other = right.number().ok_or_else(|| no_number(right, right_at.clone()))?;
        let result = match self {
            Self::Plus => one.plus(other),
            Self::Minus => one.minus(other),
            Self::Times => one.times(other),
            Self::Over if other.numerator() == 0 => {
                return Err(Misread::new(right_at, "this is nought, and nothing can be divided by it", ""));
            }
            Self::Over => one.over(other),
        };
        result.map(Fact::from).ok_or_else(|| Misread::new(whole, "the result is too large to be exact", ""))
    }
}
