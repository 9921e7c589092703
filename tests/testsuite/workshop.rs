//! A site built again in the same workshop is the site built from nothing.

use std::collections::BTreeMap;

use rungs::diagnostic::{Diagnostic, human};
use rungs::site::{Finishing, Options, Sound, Workshop, build};
use rungs::verify::{Budget, Gate, Panel};

type Files = BTreeMap<String, Vec<u8>>;

const CONFIG: &str = "title = \"Rungs\"\nbase_url = \"https://example.org/sub/\"\n";

/// Numbers that look random and are the same at every run (Knuth's multiplier).
struct Dice(u64);

impl Dice {
    fn below(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % sides
    }

    fn one_of<'t>(&mut self, of: &[&'t str]) -> &'t str {
        of[self.below(of.len())]
    }
}

fn essay(number: usize, dice: &mut Dice) -> Vec<u8> {
    let mut text = format!("+++\ntitle = \"Essay {}\"\n", if dice.below(4) == 0 { dice.below(3) + 90 } else { number });
    text += dice.one_of(&[
        "",
        "",
        "date = 2026-11-20\n",
        "date = 2026-11-21\nupdated = 2026-11-25\n",
        "date = 2027-01-01\n",
    ]);
    text += dice.one_of(&["", "", "", "draft = true\n", "rung = 1\n", "slug = \"other\"\n", "needs = [\"e0.md\"]\n"]);
    text += dice.one_of(&["", "summary = \"A summary of [](=a.lost) lost.\"\n", "summary = \"Another.\"\n"]);
    text += "+++\n";
    for _ in 0..dice.below(5) {
        text += dice.one_of(&[
            "Some prose.\n\n",
            "Other prose, with $x^2$ in it.\n\n",
            "## A heading\n\nText.\n\n",
            "## Another {#another}\n\nText.\n\n",
            "A link to [an essay](e1.md), and one to [a heading](e2.md#another).\n\n",
            "A figure elsewhere: [](e0.md#a).\n\n",
            "Of a picture: ![p](p.txt).\n\n",
            "Another essay's fact: [](=e1.md#a.lost).\n\n",
            "There are [120](=a.positions) positions.\n\n",
            "A note.[^n]\n\n[^n]: With [a link](../about.md).\n\n",
        ]);
    }
    if dice.below(3) > 0 {
        let max = 3 + dice.below(3);
        text += &format!(
            "```figure sweep\nid = \"a\"\ngame = \"nim\"\nheaps = 2\nmax = {max}\ncaption = \"[](=a.lost)\"\n```\n"
        );
    }
    text.into_bytes()
}

fn change(files: &mut Files, dice: &mut Dice) {
    let number = dice.below(5);
    let path = format!("content/nim/e{number}.md");
    match dice.below(17) {
        0 => drop(files.remove(&path)),
        1 => drop(files.insert("rungs.toml".into(), format!("{CONFIG}author = \"{}\"\n", dice.below(2)).into_bytes())),
        2 => drop(files.insert("static/a.txt".into(), vec![b'a'; dice.below(2)])),
        3 => drop(files.insert("content/nim/p.txt".into(), vec![b'p'; dice.below(2)])),
        4 => {
            let end = dice.one_of(&["", "<p>More.</p>", "{% if %}", "{{ page.extra.missing }}"]);
            let text = format!("{{% extends \"theme/page.html\" %}}{{% block after %}}{end}{{% endblock %}}\n");
            files.insert("templates/page.html".into(), text.into_bytes());
        }
        5 => drop(files.remove("templates/page.html")),
        6 => drop(files.insert("content/about.md".into(), essay(70, dice))),
        7 => drop(files.remove("content/nim/p.txt")),
        8 => {
            let text = dice.one_of(&["title = \"Nim\"", "title = \"Nim\"\nrung = 2", "titel = \"Nim\""]);
            files.insert("content/nim/ladder.md".into(), format!("+++\n{text}\n+++\n").into_bytes());
        }
        _ => drop(files.insert(path, essay(number, dice))),
    }
}

