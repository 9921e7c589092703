use std::io;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::thread;
use std::time::{Duration, Instant};

use notify::{RecommendedWatcher, RecursiveMode, Watcher};
use rayon::{ThreadPool, ThreadPoolBuilder};

use super::saves::Saves;
use super::shown::Stage;
use super::{Patience, Preview, Remembered, Told};
use crate::diagnostic::Diagnostic;
use crate::site::{Drafted, FOLDERS, Finishing, Options, Workshop, World};

/// How long the first build waits for figures, and every other.
const FIRST: Duration = Duration::from_millis(700);
const OTHER: Duration = Duration::from_millis(60);

/// How long what was built may be held back, at most, because it has been overtaken by another save.
const OVERTAKEN: Duration = Duration::from_millis(250);

/// How long nothing must have happened before the search is made and the pages are read again.
const QUIET: Duration = Duration::from_millis(120);

/// How often an open page is told how far its figures are.
const TICK: Duration = Duration::from_millis(250);

/// What wakes the builder.
enum News {
    Event(notify::Result<notify::Event>),
    /// An answer has come that nobody waited for any more.
    Answered,
    /// A folder has come; by now it is watched, and what was made in it before is seen.
    Settled,
    /// A draft has been finished, this one by its number.
    Finished(usize, Box<Drafted>),
}

