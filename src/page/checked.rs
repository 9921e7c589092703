//! The quiet line under a figure: who agreed, how far, and which wrong siblings failed.

use crate::notation::noun;
use crate::verify::Provenance;

/// "Checked by search and columns over 54,264 positions; made wrong on purpose, it fails (divisor 2 on 4,168 of 54,264)."
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
            match group.controls.iter_mut().find(|known| known.name == control.name) {
                Some(known) => {
                    known.refuted = known.refuted.saturating_add(control.refuted);
                    known.of = known.of.saturating_add(control.positions);
                }
                None => {
                    group.controls.push(Wrong { name: &control.name, refuted: control.refuted, of: control.positions })
                }
            }
        }
    }
    groups.iter().map(Group::sentence).collect::<Vec<_>>().join(" ")
}

/// The questions that the same two witnesses answered.
struct Group<'a> {
    names: [&'a str; 2],
    twice: bool,
    positions: u64,
    controls: Vec<Wrong<'a>>,
}

/// A sibling that is wrong on purpose, and how often it was.
struct Wrong<'a> {
    name: &'a str,
    refuted: u64,
    of: u64,
}

impl Group<'_> {
    fn sentence(&self) -> String {
        let [one, other] = self.names;
        let positions = noun(self.positions, "position", "positions");
        let mut text = format!("Checked by {one} and {other} over {} {positions}", number(self.positions));
        if self.twice {
            text.push_str(" (one basis, told twice)");
        }
        let fails = |wrong: &Wrong<'_>| format!("{} on {} of {}", wrong.name, number(wrong.refuted), number(wrong.of));
        match self.controls.as_slice() {
            [] => text.push('.'),
            more => {
                let more = more.iter().map(fails).collect::<Vec<_>>().join(", ");
                text.push_str(&format!("; made wrong on purpose, it fails ({more})."));
            }
        }
        text
    }
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
