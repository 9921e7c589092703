//! The take family as text: what is read, what is refused and with which words, and what is printed.

use std::any::Any;

use rungs::game::Take;
use rungs::verify::Game;

fn read(text: &str) -> Take {
    let game = Game::read(text).unwrap();
    let rules = game.on_heaps().unwrap();
    (rules.as_ref() as &dyn Any).downcast_ref::<Take>().unwrap().clone()
}

/// Asserts that a text is refused at these of its characters, in words that hold all of these.
fn refused(text: &str, at: &str, words: &[&str]) {
    let misread = Game::read(text).unwrap_err();
    assert_eq!(&text[misread.at.clone()], at, "{misread:?}");
    for word in words {
        assert!(format!("{} {}", misread.message, misread.help).contains(word), "{word} in {misread:?}");
    }
}

#[test]
fn printed_in_the_shortest_way() {
    for (text, printed) in [
        ("nim", "nim"),
        ("moore(1)", "nim"),
        ("moore( 2 )", "moore(2)"),
        ("take(heaps=2)", "moore(2)"),
        ("subtraction(3,1)", "subtraction(1,3)"),
        ("take(amounts={3, 1})", "subtraction(1,3)"),
        ("take(each=3)", "take(each=3)"),
        ("take(total=4, each = 3,heaps=2)", "take(heaps=2, each=3, total=4)"),
        ("take(heaps=2, amounts={1,3})", "take(heaps=2, amounts={1,3})"),
        ("take(total=5)", "take(total=5)"),
    ] {
        let rules = read(text);
        assert_eq!(rules.to_string(), printed);
        assert_eq!(read(printed), rules, "{printed} is read as it was printed");
    }
}

#[test]
fn the_bounds_are_read() {
    let rules = read("take(heaps=2, each=3, total=4)");
    assert_eq!(rules, Take { heaps: 2, each: rungs::game::Amounts::UpTo(3), total: Some(4) });
}

#[test]
fn a_wrong_argument_is_refused_at_its_place() {
    refused("take(heap=2)", "heap=2", &["`heap`", "did you mean `heaps`?"]);
    refused("take(heaps=2, amount={1})", "amount={1}", &["did you mean `amounts`?"]);
    refused("take(heaps=2, colour=3)", "colour=3", &["`colour`", "take(heaps=2, each=3, total=4)"]);
    refused("take(2)", "2", &["has no name"]);
    refused("take", "take", &["needs a bound"]);
    refused("take(heaps=2, heaps=3)", "heaps=3", &["given twice"]);
    refused("take(each=3, amounts={1})", "amounts={1}", &["beside `each`"]);
    refused("take(amounts={})", "amounts={}", &["an amount is missing"]);
    refused("take(amounts={1,})", "amounts={1,}", &["an amount is missing"]);
    refused("take(amounts={0,1})", "amounts={0,1}", &["`0` is not an amount", "at least 1"]);
    refused("take(amounts={1,2,1})", "amounts={1,2,1}", &["the amount 1 is given twice"]);
    refused("take(amounts=3)", "amounts=3", &["not a set"]);
    refused("take(heaps={1,2})", "heaps={1,2}", &["`{1,2}`"]);
    refused("take(heaps=0)", "heaps=0", &["heaps is nought"]);
    refused("take(total=-1)", "total=-1", &["`-1`"]);
    refused("take(each=5000000000)", "each=5000000000", &["too large", "4294967295"]);
    refused("take(amounts={3,4}, total=2)", "total=2", &["no move can ever be made"]);
    refused("subtraction", "subtraction", &["needs an amount"]);
    refused("subtraction()", "", &["missing"]);
    refused("subtraction(1,1)", "1", &["given twice"]);
    refused("subtraction(0,1)", "0", &["nought"]);
    refused("subtraction(1,x)", "x", &["`x`"]);
    refused("subtraction(amounts={1})", "amounts={1}", &["not an amount"]);
    refused("moore(0)", "0", &["nought"]);
    refused("moore", "moore", &["one argument"]);
    refused("nim(1)", "1", &["no arguments"]);
    refused("moor(2)", "moor", &["did you mean `moore`?"]);
}
