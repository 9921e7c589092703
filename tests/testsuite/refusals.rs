//! Every way in which a figure is refused, as it is told; `docs/refusals.md` is made of these and held to them.

use std::fs;
use std::sync::Arc;

use rungs::diagnostic::human;
use rungs::essay::{self, Essay};
use rungs::game::{Convention, HeapRange, Heaps, Outcome, Positions, Take, Value};
use rungs::solver::{Ask, Basis, Columns, Question, Sibling, Sieve, Silence, Solver, Work};
use rungs::verify::{Budget, Gate, Panel, Refusal};

/// A closed form for the outcomes of every game, with these siblings; it leaves out the last of its answers, or not.
struct Formula {
    siblings: fn() -> Vec<Sibling<Heaps>>,
    short: bool,
}

impl Solver<Heaps> for Formula {
    fn name(&self) -> String {
        "my formula".to_owned()
    }

    fn basis(&self) -> Basis {
        Basis::ClosedForm
    }

    fn telling(&self) -> &'static str {
        "no moves"
    }

    fn outcomes<'q>(&'q self, question: &'q Question<'q, Heaps>) -> Result<Work<'q, Outcome>, Silence> {
        let work = Columns::default().outcomes(question).map(|work| work.positions);
        Ok(Work::new(work?, move |budget| {
            let columns = Columns::default();
            let mut answer = (columns.outcomes(question)?.run)(budget)?;
            if self.short {
                answer.pop();
            }
            Ok(answer)
        }))
    }

    fn values<'q>(&'q self, _: &'q Question<'q, Heaps>) -> Result<Work<'q, Value>, Silence> {
        Err(Silence::NoTheory)
    }

    fn siblings(&self, _: &Question<'_, Heaps>, _: Ask) -> Vec<Sibling<Heaps>> {
        (self.siblings)()
    }
}

/// Says nothing.
struct Unsaid;

impl Solver<Heaps> for Unsaid {
    fn name(&self) -> String {
        "nobody".to_owned()
    }

    fn basis(&self) -> Basis {
        Basis::ClosedForm
    }

    fn telling(&self) -> &'static str {
        "no moves"
    }

    fn outcomes<'q>(&'q self, _: &'q Question<'q, Heaps>) -> Result<Work<'q, Outcome>, Silence> {
        Err(Silence::NoTheory)
    }

    fn values<'q>(&'q self, _: &'q Question<'q, Heaps>) -> Result<Work<'q, Value>, Silence> {
        Err(Silence::NoTheory)
    }
}

/// When a figure is refused, in the order in which it may be.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    Read,
    Asked,
    Compared,
    Tried,
}

/// The stages, each with its heading and what happens in it.
const STAGES: &[(Stage, &str, &str)] = &[
    (Stage::Read, "When the directive is read", "Nobody has been asked yet: what stands in the essay is no question."),
    (
        Stage::Asked,
        "When two solvers are sought",
        "The question is understood, and there are no two who can answer it and rest on different grounds.",
    ),
    (Stage::Compared, "When their answers are compared", "Both have answered, and what they say cannot be."),
    (
        Stage::Tried,
        "When the check itself is tried",
        "Both agree. That shows something only if their agreement could have failed, and that has to be seen: siblings \
         that are wrong on purpose are compared, too, and must be found out.",
    ),
];

/// One way of being refused.
struct Example {
    name: &'static str,
    stage: Stage,
    /// Why there is such a refusal.
    why: &'static str,
    /// What a solver was given that no solver of rungs has; empty where nothing was.
    planted: &'static str,
    panel: fn() -> Panel,
    kind: &'static str,
    directive: &'static str,
    /// What to do.
    mend: &'static str,
}

fn heaps(solvers: Vec<Box<dyn Solver<Heaps>>>) -> Panel {
    Panel { heaps: solvers, ..Panel::default() }
}

const LOSSES: &str = "id = \"lost\"\ngame = \"moore(2)\"\nheaps = 3\nmax = 3\n";

