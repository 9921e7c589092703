//! What it takes to build large sites, beside the least that any generator does: to read every text as Markdown, and to
//! write as many files.

mod many;
mod measure;

use std::env;
use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

use measure::{a_second, memory, peak, ratio, row, table, thousands, time};
use pulldown_cmark::{Event, Parser, Tag, TagEnd};
use rayon::prelude::*;

const ESSAYS: usize = 1_000;
/// What a process is told by that does one work and ends.
const WORK: &str = "RUNGS_BENCH";

fn main() -> io::Result<ExitCode> {
    let code = match env::var(WORK).ok().as_deref() {
        // The command line is that of rungs.
        Some("build") => rungs::cli::run(),
        // To look at a site that is measured: a folder, and how many essays.
        Some("write") => {
            let mut arguments = env::args().skip(1);
            let (folder, essays) = (arguments.next().unwrap_or_default(), arguments.next().unwrap_or_default());
            many::write(&many::site(essays.parse().map_err(io::Error::other)?), Path::new(&folder))?;
            ExitCode::SUCCESS
        }
        Some(_) => floor(&env::args().skip(1).collect::<Vec<_>>())?,
        None => return all().map(|()| ExitCode::SUCCESS),
    };
    eprintln!("peak {}", peak().unwrap_or(0));
    Ok(code)
}

/// The time of a process of its own, and the most memory that it held in KiB.
#[derive(Clone, Copy)]
struct Taken {
    time: Duration,
    peak: u64,
}

/// Does a work in a process of its own.
fn taken(work: &str, arguments: &[&str]) -> io::Result<Taken> {
    let mut command = Command::new(env::current_exe()?);
    command.env(WORK, work).args(arguments).stdin(Stdio::null());
    let start = Instant::now();
    let output = command.output()?;
    let time = start.elapsed();
    let told = String::from_utf8_lossy(&output.stderr);
    let peak = told.lines().find_map(|line| line.strip_prefix("peak ")).and_then(|peak| peak.parse().ok());
    match peak {
        Some(peak) if output.status.success() => Ok(Taken { time, peak }),
        _ => Err(io::Error::other(format!("{work}: {told}"))),
    }
}

/// The least of three runs, each made ready before.
fn least(mut ready: impl FnMut() -> io::Result<()>, work: &str, arguments: &[&str]) -> io::Result<Taken> {
    let mut least: Option<Taken> = None;
    for _ in 0..3 {
        ready()?;
        let one = taken(work, arguments)?;
        least =
            Some(least.map_or(one, |least| Taken { time: least.time.min(one.time), peak: least.peak.min(one.peak) }));
    }
    least.ok_or_else(|| io::Error::other("nothing was run"))
}

/// A site in a folder, and what its builds take.
struct Site {
    folder: tempfile::TempDir,
    essays: usize,
}

impl Site {
    fn of(essays: usize) -> io::Result<Self> {
        let folder = tempfile::tempdir()?;
        many::write(&many::site(essays), folder.path())?;
        Ok(Self { folder, essays })
    }

    fn root(&self) -> &str {
        self.folder.path().to_str().unwrap_or_default()
    }

    fn build(&self, ready: impl FnMut() -> io::Result<()>) -> io::Result<Taken> {
        least(ready, "build", &["build", "--quiet", "--today", "2026-12-31", "--root", self.root()])
    }

    /// With nothing published, and no answer known.
    fn first(&self) -> io::Result<Taken> {
        self.build(|| {
            // Some file systems are slow to give out again what has just been removed.
            let away = tempfile::Builder::new().prefix("away").tempdir_in(self.folder.path())?.keep();
            for folder in ["public", ".rungs"] {
                if self.folder.path().join(folder).exists() {
                    fs::rename(self.folder.path().join(folder), away.join(folder))?;
                }
            }
            Ok(())
        })
    }

    fn again(&self) -> io::Result<Taken> {
        self.build(|| Ok(()))
    }

    fn with_one_changed(&self) -> io::Result<Taken> {
        let mut number = 0;
        self.build(|| {
            number += 1;
            let said = many::Said { words: &format!("Word {number}."), ..many::Said::default() };
            fs::write(self.folder.path().join(many::path(7)), many::essay(7, self.essays, said))
        })
    }

