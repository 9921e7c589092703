//! What the guide says of kinds, games and documents is what the registries and the documents say.
//!
//! `RUNGS_WRITE=1 cargo test guide` writes the generated files.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;
use std::process::Command;
use std::sync::Arc;

use rungs::essay::{self, Essay, FRONT_MATTER};
use rungs::figure::{Body, COMMON_KEYS, Id, KINDS, Key, KeyKind, Kind};
use rungs::notation::grouped;
use rungs::site::CONFIG_KEYS;
use rungs::source::SourceFile;
use rungs::verify::GAMES;
use serde_json::{Map, Value, json};

use crate::sketch::{png, sketch};

const RUNGS: &str = env!("CARGO_BIN_EXE_rungs");

fn held(path: &str, expected: &str) {
    if std::env::var_os("RUNGS_WRITE").is_some() {
        fs::write(path, expected).unwrap();
    }
    let found = fs::read_to_string(path).unwrap_or_default();
    assert!(found == expected, "{path} is not what the registries say; RUNGS_WRITE=1 cargo test guide writes it");
}

fn cell(text: &str) -> String {
    text.replace('|', "\\|")
}

fn keys(out: &mut String, keys: &[Key]) {
    out.push_str("| key | holds | where it is left out |\n|---|---|---|\n");
    for key in keys {
        let without = match key.default {
            None => "must be given".to_owned(),
            Some("") => "may be left out".to_owned(),
            Some(default) => format!("`{default}`"),
        };
        let (name, about) = (key.name, cell(&markdown(key.about)));
        let _ = writeln!(out, "| `{name}` | {about}: {} | {without} |", cell(&markdown(&key.kind.to_string())));
    }
    for key in keys {
        if let KeyKind::Rows(within) = key.kind {
            let _ = write!(out, "\nEach `[[{}]]` has:\n\n", key.name);
            self::keys(out, within);
        }
    }
}

/// A sentence of the registry as Markdown that says the same; its numbers are examples and bounds, and claim nothing.
/// What stands in quotation marks is to be typed as it is.
fn markdown(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        if matches!(c, '`' | '"')
            && let Some(end) = rest[1..].find(c)
        {
            let code = &rest[..end + 2];
            out.push_str(&if c == '`' { code.to_owned() } else { format!("`{code}`") });
            rest = &rest[code.len()..];
            continue;
        }
        let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        if digits > 0 {
            let number = &rest[..digits];
            let long = number.parse::<u64>().ok().filter(|_| digits > 4).map(grouped);
            let _ = write!(out, "[{}](=)", long.as_deref().unwrap_or(number));
            rest = &rest[digits..];
            continue;
        }
        if matches!(c, '*' | '_' | '[' | ']' | '<' | '>' | '$' | '\\' | '#') {
            out.push('\\');
        }
        out.push(c);
        rest = &rest[c.len_utf8()..];
    }
    out
}

fn figures() -> String {
    let mut out = String::from(
        "+++\ntitle = \"Figures\"\nsummary = \"Every kind of figure: its keys, its facts, and an example that runs.\"\n+++\n\n\
         This page is written from the program's own list of kinds; `rungs explain` prints the same. Every kind is drawn in the [gallery](../gallery.md).\n\n\
         ## Keys of every kind\n\n",
    );
    keys(&mut out, COMMON_KEYS);
    for kind in KINDS {
        let _ = write!(out, "\n## {}\n\n{}\n\n", kind.name, markdown(kind.about));
        keys(&mut out, kind.keys);
        out.push_str("\n| fact | says |\n|---|---|\n");
        for (name, about) in kind.facts {
            let _ = writeln!(out, "| `{}` | {} |", cell(name), cell(&markdown(about)));
        }
        let _ = write!(out, "\n````markdown\n```figure {}\nid = \"example\"\n{}```\n````\n", kind.name, kind.example);
    }
    out
}

