use clap::{Args, ValueHint};
use serde::Serialize;

use super::Ended;
use super::known::Known;
use super::terminal::{fail, misread, print};
use crate::game::{Convention, Outcome, Positions, Ruleset, Value, options};
use crate::notation::{grouped, noun, read_position, read_strings};
use crate::solver::Question;
use crate::verify::{Budget, ControlRecord, Game, Gate, Panel, Played, Provenance, Refusal, Rules, Witness};

/// `rungs solve GAME POSITION`.
#[derive(Args)]
pub struct Solve {
    /// The game: nim, moore(2), subtraction(1,2,3), …
    #[arg(value_parser = Known::games(), hide_possible_values = true)]
    game: String,
    /// The position: heaps as 3,5,7; pieces as 1+3+L4; a board as '+-+/| |/+ +'
    #[arg(value_hint = ValueHint::Other)]
    position: String,
    /// A player who cannot move has won
    #[arg(long)]
    misere: bool,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// What is known of one position.
#[derive(Serialize)]
struct Solved {
    game: String,
    position: String,
    convention: String,
    outcome: String,
    value: Value,
    options: usize,
    winning_moves: Vec<String>,
    agreed: Vec<String>,
    /// Why there is no value although there might be one.
    #[serde(skip_serializing_if = "Option::is_none")]
    value_refused: Option<String>,
    checks: Vec<Check>,
}

/// Who agreed on one thing, on what grounds, and which controls failed.
#[derive(Serialize)]
struct Check {
    asked: String,
    positions: u64,
    witnesses: Vec<Ground>,
    one_basis_told_twice: bool,
    controls: Vec<Failed>,
}

/// A witness, and on what it rests.
#[derive(Serialize)]
struct Ground {
    name: String,
    basis: String,
}

/// A control, and on how many positions it failed.
#[derive(Serialize)]
struct Failed {
    of: String,
    name: String,
    positions: u64,
    wrong: u64,
}

impl Check {
    fn of(record: &Provenance) -> Self {
        let ground = |witness: &Witness| Ground { name: witness.name.clone(), basis: witness.basis.to_string() };
        let failed = |control: &ControlRecord| Failed {
            of: control.of.clone(),
            name: control.name.clone(),
            positions: control.positions,
            wrong: control.refuted,
        };
        Self {
            asked: record.ask.to_string(),
            positions: record.positions,
            witnesses: record.witnesses.iter().map(ground).collect(),
            one_basis_told_twice: record.told_twice(),
            controls: record.controls.iter().map(failed).collect(),
        }
    }

