//! The language of claims: exact, with a place for every fault, and never a panic.

use proptest::prelude::*;
use rungs::figure::{Condition, Expression, Fact, FactName, Facts, Fraction, Unknown};
use rungs::notation::Misread;

fn facts() -> Facts {
    let mut six = Facts::default();
    six.set("positions", 54_264u64);
    six.set("lost", 696u64);
    six.set("lost_list", vec!["0,0,0", "1,1,1"]);
    six.set("outcome", "P");
    six.set_in("value", "1+L4", 2u32);
    six.set_in("control", "2", 4168u32);
    six.set("loony", Fact::None);
    let mut facts = Facts::default();
    facts.set("six", six.clone());
    facts.set("three-five-six", six);
    facts.set("x", 3u32);
    facts
}

fn find(name: &FactName) -> Result<Fact, Unknown> {
    if name.file.as_deref() == Some("../nim/moore.md") { Ok(Fact::from(15u32)) } else { facts().find(&name.steps) }
}

fn value(text: &str) -> Result<String, String> {
    Expression::read(text).and_then(|e| e.value(&find)).map(|fact| fact.to_string()).map_err(|m| told(text, &m))
}

fn holds(text: &str, left: Option<Fact>) -> Result<bool, String> {
    Condition::read(text).and_then(|c| c.holds(left.as_ref(), &find)).map_err(|m| told(text, &m))
}

fn told(text: &str, misread: &Misread) -> String {
    format!("{}: {}", &text[misread.at.clone()], misread.message)
}

#[test]
fn values() {
    let cases = [
        ("six.positions", "54264"),
        ("three-five-six.lost", "696"),
        ("six.value[1+L4]", "2"),
        ("six.control[2]", "4168"),
        ("six.lost_list[1]", "1,1,1"),
        ("six.lost_list.count", "2"),
        ("../nim/moore.md#lost-four.lost", "15"),
        ("six.positions - six.lost", "53568"),
        ("six.lost / six.positions", "29/2261"),
        ("1/3 + 1/6", "1/2"),
        ("2 + 3 * 4 - 6 / 3", "12"),
        ("(2 + 3) * (4 - 6) / 3", "-10/3"),
        ("10 − 2 − 3", "5"),
        ("-3 * x", "-9"),
        ("'a b'", "a b"),
    ];
    for (text, expected) in cases {
        assert_eq!(value(text).as_deref(), Ok(expected), "{text}");
    }
}

#[test]
fn faults_have_places() {
    let cases = [
        ("", ": an expression is missing"),
        ("six.positions -", "six.positions -: something is missing at the end"),
        ("six.lost 3", "3: an operator is missing before this"),
        ("* 3", "*: nothing stands before this operator"),
        ("(1 + 2", "(: this bracket is never closed"),
        ("1 + 2)", "): this bracket was never opened"),
        ("1 + ()", "): something is missing before this bracket"),
        ("1 + 54,264", "54,264: `54,264` is neither a number nor the name of a fact"),
        ("six..lost", "six..lost: `six..lost` is neither a number nor the name of a fact"),
        ("six.value[1", "six.value[1: the bracket is not closed"),
        ("'a", "'a: the quote is not closed"),
        ("1 < 2", "<: an operator is missing before this"),
        ("1 + six.lots", "six.lots: there is no `lots` in `six`"),
        ("sex.lost", "sex.lost: there is no fact `sex`"),
        ("six.lost_list[2]", "six.lost_list[2]: there is no `2` in `six.lost_list`"),
        ("six.lost.count", "six.lost.count: there is nothing in `six.lost`"),
        ("six.outcome + 1", "six.outcome: this is not a number"),
        ("1 + six.loony", "six.loony: this is not a number"),
        ("1 / (x - 3)", "x - 3: this is nought, and nothing can be divided by it"),
        (
            "1 + 170141183460469231731687303715884105727 * 2",
            "170141183460469231731687303715884105727 * 2: the result is too large to be exact",
        ),
        ("1/0", "1/0: `1/0` is neither a number nor the name of a fact"),
    ];
    for (text, expected) in cases {
        assert_eq!(value(text).unwrap_err(), expected, "{text}");
    }
}

#[test]
fn conditions() {
    let left = |number: i64| Some(Fact::from(number));
    let cases = [
        ("< six.positions / 3", left(18_087), true),
        ("< six.positions / 3", left(18_088), false),
        ("<= 3", left(3), true),
        (">= 4", left(3), false),
        ("!= 4", left(3), true),
        ("≠ 4", left(4), false),
        ("six.lost > 10", None, true),
        ("= P", Some(Fact::from("P")), true),
        ("= N", Some(Fact::from("P")), false),
        ("!= N", Some(Fact::from("P")), true),
        ("= six.outcome", Some(Fact::from("P")), true),
        ("= 1,1,1", Some(Fact::from("1,1,1")), true),
        ("= 1+3+L4", Some(Fact::from("1+3+L4")), true),
        ("= 3", Some(Fact::from("3")), true),
        ("= 'a b'", Some(Fact::from("a b")), true),
        ("= six.lost_list[0]", Some(Fact::from("0,0,0")), true),
        ("six.outcome = P", None, true),
    ];
    for (text, left, expected) in cases {
        assert_eq!(holds(text, left), Ok(expected), "{text}");
    }
    let faults = [
        ("six.lost", None, "six.lost: there is no comparison in this"),
        ("1 < 2 < 3", None, "<: this is a second comparison"),
        ("< 2", None, "<: nothing stands before this comparison"),
        ("<", left(1), ": an expression is missing"),
        ("= P", left(1), "P: there is no fact `P`"),
        ("= six.outcom", Some(Fact::from("P")), "six.outcom: there is no `outcom` in `six`"),
        ("< P", Some(Fact::from("P")), "<: these have no order"),
        ("= six.lost", Some(Fact::from("P")), "=: this compares what is not of one kind"),
    ];
    for (text, left, expected) in faults {
        assert_eq!(holds(text, left).unwrap_err(), expected, "{text}");
    }
    let condition = Condition::read("< six.lost / 3 + 2").unwrap();
    assert_eq!(condition.numbers().collect::<Vec<_>>(), [Fraction::from(3), Fraction::from(2)]);
    assert_eq!(condition.names().map(FactName::to_string).collect::<Vec<_>>(), ["six.lost"]);
}

