//! `components`: pieces by themselves, each drawn with its value.

use std::collections::BTreeSet;

use super::canvas::{Canvas, Drawing, Frame, Label, Paint, text_width};
use super::coins;
use super::range::GAME;
use super::string_game::{Listed, Solved, StringGame, value_fact};
use super::{Facts, Fault, Key, KeyKind, Keys, Kind, Picture, Request, Table};
use crate::game::{Convention, Outcome};
use crate::notation::noun;
use crate::verify::{Gate, Refusal, Verified};

/// The registry's line.
pub const KIND: Kind = Kind {
    name: "components",
    about: "Components of Nimstring by themselves, drawn as strings and coins with their values.",
    keys: &[
        GAME,
        Key {
            name: "parts",
            kind: KeyKind::Texts,
            default: None,
            about: "the components, as in [\"1\", \"3\", \"L4\"]: chains, loops (L), strands (H, F), or sums of them",
        },
    ],
    facts: &[
        ("outcome", "by component, outcome[L4]: N or P"),
        ("value", "by component, value[L4]: the Grundy value; none where it is loony"),
    ],
    example: "game = \"nimstring\"\nparts = [\"1\", \"2\", \"3\", \"L4\"]\n",
    read,
};

struct Components {
    game: StringGame,
    parts: Vec<Listed>,
}

fn read(keys: &Keys) -> Result<Box<dyn Request>, Vec<Fault>> {
    let game = StringGame::read(keys).map_err(|fault| vec![fault])?;
    let parts = Listed::read(keys, "parts")?;
    Ok(Box::new(Components { game, parts }))
}

impl Request for Components {
    fn answer(&self, gate: &Gate) -> Result<Verified<Picture>, Refusal> {
        let positions = self.parts.iter().map(|part| part.position.clone()).collect();
        Ok(self.game.solve(positions, gate)?.map(|solved| self.picture(&solved)))
    }
}

impl Components {
    fn picture(&self, solved: &[Solved]) -> Picture {
        let mut facts = Facts::default();
        let mut rows = Vec::new();
        for (part, solved) in self.parts.iter().zip(solved) {
            part.set(&mut facts, "outcome", solved.outcome.to_string());
            part.set(&mut facts, "value", value_fact(solved.value));
            rows.push(vec![part.text.clone(), solved.outcome.to_string(), solved.nimber()]);
        }
        let said: Vec<String> = rows.iter().map(|row| format!("{} is worth {}", row[0], row[2])).collect();
        Picture {
            facts,
            title: format!(
                "{} {} of {}",
                self.parts.len(),
                noun(self.parts.len(), "component", "components"),
                self.game.game.name
            ),
            description: format!("Ending: {}. {}.", self.game.ending_in_words(), said.join(", ")),
            table: Table { head: ["component", "outcome", "value"].map(str::to_owned).to_vec(), rows },
            attributes: Vec::new(),
            drawing: self.drawing(solved),
        }
    }

    /// A line for each: its name, its value, the component. Below them the ending.
    fn drawing(&self, solved: &[Solved]) -> Drawing {
        const GAP: i32 = 10;
        const ABOVE: i32 = 22;
        let name = Label::new(Paint::Ink).bold().end();
        let (small, ending) = (Label::new(Paint::Muted).small(), self.game.ending_in_words());
        let widest = |texts: Vec<i32>| texts.into_iter().max().unwrap_or(0);
        let names = widest(self.parts.iter().map(|part| text_width(&part.text, name)).collect());
        let worth = |solved: &Solved| match self.game.convention {
            Convention::Normal => solved.nimber(),
            Convention::Misere => solved.word().to_owned(),
        };
        let texts = solved.iter().map(|solved| text_width(&worth(solved), name)).chain([text_width("value", small)]);
        let values = names + 14 + widest(texts.collect());
        let left = values + 12;
        let sizes: Vec<(i32, i32)> = self.parts.iter().map(|part| coins::size(&part.position)).collect();
        let width = (left + widest(sizes.iter().map(|(width, _)| *width).collect())).max(text_width(&ending, small));
        let height: i32 = sizes.iter().map(|(_, height)| height + GAP).sum();
        Canvas::draw(width + 2, ABOVE + height + 18, |canvas| {
            if self.game.convention == Convention::Normal {
                canvas.text((values, 8), "value", small.end());
            }
            let mut top = ABOVE;
            for ((part, solved), &(width, height)) in self.parts.iter().zip(solved).zip(&sizes) {
                let middle = top + height / 2;
                canvas.text((names, middle), &part.text, name);
                let paint = if solved.outcome == Outcome::P { Paint::Muted } else { Paint::Won };
                canvas.text((values, middle), worth(solved), Label::new(paint).bold().end());
                coins::draw(&canvas.part(Frame::new(left, top, width, height)), &part.position, &BTreeSet::new());
                top += height + GAP;
            }
            canvas.text((0, top + 8), &ending, small);
        })
    }
}
