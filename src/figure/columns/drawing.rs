use super::Reading;
use crate::figure::canvas::{Canvas, Drawing, Frame, Label, Paint, Stroke, text_width};
use crate::figure::range::written;
use crate::game::{Convention, Outcome};
use crate::solver::Columns;

/// The height of a row.
const ROW: i32 = 30;
/// The width of a column of digits.
const PITCH: i32 = 25;
/// The room for the arrow of a move.
const ARROW: i32 = 40;
/// The height of a line of the text below.
const LINE: i32 = 23;
/// How many counters stand in one line, and how many lines there are at most.
const COUNTERS: (u32, u32) = (8, 2);
/// The width of the bar that stands for the largest heap where counters would be too many.
const BAR: i32 = 96;

/// The width of the text below.
const FOOTER: i32 = 370;

/// Where the parts of the drawing stand.
struct Layout {
    /// The left side of the digits.
    before: i32,
    /// The left side of the digits after the move; none where no move is drawn.
    after: Option<i32>,
    /// The left side of the counters.
    counters: i32,
    /// The top of the first heap's row.
    top: i32,
    /// The top of the row of sums.
    sums: i32,
    /// The top of the text below.
    footer: i32,
    width: i32,
    height: i32,
}

impl Reading {
    pub(super) fn drawing(&self) -> Drawing {
        let footer = self.footer();
        let layout = self.layout(&footer);
        Canvas::draw(layout.width, layout.height, |canvas| {
            self.draw_offending_columns(canvas, &layout);
            self.draw_labels(canvas, &layout);
            self.draw_digits(canvas, &layout, layout.before, [&self.sizes, &self.sizes]);
            if let (Some(after), Some(shown)) = (layout.after, &self.shown) {
                self.draw_digits(canvas, &layout, after, [&self.sizes, shown]);
                self.draw_move(canvas, &layout, after, shown);
            }
            self.draw_counters(canvas, &layout);
            for (i, (text, label)) in footer.iter().enumerate() {
                canvas.text((2, layout.footer + LINE * index(i) + LINE / 2), text, *label);
            }
        })
    }

    fn layout(&self, footer: &[(String, Label)]) -> Layout {
        let names = self.sizes.iter().map(u32::to_string).chain(["ones".to_owned(), self.modulus()]);
        let before = names.map(|name| text_width(&name, Label::new(Paint::Ink).bold())).max().unwrap_or(0) + 12;
        let digits = PITCH * index(self.sums.len());
        let after = self.shown.as_ref().map(|_| before + digits + ARROW);
        let counters = after.unwrap_or(before) + digits + if after.is_some() { 36 } else { 20 };
        let text = footer.iter().map(|(text, label)| text_width(text, *label) + 4).max().unwrap_or(0);
        let (top, rows) = (26, ROW * index(self.sizes.len()));
        let sums = top + rows + 6;
        let footer_top = sums + 2 * ROW + 10;
        Layout {
            before,
            after,
            counters,
            top,
            sums,
            footer: footer_top,
            width: (counters + self.counters_width() + 4).max(text),
            height: footer_top + LINE * index(footer.len()),
        }
    }

    fn modulus(&self) -> String {
        format!("mod {}", self.divisor)
    }

    fn draw_offending_columns(&self, canvas: &Canvas, layout: &Layout) {
        let height = layout.sums + 2 * ROW - layout.top;
        for (x, residue) in columns(layout.before).zip(&self.residues) {
            if *residue != 0 {
                canvas.rect(Frame::new(x + 1, layout.top, PITCH - 2, height), Paint::OddTint);
            }
        }
    }

    fn draw_labels(&self, canvas: &Canvas, layout: &Layout) {
        let right = layout.before - 10;
        for (y, size) in rows(layout.top).zip(&self.sizes) {
            canvas.text((right, y + ROW / 2), size.to_string(), Label::new(Paint::Ink).bold().end());
        }
        canvas.text((right, layout.sums + ROW / 2), "ones", Label::new(Paint::Muted).small().end());
        canvas.text((right, layout.sums + ROW + ROW / 2), self.modulus(), Label::new(Paint::Muted).small().end());
    }