fn told(result: &Result<Sound, Vec<Diagnostic>>) -> Result<BTreeMap<&str, &[u8]>, String> {
    result.as_ref().map(|output| output.iter().collect()).map_err(|faults| human(faults))
}

#[test]
fn a_site_built_again_is_the_site_built_from_nothing() {
    let options =
        Options { today: "2026-11-28".parse().unwrap(), drafts: false, future: false, base_url: None, cards: false };
    let gate = Gate::new(Panel::default(), Budget::default());
    let (mut sound, mut faulty) = (0, 0);
    for seed in 0..6 {
        let mut dice = Dice(seed);
        let ladder = "+++\ntitle = \"Nim\"\n+++\n";
        let mut files: Files = [("rungs.toml", CONFIG), ("content/nim/ladder.md", ladder), ("content/nim/p.txt", "p")]
            .map(|(path, text)| (path.to_owned(), text.as_bytes().to_vec()))
            .into();
        files.insert("content/about.md".into(), b"+++\ntitle = \"About\"\n+++\n".to_vec());
        for number in 0..5 {
            files.insert(format!("content/nim/e{number}.md"), format!("+++\ntitle = \"E\"\nrung = {}\n+++\n## A {{#another}}\n```figure sweep\nid = \"a\"\ngame = \"nim\"\nheaps = 3\nmax = 7\n```\n", number + 10).into_bytes());
        }
        let (mut workshop, mut finishing) = (Workshop::default(), Finishing::default());
        for step in 0..60 {
            let before = files.clone();
            // Now and then all answers are late, and now and then a draft is overtaken before it is finished.
            match dice.below(6) {
                0 => drop(workshop.draft(&files, &|essay| essay.answered_by(|_| None), &options, None)),
                1 => drop(workshop.draft(&files, &|essay| essay.answered(&gate), &options, None)),
                _ => {}
            }
            let drafted = workshop.draft(&files, &|essay| essay.answered(&gate), &options, None);
            let drafted = finishing.finish(drafted);
            let again = Sound::of(drafted.output, drafted.faults).map(|(site, _)| site);
            let anew = build(&files, &gate, &options).map(|built| built.output);
            assert!(told(&again) == told(&anew), "seed {seed}, step {step}: {:?}", told(&again).err());
            if anew.is_ok() {
                sound += 1;
            } else {
                faulty += 1;
                // Most faults are mended at once, so that they do not pile up.
                if dice.below(3) > 0 {
                    files = last_sound(before, &gate, &options, &mut dice);
                }
            }
            change(&mut files, &mut dice);
        }
    }
    assert!(sound > 60 && faulty > 30, "{sound} sound, {faulty} faulty");
}

/// The site with its faulty essays made simple.
fn last_sound(mut files: Files, gate: &Gate, options: &Options, _: &mut Dice) -> Files {
    if let Err(faults) = build(&files, gate, options) {
        for fault in faults {
            let path = fault.span.map_or_else(|| "content/nim/e0.md".to_owned(), |span| span.file.path.clone());
            let number = path.bytes().filter(u8::is_ascii_digit).map(usize::from).sum::<usize>();
            match path.as_str() {
                "templates/page.html" => drop(files.remove(&path)),
                path if path.starts_with("content/nim/e") => {
                    let text = format!(
                        "+++\ntitle = \"E\"\nrung = {number}\n+++\n## A {{#another}}\n```figure sweep\nid = \"a\"\ngame = \"nim\"\nheaps = 3\nmax = 7\n```\n"
                    );
                    files.insert(path.to_owned(), text.into_bytes());
                }
                path => drop(files.insert(path.to_owned(), b"+++\ntitle = \"About\"\n+++\n".to_vec())),
            }
        }
    }
    files
}