fn games() -> String {
    let mut out = String::from(
        "+++\ntitle = \"Games\"\nsummary = \"Every game, how it is written, and a position of it.\"\n+++\n\n\
         This page is written from the program's own list of games. A game is written the same in a directive, on the command line and in messages.\n",
    );
    for game in GAMES {
        // Each way of writing it is code; the word between two of them is not.
        let written = game.signature.replace(&format!(" or {}", game.name), &format!("` or `{}", game.name));
        let _ = write!(
            out,
            "\n## {}\n\n{}\n\nIt is written `{}`.\n\n```text\nrungs solve '{}' '{}'\n```\n",
            game.name,
            markdown(game.about),
            written,
            game.example,
            game.position
        );
    }
    out
}

/// A document of `docs/` as a page: its first heading is the title, and a page has a list of its contents anyway.
fn page(document: &str, summary: &str) -> String {
    let text = fs::read_to_string(document).unwrap();
    let (title, body) = text.strip_prefix("# ").unwrap().split_once('\n').unwrap();
    let of_contents = |line: &&str| line.trim_start().starts_with("- [") && line.contains("](#");
    let body: String = body.split_inclusive('\n').filter(|line| !of_contents(line)).collect();
    let body = body.replace("\n\n\n", "\n\n");
    format!("+++\ntitle = \"{title}\"\nsummary = \"{summary}\"\n+++\n{body}")
}

fn schema_of(key: &Key) -> Value {
    let mut schema = match key.kind {
        KeyKind::Integer(low, high) => json!({ "type": "integer", "minimum": low, "maximum": high }),
        KeyKind::Integers(low, high) => {
            json!({ "type": "array", "items": { "type": "integer", "minimum": low, "maximum": high } })
        }
        KeyKind::Text => json!({ "type": "string" }),
        KeyKind::Texts => json!({ "type": "array", "items": { "type": "string" } }),
        KeyKind::Game => {
            json!({ "type": "string", "examples": GAMES.iter().map(|game| game.example).collect::<Vec<_>>() })
        }
        KeyKind::Choice(words) => json!({ "enum": words }),
        KeyKind::Flag => json!({ "type": "boolean" }),
        KeyKind::Expressions => json!({ "type": "object", "additionalProperties": { "type": "string" } }),
        KeyKind::Rows(keys) => json!({ "type": "array", "items": object(keys.iter()) }),
    };
    let object = schema.as_object_mut().unwrap();
    object.insert("description".into(), json!(key.about));
    if let Some(default) = key.default.filter(|default| !default.is_empty()) {
        let table: toml::Table = toml::from_str(&format!("value = {default}")).unwrap();
        object.insert("default".into(), serde_json::to_value(&table["value"]).unwrap());
    }
    schema
}

fn object<'k>(keys: impl Iterator<Item = &'k Key> + Clone) -> Value {
    let properties: Map<String, Value> = keys.clone().map(|key| (key.name.to_owned(), schema_of(key))).collect();
    let required: Vec<&str> = keys.filter(|key| key.default.is_none()).map(|key| key.name).collect();
    json!({ "type": "object", "properties": properties, "required": required, "additionalProperties": false })
}

fn all_keys(kind: &Kind) -> impl Iterator<Item = &'static Key> + Clone + use<> {
    COMMON_KEYS.iter().chain(kind.keys)
}

