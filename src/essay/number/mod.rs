//! Numbers in English text, read and written.

mod read;
mod token;
mod words;
mod write;

pub(super) use read::{Number, Spelling, numbers};
pub(super) use write::{in_decimals, in_digits, in_words, ordinal_in_digits, ordinal_in_words};

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

    use super::{LARGEST_IN_WORDS, in_decimals, in_digits, in_words, numbers, ordinal_in_digits, ordinal_in_words};
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
            ("hundred and first, a hundred and first, two hundred and first", vec!["101", "101", "201"]),
            ("the hundredth, the two hundredth, the ten thousandth", vec!["100", "200", "10000"]),
            ("the thousand and first, one million and third", vec!["1001", "1000003"]),
            ("two hundredths, five thousandths, a hundredth", vec!["1/50", "1/200", "1/100"]),
            ("one twenty-first, five twenty-fourths, one ten-thousandth", vec!["1/21", "5/24", "1/10000"]),
            ("4 fifths, 5 sixths, 1 third, 1⁄3, 2 1/2, 2 ½", vec!["4/5", "5/6", "1/3", "1/3", "5/2", "5/2"]),
            ("50%, 12.5 %, 1/2%, fifteen per cent, 10 percent", vec!["1/2", "1/8", "1/200", "3/20", "1/10"]),
            ("15 billion, two trillion, half a million", vec!["15000000000", "2000000000000", "500000"]),
            ("negative five, minus one third", vec!["-5", "-1/3"]),
            ("two and two thirds, one and a third", vec!["8/3", "4/3"]),
            ("a few hundred, several thousand", vec![]),
            ("1/2/3", vec!["1/2", "3"]),
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
    fn an_ordinal_may_be_a_fraction() {
        for (text, value, otherwise) in [
            ("one hundredth", (100, 1), Some((1, 100))),
            ("five thousandth", (5_000, 1), Some((1, 200))),
            ("hundredth", (100, 1), Some((1, 100))),
            ("a hundredth", (1, 100), Some((100, 1))),
            ("twenty-first", (21, 1), None),
        ] {
            let found = &numbers(text)[0];
            let fraction = |(above, below): (i128, i128)| Fraction::new(above, below);
            assert_eq!((Some(found.value), found.otherwise), (fraction(value), otherwise.and_then(fraction)), "{text}");
            assert_eq!(numbers(text).len(), 1, "{text}");
        }
    }

    #[test]
    fn what_clings_to_a_number_is_told() {
        for (text, clinging) in [
            ("1e5", Some("1e5")),
            ("15²", Some("15²")),
            ("15!", Some("15!")),
            ("of 15k in all", Some("15k")),
            ("15°", Some("15°")),
            (".5", Some(".5")),
            ("n-5", Some("n-5")),
            ("√15", Some("√15")),
            ("$15", Some("$15")),
            ("15+", Some("15+")),
            ("2.5.7", Some("2.5.7")),
            ("all but 15", Some("but 15")),
            ("15 quadrillion", Some("15 quadrillion")),
            ("fifteen squared", Some("fifteen squared")),
            ("15-fold", Some("15-fold")),
            ("15, 15. (15) “15” 15-heap 15: 15; 15? −15 ∗15 fifteen! fifteen-heap 15–16", None),
            ("54,264 15th 15% 15 % 1/2 1½ 3.5 15’s <15 15…", None),
        ] {
            let found = numbers(text).into_iter().find_map(|number| number.clinging);
            assert_eq!(found.map(|at| &text[at]), clinging, "{text}");
        }
    }

    #[test]
    fn ordinals_and_decimals_are_written() {
        for (number, digits, words) in [
            (1, "1st", "first"),
            (12, "12th", "twelfth"),
            (22, "22nd", "twenty-second"),
            (111, "111th", "one hundred and eleventh"),
            (1_003, "1,003rd", "one thousand and third"),
            (100, "100th", "one hundredth"),
            (40, "40th", "fortieth"),
        ] {
            assert_eq!(ordinal_in_digits(number), digits);
            assert_eq!(ordinal_in_words(number).as_deref(), Some(words));
        }
        let fraction = |n, d| Fraction::new(n, d).unwrap();
        for (number, decimals) in [
            (fraction(1, 8), Some("0.125")),
            (fraction(-7, 2), Some("−3.5")),
            (fraction(25, 1), Some("25")),
            (fraction(123_456, 100), Some("1,234.56")),
            (fraction(1, 3), None),
        ] {
            assert_eq!(in_decimals(number).as_deref(), decimals);
        }
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
                "dozen", "12", "1,000", "/", ".5", "first", "hundredth", "thousandths", "%", "per", "cent", "negative",
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
