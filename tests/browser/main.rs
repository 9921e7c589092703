//! What only a browser can tell. Each script drives the system's Chromium; where there is none, the tests are listed as
//! ignored, with the reason in their names. `RUNGS_BROWSER=require` makes that a failure.

use std::env;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use libtest_mimic::{Arguments, Failed, Trial};

const HERE: &str = "tests/browser";
const RUNGS: &str = env!("CARGO_BIN_EXE_rungs");

fn main() -> ExitCode {
    let missing = missing();
    let required = env::var("RUNGS_BROWSER").is_ok_and(|wish| wish == "require");
    let trial = |name: &str, run: fn() -> Result<(), Failed>| match &missing {
        None => Trial::test(name, run),
        Some(what) if required => {
            let what = what.clone();
            Trial::test(name, move || Err(format!("required, but {what}").into()))
        }
        Some(what) => Trial::test(format!("{name} (skipped: {what})"), run).with_ignored_flag(true),
    };
    let trials = vec![
        trial("the_machine_replies_as_the_solvers_say_in_nim", || play("nim", "nim", "3,5,7")),
        trial("the_machine_replies_as_the_solvers_say_in_moores_nim", || play("moore", "moore(2)", "2,3,3")),
        trial("the_machine_replies_as_the_solvers_say_in_a_subtraction_game", || {
            play("subtraction", "subtraction(2,3)", "4,5")
        }),
        trial("the_machine_replies_as_the_solvers_say_where_heaps_split", || play("kayles", "kayles", "2,5")),
        trial("the_search_finds_what_is_there", search),
        trial("a_page_follows_its_reader_and_nothing_moves", comfort),
        trial("pages_are_valid_whatever_their_titles", awkward),
        trial("every_printed_sheet_says_what_it_is", print),
        trial("every_page_fits_and_is_accessible", pages),
        trial("no_text_of_a_drawing_or_a_formula_lies_on_another", figures),
    ];
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}

/// What the tests would need and is not there.
fn missing() -> Option<String> {
    let chromium = env::var("CHROMIUM").unwrap_or_else(|_| "/usr/bin/chromium".to_owned());
    if !Path::new(&chromium).exists() {
        return Some(format!("there is no Chromium at {chromium}"));
    }
    if !Path::new(HERE).join("node_modules/playwright-core").exists() {
        return Some(format!("its driver is not installed: npm install --prefix {HERE}"));
    }
    if Command::new("pdftotext").arg("-v").output().is_err() {
        return Some("there is no pdftotext (poppler-utils)".to_owned());
    }
    let node = Command::new("node").arg("--version").output();
    (!node.is_ok_and(|output| output.status.success())).then(|| "node does not run".to_owned())
}

fn play(essay: &str, game: &str, heaps: &str) -> Result<(), Failed> {
    let site = built(&Path::new(HERE).join("site"))?;
    let folder = site.path().join("public");
    script(
        "play.mjs",
        &[&folder.display().to_string(), "http://boards.test/", RUNGS, &format!("games/{essay}"), game, heaps],
    )
}

fn search() -> Result<(), Failed> {
    // The same site with a page of letters and one of many places.
    let root = tempfile::tempdir()?;
    let site = Path::new(HERE).join("site");
    let write = |path: &str, text: &str| -> std::io::Result<()> {
        let path = root.path().join(path);
        std::fs::create_dir_all(path.parent().unwrap_or(&path))?;
        std::fs::write(path, text)
    };
    for path in ["rungs.toml", "content/index.md", "content/games/ladder.md", "content/games/search.md"] {
        write(path, &std::fs::read_to_string(site.join(path))?)?;
    }
    let letters = letters();
    let named = "## Names\n\nStraße, Øresund, Łódź.\n";
    write("content/games/letters.md", &format!("+++\ntitle = \"Letters\"\n+++\n{letters}\n\n{named}"))?;
    let places: String = (0..45).map(|n| format!("## Place q{n}\n\nThere are plenty.\n\n")).collect();
    write("content/games/places.md", &format!("+++\ntitle = \"Places\"\n+++\n{places}"))?;
    let site = built(root.path())?;
    script("search.mjs", &[&site.path().join("public").display().to_string(), "http://boards.test/", &letters])
}

/// Words with every letter of the scripts that fold in some way, each in the middle of one and alone.
fn letters() -> String {
    let ranges = [
        0xaa..=0x24f,
        0x370..=0x52f,
        0x1e00..=0x1fff,
        0x2070..=0x209c,
        0x2100..=0x2189,
        0x2460..=0x24ff,
        0x3041..=0x30ff,
        0x4e00..=0x4e20,
        0xac00..=0xac20,
        0xfb00..=0xfb17,
        0xff10..=0xff5a,
        0x1d400..=0x1d4ff,
        0x1f130..=0x1f150,
    ];
    let letters = ranges.into_iter().flatten().filter_map(char::from_u32).filter(|c| c.is_alphanumeric());
    letters.map(|letter| format!("q{letter}q {letter}")).collect::<Vec<_>>().join(" ")
}

fn comfort() -> Result<(), Failed> {
    let site = built(&Path::new(HERE).join("site"))?;
    script("comfort.mjs", &[&site.path().join("public").display().to_string(), "http://boards.test/"])
}

fn awkward() -> Result<(), Failed> {
    let site = built(&Path::new(HERE).join("awkward"))?;
    script("valid.mjs", &[&site.path().join("public").display().to_string()])
}

fn print() -> Result<(), Failed> {
    let site = built(Path::new("."))?;
    script("print.mjs", &[&site.path().join("public").display().to_string(), "http://site.test/"])
}

fn pages() -> Result<(), Failed> {
    let site = built(Path::new("."))?;
    let folder = site.path().join("public");
    script("pages.mjs", &[&folder.display().to_string(), "http://site.test/"])
}

fn figures() -> Result<(), Failed> {
    let site = built(Path::new("."))?;
    let folder = site.path().join("public");
    script("figures.mjs", &[&folder.display().to_string(), "http://site.test/"])
}

/// The site of a folder, published to a folder of its own.
fn built(root: &Path) -> Result<tempfile::TempDir, Failed> {
    let folder = tempfile::tempdir()?;
    let mut build = Command::new(RUNGS);
    build.arg("build").arg("--root").arg(root).arg("--output").arg(folder.path().join("public"));
    if root == Path::new(".") {
        build.args(["--base-url", "http://site.test/"]);
    }
    succeed(build.output()?)?;
    Ok(folder)
}

fn script(name: &str, arguments: &[&str]) -> Result<(), Failed> {
    let path: PathBuf = Path::new(HERE).join(name);
    succeed(Command::new("node").arg(path).args(arguments).output()?)
}

fn succeed(output: std::process::Output) -> Result<(), Failed> {
    if output.status.success() {
        return Ok(());
    }
    Err(format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr)).into())
}
