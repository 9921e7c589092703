//! Code in colour: the one module that knows the highlighter.

use std::cell::RefCell;
use std::sync::{Arc, LazyLock};

use arborium::{Config, GrammarStore, Highlighter, HtmlFormat};

use super::{escape, legible};
use crate::notation::nearest;

/// What its classes begin with: `code-keyword`, `code-string`.
const PREFIX: &str = "code";

static GRAMMARS: LazyLock<Arc<GrammarStore>> = LazyLock::new(|| Arc::new(GrammarStore::new()));

thread_local! {
    static HIGHLIGHTER: RefCell<Highlighter> = RefCell::new(Highlighter::with_store_and_config(
        Arc::clone(&GRAMMARS),
        Config { max_injection_depth: 1, html_format: HtmlFormat::ClassNamesWithPrefix(PREFIX.to_owned()) },
    ));
}

/// Code as HTML, its words in `span`s by what they are; as it stands where the language is not known.
pub fn highlighted(language: &str, code: &str) -> String {
    let code = legible(code);
    let grammar = grammar(language);
    if grammar == Some(MARKDOWN) {
        return directives(&code);
    }
    let coloured = grammar.and_then(|grammar| {
        HIGHLIGHTER
            .with_borrow_mut(|highlighter| highlighter.highlight(grammar, &code).ok())
            .filter(|html| !html.is_empty())
    });
    match coloured {
        // The highlighter drops the line end at the end.
        Some(html) => html + "\n",
        None => escape(&code),
    }
}

/// Markdown, of which only the bodies of directives are coloured.
fn directives(code: &str) -> String {
    let (mut out, mut body) = (String::new(), None::<String>);
    for line in code.split_inclusive('\n') {
        let fence = line.strip_prefix("```").map(str::trim);
        match (&mut body, fence) {
            (None, Some(info)) if info.starts_with("figure ") || info.starts_with("facts ") => {
                body = Some(String::new())
            }
            (Some(text), None) => {
                text.push_str(line);
                continue;
            }
            (Some(text), Some(_)) => {
                out.push_str(&highlighted("toml", text));
                body = None;
            }
            (None, _) => {}
        }
        out.push_str(&escape(line));
    }
    if let Some(text) = body {
        out.push_str(&escape(&text));
    }
    out
}

/// The languages that are shown in colour: the name of each grammar, and what may stand after a fence for it. Directives
/// that are shown, and not followed, are TOML.
pub const COLOURED: &[(&str, &[&str])] = &[
    ("rust", &["rust", "rs"]),
    ("toml", &["toml", "figure", "facts"]),
    ("bash", &["bash", "sh", "shell", "console"]),
    (MARKDOWN, &["markdown", "md"]),
];

/// It has no grammar of its own.
const MARKDOWN: &str = "markdown";

/// Names of other languages, and of what is none, of which nothing need be said: they are shown as they stand.
const KNOWN: &[&str] = &[
    "abnf",
    "ada",
    "agda",
    "algol",
    "apl",
    "ascii",
    "asm",
    "assembly",
    "awk",
    "basic",
    "bat",
    "bib",
    "bibtex",
    "bnf",
    "bqn",
    "c",
    "c#",
    "c++",
    "clojure",
    "cmake",
    "cobol",
    "coffeescript",
    "coq",
    "cpp",
    "cs",
    "csharp",
    "css",
    "csv",
    "cuda",
    "cypher",
    "d",
    "dart",
    "diff",
    "dockerfile",
    "dot",
    "ebnf",
    "elisp",
    "elixir",
    "elm",
    "erlang",
    "f#",
    "factor",
    "fish",
    "forth",
    "fortran",
    "fsharp",
    "gap",
    "gleam",
    "glsl",
    "gnuplot",
    "go",
    "golang",
    "graphql",
    "graphviz",
    "groovy",
    "hol",
    "haskell",
    "hs",
    "html",
    "http",
    "idris",
    "ini",
    "isabelle",
    "j",
    "java",
    "javascript",
    "js",
    "json",
    "json5",
    "jsonc",
    "jsx",
    "julia",
    "jl",
    "k",
    "kotlin",
    "latex",
    "lean",
    "lean4",
    "less",
    "lisp",
    "log",
    "logo",
    "lua",
    "m2",
    "macaulay2",
    "magma",
    "make",
    "makefile",
    "maple",
    "math",
    "mathematica",
    "matlab",
    "maxima",
    "mermaid",
    "metamath",
    "mips",
    "mizar",
    "ml",
    "modula-2",
    "nasm",
    "nginx",
    "nim",
    "nix",
    "none",
    "nu",
    "oberon",
    "objc",
    "objective-c",
    "ocaml",
    "octave",
    "odin",
    "output",
    "pari",
    "pascal",
    "patch",
    "perl",
    "php",
    "pl",
    "plain",
    "plaintext",
    "postscript",
    "powershell",
    "prolog",
    "properties",
    "proto",
    "protobuf",
    "ps1",
    "pseudo",
    "pseudocode",
    "purescript",
    "py",
    "pycon",
    "python",
    "python3",
    "r",
    "racket",
    "raku",
    "rb",
    "reasonml",
    "regex",
    "rescript",
    "rocq",
    "rst",
    "ruby",
    "sage",
    "sas",
    "sass",
    "scala",
    "scheme",
    "scss",
    "sed",
    "smalltalk",
    "sml",
    "solidity",
    "spss",
    "sql",
    "stan",
    "stata",
    "svelte",
    "svg",
    "swift",
    "systemverilog",
    "tcl",
    "tera",
    "terminal",
    "tex",
    "text",
    "tikz",
    "ts",
    "tsv",
    "tsx",
    "txt",
    "typescript",
    "typst",
    "unison",
    "v",
    "vb",
    "verbatim",
    "verilog",
    "vhdl",
    "vim",
    "vue",
    "wasm",
    "wat",
    "wl",
    "wolfram",
    "x86asm",
    "xml",
    "xquery",
    "xsl",
    "yaml",
    "yml",
    "zig",
    "zsh",
];

