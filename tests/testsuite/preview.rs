//! The preview, over real sockets: what a browser sees while an author writes.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use rungs::game::{Heaps, Outcome, Value};
use rungs::preview::{Preview, bind};
use rungs::site::Options;
use rungs::solver::{Question, Solver, Work};
use rungs::verify::{Budget, Gate, Panel};

use crate::disguise::{Disguised, Manner};

const RUNGS: &str = env!("CARGO_BIN_EXE_rungs");

/// Longer than anything here takes, on a machine that does much else.
const LONG: Duration = Duration::from_secs(30);

/// A site in a folder of its own, served: by a program, or by this process to its end.
struct Served {
    folder: tempfile::TempDir,
    child: Option<Child>,
    address: String,
}

struct Reply {
    status: u16,
    head: String,
    body: Vec<u8>,
}

impl Reply {
    fn header(&self, name: &str) -> Option<&str> {
        let lines = self.head.lines().filter_map(|line| line.split_once(": "));
        lines.into_iter().find(|(key, _)| key.eq_ignore_ascii_case(name)).map(|(_, value)| value)
    }

    fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }
}

fn essay(body: &str) -> String {
    format!("+++\ntitle = \"Essay\"\ndate = 2026-11-20\n+++\n{body}\n")
}

/// A folder with a small site under `/sub/`.
fn site() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "rungs.toml", "title = \"Rungs\"\nbase_url = \"https://example.org/sub/\"\n");
    write(folder.path(), "content/nim/ladder.md", "+++\ntitle = \"Nim\"\n+++\n");
    write(folder.path(), "content/nim/a.md", &essay("First words."));
    write(folder.path(), "content/nim/b.md", "+++\ntitle = \"Other\"\n+++\nTo [the first](a.md).\n");
    folder
}