fn reference() -> String {
    let mut out = String::from(
        "+++\ntitle = \"Files and commands\"\nsummary = \"What stands where in a site, and what each command does.\"\n+++\n\n\
         This page is written from the program's own lists; `rungs help` prints the same.\n\n\
         ## The files of a site\n\n\
         | where | what |\n|---|---|\n\
         | `rungs.toml` | what holds for the whole site |\n\
         | `content/` | the texts, files that end in `.md`, and what they show: pictures and whatever else they link to |\n\
         | `content/index.md` | the front page |\n\
         | `content/NAME/ladder.md` | makes the folder a ladder |\n\
         | `templates/`, `static/` | take the place of files of the [theme](templates.md); other files of `static/` are published as they are |\n\
         | `public/` | what `rungs build` published; files that others put there stay |\n\
         | `.rungs/cache/` | verified answers, each under its question, so that the next build is quick; to delete it changes no page |\n\n\
         ## rungs.toml\n\n",
    );
    keys(&mut out, CONFIG_KEYS);
    out.push_str(
        "\n## Front matter\n\nIt stands between two lines of three plus signs, `+++`.\n\n| key | holds |\n|---|---|\n",
    );
    for (name, about) in FRONT_MATTER {
        let _ = writeln!(out, "| `{name}` | {} |", cell(&markdown(about)));
    }
    out.push_str("\n## Commands\n\n");
    let output = Command::new(RUNGS).args(["--color", "never", "help"]).output().unwrap();
    let help = String::from_utf8(output.stdout).unwrap();
    let (_, commands) = help.split_once("Commands:\n").unwrap();
    let (commands, _) = commands.split_once("\n\n").unwrap();
    let commands = commands.lines().filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    for name in commands.filter_map(|line| line.split_whitespace().next()).filter(|name| *name != "help") {
        let output = Command::new(RUNGS).args([name, "-h"]).output().unwrap();
        let help = String::from_utf8(output.stdout).unwrap();
        let _ = write!(out, "### rungs {name}\n\n```text\n{}\n```\n\n", help.trim_end());
    }
    let (_, status) = help.rsplit_once("Exit status: ").unwrap();
    let _ = write!(out, "## Exit status\n\n{}\n", markdown(status.trim_end()));
    out
}

fn schema() -> String {
    let kind = |kind: &Kind| {
        let mut schema = object(all_keys(kind));
        schema.as_object_mut().unwrap().insert("description".into(), json!(kind.about));
        (kind.name.to_owned(), schema)
    };
    let definitions: Map<String, Value> = KINDS.iter().map(kind).collect();
    let any: Vec<Value> = KINDS.iter().map(|kind| json!({ "$ref": format!("#/$defs/{}", kind.name) })).collect();
    let whole = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "The body of a figure or facts directive of rungs",
        "description": "The word after `figure` or `facts` says which of the definitions holds.",
        "anyOf": any,
        "$defs": definitions,
    });
    serde_json::to_string_pretty(&whole).unwrap() + "\n"
}

#[test]
fn the_guide_is_what_the_registries_say() {
    held("content/guide/figures.md", &figures());
    held("content/guide/games.md", &games());
    held("content/guide/reference.md", &reference());
    held("docs/directives.schema.json", &schema());
    held(
        "content/guide/refusals.md",
        &page("docs/refusals.md", "Each way of being refused, with what is told and what to do."),
    );
    held("content/guide/templates.md", &page("docs/templates.md", "How a site gets another look."));
}

#[test]
fn every_example_runs_and_has_the_keys_of_the_schema() {
    for kind in KINDS {
        let table: toml::Table = toml::from_str(kind.example).unwrap();
        let known: BTreeSet<&str> = all_keys(kind).map(|key| key.name).collect();
        assert!(table.keys().all(|key| known.contains(key.as_str())), "{}", kind.name);
        assert!(Body::read(kind, kind.example, Id::Optional).is_ok(), "{}", kind.name);
        let told = explained(kind.name);
        // What is printed is pasted into an essay.
        let (_, pasted) = told.split_once("\nExample\n").unwrap();
        let file = SourceFile::new("content/t.md", format!("+++\ntitle = \"T\"\n+++\n{pasted}"));
        assert!(essay::read(Arc::new(file)).and_then(Essay::understand).is_ok(), "{told}");
        for part in [kind.about, kind.example, "Keys of every kind", "convention"] {
            assert!(told.contains(part), "{part}: {told}");
        }
        for key in kind.keys {
            assert!(told.contains(&format!("{}: {}", key.about, key.kind)), "{}: {told}", key.name);
        }
    }
    for game in GAMES {
        let output = Command::new(RUNGS).args(["solve", game.example, game.position]).output().unwrap();
        assert!(output.status.success(), "{}: {}", game.name, String::from_utf8_lossy(&output.stderr));
        assert!(explained(game.name).contains(game.signature));
        assert_eq!(explained(game.signature), explained(game.name));
    }
}

