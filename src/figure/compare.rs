//! `compare`: the positions of a range that are won in one game and lost in another, or under the other convention.

use std::any::Any;
use std::sync::Arc;

use super::canvas::{Drawing, Label, Paint};
use super::listing::{Entry, Listing, Section};
use super::range::{COUNT_MULTISETS, GAME, HEAPS, MAX, Range};
use super::row::optional;
use super::string_range::{self, CHAINS, LOOPS, STRINGS};
use super::{Facts, Fault, Key, KeyKind, Keys, Kind, Picture, Request, Table};
use crate::game::{Convention, Ending, Heaps, Nimstring, Outcome, Positions, Ruleset, StringRange, Strings, SumRange};
use crate::notation::{grouped, noun};
use crate::solver::Question;
use crate::verify::{Game, Gate, Played, Refusal, Rules, Verified};

const AGAINST: Key = Key {
    name: "against",
    kind: KeyKind::Text,
    default: None,
    about: "the other game, as in \"moore(2)\", or the other convention, \"normal\" or \"misere\"",
};

/// The registry's line.
pub const KIND: Kind = Kind {
    name: "compare",
    about: "The positions of a range that are won in one game and lost in another, or under the other convention.",
    keys: &[
        GAME,
        AGAINST,
        Key { about: "how many heaps; for games of heaps", ..optional(HEAPS) },
        Key { about: "the largest heap, inclusive; for games of heaps", ..optional(MAX) },
        COUNT_MULTISETS,
        Key { about: "how many coins a chain may have, as in [1, 2, 3]; for nimstring", ..optional(CHAINS) },
        Key { about: "how many coins a loop may have, as in [4, 6]; for nimstring", ..optional(LOOPS) },
        Key { about: "the most strings in all, inclusive; for nimstring", ..optional(STRINGS) },
    ],
    facts: &[
        ("positions", "how many positions there are"),
        ("differ", "on how many the outcomes differ"),
        ("differ_list", "those positions, ascending"),
    ],
    example: "game = \"nim\"\nagainst = \"misere\"\nheaps = 3\nmax = 7\n",
    read,
};

/// Two games on the same positions.
enum Compare {
    Heaps { sides: [Side<Heaps>; 2], range: Range },
    Strings { sides: [Side<Strings>; 2], range: SumRange },
}

/// A game under a convention.
struct Side<P> {
    game: String,
    rules: Arc<dyn Ruleset<Position = P>>,
    convention: Convention,
}

fn read(keys: &Keys) -> Result<Box<dyn Request>, Vec<Fault>> {
    let (Some(game), Some(against)) = (keys.game("game"), keys.quoted("against")) else { return Err(Vec::new()) };
    let (other, convention) = match against.text.as_str() {
        "normal" => (game.clone(), Convention::Normal),
        "misere" => (game.clone(), Convention::Misere),
        text => (Game::read(text).map_err(|misread| vec![against.fault(misread)])?, keys.convention()),
    };
    if game.name == other.name && keys.convention() == convention {
        let help = "give another game, or the other convention";
        return Err(vec![Fault::new(against.at.clone(), "this is the same game under the same convention", help)]);
    }
    let one = |fault| vec![fault];
    let compare = match (&game.rules, &other.rules) {
        (Rules::Heaps(first), Rules::Heaps(second)) => {
            keys.require(&[HEAPS, MAX])?;
            let sides = [Side::new(game, first, keys.convention()), Side::new(&other, second, convention)];
            Compare::Heaps { sides, range: Range::read(keys).map_err(one)? }
        }
        (Rules::Strings(first), Rules::Strings(second)) => {
            keys.require(&[STRINGS])?;
            let sides = [Side::new(game, first, keys.convention()), Side::new(&other, second, convention)];
            Compare::Strings { sides, range: string_range::read(keys).map_err(one)? }
        }
        _ => {
            let message = format!("{} and {} are not played on the same positions", game.name, other.name);
            return Err(vec![Fault::new(against.at.clone(), message, "")]);
        }
    };
    Ok(Box::new(compare))
}

impl<P: Played> Side<P> {
    fn new(game: &Game, rules: &Arc<dyn Ruleset<Position = P>>, convention: Convention) -> Self {
        Self { game: game.name.clone(), rules: Arc::clone(rules), convention }
    }

    fn outcomes(&self, positions: &Positions<P>, gate: &Gate) -> Result<Verified<Vec<Outcome>>, Refusal> {
        gate.outcomes(&Question {
            game: &self.game,
            rules: self.rules.as_ref(),
            convention: self.convention,
            positions: positions.clone(),
        })
    }

    fn name(&self) -> String {
        let misere = if self.convention == Convention::Misere { ", misère play" } else { "" };
        format!("{}{misere}", self.game)
    }

    /// The name in a sentence, after "won" or "lost": the ending in words where the game is Nimstring.
    fn when(&self) -> String {
        let rules: &dyn Any = self.rules.as_ref();
        let Some(nimstring) = rules.downcast_ref::<Nimstring>() else { return format!("in {}", self.name()) };
        let ending = match nimstring.ending {
            Ending::LastCutWins => "if the last cut wins",
            Ending::MustMove => "under must-move",
        };
        let misere = if self.convention == Convention::Misere { ", in misère play" } else { "" };
        format!("{ending}{misere}")
    }
}