fn write(root: &Path, path: &str, text: &str) {
    let path = root.join(path);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

fn serve_with(folder: tempfile::TempDir, more: &[&str]) -> Served {
    let mut child = Command::new(RUNGS)
        .args(["serve", "--today", "2026-12-01", "--root"])
        .arg(folder.path())
        .args(more)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let address = lines.next().expect("an address is printed first").unwrap();
    // Read on, so that the pipe never fills.
    thread::spawn(move || lines.for_each(drop));
    Served { folder, child: Some(child), address }
}

fn serve(folder: tempfile::TempDir) -> Served {
    let served = serve_with(folder, &["--port", "0"]);
    served.until("nim/", |reply| reply.status != 503);
    served
}

impl Served {
    fn root(&self) -> PathBuf {
        self.folder.path().to_owned()
    }

    fn write(&self, path: &str, text: &str) {
        write(self.folder.path(), path, text);
    }

    /// `127.0.0.1:4040`.
    fn host(&self) -> &str {
        self.address.strip_prefix("http://").unwrap().split('/').next().unwrap()
    }

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.host()).unwrap();
        stream.set_read_timeout(Some(LONG)).unwrap();
        stream
    }

    /// One request, byte for byte as it is given, with the headers that are given.
    fn request(&self, method: &str, target: &str, headers: &str) -> Reply {
        self.request_of(self.host(), method, target, headers)
    }

    /// The same, as if the preview had been found under another name.
    fn request_of(&self, host: &str, method: &str, target: &str, headers: &str) -> Reply {
        let mut stream = self.connect();
        write!(stream, "{method} {target} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n{headers}\r\n").unwrap();
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes).unwrap();
        let end = bytes.windows(4).position(|four| four == b"\r\n\r\n").unwrap();
        let head = String::from_utf8(bytes[..end].to_vec()).unwrap();
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        Reply { status, head, body: bytes[end + 4..].to_vec() }
    }

    /// A page below the path of the site.
    fn get(&self, path: &str) -> Reply {
        self.request("GET", &format!("/sub/{path}"), "")
    }

    /// The page as soon as it is as expected.
    fn until(&self, path: &str, expected: impl Fn(&Reply) -> bool) -> Reply {
        let start = Instant::now();
        loop {
            let reply = self.get(path);
            if expected(&reply) {
                return reply;
            }
            assert!(start.elapsed() < LONG, "{path} stays {}: {}", reply.head, reply.text());
            thread::sleep(Duration::from_millis(5));
        }
    }

    fn until_it_says(&self, path: &str, words: &str) -> Reply {
        self.until(path, |reply| reply.text().contains(words))
    }

    /// The stream of events.
    fn events(&self) -> impl Iterator<Item = String> + use<> {
        let mut stream = self.connect();
        write!(stream, "GET /sub/__rungs/events HTTP/1.1\r\nHost: {}\r\n\r\n", self.host()).unwrap();
        let mut lines = BufReader::new(stream).lines().map_while(Result::ok);
        assert!(lines.next().unwrap().contains("200"));
        lines
    }

    /// Asks it to end as Ctrl-C does; gives how it ended.
    fn end(mut self) -> (ExitStatus, String) {
        let child = self.child.as_mut().unwrap();
        let done = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
        assert!(done.success());
        let status = child.wait().unwrap();
        let mut complaints = String::new();
        child.stderr.take().unwrap().read_to_string(&mut complaints).unwrap();
        (status, complaints)
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        if let Some(child) = &mut self.child {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// The version that a page was served with.
fn version(page: &str) -> String {
    page.split("data-version=\"").nth(1).unwrap().split('"').next().unwrap().to_owned()
}

#[test]
fn saves_of_every_kind_are_seen() {
    let served = serve(site());
    assert!(served.address.ends_with("/sub/"), "{}", served.address);
    let first = version(&served.until_it_says("nim/a/", "First words.").text());
    served.write("content/nim/a.md", &essay("Second words."));
    let second = version(&served.until_it_says("nim/a/", "Second words.").text());
    assert_ne!(first, second);
    // By writing another file and renaming it: an essay, the configuration, a template.
    for (path, text, page, seen) in [
        ("content/nim/a.md", essay("Third words."), "nim/a/", "Third words."),
        (
            "rungs.toml",
            "title = \"Bars\"\nbase_url = \"https://example.org/sub/\"\n".into(),
            "nim/a/",
            "<title>Essay – Bars</title>",
        ),
        (
            "templates/page.html",
            "{% extends \"theme/page.html\" %}{% block after %}From a template.{% endblock %}".into(),
            "nim/a/",
            "Bars",
        ),
        (
            "templates/essay.html",
            "{% extends \"theme/essay.html\" %}{% block after %}A template.{% endblock %}".into(),
            "nim/a/",
            "A template.",
        ),
        ("static/theme/style.css", "body{}".into(), "theme/style.css", "body{}"),
    ] {
        let (other, path) = (format!("{path}.new"), served.root().join(path));
        served.write(&other, &text);
        fs::rename(served.root().join(other), path).unwrap();
        served.until_it_says(page, seen);
    }
    // Lists, backlinks and the feed are right too.
    served
        .write("content/nim/c.md", "+++\ntitle = \"Fresh\"\ndate = 2026-11-30\n+++\nTo [the first](a.md), freshly.\n");
    served.until_it_says("essays/", "Fresh");
    assert!(served.get("nim/").text().contains("Fresh"));
    assert!(served.get("nim/a/").text().split("Cited by").nth(1).unwrap().contains("Fresh"));
    assert!(served.get("feed.xml").text().contains("freshly"));
    served.until("search/index.json", |reply| reply.status == 200);
    served.write("content/nim/c.md", "+++\ntitle = \"Fresh\"\ndate = 2026-11-30\n+++\nTo [the other](b.md), slowly.\n");
    served.until_it_says("nim/b/", "Cited by");
    assert!(!served.get("nim/a/").text().contains("Fresh</a></li>\n</ul>\n</section>"));
    assert!(served.get("feed.xml").text().contains("slowly"));
}

#[test]
fn what_is_renamed_or_deleted_is_gone() {
    let folder = site();
    write(folder.path(), "content/old/ladder.md", "+++\ntitle = \"Old\"\n+++\n");
    write(folder.path(), "content/old/x.md", "+++\ntitle = \"X\"\n+++\n![p](p.svg)\n");
    write(folder.path(), "content/old/p.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 2 1\"/>");
    write(folder.path(), "static/a.txt", "a");
    let served = serve(folder);
    served.until("old/p.svg", |reply| reply.status == 200);
    assert_eq!(served.get("a.txt").status, 200);
    fs::rename(served.root().join("content/nim/b.md"), served.root().join("content/nim/d.md")).unwrap();
    served.until("nim/d/", |reply| reply.status == 200);
    assert_eq!(served.get("nim/b/").status, 404);
    fs::rename(served.root().join("content/old"), served.root().join("content/new")).unwrap();
    served.until("new/x/", |reply| reply.status == 200);
    assert_eq!((served.get("old/x/").status, served.get("old/p.svg").status), (404, 404));
    assert!(!served.get("essays/").text().contains("/old/"));
    fs::remove_file(served.root().join("static/a.txt")).unwrap();
    served.until("a.txt", |reply| reply.status == 404);
    fs::remove_dir_all(served.root().join("content/new")).unwrap();
    // A folder goes file by file, and there may be a build in between.
    served.until("new/x/", |reply| reply.status == 404);
    served.until("new/", |reply| reply.status == 404);
    assert!(!served.get("sitemap.xml").text().contains("/new/"));
    // A folder that comes is watched from then on.
    served.write("content/late/ladder.md", "+++\ntitle = \"Late\"\n+++\n");
    served.until("late/", |reply| reply.status == 200);
    served.write("content/late/y.md", "+++\ntitle = \"Y\"\n+++\nYes.\n");
    served.until_it_says("late/y/", "Yes.");
}

#[test]
fn twenty_saves_show_no_half_written_page_and_the_last_one() {
    let served = serve(site());
    let mut events = served.events();
    let root = served.root();
    let writer = thread::spawn(move || {
        for number in 0..20 {
            let mut file = fs::File::create(root.join("content/nim/a.md")).unwrap();
            let text = essay(&format!("Saved-{number}. {}The end.", "Words. ".repeat(2_000)));
            let (one, other) = text.split_at(text.len() / 2);
            file.write_all(one.as_bytes()).unwrap();
            file.flush().unwrap();
            thread::sleep(Duration::from_millis(3));
            file.write_all(other.as_bytes()).unwrap();
            drop(file);
            thread::sleep(Duration::from_millis(20));
        }
    });
    let mut seen = 0;
    while !writer.is_finished() {
        let page = served.get("nim/a/");
        let text = page.text();
        assert_eq!(page.status, 200);
        // A file that another program empties before it writes may be told of as empty; the page stays whole.
        assert!(text.ends_with("</html>\n"), "{text}");
        assert!(text.contains("First words.") || text.contains("The end."), "half a page");
        seen += 1;
    }
    writer.join().unwrap();
    let last = version(&served.until_it_says("nim/a/", "Saved-19.").text());
    assert!(seen > 1);
    // The last version that is announced is that of the last save, and nothing comes after it.
    let announced = format!("data: {last}");
    assert!(events.any(|line| line == announced), "the last version is announced");
    thread::sleep(Duration::from_millis(300));
    assert_eq!(version(&served.get("nim/a/").text()), last);
}

#[test]
fn faults_are_shown_from_the_first_build_on_and_vanish_when_mended() {
    let folder = site();
    write(folder.path(), "content/nim/a.md", &essay("A [broken](nowhere.md) link, & <b>bold</b>."));
    write(folder.path(), "content/nim/b.md", "+++\ntitel = \"x\"\n+++\n");
    let served = serve(folder);
    let page = served.until_it_says("nim/a/", "rungs-faults");
    // An essay that can be read is shown as it is, with all that is wrong in the site, and its own faults first.
    assert_eq!(page.status, 200);
    let text = page.text();
    assert!(text.contains("link, &amp; <b>bold</b>"), "{text}");
    let own = |file: &str| text.split("rungs-faults").nth(1).unwrap().find(file).unwrap();
    assert!(own("content/nim/a.md") < own("content/nim/b.md"), "{text}");
    for part in [
        "content/nim/a.md:5:12",
        "A [broken](<mark>nowhere.md</mark>) link, &amp; &lt;b&gt;bold&lt;/b&gt;",
        "content/nim/b.md:2:1",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    // One that cannot be read says what is wrong with it in its place, and every other page is there.
    let unread = served.get("nim/b/");
    let text = unread.text();
    assert_eq!(unread.status, 500);
    assert!(text.contains("<h1>content/nim/b.md cannot be shown yet.</h1>"), "{text}");
    assert!(text.contains("content/nim/b.md:2:1") && !text.contains("as it was before"), "{text}");
    assert!(!text.contains("<b>"), "what is wrong is escaped: {text}");
    for path in ["", "nim/", "essays/", "theme/style.css", "feed.xml"] {
        assert_eq!(served.get(path).status, 200, "{path}");
    }
    assert_eq!(served.get("nim/nothing/").status, 404);
    let version_of_faults = version(&text);
    served.write("content/nim/b.md", "+++\ntitle = \"x\"\n+++\n");
    served.until("nim/b/", |reply| reply.status == 200);
    assert!(!served.get("nim/a/").text().contains("titel"));
    served.write("content/nim/a.md", &essay("Mended."));
    let mended = served.until_it_says("nim/a/", "Mended.").text();
    assert!(!mended.contains("rungs-faults") && version(&mended) != version_of_faults);
    // From then on the last good page stays below what is wrong.
    for wrong in ["+++\n", "", "+++\ntitle = 1\n+++\nText.\n", "+++\ntitle = \"T\"\n+++\n```figure losses\nheaps = 3\n"]
    {
        served.write("content/nim/a.md", wrong);
        let shown = served.until_it_says("nim/a/", "rungs-faults").text();
        assert!(shown.contains("Mended.") && shown.contains("content/nim/a.md:"), "{wrong}: {shown}");
        assert!(shown.contains("This page is as it was before."), "{wrong}: {shown}");
        assert!(!served.get("nim/b/").text().contains("as it was before"));
        served.write("content/nim/a.md", &essay("Mended."));
        served.until("nim/a/", |reply| !reply.text().contains("rungs-faults"));
    }
    // So does the configuration, and the author's templates.
    served.write("rungs.toml", "title = 1\n");
    served.until_it_says("nim/a/", "rungs.toml:1:9");
    served.write("content/nim/a.md", &essay("Mended again."));
    served.until_it_says("nim/a/", "Mended again.");
    served.write("templates/essay.html", "{% if %}");
    served.until_it_says("nim/a/", "templates/essay.html:1:");
    served.write("content/nim/a.md", &essay("Mended."));
    served.until_it_says("nim/a/", "Mended.");
    fs::remove_file(served.root().join("templates/essay.html")).unwrap();
    served.write("rungs.toml", "title = \"Rungs\"\nbase_url = \"https://example.org/sub/\"\n");
    served.until("nim/a/", |reply| !reply.text().contains("rungs-faults"));
    let (status, complaints) = served.end();
    assert_eq!(status.code(), Some(0));
    assert!(
        complaints.contains("content/nim/a.md:5:12") && complaints.contains("did you mean `title`"),
        "{complaints}"
    );
}

#[test]
fn what_is_at_fault_keeps_its_place() {
    let folder = site();
    write(folder.path(), "content/nim/a.md", "+++\ntitle = \"Essay\"\nrung = 1\n+++\nFirst words.\n");
    write(folder.path(), "content/nim/ladder.md", "+++\ntitel = \"Nim\"\n+++\n");
    let served = serve(folder);
    // A ladder that never could be read is one all the same.
    let page = served.until_it_says("nim/a/", "First words.").text();
    assert!(page.contains("<p class=\"place\"><a href=\"/sub/nim/\">nim</a>") && page.contains(", rung 1"), "{page}");
    served.write("content/nim/ladder.md", "+++\ntitle = \"Nim’s\"\n+++\nThe ladder.\n");
    served.until_it_says("nim/", "The ladder.");
    let front = served.get("").text();
    // Later it stands as it was, and so does an essay.
    for (path, page) in [("content/nim/ladder.md", "nim/"), ("content/nim/a.md", "nim/a/")] {
        let before = fs::read_to_string(served.root().join(path)).unwrap();
        served.write(path, "+++\ntitel = \"x\"\n+++\n");
        let shown = served.until_it_says(page, "This page is as it was before.").text();
        assert!(shown.contains("The ladder.") || shown.contains("First words."), "{shown}");
        let essay = served.get("nim/b/").text();
        assert!(essay.contains("<a href=\"/sub/nim/\">Nim’s</a>") && essay.contains("rel=\"prev\""), "{essay}");
        assert!(served.get("nim/").text().contains("<a href=\"/sub/nim/a/\">Essay</a>"));
        served.write(path, &before);
        served.until(page, |reply| !reply.text().contains("rungs-faults"));
    }
    let version = |page: &str| page.split("data-version").next().unwrap().to_owned();
    assert_eq!(version(&served.get("").text()), version(&front));
}

#[test]
fn prose_is_shown_around_a_figure_that_is_at_fault() {
    let figure =
        "```figure losses\nid = \"f\"\ngame = \"nim\"\nheaps = 90\nmax = 9\n```\n\nSee [](#f): [](=f.lost) are lost.\n";
    let folder = site();
    write(folder.path(), "content/nim/a.md", &essay(&format!("Words at first.\n\n{figure}")));
    let served = serve(folder);
    let page = served.until_it_says("nim/a/", "Words at first.").text();
    assert!(page.contains("This figure is at fault.") && page.contains("rungs-faults"), "{page}");
    served.write("content/nim/a.md", &essay(&format!("Words later, and [none](nowhere.md).\n\n{figure}")));
    let page = served.until_it_says("nim/a/", "Words later").text();
    assert!(page.contains("content/nim/nowhere.md") && page.contains(": … are lost."), "{page}");
    assert!(!page.contains("as it was before"), "{page}");
    // Another text lists it, and it is listed.
    assert!(served.get("nim/").text().contains("<a href=\"/sub/nim/a/\">Essay</a>"));
    // What is never closed may hide anything: then the page is as it was.
    served.write("content/nim/a.md", &essay("Words that hide.\n\n```figure losses\nid = \"f\"\n"));
    let page = served.until_it_says("nim/a/", "as it was before").text();
    assert!(page.contains("Words later") && !page.contains("<p>Words that hide"), "{page}");
    served.write("content/nim/a.md", &essay("Mended."));
    let page = served.until_it_says("nim/a/", "Mended.").text();
    assert!(!page.contains("rungs-faults"), "{page}");
}

/// Answers when it is let go.
struct Held(Arc<(Mutex<bool>, Condvar)>);

impl Held {
    fn hold<'q, T: 'q>(&'q self, work: Work<'q, T>) -> Work<'q, T> {
        Work::new(work.positions, move |budget| {
            let (free, told) = &*self.0;
            drop(told.wait_while(free.lock().unwrap(), |free| !*free).unwrap());
            (work.run)(budget)
        })
    }
}

impl Manner<Heaps> for Held {
    fn outcomes<'q>(&'q self, _: &'q Question<'q, Heaps>, honest: Work<'q, Outcome>) -> Work<'q, Outcome> {
        self.hold(honest)
    }

    fn values<'q>(&'q self, _: &'q Question<'q, Heaps>, honest: Work<'q, Value>) -> Work<'q, Value> {
        self.hold(honest)
    }
}

/// Serves with solvers none of which answers before it is let go.
fn serve_held(folder: tempfile::TempDir, free: &Arc<(Mutex<bool>, Condvar)>) -> Served {
    let held = |honest| Box::new(Disguised { honest, manner: Held(Arc::clone(free)) }) as Box<dyn Solver<Heaps>>;
    let heaps = Panel::default().heaps.into_iter().map(held).collect();
    serve_gate(folder, Gate::new(Panel { heaps, ..Panel::default() }, Budget::default()))
}

/// Serves with a gate.
fn serve_gate(folder: tempfile::TempDir, gate: Gate) -> Served {
    let today = "2026-12-01".parse().unwrap();
    let options = move || Options { today, drafts: false, future: false, base_url: None, cards: false };
    let gate = Arc::new(gate);
    let preview = Preview { root: folder.path().to_owned(), options: Box::new(options), gate, threads: 0 };
    let bound = bind("127.0.0.1", Some(0)).unwrap();
    let address = format!("http://{}/sub/", bound.address);
    thread::spawn(move || rungs::preview::serve(preview, bound, |_| {}).unwrap());
    Served { folder, child: None, address }
}

#[test]
fn figures_that_take_long_have_their_place_kept() {
    let folder = site();
    let slow = "```figure losses\nid = \"slow\"\ngame = \"take(heaps=2, each=3, total=4)\"\nheaps = 3\nmax = 3\n\
                caption = \"All [](=slow.lost).\"\n```\n\nSee [](#slow): [](=slow.lost) are lost, not [7](=slow.lost).\n";
    write(folder.path(), "content/nim/a.md", &essay(&format!("Words at once.\n\n{slow}")));
    write(
        folder.path(),
        "content/nim/b.md",
        "+++\ntitle = \"Other\"\n+++\nIts [](=a.md#slow.lost), see [](a.md#slow).\n",
    );
    write(folder.path(), "content/nim/c.md", &essay("No link to [this](this.md)."));
    let free = Arc::default();
    let served = serve_held(folder, &free);
    // Nothing of the figure is known, and the words around it are there.
    let page = served.until_it_says("nim/a/", "Words at once.").text();
    assert!(page.contains("data-awaited=\"content/nim/a.md#slow\"") && !page.contains("<svg"), "{page}");
    assert!(page.contains("…</data> are lost, not") || page.contains(": … are lost, not"), "{page}");
    served.write("content/nim/a.md", &essay(&format!("Words meanwhile.\n\n{slow}")));
    let page = served.until_it_says("nim/a/", "Words meanwhile.").text();
    assert!(page.contains("data-awaited=\"content/nim/a.md#slow\"") && !page.contains("content/nim/a.md:"), "{page}");
    // It is waited for once, and holds up no save after that.
    let quickest = (0..5).map(|number| {
        let start = Instant::now();
        served.write("content/nim/a.md", &essay(&format!("Words meanwhile, {number}.\n\n{slow}")));
        served.until_it_says("nim/a/", &format!("Words meanwhile, {number}."));
        start.elapsed()
    });
    let quickest = quickest.min().unwrap();
    assert!(quickest < Duration::from_millis(55), "{quickest:?}");
    served.write("content/nim/a.md", &essay(&format!("Words meanwhile.\n\n{slow}")));
    served.until_it_says("nim/a/", "Words meanwhile.");
    // What is asked, and of how many positions, is told meanwhile.
    let told = served.events().find(|line| line.starts_with("data: {") && line.contains("\u{a0}s, by ")).unwrap();
    for part in ["\"content/nim/a.md#slow\"", "take(heaps=2, each=3, total=4), 20 outcomes, 0\u{a0}%, for "] {
        assert!(told.contains(part), "{told}");
    }
    // Then what was claimed of it is checked, without another save.
    *free.0.lock().unwrap() = true;
    free.1.notify_all();
    let page = served.until_it_says("nim/a/", "the text says 7").text();
    assert!(page.contains("content/nim/a.md:") && page.contains("Words meanwhile."), "{page}");
    // A fault keeps no figure from being shown, neither its own claim's nor one of another essay.
    assert!(page.contains("<svg") && !page.contains("data-awaited"), "{page}");
    assert!(page.contains("content/nim/c.md:5:"), "{page}");
    assert!(served.get("nim/c/").text().contains("No link to"));
    served.write("content/nim/a.md", &essay(&format!("Other words.\n\n{}", slow.replace(", not [7](=slow.lost)", ""))));
    let page = served.until_it_says("nim/a/", "Other words.").text();
    assert!(page.contains("<svg") && page.contains("Figure\u{a0}1"), "{page}");
}

/// A solver that, of many positions, comes to no end before it is let go or nobody wants to know any more.
struct Slow {
    free: Arc<AtomicBool>,
    begun: Arc<AtomicUsize>,
}

impl Slow {
    fn slow<'q, T: 'q>(&'q self, work: Work<'q, T>) -> Work<'q, T> {
        Work::new(work.positions, move |allowance| {
            if work.positions > 100 {
                self.begun.fetch_add(1, Ordering::SeqCst);
                allowance.visit(work.positions / 2)?;
                while !self.free.load(Ordering::SeqCst) {
                    allowance.check()?;
                    thread::sleep(Duration::from_millis(1));
                }
            }
            (work.run)(allowance)
        })
    }
}

impl Manner<Heaps> for Slow {
    fn outcomes<'q>(&'q self, _: &'q Question<'q, Heaps>, honest: Work<'q, Outcome>) -> Work<'q, Outcome> {
        self.slow(honest)
    }

    fn values<'q>(&'q self, _: &'q Question<'q, Heaps>, honest: Work<'q, Value>) -> Work<'q, Value> {
        self.slow(honest)
    }
}

#[test]
fn what_no_page_asks_any_more_is_in_no_ones_way() {
    let figure = |max: u32, caption: &str| {
        let game = "game = \"take(heaps=2, each=3, total=4)\"";
        format!("```figure losses\nid = \"f\"\n{game}\nheaps = 3\nmax = {max}\ncaption = \"{caption}\"\n```\n")
    };
    let folder = site();
    write(folder.path(), "content/nim/a.md", &essay(&figure(9, "Large.")));
    let (free, begun) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicUsize::new(0)));
    let slow = |honest| {
        let manner = Slow { free: Arc::clone(&free), begun: Arc::clone(&begun) };
        Box::new(Disguised { honest, manner }) as Box<dyn Solver<Heaps>>
    };
    let heaps = Panel::default().heaps.into_iter().map(slow).collect();
    let gate = Gate::new(Panel { heaps, ..Panel::default() }, Budget::default()).threads(2);
    let served = serve_gate(folder, gate.clone());
    let soon = |what: &dyn Fn() -> bool| {
        let start = Instant::now();
        while !what() {
            assert!(start.elapsed() < LONG, "{:?}", gate.at_work());
            thread::sleep(Duration::from_millis(5));
        }
    };
    let at_work = |positions: u64| gate.at_work().iter().any(|work| work.positions == positions);
    served.until("nim/a/", |reply| reply.text().contains("data-awaited"));
    soon(&|| begun.load(Ordering::SeqCst) == 2);
    let told = served.events().find(|line| line.starts_with("data: {") && line.contains("\u{a0}s, by ")).unwrap();
    assert!(told.contains("220 outcomes, 50\u{a0}%, for "), "{told}");
    // Other words around it, and in its caption, do not make it begin again.
    served.write("content/nim/a.md", &essay(&format!("Words.\n\n{}", figure(9, "Very large."))));
    served.until_it_says("nim/a/", "Words.");
    thread::sleep(Duration::from_millis(600));
    assert!(at_work(220) && begun.load(Ordering::SeqCst) == 2, "{:?}", gate.at_work());
    // Another size does, and is not kept waiting; nor is one after a few of them.
    for max in [10, 11, 12] {
        served.write("content/nim/a.md", &essay(&figure(max, "Too large.")));
        served.until("nim/a/", |reply| reply.text().contains("data-awaited"));
    }
    served.write("content/nim/a.md", &essay(&figure(3, "Mended.")));
    let page = served.until("nim/a/", |reply| reply.text().contains("<svg")).text();
    assert!(page.contains("Mended.") && !page.contains("data-awaited"), "{page}");
    soon(&|| gate.at_work().is_empty());
    // What was dropped is found when it is asked again, and dropped when its essay is.
    served.write("content/nim/a.md", &essay(&figure(9, "Large again.")));
    soon(&|| at_work(220));
    fs::remove_file(served.root().join("content/nim/a.md")).unwrap();
    soon(&|| gate.at_work().is_empty());
    // And when its essay becomes a draft.
    served.write("content/nim/a.md", &essay(&figure(9, "Large again.")));
    soon(&|| at_work(220));
    served.write("content/nim/a.md", &essay(&figure(9, "Large.")).replacen("+++\n", "+++\ndraft = true\n", 1));
    soon(&|| gate.at_work().is_empty());
    served.write("content/nim/a.md", &essay(&figure(9, "Large again.")));
    soon(&|| at_work(220));
    free.store(true, Ordering::SeqCst);
    served.until("nim/a/", |reply| reply.text().contains("<svg") && reply.text().contains("Large again."));
    assert!(!served.get("nim/a/").text().contains("rungs-faults"));
}

