//! Whatever an author writes for keys, a kind answers or tells what is wrong with it, at its place.

use proptest::prelude::*;
use rungs::figure::{Body, Id, KINDS, Key, KeyKind};
use rungs::verify::{Budget, GAMES, Gate, Panel};

/// A value for a key: most often one of its kind, sometimes anything.
fn value(kind: KeyKind) -> BoxedStrategy<String> {
    let text = |text: String| toml::Value::String(text).to_string();
    let anything = prop_oneof![
        any::<i64>().prop_map(|number| number.to_string()),
        ".{0,6}".prop_map(text),
        Just("true".to_owned()),
        Just("5.5".to_owned()),
        Just("[]".to_owned()),
        Just("[3, -5]".to_owned()),
        Just("{}".to_owned()),
    ];
    let fitting = match kind {
        KeyKind::Integer(low, _) => (low.saturating_sub(1)..6).prop_map(|number| number.to_string()).boxed(),
        KeyKind::Integers(..) => prop::collection::vec(0..9_u32, 0..5).prop_map(|list| format!("{list:?}")).boxed(),
        KeyKind::Text => {
            prop_oneof!["[a-z]{3,7}\\([0-9]{1,2}\\)", Just("columns(2)".to_owned()), Just("mod(3)".to_owned())]
                .prop_map(text)
                .boxed()
        }
        KeyKind::Texts => prop::collection::vec("[1-4L+]{1,4}".prop_map(text), 0..3)
            .prop_map(|list| format!("[{}]", list.join(", ")))
            .boxed(),
        KeyKind::Game => {
            let games: Vec<_> = GAMES.iter().map(|game| text(game.example.to_owned())).collect();
            prop::sample::select(games).boxed()
        }
        KeyKind::Choice(words) => prop::sample::select(words).prop_map(move |word| text(word.to_owned())).boxed(),
        KeyKind::Flag => any::<bool>().prop_map(|flag| flag.to_string()).boxed(),
        _ => Just("[]".to_owned()).boxed(),
    };
    prop_oneof![9 => fitting, 1 => anything].boxed()
}

fn line(key: &Key) -> BoxedStrategy<String> {
    let name = key.name;
    let line = value(key.kind).prop_map(move |value| format!("{name} = {value}\n"));
    if key.default.is_some() { prop_oneof![line, Just(String::new())].boxed() } else { line.boxed() }
}

fn directive() -> impl Strategy<Value = (usize, String)> {
    (0..KINDS.len()).prop_flat_map(|kind| {
        let lines: Vec<_> = KINDS[kind].keys.iter().map(line).collect();
        let misere = prop_oneof![4 => Just(""), 1 => Just("convention = 'misere'\n")];
        (lines, misere).prop_map(move |(lines, misere)| (kind, format!("{misere}{}", lines.concat())))
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]
    #[test]
    fn a_kind_answers_or_tells_what_is_wrong((kind, toml) in directive()) {
        let gate = Gate::new(Panel::default(), Budget { positions: 3_000 });
        match Body::read(&KINDS[kind], &toml, Id::Optional) {
            Err(faults) => {
                prop_assert!(!faults.is_empty());
                for fault in faults {
                    prop_assert!(toml.get(fault.at.clone()).is_some() && !fault.message.is_empty(), "{fault:?}");
                }
            }
            Ok(body) => {
                if let Ok(picture) = body.request.answer(&gate) {
                    let picture = picture.get();
                    let svg = picture.drawing.to_svg("a", &picture.title, &picture.description, true);
                    prop_assert!(roxmltree::Document::parse(&svg).is_ok(), "{svg}");
                    prop_assert!(body.facts(picture).is_ok());
                }
            }
        }
    }
}
