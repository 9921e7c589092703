use std::sync::Arc;

use serde_json::{Map, Value, json};

use super::Setting;
use crate::essay::Figure;
use crate::figure::{Given, Keys};
use crate::verify::Provenance;

/// A file beside a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Artefact {
    /// Its address from the page: `figures/six.svg`.
    pub path: String,
    /// Its text.
    pub bytes: Arc<Vec<u8>>,
}

impl Artefact {
    /// The files of a figure: its drawing (where it is drawn), its facts and its data.
    pub(super) fn of(figure: &Figure, file: &str, setting: &Setting<'_>) -> Vec<Self> {
        let asked = &figure.question;
        let picture = figure.picture.get();
        let relied = setting.reliances.on(file, &asked.id).iter().map(
            |reliance| json!({ "address": reliance.target.from_anywhere(setting.base), "sentence": reliance.sentence }),
        );
        let facts = facts(figure, relied.collect(), setting.version);
        let file = |ending: &str, text: String| Self {
            path: format!("figures/{}.{ending}", asked.id),
            bytes: Arc::new(text.into_bytes()),
        };
        let mut files = vec![file("json", facts), file("csv", picture.table.to_csv())];
        if asked.directive.drawn {
            let text = picture.drawing.to_svg(&asked.id, &picture.title, &picture.description, true);
            files.push(file("svg", text));
        }
        files
    }
}

/// What was asked, what is known, who agreed on it and how far, and which sentences rely on it.
fn facts(figure: &Figure, relied: Vec<Value>, version: &str) -> String {
    let asked = &figure.question;
    let whole = json!({
        "id": asked.id,
        "kind": asked.directive.kind.name,
        "question": question(&asked.body.keys),
        "facts": figure.facts,
        "checked": figure.picture.provenance().iter().map(agreement).collect::<Vec<_>>(),
        "relied_on_by": relied,
        "rungs": version,
    });
    serde_json::to_string_pretty(&whole).unwrap_or_default() + "\n"
}

/// What was asked: the directive without its words, and without the `[let]`s, which stand among the facts.
fn question(keys: &Keys) -> Value {
    Value::Object(
        keys.asked().filter_map(|(name, given)| Some((name.to_owned(), value(given)?))).collect::<Map<_, _>>(),
    )
}

fn value(given: &Given) -> Option<Value> {
    Some(match given {
        Given::Integer(number) => json!(number),
        Given::Integers(numbers) => json!(numbers),
        Given::Text(quoted) => json!(quoted.text),
        Given::Texts(texts) => texts.iter().map(|quoted| json!(quoted.text)).collect(),
        Given::Choice(word) => json!(word),
        Given::Game(game) => json!(game.name),
        Given::Flag(flag) => json!(flag),
        Given::Rows(rows) => rows.iter().map(question).collect(),
        Given::Expressions(_) => return None,
    })
}

fn agreement(record: &Provenance) -> Value {
    let witness = |i: usize| {
        let witness = &record.witnesses[i];
        json!({ "solver": witness.name, "basis": witness.basis.to_string() })
    };
    let controls: Vec<Value> = record
        .controls
        .iter()
        .map(|control| {
            json!({ "of": control.of, "wrong": control.name, "positions": control.positions, "refuted": control.refuted })
        })
        .collect();
    json!({
        "game": record.game,
        "convention": record.convention.to_string(),
        "asked": record.ask.to_string(),
        "positions": record.positions,
        "agreed": [witness(0), witness(1)],
        "controls": controls,
    })
}
