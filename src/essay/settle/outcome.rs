//! "Won" and "lost" as values.

/// What a text says of an outcome.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Says {
    /// The player to move wins: N.
    Won,
    /// The player to move loses: P.
    Lost,
    /// Neither.
    Nothing,
    /// Both, or of a player of whom it is not clear who it is.
    Unclear,
}

/// Words for the two outcomes, each with what turns one into the other.
const PAIRS: [(&str, &str); 5] =
    [("won", "lost"), ("wins", "loses"), ("win", "loss"), ("winning", "losing"), ("N", "P")];

/// Of whom it is said: an outcome is that of the player to move.
const PLAYERS: [&str; 13] = [
    "player", "players", "opponent", "first", "second", "previous", "next", "mover", "you", "one", "who", "whoever",
    "somebody",
];

/// What a text says of an outcome.
pub(super) fn says(text: &str) -> Says {
    let lower = text.to_lowercase();
    let words: Vec<&str> = lower.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty()).collect();
    let letter = |word: &str| {
        let place = words.iter().position(|other| *other == word);
        place.is_some_and(|at| {
            let alone = words.iter().all(|other| matches!(*other, "n" | "p" | "a" | "an"));
            alone || words.get(at + 1).is_some_and(|next| next.starts_with("position"))
        })
    };
    let won = letter("n") || words.iter().any(|word| matches!(*word, "won" | "win" | "wins" | "winning" | "winnable"));
    let lost = letter("p")
        || words.iter().any(|word| matches!(*word, "lost" | "lose" | "loses" | "losing" | "loss" | "losses"));
    let is_not = |word: &&str| matches!(*word, "not" | "no" | "never" | "cannot" | "t" | "nor" | "neither");
    let turned = words.iter().filter(|word| is_not(word)).count();
    let of_whom = words.iter().any(|word| PLAYERS.contains(word));
    match (won, lost) {
        (false, false) => Says::Nothing,
        _ if won == lost || of_whom || turned > 1 => Says::Unclear,
        _ if won == (turned == 0) => Says::Won,
        _ => Says::Lost,
    }
}

/// A text of one word for the other outcome.
pub(super) fn turned(text: &str) -> Option<&'static str> {
    let text = text.trim();
    PAIRS.iter().find_map(|(won, lost)| match text {
        text if text == *won => Some(*lost),
        text if text == *lost => Some(*won),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::{Says, says, turned};

    #[test]
    fn a_text_says_won_or_lost() {
        for (text, expected) in [
            ("won", Says::Won),
            ("Lost", Says::Lost),
            ("LOST", Says::Lost),
            ("a win", Says::Won),
            ("it loses", Says::Lost),
            ("an N-position", Says::Won),
            ("P", Says::Lost),
            ("not won", Says::Lost),
            ("isn’t lost", Says::Won),
            ("won or lost", Says::Unclear),
            ("the first player wins", Says::Unclear),
            ("every", Says::Nothing),
            ("a one-sided game", Says::Nothing),
        ] {
            assert_eq!(says(text), expected, "{text}");
        }
        assert_eq!((turned("won"), turned("Won"), turned("P")), (Some("lost"), None, Some("N")));
    }
}
