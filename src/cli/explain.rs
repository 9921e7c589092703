use std::fmt::Write;
use std::path::PathBuf;

use clap::{Args, ValueHint};

use super::Ended;
use super::figure_of_essay::{Place, explained, listed};
use super::known::Known;
use super::terminal::{fail, faults, print};
use crate::figure::{COMMON_KEYS, KINDS, Key, KeyKind, Kind};
use crate::game::{Convention, Positions, Ruleset};
use crate::notation::{abridged, nearest, read_position, read_strings};
use crate::solver::Question;
use crate::verify::{Budget, GAMES, Game, GameEntry, Gate, Panel, Played, Rules};

/// `rungs explain [KIND|GAME|ESSAY.md#ID]`.
#[derive(Args)]
pub struct Explain {
    /// A kind of figure, a game, or a figure of an essay, as content/nim/bouton.md#six; all kinds and games where it is
    /// left out
    #[arg(value_parser = Known::subjects(), hide_possible_values = true, value_hint = ValueHint::FilePath)]
    subject: Option<String>,
    /// Write the JSON Schema of what stands in figures, for editors
    #[arg(long, exclusive = true)]
    schema: bool,
    /// The site's folder, in which rungs.toml stands
    #[arg(long, default_value = ".", value_hint = ValueHint::DirPath)]
    root: PathBuf,
    /// Take no answer from the cache, and keep none
    #[arg(long)]
    no_cache: bool,
}

/// It is written from the kinds of figure, and a test holds it against them.
const SCHEMA: &str = include_str!("../../docs/directives.schema.json");

impl Explain {
    pub fn run(self) -> Ended {
        if self.schema {
            return print(SCHEMA);
        }
        let Some(subject) = self.subject else { return print(&everything()) };
        if let Some(place) = Place::read(&subject) {
            let told = match place.id.as_str() {
                "" => listed(&place, &self.root),
                _ => explained(&place, &self.root, !self.no_cache),
            };
            return told.map_or_else(|wrong| faults(&wrong), |text| print(&text));
        }
        // A game may be given with its arguments, or as the list of games has it: `wythoff or wythoff(r)`.
        let name = subject.split(['(', ' ']).next().unwrap_or(&subject);
        let kind = KINDS.iter().find(|kind| kind.name == name);
        let game = GAMES.iter().find(|game| game.name == name);
        if kind.is_none() && game.is_none() {
            let names = KINDS.iter().map(|kind| kind.name).chain(GAMES.iter().map(|game| game.name));
            let help = nearest(name, names)
                .map_or("`rungs explain` lists them".to_owned(), |near| format!("did you mean `{near}`?"));
            fail(&format!("`{}` is neither a kind of figure nor a game", abridged(&subject)), &help);
            return Ended::Misread;
        }
        print(&[kind.map(about_kind), game.map(about_game)].into_iter().flatten().collect::<Vec<_>>().join("\n"))
    }
}

fn everything() -> String {
    let mut text = String::from("Kinds of figure\n");
    let width = KINDS
        .iter()
        .map(|kind| kind.name.len())
        .chain(GAMES.iter().map(|game| game.signature.len()))
        .max()
        .unwrap_or(0);
    for kind in KINDS {
        let _ = writeln!(text, "  {:width$}  {}", kind.name, kind.about);
    }
    text.push_str("\nGames\n");
    for game in GAMES {
        let _ = writeln!(text, "  {:width$}  {}", game.signature, game.about);
    }
    text.push_str("\n`rungs explain NAME` tells all about one of them.\n");
    text
}

fn about_kind(kind: &Kind) -> String {
    let mut text = format!("{}: {}\n\nKeys\n", kind.name, kind.about);
    let width = kind
        .keys
        .iter()
        .map(|key| key.name.len())
        .chain(kind.facts.iter().map(|(name, _)| name.len()))
        .max()
        .unwrap_or(0);
    for key in kind.keys {
        tell(&mut text, width, key);
        if let KeyKind::Rows(keys) = key.kind {
            keys.iter().for_each(|key| tell(&mut text, width, key));
        }
    }
    text.push_str("\nKeys of every kind\n");
    COMMON_KEYS.iter().for_each(|key| tell(&mut text, width, key));
    text.push_str("\nFacts\n");
    for (name, about) in kind.facts {
        let _ = writeln!(text, "  {name:width$}  {about}");
    }
    let _ = write!(text, "\nExample\n```figure {}\nid = \"example\"\n{}```\n", kind.name, kind.example);
    text
}

/// A line for a key: what it means, what it holds, and what happens where it is left out.
fn tell(text: &mut String, width: usize, key: &Key) {
    let _ = writeln!(text, "  {:width$}  {}: {}{}", key.name, key.about, key.kind, without(key));
}

/// What happens where the key is left out.
fn without(key: &Key) -> String {
    match key.default {
        None => String::new(),
        Some("") => " (may be left out)".to_owned(),
        Some(default) => format!(" ({default} where it is left out)"),
    }
}

fn about_game(game: &GameEntry) -> String {
    format!(
        "{}: {}\n\nExample\n  rungs solve '{}' '{}'\n{}",
        game.signature,
        game.about,
        game.example,
        game.position,
        witnesses(game).unwrap_or_default()
    )
}

/// Who agrees on the example, for each thing that can be asked about it.
fn witnesses(entry: &GameEntry) -> Option<String> {
    let game = Game::read(entry.example).ok()?;
    Some(match &game.rules {
        Rules::Heaps(rules) => agreed(&game.name, rules.as_ref(), &read_position(entry.position, rules.as_ref()).ok()?),
        Rules::Strings(rules) => agreed(&game.name, rules.as_ref(), &read_strings(entry.position).ok()?),
    })
}

fn agreed<P: Played>(game: &str, rules: &dyn Ruleset<Position = P>, position: &P) -> String {
    let gate = Gate::new(Panel::default(), Budget::default());
    let ask = |convention| Question { game, rules, convention, positions: Positions::Listed(vec![position.clone()]) };
    let (normal, misere) = (ask(Convention::Normal), ask(Convention::Misere));
    let told = [
        ("outcome", gate.outcomes(&normal).map(|outcomes| outcomes.provenance().to_vec())),
        ("value", gate.values(&normal).map(|values| values.provenance().to_vec())),
        ("misère outcome", gate.outcomes(&misere).map(|outcomes| outcomes.provenance().to_vec())),
    ];
    let mut text = String::from("\nWho agrees on it\n");
    for (asked, told) in told {
        let who = told.map_or_else(
            |refusal| refusal.to_string(),
            |records| {
                let witnesses = records.iter().flat_map(|record| &record.witnesses);
                let names = witnesses.map(|witness| format!("{} ({})", witness.name, witness.basis));
                names.collect::<Vec<_>>().join(" and ")
            },
        );
        let _ = writeln!(text, "  {asked:14}  {who}");
    }
    text
}
