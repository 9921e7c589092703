use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, PoisonError};

use rayon::prelude::*;

use super::Texts;
use super::directory::Directory;
use super::workshop::Claims;
use crate::diagnostic::Diagnostic;
use crate::essay::{self, Absent, Essay, Figure, Settled};

/// The claims of all texts, held against the facts, each with what they were held against.
#[derive(Default)]
pub struct Settling(BTreeMap<String, Arc<SettledOf>>);

/// The claims of one text.
struct SettledOf {
    essay: Arc<Essay<Figure>>,
    /// The essays that its claims name, as they were found.
    named: Vec<Named>,
    settled: Arc<Vec<Settled>>,
    faults: Vec<Diagnostic>,
}

/// Another essay by its file, or why it has no facts.
type Named = (String, Result<Arc<Essay<Figure>>, Absent>);

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
        let stands = |of: &SettledOf, essay: &Arc<Essay<Figure>>| {
            let same = |(file, found): &Named| match (find(file), found) {
                (Ok(one), Ok(other)) => Arc::ptr_eq(one, other),
                (Err(one), Err(other)) => one == *other,
                _ => false,
            };
            Arc::ptr_eq(&of.essay, essay) && of.named.iter().all(same)
        };
        let known = std::mem::take(&mut self.0);
        let settle = |(path, essay): (&String, &Arc<Essay<Figure>>)| {
            if let Some(of) = known.get(path).filter(|of| stands(of, essay)) {
                return (path.clone(), Arc::clone(of));
            }
            let named = Mutex::new(BTreeSet::new());
            let library = |file: &str| {
                named.lock().unwrap_or_else(PoisonError::into_inner).insert(file.to_owned());
                find(file).map(Arc::as_ref)
            };
            let (settled, faults) = essay::settle(essay, &library);
            let named = named.into_inner().unwrap_or_else(PoisonError::into_inner);
            let found = |file: String| {
                let found = find(&file).cloned();
                (file, found)
            };
            let named = named.into_iter().map(found).collect();
            (path.clone(), Arc::new(SettledOf { essay: Arc::clone(essay), named, settled: Arc::new(settled), faults }))
        };
        self.0 = texts.par_iter().map(settle).collect::<Vec<_>>().into_iter().collect();
        faults.extend(self.0.values().flat_map(|of| of.faults.iter().cloned()));
        self.0.iter().map(|(path, of)| (path.clone(), Arc::clone(&of.settled))).collect()
    }
}
