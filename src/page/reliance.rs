//! Which sentences rely on which figure.

use std::collections::BTreeMap;

use pulldown_cmark::{Event, Tag, TagEnd};

use super::plain::write_plain;
use super::{Address, Links, Target};
use crate::essay::{Essay, Figure, Node, Settled};

/// A sentence that claims a fact of a figure, or refers to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reliance {
    /// Where it stands; the page where it has no place of its own.
    pub target: Target,
    /// The sentence, without its markup; cut short where it is long.
    pub sentence: String,
}

/// The sentences that rely on each figure, by the file and the id of the figure; in the order of the texts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reliances(BTreeMap<(String, String), Vec<Reliance>>);

impl Reliances {
    /// Those that rely on a figure.
    pub fn on(&self, file: &str, id: &str) -> &[Reliance] {
        self.0.get(&(file.to_owned(), id.to_owned())).map_or(&[], Vec::as_slice)
    }

    /// The files of the figures on which other sentences rely than in another site, some of them more than once.
    pub fn differing<'s>(&'s self, other: &'s Self) -> impl Iterator<Item = &'s str> {
        let here = self.0.iter().filter(|(figure, relying)| other.0.get(figure) != Some(relying));
        let gone = other.0.iter().filter(|(figure, _)| !self.0.contains_key(*figure));
        here.chain(gone).map(|((file, _), _)| file.as_str())
    }

    /// Adds those of another text, which comes after these.
    pub fn extend(&mut self, other: &Self) {
        for (figure, more) in &other.0 {
            self.0.entry(figure.clone()).or_default().extend(more.iter().cloned());
        }
    }

    /// Adds the sentences of an essay that stands at an address, in which its links are called as they are on its page.
    pub fn add(&mut self, essay: &Essay<Figure>, settled: &[Settled], address: &Address, links: &dyn Links) {
        for passage in passages(essay, settled, links) {
            let mut known: BTreeMap<(usize, (String, String)), usize> = BTreeMap::new();
            let stops = stops(&passage.text);
            for Spoken { at, figures, anchor } in passage.spoken {
                let (start, sentence) = sentence(&passage.text, &stops, at);
                for figure in figures {
                    // A sentence is named once for a figure, however many of its facts it claims.
                    let relying = self.0.entry(figure.clone()).or_default();
                    let place = *known.entry((start, figure)).or_insert(relying.len());
                    match relying.get_mut(place) {
                        // The words of a picture's description have no place of their own; what stands beside them has.
                        Some(before) if before.target.anchor.is_none() => before.target.anchor.clone_from(&anchor),
                        Some(_) => {}
                        None => {
                            let target =
                                Target { address: address.clone(), anchor: anchor.clone(), name: String::new() };
                            relying.push(Reliance { target, sentence: sentence.clone() });
                        }
                    }
                }
            }
        }
    }
}

/// The id of a claim on its page. No heading's id has a full stop in it, so none can be the same.
pub fn claim_id(claim: usize) -> String {
    format!("claim.{}", claim + 1)
}

/// Where an essay refers to places in texts, its own or others: the first byte of each link, ascending. The words of
/// titles and descriptions lead nowhere.
pub fn referring(essay: &Essay<Figure>) -> Vec<usize> {
    let captions = essay.figures.iter().filter_map(|figure| figure.question.caption.as_ref());
    let texts = [&essay.body].into_iter().chain(essay.notes.iter().map(|note| &note.text)).chain(captions);
    let refers = |node: &Node| node.refers(&essay.source.path).map(|(_, bytes)| bytes.start);
    let mut starts: Vec<usize> = texts.flat_map(|text| text.0.iter().filter_map(refers)).collect();
    starts.sort_unstable();
    starts
}

/// The id on its page of the link that begins at a byte, if it is one of those.
pub fn reference_id(referring: &[usize], start: usize) -> Option<String> {
    Some(format!("reference.{}", referring.binary_search(&start).ok()? + 1))
}

/// A block of text, without its markup, and where it speaks of figures.
#[derive(Default)]
struct Passage {
    text: String,
    spoken: Vec<Spoken>,
}

/// A claim in a passage, or a reference.
struct Spoken {
    /// Where it stands in the text.
    at: usize,
    /// The figures, each by its file and its id.
    figures: Vec<(String, String)>,
    /// Where a link to it leads on the page.
    anchor: Option<String>,
}

/// What a reader sees of an essay, block by block.
fn passages(essay: &Essay<Figure>, settled: &[Settled], links: &dyn Links) -> Vec<Passage> {
    let referring = referring(essay);
    let mut reading = Reading { essay, settled, links, referring, passages: Vec::new() };
    // These are shown on pages without links in them.
    reading.prose(&essay.title.0, |_| None);
    if let Some(summary) = &essay.summary {
        reading.prose(&summary.0, |_| None);
    }
    let own = |id: String| Some(id);
    reading.prose(&essay.body.0, own);
    for note in &essay.notes {
        reading.prose(&note.text.0, own);
    }
    for figure in essay.figures.iter().filter(|figure| figure.question.directive.drawn) {
        let asked = &figure.question;
        if let Some(caption) = &asked.caption {
            reading.prose(&caption.0, own);
        }
        if let Some(alt) = &asked.alt {
            reading.prose(&alt.0, |_| Some(asked.id.clone()));
        }
    }
    reading.passages
}

struct Reading<'a> {
    essay: &'a Essay<Figure>,
    settled: &'a [Settled],
    links: &'a dyn Links,
    referring: Vec<usize>,
    passages: Vec<Passage>,
}

