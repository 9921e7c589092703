use std::fmt;
use std::ops::Range;

use super::Misread;

/// A name with arguments, as games and criteria are written: `nim`, `moore(2)`, `take(heaps=2, amounts={1,3})`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    /// The name before the bracket.
    pub name: String,
    /// The arguments in order; none where there is no bracket.
    pub arguments: Vec<Argument>,
    /// The bytes of the name.
    pub at: Range<usize>,
}

/// One argument of a [`Call`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Argument {
    /// The name before `=`, if there is one.
    pub key: Option<String>,
    /// What is given.
    pub item: Item,
    /// The bytes of the whole argument.
    pub at: Range<usize>,
}

/// What an argument gives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Item {
    /// A number or a word, not yet understood: `2`, `0.77`, `must-move`.
    Word(String),
    /// Words between braces: `{1,3}`.
    Set(Vec<String>),
}

impl Call {
    /// Reads `name` or `name(argument, …)`, where an argument is a word, `{word, …}`, or either after `key =`.
    ///
    /// # Errors
    /// An empty name, a bracket or brace that is not closed, an empty argument, text after the end.
    pub fn read(text: &str) -> Result<Self, Misread> {
        let open = text.find('(').unwrap_or(text.len());
        let at = trimmed(text, 0..open);
        let name = text[at.clone()].to_owned();
        if name.is_empty() || !name.chars().all(|c| c.is_ascii_alphanumeric() || "-_'".contains(c)) {
            return Err(Misread::new(
                0..text.len(),
                format!("`{}` is not a name", text.trim()),
                "a name and, in brackets, its arguments: moore(2)",
            ));
        }
        let rest = text[open..].trim_end();
        if rest.is_empty() {
            return Ok(Self { name, arguments: Vec::new(), at });
        }
        let Some(inside) = rest.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')) else {
            return Err(Misread::new(open..text.len(), "the bracket is not closed", format!("write {name}(…)")));
        };
        let arguments = pieces(inside, open + 1).into_iter().map(|at| argument(text, at)).collect::<Result<_, _>>()?;
        Ok(Self { name, arguments, at })
    }
}

impl Argument {
    /// The argument as a number above nought; `what` names it in messages.
    ///
    /// # Errors
    /// A set, anything but digits, nought, a number above 4,294,967,295.
    pub fn number(&self, what: &str) -> Result<u32, Misread> {
        let digits = match &self.item {
            Item::Word(word) if !word.is_empty() && word.bytes().all(|b| b.is_ascii_digit()) => word,
            item => {
                let message = format!("{what} is a number, and `{item}` is none");
                return Err(Misread::new(self.at.clone(), message, "write digits alone, at least 1"));
            }
        };
        match digits.parse() {
            Ok(0) => Err(Misread::new(self.at.clone(), format!("{what} is nought"), "it is at least 1")),
            Ok(number) => Ok(number),
            Err(_) => {
                let help = format!("the largest number is {}", u32::MAX);
                Err(Misread::new(self.at.clone(), format!("{digits} is too large"), help))
            }
        }
    }
}

/// The ranges between the commas that stand outside braces.
fn pieces(inside: &str, offset: usize) -> Vec<Range<usize>> {
    let (mut start, mut depth, mut found) = (0, 0usize, Vec::new());
    for (i, c) in inside.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => {
                found.push(offset + start..offset + i);
                start = i + 1;
            }
            _ => {}
        }
    }
    found.push(offset + start..offset + inside.len());
    found
}

fn argument(text: &str, at: Range<usize>) -> Result<Argument, Misread> {
    let at = trimmed(text, at);
    let whole = &text[at.clone()];
    let (key, item) = match whole.split_once('=') {
        Some((key, item)) => (Some(key.trim().to_owned()), item.trim()),
        None => (None, whole),
    };
    let missing = |what: &str| {
        Misread::new(
            at.clone(),
            format!("{what} is missing"),
            "arguments stand between commas, as in take(heaps=2, each=3)",
        )
    };
    if key.as_deref() == Some("") {
        return Err(missing("a name before `=`"));
    }
    if item.is_empty() {
        return Err(missing("an argument"));
    }
    let item = if let Some(set) = item.strip_prefix('{') {
        let Some(set) = set.strip_suffix('}') else {
            return Err(Misread::new(at, "the brace is not closed", "a set stands between braces, as in {1,3}"));
        };
        Item::Set(set.split(',').map(|word| word.trim().to_owned()).collect())
    } else {
        Item::Word(item.to_owned())
    };
    Ok(Argument { key, item, at })
}

/// The range without the white space at its ends.
fn trimmed(text: &str, at: Range<usize>) -> Range<usize> {
    let slice = &text[at.clone()];
    let start = at.start + (slice.len() - slice.trim_start().len());
    start..(start + slice.trim().len())
}

impl fmt::Display for Call {
    /// The call as it is best written: no stray spaces.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        if self.arguments.is_empty() {
            return Ok(());
        }
        let between = if self.arguments.iter().any(|argument| argument.key.is_some()) { ", " } else { "," };
        let arguments: Vec<String> = self.arguments.iter().map(Argument::to_string).collect();
        write!(f, "({})", arguments.join(between))
    }
}

impl fmt::Display for Argument {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(key) = &self.key {
            write!(f, "{key}=")?;
        }
        self.item.fmt(f)
    }
}

impl fmt::Display for Item {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Word(word) => f.write_str(word),
            Self::Set(words) => write!(f, "{{{}}}", words.join(",")),
        }
    }
}