/// The new game of the page on adding one, as it would stand in `src/game/`.
mod game {
    pub use rungs::game::*;

    mod powers {
        include!("../guide/powers.rs");
    }
    pub use powers::Powers;
}

#[test]
fn the_guide_adds_a_game_that_compiles() {
    let guide = fs::read_to_string("content/guide/adding-a-game.md").unwrap();
    let blocks: Vec<&str> = guide.split("```rust\n").skip(1).map(|block| block.split("```").next().unwrap()).collect();
    let [rules, list, registry] = blocks.as_slice() else { panic!("three blocks of code: {blocks:?}") };
    assert_eq!(*rules, fs::read_to_string("tests/guide/powers.rs").unwrap());
    // The two lines and the entry are those of Lasker's Nim under another name.
    let lasker = |text: &str| text.replace("Powers", "Lasker").replace("powers", "lasker");
    let shape = |text: &str| text.lines().map(|line| line.split(": \"").next().unwrap().to_owned()).collect::<Vec<_>>();
    let there = fs::read_to_string("src/game/mod.rs").unwrap();
    assert!(lasker(list).lines().all(|line| there.lines().any(|known| known == line)), "{list}");
    let there = fs::read_to_string("src/verify/games.rs").unwrap();
    let entry = there.split("    GameEntry {\n").find(|entry| entry.contains("\"lasker\"")).unwrap();
    let entry: String = entry.lines().map(|line| line.strip_prefix("    ").unwrap_or(line).to_owned() + "\n").collect();
    assert_eq!(shape(&lasker(registry)), shape(&format!("GameEntry {{\n{entry}")));
    // And it plays: no power of two is a multiple of three.
    let value = |heap: u32| -> u32 { [0, 1, 2][heap as usize % 3] };
    for heap in 0..40 {
        let from = game::Heaps::new(vec![heap]);
        let below = game::options(&game::Powers, &from).iter().map(|to| value(to.sizes()[0])).collect::<BTreeSet<_>>();
        assert_eq!((0..).find(|value| !below.contains(value)), Some(value(heap)), "{heap}");
    }
}

fn explained(subject: &str) -> String {
    let output = Command::new(RUNGS).args(["explain", subject]).output().unwrap();
    assert!(output.status.success(), "{subject}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn completions_and_the_manual_know_every_command() {
    let well = |arguments: &[&str]| {
        let output = Command::new(RUNGS).args(arguments).output().unwrap();
        assert!(output.status.success(), "{arguments:?}");
        String::from_utf8(output.stdout).unwrap()
    };
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = well(&["completions", shell]);
        assert!(script.contains("serve") && script.contains("explain") && script.contains("base-url"), "{shell}");
        let kinds = ["bash", "zsh", "fish"].contains(&shell);
        assert!(!kinds || script.contains("two-heaps") && script.contains("wythoff"), "{shell}");
        let folders = match shell {
            "bash" => script.matches("compopt -o plusdirs").count(),
            "zsh" => script.matches(":_files -/").count(),
            "fish" => script.matches("(__fish_complete_directories)").count(),
            _ => continue,
        };
        assert!(folders >= 10, "{shell}: {folders}");
    }
    let manual = well(&["man"]);
    assert!(manual.contains(".TH rungs") && manual.contains(".SH \"SERVE\"") && manual.contains("port"), "{manual}");
    assert!(manual.contains("\\fBrungs solve\\fR") && manual.contains("<\\fIPOSITION\\fR>"), "{manual}");
    assert!(manual.is_ascii() && !manual.contains("(1)"), "{manual}");
    assert_eq!(Command::new(RUNGS).args(["completions", "none"]).output().unwrap().status.code(), Some(2));
}