const EXAMPLES: &[Example] = &[
    Example {
        name: "Two solvers disagree",
        stage: Stage::Compared,
        why: "Two solvers were asked about every position of the figure, and on some they differ. The \
              message names the first of them (every option of a position comes before it), what each says of it, what \
              each says of its options, and what follows by the definition. Where one of them contradicts itself, the \
              fault is there; where neither does, follow the options on which they differ.",
        planted: "The columns are read modulo two, as in Nim, where Moore's game with two heaps a move needs modulo three.",
        panel: || heaps(vec![Box::new(Sieve::default()), Box::new(Columns { divisor: Some(2) })]),
        kind: "losses",
        directive: LOSSES,
        mend: "Work out by hand the position that is named; `rungs solve` tells what is known of each option. One of the \
               two solvers is wrong, or the rules are told in two ways. Nothing in the essay can mend it.",
    },
    Example {
        name: "One opinion only",
        stage: Stage::Asked,
        why: "One solver would answer and no other with another basis, or nobody would. The message says why the others are \
              silent: those who know nothing of the game are counted, those who know it and do not reach so far are named.",
        planted: "Nobody but the sieve is asked.",
        panel: || heaps(vec![Box::new(Sieve::default())]),
        kind: "losses",
        directive: LOSSES,
        mend: "Ask about what a second solver speaks of: fewer heaps, smaller ones, normal play. To publish the figure as it \
               is, a second solver has to be written; CONTRIBUTING.md says how.",
    },
    Example {
        name: "Too far for a closed form or a theory",
        stage: Stage::Asked,
        why: "A closed form, a theory or a certified period holds within a range that it declares, and beyond it the solver \
              is silent rather than wrong.",
        planted: "",
        panel: Panel::default,
        kind: "sequence",
        directive: "id = \"grundy\"\ngame = \"grundys-game\"\nmax = 5000\n",
        mend: "Stay within the range that the message names.",
    },
    Example {
        name: "Too much to visit",
        stage: Stage::Asked,
        why: "A solver knows beforehand how many positions it will visit, and none may visit more than the budget allows. \
              The same holds for the positions that a figure itself speaks of, which is told at its key.",
        planted: "",
        panel: Panel::default,
        kind: "losses",
        directive: "id = \"lost\"\ngame = \"kayles\"\nheaps = 5\nmax = 40\nconvention = \"misere\"\n",
        mend: "Take a smaller `max` or fewer `heaps`.",
    },
    Example {
        name: "Too many positions",
        stage: Stage::Read,
        why: "The range of a figure is counted before anyone is asked.",
        planted: "",
        panel: Panel::default,
        kind: "losses",
        directive: "id = \"lost\"\ngame = \"nim\"\nheaps = 6\nmax = 1000\n",
        mend: "Take a smaller `max` or fewer `heaps`; `count = \"multisets\"` takes heaps in another order for the same \
               position.",
    },
    Example {
        name: "A control that did not fail",
        stage: Stage::Tried,
        why: "A closed form that vouches for a figure has siblings that are wrong on purpose, each in one constant, and the \
              same check must refute them. One that is right on every position shows that the check could not have \
              failed: agreement would then mean nothing.",
        planted: "The sibling of a formula for Moore's game is the formula itself.",
        panel: || {
            let same = || {
                let fails_within = HeapRange { heaps: 3, max: 3 };
                vec![Sibling { name: "nothing".to_owned(), solver: Box::new(Columns::default()), fails_within }]
            };
            heaps(vec![Box::new(Sieve::default()), Box::new(Formula { siblings: same, short: false })])
        },
        kind: "losses",
        directive: LOSSES,
        mend: "The fault is in the solver: give it a sibling that is wrong somewhere, and the range on which it is known \
               to fail.",
    },
    Example {
        name: "A control that nobody could try",
        stage: Stage::Tried,
        why: "Where a control cannot fail among the positions of the figure, it is tried on a range on which it is known to. \
              What is true there somebody else must tell; where nobody can, nothing was compared, and nothing is counted.",
        planted: "The sibling of a formula falls silent wherever it is asked.",
        panel: || {
            let far = || {
                let fails_within = HeapRange { heaps: 1_000, max: 1_000 };
                let solver = Box::new(Unsaid);
                vec![Sibling { name: "another constant".to_owned(), solver, fails_within }]
            };
            heaps(vec![Box::new(Sieve::default()), Box::new(Formula { siblings: far, short: false })])
        },
        kind: "losses",
        directive: LOSSES,
        mend: "Ask about fewer or smaller positions. Where that does not help the fault is in the solver: give it a sibling \
               that fails on a range which others reach.",
    },
    Example {
        name: "A closed form without a control",
        stage: Stage::Tried,
        why: "Whatever rests on more than the definition must show that its check could have failed.",
        planted: "A formula without siblings.",
        panel: || heaps(vec![Box::new(Sieve::default()), Box::new(Formula { siblings: Vec::new, short: false })]),
        kind: "losses",
        directive: LOSSES,
        mend: "The fault is in the solver: give it a sibling that differs in one constant.",
    },
    Example {
        name: "A solver that miscounts",
        stage: Stage::Compared,
        why: "A solver says one thing of each position that it is asked about, in order. One that says more or less might \
              agree by chance, shifted.",
        planted: "A formula that leaves out the last position.",
        panel: || heaps(vec![Box::new(Sieve::default()), Box::new(Formula { siblings: Vec::new, short: true })]),
        kind: "losses",
        directive: LOSSES,
        mend: "The fault is in the solver: does it take heaps in another order for another position, or leave out the \
               position without counters?",
    },
    Example {
        name: "A control of the author's that does not fail",
        stage: Stage::Tried,
        why: "The controls of a sweep must be wrong somewhere on its range, as those of a solver must. With no more heaps than \
              a move may touch, for one, every divisor says the same.",
        planted: "",
        panel: Panel::default,
        kind: "sweep",
        directive: "id = \"swept\"\ngame = \"moore(3)\"\nheaps = 2\nmax = 7\n",
        mend: "Take more heaps or a larger `max`, or name other divisors under `controls`.",
    },
    Example {
        name: "An unknown convention",
        stage: Stage::Read,
        why: "Who has won when there is no move is part of the question.",
        planted: "",
        panel: Panel::default,
        kind: "losses",
        directive: "id = \"lost\"\ngame = \"nim\"\nheaps = 3\nmax = 3\nconvention = \"miserre\"\n",
        mend: "`normal`, which is also what goes without saying, or `misere`.",
    },
    Example {
        name: "An unknown game",
        stage: Stage::Read,
        why: "Games are called by the names of the registry; `rungs explain` lists them.",
        planted: "",
        panel: Panel::default,
        kind: "losses",
        directive: "id = \"lost\"\ngame = \"more(2)\"\nheaps = 3\nmax = 3\n",
        mend: "Write the name as it is listed, or add the rules; CONTRIBUTING.md says how.",
    },
    Example {
        name: "A game of another sort",
        stage: Stage::Read,
        why: "Heaps and strings are different boards.",
        planted: "",
        panel: Panel::default,
        kind: "losses",
        directive: "id = \"lost\"\ngame = \"nimstring\"\nheaps = 3\nmax = 3\n",
        mend: "`rungs explain KIND` says what a kind of figure takes.",
    },
    Example {
        name: "An unknown key, and a value out of bounds",
        stage: Stage::Read,
        why: "A key that a kind does not take would be left out in silence, and the figure would not be what its author \
              means.",
        planted: "",
        panel: Panel::default,
        kind: "losses",
        directive: "id = \"lost\"\ngame = \"nim\"\nheap = 3\nheaps = 0\nmax = 3\n",
        mend: "`rungs explain KIND` lists the keys with their bounds.",
    },
    Example {
        name: "An unknown kind",
        stage: Stage::Read,
        why: "Kinds of figure are called by the names of the registry.",
        planted: "",
        panel: Panel::default,
        kind: "loses",
        directive: LOSSES,
        mend: "`rungs explain` lists them.",
    },
];

