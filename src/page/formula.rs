use std::ops::Range;
use std::thread;

use math_core::{LatexToMathML, MathDisplay};

use super::escape;

/// A TeX formula as MathML.
///
/// # Errors
/// What is wrong with it, and at which of its bytes.
pub fn mathml(tex: &str, display: MathDisplay) -> Result<String, (Range<usize>, String)> {
    if let Some(dollar) = dollar_in_text(tex) {
        return Err((dollar, "a formula inside \\text{…} would be printed as it stands".to_owned()));
    }
    let mathml = converted(tex, display)?;
    if depth(&mathml) > DEEPEST { Err(too_deep(tex)) } else { Ok(mathml) }
}

/// How deep the elements of a formula may stand in each other.
const DEEPEST: usize = 100;

/// How many signs that may open something are converted on the stack of whoever asks.
const ON_THIS_STACK: usize = 24;

/// How many at all, and the stack that is enough for them.
const AT_MOST: usize = 4_000;
const STACK: usize = 256 << 20;

/// The converter descends into what is nested and minds no end of its stack. No formula is nested deeper than it has
/// signs that open something.
fn converted(tex: &str, display: MathDisplay) -> Result<String, (Range<usize>, String)> {
    let convert = || match LatexToMathML::default().convert_with_local_state(tex, display) {
        Ok(converted) => Ok(converted.mathml),
        Err(error) => Err((error.0.clone(), error.error_message().trim_end_matches('.').to_owned())),
    };
    let opening = tex.bytes().filter(|byte| br"\{^_'".contains(byte)).count();
    if opening <= ON_THIS_STACK {
        return convert();
    }
    if opening > AT_MOST {
        return Err(too_deep(tex));
    }
    let failed = |what: String| (0..tex.len(), what);
    thread::scope(|scope| {
        let spawned = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, convert);
        let running = spawned.map_err(|error| failed(format!("this formula cannot be converted: {error}")))?;
        running.join().unwrap_or_else(|_| Err(failed("this formula cannot be converted".to_owned())))
    })
}

fn too_deep(tex: &str) -> (Range<usize>, String) {
    (0..tex.len(), "this formula is nested too deeply".to_owned())
}

/// How deep elements stand in each other.
fn depth(mathml: &str) -> usize {
    let (mut depth, mut deepest) = (0usize, 0);
    for (at, _) in mathml.match_indices('<') {
        match mathml.as_bytes().get(at + 1) {
            Some(b'/') => depth = depth.saturating_sub(1),
            _ => depth += 1,
        }
        deepest = deepest.max(depth);
    }
    deepest
}

/// A `$` that no backslash escapes: the converter takes it for a letter.
fn dollar_in_text(tex: &str) -> Option<Range<usize>> {
    let mut escaped = false;
    for (at, c) in tex.char_indices() {
        match c {
            '$' if !escaped => return Some(at..at + 1),
            '\\' => escaped = !escaped,
            _ => escaped = false,
        }
    }
    None
}

/// A formula within a line of text; one that cannot be read as its TeX, since it is reported elsewhere.
pub fn inline(tex: &str) -> String {
    mathml(tex, MathDisplay::Inline).unwrap_or_else(|_| escape(tex))
}

/// A TeX formula in one line, for titles, alternative texts and search: `2^n`, `(a + b)/c`, `√x`.
/// One that cannot be read stays as it is; [`mathml`] reports it.
pub fn plain(tex: &str) -> String {
    let Ok(mathml) = mathml(tex, MathDisplay::Inline) else { return tex.to_owned() };
    let mut open: Vec<Element<'_>> = vec![Element::default()];
    let mut rest = mathml.as_str();
    // The converter's elements nest, and a `<` of the author's is written out in them.
    while let Some((text, after)) = rest.split_once('<') {
        let (tag, beyond) = after.split_once('>').unwrap_or((after, ""));
        rest = beyond;
        if let Some(element) = open.last_mut().filter(|_| !text.is_empty()) {
            element.parts.push(text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&"));
        }
        let name = tag.split([' ', '/']).next().unwrap_or_default();
        if tag.starts_with('/') {
            if let Some(element) = open.pop() {
                close(&mut open, &element);
            }
        } else if tag.ends_with('/') {
            close(&mut open, &Element { name, parts: Vec::new() });
        } else {
            open.push(Element { name, parts: Vec::new() });
        }
    }
    let whole: String = open.into_iter().flat_map(|element| element.parts).collect();
    whole.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A MathML element whose children have become lines of text.
#[derive(Default)]
struct Element<'m> {
    name: &'m str,
    parts: Vec<String>,
}

/// Writes an element in one line and hands it to the one around it.
fn close(open: &mut Vec<Element<'_>>, element: &Element<'_>) {
    let part = |i: usize| element.parts.get(i).map_or("", String::as_str);
    let line = match element.name {
        "msup" | "mover" => format!("{}^{}", part(0), grouped(part(1))),
        "msub" | "munder" => format!("{}_{}", part(0), grouped(part(1))),
        "msubsup" | "munderover" => format!("{}_{}^{}", part(0), grouped(part(1)), grouped(part(2))),
        "mfrac" => format!("{}/{}", grouped(part(0)), grouped(part(1))),
        "msqrt" => format!("√{}", grouped(&element.parts.concat())),
        "mo" => spaced(&element.parts.concat()),
        "mspace" => " ".to_owned(),
        "mtr" => format!("{}; ", element.parts.join(", ")),
        _ => element.parts.concat(),
    };
    match open.last_mut() {
        Some(outer) => outer.parts.push(line),
        None => open.push(Element { name: "", parts: vec![line] }),
    }
}

/// In brackets, where it is more than one sign or number.
fn grouped(part: &str) -> String {
    let part = part.trim();
    let simple = part.chars().count() == 1 || part.chars().all(char::is_alphanumeric);
    if simple { part.to_owned() } else { format!("({part})") }
}

/// An operator with the spaces that stand around it in a line.
fn spaced(operator: &str) -> String {
    match operator {
        "(" | ")" | "[" | "]" | "{" | "}" | "|" | "!" | "′" | "/" | "⌊" | "⌋" | "⌈" | "⌉" | "∗" | "*" | "\u{2061}"
        | "\u{2062}" | "" => operator.trim_matches(['\u{2061}', '\u{2062}']).to_owned(),
        "," | ";" | ":" => format!("{operator} "),
        _ => format!(" {operator} "),
    }
}
