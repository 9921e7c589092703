use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

use rayon::prelude::*;

use super::Texts;
use super::directory::Directory;
use super::kept::{Kept, Map, differing};
use super::workshop::Claims;
use crate::diagnostic::Diagnostic;
use crate::essay::{self, Absent, Essay, Figure};

/// The claims of all texts, held against the facts, each with what they were held against.
#[derive(Default)]
pub struct Settling {
    texts: Texts,
    settled: Claims,
    /// The essays that the claims of each text name, as they were found.
    named: Map<Vec<Named>>,
    faults: Map<Vec<Diagnostic>>,
}

/// Another essay by its file, or why it has no facts.
type Named = (String, Result<Kept<Essay<Figure>>, Absent>);

impl Settling {
    /// Holds the claims of every text against the facts.
    pub fn of(&mut self, texts: &Texts, directory: &Directory, faults: &mut Vec<Diagnostic>) -> Claims {
        let find = |file: &str| {
            let path = file.strip_prefix("content/").unwrap_or(file);
            texts.get(path).ok_or(match directory.held.get(path) {
                Some(_) => Absent::HeldBack,
                None if directory.faulty.contains(path) => Absent::Faulty,
                None => Absent::Nowhere,
            })
        };
        let stands = |(file, found): &Named| match (find(file), found) {
            (Ok(one), Ok(other)) => one == other,
            (Err(one), Err(other)) => one == *other,
            _ => false,
        };
        let mut changed = differing(&self.texts, texts);
        let renamed = self.named.iter().filter(|(_, named)| !named.iter().all(stands));
        changed.extend(renamed.map(|(path, _)| path.clone()));
        let settle = |path: &String| {
            let essay = texts.get(path)?;
            let named = Mutex::new(BTreeSet::new());
            let library = |file: &str| {
                named.lock().unwrap_or_else(PoisonError::into_inner).insert(file.to_owned());
                find(file).map(|essay| &**essay)
            };
            let (settled, faults) = essay::settle(essay, &library);
            let named = named.into_inner().unwrap_or_else(PoisonError::into_inner);
            let found = |file: String| {
                let found = find(&file).cloned();
                (file, found)
            };
            Some((settled, named.into_iter().map(found).collect::<Vec<_>>(), faults))
        };
        let anew: Vec<_> = changed.par_iter().map(settle).collect();
        for (path, anew) in changed.iter().zip(anew) {
            self.settled.remove(path);
            self.named.remove(path);
            self.faults.remove(path);
            let Some((settled, named, faults)) = anew else { continue };
            self.settled.insert(path.clone(), Kept::new(settled));
            if !named.is_empty() {
                self.named.insert(path.clone(), named);
            }
            if !faults.is_empty() {
                self.faults.insert(path.clone(), faults);
            }
        }
        self.texts = texts.clone();
        faults.extend(self.faults.values().flatten().cloned());
        self.settled.clone()
    }
}
