//! Verified answers on disk, so that nothing is solved twice from one build to the next.
//!
//! An entry is a file in `.rungs/cache`, called after its question. In it stand the fingerprint of the code that found
//! the answer, the question's key, the answer, and a checksum over all of that. It is believed if all of it is right;
//! otherwise the answer is found anew and the entry written over, so that there is never more than one for a question.
//! Answers to questions that nobody asks any more stay until `rungs clean`.
//! Nothing here knows what an answer says: the gate reads it as critically as it hears a witness.
//!
//! The checksum finds what half a disk, half a write or a careless edit does. It is no signature: who can compute it
//! can also change the program. `rungs verify` takes nothing from here.

use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use walkdir::WalkDir;

use crate::verify::{Store, Unkept};

/// The fingerprint of the code that answers: a hash of every source file of the rules, the notation, the solvers and
/// the gate, and of the packages they are built with. It is computed when this program is built.
pub const CODE: &str = env!("RUNGS_CODE");

/// The folder of the cache in the site's folder.
pub const FOLDER: &str = ".rungs/cache";

/// What every entry begins with.
const MARK: &str = "rungs answer 1";

/// Answers kept in a folder.
#[derive(Clone, Debug)]
pub struct Cache {
    folder: PathBuf,
    code: String,
}

impl Cache {
    /// The cache of the site in this folder, which need not be there yet.
    pub fn of_site(root: &Path) -> Self {
        Self::new(root.join(FOLDER), CODE)
    }

    /// The cache in a folder, of what the code with some fingerprint finds.
    pub fn new(folder: impl Into<PathBuf>, code: &str) -> Self {
        Self { folder: folder.into(), code: code.to_owned() }
    }

    /// The file of an entry.
    fn file(&self, key: &[u8; 32]) -> PathBuf {
        self.folder.join(blake3::Hash::from_bytes(*key).to_hex().as_str())
    }

    /// What stands in an entry before the answer.
    fn head(&self, key: &[u8; 32]) -> String {
        format!("{MARK}\n{}\n{}\n", self.code, blake3::Hash::from_bytes(*key).to_hex())
    }

    /// What stands in an entry, or why it cannot be one. A pipe or a device would be read for ever.
    fn read(&self, key: &[u8; 32]) -> Result<Vec<u8>, Unkept> {
        let file = self.file(key);
        let unread = |error: io::Error| match error.kind() {
            io::ErrorKind::NotFound => Unkept::New,
            kind => Unkept::Damaged(format!("it cannot be read: {kind}")),
        };
        let metadata = fs_err::symlink_metadata(&file).map_err(unread)?;
        if !metadata.is_file() {
            return Err(Unkept::Damaged("it is no plain file".to_owned()));
        }
        if metadata.len() > LONGEST {
            return Err(Unkept::Damaged("it is longer than any answer".to_owned()));
        }
        let mut entry = Vec::new();
        fs_err::File::open(&file).map_err(unread)?.take(LONGEST).read_to_end(&mut entry).map_err(unread)?;
        Ok(entry)
    }

    fn write(&self, key: &[u8; 32], bytes: &[u8]) -> io::Result<()> {
        if bytes.len() as u64 > LONGEST / 2 {
            return Ok(());
        }
        if !self.folder.is_dir() {
            fs_err::create_dir_all(&self.folder)?;
            // For those who keep the site in a repository, and for those who make copies of everything.
            fs_err::write(self.folder.join(IGNORE), "*\n")?;
            fs_err::write(self.folder.join(TAG), "Signature: 8a477f597d28d172789f06886806bc55\n")?;
        }
        let mut entry = self.head(key).into_bytes();
        entry.extend_from_slice(bytes);
        let sum = checksum(&entry);
        entry.extend_from_slice(&sum);
        // Nobody ever sees a part of an entry, and of two who write the same one the last has it.
        let mut file = tempfile::Builder::new().prefix(UNFINISHED).tempfile_in(&self.folder)?;
        file.write_all(&entry)?;
        file.persist(self.file(key))?;
        Ok(())
    }

    /// Removes the cache of the site in this folder; tells how many entries that was. What is not the cache's own stays.
    ///
    /// # Errors
    /// Those of the disk.
    pub fn remove(root: &Path) -> io::Result<usize> {
        let folder = root.join(FOLDER);
        if !folder.is_dir() {
            return Ok(0);
        }
        let mut removed = 0;
        for entry in WalkDir::new(&folder).min_depth(1).max_depth(1).sort_by_file_name() {
            let entry = entry?;
            let name = entry.file_name().to_string_lossy();
            let is_entry = name.len() == 64 && name.bytes().all(|byte| byte.is_ascii_hexdigit());
            if entry.file_type().is_dir()
                || !(is_entry || name.starts_with(UNFINISHED) || [IGNORE, TAG].contains(&&*name))
            {
                continue;
            }
            fs_err::remove_file(entry.path())?;
            removed += usize::from(is_entry);
        }
        // Only if nothing else is in them.
        if fs_err::remove_dir(&folder).is_ok() {
            let _ = folder.parent().map(fs_err::remove_dir);
        }
        Ok(removed)
    }
}

/// The most bytes of an entry. The largest answer that the gate's budget allows has a few for each of its positions.
const LONGEST: u64 = 256 << 20;

/// What keeps the entries out of repositories, and out of copies.
const IGNORE: &str = ".gitignore";
const TAG: &str = "CACHEDIR.TAG";

/// How the names of files begin that are still being written.
const UNFINISHED: &str = ".unfinished-";

impl Store for Cache {
    fn fetch(&self, key: &[u8; 32]) -> Result<Vec<u8>, Unkept> {
        let damaged = |what: &str| Unkept::Damaged(what.to_owned());
        let mut entry = self.read(key)?;
        let (rest, sum) = entry.split_last_chunk::<32>().ok_or_else(|| damaged("it is cut short"))?;
        if checksum(rest) != *sum {
            return Err(damaged("its checksum is another"));
        }
        let head = self.head(key);
        if !rest.starts_with(head.as_bytes()) {
            let mut lines = rest.split(|&byte| byte == b'\n').skip(1);
            let other_code = lines.next() != Some(self.code.as_bytes());
            return Err(if other_code { Unkept::OtherCode } else { damaged("it answers another question") });
        }
        entry.truncate(entry.len() - 32);
        entry.drain(..head.len());
        Ok(entry)
    }

    fn keep(&self, key: &[u8; 32], bytes: &[u8]) {
        // A disk that is full or cannot be written to is no fault of the site's: the answer is there.
        let _ = self.write(key, bytes);
    }
}

fn checksum(entry: &[u8]) -> [u8; 32] {
    let mut hash = blake3::Hasher::new_derive_key("rungs: an answer that two witnesses agree on");
    hash.update(entry).finalize().into()
}
