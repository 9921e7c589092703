use std::collections::BTreeMap;
use std::sync::Arc;

use jiff::civil::Date;

use super::{Finishing, Sound, Tally, Workshop, World};
use crate::diagnostic::Diagnostic;
use crate::essay::{Counted, Coverage, Question};
use crate::verify::Gate;

/// What one build may be told.
#[derive(Clone, Debug)]
pub struct Options {
    /// The day on which it is built: later essays are held back.
    pub today: Date,
    /// Whether drafts are published.
    pub drafts: bool,
    /// Whether essays of days to come are published.
    pub future: bool,
    /// Where the site is published, in place of what `rungs.toml` says.
    pub base_url: Option<String>,
    /// Whether a picture of each text is drawn for sites that link to it; that takes as long as all else, and a preview
    /// has no need of them.
    pub cards: bool,
}

/// A site that can be published, and what there is to say of it.
pub struct Built {
    /// Its files.
    pub output: Sound,
    /// What was built.
    pub summary: Summary,
    /// Faults that do not keep it from being published.
    pub warnings: Vec<Diagnostic>,
    /// How many numbers of each text are checked, by the path of its file.
    pub coverage: BTreeMap<String, Counted>,
}

/// What was built.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// How many texts stand on ladders.
    pub essays: usize,
    /// How many other pages there are.
    pub pages: usize,
    /// How many drafts are held back.
    pub drafts: usize,
    /// How many texts of days to come are held back.
    pub future: usize,
    /// How many figures were answered, those that are not drawn among them.
    pub figures: usize,
    /// How many figures still await their answer; in a preview alone.
    pub awaited: usize,
}

/// Builds a site in memory.
///
/// # Errors
/// Every fault that was found, each at its place; what one fault hides is found when it is mended.
pub fn build(world: &dyn World, gate: &Gate, options: &Options) -> Result<Built, Vec<Diagnostic>> {
    build_telling(world, gate, options, &Arc::default())
}

/// The same, and tells meanwhile how many figures are answered.
///
/// # Errors
/// As [`build`].
pub fn build_telling(
    world: &dyn World,
    gate: &Gate,
    options: &Options,
    tally: &Arc<Tally>,
) -> Result<Built, Vec<Diagnostic>> {
    once(world, gate, options, false, tally).0
}

/// How many numbers of each text are checked, by the path of its file.
pub type Coverages = BTreeMap<String, Coverage>;

/// The same, and which numbers of its texts are checked, whether it can be published or not.
pub fn survey(
    world: &dyn World,
    gate: &Gate,
    options: &Options,
    tally: &Arc<Tally>,
) -> (Result<Built, Vec<Diagnostic>>, Coverages) {
    once(world, gate, options, true, tally)
}

fn once(
    world: &dyn World,
    gate: &Gate,
    options: &Options,
    strict: bool,
    tally: &Arc<Tally>,
) -> (Result<Built, Vec<Diagnostic>>, Coverages) {
    let mut workshop = Workshop::once(strict, Arc::clone(tally));
    let answer = |question: &Question| {
        let answer = question.body.request.answer(gate).map(Arc::new);
        tally.count();
        Some(answer)
    };
    let drafted = workshop.draft(world, &|essay| essay.answered_by(answer), options, gate.kept());
    let drafted = Finishing::default().finish(drafted);
    let (counted, coverages) = workshop.covered();
    let built = Sound::of(drafted.output, drafted.faults).map(|(output, warnings)| Built {
        output,
        summary: drafted.summary,
        warnings,
        coverage: counted,
    });
    (built, coverages)
}
