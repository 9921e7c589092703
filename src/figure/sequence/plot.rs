use std::collections::BTreeSet;

use super::Settled;
use crate::figure::canvas::{Canvas, Drawing, Frame, Label, Paint, Plot, Stroke, text_width};

/// The size of the plot proper.
const SIZE: (i32, i32) = (430, 200);
/// The room above it, for the name of the period.
const TOP: i32 = 34;

impl Settled {
    /// Values above the sizes of their heaps, each a dot.
    pub(super) fn plot(&self) -> Drawing {
        let label = Label::new(Paint::Muted).size(17);
        let count = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
        let last = count(self.values.len().saturating_sub(1));
        let largest = self.values.iter().copied().max().unwrap_or(0);
        let left = text_width(&largest.to_string(), label).max(text_width("value", label)) + 12;
        let frame = Frame::new(left, TOP, SIZE.0, SIZE.1);
        let plot = Plot::new(frame, last, largest);
        let right = left + SIZE.0;
        Canvas::draw(right + text_width(&last.to_string(), label) / 2 + 2, TOP + SIZE.1 + 50, |canvas| {
            let mut name_at = left;
            if let Some(period) = &self.period {
                let (from, _) = plot.place(count(period.preperiod), 0);
                let (to, _) = plot.place(count(period.preperiod.saturating_add(period.period)).min(last), 0);
                canvas.rect(Frame::new(from, TOP, (to - from).max(2), SIZE.1), Paint::MoveTint);
                canvas.bracket((from, to.max(from + 2)), TOP - 6, 5, Stroke::thick(Paint::Move));
                name_at = from;
            }
            let name = self.name();
            let name_label = Label::new(if self.period.is_some() { Paint::Move } else { Paint::Muted }).bold().size(17);
            name_at = name_at.min(right - text_width(&name, name_label)).max(0);
            canvas.text((name_at, 11), name, name_label);
            for value in plot.ticks_up(5) {
                let (_, y) = plot.place(0, value);
                canvas.line(&[(left, y), (right, y)], Stroke::thin(Paint::Faint));
                canvas.text((left - 8, y), value.to_string(), label.end());
            }
            for heap in plot.ticks_across(6) {
                canvas.text((plot.place(heap, 0).0, TOP + SIZE.1 + 17), heap.to_string(), label.middle());
            }
            canvas.text((left + SIZE.0 / 2, TOP + SIZE.1 + 38), "heap", label.middle());
            canvas.text((left - 8, TOP - 17), "value", label.end());
            // Dots that fall on one place are drawn once.
            let dots: BTreeSet<_> = (0..).zip(&self.values).map(|(heap, &value)| plot.place(heap, value)).collect();
            for (x, y) in dots {
                canvas.rect(Frame::new(x - 1, y - 1, 3, 3), Paint::Ink);
            }
        })
    }
}