    /// The digits of some heaps with their column sums and residues, under their place values. Those that are others
    /// than before the move the move draws.
    fn draw_digits(&self, canvas: &Canvas, layout: &Layout, left: i32, [before, sizes]: [&[u32]; 2]) {
        let middle = |x: i32| x + PITCH / 2;
        if self.sums.len() <= 7 {
            for (x, place) in columns(left).zip(self.places()) {
                canvas.text((middle(x), layout.top - 13), place.to_string(), Label::new(Paint::Muted).small().middle());
            }
        }
        // Digits of one look follow each other, so that they share a group of the file.
        for (shown, label) in [(0, Label::new(Paint::Muted)), (1, Label::new(Paint::Ink).bold())] {
            for (y, (&was, &size)) in rows(layout.top).zip(before.iter().zip(sizes)) {
                let digits = self.digits(was).into_iter().zip(self.digits(size));
                for (x, _) in columns(left).zip(digits).filter(|(_, digits)| *digits == (shown, shown)) {
                    canvas.text((middle(x), y + ROW / 2), shown.to_string(), label.size(17).middle());
                }
            }
        }
        let right = left + PITCH * index(self.sums.len());
        canvas.line(&[(left, layout.sums - 4), (right, layout.sums - 4)], Stroke::thin(Paint::Muted));
        let sums = Columns::sums(sizes);
        let missing = self.sums.len().saturating_sub(sums.len());
        let sums: Vec<u32> = std::iter::repeat_n(0, missing).chain(sums).collect();
        for (x, sum) in columns(left).zip(sums) {
            canvas.text((middle(x), layout.sums + ROW / 2), sum.to_string(), Label::new(Paint::Ink).middle());
            let residue = sum % self.divisor;
            let label = if residue == 0 { Label::new(Paint::Muted) } else { Label::new(Paint::Odd).bold() };
            canvas.text((middle(x), layout.sums + ROW + ROW / 2), residue.to_string(), label.middle());
        }
    }

    /// What the move changes: an arrow in each row, the new digits, and the new size.
    fn draw_move(&self, canvas: &Canvas, layout: &Layout, after: i32, shown: &[u32]) {
        let digits = PITCH * index(self.sums.len());
        for (y, (&from, &to)) in rows(layout.top).zip(self.sizes.iter().zip(shown)).filter(|(_, (from, to))| from != to)
        {
            let middle = y + ROW / 2;
            canvas.arrow((after - ARROW + 9, after - 9), middle, Stroke::thick(Paint::Move));
            for ((x, old), new) in columns(after).zip(self.digits(from)).zip(self.digits(to)) {
                if old != new {
                    canvas.rect(Frame::new(x + 1, y + 2, PITCH - 2, ROW - 4), Paint::MoveTint);
                    let label = Label::new(Paint::Move).bold().size(17).middle();
                    canvas.text((x + PITCH / 2, middle), new.to_string(), label);
                }
            }
            canvas.text((after + digits + 8, middle), to.to_string(), Label::new(Paint::Move).bold());
        }
    }

    fn counters_width(&self) -> i32 {
        if self.as_bars() { BAR } else { 11 * index(self.largest().min(COUNTERS.0) as usize) }
    }

    fn largest(&self) -> u32 {
        self.sizes.iter().copied().max().unwrap_or(0)
    }

    fn as_bars(&self) -> bool {
        self.largest() > COUNTERS.0 * COUNTERS.1
    }

