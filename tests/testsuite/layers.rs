//! A module knows only those above it in `lib.rs`.

use std::fs;
use std::path::{Path, PathBuf};

fn layers() -> Vec<String> {
    let lib = fs::read_to_string("src/lib.rs").unwrap();
    lib.lines().filter_map(|line| line.strip_prefix("pub mod ")?.strip_suffix(';')).map(str::to_owned).collect()
}

fn files(layer: &str) -> Vec<PathBuf> {
    let (file, folder) = (format!("src/{layer}.rs"), format!("src/{layer}"));
    let start = if Path::new(&folder).is_dir() { folder } else { file };
    let entries = walkdir::WalkDir::new(start).sort_by_file_name();
    entries
        .into_iter()
        .map(|entry| entry.unwrap().into_path())
        .filter(|path| path.extension().is_some_and(|e| e == "rs"))
        .collect()
}

#[test]
fn a_module_knows_only_those_above_it() {
    let layers = layers();
    assert!(layers.len() > 5, "the layers of lib.rs were not found");
    let mut faults = Vec::new();
    for (i, layer) in layers.iter().enumerate() {
        for file in files(layer) {
            let text = fs::read_to_string(&file).unwrap();
            for below in &layers[i + 1..] {
                if text
                    .lines()
                    .filter(|line| !line.trim_start().starts_with("//"))
                    .any(|line| line.contains(&format!("crate::{below}")))
                {
                    faults.push(format!("{} knows {below}", file.display()));
                }
            }
        }
    }
    assert_eq!(faults, Vec::<String>::new());
}

fn only_in(word: &str, home: &str) {
    for layer in layers() {
        for file in files(&layer) {
            let text = fs::read_to_string(&file).unwrap();
            let at_home = file.starts_with(home);
            let used = text.lines().filter(|line| !line.trim_start().starts_with("//")).any(|line| line.contains(word));
            assert!(!used || at_home, "{} uses {word}, which belongs to {home}", file.display());
        }
    }
}

#[test]
fn one_module_alone_makes_verified_answers() {
    only_in("Verified::new", "src/verify/gate.rs");
}

#[test]
fn one_module_alone_knows_the_drawing_library() {
    only_in("plotters", "src/figure/canvas");
}

#[test]
fn solvers_do_not_know_each_other() {
    let solvers: Vec<PathBuf> = files("solver")
        .into_iter()
        .filter(|file| {
            fs::read_to_string(file).unwrap().lines().any(|line| line.starts_with("impl") && line.contains(" Solver<"))
        })
        .collect();
    assert!(solvers.len() > 3, "the solvers were not found");
    for file in &solvers {
        let text = fs::read_to_string(file).unwrap();
        for other in solvers.iter().filter(|other| *other != file) {
            let other = other.file_stem().unwrap().to_string_lossy();
            assert!(!text.contains(&format!("super::{other}")), "{} knows {other}", file.display());
        }
    }
}

/// A file that `main.rs` does not name is not compiled, and its tests seem to pass.
#[test]
fn no_file_of_tests_is_left_out() {
    let main = fs::read_to_string("tests/testsuite/main.rs").unwrap();
    let named: Vec<&str> = main.lines().filter_map(|line| line.strip_prefix("mod ")?.strip_suffix(';')).collect();
    let mut there: Vec<String> = walkdir::WalkDir::new("tests/testsuite")
        .min_depth(1)
        .max_depth(1)
        .into_iter()
        .filter_map(|entry| entry.unwrap().file_name().to_str()?.strip_suffix(".rs").map(str::to_owned))
        .filter(|name| name != "main")
        .collect();
    there.sort();
    assert_eq!(named, there);
}