/// How each side is told from the other after "won" or "lost": by the convention where they differ in nothing else.
fn when<P: Played>(sides: &[Side<P>; 2]) -> [String; 2] {
    let [one, other] = sides;
    sides.each_ref().map(|side| match side.convention {
        _ if one.game != other.game => side.when(),
        Convention::Normal => "in normal play".to_owned(),
        Convention::Misere => "in misère play".to_owned(),
    })
}

/// The outcome of each position in either game.
fn both<P: Played>(
    [one, other]: &[Side<P>; 2],
    positions: &Positions<P>,
    gate: &Gate,
) -> Result<Verified<Vec<(Outcome, Outcome)>>, Refusal> {
    let both = one.outcomes(positions, gate)?.zip(other.outcomes(positions, gate)?);
    Ok(both.map(|(one, other)| one.into_iter().zip(other).collect()))
}

impl Request for Compare {
    fn answer(&self, gate: &Gate) -> Result<Verified<Picture>, Refusal> {
        match self {
            Self::Heaps { sides, range } => {
                let outcomes = both(sides, &Positions::Range(range.multisets.clone()), gate)?;
                outcomes.try_map(|pairs| {
                    let differ = range.list(&pairs, |_, (one, other)| one != other)?;
                    let outcomes = range.iter().filter_map(|(_, index)| pairs.get(index));
                    let first = outcomes.filter(|(one, other)| one != other).map(|(one, _)| *one);
                    let compared = Compared {
                        names: sides.each_ref().map(Side::name),
                        when: when(sides),
                        extent: range.extent(),
                        positions: range.positions().unwrap_or(u64::MAX),
                        noun: range.noun(),
                        differ: differ.into_iter().zip(first).collect(),
                    };
                    Ok(compared.picture())
                })
            }
            Self::Strings { sides, range } => {
                let outcomes = both(sides, &Positions::Range(StringRange::Sums(range.clone())), gate)?;
                Ok(outcomes.map(|pairs| {
                    let differ = range.iter().zip(&pairs).filter(|(_, (one, other))| one != other);
                    let compared = Compared {
                        names: sides.each_ref().map(Side::name),
                        when: when(sides),
                        extent: format!("sums of chains and loops of at most {} strings", range.strings),
                        positions: pairs.len() as u64,
                        noun: "sums",
                        differ: differ.map(|(sum, (one, _))| (Strings::Sum(sum).to_string(), *one)).collect(),
                    };
                    compared.picture()
                }))
            }
        }
    }
}

/// What came of it.
struct Compared {
    names: [String; 2],
    /// The same in a sentence, after "won" or "lost".
    when: [String; 2],
    extent: String,
    positions: u64,
    noun: &'static str,
    /// The positions on which the outcomes differ, ascending, with the outcome in the first game.
    differ: Vec<(String, Outcome)>,
}

impl Compared {
    fn picture(&self) -> Picture {
        let list: Vec<String> = self.differ.iter().map(|(position, _)| position.clone()).collect();
        let mut facts = Facts::default();
        facts.set("positions", self.positions);
        facts.set("differ", list.len());
        facts.set("differ_list", list);
        let [one, other] = &self.when;
        let direction = |outcome| {
            let positions: Vec<&str> =
                self.differ.iter().filter(|(_, o)| *o == outcome).map(|(position, _)| position.as_str()).collect();
            if positions.is_empty() { "none".to_owned() } else { positions.join("; ") }
        };
        let description = format!(
            "{}: of {} {} ({}) {} {} another outcome. Won {one} and lost {other}: {}. \
             Lost {one} and won {other}: {}.",
            self.extent,
            self.positions,
            noun(self.positions, "position", "positions"),
            self.noun,
            self.differ.len(),
            noun(self.differ.len(), "has", "have"),
            direction(Outcome::N),
            direction(Outcome::P),
        );
        let rows = self.differ.iter().map(|(position, outcome)| {
            let other = if *outcome == Outcome::N { Outcome::P } else { Outcome::N };
            vec![position.clone(), outcome.to_string(), other.to_string()]
        });
        let [one, other] = &self.names;
        Picture {
            facts,
            title: format!("{one} against {other}"),
            description,
            table: Table { head: vec!["position".to_owned(), one.clone(), other.clone()], rows: rows.collect() },
            attributes: Vec::new(),
            drawing: self.drawing(),
        }
    }

    /// The positions that change hands, those in each direction under a heading of their own.
    fn drawing(&self) -> Drawing {
        let [one, other] = &self.when;
        let section = |outcome: Outcome, won: &str, lost: &str| Section {
            heading: vec![
                (format!("won {won}"), Label::new(Paint::Won).bold()),
                (format!("lost {lost}"), Label::new(Paint::Lost).bold()),
            ],
            entries: self
                .differ
                .iter()
                .filter(|(_, o)| *o == outcome)
                .map(|(position, _)| Entry { fields: position.split(',').map(str::to_owned).collect(), bold: false })
                .collect(),
            note: String::new(),
        };
        let mut sections = vec![section(Outcome::N, one, other), section(Outcome::P, other, one)];
        sections.retain(|section| !section.entries.is_empty());
        let (differ, of) = (grouped(self.differ.len() as u64), grouped(self.positions));
        let head = match self.differ.len() {
            0 => format!("{of} {}, and no difference", self.noun),
            _ => format!("{differ} of {of} {} change hands", self.noun),
        };
        sections.insert(
            0,
            Section {
                heading: vec![
                    (head, Label::new(Paint::Ink).bold()),
                    (self.extent.clone(), Label::new(Paint::Muted).small()),
                ],
                entries: Vec::new(),
                note: String::new(),
            },
        );
        Listing(sections).drawing()
    }
}