/// What is told of a directive.
fn told(example: &Example) -> String {
    let text = format!("+++\ntitle = \"An essay\"\n+++\n```figure {}\n{}```\n", example.kind, example.directive);
    let source = Arc::new(rungs::source::SourceFile::new("content/nim/essay.md", text));
    let gate = Gate::new((example.panel)(), Budget::default()).threads(1);
    let faults = essay::read(source).and_then(Essay::understand).and_then(|essay| essay.answer(&gate));
    human(&faults.err().unwrap_or_else(|| panic!("{} is not refused", example.name)))
}

/// A paragraph in lines of at most 118 characters.
fn wrapped(text: &str) -> String {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.is_empty() => line.push_str(word),
            Some(line) if line.chars().count() + 1 + word.chars().count() <= 118 => *line += &format!(" {word}"),
            _ => lines.push(word.to_owned()),
        }
    }
    lines.join("\n")
}

fn page() -> String {
    let about = wrapped(
        "A figure is published if two solvers agree on every position that it speaks of, and if the check could have failed. \
         The two rest on different bases; one basis told twice, with no shared way of making moves, will do only where \
         nobody on another has anything to say, because no theory is known or because the figure puts the theory itself \
         to the test, and the page then says so. Otherwise nothing is published, and the build says why. Each \
         way of being refused stands here with an example: the directive, what is told, and what to do; first what can be \
         told first, and within each part by name. This page is written by a test, which holds it to what happens.",
    );
    let mut page = format!("# When a figure is refused\n\n{about}\n\n");
    let of = |stage: Stage| {
        let mut examples: Vec<&Example> = EXAMPLES.iter().filter(|example| example.stage == stage).collect();
        examples.sort_by_key(|example| example.name);
        examples
    };
    for (stage, heading, _) in STAGES {
        page += &format!("- {}\n", link(heading));
        of(*stage).iter().for_each(|example| page += &format!("  - {}\n", link(example.name)));
    }
    for (stage, heading, what) in STAGES {
        page += &format!("\n## {heading}\n\n{}\n", wrapped(what));
        of(*stage).iter().for_each(|example| page += &shown(example));
    }
    page
}

