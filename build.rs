//! The revision that `--version` prints, the fingerprint of the code that answers, and the table of the theme's files.
//! The site is built by the program, not here.

use std::fmt::Write;
use std::path::PathBuf;
use std::process::Command;
use std::{env, fs, io};

use walkdir::WalkDir;

fn main() -> io::Result<()> {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rustc-env=RUNGS_REVISION={}", revision().unwrap_or_default());
    println!(
        "cargo:rustc-env=RUNGS_CODE={}",
        code(&["Cargo.lock", "src/game", "src/notation", "src/solver", "src/verify"])?
    );
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default()).join("theme.rs");
    fs::write(out, theme(&["static/theme", "templates"])?)
}

/// The commit that is built: for releases, since to follow it would build the crate anew at every commit.
/// None outside a repository.
fn revision() -> Option<String> {
    if env::var("PROFILE").ok()? != "release" {
        return None;
    }
    let git = |arguments: &[&str]| {
        let output = Command::new("git").args(arguments).output().ok().filter(|output| output.status.success())?;
        Some(String::from_utf8(output.stdout).ok()?.trim().to_owned())
    };
    // Only where this crate is the repository, and not a copy inside another.
    git(&["ls-files", "--error-unmatch", "build.rs"])?;
    for followed in ["HEAD", "logs/HEAD"] {
        println!("cargo:rerun-if-changed={}", git(&["rev-parse", "--git-path", followed])?);
    }
    Some(format!(" ({})", git(&["log", "-1", "--format=%h %cs"])?))
}

/// A hash of every file that an answer depends on, by its path: those of the rules, of the solvers and of the gate, and
/// the packages. What asks (a figure) and what becomes of an answer (a drawing) need not be here: the question is part
/// of what an answer is kept under, and a drawing is always made anew.
fn code(paths: &[&str]) -> io::Result<String> {
    let mut hash = blake3::Hasher::new();
    for entry in paths.iter().flat_map(|path| WalkDir::new(path).sort_by_file_name()) {
        let entry = entry?;
        println!("cargo:rerun-if-changed={}", entry.path().display());
        if entry.file_type().is_file() {
            let name: Vec<_> = entry.path().iter().map(|part| part.to_string_lossy()).collect();
            let bytes = fs::read(entry.path())?;
            hash.update(format!("{} {}\n", name.join("/"), bytes.len()).as_bytes()).update(&bytes);
        }
    }
    Ok(hash.finalize().to_hex().to_string())
}

/// The table: every file below these folders by its path, ascending, with its bytes.
fn theme(folders: &[&str]) -> io::Result<String> {
    let root = env::current_dir()?;
    let mut table = String::from("const FILES: &[(&str, &[u8])] = &[\n");
    for entry in folders.iter().flat_map(|folder| WalkDir::new(folder).sort_by_file_name()) {
        let entry = entry?;
        let path = entry.path();
        println!("cargo:rerun-if-changed={}", path.display());
        if !entry.file_type().is_file() {
            continue;
        }
        let name: Vec<_> = path.iter().map(|part| part.to_string_lossy()).collect();
        let _ = writeln!(table, "    ({:?}, include_bytes!({:?})),", name.join("/"), root.join(path));
    }
    table.push_str("];\n");
    Ok(table)
}
