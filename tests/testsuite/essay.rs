//! Files become essays.

use std::sync::Arc;

use pulldown_cmark::Event;
use rungs::essay::{self, Directive, Essay, Node, Prose};
use rungs::source::SourceFile;

/// The essay of a body under the shortest front matter.
fn body(text: &str) -> Essay<Directive> {
    whole(&format!("+++\ntitle = \"T\"\n+++\n{text}"))
}

fn whole(text: &str) -> Essay<Directive> {
    let source = Arc::new(SourceFile::new("content/nim/t.md", text));
    essay::read(source).unwrap_or_else(|faults| panic!("{faults:#?}"))
}

/// The faults of a body, each as line, column and message; lines count from the first of the body.
fn faults(text: &str) -> Vec<(usize, usize, String)> {
    let text = format!("+++\ntitle = \"T\"\n+++\n{text}");
    let faults = essay::read(Arc::new(SourceFile::new("content/nim/t.md", text))).err().unwrap_or_default();
    let place = |fault: &rungs::diagnostic::Diagnostic| fault.span.as_ref().unwrap().place();
    faults.iter().map(|fault| (place(fault).line - 3, place(fault).column, fault.message.clone())).collect()
}

fn formulas(prose: &Prose) -> Vec<String> {
    let formula = |node: &Node| match node {
        Node::Event(Event::InlineMath(tex) | Event::DisplayMath(tex), _) => Some(tex.to_string()),
        _ => None,
    };
    prose.0.iter().filter_map(formula).collect()
}

fn count(prose: &Prose, is: impl Fn(&Event<'_>) -> bool) -> usize {
    prose.0.iter().filter(|node| matches!(node, Node::Event(event, _) if is(event))).count()
}

#[test]
fn dollars_that_are_prices_open_no_formula() {
    for (text, expected) in [
        ("costs $10.00, and the final price $p' = p(1-d)$ is *so*", vec!["p' = p(1-d)"]),
        ("$61 per MWh, *cheaper* than $76/MWh", vec![]),
        ("$/hr and *x*", vec![]),
        ("between $5-$10, *cheap*", vec![]),
        ("US$5, or US$10, *cheap*", vec![]),
        ("$a_1+b_1$ and $c_1$, *so* $\\{1,2,3\\}$", vec!["a_1+b_1", "c_1", "\\{1,2,3\\}"]),
        ("$5-$10 and $x$, *so* [a](http://b/$5-$10)", vec!["x"]),
    ] {
        let essay = body(text);
        assert_eq!(formulas(&essay.body), expected, "{text}");
        assert_eq!(
            count(&essay.body, |event| matches!(event, Event::Start(pulldown_cmark::Tag::Emphasis))),
            usize::from(text.contains('*')),
            "{text}"
        );
    }
}

#[test]
fn a_display_formula_is_one_whatever_its_lines_begin_with() {
    for (text, expected) in [
        ("$$\na\n=\nb\n$$", "\na\n=\nb\n"),
        ("$$\na\n- b\n+ c\n# d\n> e\n$$", "\na\n- b\n+ c\n# d\n> e\n"),
        ("> where $$\n> a\n> =\n> b\n> $$", "\n a\n =\n b\n "),
        (
            "- $$\n  \\begin{matrix}1 & 2 \\\\\n  3 & 4 \\\\\n  ---\n  \\end{matrix}\n  $$",
            "\n  \\begin{matrix}1 & 2 \\\\\n  3 & 4 \\\\\n  ---\n  \\end{matrix}\n  ",
        ),
    ] {
        let essay = body(&format!("Before.\n\n{text}\n\nAfter *this*.\n"));
        assert_eq!(formulas(&essay.body), [expected], "{text}");
        let headings = count(&essay.body, |event| matches!(event, Event::Start(pulldown_cmark::Tag::Heading { .. })));
        assert_eq!(headings, 0, "{text}");
    }
}

#[test]
fn dollars_in_code_open_nothing() {
    let essay = body("```\n$$\n```\n\n$$\nx\n=\n$$\n\n`$$`\n");
    assert_eq!(formulas(&essay.body), ["\nx\n=\n"]);
}

#[test]
fn bars_in_formulas_do_not_end_cells() {
    let essay = body("| $|A|$ | size |\n|---|---|\n| $|B|$ | $\\|C\\|$ |\n| $5 | $6 |\n");
    assert_eq!(formulas(&essay.body), ["|A|", "|B|", "|C|"]);
    assert_eq!(count(&essay.body, |event| matches!(event, Event::Start(pulldown_cmark::Tag::TableCell))), 6);
}

#[test]
fn what_would_leak_is_told() {
    assert_eq!(faults("a [b](c d) e"), [(1, 5, "this looks like a link and is none".to_owned())]);
    assert_eq!(faults("a [b](= c d) e"), [(1, 5, "this looks like a claim and is none".to_owned())]);
    assert_eq!(faults("see [the [15](=a.b) here](c.md)"), [(1, 10, "a claim cannot stand inside a link".to_owned())]);
    assert_eq!(faults("a[^b]"), [(1, 2, "no footnote is defined as `b`".to_owned())]);
    assert_eq!(faults("x ![3](=a.b)"), [(1, 3, "this exclamation mark makes the claim an image".to_owned())]);
    assert_eq!(faults("<div>\n[3](=a.b)\n</div>"), [(2, 3, "this looks like a claim and is none".to_owned())]);
    assert_eq!(faults("$$\na\n\nb\n$$").first(), Some(&(1, 1, "this opens a formula that is never closed".to_owned())));
    assert_eq!(faults("text\n\n```figure losses\nid = \"a\"\n"), [(3, 1, "this fence is never closed".to_owned())]);
    assert_eq!(faults("\\[b\\](c d), `](=x)`, <!-- [3](=x) --> and $](=x)$"), []);
}

#[test]
fn a_price_that_was_covered_is_still_in_its_address() {
    let essay = body("$5-$10 and [a](http://b/$5-$10)");
    assert_eq!(essay.body.letters(), "$5-$10 and a");
    let is_link = |event: &Event<'_>| matches!(event, Event::Start(pulldown_cmark::Tag::Link { dest_url, .. }) if dest_url.as_ref() == "http://b/$5-$10");
    assert_eq!(count(&essay.body, is_link), 1);
}
