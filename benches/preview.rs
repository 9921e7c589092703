//! How long it takes from a save to the page being served, in a site of 1,000 essays, and what the build costs of it.

mod measure;

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use measure::{row, table, time};
use rungs::site::{Options, Workshop, build};
use rungs::verify::{Budget, Gate, Panel};

const ESSAYS: usize = 1_000;
const SAVES: usize = 31;

/// The files of the site: ten ladders of a hundred essays, with links, formulas, headings, and a figure in every fifth.
fn files() -> BTreeMap<String, String> {
    let mut files = BTreeMap::new();
    files.insert("rungs.toml".to_owned(), "title = \"Many\"\nbase_url = \"https://example.org/many/\"\n".to_owned());
    files.insert("content/index.md".to_owned(), "+++\ntitle = \"Front\"\n+++\nThe front.\n".to_owned());
    for ladder in 0..10 {
        files.insert(format!("content/l{ladder}/ladder.md"), format!("+++\ntitle = \"Ladder {ladder}\"\n+++\nText.\n"));
    }
    files.extend((0..ESSAYS).map(|number| (path(number), essay(number, "Prose", "", ""))));
    files
}

fn path(number: usize) -> String {
    format!("content/l{}/e{number}.md", number % 10)
}

/// An essay whose first words, further link and title may be others.
fn essay(number: usize, words: &str, link: &str, title: &str) -> String {
    let mut text = format!(
        "+++\ntitle = \"Essay {number}{title}\"\nsummary = \"What essay {number} is about.\"\ndate = 2026-{:02}-{:02}\n+++\n\n{words} {link}\n\n",
        number % 11 + 1,
        number % 28 + 1
    );
    for section in 0..5 {
        let other = (number * 7 + section * 131 + 1) % ESSAYS;
        text += &format!(
            "## Section {section}\n\nSee [another](../l{}/e{other}.md), where $a_{{{section}}}^2 + b \\le c$. ",
            other % 10
        );
        text += &"Whoever moves from an even position leaves an odd one, and from an odd one there is a move back. "
            .repeat(6);
        text += "\n\n$$\\sum_{i=1}^{n} x_i \\equiv 0 \\pmod{k+1}$$\n\n";
    }
    if number.is_multiple_of(5) {
        text += &format!(
            "```figure columns\nid = \"f\"\ngame = \"nim\"\nheaps = [{}, 4, 6]\ncaption = \"Of [](=f.options) moves.\"\n```\n",
            number % 7 + 1
        );
    }
    text
}

fn get(host: &str, path: &str) -> io::Result<String> {
    let mut stream = TcpStream::connect(host)?;
    write!(stream, "GET /many/{path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n")?;
    let mut text = String::new();
    stream.read_to_string(&mut text)?;
    Ok(text)
}

/// How long it takes until a page says something.
fn until(host: &str, path: &str, words: &str) -> io::Result<Duration> {
    let start = Instant::now();
    while !get(host, path)?.contains(words) {
        if start.elapsed() > Duration::from_secs(60) {
            return Err(io::Error::other(format!("{path} never says {words}")));
        }
    }
    Ok(start.elapsed())
}

fn served(root: &Path) -> io::Result<()> {
    let mut child = Command::new(env!("CARGO_BIN_EXE_rungs"))
        .args(["serve", "--port", "0", "--quiet", "--today", "2026-12-31", "--no-cache", "--root"])
        .arg(root)
        .stdout(Stdio::piped())
        .spawn()?;
    let mut lines = BufReader::new(child.stdout.take().ok_or_else(|| io::Error::other("no output"))?).lines();
    let address = lines.next().ok_or_else(|| io::Error::other("no address"))??;
    let host = address.trim_start_matches("http://").split('/').next().unwrap_or_default().to_owned();
    let first = until(&host, "l7/e7/", "Prose")?;
    // The search is made when the first pages have been shown.
    until(&host, "search/index.json", "200 OK")?;
    std::thread::sleep(Duration::from_secs(2));
    table("From a save to the page being served, 1,000 essays", &["saved", "median", "best", "worst"]);
    row(&["the first build, until a page is served".to_owned(), time(first), String::new(), String::new()]);
    type Change = fn(usize) -> (String, String, String);
    let changes: [(&str, Change); 4] = [
        ("prose, seen on its page", |n| {
            (essay(7, &format!("Words{n}."), "", ""), "l7/e7/".into(), format!("Words{n}."))
        }),
        ("prose of the latest essay, seen in the feed", |n| {
            (essay(27, &format!("Feed{n}."), "", ""), "feed.xml".into(), format!("Feed{n}."))
        }),
        ("a link, seen among the backlinks of the other page", |n| {
            let link = if n.is_multiple_of(2) { "[far](../l8/e8.md)" } else { "" };
            (
                essay(7, "Words.", link, ""),
                "l7/e7/".into(),
                if n.is_multiple_of(2) { ">far<".into() } else { "Words. ".into() },
            )
        }),
        ("a title, seen in the list of all essays", |n| {
            (essay(7, "Words.", "", &format!(" T{n}")), "essays/".into(), format!("Essay 7 T{n}"))
        }),
    ];
    for (name, change) in changes {
        let mut times = Vec::new();
        for number in 0..SAVES {
            let (text, page, words) = change(number);
            let file = if page == "feed.xml" { path(27) } else { path(7) };
            fs::write(root.join(file), text)?;
            times.push(until(&host, &page, &words)?);
            // As a person does, who reads before saving again.
            std::thread::sleep(Duration::from_millis(400));
        }
        times.sort();
        let at = |place: usize| times.get(place).copied().map_or_else(String::new, time);
        row(&[name.to_owned(), at(SAVES / 2), at(0), at(SAVES - 1)]);
    }
    child.kill()?;
    child.wait().map(drop)
}

fn built(mut files: BTreeMap<String, Vec<u8>>) {
    let options =
        Options { today: jiff::civil::date(2026, 12, 31), drafts: false, future: false, base_url: None, cards: false };
    let gate = Gate::new(Panel::default(), Budget::default());
    table("The builds of it, in memory", &["work", "time"]);
    let start = Instant::now();
    let anew = build(&files, &gate, &options).is_ok();
    row(&[format!("from nothing{}", if anew { "" } else { " (at fault!)" }), time(start.elapsed())]);
    let mut workshop = Workshop::default();
    let drafted = workshop.draft(&files, &|essay| essay.answered(&gate), &options, None);
    let _ = workshop.finish(drafted);
    for (name, words, title) in [("prose changed", "Words", ""), ("a title changed", "Words", "!")] {
        let mut drafts = Vec::new();
        let mut finishes = Vec::new();
        for number in 0..11 {
            let text = essay(7, &format!("{words} {number} {name}."), "", &title.repeat(number + 1));
            files.insert(path(7), text.into_bytes());
            let start = Instant::now();
            let drafted = workshop.draft(&files, &|essay| essay.answered(&gate), &options, None);
            drafts.push(start.elapsed());
            let start = Instant::now();
            let _ = workshop.finish(drafted);
            finishes.push(start.elapsed());
        }
        drafts.sort();
        finishes.sort();
        row(&[format!("{name}: until it is shown"), time(drafts[5])]);
        row(&[format!("{name}: the search, and the pages read again"), time(finishes[5])]);
    }
}

fn main() -> io::Result<()> {
    let files = files();
    built(files.iter().map(|(path, text)| (path.clone(), text.clone().into_bytes())).collect());
    let folder = tempfile::tempdir()?;
    for (path, text) in &files {
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().unwrap_or(folder.path()))?;
        fs::write(path, text)?;
    }
    served(folder.path())
}
