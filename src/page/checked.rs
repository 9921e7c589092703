//! The quiet line under a figure: who agreed, how far, and which wrong siblings failed.

use super::escape;
use super::text::joints;
use crate::notation::noun;
use crate::verify::Provenance;

/// "Checked by *sieve*, and by *columns*, over 54,264 positions. Made wrong on purpose, the second fails with
/// *divisor 2* on 4,168 of 54,264." as HTML. Names are set apart, since some of them are half a sentence.
pub fn line(provenance: &[Provenance]) -> String {
    let mut groups: Vec<Group> = Vec::new();
    for record in provenance {
        let names = [record.witnesses[0].name.as_str(), record.witnesses[1].name.as_str()];
        let twice = record.told_twice();
        let group = match groups.iter_mut().find(|group| group.names == names && group.twice == twice) {
            Some(group) => group,
            None => {
                groups.push(Group { names, twice, positions: 0, controls: Vec::new() });
                match groups.last_mut() {
                    Some(group) => group,
                    None => continue,
                }
            }
        };
        group.positions = group.positions.saturating_add(record.positions);
        for control in &record.controls {
            match group.controls.iter_mut().find(|known| known.name == control.name && known.of == control.of) {
                Some(known) => {
                    known.refuted = known.refuted.saturating_add(control.refuted);
                    known.positions = known.positions.saturating_add(control.positions);
                }
                None => group.controls.push(Wrong {
                    of: &control.of,
                    name: &control.name,
                    refuted: control.refuted,
                    positions: control.positions,
                }),
            }
        }
    }
    groups.iter().map(Group::sentences).collect::<Vec<_>>().join(" ")
}

/// The questions that the same two witnesses answered.
struct Group<'a> {
    names: [&'a str; 2],
    twice: bool,
    positions: u64,
    controls: Vec<Wrong<'a>>,
}

/// A sibling that is wrong on purpose, whose it is, and how often it was wrong.
struct Wrong<'a> {
    of: &'a str,
    name: &'a str,
    refuted: u64,
    positions: u64,
}

impl Group<'_> {
    fn sentences(&self) -> String {
        let [one, other] = self.names;
        let positions = noun(self.positions, "position", "positions");
        let over = joints(&format!("over {} {positions}", number(self.positions)));
        let mut html = format!("Checked by {}, and by {}, {over}", named(one), named(other));
        if self.twice {
            html.push_str(" (one basis, told twice)");
        }
        html.push('.');
        let failed = |which: &str, of: &str, fails: &str| {
            let own = self.controls.iter().filter(|wrong| wrong.of == of).map(Wrong::html);
            let own: Vec<String> = own.collect();
            (!own.is_empty()).then(|| format!("{which}{fails} {}", own.join(", ")))
        };
        let first = failed("the first", one, " fails");
        let fails = if first.is_some() { "" } else { " fails" };
        let second = failed("the second", other, fails);
        let failed: Vec<String> = first.into_iter().chain(second).collect();
        if !failed.is_empty() {
            html.push_str(&format!(" Made wrong on purpose, {}.", failed.join("; ")));
        }
        html
    }
}

impl Wrong<'_> {
    /// "with *divisor 2* on 4,168 of 54,264"
    fn html(&self) -> String {
        let (refuted, positions) = (number(self.refuted), number(self.positions));
        format!("with {} {}", named(self.name), joints(&format!("on {refuted} of {positions}")))
    }
}

/// The name of a solver or of what was wrong with one, set apart from the words around it.
pub(super) fn named(name: &str) -> String {
    format!("<em>{}</em>", escape(&joints(&name.replace('\'', "\u{2019}"))))
}

/// A count with its separators: 54,264.
pub fn number(count: u64) -> String {
    let digits = count.to_string();
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}
