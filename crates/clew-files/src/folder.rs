//! A folder that Clew writes to.

use crate::manifest::{MANIFEST, Manifest, Owner};
use crate::whole::{folder_of, is_writable, write_whole};
use rustix::fs::{FlockOperation, flock};
use rustix::io::Errno;
use std::collections::BTreeSet;
use std::fmt;
use std::fs::File;
use std::io;
use std::path::{Component, Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// The most files that a message names.
const MOST_NAMED: usize = 8;
/// How often, and after which pause, a single file is tried to be written in a folder that a run uses.
const TRIES: usize = 20;
const PAUSE: Duration = Duration::from_millis(50);

/// Why something cannot be written.
#[derive(Debug, thiserror::Error)]
pub enum OutputError {
    /// Files of the user's are in the way.
    #[error("{}", in_the_way(folder, names))]
    InTheWay {
        /// The folder.
        folder: PathBuf,
        /// The files, as paths from the folder.
        names: Vec<PathBuf>,
    },
    /// Another run writes to the folder.
    #[error(
        "another run of Clew is at work in {}: wait for it, or choose another place with -o",
        folder.display()
    )]
    Busy {
        /// The folder.
        folder: PathBuf,
    },
    /// Something that is no folder has its name.
    #[error("{} is not a folder: choose another place with -o", folder.display())]
    NoFolder {
        /// The path.
        folder: PathBuf,
    },
    /// The system refuses.
    #[error("cannot write {}: {source}", path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
}

/// What to do about files of the user's.
fn in_the_way(folder: &Path, names: &[PathBuf]) -> impl fmt::Display {
    let mut shown: Vec<String> =
        names.iter().take(MOST_NAMED).map(|it| it.display().to_string()).collect();
    if names.len() > shown.len() {
        shown.push(format!("{} more", names.len() - shown.len()));
    }
    format!(
        "in {} are files that this version of Clew did not write, or that were changed since: {}; nothing \
         was changed: move or remove them, or choose another place with -o",
        folder.display(),
        shown.join(", ")
    )
}

/// Whether a file has to be written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Need {
    /// It is an error where a file of the user's is in its place.
    Required,
    /// A file of the user's in its place is as good.
    Optional,
}

/// What a run is going to write.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Claim {
    /// A file.
    File(PathBuf),
    /// A folder in which nothing but what Clew writes is.
    Folder(PathBuf),
}

/// A file to be written.
#[derive(Clone, Copy, Debug)]
pub struct NewFile<'a> {
    /// Its path from the folder.
    pub name: &'a Path,
    /// What is in it.
    pub bytes: &'a [u8],
    /// Whether it has to be written.
    pub need: Need,
}

/// What became of the files of functions that are gone.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Stale {
    /// Those that are gone, too.
    pub removed: Vec<PathBuf>,
    /// Those that are still there because somebody has changed them.
    pub kept: Vec<PathBuf>,
}

/// A folder that Clew writes to.
#[derive(Debug)]
pub struct OutputFolder {
    root: PathBuf,
    manifest: Mutex<Manifest>,
    /// Whether this run made the folder.
    is_new: bool,
    /// Keeps others out until the process ends.
    _lock: Option<File>,
}

/// What is in the place of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Place {
    Free,
    /// A file that Clew wrote.
    Own,
    /// Anything else.
    Users,
}

impl Drop for OutputFolder {
    /// Leaves no empty folder where nothing was there before: a refused run changes nothing.
    fn drop(&mut self) {
        if self.is_new {
            let _ = std::fs::remove_dir(&self.root);
        }
    }
}