/// A page of another site may have its own name lead to this machine.
#[test]
fn a_name_that_others_can_own_is_not_answered() {
    let served = serve(site());
    for host in ["evil.example", "evil.example:4040", "localhost.evil.example"] {
        for path in ["/sub/nim/", "/sub/__rungs/events", "/"] {
            let reply = served.request_of(host, "GET", path, "");
            assert_eq!(reply.status, 421, "{host}{path}");
            assert!(!reply.text().contains("Nim") && reply.text().contains("--host NAME"), "{}", reply.text());
        }
    }
    for host in ["localhost:4040", "127.0.0.1", "[::1]:4040"] {
        assert_eq!(served.request_of(host, "GET", "/sub/nim/", "").status, 200, "{host}");
    }
}

#[test]
fn requests_are_answered_as_by_a_server() {
    let folder = site();
    write(folder.path(), "static/data.csv", "a,b\n1,2\n");
    write(folder.path(), "static/empty.txt", "");
    write(folder.path(), "static/x.bin", "x");
    let served = serve(folder);
    for (path, media) in [
        ("nim/a/", "text/html; charset=utf-8"),
        ("data.csv", "text/csv; charset=utf-8"),
        ("feed.xml", "application/atom+xml; charset=utf-8"),
        ("sitemap.xml", "application/xml; charset=utf-8"),
        ("theme/icon.svg", "image/svg+xml; charset=utf-8"),
        ("theme/style.css", "text/css; charset=utf-8"),
        ("theme/theme.js", "text/javascript; charset=utf-8"),
        ("robots.txt", "text/plain; charset=utf-8"),
        ("x.bin", "application/octet-stream"),
    ] {
        let reply = served.get(path);
        assert_eq!((reply.status, reply.header("content-type")), (200, Some(media)), "{path}");
    }
    served.until("search/index.json", |reply| reply.header("content-type") == Some("application/json; charset=utf-8"));
    // HEAD is GET without the body; everything else is refused, with what is allowed.
    let (whole, head) = (served.get("data.csv"), served.request("HEAD", "/sub/data.csv", ""));
    assert_eq!((head.status, head.body.len()), (200, 0));
    assert_eq!(head.header("content-length"), whole.header("content-length"));
    for method in ["POST", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE"] {
        let reply = served.request(method, "/sub/nim/a/", "Content-Length: 0\r\n");
        assert_eq!((reply.status, reply.header("allow")), (405, Some("GET, HEAD")), "{method}");
    }
    // Parts.
    let part = |range: &str| served.request("GET", "/sub/data.csv", &format!("Range: {range}\r\n"));
    let reply = part("bytes=0-1");
    assert_eq!((reply.status, reply.header("content-range"), reply.text().as_str()), (206, Some("bytes 0-1/8"), "a,"));
    assert_eq!(part("bytes=-2").body, b"2\n");
    let reply = part("bytes=8-");
    assert_eq!((reply.status, reply.header("content-range"), reply.body.len()), (416, Some("bytes */8"), 0));
    assert_eq!((part("bytes=0-1,3-4").status, part("lines=1").status), (200, 200));
    assert_eq!(served.request("GET", "/sub/empty.txt", "Range: bytes=0-0\r\n").status, 416);
    // Addresses without their last slash.
    let to = |target: &str| {
        let reply = served.request("GET", target, "");
        (reply.status, reply.header("location").map(str::to_owned))
    };
    assert_eq!(to("/sub/nim/a?x=1&y=%20"), (307, Some("/sub/nim/a/?x=1&y=%20".to_owned())));
    assert_eq!(to("/sub/nim"), (307, Some("/sub/nim/".to_owned())));
    assert_eq!(to("/sub?q"), (307, Some("/sub/?q".to_owned())));
    assert_eq!(to("/"), (307, Some("/sub/".to_owned())));
    assert_eq!(to("/subway/"), (404, None));
    let missing = served.get("nim/nothing");
    assert_eq!(missing.status, 404);
    assert!(missing.text().contains("Nothing stands here") && missing.text().contains("data-version"));
    assert_eq!(served.get("nim/a/index.html").status, 200);
}

