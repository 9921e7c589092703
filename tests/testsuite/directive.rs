//! The body of a directive: what it may say, and where its faults are.

use proptest::prelude::*;
use rungs::figure::canvas::Drawing;
use rungs::figure::{Body, Facts, Fault, Id, KINDS, Kind, Picture, Table};

fn kind(name: &str) -> &'static Kind {
    Kind::named(name).unwrap()
}

fn faults(kind_name: &str, toml: &str) -> Vec<Fault> {
    Body::read(kind(kind_name), toml, Id::Optional).err().unwrap_or_default()
}

/// The faults of a directive as "text at fault: message (help)".
fn told(kind_name: &str, toml: &str) -> Vec<String> {
    faults(kind_name, toml).iter().map(|f| format!("{}: {} ({})", &toml[f.at.clone()], f.message, f.help)).collect()
}

#[test]
fn every_fault_stands_at_its_own_bytes() {
    let good = "game = \"moore(2)\"\nheaps = 3\nmax = 7\n";
    assert_eq!(told("losses", good), Vec::<String>::new());
    let cases = [
        ("game = \"nim\"\nheaps = 3\nmux = 7\nmax = 7", vec!["mux: there is no key `mux` (did you mean `max`?)"]),
        (
            "game = \"nom\"\nheaps = 3\nmax = 10000000000",
            vec![
                "nom: no game is called `nom` (did you mean `nim`?)",
                "10000000000: `max` is out of bounds: 10000000000 (a whole number from 0 to 1000000)",
            ],
        ),
        (
            "game = \"nim\"\nheaps = [3, -5]\nmax = 5.5",
            vec![
                "[3, -5]: `heaps` is not a whole number (a whole number from 1 to 16)",
                "5.5: `max` is not a whole number (a whole number from 0 to 1000000)",
            ],
        ),
        (
            "game = \"nim\"\nheaps = 3\nmax = 7\nconvention = \"misére\"",
            vec!["\"misére\": `convention` cannot be \"misére\" (did you mean \"misere\"?)"],
        ),
        (
            "game = \"moore(0)\"\nheaps = -0\nmax = 99999999999999999999999",
            vec![
                "0: k is nought (it is at least 1)",
                "-0: `heaps` is out of bounds: -0 (a whole number from 1 to 16)",
                "99999999999999999999999: `max` is out of bounds: 99999999999999999999999 (a whole number from 0 to 1000000)",
            ],
        ),
    ];
    for (toml, expected) in cases {
        assert_eq!(told("losses", toml), expected, "{toml}");
    }
}

#[test]
fn a_fault_in_a_list_stands_at_its_own_place() {
    for (heaps, at, message) in [
        ("[3, -5]", "-5", "`heaps` is out of bounds: -5"),
        ("[3, 5.5]", "5.5", "`heaps` is not a whole number"),
        ("[3, \"5\"]", "\"5\"", "`heaps` is not a whole number"),
        ("[3, 10000000000]", "10000000000", "`heaps` is out of bounds: 10000000000"),
        ("3", "3", "`heaps` is not a list of whole numbers"),
    ] {
        let toml = format!("game = \"nim\"\nheaps = {heaps}\n");
        let faults = faults("columns", &toml);
        assert_eq!((&toml[faults[0].at.clone()], faults[0].message.as_str()), (at, message));
    }
}

#[test]
fn what_is_missing_is_a_fault_of_the_whole() {
    let toml = "heaps = 3\n";
    assert_eq!(
        told("losses", toml),
        [
            "heaps = 3\n: `game` is missing (the game, as in \"moore(2)\")",
            "heaps = 3\n: `max` is missing (the largest heap, inclusive)"
        ]
    );
}

#[test]
fn an_essay_needs_an_id_and_the_command_line_does_not() {
    let toml = "game = \"nim\"\nheaps = 3\nmax = 7\n";
    assert!(Body::read(kind("losses"), toml, Id::Optional).is_ok_and(|body| body.id.is_none()));
    let missing = Body::read(kind("losses"), toml, Id::Required).err().unwrap();
    assert_eq!(missing[0].message, "`id` is missing");
    for bad in ["", "7", "a b", "a.b", "é", "../x", "a\\u0000"] {
        let toml = format!("id = \"{bad}\"\n{toml}");
        assert_eq!(faults("losses", &toml)[0].message, "this is no id", "{bad}");
    }
}

#[test]
fn errors_of_toml_have_a_place() {
    for toml in [
        "game = \"nim\nheaps = 3\nmax = 7\n",
        "game = nim\n",
        "= 3",
        "heaps = 3\nheaps = 4",
        "heaps = [3",
        "\u{0}",
        "[let",
    ] {
        let faults = faults("losses", toml);
        assert!(!faults.is_empty(), "{toml}");
        for fault in faults {
            assert!(fault.at.end <= toml.len() && !fault.message.is_empty(), "{toml}: {fault:?}");
        }
    }
    let unclosed = "heaps = 3\ngame = \"nim\nmax = 7\n";
    assert_eq!(
        faults("losses", unclosed)[0].at.start,
        unclosed.find("\"nim").unwrap() + 4,
        "{:?}",
        faults("losses", unclosed)
    );
}

