use super::Texts;
use super::kept::{Kept, Map, differing};
use super::workshop::Claims;
use crate::diagnostic::Diagnostic;
use crate::page::Outline;

/// The outlines of all texts, each with what it was read from.
#[derive(Default)]
pub struct Outlines {
    texts: Texts,
    settled: Claims,
    read: Map<Kept<Outline>>,
    faults: Map<Vec<Diagnostic>>,
}

impl Outlines {
    /// The outline of every text.
    pub fn of(&mut self, texts: &Texts, settled: &Claims, faults: &mut Vec<Diagnostic>) -> Map<Kept<Outline>> {
        let mut changed = differing(&self.texts, texts);
        changed.append(&mut differing(&self.settled, settled));
        for path in changed {
            self.read.remove(&path);
            self.faults.remove(&path);
            if let Some(essay) = texts.get(&path) {
                let settled = settled.get(&path).map_or(&[][..], |settled| settled.as_slice());
                let (outline, faults) = Outline::of(essay, settled);
                self.read.insert(path.clone(), Kept::new(outline));
                if !faults.is_empty() {
                    self.faults.insert(path, faults);
                }
            }
        }
        (self.texts, self.settled) = (texts.clone(), settled.clone());
        faults.extend(self.faults.values().flatten().cloned());
        self.read.clone()
    }
}
