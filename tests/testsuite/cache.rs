//! What was verified is kept, and what is kept is believed only if it is whole.

use std::fs;
use std::path::{Path, PathBuf};

use rungs::cache::{CODE, Cache};
use rungs::game::{Convention, HeapRange, Heaps, Outcome, Positions, Take, Value};
use rungs::solver::Question;
use rungs::verify::{Budget, Gate, Heard, Panel, Provenance, Store, Unkept};

/// Two questions of each sort, answered through a cache in this folder, and how each was come by.
fn ask(folder: &Path, code: &str) -> (Vec<Outcome>, Vec<Value>, Vec<Provenance>, Vec<Heard>) {
    let gate = Gate::new(Panel::default(), Budget::default()).threads(1).store(Cache::new(folder, code));
    let rules = Take::moore(2);
    let question = Question {
        game: "moore(2)",
        rules: &rules,
        convention: Convention::Normal,
        positions: Positions::Range(HeapRange { heaps: 3, max: 7 }),
    };
    let values = gate.values(&question).unwrap();
    let listed = Positions::Listed(vec![Heaps::new([1, 2, 3]), Heaps::new([5])]);
    let outcomes = gate.outcomes(&Question { positions: listed, convention: Convention::Misere, ..question }).unwrap();
    let provenance = [values.provenance(), outcomes.provenance()].concat();
    let heard = gate.take_heard();
    (outcomes.get().clone(), values.get().clone(), provenance, heard)
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let files = walkdir::WalkDir::new(folder).sort_by_file_name().into_iter().map(|entry| entry.unwrap().into_path());
    files.filter(|path| path.file_name().unwrap().len() == 64).collect()
}

fn whys(heard: &[Heard]) -> Vec<Option<Unkept>> {
    heard.iter().map(|heard| heard.computed.clone()).collect()
}

#[test]
fn what_is_kept_is_what_was_found() {
    let folder = tempfile::tempdir().unwrap();
    let first = ask(folder.path(), "one");
    assert_eq!(whys(&first.3), [Some(Unkept::New), Some(Unkept::New)]);
    let second = ask(folder.path(), "one");
    assert_eq!((&second.0, &second.1, &second.2), (&first.0, &first.1, &first.2));
    assert_eq!(whys(&second.3), [None, None]);
    assert_eq!(entries(folder.path()).len(), 2);
}

#[test]
fn other_code_finds_its_own_answers() {
    let folder = tempfile::tempdir().unwrap();
    ask(folder.path(), "one");
    assert_eq!(whys(&ask(folder.path(), "two").3), [Some(Unkept::OtherCode), Some(Unkept::OtherCode)]);
    assert_eq!(whys(&ask(folder.path(), "two").3), [None, None]);
    assert_eq!(entries(folder.path()).len(), 2, "one entry a question, whoever found it");
}

#[test]
fn a_flipped_bit_is_found_whichever_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let right = ask(folder.path(), "one");
    for file in entries(folder.path()) {
        let whole = fs::read(&file).unwrap();
        let cache = Cache::new(folder.path(), "one");
        let key: [u8; 32] = *blake3::Hash::from_hex(file.file_name().unwrap().to_str().unwrap()).unwrap().as_bytes();
        // One bit of every byte.
        for byte in 0..whole.len() {
            let mut bytes = whole.clone();
            bytes[byte] ^= 1 << (byte % 8);
            fs::write(&file, &bytes).unwrap();
            assert!(matches!(cache.fetch(&key), Err(Unkept::Damaged(_))), "byte {byte} of {}", file.display());
        }
        // Found anew, and whole again.
        let told = ask(folder.path(), "one");
        assert_eq!((&told.0, &told.1, &told.2), (&right.0, &right.1, &right.2));
        assert_eq!(fs::read(&file).unwrap(), whole);
    }
}

#[test]
fn what_is_cut_short_empty_or_another_entry_is_found_anew() {
    let folder = tempfile::tempdir().unwrap();
    let right = ask(folder.path(), "one");
    let files = entries(folder.path());
    let [one, other] = [fs::read(&files[0]).unwrap(), fs::read(&files[1]).unwrap()];
    let longer = [one.as_slice(), b"\n"].concat();
    let mut lines: Vec<Vec<u8>> =
        [0, 1, 31, 32, 33, one.len() / 2, one.len() - 1].map(|end| one[..end].to_vec()).into();
    lines.extend([other, longer, vec![0; one.len()], b"rungs answer 1\n".to_vec()]);
    for bytes in lines {
        fs::write(&files[0], &bytes).unwrap();
        let told = ask(folder.path(), "one");
        assert_eq!((&told.0, &told.1, &told.2), (&right.0, &right.1, &right.2));
        let damaged = told.3.iter().filter(|heard| matches!(heard.computed, Some(Unkept::Damaged(_)))).count();
        assert_eq!(damaged, 1);
        assert_eq!(fs::read(&files[0]).unwrap(), one);
    }
    // What would be read for long, or for ever.
    let file = &files[0];
    let long = |length: u64| {
        fs::remove_file(file).unwrap();
        fs::File::create(file).unwrap().set_len(length).unwrap();
    };
    let pipe = || {
        fs::remove_file(file).unwrap();
        assert!(std::process::Command::new("mkfifo").arg(file).status().unwrap().success());
    };
    let link = || {
        fs::remove_file(file).unwrap();
        std::os::unix::fs::symlink("/dev/zero", file).unwrap();
    };
    let unreadable: [&dyn Fn(); 4] = [&|| long(1 << 30), &|| long(20 << 30), &pipe, &link];
    for make in unreadable {
        make();
        let told = ask(folder.path(), "one");
        assert_eq!((&told.0, &told.1, &told.2), (&right.0, &right.1, &right.2));
        assert!(fs::symlink_metadata(file).unwrap().is_file());
        assert_eq!(fs::read(file).unwrap(), one);
    }
    // A folder where the file belongs, which cannot be written over: the answer is found all the same.
    fs::remove_file(&files[0]).unwrap();
    fs::create_dir(&files[0]).unwrap();
    assert_eq!(ask(folder.path(), "one").2, right.2);
}

