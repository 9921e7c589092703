//! A verified answer as bytes and back.

use serde::{Deserialize, Serialize};

use super::answer::Answer;
use super::memo::Known;
use super::{ControlRecord, Panel, Played, Provenance, Witness};
use crate::solver::{Basis, Question};

/// All of a provenance but the question, which is known to whoever reads it back.
#[derive(Serialize, Deserialize)]
struct Head {
    convention: String,
    ask: String,
    positions: u64,
    witnesses: [(String, String); 2],
    controls: Vec<Control>,
}

#[derive(Serialize, Deserialize)]
struct Control {
    of: String,
    name: String,
    positions: u64,
    refuted: u64,
}

/// The bytes of an answer: its provenance as one line of JSON, and what it says of each position.
pub(super) fn written<T: Answer>(known: &Known<T>) -> Vec<u8> {
    let Provenance { game: _, convention, ask, positions, witnesses, controls } = &known.provenance;
    let control = |record: &ControlRecord| Control {
        of: record.of.clone(),
        name: record.name.clone(),
        positions: record.positions,
        refuted: record.refuted,
    };
    let head = Head {
        convention: convention.to_string(),
        ask: ask.to_string(),
        positions: *positions,
        witnesses: witnesses.clone().map(|witness| (witness.name, witness.basis.to_string())),
        controls: controls.iter().map(control).collect(),
    };
    let mut bytes = serde_json::to_vec(&head).unwrap_or_default();
    bytes.push(b'\n');
    bytes.extend(T::pack(&known.answer));
    bytes
}

/// The answer that some bytes tell, if it is one to this question that the gate could have found itself.
///
/// # Errors
/// What it is not.
pub(super) fn read<P: Played, T: Answer>(
    bytes: &[u8],
    panel: &Panel,
    question: &Question<'_, P>,
    apart: Option<Basis>,
    positions: u64,
) -> Result<Known<T>, &'static str> {
    let end = bytes.iter().position(|&byte| byte == b'\n').ok_or("it has no head")?;
    let (head, answer) = bytes.split_at(end);
    let head: Head = serde_json::from_slice(head).map_err(|_| "its head cannot be read")?;
    let asked = (question.convention.to_string(), T::ASK.to_string(), positions);
    if (head.convention, head.ask, head.positions) != asked {
        return Err("it answers another question");
    }
    let seated = |(name, basis): (String, String)| {
        let solvers = P::solvers(panel).iter();
        let mut fit = solvers.filter(|solver| solver.name() == name && Some(solver.basis()) != apart);
        let solver = fit.find(|solver| solver.basis().to_string() == basis)?;
        Some((Witness { name, basis: solver.basis() }, solver.telling()))
    };
    let [one, other] = head.witnesses.map(seated);
    let (Some((one, one_tells)), Some((other, other_tells))) = (one, other) else {
        return Err("its witnesses may not be heard");
    };
    if one.basis == other.basis && one_tells == other_tells {
        return Err("its witnesses rest on the same");
    }
    let control = |Control { of, name, positions, refuted }: Control| {
        let fails = refuted > 0 && refuted <= positions && (of == one.name || of == other.name);
        fails.then_some(ControlRecord { of, name, positions, refuted })
    };
    let controls: Option<Vec<ControlRecord>> = head.controls.into_iter().map(control).collect();
    let controls = controls.ok_or("one of its controls did not fail")?;
    for witness in [&one, &other] {
        let needs = matches!(witness.basis, Basis::ClosedForm | Basis::Theory);
        if needs && controls.iter().all(|control| control.of != witness.name) {
            return Err("one of its witnesses has no control");
        }
    }
    let count = usize::try_from(positions).map_err(|_| "it is too large")?;
    let answer = T::unpack(answer.get(1..).unwrap_or_default(), count).ok_or("it does not speak of every position")?;
    let provenance = Provenance {
        game: question.game.to_owned(),
        convention: question.convention,
        ask: T::ASK,
        positions,
        witnesses: [one, other],
        controls,
    };
    Ok(Known { answer, provenance })
}