#[test]
fn a_text_knows_the_place_of_each_of_its_bytes() {
    let rest = "\ngame = \"nim\"\nheaps = 1\nmax = 1\n";
    let cases = [
        (r#"caption = "plain word here""#, "word", "word"),
        (r#"caption = 'literal \ word here'"#, "word", "word"),
        (r#"caption = "é\tword\u0041 x""#, "word", "word"),
        (r#"caption = "é\tword\u0041 x""#, "A", "\\u0041"),
        ("caption = \"\"\"\nfirst\n\"quoted\" word\n\"\"\"", "word", "word"),
        ("caption = '''\nfirst\r\nword'''", "word", "word"),
        ("caption = \"\"\"one \\\n    word\"\"\"", "word", "word"),
        ("caption = \"\"\"word\"\"\"\"", "word\"", "word\""),
    ];
    for (line, word, spelt) in cases {
        let toml = format!("{line}{rest}");
        let body = Body::read(kind("losses"), &toml, Id::Optional).ok().unwrap();
        let caption = body.caption.unwrap();
        let start = caption.text.find(word).unwrap();
        assert_eq!(&toml[caption.place(start..start + word.len())], spelt, "{line}");
    }
}

#[test]
fn a_let_names_more_facts() {
    let toml =
        "game = \"moore(2)\"\nheaps = 3\nmax = 7\n[let]\nwon = \"all - lost\"\nall = \"120\"\nshare = \"lost / all\"\n";
    let read = Body::read(kind("losses"), toml, Id::Optional).ok().unwrap();
    assert_eq!(read.keys.expressions("let").len(), 3);
    let faults = told("losses", "game = \"nim\"\nheaps = 3\nmax = 7\n[let]\n\"7\" = \"1\"\nwon = \"lost +\"\nx = 3\n");
    assert_eq!(
        faults,
        [
            "\"7\": this cannot name a fact (a name is letters, digits, - and _, and begins with a letter)",
            "lost +: something is missing at the end (write a fact, as in six.positions, or a number)",
            "3: this is not a text (further facts, each an expression over the others, as in `won = \"positions - lost\"`)",
        ]
    );
}

#[test]
fn an_unknown_kind_has_a_nearest() {
    let misread = Kind::named("losess").err().unwrap();
    assert_eq!(
        (misread.message.as_str(), misread.help.as_str()),
        ("no kind of figure is called `losess`", "did you mean `losses`?")
    );
}

proptest! {
    #[test]
    fn no_body_makes_it_panic(toml in "[a-z\\[\\]{}=\"'#.,0-9\\\\ \n\r\té-]{0,80}") {
        for kind in KINDS {
            for fault in Body::read(kind, &toml, Id::Required).err().unwrap_or_default() {
                prop_assert!(toml.get(fault.at.clone()).is_some(), "{fault:?}");
            }
        }
    }

    #[test]
    fn no_value_makes_it_panic(key in 0..12usize, value in "[a-z\\[\\]{}=\"'(),0-9 -]{0,20}|-?[0-9]{1,25}|\"[a-z0-9(),={}+/-]{0,20}\"") {
        for kind in KINDS {
            let Some(key) = kind.keys.get(key % kind.keys.len()) else { continue };
            let toml = format!("{}\n{} = {value}\n", "id = \"x\"", key.name);
            for fault in Body::read(kind, &toml, Id::Required).err().unwrap_or_default() {
                prop_assert!(toml.get(fault.at.clone()).is_some(), "{fault:?}");
            }
        }
    }
}

/// A picture that knows two things.
fn picture() -> Picture {
    let mut facts = Facts::default();
    facts.set("positions", 120u32);
    facts.set("lost", 8u32);
    let (table, drawing) = (Table::default(), Drawing::default());
    Picture { facts, table, title: String::new(), description: String::new(), attributes: Vec::new(), drawing }
}

#[test]
fn keys_and_lets_are_facts() {
    let toml = "id = \"x\"\ncaption = \"c\"\ngame = \"moore(2)\"\nheaps = 3\nmax = 7\n\
                [let]\nwon = \"positions - lost\"\nshare = \"lost / positions\"\ndouble = \"won * 2\"\nrule = \"game\"\n";
    let body = Body::read(kind("losses"), toml, Id::Required).ok().unwrap();
    let facts = body.facts(&picture()).unwrap();
    let fact = |name: &str| facts.get(&[name.to_owned()]).map(|fact| fact.to_string());
    let expected = [("won", "112"), ("share", "1/15"), ("double", "224"), ("rule", "moore(2)"), ("max", "7")];
    for (name, value) in expected {
        assert_eq!(fact(name).as_deref(), Some(value), "{name}");
    }
    // What only speaks of the figure is no fact of it.
    assert_eq!([fact("id"), fact("caption"), fact("let")], [None, None, None]);
    assert_eq!(serde_json::to_value(&facts).unwrap()["share"], "1/15");
}

#[test]
fn lets_that_say_nothing_are_told_at_their_place() {
    let toml = "game = \"moore(2)\"\nheaps = 3\nmax = 7\n\
                [let]\nlost = \"1\"\nwon = \"position - lost\"\nnone = 'max / (max - 7)'\nlater = \"last + 1\"\nlast = \"1\"\n\
                other = \"moore.md#six.lost\"\n";
    let body = Body::read(kind("losses"), toml, Id::Optional).ok().unwrap();
    let faults = body.facts(&picture()).unwrap_err();
    let told: Vec<_> = faults.iter().map(|f| (&toml[f.at.clone()], f.message.as_str())).collect();
    assert_eq!(
        told,
        [
            ("lost", "`lost` is a fact already"),
            ("position", "there is no fact `position`"),
            ("max - 7", "this is nought, and nothing can be divided by it"),
            ("last", "there is no fact `last`"),
            ("moore.md#six.lost", "a fact of another essay has no name here"),
        ]
    );
}
