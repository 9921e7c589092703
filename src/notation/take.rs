use std::collections::BTreeSet;
use std::fmt;

use super::{Argument, Call, Item, Misread, nearest};
use crate::game::{Amounts, Take};

const TAKE: &str = "write take(heaps=2, each=3, total=4) or take(heaps=2, amounts={1,3}): heaps is 1 where it is not \
                    given, and a bound that is not given does not bind";

/// Reads the arguments of `take(heaps=…, each=… or amounts={…}, total=…)`.
///
/// # Errors
/// No argument, one without a name or with one that is not known, one given twice, `each` beside `amounts`,
/// a number that is not above nought, an amount given twice, amounts none of which the total lets be taken.
pub fn read_take(call: &Call) -> Result<Take, Misread> {
    const KEYS: [&str; 4] = ["heaps", "each", "amounts", "total"];
    if call.arguments.is_empty() {
        return Err(Misread::new(call.at.clone(), "`take` needs a bound", TAKE));
    }
    let mut found: [Option<&Argument>; 4] = [None; 4];
    for argument in &call.arguments {
        let Some(key) = &argument.key else {
            return Err(Misread::new(argument.at.clone(), format!("`{argument}` has no name"), TAKE));
        };
        let slot = KEYS.iter().zip(&mut found).find(|(known, _)| *known == key);
        let Some((_, slot)) = slot else {
            let help = match nearest(key, KEYS) {
                Some(known) => format!("did you mean `{known}`?"),
                None => TAKE.to_owned(),
            };
            return Err(Misread::new(argument.at.clone(), format!("`take` has no argument `{key}`"), help));
        };
        if slot.replace(argument).is_some() {
            return Err(Misread::new(argument.at.clone(), format!("`{key}` is given twice"), "leave one of them out"));
        }
    }
    let [heaps, each, amounts, total] = found;
    let heaps = heaps.map_or(Ok(1), |argument| argument.number("heaps"))?;
    let total_at = total.map(|argument| argument.at.clone());
    let total = total.map(|argument| argument.number("total")).transpose()?;
    let each = match (each, amounts) {
        (Some(_), Some(amounts)) => {
            return Err(Misread::new(
                amounts.at.clone(),
                "`amounts` stands beside `each`",
                "give one of them: each=3 stands for amounts={1,2,3}",
            ));
        }
        (Some(each), None) => Amounts::UpTo(each.number("each")?),
        (None, Some(amounts)) => Amounts::Of(read_set(amounts)?),
        (None, None) => Amounts::Any,
    };
    if let (Amounts::Of(amounts), Some(total), Some(at)) = (&each, total, total_at)
        && amounts.first().is_some_and(|&least| least > total)
    {
        return Err(Misread::new(
            at,
            "no move can ever be made: the total is below every amount",
            "raise the total, or name a smaller amount",
        ));
    }
    Ok(Take { heaps, each, total })
}

/// Reads the arguments of `subtraction(1,2,3)`.
///
/// # Errors
/// No amount, one that is not above nought or has a name, one given twice.
pub fn read_subtraction(call: &Call) -> Result<Take, Misread> {
    let help = "write the amounts that may be taken between commas, as in subtraction(1,2,3)";
    if call.arguments.is_empty() {
        return Err(Misread::new(call.at.clone(), "`subtraction` needs an amount", help));
    }
    let mut amounts = BTreeSet::new();
    for argument in &call.arguments {
        if argument.key.is_some() {
            return Err(Misread::new(argument.at.clone(), format!("`{argument}` is not an amount"), help));
        }
        let amount = argument.number("an amount")?;
        if !amounts.insert(amount) {
            return Err(twice(argument, amount));
        }
    }
    Ok(Take::subtraction(amounts))
}

fn read_set(argument: &Argument) -> Result<BTreeSet<u32>, Misread> {
    let help = "a set of amounts stands between braces, as in amounts={1,3}";
    let Item::Set(words) = &argument.item else {
        return Err(Misread::new(argument.at.clone(), "`amounts` is not a set", help));
    };
    let mut amounts = BTreeSet::new();
    for word in words {
        let Some(amount) = word.parse().ok().filter(|&amount: &u32| amount > 0) else {
            let message = match word.as_str() {
                "" => "an amount is missing".to_owned(),
                word => format!("`{word}` is not an amount"),
            };
            return Err(Misread::new(argument.at.clone(), message, format!("{help}; each is at least 1")));
        };
        if !amounts.insert(amount) {
            return Err(twice(argument, amount));
        }
    }
    Ok(amounts)
}

fn twice(argument: &Argument, amount: u32) -> Misread {
    Misread::new(argument.at.clone(), format!("the amount {amount} is given twice"), "leave one of them out")
}

/// The shortest way to write the game: `nim`, `moore(2)`, `subtraction(1,3)`, else `take(…)`.
impl fmt::Display for Take {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.each, self.heaps, self.total) {
            (Amounts::Any, 1, None) => return f.write_str("nim"),
            (Amounts::Any, heaps, None) => return write!(f, "moore({heaps})"),
            (Amounts::Of(amounts), 1, None) => return write!(f, "subtraction({})", joined(amounts)),
            _ => {}
        }
        let mut arguments = Vec::new();
        if self.heaps != 1 {
            arguments.push(format!("heaps={}", self.heaps));
        }
        match &self.each {
            Amounts::Any => {}
            Amounts::UpTo(most) => arguments.push(format!("each={most}")),
            Amounts::Of(amounts) => arguments.push(format!("amounts={{{}}}", joined(amounts))),
        }
        arguments.extend(self.total.map(|total| format!("total={total}")));
        write!(f, "take({})", arguments.join(", "))
    }
}

fn joined(amounts: &BTreeSet<u32>) -> String {
    amounts.iter().map(u32::to_string).collect::<Vec<_>>().join(",")
}
