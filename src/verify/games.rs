use std::fmt;
use std::sync::Arc;

use crate::game::{GrundysGame, Heaps, Lasker, PokerNim, Ruleset, Strings, Take, Wythoff};
use crate::notation::{
    Call, Misread, nearest, read_hexadecimal, read_nimstring, read_octal, read_subtraction, read_take,
};

/// A game of the registry with its parameters.
#[derive(Clone)]
pub struct Game {
    /// How it is written, without stray spaces.
    pub name: String,
    /// Its rules.
    pub rules: Rules,
}

/// Rules by what they are played on.
#[derive(Clone)]
pub enum Rules {
    /// On heaps.
    Heaps(Arc<dyn Ruleset<Position = Heaps>>),
    /// On strings and coins.
    Strings(Arc<dyn Ruleset<Position = Strings>>),
}

/// One line of the registry.
pub struct GameEntry {
    /// The name that it is called by.
    pub name: &'static str,
    /// The name with its parameters.
    pub signature: &'static str,
    /// The rule in one sentence.
    pub about: &'static str,
    /// A game that can be played, as it is written.
    pub example: &'static str,
    /// A position of the example.
    pub position: &'static str,
    /// Makes the rules from the arguments.
    pub build: fn(&Call) -> Result<Rules, Misread>,
}

/// Every game that can be written.
pub const GAMES: &[GameEntry] = &[
    GameEntry {
        name: "nim",
        signature: "nim",
        about: "Take any number of counters from one heap.",
        example: "nim",
        position: "3,5,7",
        build: |call| none(call).map(|()| heaps(Take::nim())),
    },
    GameEntry {
        name: "moore",
        signature: "moore(k)",
        about: "Take any number of counters from each of at least one and at most k heaps.",
        example: "moore(2)",
        position: "3,5,6",
        build: |call| Ok(heaps(Take::moore(one_number(call, "k")?))),
    },
    GameEntry {
        name: "subtraction",
        signature: "subtraction(a,b,…)",
        about: "Take one of the given amounts from one heap.",
        example: "subtraction(1,2,3)",
        position: "2,5",
        build: |call| read_subtraction(call).map(heaps),
    },
    GameEntry {
        name: "take",
        signature: "take(heaps=…, each=… or amounts={…}, total=…)",
        about: "Take counters from at least one and at most `heaps` heaps: from each of them any number, \
                at most `each`, or one of `amounts`; in all at most `total`. `heaps` is 1 where it is left out, and a bound that is left out does not bind.",
        example: "take(heaps=2, each=3, total=4)",
        position: "3,5,7",
        build: |call| read_take(call).map(heaps),
    },
    GameEntry {
        name: "nimstring",
        signature: "nimstring(ending, debt=…)",
        about: "Cut a string; whoever frees a coin has to cut again. Whoever cuts the last string wins \
                (last-cut-wins, the default) or must cut once more and cannot (must-move). Beside other games a cut that \
                is owed is paid among the strings (debt=strings, the default where the last cut wins) or by a move \
                anywhere (debt=anywhere, the default of must-move): values depend on it, winners do not.",
        example: "nimstring(last-cut-wins)",
        position: "1+3+L4",
        build: |call| Ok(Rules::Strings(Arc::new(read_nimstring(call)?))),
    },
    GameEntry {
        name: "octal",
        signature: "octal(code)",
        about: "Take from one heap and leave nothing, one heap or two, as the digits of the code allow for each amount.",
        example: "octal(0.77)",
        position: "4,9",
        build: |call| read_octal(call).map(heaps),
    },
    GameEntry {
        name: "hexadecimal",
        signature: "hexadecimal(code)",
        about: "As octal, with digits up to F: the digit 8 allows three heaps to be left.",
        example: "hexadecimal(0.9)",
        position: "4,9",
        build: |call| read_hexadecimal(call).map(heaps),
    },
    GameEntry {
        name: "kayles",
        signature: "kayles",
        about: "Take one counter or two from one heap and split what is left in two if you like: octal(0.77).",
        example: "kayles",
        position: "3,8",
        build: |call| known_code(call, "0.77"),
    },
    GameEntry {
        name: "dawsons-kayles",
        signature: "dawsons-kayles",
        about: "Take two counters from one heap and split what is left in two if you like: octal(0.07).",
        example: "dawsons-kayles",
        position: "5,9",
        build: |call| known_code(call, "0.07"),
    },
    GameEntry {
        name: "dawsons-chess",
        signature: "dawsons-chess",
        about: "Take a heap of one, two from the end of a row, or three from anywhere in it: octal(0.137).",
        example: "dawsons-chess",
        position: "5,9",
        build: |call| known_code(call, "0.137"),
    },
    GameEntry {
        name: "grundys-game",
        signature: "grundys-game",
        about: "Split one heap into two of different sizes.",
        example: "grundys-game",
        position: "7,10",
        build: |call| none(call).map(|()| heaps(GrundysGame)),
    },
    GameEntry {
        name: "lasker",
        signature: "lasker",
        about: "Take any number of counters from one heap, or split one heap in two.",
        example: "lasker",
        position: "2,5,7",
        build: |call| none(call).map(|()| heaps(Lasker)),
    },
    GameEntry {
        name: "wythoff",
        signature: "wythoff or wythoff(r)",
        about: "Take any number of counters from one heap, or from two heaps numbers that differ by less than r (1 unless given).",
        example: "wythoff",
        position: "4,7",
        build: |call| match call.arguments.as_slice() {
            [] => Ok(heaps(Wythoff { spread: 1 })),
            _ => Ok(heaps(Wythoff { spread: one_number(call, "r")? })),
        },
    },
    GameEntry {
        name: "poker-nim",
        signature: "poker-nim(r)",
        about: "Take any number of counters from one heap, or put some into one from a reserve of r counters, which both \
                share and which is never filled again; 3,5,9;2 is 3,5,9 when two have been put back.",
        example: "poker-nim(3)",
        position: "3,5,7",
        build: |call| Ok(heaps(PokerNim { reserve: one_number(call, "r")? })),
    },
];