impl Reading<'_> {
    /// Reads a text; `anchor` tells where a link to something in it leads that has an id of its own on the page.
    fn prose(&mut self, nodes: &[Node], anchor: impl Fn(String) -> Option<String>) {
        let path = &self.essay.source.path;
        let speaks = |node: &Node| matches!(node, Node::Claim(_)) || node.refers(path).is_some();
        // Most blocks speak of no figure, and their words are not asked for.
        for block in nodes.split(parts_blocks).filter(|block| block.iter().any(speaks)) {
            self.passage(block, &anchor);
        }
    }

    fn passage(&mut self, nodes: &[Node], anchor: impl Fn(String) -> Option<String>) {
        let mut passage = Passage::default();
        let mut in_image = 0usize;
        for node in nodes {
            let at = passage.text.len();
            match node {
                Node::Event(Event::Start(Tag::Image { .. }), _) => in_image += 1,
                Node::Event(Event::End(TagEnd::Image), _) => in_image = in_image.saturating_sub(1),
                Node::Claim(claim) => {
                    // The words of a picture's description are no place that a link can lead to.
                    let anchor = if in_image > 0 { None } else { anchor(claim_id(*claim)) };
                    let path = &self.essay.source.path;
                    let figures = self.essay.claims.get(*claim).map(|claim| claim.figures(path)).unwrap_or_default();
                    passage.spoken.push(Spoken { at, figures, anchor });
                }
                node => {
                    if let Some((figure, bytes)) = node.refers(&self.essay.source.path) {
                        let id = reference_id(&self.referring, bytes.start).filter(|_| in_image == 0);
                        passage.spoken.push(Spoken { at, figures: vec![figure], anchor: id.and_then(&anchor) });
                    }
                }
            }
            write_plain(&mut passage.text, std::slice::from_ref(node), self.settled, Some(self.links));
        }
        self.passages.push(passage);
    }
}

/// Whether a node begins or ends a block of text.
fn parts_blocks(node: &Node) -> bool {
    match node {
        Node::Event(Event::Start(tag), _) => !within_a_line(&tag.to_end()),
        Node::Event(Event::End(tag), _) => !within_a_line(tag),
        Node::Figure(_) => true,
        _ => false,
    }
}

fn within_a_line(tag: &TagEnd) -> bool {
    matches!(
        tag,
        TagEnd::Emphasis
            | TagEnd::Strong
            | TagEnd::Strikethrough
            | TagEnd::Link
            | TagEnd::Image
            | TagEnd::Superscript
            | TagEnd::Subscript
    )
}

/// The most characters of a sentence on either side of a claim.
const MOST: usize = 90;

/// Where the sentences of a text end.
fn stops(text: &str) -> Vec<usize> {
    let ends = |(stop, c): (usize, char)| {
        let after = text.get(stop + c.len_utf8()..).unwrap_or_default();
        let mut beyond = after.trim_start_matches(['”', '’', ')', '"']).chars();
        let parted = beyond.next().is_none_or(char::is_whitespace);
        let goes_on = beyond.as_str().trim_start().starts_with(char::is_lowercase);
        (parted && !goes_on).then_some(stop + c.len_utf8())
    };
    text.char_indices().filter(|(_, c)| matches!(c, '.' | '?' | '!')).filter_map(ends).collect()
}

/// The sentence in which a byte of a text stands, and where it begins.
fn sentence(text: &str, stops: &[usize], at: usize) -> (usize, String) {
    let next = stops.partition_point(|&stop| stop <= at);
    let start = next.checked_sub(1).and_then(|last| stops.get(last)).copied().unwrap_or(0);
    let end = stops.get(next).copied().unwrap_or(text.len());
    let before = text.get(start..at).unwrap_or_default();
    let after = text.get(at..end).unwrap_or_default();
    let before = match before.char_indices().rev().nth(MOST) {
        Some((cut, _)) => {
            format!("…{}", before.get(cut..).and_then(|kept| kept.split_once(' ')).map_or("", |(_, rest)| rest))
        }
        None => before.trim_start_matches(['”', '’', ')', '"']).to_owned(),
    };
    let after = match after.char_indices().nth(MOST) {
        Some((cut, _)) => {
            format!("{}…", after.get(..cut).and_then(|kept| kept.rsplit_once(' ')).map_or("", |(rest, _)| rest))
        }
        None => after.to_owned(),
    };
    let joined = format!("{before}{after}");
    (start, super::legible(&joined).split_whitespace().collect::<Vec<_>>().join(" "))
}

#[cfg(test)]
mod tests {
    use super::{sentence, stops};

    #[test]
    fn a_sentence_ends_where_the_next_begins() {
        let text = "There are three (i.e. few) of them. Of 3.5 heaps, 696 are lost! “None?” he said.";
        let told = |part: &str| sentence(text, &stops(text), text.find(part).unwrap()).1;
        assert_eq!(told("three"), "There are three (i.e. few) of them.");
        assert_eq!(told("696"), "Of 3.5 heaps, 696 are lost!");
        assert_eq!(told("None"), "“None?” he said.");
        let long = format!("{} here {}", "before ".repeat(60), "after ".repeat(60));
        let cut = sentence(&long, &stops(&long), long.find("here").unwrap()).1;
        assert!(cut.starts_with("…before") && cut.ends_with("after…") && cut.contains("here after"), "{cut}");
    }
}
