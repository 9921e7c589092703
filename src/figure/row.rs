//! Several ranges in one figure: the tables of `[[row]]`, each with a name, over the keys of the directive.

use super::range::{COUNT_MULTISETS, GAME, HEAPS, HeapGame, MAX, Range, game_and_range};
use super::{FactName, Facts, Fault, Key, KeyKind, Keys};
use crate::verify::{Refusal, Verified};

/// The name of a row.
pub const NAME: Key = Key {
    name: "name",
    kind: KeyKind::Text,
    default: None,
    about: "the name of the row, by which its facts are called: six in sweeps.six.lost",
};

/// The key `row` of a kind whose rows have these keys.
pub const fn row(keys: &'static [Key]) -> Key {
    Key {
        name: "row",
        kind: KeyKind::Rows(keys),
        default: Some(""),
        about: "several ranges in one figure: tables, each with a `name` and the keys in which it differs",
    }
}

/// A key that may be left out here, because it may stand elsewhere.
pub const fn optional(key: Key) -> Key {
    Key { default: Some(""), ..key }
}

/// The keys of a range in a directive that may have rows.
pub const RANGE: [Key; 4] = [
    Key { about: "the game, as in \"moore(2)\"; here or in each row", ..optional(GAME) },
    Key { about: "how many heaps; here or in each row", ..optional(HEAPS) },
    Key { about: "the largest heap, inclusive; here or in each row", ..optional(MAX) },
    COUNT_MULTISETS,
];

/// The keys of a range in a row.
pub const ROW: [Key; 5] = [NAME, optional(GAME), optional(HEAPS), optional(MAX), optional(COUNT_MULTISETS)];

/// One range of a figure.
pub struct Row {
    /// Its name; none where the figure has a single range and no rows.
    pub name: Option<String>,
    /// Its keys, those of the directive among them where it has none of its own.
    pub keys: Keys,
    /// Its game.
    pub game: HeapGame,
    /// Its positions.
    pub range: Range,
}

impl Row {
    /// The rows of a directive; where it has none, the directive itself as a single one.
    ///
    /// # Errors
    /// All that is wrong with the range of any row, and names that are no names, or taken already.
    pub fn read_all(keys: &Keys) -> Result<Vec<Self>, Vec<Fault>> {
        if keys.rows("row").is_empty() {
            return Ok(vec![Self::read(keys.clone())?]);
        }
        let (mut rows, mut faults) = (Vec::<Self>::new(), Vec::new());
        for row in keys.rows("row") {
            let name = row.text("name").unwrap_or_default();
            if FactName::alone(name).is_none() || keys.facts().names().any(|taken| taken == name) {
                let help = "a name is letters, digits, - and _, begins with a letter, and is no key of the figure";
                faults.push(Fault::new(row.span("name"), format!("`{name}` cannot name a row"), help));
            } else if rows.iter().any(|before| before.name.as_deref() == Some(name)) {
                faults.push(Fault::new(row.span("name"), format!("there is a row `{name}` already"), ""));
            }
            match Self::read(row.over(keys)) {
                Ok(read) => rows.push(Self { name: Some(name.to_owned()), ..read }),
                Err(more) => faults.extend(more),
            }
        }
        if faults.is_empty() { Ok(rows) } else { Err(faults) }
    }

    fn read(keys: Keys) -> Result<Self, Vec<Fault>> {
        keys.require(&[GAME, HEAPS, MAX])?;
        let (game, range) = game_and_range(&keys)?;
        Ok(Self { name: None, keys, game, range })
    }
}

/// Asks about each row in turn, and puts the verified answers together.
///
/// # Errors
/// The first refusal.
pub fn ask_each<R, T>(
    rows: &[R],
    ask: impl Fn(&R) -> Result<Verified<T>, Refusal>,
) -> Result<Verified<Vec<T>>, Refusal> {
    let answers = rows.iter().map(ask).collect::<Result<Vec<_>, _>>()?;
    // A figure has at least one row; nobody vouches for an answer to no question.
    let nobody = || Refusal::LoneWitness { game: String::new(), spoke: Vec::new(), silent: Vec::new() };
    Verified::all(answers).ok_or_else(nobody)
}

/// The facts of a figure from those of its rows: under the name of each, with the keys of the row, or as they are
/// where the figure has no rows.
pub fn facts_of<'r>(rows: impl IntoIterator<Item = (&'r Row, Facts)>) -> Facts {
    let mut all = Facts::default();
    for (row, own) in rows {
        let Some(name) = &row.name else { return own };
        let mut facts = row.keys.facts();
        for (name, fact) in own.iter() {
            facts.set(name, fact.clone());
        }
        all.set(name.as_str(), facts);
    }
    all
}
