//! How long it takes from a save to the page being served, in a site of 1,000 essays, and what the build costs of it.

mod many;
mod measure;

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use measure::{row, table, time};
use rungs::site::{Finishing, Options, Workshop, build};
use rungs::verify::{Budget, Gate, Panel};

const ESSAYS: usize = 1_000;
const SAVES: usize = 31;

fn get(host: &str, path: &str) -> io::Result<String> {
    let mut stream = TcpStream::connect(host)?;
    write!(stream, "GET /many/{path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n")?;
    let mut text = String::new();
    stream.read_to_string(&mut text)?;
    // Numbers are held to what they belong to.
    Ok(text.replace('\u{a0}', " "))
}

/// Waits until a page is as expected, which is looked at at every turn.
fn until(host: &str, path: &str, expected: impl Fn(&str) -> bool, mut turn: impl FnMut()) -> io::Result<()> {
    let start = Instant::now();
    while !expected(&get(host, path)?) {
        if start.elapsed() > Duration::from_secs(60) {
            return Err(io::Error::other(format!("{path} is never as expected")));
        }
        turn();
    }
    Ok(())
}

/// What an open page hears: a line whenever there is something new.
fn events(host: &str) -> io::Result<impl FnMut() + use<>> {
    let mut stream = TcpStream::connect(host)?;
    stream.set_read_timeout(Some(Duration::from_secs(60)))?;
    write!(stream, "GET /many/__rungs/events HTTP/1.1\r\nHost: {host}\r\n\r\n")?;
    let mut lines = BufReader::new(stream).lines();
    // A colon begins what is sent to keep the connection.
    let is_told = |line: &str| line.starts_with("data: ") || line.starts_with(':');
    Ok(move || while lines.next().is_some_and(|line| line.is_ok_and(|line| !is_told(&line))) {})
}

/// A kind of save: the essay, what is said in it, and how that is seen.
struct Change {
    name: &'static str,
    essay: usize,
    text: fn(usize) -> String,
    page: String,
    seen: fn(usize, &str) -> bool,
}

fn changes() -> Vec<Change> {
    fn with(essay: usize, words: &str, title: &str) -> String {
        many::essay(essay, ESSAYS, many::Said { title, words })
    }
    const LATEST: usize = ESSAYS - 1;
    vec![
        Change {
            name: "prose, seen on its page",
            essay: 7,
            text: |n| with(7, &format!("Words{n}."), ""),
            page: many::address(7),
            seen: |n, page| page.contains(&format!("Words{n}.")),
        },
        Change {
            name: "prose of the latest essay, seen in the feed",
            essay: LATEST,
            text: |n| with(LATEST, &format!("Words{n}."), ""),
            page: "feed.xml".to_owned(),
            seen: |n, page| page.contains(&format!("Words{n}.")),
        },
        Change {
            name: "a link, seen among the backlinks of the other page",
            essay: 7,
            text: |n| with(7, if n.is_multiple_of(2) { "[Far](../l8/e808.md)." } else { "" }, ""),
            page: many::address(808),
            seen: |n, page| page.contains(">Essay 7</a>") == n.is_multiple_of(2),
        },
        Change {
            name: "a title, seen on the page of its ladder",
            essay: 7,
            text: |n| with(7, "", &format!(" T{n}")),
            page: "l0/".to_owned(),
            seen: |n, page| page.contains(&format!(">Essay 7 T{n}</a>")),
        },
        Change {
            name: "a link that leads nowhere, and then does",
            essay: 7,
            text: |n| with(7, if n.is_multiple_of(2) { "[Far](../l8/e88888.md)." } else { "" }, ""),
            page: many::address(7),
            seen: |n, page| page.contains("rungs-faults") == n.is_multiple_of(2),
        },
        Change {
            name: "an essay that cannot be read, and then can",
            essay: 7,
            text: |n| if n.is_multiple_of(2) { "+++\n".to_owned() } else { with(7, "", "") },
            page: many::address(7),
            seen: |n, page| page.contains("rungs-faults") == n.is_multiple_of(2),
        },
    ]
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
    let start = Instant::now();
    let soon = || std::thread::sleep(Duration::from_millis(2));
    until(&host, &many::address(7), |page| page.contains("</article>"), soon)?;
    let first = start.elapsed();
    // The search is made when the first pages have been shown.
    until(&host, "search/index.json", |reply| reply.contains("200 OK"), soon)?;
    let mut hear = events(&host)?;
    std::thread::sleep(Duration::from_secs(2));
    table("From a save to the page being served, 1,000 essays", &["saved", "median", "best", "worst"]);
    row(&["the first build, until a page is served".to_owned(), time(first), String::new(), String::new()]);
    for Change { name, essay, text, page, seen } in changes() {
        let mut times = Vec::new();
        for number in 0..SAVES {
            let text = text(number);
            let start = Instant::now();
            fs::write(root.join(many::path(essay)), text)?;
            until(&host, &page, |page| seen(number, page), &mut hear)?;
            times.push(start.elapsed());
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
    let (mut workshop, mut finishing) = (Workshop::default(), Finishing::default());
    let drafted = workshop.draft(&files, &|essay| essay.answered(&gate), &options, None);
    let _ = finishing.finish(drafted);
    for (name, words, title) in [("prose changed", "Words", ""), ("a title changed", "Words", "!")] {
        let mut drafts = Vec::new();
        let mut finishes = Vec::new();
        for number in 0..11 {
            let said = many::Said { words: &format!("{words} {number} {name}."), title: &title.repeat(number + 1) };
            files.insert(many::path(7), many::essay(7, ESSAYS, said).into_bytes());
            let start = Instant::now();
            let drafted = workshop.draft(&files, &|essay| essay.answered(&gate), &options, None);
            drafts.push(start.elapsed());
            let start = Instant::now();
            let _ = finishing.finish(drafted);
            finishes.push(start.elapsed());
        }
        drafts.sort();
        finishes.sort();
        row(&[format!("{name}: until it is shown"), time(drafts[5])]);
        row(&[format!("{name}: the search, and the pages read again"), time(finishes[5])]);
    }
}

fn main() -> io::Result<()> {
    let files = many::site(ESSAYS);
    built(files.iter().map(|(path, text)| (path.clone(), text.clone().into_bytes())).collect());
    let folder = tempfile::tempdir()?;
    many::write(&files, folder.path())?;
    served(folder.path())
}
