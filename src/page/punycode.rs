//! Names of hosts in other letters than those of ASCII, as the net knows them (RFC 3492).

use unicode_normalization::UnicodeNormalization;

/// A host, with its port if there is one, as it is asked for: `bücher.example` is `xn--bcher-kva.example`. None where a
/// name is too long to be one.
pub fn ascii_host(host: &str) -> Option<String> {
    if host.is_ascii() {
        return Some(host.to_owned());
    }
    let (name, port) = match host.rsplit_once(':') {
        Some((name, port)) => (name, format!(":{port}")),
        None => (host, String::new()),
    };
    let name: String = name.nfkc().collect::<String>().to_lowercase().nfkc().collect();
    let labels: Option<Vec<String>> = name.split(['.', '。']).map(label).collect();
    Some(labels?.join(".") + &port)
}

fn label(label: &str) -> Option<String> {
    if label.is_ascii() { Some(label.to_owned()) } else { Some(format!("xn--{}", encoded(label)?)) }
}

/// The digits that stand for a number.
const DIGITS: &[u8; 36] = b"abcdefghijklmnopqrstuvwxyz0123456789";

/// The letters of ASCII in a label, and behind them where each of the others stands.
fn encoded(label: &str) -> Option<String> {
    let letters: Vec<u32> = label.chars().map(u32::from).collect();
    let mut out: String = label.chars().filter(char::is_ascii).collect();
    let plain = u32::try_from(out.len()).ok()?;
    if plain > 0 {
        out.push('-');
    }
    let (mut next, mut delta, mut bias, mut handled) = (128u32, 0u32, 72u32, plain);
    while let Some(least) = letters.iter().copied().filter(|letter| *letter >= next).min() {
        delta = delta.checked_add((least - next).checked_mul(handled + 1)?)?;
        next = least;
        for letter in &letters {
            if *letter < next {
                delta = delta.checked_add(1)?;
            } else if *letter == next {
                number(delta, bias, &mut out)?;
                bias = adapted(delta, handled + 1, handled == plain);
                delta = 0;
                handled += 1;
            }
        }
        delta = delta.checked_add(1)?;
        next += 1;
    }
    (out.len() <= 59).then_some(out)
}

/// Writes a number of variable length.
fn number(mut number: u32, bias: u32, out: &mut String) -> Option<()> {
    let mut digit = |value: u32| {
        let digit = DIGITS.get(usize::try_from(value).ok()?)?;
        out.push(char::from(*digit));
        Some(())
    };
    let mut place = 36u32;
    loop {
        let threshold = place.saturating_sub(bias).clamp(1, 26);
        if number < threshold {
            return digit(number);
        }
        digit(threshold + (number - threshold) % (36 - threshold))?;
        number = (number - threshold) / (36 - threshold);
        place += 36;
    }
}

fn adapted(delta: u32, handled: u32, first: bool) -> u32 {
    let mut delta = if first { delta / 700 } else { delta / 2 };
    delta += delta / handled;
    let mut bias = 0;
    while delta > 455 {
        delta /= 35;
        bias += 36;
    }
    bias + 36 * delta / (delta + 38)
}

#[cfg(test)]
mod tests {
    use super::ascii_host;

    /// The first five are known hosts, the others the samples of RFC 3492, section 7.1.
    #[test]
    fn hosts_are_those_that_the_net_knows() {
        for (host, expected) in [
            ("bücher.example", "xn--bcher-kva.example"),
            ("MÜNCHEN.de:8000", "xn--mnchen-3ya.de:8000"),
            ("例え。テスト", "xn--r8jz45g.xn--zckzah"),
            ("пример.испытание", "xn--e1afmkfd.xn--80akhbyknj4f"),
            ("παράδειγμα.δοκιμή", "xn--hxajbheg2az3al.xn--jxalpdlp"),
            ("他们为什么不说中文", "xn--ihqwcrb4cv8a8dqg056pqjye"),
            ("почемужеонинеговорятпорусски", "xn--b1abfaaepdrnnbgefbadotcwatmq2g4l"),
            ("example.org", "example.org"),
            ("localhost:8000", "localhost:8000"),
        ] {
            assert_eq!(ascii_host(host).as_deref(), Some(expected), "{host}");
        }
        assert_eq!(ascii_host(&"ü".repeat(80)), None);
    }
}