    /// "outcome: sieve (definition) and binary columns mod k + 1 (closed form); wrong by intent: divisor 3, on 9 of 120".
    fn in_words(&self) -> String {
        let grounds: Vec<String> =
            self.witnesses.iter().map(|Ground { name, basis }| format!("{name} ({basis})")).collect();
        let twice = if self.one_basis_told_twice { ", one basis told twice" } else { "" };
        let wrong = |control: &Failed| {
            format!("{}, on {} of {}", control.name, grouped(control.wrong), grouped(control.positions))
        };
        let controls: Vec<String> = self.controls.iter().map(wrong).collect();
        let controls =
            if controls.is_empty() { String::new() } else { format!("; wrong by intent: {}", controls.join("; ")) };
        format!("{}: {}{twice}{controls}\n", self.asked, grounds.join(" and "))
    }
}

impl Solve {
    pub fn run(self) -> Ended {
        let game = match Game::read(&self.game) {
            Ok(game) => game,
            Err(fault) => return misread("game", &self.game, &fault),
        };
        let gate = Gate::new(Panel::default(), Budget::default());
        let convention = if self.misere { Convention::Misere } else { Convention::Normal };
        let solved = match &game.rules {
            Rules::Heaps(rules) => match read_position(&self.position, rules.as_ref()) {
                Ok(heaps) => solve(&gate, &game, rules.as_ref(), convention, &heaps),
                Err(fault) => return misread("position", &self.position, &fault),
            },
            Rules::Strings(rules) => match read_strings(&self.position) {
                Ok(strings) => solve(&gate, &game, rules.as_ref(), convention, &strings),
                Err(fault) => return misread("position", &self.position, &fault),
            },
        };
        match solved {
            Err(refusal) => fail(&refusal.to_string(), &refusal.help().join("\n      ")),
            Ok(solved) if self.json => match serde_json::to_string(&solved) {
                Ok(json) => print(&format!("{json}\n")),
                Err(error) => fail(&error.to_string(), ""),
            },
            Ok(solved) => print(&solved.in_words()),
        }
    }
}

/// Asks for the outcome of a position and of its options, and, where there can be one, for its value.
fn solve<P: Played>(
    gate: &Gate,
    game: &Game,
    rules: &dyn Ruleset<Position = P>,
    convention: Convention,
    position: &P,
) -> Result<Solved, Refusal> {
    let ask =
        |positions: Vec<P>| Question { game: &game.name, rules, convention, positions: Positions::Listed(positions) };
    gate.foresee(&ask(vec![position.clone()]))?;
    if let Some(needs) = rules.moves_at_most(position).filter(|&moves| moves > MOST_OPTIONS) {
        return Err(Refusal::OverBudget { needs, allows: MOST_OPTIONS });
    }
    let options = options(rules, position);
    let outcomes = gate.outcomes(&ask([std::slice::from_ref(position), &options].concat()))?;
    let mut provenance = outcomes.provenance().to_vec();
    let mut value_refused = None;
    let value = match convention {
        Convention::Misere => None,
        Convention::Normal => match gate.values(&ask(vec![position.clone()])) {
            Ok(values) => {
                provenance.extend_from_slice(values.provenance());
                values.get().first().copied().flatten()
            }
            // Who wins is known all the same.
            Err(refusal @ (Refusal::LoneWitness { .. } | Refusal::OverBudget { .. })) => {
                value_refused = Some(refusal.to_string());
                None
            }
            Err(refusal) => return Err(refusal),
        },
    };
    let mut outcomes = outcomes.get().iter();
    let outcome = outcomes.next().copied().unwrap_or(Outcome::P);
    let winning = options.iter().zip(outcomes).filter(|(_, outcome)| **outcome == Outcome::P);
    Ok(Solved {
        game: game.name.clone(),
        position: position.to_string(),
        convention: convention.to_string(),
        outcome: outcome.to_string(),
        value,
        options: options.len(),
        winning_moves: winning.map(|(option, _)| option.to_string()).collect(),
        agreed: agreed(&provenance),
        value_refused,
        checks: provenance.iter().map(Check::of).collect(),
    })
}

/// The solvers that agreed, each named once.
fn agreed(provenance: &[Provenance]) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for witness in provenance.iter().flat_map(|record| &record.witnesses) {
        if !names.contains(&witness.name) {
            names.push(witness.name.clone());
        }
    }
    names
}

/// So many options are listed.
const MOST_OPTIONS: u64 = 1 << 22;

/// So many winning moves are printed in words; `--json` names them all.
const NAMED: usize = 24;

impl Solved {
    fn in_words(&self) -> String {
        let play = if self.convention == "misere" { "misère" } else { "normal" };
        let who = if self.outcome == "N" { "won" } else { "lost" };
        let value = match (&self.value, &self.value_refused) {
            (Some(value), _) => format!("value ∗{value}\n"),
            (None, Some(why)) => format!("no value is known: {why}\n"),
            (None, None) => String::new(),
        };
        let checks: String = self.checks.iter().map(Check::in_words).collect();
        format!(
            "{} in {}, {play} play: {}, {who} for the player to move\n{value}{}\nagreed: {}\n{checks}",
            self.position,
            self.game,
            self.outcome,
            self.moves_in_words(),
            self.agreed.join("; ")
        )
    }

    fn moves_in_words(&self) -> String {
        let named = self.winning_moves.iter().take(NAMED).map(String::as_str).collect::<Vec<_>>().join("  ");
        match (self.winning_moves.len(), self.options) {
            (_, 0) => "there is no move".to_owned(),
            (0, 1) => "the only option does not win".to_owned(),
            (0, options) => format!("none of {} options wins", count(options)),
            (won, options) if won > NAMED => format!(
                "winning moves, {} of {} options: {named}  and {} more, which --json names",
                count(won),
                count(options),
                count(won - NAMED)
            ),
            (won, options) => format!(
                "winning {}, {} of {} {}: {named}",
                noun(won, "move", "moves"),
                count(won),
                count(options),
                noun(options, "option", "options")
            ),
        }
    }
}

fn count(number: usize) -> String {
    grouped(u64::try_from(number).unwrap_or(u64::MAX))
}