#[test]
fn what_the_guide_says_of_markdown_is_so() {
    let guide = fs::read_to_string("content/guide/markdown.md").unwrap();
    let examples: Vec<&str> =
        guide.split("\n````markdown\n").skip(1).map(|block| block.split("````").next().unwrap()).collect();
    assert!(examples.len() > 10, "{}", examples.len());
    let mut site = sketch()
        .file("static/notes.txt", "notes")
        .file("content/nim/heap.png", png(3, 2))
        .essay("nim/moore.md", "## Proof\n\nIt is short.\n");
    for (number, example) in examples.iter().enumerate() {
        site = site.essay(&format!("nim/example-{number}.md"), example);
    }
    let built = site.built();
    assert!(built.warnings.is_empty(), "{:?}", built.warnings);
    let page = |part: &str| {
        let number = examples.iter().position(|example| example.contains(part)).unwrap();
        site.published(&format!("nim/example-{number}/index.html"))
    };
    for (part, shown) in [
        ("so to speak", "<em>nim</em> if it is <strong>small</strong>; “so to speak”, and <del>never</del>"),
        ("{#columns}", "<h2 id=\"columns\">Why"),
        ("[x] Done", "aria-label=\"done\""),
        ("[](moore.md#proof)", ">Proof of moore</a>"),
        ("[^end]:", "href=\"#ref.1.2\""),
        ("\\sum", "costs $5."),
        ("\\sum", "<span class=\"display\""),
        ("Photographed", "title=\"Photographed in the club\""),
        ("```rust", "<span class=\"code-keyword\">let</span>"),
        ("|--------:|", "<td class=\"centre\">won</td>"),
        ("[!NOTE]", "<div class=\"alert aside\""),
        ("## References", "\"name\":\"Nim, a game with a complete mathematical theory\""),
        ("<kbd>", "because of the <em>blank lines</em>"),
    ] {
        assert!(page(part).contains(shown), "{shown} in {}", page(part));
    }
    for (_, names) in rungs::page::COLOURED {
        let row = names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
        assert!(guide.contains(&format!("| {row} |")), "{row}");
    }
}

#[test]
fn what_the_guide_says_of_let_is_so() {
    let guide = fs::read_to_string("content/guide/writing.md").unwrap();
    let (_, part) = guide.split_once("\n## Facts of your own\n").unwrap();
    let (_, example) = part.split_once("````markdown\n").unwrap();
    let (example, _) = example.split_once("````").unwrap();
    let page = sketch().essay("nim/a.md", example).published("nim/a/index.html");
    for number in ["120", "112", "8", "a fifteenth"] {
        assert!(page.contains(&format!(">{number}</span>")), "{number}: {page}");
    }
    let faults = |from: &str, to: &str| {
        assert!(example.contains(from), "{from}");
        sketch().essay("nim/a.md", &example.replace(from, to)).faults().join("\n")
    };
    let won = "won = \"all - lost\"\n";
    for (from, to, told) in [
        // What stands below it.
        ("all = \"120\"\nwon = \"all - lost\"\n", "won = \"all - lost\"\nall = \"120\"\n", "there is no fact `all`"),
        (won, "won = \"moore.md#six.lost\"\n", "a fact of another essay has no name here"),
        (won, "won = \"four.lost\"\n", "there is no fact `four`"),
        ("won = ", "lost = ", "`lost` is a fact already"),
        ("won = ", "max = ", "`max` is a fact already"),
        ("won = ", "2won = ", "this cannot name a fact"),
        ("are won", "are [120](=)", "120"),
    ] {
        let faults = faults(from, to);
        assert!(faults.contains(told), "{to}: {faults}");
    }
    let keys = example.replace(won, "won = \"max + heaps + 102\"\n");
    sketch().essay("nim/a.md", &keys).built();
}