#[test]
fn no_path_leaves_the_output() {
    let folder = site();
    let outside = tempfile::tempdir().unwrap();
    write(outside.path(), "secret.txt", "root:secret");
    fs::create_dir_all(folder.path().join("public")).unwrap();
    #[cfg(unix)]
    std::os::unix::fs::symlink(outside.path(), folder.path().join("public/out")).unwrap();
    let served = serve(folder);
    let secret = outside.path().join("secret.txt");
    let secret = secret.to_str().unwrap();
    for target in [
        "/../../etc/passwd",
        "/sub/../../etc/passwd",
        "/sub/../rungs.toml",
        "/sub/%2e%2e%2frungs.toml",
        "/sub/%2e%2e/%2e%2e/etc/passwd",
        "/sub/..%5crungs.toml",
        "/sub/..\\rungs.toml",
        "/sub/nim/../../../../../etc/passwd",
        "/sub//etc/passwd",
        "/sub/%2fetc%2fpasswd",
        "/sub/out/secret.txt",
        "/sub/public/out/secret.txt",
        "/sub/content/nim/a.md",
        "/sub/rungs.toml",
        "/sub/a%00b",
        "/sub/%ff%fe",
        "/sub/__rungs/../rungs.toml",
        &format!("/sub/{secret}"),
        &format!("//{secret}"),
    ] {
        let reply = served.request("GET", target, "");
        let text = reply.text();
        assert!(matches!(reply.status, 400 | 404), "{target}: {}", reply.head);
        assert!(!text.contains("root:") && !text.contains("base_url"), "{target}: {text}");
    }
}

