use super::{Argument, Call, Item, Misread, nearest};
use crate::game::{Debt, Ending, Nimstring};

const ENDINGS: &str = "the endings are last-cut-wins and must-move";
const DEBTS: &str = "a debt is paid in strings or anywhere, as in debt=anywhere";

/// Reads the rules of Nimstring: `nimstring(must-move)`, `nimstring(last-cut-wins, debt=anywhere)`. Without an ending it is
/// `last-cut-wins`; without a word on debts they are as that ending has them.
///
/// # Errors
/// A word that is no ending or debt (with the nearest that is), an argument of another name, one that is given twice.
pub fn read_nimstring(call: &Call) -> Result<Nimstring, Misread> {
    let (mut ending, mut debt) = (None, None);
    for argument in &call.arguments {
        let twice = match argument.key.as_deref() {
            None => {
                ending.replace(word(argument, [Ending::LastCutWins, Ending::MustMove], "an ending", ENDINGS)?).is_some()
            }
            Some("debt") => debt.replace(word(argument, [Debt::Strings, Debt::Anywhere], "a debt", DEBTS)?).is_some(),
            Some(key) => {
                let message = format!("`{}` has no argument `{key}`", call.name);
                return Err(Misread::new(argument.at.clone(), message, DEBTS));
            }
        };
        if twice {
            let message = format!("`{argument}` is one argument too many for `{}`", call.name);
            return Err(Misread::new(argument.at.clone(), message, "an ending and a debt, each once"));
        }
    }
    let rules = Nimstring::under(ending.unwrap_or_default());
    Ok(Nimstring { debt: debt.unwrap_or(rules.debt), ..rules })
}

fn word<T: ToString>(argument: &Argument, among: [T; 2], what: &str, help: &str) -> Result<T, Misread> {
    let written = match &argument.item {
        Item::Word(word) => word.as_str(),
        _ => "",
    };
    let words = among.each_ref().map(T::to_string);
    among.into_iter().zip(&words).find(|(_, word)| *word == written).map(|(it, _)| it).ok_or_else(|| {
        let help = match nearest(written, words.iter().map(String::as_str)) {
            Some(near) => format!("did you mean `{near}`?"),
            None => help.to_owned(),
        };
        Misread::new(argument.at.clone(), format!("`{argument}` is not {what}"), help)
    })
}
