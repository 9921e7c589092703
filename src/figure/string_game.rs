//! Nimstring in figures: the game under a convention, and the positions that a directive lists.

use std::sync::Arc;

use super::{Fact, Facts, Fault, Keys};
use crate::game::{Convention, Debt, Ending, Nimber, Nimstring, Outcome, Positions, Ruleset, Strings, Value};
use crate::notation::{abridged, read_strings};
use crate::solver::Question;
use crate::verify::{Game, Gate, Refusal, Verified};

/// A game that is played on strings and coins, under a convention.
#[derive(Clone)]
pub struct StringGame {
    /// The game.
    pub game: Game,
    /// Its rules.
    pub rules: Arc<dyn Ruleset<Position = Strings>>,
    /// The convention in force.
    pub convention: Convention,
}

impl StringGame {
    /// The game of the key `game`, under the directive's convention.
    ///
    /// # Errors
    /// A game that is not played on strings.
    pub fn read(keys: &Keys) -> Result<Self, Fault> {
        let not_strings = |game: &str| {
            let message = format!("{game} is not played on strings and coins");
            Fault::new(keys.span("game"), message, "give \"nimstring\" or \"nimstring(must-move)\"")
        };
        let game = keys.game("game").ok_or_else(|| not_strings("this"))?;
        let rules = game.on_strings().ok_or_else(|| not_strings(&game.name))?;
        Ok(Self { game: game.clone(), rules, convention: keys.convention() })
    }

    /// The ending of Nimstring that is in force; none for other rules.
    pub fn ending(&self) -> Option<Ending> {
        let rules: &dyn std::any::Any = self.rules.as_ref();
        rules.downcast_ref::<Nimstring>().map(|rules| rules.ending)
    }

    /// How debts are paid, in words; nothing where that goes without saying under the ending.
    fn debt_in_words(&self) -> &'static str {
        let rules: &dyn std::any::Any = self.rules.as_ref();
        match rules.downcast_ref::<Nimstring>() {
            Some(rules) if *rules == Nimstring::under(rules.ending) => "",
            Some(Nimstring { debt: Debt::Strings, .. }) => ", debts paid among the strings",
            Some(Nimstring { debt: Debt::Anywhere, .. }) => ", debts paid anywhere",
            None => "",
        }
    }

    /// Who wins at the end, in words, as every drawing and its description print it.
    pub fn ending_in_words(&self) -> String {
        let ending = match self.ending() {
            Some(Ending::LastCutWins) => "the last cut wins",
            Some(Ending::MustMove) => "must-move: the last cut loses",
            None => self.game.name.as_str(),
        };
        let convention = if self.convention == Convention::Misere { ", misère play" } else { "" };
        format!("{ending}{}{convention}", self.debt_in_words())
    }

    /// A question about these positions.
    pub fn question(&self, positions: Positions<Strings>) -> Question<'_, Strings> {
        Question { game: &self.game.name, rules: self.rules.as_ref(), convention: self.convention, positions }
    }

    /// The outcome of each position and, in normal play, its value. Boards have other witnesses than sums of pieces, so
    /// that the two kinds in one list are two questions.
    ///
    /// # Errors
    /// What the gate refuses.
    pub fn solve(&self, positions: Vec<Strings>, gate: &Gate) -> Result<Verified<Vec<Solved>>, Refusal> {
        let is_board = |position: &Strings| matches!(position, Strings::Board(_));
        let kinds: Vec<bool> = positions.iter().map(is_board).collect();
        let (boards, sums): (Vec<_>, Vec<_>) = positions.into_iter().partition(is_board);
        if boards.is_empty() || sums.is_empty() {
            return self.solve_alike([boards, sums].concat(), gate);
        }
        Ok(self.solve_alike(boards, gate)?.zip(self.solve_alike(sums, gate)?).map(|(boards, sums)| {
            let (mut boards, mut sums) = (boards.into_iter(), sums.into_iter());
            kinds.into_iter().filter_map(|is_board| if is_board { boards.next() } else { sums.next() }).collect()
        }))
    }

    /// The same of positions of one kind.
    fn solve_alike(&self, positions: Vec<Strings>, gate: &Gate) -> Result<Verified<Vec<Solved>>, Refusal> {
        let question = self.question(Positions::Listed(positions));
        let outcomes = gate.outcomes(&question)?;
        Ok(match self.convention {
            Convention::Normal => outcomes.zip(gate.values(&question)?).map(|(outcomes, values)| {
                outcomes.into_iter().zip(values).map(|(outcome, value)| Solved { outcome, value }).collect()
            }),
            Convention::Misere => {
                outcomes.map(|outcomes| outcomes.into_iter().map(|outcome| Solved { outcome, value: None }).collect())
            }
        })
    }
}

/// What is known of one position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Solved {
    /// Its outcome.
    pub outcome: Outcome,
    /// Its value; none for a loony position, and in misère play.
    pub value: Value,
}

impl Solved {
    /// The outcome in a word.
    pub fn word(self) -> &'static str {
        if self.outcome == Outcome::N { "won" } else { "lost" }
    }

    /// The value as it is drawn: ∗n, or what stands in its place.
    pub fn nimber(self) -> String {
        self.value.map_or_else(|| "loony".to_owned(), |value| format!("∗{value}"))
    }
}

/// A position as the author wrote it.
#[derive(Clone, Debug)]
pub struct Listed {
    /// The author's text, by which facts are called.
    pub text: String,
    /// The position.
    pub position: Strings,
}

impl Listed {
    /// The positions of a key, at least one.
    ///
    /// # Errors
    /// Every text that is no position, or that of one that stands before it, at its place in the TOML; an empty list.
    pub fn read(keys: &Keys, name: &str) -> Result<Vec<Self>, Vec<Fault>> {
        let (mut listed, mut faults) = (Vec::<Self>::new(), Vec::new());
        for quoted in keys.texts(name).unwrap_or_default() {
            match read_strings(&quoted.text) {
                Ok(position) if listed.iter().any(|before| before.position == position) => {
                    let message = format!("`{}` stands in the list already", abridged(quoted.text.trim()));
                    faults.push(Fault::new(quoted.at.clone(), message, "leave one of them out"));
                }
                Ok(position) => listed.push(Self { text: quoted.text.trim().to_owned(), position }),
                Err(misread) => faults.push(quoted.fault(misread)),
            }
        }
        if listed.is_empty() && faults.is_empty() {
            faults.push(Fault::new(
                keys.span(name),
                "there is nothing in the list",
                "give positions, as in [\"1+3\", \"L4\"]",
            ));
        }
        if faults.is_empty() { Ok(listed) } else { Err(faults) }
    }

    /// Sets a fact under the author's text and, where that is another, under the usual one.
    pub fn set(&self, facts: &mut Facts, name: &str, fact: impl Into<Fact>) {
        let (fact, usual) = (fact.into(), self.position.to_string());
        if usual != self.text {
            facts.set_in(name, usual, fact.clone());
        }
        facts.set_in(name, self.text.as_str(), fact);
    }
}

/// A value as a fact.
pub fn value_fact(value: Option<Nimber>) -> Fact {
    value.map_or(Fact::None, Fact::from)
}
