use super::{Settled, whole};
use crate::figure::canvas::{Canvas, Drawing, Frame, Label, Paint, Stroke, text_width};
use crate::game::Nimber;

/// The size of a cell; it is wider where its numbers are.
const CELL: (i32, i32) = (27, 46);
/// The space between the numbers of neighbouring cells, at the least.
const BETWEEN: i32 = 10;
const VALUE: Label = Label::new(Paint::Ink).size(17).bold();
/// The most cells of a row, where no period says otherwise.
const ROW: usize = 12;
/// The most cells of a row, where a long period fills it.
const LONG_ROW: usize = 20;
/// The height of a line of the legend.
const LEGEND: i32 = 20;
const NOUGHT: &str = "worth nought";
const EXCEPTION: &str = "before the period: not yet what it brings";
/// The room for a bracket over the first period.
const BRACKET: i32 = 34;

impl Settled {
    /// How many cells stand in a row: whole periods, so that equal values stand below each other.
    fn across(&self) -> usize {
        match self.period.as_ref().map(|period| period.period) {
            Some(period) if period <= ROW => ROW / period * period,
            Some(period) if period <= LONG_ROW => period,
            _ => ROW,
        }
    }

    /// Where the bracketed period begins: the first that is whole in one row, if there is one.
    fn bracketed(&self) -> Option<usize> {
        let period = self.period.as_ref()?;
        let across = self.across();
        let whole = |from: usize| from % across + period.period <= across && from + period.period <= self.values.len();
        (period.preperiod..self.values.len()).find(|&from| whole(from))
    }

    /// Whether a heap's value is not the one that the period will bring in its place.
    fn is_exception(&self, heap: usize) -> bool {
        self.period.as_ref().is_some_and(|period| {
            let rounds = period.preperiod.saturating_sub(heap).div_ceil(period.period);
            let later = heap.saturating_add(rounds.saturating_mul(period.period));
            let gained = Nimber::try_from(rounds).ok().and_then(|rounds| period.saltus.checked_mul(rounds));
            let due = self.values.get(later).zip(gained).and_then(|(later, gained)| later.checked_sub(gained));
            due != self.values.get(heap).copied()
        })
    }

    /// Values under the sizes of their heaps, rows of whole periods.
    pub(super) fn cells(&self) -> Drawing {
        let (across, shown) = (self.across(), self.values.len());
        let (label, gutter) =
            (Label::new(Paint::Muted).small(), text_width("value", Label::new(Paint::Muted).small()) + 10);
        let bracketed = self.bracketed();
        let widths = self.values.iter().map(|value| text_width(&value.to_string(), VALUE));
        let cell = widths.max().map_or(CELL.0, |widest| CELL.0.max(widest + BETWEEN));
        let place = |heap: usize| {
            let (row, column) = (heap / across, heap % across);
            let over = bracketed.is_some_and(|from| heap / across >= from / across);
            (gutter + cell * whole(column), CELL.1 * whole(row) + if over { BRACKET } else { 0 })
        };
        let bottom = place(shown.saturating_sub(1)).1 + CELL.1;
        let name = self.name();
        let named = bracketed.map_or(0, |from| place(from).0) + text_width(&name, Label::new(Paint::Move).bold());
        let width = (gutter + cell * whole(across.min(shown))).max(named);
        // What the grounds of the cells mean, where there are such.
        let exceptions = (0..shown).any(|heap| self.is_exception(heap));
        let nought = (0..).zip(&self.values).any(|(heap, &value)| value == 0 && !self.is_exception(heap));
        let legend: Vec<(Paint, &str)> = [(nought, Paint::LostTint, NOUGHT), (exceptions, Paint::OddTint, EXCEPTION)]
            .into_iter()
            .filter_map(|(is, paint, text)| is.then_some((paint, text)))
            .collect();
        let lines = bottom + if bracketed.is_some() { 0 } else { 26 };
        let width = legend.iter().map(|(_, text)| gutter + 20 + text_width(text, label)).max().unwrap_or(0).max(width);
        Canvas::draw(width, lines + LEGEND * whole(legend.len()) + 4, |canvas| {
            for (&(paint, text), y) in legend.iter().zip((0..).map(|i| lines + LEGEND * i + LEGEND / 2 + 2)) {
                canvas.rect(Frame::new(gutter, y - 7, 14, 14), paint);
                canvas.text((gutter + 20, y), text, label);
            }
            canvas.text((gutter - 10, place(0).1 + 11), "heap", label.end());
            canvas.text((gutter - 10, place(0).1 + 31), "value", label.end());
            let cells = || self.values.iter().take(shown).enumerate();
            for (heap, value) in cells() {
                let (x, y) = place(heap);
                let ground = match value {
                    _ if self.is_exception(heap) => Paint::OddTint,
                    0 => Paint::LostTint,
                    _ => Paint::Wash,
                };
                canvas.rect(Frame::new(x, y + 20, cell - 1, 23), ground);
            }
            for (heap, _) in cells() {
                let (x, y) = place(heap);
                canvas.text((x + cell / 2, y + 11), heap.to_string(), label.middle());
            }
            for (heap, value) in cells() {
                let (x, y) = place(heap);
                canvas.text((x + cell / 2, y + 31), value.to_string(), VALUE.middle());
            }
            match (bracketed, &self.period) {
                (Some(from), Some(period)) => {
                    let ((left, y), width) = (place(from), cell * whole(period.period) - 1);
                    canvas.bracket((left + 1, left + width - 1), y - 6, 5, Stroke::thick(Paint::Move));
                    canvas.text((left, y - 20), name, Label::new(Paint::Move).bold());
                }
                _ => canvas.text((0, bottom + 14), name, Label::new(Paint::Muted)),
            }
        })
    }
}
