//! `pairs`: the value of every sum of two components, against the nim-sum of their values.

use super::canvas::{Canvas, Drawing, Frame, Label, Paint, Point, Stroke, text_width};
use super::range::GAME;
use super::string_game::{Listed, Solved, StringGame, value_fact};
use super::{Facts, Fault, Key, KeyKind, Keys, Kind, Picture, Request, Table};
use crate::game::{Convention, Strings, Value, nim_sum};
use crate::notation::noun;
use crate::verify::{Gate, Refusal, Verified};

/// The registry's line.
pub const KIND: Kind = Kind {
    name: "pairs",
    about: "Every sum of two components of Nimstring, doubles included, against the nim-sum of their values.",
    keys: &[
        GAME,
        Key {
            name: "parts",
            kind: KeyKind::Texts,
            default: None,
            about: "the components, each once, as in [\"1\", \"3\", \"L4\"]",
        },
    ],
    facts: &[
        ("pairs", "how many unordered pairs there are, doubles included"),
        ("right", "on how many the nim-sum of the parts' values is the value of the sum"),
        ("wrong", "on how many it is not"),
        ("wrong_list", "those sums, in the order of the parts"),
        ("value", "by sum, value[1+3]: its Grundy value; none where it is loony"),
    ],
    example: "game = \"nimstring\"\nparts = [\"1\", \"2\", \"3\", \"L4\"]\n",
    read,
};

/// The most components: the matrix is drawn whole.
const MOST: usize = 24;

struct Pairs {
    game: StringGame,
    parts: Vec<Listed>,
    pairs: Vec<Pair>,
}

/// Two components and their sum.
struct Pair {
    parts: (usize, usize),
    sum: Listed,
}

fn read(keys: &Keys) -> Result<Box<dyn Request>, Vec<Fault>> {
    let game = StringGame::read(keys).map_err(|fault| vec![fault])?;
    let parts = Listed::read(keys, "parts")?;
    let fault = |message: String, help: &str| vec![Fault::new(keys.span("parts"), message, help)];
    if game.convention == Convention::Misere {
        let help = "leave `convention` out";
        return Err(vec![Fault::new(keys.span("convention"), "there are no values to add in misère play", help)]);
    }
    if parts.len() > MOST {
        return Err(fault(format!("these are {} components", parts.len()), "at most 24 fit into the matrix"));
    }
    let mut pairs = Vec::new();
    for (i, one) in parts.iter().enumerate() {
        for (j, other) in parts.iter().enumerate().take(i + 1) {
            let (Strings::Sum(a), Strings::Sum(b)) = (&other.position, &one.position) else {
                return Err(fault(
                    "a board is no component".to_owned(),
                    "give chains and loops, as in [\"1\", \"L4\"]",
                ));
            };
            let text = format!("{}+{}", other.text, one.text);
            pairs.push(Pair { parts: (i, j), sum: Listed { text, position: Strings::Sum(a.plus(b)) } });
        }
    }
    Ok(Box::new(Pairs { game, parts, pairs }))
}

impl Request for Pairs {
    fn answer(&self, gate: &Gate) -> Result<Verified<Picture>, Refusal> {
        let positions = |listed: Vec<&Listed>| listed.into_iter().map(|listed| listed.position.clone()).collect();
        let parts = self.game.solve(positions(self.parts.iter().collect()), gate)?;
        let sums = self.game.solve(positions(self.pairs.iter().map(|pair| &pair.sum).collect()), gate)?;
        Ok(parts.zip(sums).map(|(parts, sums)| self.picture(&parts, &sums)))
    }
}

impl Pairs {
    /// What the theory of disjunctive sums would say; none where a part has no value.
    fn predicted(parts: &[Solved], (i, j): (usize, usize)) -> Value {
        let value = |i: usize| parts.get(i).and_then(|part| part.value);
        Some(nim_sum([value(i)?, value(j)?]))
    }