/// A link to the part of the page under a heading.
fn link(heading: &str) -> String {
    let kept = heading.to_lowercase().replace(' ', "-");
    format!("[{heading}](#{})", kept.replace(['\'', ','], ""))
}

/// One way of being refused, with its example.
fn shown(example: &Example) -> String {
    let mut page = format!("\n### {}\n\n{}\n\n", example.name, wrapped(example.why));
    page += &format!("````markdown\n```figure {}\n{}```\n````\n\n", example.kind, example.directive);
    if !example.planted.is_empty() {
        let planted = format!("No solver of rungs is so; for the example a fault was planted. {}", example.planted);
        page += &format!("{}\n\n", wrapped(&planted));
    }
    page + &format!("```text\n{}\n```\n\n{}\n", told(example).trim_end(), wrapped(example.mend))
}

/// `RUNGS_WRITE=1 cargo test refusals` writes the page.
#[test]
fn the_page_on_refusals_tells_what_happens() {
    const PAGE: &str = "docs/refusals.md";
    let page = page();
    if std::env::var_os("RUNGS_WRITE").is_some() {
        fs::write(PAGE, &page).unwrap();
    }
    let written = fs::read_to_string(PAGE).unwrap();
    assert!(
        written == page,
        "docs/refusals.md is not what happens; RUNGS_WRITE=1 cargo test refusals writes it:\n{page}"
    );
}

/// Every way in which the gate refuses has its example on the page.
#[test]
fn no_refusal_is_left_out() {
    let rules = Take::moore(2);
    let positions = Positions::Range(HeapRange { heaps: 3, max: 3 });
    let question = Question { game: "moore(2)", rules: &rules, convention: Convention::Normal, positions };
    let mut seen: Vec<&str> = EXAMPLES
        .iter()
        .filter_map(|example| {
            let gate = Gate::new((example.panel)(), Budget::default()).threads(1);
            // To be extended with the enumeration: a new way of being refused does not compile here without a name.
            gate.outcomes(&question).err().map(|refusal| match refusal {
                Refusal::Disagreement { .. } => "disagreement",
                Refusal::Miscounted { .. } => "miscounted",
                Refusal::LoneWitness { .. } => "one witness",
                Refusal::ControlHeld { .. } => "control held",
                Refusal::ControlUntried { .. } => "control untried",
                Refusal::HarmlessControl { .. } => "harmless control",
                Refusal::NoControl { .. } => "no control",
                Refusal::OverBudget { .. } => "over budget",
                Refusal::Withdrawn => "withdrawn",
            })
        })
        .collect();
    seen.sort_unstable();
    assert_eq!(seen, ["control held", "control untried", "disagreement", "miscounted", "no control", "one witness"]);
    let small = Gate::new(Panel::default(), Budget { positions: 10 }).threads(1);
    assert!(matches!(small.outcomes(&question), Err(Refusal::OverBudget { needs: 20, allows: 10 })));
}
