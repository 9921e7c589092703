use super::{Call, Item, Misread, nearest};
use crate::game::Ending;

/// Reads the ending of Nimstring, `nimstring(must-move)`; without arguments it is `last-cut-wins`.
///
/// # Errors
/// A word that is no ending (with the nearest that is), more than one argument.
pub fn read_ending(call: &Call) -> Result<Ending, Misread> {
    let argument = match call.arguments.as_slice() {
        [] => return Ok(Ending::default()),
        [argument] => argument,
        [_, second, ..] => {
            let message = format!("`{}` takes one argument", call.name);
            return Err(Misread::new(second.at.clone(), message, "its ending: last-cut-wins or must-move"));
        }
    };
    let written = match (&argument.key, &argument.item) {
        (None, Item::Word(word)) => word.as_str(),
        _ => "",
    };
    let endings = [Ending::LastCutWins, Ending::MustMove];
    endings.into_iter().find(|ending| ending.to_string() == written).ok_or_else(|| {
        let help = match nearest(written, ["last-cut-wins", "must-move"]) {
            Some(near) => format!("did you mean `{near}`?"),
            None => "the endings are last-cut-wins and must-move".to_owned(),
        };
        Misread::new(argument.at.clone(), format!("`{argument}` is not an ending"), help)
    })
}