impl OutputFolder {
    /// Takes a folder for this run, and makes it if it is not there.
    ///
    /// # Errors
    /// When it is no folder, cannot be written to, or another run writes to it. Nothing was changed then.
    pub fn open(root: &Path) -> Result<Self, OutputError> {
        let failed = |source| OutputError::Io { path: root.to_owned(), source };
        let mut is_new = false;
        match std::fs::metadata(root) {
            Ok(data) if !data.is_dir() => {
                return Err(OutputError::NoFolder { folder: root.to_owned() });
            }
            Ok(_) => {}
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                std::fs::create_dir_all(root).map_err(failed)?;
                is_new = true;
            }
            Err(error) => return Err(failed(error)),
        }
        let lock = File::open(root).map_err(failed)?;
        match flock(&lock, FlockOperation::NonBlockingLockExclusive) {
            Err(error) if error == Errno::WOULDBLOCK => {
                return Err(OutputError::Busy { folder: root.to_owned() });
            }
            // Not every file system knows locks.
            Ok(()) | Err(_) => {}
        }
        is_writable(root).map_err(failed)?;
        let manifest = match std::fs::read(root.join(MANIFEST)) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Manifest::default(),
            Err(error) => return Err(failed(error)),
            Ok(text) => Manifest::parse(&text).ok_or_else(|| OutputError::InTheWay {
                folder: root.to_owned(),
                names: vec![MANIFEST.into()],
            })?,
        };
        let (root, manifest) = (root.to_owned(), Mutex::new(manifest));
        Ok(Self { root, manifest, is_new, _lock: Some(lock) })
    }

    /// A folder that this process made for itself.
    pub fn temporary(root: &Path) -> Self {
        Self { root: root.to_owned(), manifest: Mutex::default(), is_new: false, _lock: None }
    }

    /// The folder.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// The name that a file has in here; `None` for what is elsewhere.
    pub fn name_of(&self, path: &Path) -> Option<PathBuf> {
        let folder = folder_of(path).canonicalize().ok()?;
        let below = folder.strip_prefix(self.root.canonicalize().ok()?).ok()?.to_owned();
        Some(below.join(path.file_name()?))
    }

    /// Sees to it that nothing of the user's is in the place of these, where these others are known to be.
    ///
    /// # Errors
    /// When something is.
    pub fn claim(
        &self,
        claims: &[Claim],
        others: impl IntoIterator<Item = PathBuf>,
    ) -> Result<(), OutputError> {
        let manifest = self.manifest();
        let mut in_the_way: BTreeSet<PathBuf> = others.into_iter().collect();
        for claim in claims {
            match claim {
                Claim::File(name) if self.place(&manifest, name) == Place::Users => {
                    in_the_way.insert(name.clone());
                }
                Claim::File(_) => {}
                Claim::Folder(name) => self.find_users(&manifest, name, &mut in_the_way),
            }
        }
        drop(manifest);
        self.refuse(in_the_way)
    }

    fn refuse(&self, names: BTreeSet<PathBuf>) -> Result<(), OutputError> {
        if names.is_empty() {
            return Ok(());
        }
        let names = names.into_iter().collect();
        Err(OutputError::InTheWay { folder: self.root.clone(), names })
    }

    /// Finds what is the user's under a name: it, or anything in a folder of that name.
    fn find_users(&self, manifest: &Manifest, name: &Path, found: &mut BTreeSet<PathBuf>) {
        let path = self.root.join(name);
        let entries = match std::fs::symlink_metadata(&path) {
            Ok(data) if data.is_dir() => std::fs::read_dir(&path).ok(),
            Err(error) if error.kind() == io::ErrorKind::NotFound => return,
            Ok(_) | Err(_) => None,
        };
        let Some(entries) = entries else {
            if self.place(manifest, name) == Place::Users {
                found.insert(name.to_owned());
            }
            return;
        };
        for entry in entries.flatten() {
            self.find_users(manifest, &name.join(entry.file_name()), found);
        }
    }

    /// Makes a folder in here, if it is not there.
    ///
    /// # Errors
    /// When something else is in its place, or the system refuses.
    pub fn make_folder(&self, below: &Path) -> Result<(), OutputError> {
        let path = self.root.join(below);
        let mut folders = path.ancestors().take_while(|it| *it != self.root);
        if folders.any(|it| std::fs::symlink_metadata(it).is_ok_and(|data| !data.is_dir())) {
            self.refuse([below.to_owned()].into())?;
        }
        std::fs::create_dir_all(&path).map_err(|source| OutputError::Io { path, source })
    }

    /// Writes files, all or none of them.
    ///
    /// # Errors
    /// When files of the user's are in the way, or the system refuses.
    pub fn write(&self, files: &[NewFile<'_>], owner: Option<&Owner>) -> Result<(), OutputError> {
        let mut manifest = self.manifest();
        let mut wanted = Vec::new();
        let mut in_the_way = BTreeSet::new();
        for file in files {
            match (self.place(&manifest, file.name), file.need) {
                (Place::Free | Place::Own, _) => wanted.push(file),
                (Place::Users, Need::Optional) => {}
                (Place::Users, Need::Required) => drop(in_the_way.insert(file.name.to_owned())),
            }
        }
        self.refuse(in_the_way)?;
        let earlier = manifest.clone();
        for file in &wanted {
            manifest.announce(file.name, file.bytes, owner);
        }
        if *manifest != earlier {
            self.save(&manifest)?;
        }
        for file in wanted {
            let path = self.root.join(file.name);
            let is_there = std::fs::read(&path).is_ok_and(|bytes| bytes == file.bytes);
            if !is_there {
                let failed = |source| OutputError::Io { path: path.clone(), source };
                path.parent().map_or(Ok(()), std::fs::create_dir_all).map_err(failed)?;
                write_whole(&path, file.bytes).map_err(failed)?;
            }
            manifest.confirm(file.name);
        }
        Ok(())
    }

    /// Writes one file.
    ///
    /// # Errors
    /// As [`OutputFolder::write`].
    pub fn write_file(&self, name: &Path, bytes: &[u8]) -> Result<(), OutputError> {
        self.write(&[NewFile { name, bytes, need: Need::Required }], None)
    }

    /// Writes the files of a folder in here, in place of all that Clew wrote into it before.
    ///
    /// # Errors
    /// As [`OutputFolder::write`].
    pub fn replace(
        &self,
        below: &Path,
        files: &[NewFile<'_>],
        owner: Option<&Owner>,
    ) -> Result<(), OutputError> {
        let mut manifest = self.manifest();
        let is_kept = |name: &Path| files.iter().any(|it| it.name == name);
        let is_old = |name: &PathBuf| name.starts_with(below) && !is_kept(name);
        let old: Vec<PathBuf> = manifest.files.keys().filter(|it| is_old(it)).cloned().collect();
        if !old.is_empty() {
            self.remove(&mut manifest, old)?;
        }
        drop(manifest);
        self.write(files, owner)
    }

    /// Removes the files that are only for functions of which `is_gone` says that their file does not define
    /// them any more: it is given the function and the path from the folder to the file.
    ///
    /// # Errors
    /// When a file cannot be removed.
    pub fn remove_stale(
        &self,
        is_gone: impl Fn(&str, &Path) -> bool,
    ) -> Result<Stale, OutputError> {
        let mut manifest = self.manifest();
        let mut names = Vec::new();
        for (name, entry) in &mut manifest.files {
            let had_owner = !entry.functions.is_empty();
            entry.functions.retain(|function, file| !is_gone(function, file));
            if had_owner && entry.functions.is_empty() {
                names.push(name.clone());
            }
        }
        if names.is_empty() { Ok(Stale::default()) } else { self.remove(&mut manifest, names) }
    }

    /// Removes listed files but for those that somebody has changed.
    fn remove(&self, manifest: &mut Manifest, names: Vec<PathBuf>) -> Result<Stale, OutputError> {
        let mut stale = Stale::default();
        for name in names {
            let path = self.root.join(&name);
            match self.place(manifest, &name) {
                Place::Free => {}
                Place::Users => stale.kept.push(name.clone()),
                Place::Own => {
                    std::fs::remove_file(&path)
                        .map_err(|source| OutputError::Io { path: path.clone(), source })?;
                    // A folder that is empty is of no more use, and the root always has the manifest.
                    let mut folders = path.ancestors().skip(1).take_while(|it| *it != self.root);
                    folders.try_for_each(std::fs::remove_dir).unwrap_or(());
                    stale.removed.push(name.clone());
                }
            }
            manifest.files.remove(&name);
        }
        self.save(manifest)?;
        Ok(stale)
    }

    /// Writes the manifest as it is when all is done.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn finish(&self) -> Result<(), OutputError> {
        self.save(&self.manifest())
    }

    fn save(&self, manifest: &Manifest) -> Result<(), OutputError> {
        let path = self.root.join(MANIFEST);
        let written = write_whole(&path, manifest.text().as_bytes());
        written.map_err(|source| OutputError::Io { path, source })
    }

    /// What is in the place of a file.
    fn place(&self, manifest: &Manifest, name: &Path) -> Place {
        let mut path = self.root.clone();
        for component in name.components() {
            // Nothing outside is written to, and no link is followed.
            let Component::Normal(part) = component else { return Place::Users };
            path.push(part);
            match std::fs::symlink_metadata(&path) {
                Err(error) if error.kind() == io::ErrorKind::NotFound => return Place::Free,
                Ok(data) if data.is_dir() => {}
                Ok(data) if data.is_file() && path == self.root.join(name) => {
                    let bytes = std::fs::read(&path);
                    let is_own = bytes.is_ok_and(|bytes| manifest.lists(name, &bytes));
                    return if is_own { Place::Own } else { Place::Users };
                }
                Ok(_) | Err(_) => return Place::Users,
            }
        }
        Place::Users
    }

    fn manifest(&self) -> MutexGuard<'_, Manifest> {
        self.manifest.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Writes a file that the user names. It is listed in the manifest of its folder, as others are.
///
/// # Errors
/// When a file of the user's is in the way, or the system refuses.
pub fn write_named(path: &Path, bytes: &[u8]) -> Result<(), OutputError> {
    match open_for(path)? {
        Some((out, name)) => out.write_file(&name, bytes),
        None => std::fs::write(path, bytes)
            .map_err(|source| OutputError::Io { path: path.to_owned(), source }),
    }
}

/// Sees to it that [`write_named`] finds nothing of the user's.
///
/// # Errors
/// When it would.
pub fn claim_named(path: &Path) -> Result<(), OutputError> {
    match open_for(path)? {
        Some((out, name)) => out.claim(&[Claim::File(name)], []),
        None => Ok(()),
    }
}

/// The folder of a file, and the file's name in it; `None` for a terminal or a pipe, where nothing is lost.
fn open_for(path: &Path) -> Result<Option<(OutputFolder, PathBuf)>, OutputError> {
    if std::fs::metadata(path).is_ok_and(|it| !it.is_file() && !it.is_dir()) {
        return Ok(None);
    }
    let Some(name) = path.file_name() else {
        let source = io::ErrorKind::InvalidFilename.into();
        return Err(OutputError::Io { path: path.to_owned(), source });
    };
    let folder = folder_of(path);
    let mut opened = OutputFolder::open(folder);
    for _ in 0..TRIES {
        if !matches!(opened, Err(OutputError::Busy { .. })) {
            break;
        }
        std::thread::sleep(PAUSE);
        opened = OutputFolder::open(folder);
    }
    Ok(Some((opened?, name.into())))
}

#[cfg(test)]
mod tests;
