use std::fmt;

use super::Derivation;
use crate::notation::{abridged, grouped, noun};
use crate::solver::{Basis, Silence};

/// Why a question has no verified answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// Two witnesses differ; the position is the first on which they do.
    Disagreement {
        /// The game as it is written.
        game: String,
        /// The position as text.
        position: String,
        /// What each said.
        opinions: [Opinion; 2],
        /// On how many positions they differ.
        differ: u64,
        /// Of how many.
        of: u64,
        /// How each came to say so.
        derivation: Box<Derivation>,
    },
    /// A witness did not say one thing a position.
    Miscounted {
        /// The solver's name.
        solver: String,
        /// Of how many positions it spoke.
        told: u64,
        /// Of how many it was asked.
        of: u64,
    },
    /// Fewer than two witnesses have anything to say, or those who have rest on the same basis and the same telling.
    LoneWitness {
        /// The game as it is written.
        game: String,
        /// Those who would answer.
        spoke: Vec<String>,
        /// Why the others would not.
        silent: Vec<(String, Silence)>,
    },
    /// A deliberately wrong sibling was not refuted: the check could not have failed.
    ControlHeld {
        /// The solver that vouches.
        solver: String,
        /// What was wrong with the sibling.
        sibling: String,
        /// On how many positions it was right.
        positions: u64,
    },
    /// A deliberately wrong sibling could not be held against the truth anywhere: it, or all who could tell what is
    /// true, had nothing to say where it should fail.
    ControlUntried {
        /// The solver that vouches.
        solver: String,
        /// What is wrong with the sibling.
        sibling: String,
    },
    /// A control that an author named is right on every position of a figure.
    HarmlessControl {
        /// The game as it is written.
        game: String,
        /// The range, in words.
        extent: String,
        /// The control as it is written.
        control: String,
        /// On how many positions it was right.
        positions: u64,
    },
    /// A closed form or a theory vouches and has no wrong sibling: nothing shows that the check could have failed.
    NoControl {
        /// The solver that vouches.
        solver: String,
    },
    /// The question itself is too large.
    OverBudget {
        /// How many positions it speaks of; `u64::MAX` if more than can be counted.
        needs: u64,
        /// How many are allowed.
        allows: u64,
    },
    /// Nobody wants to know any more: what was found so far is of no use, and it may be asked anew.
    Withdrawn,
}

/// What one witness said of one position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opinion {
    /// The solver's name.
    pub solver: String,
    /// On what it rests.
    pub basis: Basis,
    /// The outcome or the value, as text.
    pub says: String,
}

impl fmt::Display for Refusal {
    /// The refusal as one sentence, without a full stop.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Disagreement { game, position, opinions: [one, other], differ, of, .. } => {
                let positions = counted(*of);
                write!(
                    f,
                    "on {} of {}, {} says {} and {} says {}; they differ on {} of {positions}",
                    abridged(position),
                    abridged(game),
                    one.solver,
                    one.says,
                    other.solver,
                    other.says,
                    grouped(*differ)
                )
            }
            Self::Miscounted { solver, told, of } => {
                write!(f, "{solver} spoke of {} and was asked about {}", counted(*told), grouped(*of))
            }
            Self::LoneWitness { game, spoke, silent } => {
                let game = abridged(game);
                match spoke.as_slice() {
                    [] => write!(f, "nobody here can answer for {game}")?,
                    [one] => write!(f, "only {one} answers for {game}, and two must agree")?,
                    several => write!(f, "{} answer for {game}, and all rest on the same", several.join(", "))?,
                }
                write_silences(f, silent)
            }
            Self::ControlHeld { solver, sibling, positions } => write!(
                f,
                "{solver} with {sibling} is wrong by intent and was right on all {}, so that the \
                 check of {solver} could not have failed",
                counted(*positions)
            ),
            Self::HarmlessControl { game, extent, control, positions } => write!(
                f,
                "{control} is a control, and is right on all {} of {}, {extent}: a check that cannot fail shows nothing",
                counted(*positions),
                abridged(game)
            ),
            Self::ControlUntried { solver, sibling } => write!(
                f,
                "{solver} with {sibling} is wrong by intent, and nobody could say where: the ranges on which it should \
                 fail are out of reach, so that nothing shows that the check of {solver} could have failed"
            ),
            Self::NoControl { solver } => {
                write!(f, "{solver} has no wrong sibling, so that nothing shows that its check could have failed")
            }
            Self::OverBudget { needs: u64::MAX, allows } => {
                write!(f, "it speaks of more positions than can be counted, and {} are allowed", grouped(*allows))
            }
            Self::OverBudget { needs, allows } => {
                write!(f, "it speaks of {}, and {} are allowed", counted(*needs), grouped(*allows))
            }
            Self::Withdrawn => f.write_str("nobody wants to know any more"),
        }
    }
}