/// A store that hands out whatever it is told to, as whole.
struct Forged(Vec<u8>);

impl Store for Forged {
    fn fetch(&self, _: &[u8; 32]) -> Result<Vec<u8>, Unkept> {
        Ok(self.0.clone())
    }
    fn keep(&self, _: &[u8; 32], _: &[u8]) {}
}

#[test]
fn the_gate_reads_what_a_store_says_as_it_hears_a_witness() {
    let rules = Take::nim();
    let positions = Positions::Range(HeapRange { heaps: 2, max: 1 });
    let question = Question { game: "nim", rules: &rules, convention: Convention::Normal, positions };
    let heard = |bytes: &str, answer: &[u8]| {
        let forged = Forged([bytes.as_bytes(), answer].concat());
        let gate = Gate::new(Panel::default(), Budget::default()).threads(1).store(forged);
        let outcomes = gate.outcomes(&question).unwrap().get().clone();
        assert_eq!(outcomes, [Outcome::P, Outcome::N, Outcome::P]);
        gate.take_heard()[0].computed.clone()
    };
    let head = r#"{"convention":"normal","ask":"outcome","positions":3,"witnesses":[["sieve","definition"],["binary columns mod k + 1","closed form"]],"controls":[{"of":"binary columns mod k + 1","name":"divisor 3","positions":3,"refuted":1}]}"#;
    let head = format!("{head}\n");
    assert_eq!(heard(&head, &[0b010]), None, "this is what the gate would write");
    for (forged, answer) in [
        (head.replace("normal", "misere"), 0b010),
        (head.replace("outcome", "value"), 0b010),
        (head.replace("\"positions\":3,\"w", "\"positions\":4,\"w"), 0b010),
        (head.replace("sieve", "my uncle"), 0b010),
        (head.replace("definition", "theory"), 0b010),
        (head.replace("[\"binary columns mod k + 1\",\"closed form\"]", "[\"sieve\",\"definition\"]"), 0b010),
        (head.replace("\"refuted\":1", "\"refuted\":0"), 0b010),
        (
            head.replace(
                "{\"of\":\"binary columns mod k + 1\",\"name\":\"divisor 3\",\"positions\":3,\"refuted\":1}",
                "",
            ),
            0b010,
        ),
        (head.replace('\n', ""), 0b010),
        (head.clone(), 0b1010),
    ] {
        assert!(matches!(heard(&forged, &[answer]), Some(Unkept::Damaged(_))), "{forged}");
    }
    assert!(matches!(heard(&head, &[0b010, 0]), Some(Unkept::Damaged(_))));
    assert!(matches!(heard(&head, &[]), Some(Unkept::Damaged(_))));
}

#[test]
fn many_at_once_neither_tear_nor_wait() {
    let folder = tempfile::tempdir().unwrap();
    let right = ask(folder.path(), "one");
    std::thread::scope(|scope| {
        for thread in 0..8 {
            let (folder, right) = (folder.path(), &right);
            scope.spawn(move || {
                for _ in 0..5 {
                    // Two versions of the program that write over each other's answers.
                    let told = ask(folder, if thread % 2 == 0 { "one" } else { "two" });
                    assert_eq!((&told.0, &told.1, &told.2), (&right.0, &right.1, &right.2));
                    let fit = |heard: &Heard| !matches!(heard.computed, Some(Unkept::Damaged(_)));
                    assert!(told.3.iter().all(fit), "{:?}", told.3);
                }
            });
        }
    });
}

/// The fingerprint as `build.rs` computes it, of sources among which one may be changed.
fn fingerprint(changed: Option<&str>) -> String {
    let mut hash = blake3::Hasher::new();
    for path in ["Cargo.lock", "src/game", "src/notation", "src/solver", "src/verify"] {
        for entry in walkdir::WalkDir::new(path).sort_by_file_name() {
            let entry = entry.unwrap();
            if entry.file_type().is_file() {
                let mut bytes = fs::read(entry.path()).unwrap();
                let name = entry.path().to_str().unwrap().replace('\\', "/");
                if changed == Some(&name) {
                    bytes.push(b' ');
                }
                hash.update(format!("{name} {}\n", bytes.len()).as_bytes()).update(&bytes);
            }
        }
    }
    hash.finalize().to_hex().to_string()
}

#[test]
fn a_change_of_any_solver_changes_the_fingerprint() {
    assert_eq!(CODE, fingerprint(None));
    for file in ["src/solver/columns.rs", "src/game/take.rs", "src/verify/gate.rs", "Cargo.lock"] {
        assert_ne!(CODE, fingerprint(Some(file)), "{file}");
    }
}

#[test]
fn only_what_is_the_caches_own_is_removed() {
    let site = tempfile::tempdir().unwrap();
    assert_eq!(Cache::remove(site.path()).unwrap(), 0);
    let folder = site.path().join(".rungs/cache");
    ask(&folder, CODE);
    fs::write(folder.join("notes.txt"), "mine").unwrap();
    assert_eq!(Cache::remove(site.path()).unwrap(), 2);
    assert!(folder.join("notes.txt").exists());
    fs::remove_file(folder.join("notes.txt")).unwrap();
    ask(&folder, CODE);
    assert_eq!(Cache::remove(site.path()).unwrap(), 2);
    assert!(!site.path().join(".rungs").exists());
}
