//! What is kept from one build to the next.

use std::collections::BTreeSet;
use std::ops::Deref;
use std::sync::Arc;

use imbl::OrdMap;
use imbl::ordmap::DiffItem;

/// Something for each of some paths, ascending.
///
/// Maps that came of one another share all in which they do not differ: a copy costs nothing, and two are compared by
/// looking at what is not shared. So a build costs as much as what has changed.
pub type Map<T> = OrdMap<String, T>;

/// A piece that was made: equal to itself alone, so that it is compared without being looked at.
#[derive(Debug, Default)]
pub struct Kept<T>(Arc<T>);

impl<T> Kept<T> {
    /// A piece just made.
    pub fn new(made: T) -> Self {
        Self(Arc::new(made))
    }

    /// The piece itself, where nobody else has it.
    pub fn get_mut(&mut self) -> Option<&mut T> {
        Arc::get_mut(&mut self.0)
    }
}

impl<T> Clone for Kept<T> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<T> Deref for Kept<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T> PartialEq for Kept<T> {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl<T> Eq for Kept<T> {}

/// The paths under which two maps differ.
pub fn differing<T: PartialEq>(one: &Map<T>, other: &Map<T>) -> BTreeSet<String> {
    let path = |item: DiffItem<'_, '_, String, T>| match item {
        DiffItem::Add(path, _) | DiffItem::Remove(path, _) | DiffItem::Update { new: (path, _), .. } => path.clone(),
    };
    one.diff(other).map(path).collect()
}

/// Whether two maps have the same paths, with things that are the same in some respect.
pub fn alike<T: PartialEq>(one: &Map<T>, other: &Map<T>, same: impl Fn(&T, &T) -> bool) -> bool {
    one.len() == other.len()
        && one.diff(other).all(|item| match item {
            DiffItem::Update { old: (_, old), new: (_, new) } => same(old, new),
            DiffItem::Add(..) | DiffItem::Remove(..) => false,
        })
}

/// Makes a map what it has become, sharing with what it was all that has stayed.
pub fn become_now<T: PartialEq + Clone>(map: &mut Map<T>, now: &Map<T>) {
    for path in differing(map, now) {
        match now.get(&path) {
            Some(thing) => map.insert(path, thing.clone()),
            None => map.remove(&path),
        };
    }
}
