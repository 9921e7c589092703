//! Addresses in style sheets and `style` attributes.

/// Every address that a browser may fetch because of some CSS: `url(…)`, `src(…)`, `@import "…"`, `image-set("…")`. What
/// only names something, as `@namespace` does, is none.
pub fn addresses(css: &str) -> Vec<String> {
    let mut reading = Reading { rest: css, functions: Vec::new(), rule: String::new(), found: Vec::new() };
    while reading.step() {}
    reading.found
}

/// CSS while it is read.
struct Reading<'a> {
    rest: &'a str,
    /// The functions and brackets that are open; brackets without a name.
    functions: Vec<String>,
    /// The rule that has begun: `import`; none once it has a block or has ended.
    rule: String,
    found: Vec<String>,
}

impl Reading<'_> {
    /// Takes the next piece; tells whether there was one.
    fn step(&mut self) -> bool {
        let Some(c) = self.rest.chars().next() else { return false };
        match c {
            '/' if self.rest.starts_with("/*") => {
                self.rest = self.rest.split_once("*/").map_or("", |(_, after)| after);
            }
            '"' | '\'' => {
                let text = self.string(c);
                let of_images =
                    |name: &String| matches!(name.as_str(), "image-set" | "-webkit-image-set" | "src" | "url");
                let fetched = self.functions.last().map_or(self.rule == "import", of_images);
                if fetched {
                    self.found.push(text);
                }
            }
            '@' => {
                self.take(c);
                self.rule = self.name();
            }
            ';' | '{' | '}' => {
                self.take(c);
                self.rule.clear();
                self.functions.clear();
            }
            '(' => {
                self.take(c);
                self.functions.push(String::new());
            }
            ')' => {
                self.take(c);
                self.functions.pop();
            }
            c if is_of_name(c) => {
                let name = self.name();
                if self.rest.starts_with('(') {
                    self.take('(');
                    self.function(name);
                }
            }
            c => self.take(c),
        }
        true
    }

    /// A function has been opened.
    fn function(&mut self, name: String) {
        let inside = self.rest.trim_start();
        if name != "url" || inside.starts_with(['"', '\'']) {
            let names = name == "url" && self.rule == "namespace";
            self.functions.push(if names { String::new() } else { name });
            return;
        }
        self.rest = inside;
        let mut address = String::new();
        while let Some(c) = self.rest.chars().next().filter(|c| *c != ')') {
            address.push(if c == '\\' { self.escape() } else { c });
            if c != '\\' {
                self.take(c);
            }
        }
        if self.rule != "namespace" {
            self.found.push(address.trim().to_owned());
        }
        self.rest = self.rest.strip_prefix(')').unwrap_or(self.rest);
    }

    /// A name in lower case; empty where none stands here.
    fn name(&mut self) -> String {
        let mut name = String::new();
        while let Some(c) = self.rest.chars().next().filter(|c| is_of_name(*c)) {
            if c == '\\' {
                name.extend(self.escape().to_lowercase());
            } else {
                self.take(c);
                name.extend(c.to_lowercase());
            }
        }
        name
    }

    /// What stands in quotation marks, to the end of the line where they are never closed.
    fn string(&mut self, quote: char) -> String {
        self.take(quote);
        let mut text = String::new();
        while let Some(c) = self.rest.chars().next() {
            match c {
                '\\' if self.rest.starts_with("\\\n") => self.rest = self.rest.get(2..).unwrap_or_default(),
                '\\' => text.push(self.escape()),
                '\n' => break,
                c => {
                    self.take(c);
                    if c == quote {
                        break;
                    }
                    text.push(c);
                }
            }
        }
        text
    }

    /// The sign that a backslash and what follows it stand for.
    fn escape(&mut self) -> char {
        self.take('\\');
        let digits = self.rest.bytes().take(6).take_while(u8::is_ascii_hexdigit).count();
        let (code, after) = self.rest.split_at(digits);
        if code.is_empty() {
            let c = after.chars().next().unwrap_or(char::REPLACEMENT_CHARACTER);
            self.take(c);
            return c;
        }
        self.rest = after.strip_prefix([' ', '\t', '\n']).unwrap_or(after);
        u32::from_str_radix(code, 16).ok().and_then(char::from_u32).unwrap_or(char::REPLACEMENT_CHARACTER)
    }

    /// Takes a sign, if it stands here.
    fn take(&mut self, c: char) {
        self.rest = self.rest.strip_prefix(c).unwrap_or(self.rest);
    }
}

fn is_of_name(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '-' | '_' | '\\') || !c.is_ascii()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::addresses;

    #[test]
    fn addresses_are_found_however_they_are_written() {
        for (css, expected) in [
            ("background: URL( 'a.png' ) no-repeat, url(b.png)", vec!["a.png", "b.png"]),
            ("x:u\\72 l(a\\29 .png)", vec!["a).png"]),
            (
                "@import \"a.css\" screen; @import url(b.css); @media screen { c { d: url(e) } }",
                vec!["a.css", "b.css", "e"],
            ),
            ("@namespace url(http://w.org); @namespace x url(\"http://w.org\"); @charset \"utf-8\";", vec![]),
            ("a: image-set(\"a.png\" type(\"image/png\") 1x, url(b.png) 2x)", vec!["a.png", "b.png"]),
            ("content: \"url(no)\" /* url(no) */; font: x, 'y'", vec![]),
            ("a:url(open", vec!["open"]),
            ("@font-face{src:url(\"x.woff2\") format(\"woff2\")}", vec!["x.woff2"]),
            ("a:src(\"x.png\")", vec!["x.png"]),
            ("\\", vec![]),
            ("@import 'a\\\nb", vec!["ab"]),
        ] {
            assert_eq!(addresses(css), expected, "{css}");
        }
    }

    proptest! {
        #[test]
        fn no_css_is_too_much(css in "(url\\(|\\PC|[\\\\\"'(){};@/*\n]|image-set\\(|@import ){0,40}") {
            addresses(&css);
        }

        #[test]
        fn an_address_is_found_behind_whatever_was_closed(before in "[a-z :#.,0-9]{0,20}", address in "[a-z/.:0-9]{1,12}") {
            for css in [format!("{before};a:url({address})"), format!("/*{before}*/@import '{address}'")] {
                prop_assert!(addresses(&css).contains(&address), "{}", css);
            }
        }
    }
}