    fn picture(&self, parts: &[Solved], sums: &[Solved]) -> Picture {
        let mut facts = Facts::default();
        let (mut rows, mut wrong, mut cells) = (Vec::new(), Vec::new(), Vec::new());
        for (pair, sum) in self.pairs.iter().zip(sums) {
            let predicted = Self::predicted(parts, pair.parts);
            pair.sum.set(&mut facts, "value", value_fact(sum.value));
            let right = predicted == sum.value;
            if !right {
                wrong.push(pair.sum.text.clone());
            }
            let number = |value: Value| value.map_or_else(|| "–".to_owned(), |value| value.to_string());
            rows.push(vec![pair.sum.text.clone(), number(sum.value), number(predicted)]);
            cells.push((pair.parts, *sum, right));
        }
        facts.set("pairs", self.pairs.len());
        facts.set("right", self.pairs.len() - wrong.len());
        facts.set("wrong", wrong.len());
        facts.set("wrong_list", wrong.clone());
        let failing = if wrong.is_empty() {
            "It is right on all".to_owned()
        } else {
            format!("It is wrong on {}", wrong.join(", "))
        };
        Picture {
            facts,
            title: format!("Sums of two components of {}", self.game.game.name),
            description: format!(
                "A triangular matrix of the values of {} {} of two components; the nim-sum of the parts' values is the prediction. {failing}. Ending: {}.",
                self.pairs.len(),
                noun(self.pairs.len(), "sum", "sums"),
                self.game.ending_in_words(),
            ),
            table: Table { head: ["sum", "value", "nim-sum of the parts"].map(str::to_owned).to_vec(), rows },
            attributes: Vec::new(),
            drawing: self.drawing(&cells, wrong.len()),
        }
    }

    /// A triangle of values; where the prediction fails the cell is coloured and struck at its corner.
    fn drawing(&self, cells: &[((usize, usize), Solved, bool)], wrong: usize) -> Drawing {
        const CELL: i32 = 28;
        const LEFT: i32 = 36;
        let int = |i: usize| i32::try_from(i).unwrap_or(0);
        let side = int(self.parts.len()) * CELL;
        let words: Point = (LEFT + (side / 2).max(4 * CELL) + 10, 20);
        let (small, ending) = (Label::new(Paint::Muted).small(), self.game.ending_in_words());
        let width = (LEFT + side + 4).max(words.0 + 150).max(text_width(&ending, small) + 2);
        Canvas::draw(width, side.max(words.1 + 84) + 54, |canvas| {
            for (i, part) in self.parts.iter().enumerate() {
                let along = int(i) * CELL + CELL / 2;
                canvas.text((LEFT - 10, along), &part.text, Label::new(Paint::Muted).small().end());
                canvas.text((LEFT + along, side + 16), &part.text, Label::new(Paint::Muted).small().middle());
            }
            for &((row, column), solved, right) in cells {
                let frame = Frame::new(LEFT + int(column) * CELL, int(row) * CELL, CELL, CELL).inset(1);
                canvas.rect(frame, if right { Paint::Wash } else { Paint::FalseWinTint });
                if !right {
                    let (x, y) = (frame.x + frame.width, frame.y);
                    canvas.polygon(&[(x - 9, y), (x, y), (x, y + 9)], Paint::FalseWin);
                }
                let label = if right { Label::new(Paint::Muted) } else { Label::new(Paint::Ink).bold() };
                let text = solved.value.map_or_else(|| "–".to_owned(), |value| value.to_string());
                canvas.text(frame.middle(), text, label.middle());
            }
            let said = if wrong == 0 { Paint::Ink } else { Paint::FalseWin };
            canvas.text((words.0, words.1), wrong.to_string(), Label::new(said).bold().size(34));
            let lines = [
                format!(
                    "of {} {} {} not",
                    self.pairs.len(),
                    noun(self.pairs.len(), "sum", "sums"),
                    noun(wrong, "is", "are")
                ),
                "the nim-sum of".to_owned(),
                "their parts".to_owned(),
            ];
            for (line, y) in lines.iter().zip([words.1 + 34, words.1 + 54, words.1 + 74]) {
                canvas.text((words.0, y), line, Label::new(Paint::Ink).small());
            }
            canvas.line(&[(LEFT, side + 2), (LEFT + side, side + 2)], Stroke::thin(Paint::Faint));
            canvas.text((0, side.max(words.1 + 84) + 44), &ending, small);
        })
    }
}