#[test]
#[cfg(unix)]
fn symbolic_links_within_the_site_are_followed_and_others_refused() {
    let folder = site();
    write(folder.path(), "shared/z.md", "+++\ntitle = \"Z\"\n+++\nShared.\n");
    std::os::unix::fs::symlink("../../shared/z.md", folder.path().join("content/nim/z.md")).unwrap();
    let served = serve(folder);
    served.until_it_says("nim/z/", "Shared.");
    // What stands outside the folders is watched too: as it is written, and as another file is put in its place.
    served.write("shared/z.md", "+++\ntitle = \"Z\"\n+++\nWritten.\n");
    served.until_it_says("nim/z/", "Written.");
    served.write("shared/z.new", "+++\ntitle = \"Z\"\n+++\nReplaced.\n");
    fs::rename(served.root().join("shared/z.new"), served.root().join("shared/z.md")).unwrap();
    served.until_it_says("nim/z/", "Replaced.");
    // And so is a folder that comes to be linked to.
    served.write("more/y.md", "+++\ntitle = \"Y\"\n+++\nFar.\n");
    std::os::unix::fs::symlink("../more", served.root().join("content/more")).unwrap();
    served.until_it_says("more/y/", "Far.");
    served.write("more/y.md", "+++\ntitle = \"Y\"\n+++\nNear.\n");
    served.until_it_says("more/y/", "Near.");
    let outside = tempfile::tempdir().unwrap();
    write(outside.path(), "s.md", "+++\ntitle = \"S\"\n+++\nSecret.\n");
    std::os::unix::fs::symlink(outside.path().join("s.md"), served.root().join("content/nim/s.md")).unwrap();
    let shown = served.until_it_says("nim/z/", "content/nim/s.md leads out of the site").text();
    assert!(!shown.contains("Secret"));
    fs::remove_file(served.root().join("content/nim/s.md")).unwrap();
    served.until("nim/z/", |reply| !reply.text().contains("rungs-faults"));
}