/// Why the others are silent, each reason once. Who knows the game and does not reach so far says more than who has
/// another objection, and who knows nothing of it need not be named.
fn write_silences(f: &mut fmt::Formatter<'_>, silent: &[(String, Silence)]) -> fmt::Result {
    let reaching = |silence: &Silence| matches!(silence, Silence::OverBudget { .. } | Silence::OutOfRange(_));
    let any = silent.iter().any(|(_, why)| reaching(why));
    let mut reasons: Vec<(&Silence, Vec<&str>)> = Vec::new();
    for (solver, why) in silent.iter().filter(|(_, why)| *why != Silence::NoTheory && (!any || reaching(why))) {
        match reasons.iter_mut().find(|(reason, _)| *reason == why) {
            None => reasons.push((why, vec![solver])),
            Some((_, solvers)) if solvers.contains(&solver.as_str()) => {}
            Some((_, solvers)) => solvers.push(solver),
        }
    }
    for (why, solvers) in reasons {
        write!(f, "; {}: {why}", solvers.join(", "))?;
    }
    match silent.iter().filter(|(_, why)| *why == Silence::NoTheory).count() {
        0 => Ok(()),
        _ if any => Ok(()),
        1 => f.write_str("; one other knows nothing of this game"),
        strangers => write!(f, "; {strangers} others know nothing of this game"),
    }
}

impl Refusal {
    /// What helps to find the fault and to mend it, one line each.
    pub fn help(&self) -> Vec<String> {
        match self {
            Self::Disagreement { game, position, opinions, derivation, .. } => {
                let mut lines = derivation.lines(opinions);
                lines.push(format!("`rungs solve \"{game}\" \"{position}\"` asks about this position alone"));
                lines
            }
            Self::OverBudget { .. } => vec!["ask about fewer or smaller positions".to_owned()],
            Self::LoneWitness { silent, .. }
                if silent.iter().any(|(_, silence)| matches!(silence, Silence::OverBudget { .. })) =>
            {
                vec!["a smaller range brings those within reach who would visit too many positions".to_owned()]
            }
            Self::LoneWitness { .. } => vec!["ask about what a second witness speaks of, or add a solver".to_owned()],
            Self::Miscounted { .. } => vec![
                "the fault is in the solver and not in the essay: it must say one thing of each position, in order"
                    .to_owned(),
            ],
            Self::ControlHeld { solver, .. } => vec![
                "the fault is in the solver and not in the essay".to_owned(),
                format!("give {solver} a sibling that is wrong somewhere, and the range on which it is known to fail"),
            ],
            Self::HarmlessControl { .. } => {
                vec!["take more heaps or a larger `max`, or name other divisors under `controls`".to_owned()]
            }
            Self::ControlUntried { solver, .. } => vec![
                "ask about fewer or smaller positions; where that does not help, the fault is in the solver and not in \
                 the essay"
                    .to_owned(),
                format!("give {solver} a sibling that fails on a range which others reach"),
            ],
            Self::NoControl { solver } => vec![
                "the fault is in the solver and not in the essay".to_owned(),
                format!("give {solver} a sibling that differs in one constant"),
            ],
            Self::Withdrawn => Vec::new(),
        }
    }
}

impl Derivation {
    /// What the options are worth to each, and who contradicts itself, one line each.
    fn lines(&self, opinions: &[Opinion; 2]) -> Vec<String> {
        let mut lines = Vec::new();
        let said = |says: &Option<String>| says.clone().unwrap_or_else(|| "nothing".to_owned());
        if !self.options.is_empty() {
            let options: Vec<String> = self
                .options
                .iter()
                .map(|(option, [one, other])| match one == other {
                    true => format!("{option} ({})", said(one)),
                    false => format!("{option} ({} or {})", said(one), said(other)),
                })
                .collect();
            let more = if self.more > 0 { format!(", and {} more", self.more) } else { String::new() };
            lines.push(format!("its options: {}{more}", options.join(", ")));
        }
        for (opinion, follows) in opinions.iter().zip(&self.follows) {
            let Some(follows) = follows else { continue };
            lines.push(match *follows == opinion.says {
                true => format!("{follows} follows from what {} says of them", opinion.solver),
                false => format!(
                    "{follows} follows from what {} says of them, and it says {}: the fault is there",
                    opinion.solver, opinion.says
                ),
            });
        }
        lines
    }
}

/// "1 position", "8 positions".
fn counted(count: u64) -> String {
    format!("{} {}", grouped(count), noun(count, "position", "positions"))
}

impl fmt::Display for Silence {
    /// The reason in a few words.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoTheory => f.write_str("knows nothing of this game"),
            Self::NotAsked(reason) | Self::OutOfRange(reason) => f.write_str(reason),
            Self::OverBudget { needs: u64::MAX, allows } => {
                write!(f, "would visit more positions than can be counted, and {} are allowed", grouped(*allows))
            }
            Self::OverBudget { needs, allows } => {
                write!(f, "would visit {}, and {} are allowed", counted(*needs), grouped(*allows))
            }
            Self::Withdrawn => f.write_str("is no longer asked"),
        }
    }
}
