use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime};

use notify::Event;
use notify::event::{AccessKind, AccessMode, CreateKind, EventKind, ModifyKind};

/// After so long without a change a file is taken for written that was not told to be closed. Linux tells it of every
/// file, so that there only a program that keeps its file open waits; elsewhere each save does.
const UNCLOSED: Duration = Duration::from_millis(if cfg!(target_os = "linux") { 150 } else { 12 });
/// After so long without anything else a file is taken for gone.
const GONE: Duration = Duration::from_millis(12);

/// What has been saved, and what is still being written.
///
/// A file is being written from the first change on until it is closed; then it is saved, at once. Where closing is
/// not told of (not all systems do, and a program may keep a file open) it is saved when its size and time stand still.
/// One that is gone may be back in a moment, or be the first of a folder of which the rest goes too: it is gone when
/// for as long nothing else has happened.
#[derive(Default)]
pub struct Saves {
    saved: BTreeSet<PathBuf>,
    open: BTreeMap<PathBuf, (Look, Instant)>,
    /// Whether something was missed, or a folder came: then everything is to be looked at.
    all: bool,
}

type Look = Option<(u64, SystemTime)>;

impl Saves {
    /// Takes note of an event, in a site of which some places are files or folders.
    pub fn note(&mut self, event: Event, is_known: impl Fn(&Path) -> bool) {
        self.all |= event.need_rescan();
        for path in event.paths {
            match event.kind {
                EventKind::Access(AccessKind::Close(AccessMode::Write)) => self.save(path),
                EventKind::Access(_) => {}
                EventKind::Create(CreateKind::Folder) => self.all = true,
                // A symbolic link to one.
                EventKind::Create(_) if path.is_dir() => self.all = true,
                EventKind::Modify(ModifyKind::Name(_)) if path.exists() => {
                    self.all |= path.is_dir();
                    self.save(path);
                }
                EventKind::Modify(ModifyKind::Name(_)) | EventKind::Remove(_) if !is_known(&path) => self.save(path),
                _ if path.is_dir() => {}
                _ => {
                    let look = look(&path);
                    self.open.insert(path, (look, Instant::now()));
                }
            }
        }
    }

    /// Takes note that something may have been missed.
    pub fn miss(&mut self) {
        self.all = true;
    }

    fn save(&mut self, path: PathBuf) {
        self.open.remove(&path);
        self.saved.insert(path);
    }

    /// How long to wait before looking again, where something is still being written.
    pub fn waits(&mut self) -> Option<Duration> {
        let open = std::mem::take(&mut self.open);
        for (path, (before, since)) in open {
            let now = look(&path);
            if now != before {
                self.open.insert(path, (now, Instant::now()));
            } else if since.elapsed() >= patience(before) {
                self.saved.insert(path);
            } else {
                self.open.insert(path, (before, since));
            }
        }
        let longest = self.open.values().map(|(look, since)| patience(*look).saturating_sub(since.elapsed())).max();
        longest.map(|wait| wait + Duration::from_millis(1))
    }

    /// Whether anything was saved.
    pub fn is_empty(&self) -> bool {
        self.saved.is_empty() && !self.all
    }

    /// What was saved since this was last asked, and whether everything is to be looked at.
    pub fn take(&mut self) -> (BTreeSet<PathBuf>, bool) {
        (std::mem::take(&mut self.saved), std::mem::take(&mut self.all))
    }
}

/// How long a file is waited for that looks like this.
fn patience(look: Look) -> Duration {
    if look.is_some() { UNCLOSED } else { GONE }
}

fn look(path: &PathBuf) -> Look {
    let found = fs_err::symlink_metadata(path).ok()?;
    Some((found.len(), found.modified().ok()?))
}
