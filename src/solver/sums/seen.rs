use crate::game::Nimber;

/// The values of a heap's options: each value bears the stamp of the last heap that had it.
#[derive(Default)]
pub(super) struct Seen {
    stamps: Vec<u32>,
    heap: u32,
    /// The values that every heap from here on has.
    always: Vec<bool>,
    /// Every heap from here on has all values below this.
    least: Nimber,
}

impl Seen {
    /// Turns to the next heap, which has seen nothing yet.
    pub(super) fn next_heap(&mut self) {
        self.heap = self.heap.saturating_add(1);
    }

    /// Makes room for exclusive-ors with this value.
    pub(super) fn make_room(&mut self, value: Nimber) {
        let room = (value as usize + 1).next_power_of_two();
        if self.stamps.len() < room {
            self.stamps.resize(room, 0);
        }
    }

    /// Marks a value of this heap's options, an exclusive-or of values for which room was made. It is written without
    /// a look at what was there, which no processor could foresee.
    #[inline]
    pub(super) fn mark(&mut self, value: Nimber) {
        if let Some(stamp) = self.stamps.get_mut(value as usize) {
            *stamp = self.heap;
        }
    }

    /// Marks the exclusive-or of the first of `ones` and the last of `others`, of the second and the last but one,
    /// and so on.
    pub(super) fn mark_pairs(&mut self, ones: &[Nimber], others: &[Nimber]) {
        for (one, other) in ones.iter().zip(others.iter().rev()) {
            self.mark(one ^ other);
        }
    }

    /// Marks the exclusive-or of the value of each of these heaps and of the rest without it.
    pub(super) fn mark_with_partners(&mut self, heaps: &[u32], rest: usize, values: &[Nimber]) {
        for one in heaps.iter().map(|&one| one as usize) {
            self.mark(values[one] ^ values[rest - one]);
        }
    }

    /// Marks a value for every heap from here on.
    pub(super) fn always(&mut self, value: Nimber) {
        let value = value as usize;
        if value >= self.always.len() {
            self.always.resize(value + 1, false);
        }
        self.always[value] = true;
        while self.always.get(self.least as usize) == Some(&true) {
            self.least += 1;
        }
    }

    pub(super) fn is_missing(&self, value: Nimber) -> bool {
        let stamp = self.stamps.get(value as usize);
        stamp != Some(&self.heap) && self.always.get(value as usize) != Some(&true)
    }

    /// The values that are missing, ascending, without end.
    pub(super) fn missing(&self) -> impl Iterator<Item = Nimber> + '_ {
        (self.least..).filter(|&value| self.is_missing(value))
    }

    /// The least that is missing.
    pub(super) fn mex(&self) -> Nimber {
        self.missing().next().unwrap_or(Nimber::MAX)
    }
}