    /// Reads the texts as Markdown and writes as many files as the site has.
    fn floor(&self) -> io::Result<Taken> {
        let is_file =
            |entry: &Result<walkdir::DirEntry, _>| entry.as_ref().is_ok_and(|entry| entry.file_type().is_file());
        let files = walkdir::WalkDir::new(self.folder.path().join("public")).into_iter().filter(is_file).count();
        let target = tempfile::tempdir()?;
        let to = target.path().join("out");
        let mut times = 0;
        let ready = || {
            times += 1;
            if to.exists() { fs::rename(&to, target.path().join(times.to_string())) } else { Ok(()) }
        };
        least(ready, "floor", &[self.root(), to.to_str().unwrap_or_default(), &files.to_string()])
    }
}

fn all() -> io::Result<()> {
    let base = Site::of(1)?.first()?.peak;
    let an_essay = |site: &Site, taken: Taken| {
        format!("{} KiB", thousands(u128::from(taken.peak.saturating_sub(base)) / site.essays as u128))
    };
    let site = Site::of(ESSAYS)?;
    let first = site.first()?;
    let floor = site.floor()?;
    let columns = ["work", "time", "to the floor", "essays a second", "peak", "an essay"];
    table("Builds of 1,000 essays, each in a process of its own", &columns);
    let told = |name: &str, taken: Taken| {
        row(&[
            name.to_owned(),
            time(taken.time),
            ratio(taken.time, floor.time),
            a_second(ESSAYS, taken.time),
            memory(Some(taken.peak)),
            an_essay(&site, taken),
        ]);
    };
    told("the floor: Markdown parsed and written, as many files", floor);
    told("the first build", first);
    told("again, with nothing changed", site.again()?);
    told("again, with one essay changed", site.with_one_changed()?);

    table("First builds as sites grow", &["essays", "time", "to the floor", "µs an essay", "peak", "an essay"]);
    for essays in [250, 1_000, 4_000] {
        let site = Site::of(essays)?;
        let first = site.first()?;
        let floor = site.floor()?;
        row(&[
            thousands(essays as u128),
            time(first.time),
            ratio(first.time, floor.time),
            thousands(first.time.as_micros() / essays as u128),
            memory(Some(first.peak)),
            an_essay(&site, first),
        ]);
    }
    io::stdout().flush()
}

/// What every generator does at least: from the site in one folder to as many files in another.
fn floor(arguments: &[String]) -> io::Result<ExitCode> {
    let [root, to, files] = arguments else { return Err(io::Error::other("three arguments")) };
    let files: usize = files.parse().map_err(io::Error::other)?;
    let texts: Vec<_> = walkdir::WalkDir::new(Path::new(root).join("content"))
        .sort_by_file_name()
        .into_iter()
        .filter_map(|entry| entry.ok().filter(|entry| entry.file_type().is_file()))
        .collect();
    (0..files).into_par_iter().try_for_each(|number| {
        let Some(entry) = texts.get(number % texts.len()) else { return Ok(()) };
        // What is beyond the texts stands for the files beside them.
        let html = if number < texts.len() { html(&fs::read_to_string(entry.path())?) } else { String::new() };
        let folder = Path::new(to).join(number.to_string());
        fs::create_dir_all(&folder)?;
        fs::write(folder.join("index.html"), html)
    })?;
    Ok(ExitCode::SUCCESS)
}

fn html(text: &str) -> String {
    let mut out = String::with_capacity(text.len() * 3 / 2);
    let mut push = |part: &str| {
        for c in part.chars() {
            match c {
                '&' => out.push_str("&amp;"),
                '<' => out.push_str("&lt;"),
                '>' => out.push_str("&gt;"),
                c => out.push(c),
            }
        }
    };
    for event in Parser::new_ext(text, pulldown_cmark::Options::all()) {
        match event {
            Event::Text(text) | Event::Code(text) | Event::InlineMath(text) | Event::DisplayMath(text) => push(&text),
            Event::Start(Tag::Link { dest_url, .. }) => push(&dest_url),
            Event::Start(Tag::Paragraph) | Event::End(TagEnd::Paragraph) => push("<p>"),
            Event::Start(_) | Event::End(_) => push("<div>"),
            _ => push("\n"),
        }
    }
    out
}
