use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::Arc;

use imbl::OrdSet;

use super::held::Held;
use super::place::{LADDER, is_front, is_ladder, resolve};
use super::{Map, Texts};
use crate::diagnostic::Diagnostic;
use crate::essay::{Essay, Figure};
use crate::notation::nearest;
use crate::source::{Span, composed};

/// A ladder: essays in the order in which they are read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ladder {
    /// The path of its text: `nim/ladder.md`.
    pub path: String,
    /// The paths of its essays, lowest first.
    pub rungs: Vec<String>,
}

/// The order of a site: its ladders, and what each essay needs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Order {
    /// The ladders, by their own `rung` and then by name.
    pub ladders: Vec<Ladder>,
    /// The paths of the essays that come before each essay, by its path.
    pub needs: BTreeMap<String, Vec<String>>,
    /// The ladder of each essay and its place there, both from 0.
    places: BTreeMap<String, (usize, usize)>,
}

impl Order {
    /// Puts the published texts in order.
    ///
    /// Faults are two essays on one rung, a rung without a ladder, and needs that are not there, held back, in a circle,
    /// or on a later rung of the same ladder. Nothing is said of texts that are `faulty` themselves; a ladder whose text
    /// is at fault is one all the same.
    pub fn of(texts: &Texts, held: &Map<Held>, faulty: &OrdSet<String>) -> (Self, Vec<Diagnostic>) {
        let mut faults = Vec::new();
        let mut ladders: Vec<Ladder> = texts
            .keys()
            .chain(faulty)
            .filter(|path| is_ladder(path))
            .map(|path| Ladder { path: path.clone(), rungs: Vec::new() })
            .collect();
        let rung = |path: &str| texts.get(path).and_then(|essay| essay.front.rung).unwrap_or(u32::MAX);
        ladders.sort_by_key(|ladder| (rung(&ladder.path), ladder.path.clone()));
        let numbers: BTreeMap<String, usize> =
            ladders.iter().enumerate().map(|(number, ladder)| (ladder.path.clone(), number)).collect();
        for (path, essay) in texts.iter().filter(|(path, _)| !is_ladder(path)) {
            let number = ladder_of(path).and_then(|ladder| numbers.get(&ladder));
            match number.and_then(|number| ladders.get_mut(*number)) {
                Some(ladder) => ladder.rungs.push(path.clone()),
                None if essay.front.rung.is_some() => faults.push(
                    Diagnostic::error(
                        "rung",
                        key(essay, "rung"),
                        "this essay has a rung, and its folder has no ladder",
                    )
                    .help(format!("a folder with a {LADDER} in it is a ladder")),
                ),
                None => {}
            }
        }
        for ladder in &mut ladders {
            ladder.rungs.sort_by_key(|path| (rung(path), path.clone()));
            for pair in ladder.rungs.windows(2) {
                if let [first, second] = pair
                    && rung(first) == rung(second)
                    && let (Some(first), Some(second)) = (texts.get(first), texts.get(second))
                    && let Some(number) = second.front.rung
                {
                    let message = format!("rung {number} of this ladder is taken");
                    let mut fault = Diagnostic::error("rung", key(second, "rung"), message);
                    fault.related.extend(key(first, "rung").map(|span| (span, "by this essay".to_owned())));
                    faults.push(fault);
                }
            }
        }
        let mut places = BTreeMap::new();
        for (i, ladder) in ladders.iter().enumerate() {
            places.extend(ladder.rungs.iter().enumerate().map(|(j, path)| (path.clone(), (i, j))));
        }
        let mut order = Self { ladders, needs: BTreeMap::new(), places };
        for (path, essay) in texts {
            let needs = order.needs_of(path, essay, texts, (held, faulty), &mut faults);
            order.needs.insert(path.clone(), needs);
        }
        faults.extend(order.circles(texts));
        (order, faults)
    }

    /// The ladder that an essay stands on, and its place there from 0.
    pub fn place(&self, path: &str) -> Option<(&Ladder, usize)> {
        let &(ladder, place) = self.places.get(path)?;
        Some((self.ladders.get(ladder)?, place))
    }

