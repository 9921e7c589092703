//! Whatever stands in a file, reading it ends with an essay or with faults that have places in it.

use std::ops::Range;
use std::sync::Arc;

use proptest::prelude::*;
use rungs::diagnostic::{Diagnostic, human};
use rungs::essay::{self, Directive, Essay, Node, Prose};
use rungs::source::SourceFile;

/// What files are made of, and what they should not be made of.
const PIECES: &[&str] = &[
    "a",
    "é",
    "∗",
    "\u{301}",
    "𝄞",
    " ",
    "  ",
    "    ",
    "\t",
    "\n",
    "\n\n",
    "\r\n",
    "\r",
    "\0",
    "\u{feff}",
    "> ",
    "- ",
    "1. ",
    "# ",
    "=",
    "---",
    "***",
    "*",
    "**",
    "_",
    "~~",
    "`",
    "```",
    "````",
    "~~~",
    "$",
    "$$",
    "\\",
    "\\|",
    "|",
    "| a | b |\n|---|---|\n",
    "[",
    "]",
    "(",
    ")",
    "](",
    "](=",
    "](<=",
    "](=)",
    "[1901](=)",
    "[8](=l.lost)",
    "[](=l.lost:words)",
    "[x](=l.lost \"< 9\")",
    "![",
    "!",
    "<",
    ">",
    "[^a]",
    "[^a]: b\n",
    "[^a]: [^a]\n",
    "<!--",
    "-->",
    "<div>",
    "</div>\n",
    "&amp;",
    "&#0;",
    "\"",
    "'",
    "+++\n",
    "+++",
    "title = \"T\"\n",
    "caption = \"",
    "[8](=l.lost)\\\"\"\n",
    "'''",
    "\"\"\"",
    "```figure losses\n",
    "```facts losses\n",
    "id = \"l\"\n",
    "game = \"nim\"\n",
    "heaps = 2\n",
    "max = 3\n",
    "[let]\n",
    "w = \"lost - 1\"\n",
    "```\n",
    "> ```figure losses\n",
    "[](#l)",
    "{#id .class}",
    "1,000",
    "½",
    "twenty",
];

fn pieces(longest: usize) -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(PIECES), 0..longest).prop_map(|pieces| pieces.concat())
}

fn check_range(text: &str, range: &Range<usize>) {
    assert!(text.get(range.clone()).is_some(), "{range:?} is outside of {text:?}, or cuts a character");
}

fn check_prose(text: &str, prose: &Prose, claims: usize, figures: usize, notes: usize) {
    for node in &prose.0 {
        match node {
            Node::Event(_, range) | Node::Reference { bytes: range, .. } => check_range(text, range),
            Node::Claim(claim) => assert!(*claim < claims),
            Node::Figure(figure) => assert!(*figure < figures),
            Node::Note { note, .. } => assert!(*note < notes),
        }
    }
}

fn check(essay: &Essay<Directive>) {
    let text = &essay.source.text;
    let proses =
        [&essay.title, &essay.body].into_iter().chain(&essay.summary).chain(essay.notes.iter().map(|note| &note.text));
    for prose in proses {
        check_prose(text, prose, essay.claims.len(), essay.figures.len(), essay.notes.len());
    }
    essay.claims.iter().for_each(|claim| check_range(text, &claim.bytes));
    essay.figures.iter().for_each(|figure| check_range(text, &figure.bytes));
}

fn check_faults(faults: &[Diagnostic]) {
    assert!(!faults.is_empty(), "what cannot be read is told");
    for fault in faults {
        for span in fault.span.iter().chain(fault.related.iter().map(|(span, _)| span)) {
            check_range(&span.file.text, &span.bytes);
        }
    }
    assert!(!human(faults).is_empty());
}

fn read(text: String) {
    match essay::read(Arc::new(SourceFile::new("content/t.md", text))) {
        Ok(essay) => {
            check(&essay);
            if let Err(faults) = essay.understand() {
                check_faults(&faults);
            }
        }
        Err(faults) => check_faults(&faults),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn any_body_is_read_or_refused(body in pieces(40)) {
        read(format!("+++\ntitle = \"T\"\n+++\n{body}"));
    }

    #[test]
    fn any_front_matter_is_read_or_refused(front in pieces(12), body in pieces(6)) {
        read(format!("+++\n{front}\n+++\n{body}"));
    }

    #[test]
    fn any_directive_is_read_or_refused(toml in pieces(20), before in prop::sample::select(&["", "> ", "- ", "> 1. "][..])) {
        let indent = if before.starts_with('-') { "  " } else { before };
        let inside: String = toml.lines().map(|line| format!("{indent}{line}\n")).collect();
        read(format!("+++\ntitle = \"T\"\n+++\n{before}```figure losses\n{inside}{indent}```\n"));
    }

    #[test]
    fn any_text_is_read_or_refused(text in "\\PC*") {
        read(text.clone());
        read(format!("+++\ntitle = \"T\"\n+++\n{text}"));
    }

    /// Line ends make no difference to what is found, nor to where.
    #[test]
    fn faults_stand_in_the_same_line_whatever_ends_it(body in pieces(30)) {
        prop_assume!(!body.contains('\r'));
        let text = format!("+++\ntitle = \"T\"\n+++\n{body}");
        let told = |text: String| -> Vec<(usize, &'static str)> {
            let read = essay::read(Arc::new(SourceFile::new("content/t.md", text)));
            let faults = read.and_then(Essay::understand).err().unwrap_or_default();
            faults.iter().map(|fault| (fault.span.as_ref().unwrap().place().line, fault.code)).collect()
        };
        prop_assert_eq!(told(text.clone()), told(text.replace('\n', "\r\n")));
    }
}

/// Nothing grows faster than it should on what was made to be slow.
#[test]
fn long_runs_of_marks_are_read_in_time() {
    for piece in
        ["$", "$$ ", "$5-", "[", "](", "[8](=l.lost", "`", "> ", "[^a]", "<!-- ", "| $a|$ ", "\\", "&", "*a ", "- "]
    {
        read(format!("+++\ntitle = \"T\"\n+++\n{}", piece.repeat(2_000)));
        read(format!("+++\ntitle = \"T\"\n+++\n| a |\n|---|\n{}\n", piece.repeat(2_000)));
    }
}
