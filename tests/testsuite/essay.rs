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

/// The nodes of a prose without their places.
fn shape(prose: &Prose) -> String {
    let node = |node: &Node| match node {
        Node::Event(event, _) => format!("{event:?}"),
        Node::Reference { destination, .. } => format!("reference {destination}"),
        other => format!("{other:?}"),
    };
    prose.0.iter().map(node).collect::<Vec<_>>().join("\n")
}

#[test]
fn line_ends_and_a_byte_order_mark_make_no_difference() {
    let text = "+++\ntitle = \"T\"\nsummary = \"\"\"a\nb\"\"\"\n+++\n# One\n\ntwo\nthree  \nfour[^n]\n\n\
                ```figure losses\nid = \"l\"\ngame = \"nim\"\nheaps = 2\nmax = 3\ncaption = '''a\nb'''\n```\n\n\
                ```rust\nlet a;\n\nlet b;\n```\n\n$$\na\n=\nb\n$$\n\n> quoted\n> $$\n> c\n> d\n> $$\n\n<div>\na\n</div>\n\n\
                | a | b |\n|---|---|\n| $|x|$ | [](#l) |\n\n[^n]: Noted.\n";
    let plain = whole(text).understand().unwrap();
    for twin in
        [text.replace('\n', "\r\n"), format!("\u{feff}{text}"), format!("\u{feff}{}", text.replace('\n', "\r\n"))]
    {
        let twin = whole(&twin).understand().unwrap();
        assert_eq!(shape(&twin.body), shape(&plain.body));
        assert_eq!(shape(&twin.title), shape(&plain.title));
        assert_eq!(twin.summary.as_ref().map(shape), plain.summary.as_ref().map(shape));
        assert_eq!(shape(&twin.notes[0].text), shape(&plain.notes[0].text));
        assert_eq!(twin.figures[0].caption.as_ref().map(shape), plain.figures[0].caption.as_ref().map(shape));
    }
}

#[test]
fn figures_stand_where_they_were_written() {
    let figure = |id: &str| format!("```figure losses\nid = \"{id}\"\ngame = \"nim\"\nheaps = 2\nmax = 3\n```\n");
    let essay = body(&format!("{}{}", figure("a"), figure("b")));
    assert!(matches!(essay.body.0.as_slice(), [Node::Figure(0), Node::Figure(1)]), "{:?}", essay.body);
    let quoted = figure("c").lines().map(|line| format!("> {line}\n")).collect::<String>();
    let essay = body(&format!("> one\n>\n{quoted}>\n> two\n"));
    assert_eq!(essay.body.letters(), "onetwo");
    let expected = "Start(BlockQuote(None))\nStart(Paragraph)\nText(Boxed(\"one\"))\nEnd(Paragraph)\nFigure(0)\n\
                    Start(Paragraph)\nText(Boxed(\"two\"))\nEnd(Paragraph)\nEnd(BlockQuote(None))";
    assert_eq!(shape(&essay.body), expected);
    let facts = figure("d").replace("figure", "facts");
    assert!(body(&facts).body.0.is_empty(), "what is only asked stands nowhere");
}

#[test]
fn notes_come_in_the_order_in_which_they_are_cited() {
    let essay = body("b[^b] a[^a] b[^B]\n\n[^a]: Of a, and c.[^c]\n\n[^b]: Of b.\n\n[^c]: Of c, and a.[^a]\n");
    let notes: Vec<_> = essay.notes.iter().map(|note| (note.label.as_str(), note.citations)).collect();
    assert_eq!(notes, [("b", 2), ("a", 2), ("c", 1)]);
    let cited = |prose: &Prose| {
        let citation = |node: &Node| match node {
            Node::Note { note, citation } => Some((*note, *citation)),
            _ => None,
        };
        prose.0.iter().filter_map(citation).collect::<Vec<_>>()
    };
    assert_eq!(cited(&essay.body), [(0, 0), (1, 0), (0, 1)]);
    assert_eq!((cited(&essay.notes[1].text), cited(&essay.notes[2].text)), (vec![(2, 0)], vec![(1, 1)]));
    assert!(!shape(&essay.body).contains("Footnote"), "{}", shape(&essay.body));
}

#[test]
fn punctuation_is_smart_and_formulas_are_not() {
    let essay = body("\"It's\" -- so... $f'(x)--\"y\"$ `\"a\"`");
    assert_eq!(essay.body.letters(), "“It’s” – so… f'(x)--\"y\" \"a\"");
}

#[test]
fn a_front_matter_is_read_whole() {
    let essay = whole(
        "+++\ntitle = \"A *b*\"\ndate = 2026-11-28T23:00:00-05:00\nrung = 2\nneeds = [\"a.md\"]\n[extra]\nx = [1, 'y']\n+++\n",
    );
    assert_eq!(essay.front.date, Some(jiff::civil::date(2026, 11, 28)));
    assert_eq!((essay.front.rung, essay.front.draft), (Some(2), false));
    assert_eq!(essay.front.needs[0].0, "a.md");
    assert_eq!(&essay.source.text[essay.front.needs[0].1.clone()], "\"a.md\"");
    assert_eq!(essay.front.extra["x"].as_array().map(Vec::len), Some(2));
    assert_eq!(shape(&essay.title), "Text(Boxed(\"A \"))\nStart(Emphasis)\nText(Boxed(\"b\"))\nEnd(Emphasis)");
}

