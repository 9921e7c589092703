//! Code in colour: the one module that knows the highlighter.

use std::cell::RefCell;
use std::sync::{Arc, LazyLock};

use arborium::{Config, GrammarStore, Highlighter, HtmlFormat};

use super::{escape, legible};

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
    if matches!(language, "markdown" | "md") {
        return directives(&code);
    }
    let coloured = grammar(language).and_then(|grammar| {
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

/// The grammar for what stands after the fence; directives that are shown, and not followed, are TOML.
fn grammar(language: &str) -> Option<&'static str> {
    match language.to_ascii_lowercase().as_str() {
        "toml" | "figure" | "facts" => Some("toml"),
        "rust" | "rs" => Some("rust"),
        "bash" | "sh" | "shell" | "console" => Some("bash"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::highlighted;

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
    fn what_is_known_has_classes_and_what_is_not_has_none() {
        let html = highlighted("toml", "id = \"six\" # note\n");
        assert!(
            html.contains("<span class=\"code-string\">") && html.contains("<span class=\"code-comment\">"),
            "{html}"
        );
        assert_eq!(highlighted("python", "x = \"<\"\n"), "x = &quot;&lt;&quot;\n");
    }
}
