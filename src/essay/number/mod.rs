//! Numbers in English text, read and written.

mod read;
mod write;

pub(super) use read::{Number, Spelling, numbers};
pub(super) use write::{in_digits, in_words};

/// The words below twenty, from nought.
const UNITS: [&str; 20] = [
    "nought",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
];

/// The same as ordinals.
const UNIT_ORDINALS: [&str; 20] = [
    "zeroth",
    "first",
    "second",
    "third",
    "fourth",
    "fifth",
    "sixth",
    "seventh",
    "eighth",
    "ninth",
    "tenth",
    "eleventh",
    "twelfth",
    "thirteenth",
    "fourteenth",
    "fifteenth",
    "sixteenth",
    "seventeenth",
    "eighteenth",
    "nineteenth",
];

/// The tens, from twenty.
const TENS: [&str; 8] = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"];

/// The same as ordinals.
const TEN_ORDINALS: [&str; 8] =
    ["twentieth", "thirtieth", "fortieth", "fiftieth", "sixtieth", "seventieth", "eightieth", "ninetieth"];

/// The largest number that is written in words.
const LARGEST_IN_WORDS: i128 = 1_000_000;

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{LARGEST_IN_WORDS, in_digits, in_words, numbers};
    use crate::figure::Fraction;

    fn read(text: &str) -> Vec<String> {
        numbers(text).iter().map(|number| number.value.to_string()).collect()
    }

    #[test]
    fn numbers_are_read_as_they_are_written() {
        for (text, expected) in [
            ("54,264 positions", vec!["54264"]),
            ("54\u{202f}264 and 1{,}000", vec!["54264", "1000"]),
            ("3,5,7 or 3, 5, 7", vec!["3", "5", "7", "3", "5", "7"]),
            ("1234,567", vec!["1234", "567"]),
            ("2, 2 and 3", vec!["2", "2", "3"]),
            ("two, two and three", vec!["2", "2", "3"]),
            ("Sixty-four of five hundred and twelve", vec!["64", "512"]),
            ("one hundred and two hundred", vec!["100", "200"]),
            ("fifty-four thousand two hundred and sixty-four", vec!["54264"]),
            ("two hundred and fifty thousand", vec!["250000"]),
            ("a million", vec!["1000000"]),
            ("2.3 million", vec!["2300000"]),
            ("none, neither, no exception, never", vec!["0", "0", "0", "0"]),
            ("no fewer than five", vec!["5"]),
            ("not one exception", vec!["0"]),
            ("both, once, twice, a dozen, two dozen", vec!["2", "1", "2", "12", "24"]),
            ("a third, two thirds, half, three-quarters, 1/3, ½", vec!["1/3", "2/3", "1/2", "3/4", "1/3", "1/2"]),
            ("the twenty-first, the 22nd, the third", vec!["21", "22", "3"]),
            ("−3, minus 4, x-5", vec!["-3", "-4", "5"]),
            ("∗14, L4, H2", vec!["14"]),
            ("1901–1902", vec!["1901", "1902"]),
            ("3.5 and 0.77", vec!["7/2", "77/100"]),
            ("one and a half", vec!["3/2"]),
            ("a twenty, one", vec!["20", "1"]),
            ("someone often fortified nothingness", vec![]),
            ("99999999999999999999999999999999999999999999", vec![]),
        ] {
            assert_eq!(read(text), expected, "{text}");
        }
    }

    #[test]
    fn a_third_may_be_an_ordinal() {
        let third = &numbers("a third")[0];
        assert!(third.may_be(Fraction::from(3)) && Some(third.value) == Fraction::new(1, 3));
    }

    #[test]
    fn numbers_are_written_as_the_british_write_them() {
        for (number, digits, words) in [
            (0, "0", "nought"),
            (21, "21", "twenty-one"),
            (105, "105", "one hundred and five"),
            (1_005, "1,005", "one thousand and five"),
            (54_264, "54,264", "fifty-four thousand two hundred and sixty-four"),
            (1_000_000, "1,000,000", "one million"),
            (-12, "−12", "minus twelve"),
        ] {
            let number = Fraction::from(number);
            assert_eq!((in_digits(number).as_str(), in_words(number).as_deref()), (digits, Some(words)));
        }
        let fraction = |n, d| Fraction::new(n, d).unwrap();
        assert_eq!(in_words(fraction(2, 3)).as_deref(), Some("two thirds"));
        assert_eq!(in_words(fraction(1, 2)).as_deref(), Some("one half"));
        assert_eq!(in_words(fraction(1, 47)), None);
        assert_eq!(in_words(Fraction::from(1_000_001)), None);
    }

    proptest! {
        #[test]
        fn words_are_read_back(number in -LARGEST_IN_WORDS..=LARGEST_IN_WORDS) {
            let number = Fraction::new(number, 1).unwrap();
            let words = in_words(number).unwrap();
            prop_assert_eq!(numbers(&words).iter().map(|n| n.value).collect::<Vec<_>>(), vec![number], "{}", words);
        }

        #[test]
        fn digits_are_read_back(numerator: i64, denominator in 1..1000i128) {
            let number = Fraction::new(numerator.into(), denominator).unwrap();
            let digits = in_digits(number);
            prop_assert_eq!(numbers(&digits).iter().map(|n| n.value).collect::<Vec<_>>(), vec![number], "{}", digits);
        }

        #[test]
        fn any_text_is_read_without_harm(text in "\\PC*") {
            for number in numbers(&text) {
                prop_assert!(text.get(number.at.clone()).is_some_and(|part| !part.is_empty()));
            }
        }

        #[test]
        fn any_run_of_number_words_is_read_without_harm(
            words in prop::collection::vec(prop::sample::select(vec![
                "one", "twenty", "hundred", "thousand", "million", "and", "a", "third", "half", "-", ",", "not", "no",
                "dozen", "12", "1,000", "/", ".5", "first",
            ]), 0..12),
        ) {
            let text = words.join(" ");
            let mut end = 0;
            for number in numbers(&text) {
                prop_assert!(number.at.start >= end && number.at.end <= text.len());
                end = number.at.end;
            }
        }
    }
}