#[test]
fn an_empty_file_is_told_what_a_fence_is() {
    let faults = essay::read(Arc::new(SourceFile::new("content/t.md", ""))).err().unwrap();
    assert_eq!(faults[0].message, "the file is empty");
    assert!(faults[0].help[0].contains("`+++`"), "{faults:?}");
}

#[test]
fn a_sentence_that_begins_with_a_number_begins_with_a_capital() {
    let figure = "```facts losses\nid = \"l\"\ngame = \"nim\"\nheaps = 2\nmax = 3\n```\n";
    let text = "[](=l.lost:words) are lost. [](=l.lost:words) are, [](=l.lost:words) of them; *[](=l.lost:words)*!\n\
                [](=l.lost:words)? “[](=l.lost:words).” [Four](=l.lost), [](=l.lost). See p. [](=l.lost:words).\n\n\
                - [](=l.lost:words)\n\n# [](=l.lost:words)\n";
    let essay = body(&format!("{figure}\n{text}")).understand().unwrap();
    let gate = rungs::verify::Gate::new(rungs::verify::Panel::default(), rungs::verify::Budget::default());
    let essay = essay.answer(&gate).unwrap_or_else(|faults| panic!("{faults:?}"));
    let (settled, faults) = essay::settle(&essay, &|_: &str| Err(essay::Absent::Nowhere));
    assert!(faults.is_empty(), "{faults:?}");
    let texts: Vec<String> = settled.iter().map(|settled| settled.text.letters()).collect();
    assert_eq!(texts, ["Four", "Four", "four", "four", "Four", "Four", "Four", "4", "four", "four", "Four"]);
}

#[test]
fn numbers_are_counted_as_checked_marked_or_loose() {
    let figure = "```facts losses\nid = \"l\"\ngame = \"nim\"\nheaps = 2\nmax = 3\n```\n";
    let text = "[4](=l.lost) and [none at all](=l.lost \"> 0\"), [1901](=), 17, twelve, thirteen, $x^2$, `5`, \
                <https://a.b/2020>.\n\n    6\n\n- 4\n";
    let essay = body(&format!("{figure}\n{text}")).understand().unwrap();
    let gate = rungs::verify::Gate::new(rungs::verify::Panel::default(), rungs::verify::Budget::default());
    let essay = essay.answer(&gate).unwrap_or_else(|faults| panic!("{faults:?}"));
    let (settled, _) = essay::settle(&essay, &|_: &str| Err(essay::Absent::Nowhere));
    let coverage = essay::coverage(&essay, &settled);
    assert_eq!(coverage.to_string(), "2 checked, 1 marked, 4 loose");
    let loose: Vec<&str> = coverage.loose.iter().map(|fault| fault.span.as_ref().unwrap().text()).collect();
    assert_eq!(loose, ["17", "thirteen", "2", "4"]);
    assert!(coverage.loose[3].help[0].contains("](=l.lost)"), "{:?}", coverage.loose[3]);
}

#[test]
fn what_is_loose_is_found_wherever_a_reader_may_meet_it() {
    let figure = "```figure losses\nid = \"l\"\ngame = \"nim\"\nheaps = 2\nmax = 3\n\
                  caption = \"A \\\"few\\\" of \\u0031\\u0034 \\u0032\\u0035 or 26\"\n```\n";
    let text = "*thirteen*, the twentieth, twelfth, a third, five hundredths, [x](y.md \"in 31\"), ![y](y.png \"as 32\").\n\n\
                <p class=\"n33\">of <b>34</b><!-- 35 --> <code>36</code></p>\n\nHalf a dozen, 5%, ten per cent.\n";
    let essay = body(&format!("{figure}\n{text}")).understand().unwrap();
    let gate = rungs::verify::Gate::new(rungs::verify::Panel::default(), rungs::verify::Budget::default());
    let essay = essay.answer(&gate).unwrap_or_else(|faults| panic!("{faults:?}"));
    let (settled, _) = essay::settle(&essay, &|_: &str| Err(essay::Absent::Nowhere));
    let coverage = essay::coverage(&essay, &settled);
    let span = |fault: &rungs::diagnostic::Diagnostic| fault.span.clone().unwrap();
    let loose: Vec<String> = coverage.loose.iter().map(|fault| span(fault).text().to_owned()).collect();
    assert!(loose[0].starts_with("\\u0031\\u0034 ") && loose[1].starts_with("\\u0032\\u0035 "), "{loose:?}");
    assert_eq!(loose[2..], ["26", "thirteen", "twentieth", "five hundredths", "31", "32", "34", "5%"], "{loose:?}");
}