#[test]
fn length_and_depth_are_no_danger() {
    assert_eq!(value(&format!("1{}", " + 1".repeat(100_000))).as_deref(), Ok("100001"));
    let deep = format!("{}1{}", "(".repeat(100_000), ")".repeat(100_000));
    assert_eq!(value(&deep).as_deref(), Ok("1"));
}

#[test]
fn a_nearest_name_is_offered() {
    let help = |text: &str| Expression::read(text).and_then(|e| e.value(&find)).unwrap_err().help;
    assert_eq!(help("six.lots"), "did you mean `lost`?");
    assert_eq!(help("six.zzzzzzz"), "there is control, loony, lost, lost_list, outcome, positions, value");
    assert_eq!(
        help("six.lost_list[5]"),
        "its places are six.lost_list[0] to six.lost_list[1], and there is six.lost_list.count"
    );
}

/// An expression as a tree, told a second time: the oracle of the reader.
#[derive(Clone, Debug)]
enum Tree {
    Leaf(i64),
    Node(Box<Tree>, char, Box<Tree>),
}

impl Tree {
    fn text(&self) -> String {
        match self {
            Self::Leaf(number) => number.to_string(),
            Self::Node(left, operator, right) => format!("({} {operator} {})", left.text(), right.text()),
        }
    }

    /// Numerator and denominator, neither in lowest terms nor with a sign where it belongs.
    fn value(&self) -> Option<(i128, i128)> {
        let Self::Node(left, operator, right) = self else {
            let Self::Leaf(number) = self else { return None };
            return Some((i128::from(*number), 1));
        };
        let ((a, b), (c, d)) = (left.value()?, right.value()?);
        Some(match operator {
            '+' => (a * d + c * b, b * d),
            '-' => (a * d - c * b, b * d),
            '*' => (a * c, b * d),
            _ if c == 0 => return None,
            _ => (a * d, b * c),
        })
    }
}

fn trees() -> impl Strategy<Value = Tree> {
    (-9i64..10).prop_map(Tree::Leaf).prop_recursive(4, 16, 2, |inner| {
        (inner.clone(), prop::sample::select(vec!['+', '-', '*', '/']), inner)
            .prop_map(|(left, operator, right)| Tree::Node(Box::new(left), operator, Box::new(right)))
    })
}

proptest! {
    #[test]
    fn arithmetic_is_exact(tree in trees()) {
        let expected = tree.value().and_then(|(above, below)| Fraction::new(above, below));
        prop_assert_eq!(value(&tree.text()).ok(), expected.map(|number| number.to_string()));
    }

    #[test]
    fn without_brackets_times_binds_closer(numbers in prop::collection::vec(1i64..9, 4), signs in "[-+*/]{3}") {
        let text: String = numbers.iter().zip(signs.chars().map(Some).chain([None]))
            .map(|(n, sign)| sign.map_or(n.to_string(), |sign| format!("{n} {sign} "))).collect();
        // Products first, then sums, each from the left.
        let (mut sum, mut term) = ((0i128, 1i128), (i128::from(numbers[0]), 1i128));
        for (sign, n) in signs.chars().zip(&numbers[1..]) {
            let n = i128::from(*n);
            match sign {
                '*' => term.0 *= n,
                '/' => term.1 *= n,
                sign => {
                    sum = (sum.0 * term.1 + term.0 * sum.1, sum.1 * term.1);
                    term = (if sign == '+' { n } else { -n }, 1);
                }
            }
        }
        let expected = Fraction::new(sum.0 * term.1 + term.0 * sum.1, sum.1 * term.1).unwrap();
        prop_assert_eq!(value(&text), Ok(expected.to_string()));
    }

    #[test]
    fn no_text_makes_it_panic(text in "[a-z0-9 .#<>=!'()+*/\\[\\]−é-]{0,40}|\\PC{0,20}") {
        if let Err(misread) = Expression::read(&text).and_then(|e| e.value(&find)) {
            prop_assert!(text.get(misread.at.clone()).is_some());
        }
        if let Err(misread) = Condition::read(&text).and_then(|c| c.holds(Some(&Fact::from(1u32)), &find)) {
            prop_assert!(text.get(misread.at.clone()).is_some());
        }
    }

    #[test]
    fn a_name_prints_as_it_is_read(text in "[a-z][a-z-]{0,3}(\\.[a-z_]{1,3}|\\[[a-z0-9+,]{1,4}\\]){0,3}") {
        let expression = Expression::read(&text).unwrap();
        let printed = expression.names().next().unwrap().to_string();
        let again = Expression::read(&printed).unwrap();
        prop_assert_eq!(expression.names().collect::<Vec<_>>(), again.names().collect::<Vec<_>>());
    }
}