/// The language among what stands after a fence: `rust` of `rust,no_run`, `python` of `{.python .numbered}`.
pub fn language(info: &str) -> &str {
    let info = info.trim_start().trim_start_matches(['{', '.']);
    info.split(|c: char| c.is_whitespace() || matches!(c, ',' | '{' | '}')).next().unwrap_or_default()
}

/// Whether there is a language of this name, or none is meant; if there is not, the nearest.
pub fn known(language: &str) -> Result<(), Option<&'static str>> {
    let coloured = || COLOURED.iter().flat_map(|(_, names)| names.iter().copied());
    let folded = language.to_lowercase();
    let all = || coloured().chain(KNOWN.iter().copied());
    if folded.is_empty() || all().any(|name| name == folded) {
        return Ok(());
    }
    // One that is in colour is meant before one that is not.
    Err(nearest(&folded, coloured()).or_else(|| nearest(&folded, all())))
}

/// The grammar for a language.
fn grammar(language: &str) -> Option<&'static str> {
    let folded = language.to_lowercase();
    COLOURED.iter().find(|(_, names)| names.contains(&folded.as_str())).map(|(grammar, _)| *grammar)
}

#[cfg(test)]
mod tests {
    use super::{COLOURED, KNOWN, highlighted, known, language};

    /// The text of HTML without elements and character references.
    fn text(html: &str) -> String {
        let mut out = String::new();
        let mut within = false;
        for c in html.chars() {
            match c {
                '<' => within = true,
                '>' => within = false,
                c if !within => out.push(c),
                _ => {}
            }
        }
        out.replace("&lt;", "<")
            .replace("&gt;", ">")
            .replace("&quot;", "\"")
            .replace("&#39;", "'")
            .replace("&amp;", "&")
    }

    #[test]
    fn colour_changes_no_letter() {
        for (language, code) in [
            ("toml", "id = \"six\" # <é> & ⊕\n\n[[row]]\nheaps = [3, 5]\n"),
            ("figure", "id = \"a heap of 5\"\nheaps = [3, 5.5\n"),
            ("rust", "fn main() {\n    println!(\"{}\", 'a' < 'b'); // 取\n}\n"),
            ("sh", "rungs build --output \"$HOME\" | tee x\n"),
            ("markdown", "A [claim](=six.lost).\n\n```figure columns\nid = \"six\"\n```\n\n```facts losses\nmax = 3\n"),
            ("toml", "\n"),
            ("brainfuck", "+[<->]&\n"),
            ("", "a < b\n"),
        ] {
            assert_eq!(text(&highlighted(language, code)), code, "{language}");
        }
    }

    #[test]
    fn a_language_is_known_by_its_name() {
        for (info, expected) in [
            ("rust,no_run", "rust"),
            ("{.python .numbered}", "python"),
            (" c++ {1,2}", "c++"),
            ("", ""),
            ("objective-c title=x", "objective-c"),
        ] {
            assert_eq!(language(info), expected, "{info}");
            assert_eq!(known(expected), Ok(()), "{expected}");
        }
        assert_eq!(known("Rust"), Ok(()));
        assert_eq!(known("rsut"), Err(Some("rust")));
        assert_eq!(known("pyhton"), Err(Some("python")));
        assert_eq!(known("tolm"), Err(Some("toml")));
        assert_eq!(known("unheard-of-language"), Err(None));
        let mut names: Vec<&str> = COLOURED.iter().flat_map(|(_, names)| names.iter()).chain(KNOWN).copied().collect();
        let all = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), all, "a name stands twice");
        for (grammar, names) in COLOURED.iter().filter(|(grammar, _)| *grammar != super::MARKDOWN) {
            let code = "let a = \"b\" # c\n";
            assert!(names.iter().all(|name| highlighted(name, code).contains("<span class=\"code-")), "{grammar}");
        }
    }

    #[test]
    fn what_is_known_has_classes_and_what_is_not_has_none() {
        let html = highlighted("toml", "id = \"six\" # note\n");
        assert!(
            html.contains("<span class=\"code-string\">") && html.contains("<span class=\"code-comment\">"),
            "{html}"
        );
        assert_eq!(highlighted("python", "x = \"<\"\n"), "x = &quot;&lt;&quot;\n");
    }
}
