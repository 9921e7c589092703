//! `quotient`: the misère quotient of the heaps up to some size.

use super::canvas::{Drawing, Label, Paint};
use super::listing::{Entry, Listing, Section};
use super::range::{GAME, HeapGame, MAX};
use super::{Facts, Fault, Key, KeyKind, Keys, Kind, Picture, Request, Table};
use crate::game::{Convention, HeapRange, Outcome, PositionRange, Positions};
use crate::notation::{grouped, noun};
use crate::solver::Quotient;
use crate::verify::{Gate, Refusal, Verified};

/// The registry's line.
pub const KIND: Kind = Kind {
    name: "quotient",
    about: "The misère quotient of the heaps up to a largest one: which sums can stand for each other in misère play.",
    keys: &[
        GAME,
        MAX,
        Key {
            name: "heaps",
            kind: KeyKind::Integer(1, 16),
            default: Some("2"),
            about: "of how many heaps are the sums on which it is held against the search",
        },
    ],
    facts: &[
        ("convention", "misere, whatever the directive says: the quotient is one of misère play"),
        ("order", "how many elements it has; none where no finite quotient is found"),
        ("lost", "how many of them are lost"),
        ("lost_list", "a sum of heaps for each lost element"),
        ("generators_list", "the heaps of which all elements are sums"),
        ("heap", "by size, heap[5]: the sum of generators that it can be taken for"),
        ("certified", "what proves it for sums of any number of heaps"),
    ],
    example: "game = \"octal(0.75)\"\nmax = 8\n",
    read,
};

struct Asked {
    game: HeapGame,
    range: HeapRange,
}

fn read(keys: &Keys) -> Result<Box<dyn Request>, Vec<Fault>> {
    let mut faults = Vec::new();
    let whole = |name| keys.integer(name).and_then(|number| u32::try_from(number).ok()).unwrap_or(0);
    let range = HeapRange { heaps: whole("heaps") as usize, max: whole("max") };
    let largest = Quotient::LARGEST;
    if range.max > largest {
        let message = "misère quotients are not looked for so far";
        faults.push(Fault::new(keys.span("max"), message, format!("at most {largest}")));
    }
    match HeapGame::read(keys, "game") {
        Ok(game) if game.rules.heap_rule().is_none() => {
            let message = format!("positions of {} are not sums of heaps", game.game.name);
            faults.push(Fault::new(keys.span("game"), message, "give a game in which a move changes one heap"));
            Err(faults)
        }
        Ok(game) if faults.is_empty() => {
            Ok(Box::new(Asked { game: HeapGame { convention: Convention::Misere, ..game }, range }))
        }
        game => Err(game.err().into_iter().chain(faults).collect()),
    }
}

impl Request for Asked {
    fn answer(&self, gate: &Gate) -> Result<Verified<Picture>, Refusal> {
        let question = self.game.question(Positions::Range(self.range.clone()));
        Ok(gate.outcomes(&question)?.map(|outcomes| self.picture(&outcomes)))
    }
}

/// Heaps as a sum: "1+2+2".
fn sum(heaps: &[u32]) -> String {
    match heaps {
        [] => "0".to_owned(),
        heaps => heaps.iter().map(u32::to_string).collect::<Vec<_>>().join("+"),
    }
}

impl Asked {
    /// The quotient, if there is one that says what was verified.
    fn quotient(&self, verified: &[Outcome]) -> Option<Quotient> {
        let quotient = Quotient::of(self.game.rules.heap_rule()?, self.range.max)?;
        let mut said = self.range.iter().map(|heaps| quotient.outcome(heaps.sizes())).zip(verified);
        said.all(|(said, verified)| said == *verified).then_some(quotient)
    }

    fn picture(&self, verified: &[Outcome]) -> Picture {
        let quotient = self.quotient(verified);
        let extent = format!("{}, misère play, heaps up to {}", self.game.game.name, self.range.max);
        let elements: Vec<(String, Outcome)> = quotient
            .iter()
            .flat_map(|quotient| quotient.elements().map(|(heaps, outcome)| (sum(heaps), outcome)))
            .collect();
        let of_heap = |heap: u32| quotient.as_ref().map(|quotient| quotient.element(&[heap]));
        let lost: Vec<String> =
            elements.iter().filter(|(_, outcome)| *outcome == Outcome::P).map(|(sum, _)| sum.clone()).collect();
        let certified = quotient.as_ref().map(|quotient| {
            format!(
                "of all sums of these heaps, however many, there {} {} {} by element and options, and each is \
                 lost exactly if no option is (Plambeck and Siegel 2008)",
                noun(quotient.checked(), "is", "are"),
                grouped(quotient.checked() as u64),
                noun(quotient.checked(), "kind", "kinds")
            )
        });
        let mut facts = Facts::default();
        // Whatever the directive says: the quotient is one of misère play.
        facts.set("convention", self.game.convention.to_string());
        facts.set("order", quotient.as_ref().map(Quotient::order));
        facts.set("lost", quotient.as_ref().map(Quotient::lost));
        facts.set("lost_list", lost.clone());
        facts.set("generators_list", quotient.as_ref().map_or(Vec::new(), |quotient| quotient.generators().to_vec()));
        let stands_for = |heap: u32| of_heap(heap).and_then(|element| Some(elements.get(element)?.0.clone()));
        (0..=self.range.max).for_each(|heap| facts.set_in("heap", heap.to_string(), stands_for(heap)));
        facts.set("certified", certified.clone());
        let heading = match &quotient {
            Some(quotient) => {
                let order = quotient.order();
                format!("{order} {}, {} of them lost", noun(order, "element", "elements"), quotient.lost())
            }
            None => "no finite quotient is found".to_owned(),
        };
        let row = |(place, (sum, outcome)): (usize, &(String, Outcome))| {
            let heaps = (0..=self.range.max).filter(|&heap| of_heap(heap) == Some(place));
            vec![sum.clone(), outcome.to_string(), heaps.map(|heap| heap.to_string()).collect::<Vec<_>>().join(", ")]
        };
        Picture {
            facts,
            title: format!("Misère quotient of {extent}"),
            description: format!(
                "{extent}: {heading}{}.{}",
                if lost.is_empty() { String::new() } else { format!(": {}", lost.join(", ")) },
                certified.map_or_else(String::new, |certified| format!(" Certified: {certified}."))
            ),
            table: Table {
                head: ["a sum of this element", "outcome", "heaps of this element"].map(str::to_owned).to_vec(),
                rows: elements.iter().enumerate().map(row).collect(),
            },
            attributes: Vec::new(),
            drawing: drawing(
                &heading,
                &extent,
                lost,
                (0..=self.range.max).filter_map(|heap| Some(format!("{heap} as {}", stands_for(heap)?))),
            ),
        }
    }
}

/// The lost elements, and what each heap can be taken for.
fn drawing(heading: &str, extent: &str, lost: Vec<String>, heaps: impl Iterator<Item = String>) -> Drawing {
    let entries =
        |texts: Vec<String>| texts.into_iter().map(|text| Entry { fields: vec![text], bold: false }).collect();
    let first = Section {
        heading: vec![
            (heading.to_owned(), Label::new(Paint::Lost).bold()),
            (extent.to_owned(), Label::new(Paint::Muted).small()),
        ],
        entries: entries(lost),
        note: String::new(),
    };
    let second = Section {
        heading: vec![("each heap, as a sum of generators".to_owned(), Label::new(Paint::Ink).bold())],
        entries: entries(heaps.collect()),
        note: String::new(),
    };
    Listing(vec![first, second]).drawing()
}
