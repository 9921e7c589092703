//! `criterion`: a rule of thumb against the truth, over all positions of some heaps.

use super::canvas::Paint;
use super::cells::{self, Cell, Line, Shape};
use super::criteria::Criterion;
use super::range::{COUNT_TUPLES, GAME, HEAPS, HeapGame, MAX, Range, game_and_range};
use super::{Facts, Fault, Key, KeyKind, Keys, Kind, Picture, Request, Table};
use crate::game::{Outcome, Positions};
use crate::notation::noun;
use crate::verify::{Gate, Refusal, Verified};

/// The registry's line.
pub const KIND: Kind = Kind {
    name: "criterion",
    about: "Where a criterion that reads the sizes of heaps is wrong, and in which direction.",
    keys: &[
        GAME,
        Key {
            name: "criterion",
            kind: KeyKind::Text,
            default: None,
            about: "what calls a position lost: \"columns(2)\", \"mod(4)\" or \"sum(3)\", with any number above 1",
        },
        HEAPS,
        MAX,
        COUNT_TUPLES,
    ],
    facts: &[
        ("positions", "how many positions there are"),
        ("wrong", "on how many the criterion is wrong"),
        ("losses_called_wins", "how many lost positions it calls won"),
        ("wins_called_losses", "how many won positions it calls lost"),
        ("wrong_list", "the positions on which it is wrong, ascending"),
        ("first", "the first of them; none where it is always right"),
    ],
    example: "game = \"moore(2)\"\ncriterion = \"columns(2)\"\nheaps = 2\nmax = 9\n",
    read,
};

struct AgainstTruth {
    game: HeapGame,
    range: Range,
    criterion: Criterion,
}

fn read(keys: &Keys) -> Result<Box<dyn Request>, Vec<Fault>> {
    let criterion = match keys.quoted("criterion") {
        Some(quoted) => Criterion::read(&quoted.text).map_err(|misread| quoted.fault(misread)),
        None => Err(Fault::new(keys.span("criterion"), "`criterion` is missing", "give one, as \"columns(2)\"")),
    };
    match (game_and_range(keys), criterion) {
        (Ok((game, range)), Ok(criterion)) => Ok(Box::new(AgainstTruth { game, range, criterion })),
        (range, criterion) => Err(range.err().into_iter().flatten().chain(criterion.err()).collect()),
    }
}

impl Request for AgainstTruth {
    fn answer(&self, gate: &Gate) -> Result<Verified<Picture>, Refusal> {
        let question = self.game.question(Positions::Range(self.range.multisets.clone()));
        gate.outcomes(&question)?.try_map(|outcomes| self.picture(&outcomes))
    }
}

/// What a criterion made of a position.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Verdict {
    RightlyLost,
    RightlyWon,
    LossCalledWin,
    WinCalledLoss,
}

impl Verdict {
    fn of(says: Outcome, truth: Outcome) -> Self {
        match (says, truth) {
            (Outcome::P, Outcome::P) => Self::RightlyLost,
            (Outcome::N, Outcome::N) => Self::RightlyWon,
            (Outcome::N, Outcome::P) => Self::LossCalledWin,
            (Outcome::P, Outcome::N) => Self::WinCalledLoss,
        }
    }

    fn is_wrong(self) -> bool {
        matches!(self, Self::LossCalledWin | Self::WinCalledLoss)
    }

    /// How its positions look: a dot for a loss, a triangle that points up where the criterion promised too much, and
    /// down where it promised too little.
    fn cell(self) -> Cell {
        let (ground, shape) = match self {
            Self::RightlyLost => (Paint::Wash, Shape::Dot(Paint::Lost)),
            Self::RightlyWon => (Paint::Wash, Shape::None),
            Self::LossCalledWin => (Paint::FalseWinTint, Shape::Up(Paint::FalseWin)),
            Self::WinCalledLoss => (Paint::FalseLossTint, Shape::Down(Paint::FalseLoss)),
        };
        Cell { ground, shape }
    }
}

/// Every verdict, in the order in which they are counted.
const VERDICTS: [Verdict; 4] =
    [Verdict::RightlyWon, Verdict::RightlyLost, Verdict::LossCalledWin, Verdict::WinCalledLoss];

impl AgainstTruth {
    fn verdicts<'a>(&'a self, outcomes: &'a [Outcome]) -> impl Iterator<Item = (Vec<u32>, Verdict)> + 'a {
        self.range.iter().filter_map(|(sizes, index)| {
            let verdict = Verdict::of(self.criterion.says(&sizes), *outcomes.get(index)?);
            Some((sizes, verdict))
        })
    }

    fn picture(&self, outcomes: &[Outcome]) -> Result<Picture, Refusal> {
        let wrong = self.range.list(outcomes, |sizes, truth| self.criterion.says(sizes) != *truth)?;
        let mut counts = [0_usize; VERDICTS.len()];
        for (_, verdict) in self.verdicts(outcomes) {
            for (count, _) in counts.iter_mut().zip(VERDICTS).filter(|(_, counted)| *counted == verdict) {
                *count += 1;
            }
        }
        let [rightly_won, rightly_lost, losses_called_wins, wins_called_losses] = counts;
        let mut facts = Facts::default();
        let positions = rightly_won + rightly_lost + wrong.len();
        facts.set("positions", positions);
        facts.set("wrong", wrong.len());
        facts.set("losses_called_wins", losses_called_wins);
        facts.set("wins_called_losses", wins_called_losses);
        facts.set("first", wrong.first().cloned());
        facts.set("wrong_list", wrong.clone());
        let line = |verdict: Verdict, count: usize, paint: Paint, text: &str| Line {
            sample: Some(verdict.cell()),
            text: format!("{count} {text}"),
            paint,
            bold: verdict.is_wrong() && count > 0,
        };
        let lines = [
            line(
                Verdict::LossCalledWin,
                losses_called_wins,
                Paint::FalseWin,
                noun(losses_called_wins, "loss called a win", "losses called wins"),
            ),
            line(
                Verdict::WinCalledLoss,
                wins_called_losses,
                Paint::FalseLoss,
                noun(wins_called_losses, "win called a loss", "wins called losses"),
            ),
            line(Verdict::RightlyLost, rightly_lost, Paint::Ink, "lost, and called so"),
            line(Verdict::RightlyWon, rightly_won, Paint::Muted, "won, and called so"),
        ];
        let cells = self.verdicts(outcomes).map(|(sizes, verdict)| (sizes, verdict.cell()));
        let name = &self.game.game.name;
        let row = |(sizes, verdict): (Vec<u32>, Verdict)| {
            let (criterion, truth) = match verdict {
                Verdict::LossCalledWin => ("N", "P"),
                _ => ("P", "N"),
            };
            vec![super::range::written(&sizes), criterion.to_owned(), truth.to_owned()]
        };
        Ok(Picture {
            facts,
            title: format!("{} against {name}", self.criterion),
            description: format!(
                "{} {} of {name}, {} play, held against a criterion: {}. {}.",
                positions,
                noun(positions, "position", "positions"),
                self.game.convention,
                self.criterion.about(),
                lines.iter().map(|line| line.text.as_str()).collect::<Vec<_>>().join(". "),
            ),
            table: Table {
                head: ["position", "criterion", "truth"].map(str::to_owned).to_vec(),
                rows: self.verdicts(outcomes).filter(|(_, verdict)| verdict.is_wrong()).map(row).collect(),
            },
            attributes: Vec::new(),
            drawing: cells::drawing(&self.range, cells, &lines),
        })
    }
}