    fn needs_of(
        &self,
        path: &str,
        essay: &Essay<Figure>,
        texts: &Texts,
        (held, faulty): (&Map<Held>, &OrdSet<String>),
        faults: &mut Vec<Diagnostic>,
    ) -> Vec<String> {
        let mut found: Vec<String> = Vec::new();
        let mut first: BTreeMap<String, Range<usize>> = BTreeMap::new();
        for (written, bytes) in &essay.front.needs {
            let mut fault = |message: String, help: String| {
                faults.push(Diagnostic::error("needs", span(essay, bytes.clone()), message).help(help));
            };
            let Some(needed) = resolve(path, &composed(written)) else {
                fault(format!("`{written}` leads out of the folder content"), String::new());
                continue;
            };
            if let Some(first) = first.get(&needed) {
                let twice = Diagnostic::error(
                    "needs",
                    span(essay, bytes.clone()),
                    format!("content/{needed} stands here twice"),
                );
                faults.push(twice.related(span(essay, first.clone()), "the first".to_owned()));
                continue;
            }
            first.insert(needed.clone(), bytes.clone());
            if is_front(&needed) || ladder_of(path).as_ref() == Some(&needed) {
                let what = if is_front(&needed) { "the front page" } else { "the ladder on which this essay stands" };
                fault(format!("content/{needed} is {what}, and no essay"), "an essay needs other essays".to_owned());
                continue;
            }
            if let Some(held) = held.get(&needed) {
                fault(
                    format!("content/{needed} {}", held.in_words()),
                    "an essay that is published cannot need it".to_owned(),
                );
            } else if faulty.contains(&needed) {
                // It says itself what is wrong.
            } else if !texts.contains_key(&needed) {
                let help = nearest(&needed, texts.keys().map(String::as_str));
                let help = help.map_or_else(
                    || "the path of an essay, from this file".to_owned(),
                    |near| format!("did you mean content/{near}?"),
                );
                fault(format!("there is no essay content/{needed}"), help);
            } else if self.is_later(&needed, path) {
                fault(
                    format!("content/{needed} stands on a later rung of the same ladder"),
                    "an essay needs earlier ones".to_owned(),
                );
            } else {
                found.push(needed);
            }
        }
        found
    }

    fn is_later(&self, one: &str, other: &str) -> bool {
        match (self.place(one), self.place(other)) {
            (Some((ladder, i)), Some((same, j))) => ladder.path == same.path && i > j,
            _ => false,
        }
    }

    /// One fault for each circle of needs, at the essay of it that comes first by name.
    fn circles(&self, texts: &Texts) -> Vec<Diagnostic> {
        let mut faults = Vec::new();
        for start in self.entangled() {
            let Some(circle) = self.way_back(start) else { continue };
            if circle.iter().any(|path| path < start) {
                continue;
            }
            let Some(essay) = texts.get(start) else { continue };
            let names: Vec<String> = circle.iter().chain([start]).map(|path| format!("content/{path}")).collect();
            let bytes = essay.front.needs.first().map(|(_, bytes)| bytes.clone()).unwrap_or_default();
            faults.push(
                Diagnostic::error("needs", span(essay, bytes), "these essays need each other in a circle")
                    .help(names.join(" needs ")),
            );
        }
        faults
    }

    /// The texts that are left when, again and again, one goes that needs nothing that is left. Those in a circle are
    /// among them, and in a site in order there are none.
    fn entangled(&self) -> BTreeSet<&String> {
        let mut needed_by: BTreeMap<&String, Vec<&String>> = BTreeMap::new();
        let mut open: BTreeMap<&String, usize> = BTreeMap::new();
        for (path, needs) in &self.needs {
            open.insert(path, needs.len());
            needs.iter().for_each(|needed| needed_by.entry(needed).or_default().push(path));
        }
        let mut free: Vec<&String> = open.iter().filter(|(_, open)| **open == 0).map(|(path, _)| *path).collect();
        while let Some(path) = free.pop() {
            open.remove(path);
            for other in needed_by.remove(path).into_iter().flatten() {
                if let Some(open) = open.get_mut(other) {
                    *open -= 1;
                    free.extend((*open == 0).then_some(other));
                }
            }
        }
        open.into_keys().collect()
    }

    /// The shortest way along needs from an essay back to itself, its start included and its end not.
    fn way_back(&self, start: &str) -> Option<Vec<String>> {
        let mut ways = vec![vec![start.to_owned()]];
        let mut seen = Vec::new();
        let mut next = 0;
        while let Some(way) = ways.get(next).cloned() {
            next += 1;
            for needed in way.last().and_then(|last| self.needs.get(last)).into_iter().flatten() {
                if needed == start {
                    return Some(way);
                }
                if !seen.contains(needed) {
                    seen.push(needed.clone());
                    ways.push(way.iter().cloned().chain([needed.clone()]).collect());
                }
            }
        }
        None
    }
}

/// The text of the ladder whose folder a text stands in: `nim/ladder.md` for `nim/bouton.md` and `nim/bouton/index.md`.
pub fn ladder_of(path: &str) -> Option<String> {
    let path = path.strip_suffix("/index.md").unwrap_or(path);
    path.rsplit_once('/').map(|(folder, _)| format!("{folder}/{LADDER}"))
}

/// The place of a key in the front matter of an essay.
fn key(essay: &Essay<Figure>, name: &str) -> Option<Span> {
    let line = format!("\n{name}");
    let start = essay.source.text.find(&line)? + 1;
    Some(span(essay, start..start + name.len()))
}

fn span(essay: &Essay<Figure>, bytes: Range<usize>) -> Span {
    Span { file: Arc::clone(&essay.source), bytes }
}