/// What keeps the builder awake: when it is dropped, the folders are no longer watched.
pub struct Watching(#[allow(dead_code, reason = "it watches until it is dropped")] Arc<Mutex<RecommendedWatcher>>);

/// Starts building, on a thread of its own.
pub fn start(preview: Preview, stage: Arc<Stage>, tell: Box<dyn FnMut(Told<'_>) + Send>) -> io::Result<Watching> {
    let (news, hear) = channel();
    let told = news.clone();
    // That the builder has gone is no fault: the program ends.
    let watcher = notify::recommended_watcher(move |event| drop(told.send(News::Event(event))));
    let mut watcher = watcher.map_err(io::Error::other)?;
    let root = fs_err::canonicalize(&preview.root)?;
    watcher.watch(&root, RecursiveMode::NonRecursive).map_err(io::Error::other)?;
    let watcher = Arc::new(Mutex::new(watcher));
    FOLDERS.iter().for_each(|folder| watch(&watcher, &root.join(folder), RecursiveMode::Recursive));
    let late = news.clone();
    let pool = ThreadPoolBuilder::new().num_threads(preview.threads).build().map_err(io::Error::other)?;
    let patience = Patience::new(preview.gate, preview.threads, move || drop(late.send(News::Answered)));
    let patience = Arc::new(patience);
    tick(Arc::downgrade(&patience), Arc::downgrade(&stage));
    let finisher = finisher(preview.threads, news.clone())?;
    let builder = Builder {
        root,
        options: preview.options,
        pool,
        patience,
        stage,
        tell,
        news,
        watcher: Arc::downgrade(&watcher),
        workshop: Workshop::default(),
        finisher,
        drafts: 0,
        faults: Vec::new(),
    };
    thread::Builder::new().name("builder".to_owned()).spawn(move || builder.run(&hear))?;
    Ok(Watching(watcher))
}

/// Watches a folder where it is there.
fn watch(watcher: &Mutex<RecommendedWatcher>, folder: &Path, mode: RecursiveMode) {
    if folder.is_dir() {
        // A folder that cannot be watched is shown as it was first; the site is served all the same.
        let _ = watcher.lock().unwrap_or_else(PoisonError::into_inner).watch(folder, mode);
    }
}

/// Tells open pages how far their figures are, while some are awaited.
fn tick(patience: Weak<Patience>, stage: Weak<Stage>) {
    thread::spawn(move || {
        while let (Some(patience), Some(stage)) = (patience.upgrade(), stage.upgrade()) {
            stage.progress(patience.told());
            drop((patience, stage));
            thread::sleep(TICK);
        }
    });
}

/// Finishes drafts on a thread of its own, so that the next save waits for none; of several it takes the latest. It
/// leaves one core to those who draft.
fn finisher(threads: usize, news: Sender<News>) -> io::Result<Sender<(usize, Drafted)>> {
    let (give, take) = channel::<(usize, Drafted)>();
    let threads = if threads == 0 { thread::available_parallelism().map_or(1, usize::from) } else { threads };
    let pool = ThreadPoolBuilder::new().num_threads((threads - 1).max(1)).build().map_err(io::Error::other)?;
    thread::Builder::new().name("finisher".to_owned()).spawn(move || {
        let mut finishing = Finishing::default();
        while let Ok(first) = take.recv() {
            let (number, drafted) = take.try_iter().last().unwrap_or(first);
            let finished = pool.install(|| finishing.finish(drafted));
            if news.send(News::Finished(number, Box::new(finished))).is_err() {
                return;
            }
        }
    })?;
    Ok(give)
}

struct Builder {
    root: PathBuf,
    options: Box<dyn Fn() -> Options + Send>,
    pool: ThreadPool,
    patience: Arc<Patience>,
    stage: Arc<Stage>,
    tell: Box<dyn FnMut(Told<'_>) + Send>,
    news: Sender<News>,
    watcher: Weak<Mutex<RecommendedWatcher>>,
    workshop: Workshop,
    finisher: Sender<(usize, Drafted)>,
    /// How many drafts have been shown.
    drafts: usize,
    /// What was told last.
    faults: Vec<Diagnostic>,
}

/// What has been heard, and not yet been acted on.
#[derive(Default)]
struct Heard {
    saves: Saves,
    /// Whether an answer has come late.
    answered: bool,
    /// Whether something is different from what was built last.
    changed: bool,
    /// The draft that was finished last, with its number.
    finished: Option<(usize, Box<Drafted>)>,
}

impl Heard {
    fn note(&mut self, news: impl IntoIterator<Item = News>, world: &Remembered) {
        for news in news {
            match news {
                News::Event(Ok(mut event)) => {
                    // What editors leave beside a file is no news.
                    event.paths.retain(|place| world.is_of_site(place));
                    self.saves.note(event, |place| world.knows(place));
                }
                News::Event(Err(_)) | News::Settled => self.saves.miss(),
                News::Answered => self.answered = true,
                News::Finished(number, finished) => self.finished = Some((number, finished)),
            }
        }
    }
}

impl Builder {
    fn run(mut self, hear: &Receiver<News>) {
        let mut world = Remembered::new(&self.root);
        self.watch_linked(&world);
        let started = Instant::now();
        let first = self.draft(&world, FIRST);
        self.show(&first, started);
        let mut awaiting = first.awaits;
        let mut drafted = Some(first);
        let mut heard = Heard::default();
        // Since when something has been different.
        let mut since: Option<Instant> = None;
        loop {
            let wait = match heard.saves.waits() {
                None if heard.changed || heard.answered || !heard.saves.is_empty() => Some(Duration::ZERO),
                None => drafted.is_some().then_some(QUIET),
                wait => wait,
            };
            let news = match wait {
                Some(wait) => hear.recv_timeout(wait),
                None => hear.recv().map_err(|_| RecvTimeoutError::Disconnected),
            };
            let now = Instant::now();
            match news {
                Ok(news) => heard.note([news].into_iter().chain(hear.try_iter()), &world),
                Err(RecvTimeoutError::Disconnected) => return,
                Err(RecvTimeoutError::Timeout) if wait == Some(QUIET) => {
                    if let Some(drafted) = drafted.take() {
                        // That the finisher has gone is no fault: the program ends.
                        drop(self.finisher.send((self.drafts, drafted)));
                    }
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
            // What has been overtaken is finished again.
            if let Some((number, finished)) = heard.finished.take()
                && number == self.drafts
            {
                self.complete(&finished);
            }
            if heard.saves.waits().is_some() {
                continue;
            }
            heard.changed |= !heard.saves.is_empty() && self.look(&mut world, &mut heard.saves);
            let answered = std::mem::take(&mut heard.answered) && awaiting;
            if !heard.changed && !answered {
                continue;
            }
            let began = *since.get_or_insert(now);
            let again = self.draft(&world, OTHER);
            awaiting = again.awaits;
            // What was read may have been in the middle of the next save, or be one of many.
            heard.note(hear.try_iter(), &world);
            let overtaken = heard.saves.waits().is_some() || !heard.saves.is_empty();
            if overtaken && began.elapsed() < OVERTAKEN {
                heard.changed = true;
                continue;
            }
            self.show(&again, began);
            drafted = Some(again);
            since = None;
            heard.changed = false;
        }
    }

    /// Looks at what was saved; tells whether anything is different.
    fn look(&self, world: &mut Remembered, saves: &mut Saves) -> bool {
        let (saved, all) = saves.take();
        if !all {
            let changed = world.look_at(saved.iter().map(PathBuf::as_path));
            self.watch_linked(world);
            return changed;
        }
        if let Some(watcher) = self.watcher.upgrade() {
            FOLDERS.iter().for_each(|folder| watch(&watcher, &self.root.join(folder), RecursiveMode::Recursive));
        }
        let changed = world.read_all();
        self.watch_linked(world);
        if changed {
            let news = self.news.clone();
            thread::spawn(move || {
                thread::sleep(QUIET);
                news.send(News::Settled)
            });
        }
        changed
    }

    /// Watches what symbolic links lead to; a file by its folder, as editors put another in its place.
    fn watch_linked(&self, world: &Remembered) {
        let Some(watcher) = self.watcher.upgrade() else { return };
        for place in world.linked() {
            match place.parent() {
                Some(folder) if !place.is_dir() => watch(&watcher, folder, RecursiveMode::NonRecursive),
                _ => watch(&watcher, place, RecursiveMode::Recursive),
            }
        }
    }

    /// Builds the site, without its search where that must be made anew.
    fn draft(&mut self, world: &Remembered, patience: Duration) -> Drafted {
        let options = (self.options)();
        let until = Instant::now() + patience;
        let (workshop, patient) = (&mut self.workshop, &self.patience);
        let drafted =
            self.pool.install(|| workshop.draft(world, &|essay| patient.answer(essay, until), &options, None));
        // Nobody asks a preview which answers were found anew.
        drop(self.patience.gate().take_heard());
        let is_held = |path: &str| path.strip_prefix("content/").is_some_and(|path| drafted.held.contains_key(path));
        self.patience.tidy(|path| world.read(path).is_ok() && !is_held(path));
        drafted
    }

    /// Shows a site, which began to be built then.
    fn show(&mut self, drafted: &Drafted, began: Instant) {
        self.drafts += 1;
        self.stage.show(drafted);
        // That nothing is wrong is known when the pages have been read again.
        if !drafted.faults.is_empty() {
            self.tell_of(drafted);
        }
        (self.tell)(Told::Built(&drafted.summary, &drafted.base, began.elapsed()));
    }

    /// Shows what finishing has added to the draft that is shown.
    fn complete(&mut self, finished: &Drafted) {
        self.stage.complete(&finished.output);
        if self.stage.shown().faults != finished.faults {
            self.stage.show(finished);
        }
        self.tell_of(finished);
    }

    /// Tells what is wrong where that is another than before; that nothing is when no figure is awaited any more.
    fn tell_of(&mut self, site: &Drafted) {
        if self.faults != site.faults && !(site.faults.is_empty() && site.awaits) {
            (self.tell)(Told::Faults(&site.faults));
            self.faults = site.faults.clone();
        }
    }
}
