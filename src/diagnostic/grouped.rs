//! What is told when there are very many faults.

use super::Diagnostic;

/// How a fault is told.
pub(super) enum Told<'f> {
    /// With all that belongs to it.
    Whole(&'f Diagnostic),
    /// On one line.
    Briefly(&'f Diagnostic),
    /// This many more of a kind.
    Rest {
        /// The kind.
        code: &'static str,
        /// How many.
        faults: usize,
    },
    /// A kind ends here.
    End,
}

/// Up to this many faults are all told whole.
const FEW: usize = 24;

/// Of each kind, beyond that, this many are told whole,
const WHOLE: usize = 3;

/// and this many after them on one line each.
const BRIEF: usize = 12;

/// All faults as they stand where they are few; else kind by kind, the first ones whole and the others ever shorter.
pub(super) fn grouped<'f>(faults: &[&'f Diagnostic]) -> Vec<Told<'f>> {
    if faults.len() <= FEW {
        return faults.iter().map(|fault| Told::Whole(fault)).collect();
    }
    let mut codes: Vec<&'static str> = Vec::new();
    for fault in faults {
        if !codes.contains(&fault.code) {
            codes.push(fault.code);
        }
    }
    let mut told = Vec::new();
    for code in codes {
        let of_kind: Vec<&Diagnostic> = faults.iter().copied().filter(|fault| fault.code == code).collect();
        told.extend(of_kind.iter().take(WHOLE).map(|fault| Told::Whole(fault)));
        told.extend(of_kind.iter().skip(WHOLE).take(BRIEF).map(|fault| Told::Briefly(fault)));
        let rest = of_kind.len().saturating_sub(WHOLE + BRIEF);
        if rest > 0 {
            told.push(Told::Rest { code, faults: rest });
        }
        if of_kind.len() > WHOLE {
            told.push(Told::End);
        }
    }
    told
}
