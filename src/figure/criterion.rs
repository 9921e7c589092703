//! `criterion`: a rule of thumb against the truth, over all positions of some heaps.

use super::canvas::{Canvas, Drawing, Frame, Label, Paint, text_width};
use super::criteria::Criterion;
use super::grid::Grid;
use super::range::{COUNT_TUPLES, GAME, HEAPS, HeapGame, MAX, Range, game_and_range};
use super::{Facts, Fault, Key, KeyKind, Keys, Kind, Picture, Request, Table};
use crate::game::{Outcome, Positions};
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

    fn ground(self) -> Paint {
        match self {
            Self::LossCalledWin => Paint::FalseWinTint,
            Self::WinCalledLoss => Paint::FalseLossTint,
            _ => Paint::Wash,
        }
    }

    /// The shape that marks it: a dot for a loss, a triangle that points up where the criterion promised too much, and
    /// down where it promised too little.
    fn draw_mark(self, canvas: &Canvas, frame: Frame) {
        let (middle, half) = (frame.middle(), (frame.width * 2 / 5).clamp(3, 8));
        match self {
            Self::RightlyLost => canvas.disc(middle, half - 1, Paint::Lost),
            Self::LossCalledWin => canvas.up(middle, half, Paint::FalseWin),
            Self::WinCalledLoss => canvas.down(middle, half, Paint::FalseLoss),
            Self::RightlyWon => {}
        }
    }
}

/// The order in which verdicts are drawn and told.
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
        facts.set("positions", rightly_won + rightly_lost + wrong.len());
        facts.set("wrong", wrong.len());
        facts.set("losses_called_wins", losses_called_wins);
        facts.set("wins_called_losses", wins_called_losses);
        facts.set("first", wrong.first().cloned());
        facts.set("wrong_list", wrong.clone());
        let lines = [
            (Verdict::LossCalledWin, Paint::FalseWin, format!("{losses_called_wins} losses called wins")),
            (Verdict::WinCalledLoss, Paint::FalseLoss, format!("{wins_called_losses} wins called losses")),
            (Verdict::RightlyLost, Paint::Ink, format!("{rightly_lost} lost, and called so")),
            (Verdict::RightlyWon, Paint::Muted, format!("{rightly_won} won, and called so")),
        ];
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
                "{} positions of {name}, {} play, held against a criterion: {}. {}.",
                rightly_won + rightly_lost + wrong.len(),
                self.game.convention,
                self.criterion.about(),
                lines.iter().map(|(_, _, text)| text.as_str()).collect::<Vec<_>>().join(". "),
            ),
            table: Table {
                head: ["position", "criterion", "truth"].map(str::to_owned).to_vec(),
                rows: self.verdicts(outcomes).filter(|(_, verdict)| verdict.is_wrong()).map(row).collect(),
            },
            attributes: Vec::new(),
            drawing: self.drawing(outcomes, &lines),
        })
    }

    fn drawing(&self, outcomes: &[Outcome], lines: &[(Verdict, Paint, String)]) -> Drawing {
        let grid = Grid::new(&self.range);
        let label = grid.as_ref().map_or(Label::new(Paint::Ink), Grid::label);
        let (line, swatch) = (label.size * 8 / 5, label.size + 3);
        let top = grid.as_ref().map_or(0, |grid| grid.height() + 12);
        let left = grid.as_ref().map_or(0, Grid::left);
        let text = lines.iter().map(|(_, _, text)| swatch + 10 + text_width(text, label.bold())).max().unwrap_or(0);
        let width = grid.as_ref().map_or(0, Grid::width).max(left + text);
        Canvas::draw(width, top + line * i32::try_from(lines.len()).unwrap_or(0), |canvas| {
            if let Some(grid) = &grid {
                grid.draw_names(canvas);
                for kind in VERDICTS {
                    for (sizes, _) in self.verdicts(outcomes).filter(|(_, verdict)| *verdict == kind) {
                        canvas.rect(grid.cell(&sizes), kind.ground());
                    }
                }
                for kind in VERDICTS {
                    for (sizes, _) in self.verdicts(outcomes).filter(|(_, verdict)| *verdict == kind) {
                        kind.draw_mark(canvas, grid.cell(&sizes));
                    }
                }
            }
            for (y, (verdict, paint, text)) in (0..).map(|i| top + line * i).zip(lines) {
                let frame = Frame::new(left, y + (line - swatch) / 2, swatch, swatch);
                canvas.rect(frame, verdict.ground());
                verdict.draw_mark(canvas, frame);
                let label = Label { paint: *paint, ..label };
                let label = if verdict.is_wrong() && !text.starts_with("0 ") { label.bold() } else { label };
                canvas.text((left + swatch + 10, y + line / 2), text, label);
            }
        })
    }
}