#[test]
fn a_folder_that_was_moved_away_is_a_fault_until_it_is_back() {
    let served = serve(site());
    fs::rename(served.root().join("content"), served.root().join("elsewhere")).unwrap();
    served.until_it_says("", "there is no folder content/");
    fs::rename(served.root().join("elsewhere"), served.root().join("content")).unwrap();
    served.until("", |reply| !reply.text().contains("rungs-faults"));
    assert!(served.get("nim/a/").text().contains("First words."));
}

#[test]
fn a_port_that_is_taken_is_named_or_passed_over() {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let folder = site();
    let mut command = Command::new(RUNGS);
    let output = command.args(["serve", "--port", &port, "--root"]).arg(folder.path()).output().unwrap();
    let complaints = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(1));
    assert!(complaints.contains(&format!("port {port} of 127.0.0.1 is taken")), "{complaints}");
    // Two without a port have different ones, and each is where it says.
    let (one, other) = (serve_with(site(), &[]), serve_with(site(), &[]));
    assert_ne!(one.host(), other.host());
    one.until_it_says("nim/a/", "First words.");
    other.until_it_says("nim/a/", "First words.");
    let output = Command::new(RUNGS).args(["serve", "--host", "no such host"]).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn it_ends_well_while_a_page_listens() {
    let served = serve(site());
    let mut events = served.events();
    assert!(events.any(|line| line == "event: version"));
    let start = Instant::now();
    let (status, complaints) = served.end();
    assert_eq!(status.code(), Some(0), "{complaints}");
    assert!(start.elapsed() < Duration::from_secs(5));
    assert!(complaints.is_empty(), "{complaints}");
    events.for_each(drop);
}

#[test]
fn nothing_is_written_into_public() {
    let served = serve(site());
    served.until("search/index.json", |reply| reply.status == 200);
    served.write("content/nim/a.md", &essay("Other."));
    served.until_it_says("nim/a/", "Other.");
    assert!(!served.root().join("public").exists());
}