    /// The heaps as counters, or as bars where these are too many; what the move takes is hollow.
    fn draw_counters(&self, canvas: &Canvas, layout: &Layout) {
        let left = self.shown.as_deref().unwrap_or(&self.sizes);
        for (y, (&size, &left)) in rows(layout.top).zip(self.sizes.iter().zip(left)) {
            let middle = y + ROW / 2;
            if self.as_bars() {
                let length = |counters: u32| {
                    let scaled = u64::from(counters) * BAR.unsigned_abs() as u64 / u64::from(self.largest().max(1));
                    i32::try_from(scaled).unwrap_or(BAR).max(i32::from(counters > 0))
                };
                canvas.rect(Frame::new(layout.counters, middle - 6, length(left), 12), Paint::Lost);
                let taken = Frame::new(layout.counters + length(left), middle - 6, length(size) - length(left), 12);
                if taken.width > 0 {
                    canvas.outline(taken, Stroke::thin(Paint::Move));
                }
                continue;
            }
            for counter in 0..size {
                let (row, column) = (counter / COUNTERS.0, counter % COUNTERS.0);
                let rows = size.div_ceil(COUNTERS.0);
                let y = middle + 12 * index(row as usize) - 6 * index(rows as usize - 1);
                let at = (layout.counters + 11 * index(column as usize) + 4, y);
                if counter < left {
                    canvas.disc(at, 4, Paint::Lost);
                } else {
                    canvas.ring(at, 4, Stroke::thin(Paint::Move));
                }
            }
        }
    }

    /// Who wins and how, and what the position is worth.
    fn footer(&self) -> Vec<(String, Label)> {
        let (outcome, paint) = match self.outcome {
            Outcome::N => ("Won", Paint::Won),
            Outcome::P => ("Lost", Paint::Lost),
        };
        let why = match (&self.shown, self.outcome, self.says()) {
            (Some(shown), ..) => format!(": {}", taking(&self.sizes, shown)),
            (None, Outcome::P, Outcome::P) if self.divisor == 2 => ": every column is even".to_owned(),
            (None, Outcome::P, Outcome::P) => format!(": every column is divisible by {}", self.divisor),
            (None, Outcome::P, Outcome::N) => ", though a column leaves something".to_owned(),
            (None, Outcome::N, Outcome::P) => ", though no column leaves anything".to_owned(),
            (None, Outcome::N, Outcome::N) => format!(": by {} of {} options", self.winning.len(), self.options),
        };
        let play = if self.convention == Convention::Misere { " in misère play" } else { "" };
        let bold = Label::new(paint).bold();
        let mut lines: Vec<_> = wrapped(&format!("{outcome}{play}{why}"), bold).map(|line| (line, bold)).collect();
        if let Some(value) = self.value {
            let whence = if self.spelled { "the nim-sum of the heaps" } else { "which the columns do not give" };
            lines.push((format!("Worth ∗{value}, {whence}"), Label::new(Paint::Ink).small()));
        }
        lines
    }
}

/// A text in lines no wider than [`FOOTER`], broken after commas.
fn wrapped(text: &str, label: Label) -> impl Iterator<Item = String> {
    let mut lines: Vec<String> = Vec::new();
    for part in text.split_inclusive(", ") {
        match lines.last_mut().filter(|line| text_width(&format!("{line}{part}"), label) <= FOOTER) {
            Some(line) => line.push_str(part),
            None => lines.push(part.to_owned()),
        }
    }
    lines.into_iter().map(|line| line.trim_end().to_owned())
}

/// A move in words.
fn taking(before: &[u32], after: &[u32]) -> String {
    let changed: Vec<_> = before.iter().zip(after).filter(|(from, to)| from != to).collect();
    let taken = |&(&from, &to): &(&u32, &u32)| from.checked_sub(to).map(|taken| format!("{taken} from the {from}"));
    match (changed.as_slice(), changed.iter().map(taken).collect::<Option<Vec<_>>>()) {
        (&[(from, to)], Some(_)) => format!("take {} from the heap of {from}", from - to),
        (_, Some(taken)) => format!("take {}", taken.join(", ")),
        (_, None) => format!("move to {}", written(after)),
    }
}

/// The left sides of the columns, from `left` on.
fn columns(left: i32) -> impl Iterator<Item = i32> {
    (0..).map(move |i| left + PITCH * i)
}

/// The tops of the rows, from `top` on.
fn rows(top: i32) -> impl Iterator<Item = i32> {
    (0..).map(move |i| top + ROW * i)
}

/// A count as a coordinate; drawings are far smaller than what would not fit.
fn index(count: usize) -> i32 {
    i32::try_from(count).unwrap_or(i32::MAX / 1_000)
}