impl Game {
    /// Reads a game as it is written in directives and on the command line.
    ///
    /// # Errors
    /// A name that is not in the registry (with the nearest that is), or arguments that the game does not take.
    pub fn read(text: &str) -> Result<Self, Misread> {
        let call = Call::read(text)?;
        let Some(entry) = GAMES.iter().find(|entry| entry.name == call.name) else {
            let names = GAMES.iter().map(|entry| entry.name);
            let help = match nearest(&call.name, names.clone()) {
                Some(name) => format!("did you mean `{name}`?"),
                None => format!("the games are {}", names.collect::<Vec<_>>().join(", ")),
            };
            return Err(Misread::new(call.at, format!("no game is called `{}`", call.name), help));
        };
        let rules = (entry.build)(&call)?;
        Ok(Self { name: call.to_string(), rules })
    }

    /// The rules, where it is played on heaps.
    pub fn on_heaps(&self) -> Option<Arc<dyn Ruleset<Position = Heaps>>> {
        match &self.rules {
            Rules::Heaps(rules) => Some(Arc::clone(rules)),
            Rules::Strings(_) => None,
        }
    }

    /// The rules, where it is played on strings and coins.
    pub fn on_strings(&self) -> Option<Arc<dyn Ruleset<Position = Strings>>> {
        match &self.rules {
            Rules::Strings(rules) => Some(Arc::clone(rules)),
            Rules::Heaps(_) => None,
        }
    }
}

impl fmt::Debug for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

fn heaps(rules: impl Ruleset<Position = Heaps>) -> Rules {
    Rules::Heaps(Arc::new(rules))
}

fn none(call: &Call) -> Result<(), Misread> {
    match call.arguments.first() {
        None => Ok(()),
        Some(argument) => Err(Misread::new(
            argument.at.clone(),
            format!("`{}` takes no arguments", call.name),
            format!("write `{}`", call.name),
        )),
    }
}

fn one_number(call: &Call, name: &str) -> Result<u32, Misread> {
    let help = format!("write {}({name}) with {name} at least 1, as in {}(2)", call.name, call.name);
    match call.arguments.as_slice() {
        [argument] if argument.key.is_none() => argument.number(name),
        _ => Err(Misread::new(call.at.clone(), format!("`{}` takes one argument", call.name), help)),
    }
}

/// The game of a well-known code, which is called by a name.
fn known_code(call: &Call, code: &str) -> Result<Rules, Misread> {
    none(call)?;
    read_octal(&Call::read(&format!("octal({code})"))?).map(heaps)
}
