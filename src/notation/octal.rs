use std::fmt;
use std::ops::Range;

use super::{Call, Item, Misread};
use crate::game::{BadCode, Octal};

/// The most digits of a code after the point.
const LONGEST: usize = 256;

/// Reads `octal(code)`, where the code is a digit, a point, and digits from 0 to 7: `octal(0.77)`, `octal(4.3)`.
///
/// # Errors
/// Anything that is no such code, with the reason; a first digit that is neither 0 nor 4.
pub fn read_octal(call: &Call) -> Result<Octal, Misread> {
    read_argument(call, 8)
}

/// Reads `hexadecimal(code)`: as an octal code, but with digits from 0 to 9 and A to F.
///
/// # Errors
/// Anything that is no such code, with the reason; a first digit other than 0, 4, 8 and C.
pub fn read_hexadecimal(call: &Call) -> Result<Octal, Misread> {
    read_argument(call, 16)
}

fn read_argument(call: &Call, radix: u32) -> Result<Octal, Misread> {
    let help = || format!("write {}(code), as in {}({})", call.name, call.name, names(radix).2);
    let [argument] = call.arguments.as_slice() else {
        return Err(Misread::new(call.at.clone(), format!("`{}` takes one argument, its code", call.name), help()));
    };
    match (&argument.key, &argument.item) {
        (None, Item::Word(word)) => read_code(word, radix).map_err(|misread| {
            let start = argument.at.start;
            Misread { at: start + misread.at.start..start + misread.at.end, ..misread }
        }),
        _ => Err(Misread::new(argument.at.clone(), "this is not a code", help())),
    }
}

/// What codes of this radix are called, their digits, and one of them.
fn names(radix: u32) -> (&'static str, &'static str, &'static str) {
    if radix == 8 { ("octal", "0 to 7", "0.77") } else { ("hexadecimal", "0 to 9 and A to F", "0.3F") }
}

fn read_code(text: &str, radix: u32) -> Result<Octal, Misread> {
    let (kind, digits, example) = names(radix);
    let fault = |at: Range<usize>, message: String, help: String| Err(Misread::new(at, message, help));
    let shape = format!("a code is one digit, a point and digits from {digits}, as in {example}");
    let Some((first, rest)) = text.split_once('.') else {
        return fault(0..text.len(), format!("`{text}` has no point"), shape);
    };
    if first.chars().count() != 1 || rest.is_empty() {
        return fault(0..text.len(), format!("`{text}` is not a code"), shape);
    }
    if rest.len() > LONGEST {
        return fault(
            0..text.len(),
            format!("the code has {} digits", rest.len()),
            format!("at most {LONGEST} are read"),
        );
    }
    let mut code = Vec::new();
    for (place, digit) in text.char_indices().filter(|&(place, _)| place != first.len()) {
        let at = place..place + digit.len_utf8();
        match digit.to_digit(radix).and_then(|value| u8::try_from(value).ok()) {
            Some(value) => code.push(value),
            None if digit == '.' => return fault(at, "a second point".to_owned(), shape),
            None if digit.is_ascii_hexdigit() => {
                let help = format!("digits are {digits}; games that leave three heaps are hexadecimal(…)");
                return fault(at, format!("`{digit}` is not an {kind} digit"), help);
            }
            None => return fault(at, format!("`{digit}` is not a digit"), shape),
        }
    }
    Octal::new(code).map_err(|bad| match bad {
        BadCode::IdleFirstDigit => Misread::new(
            0..first.len(),
            format!("the digit before the point cannot be {first}"),
            "it says what is done without taking: 0 for nothing, 4 for a split in two (8 for three); \
             the bits 1 and 2 would be no move at all",
        ),
        BadCode::DigitTooLarge(_) => Misread::new(0..text.len(), format!("`{text}` is not a code"), shape.clone()),
    })
}

impl fmt::Display for Octal {
    /// The code, hexadecimal digits in capitals, noughts at the end left out.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digit = |digit: u8| char::from_digit(digit.into(), 16).unwrap_or('0').to_ascii_uppercase();
        let (first, rest) = self.digits().split_first().unwrap_or((&0, &[]));
        let rest: String = if rest.is_empty() { "0".to_owned() } else { rest.iter().map(|&d| digit(d)).collect() };
        write!(f, "{}.{rest}", digit(*first))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(game: &str) -> Result<Octal, Misread> {
        let call = Call::read(game).unwrap();
        if call.name == "octal" { read_octal(&call) } else { read_hexadecimal(&call) }
    }

    #[test]
    fn a_code_reads_back() {
        for code in ["0.77", "4.3", "0.137", "0.007", "0.0", "4.0"] {
            assert_eq!(read_code(code, 8).unwrap().to_string(), code);
        }
        assert_eq!(read("octal(0.7700)").unwrap(), read("octal( 0.77 )").unwrap());
        assert_eq!(read("hexadecimal(C.3f)").unwrap().to_string(), "C.3F");
    }

    #[test]
    fn what_is_no_code_is_refused_where_it_goes_wrong() {
        let place = |code: &str| read_code(code, 8).unwrap_err().at;
        assert_eq!(place("0.78"), 3..4);
        assert_eq!(place("0.a"), 2..3);
        assert_eq!(place("0.7.7"), 3..4);
        assert_eq!(place("0..7"), 2..3);
        assert_eq!(place("0.7é"), 3..5);
        assert_eq!(place("0.-7"), 2..3);
        for code in ["1.7", "2.7", "3.7", "5.7", "6.7", "7.7", "8.7"] {
            assert_eq!(place(code), 0..1, "{code}");
        }
        for code in ["", "0", "77", "0.", ".77", "00.7", "."] {
            assert_eq!(place(code), 0..code.len(), "{code}");
        }
        assert_eq!(place(&format!("0.{}", "7".repeat(257))), 0..259);
        assert_eq!(read_code("9.F", 16).unwrap_err().at, 0..1);
        assert_eq!(read_code("0.G", 16).unwrap_err().at, 2..3);
    }

    #[test]
    fn a_fault_stands_at_its_place_in_the_whole_game() {
        assert_eq!(read("octal(0.78)").unwrap_err().at, 9..10);
        assert_eq!(read("octal").unwrap_err().at, 0..5);
        assert_eq!(read("octal(0.7,0.7)").unwrap_err().at, 0..5);
        assert_eq!(read("octal(code=0.7)").unwrap_err().at, 6..14);
        assert_eq!(read("octal({0.7})").unwrap_err().at, 6..11);
    }
}
