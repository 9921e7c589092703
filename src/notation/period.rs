use std::fmt;

use crate::game::{Period, PeriodTheorem};

impl fmt::Display for Period {
    /// The certificate in words: what was looked at, and by which theorem that is enough.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { preperiod, period, saltus, checked, .. } = self;
        match saltus {
            0 => write!(f, "g(n + {period}) = g(n) for {preperiod} ≤ n < {checked}, ")?,
            _ => write!(f, "g(n + {period}) = g(n) + {saltus} for {preperiod} ≤ n < {checked}, ")?,
        }
        match self.theorem {
            PeriodTheorem::Window { largest } => {
                write!(f, "which is enough for all: a value depends on the {largest} before it")
            }
            PeriodTheorem::Breaking { parts: 1, .. } => f.write_str("which is enough for all: no heap is broken"),
            PeriodTheorem::Breaking { parts: 2, .. } => f.write_str("which is enough for all (Guy and Smith 1956)"),
            PeriodTheorem::Breaking { parts, .. } => {
                write!(f, "which is enough for all (Guy and Smith's argument for {parts} heaps)")
            }
            PeriodTheorem::Formula { .. } => f.write_str("as the formula proved for the game has it for all"),
        }
    }
}
