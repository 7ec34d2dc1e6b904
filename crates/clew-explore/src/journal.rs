//! What was done, on disk: a campaign that was stopped or killed goes on from there.
//!
//! A journal is a text file of JSON lines, written at the end only: a header, then a line for each
//! run and for each candidate that was closed without one, and one that says how the search ended, if
//! nothing was left to do. Reading it gives back the tree: each run costs a run again, but no solving.
//! A line that was cut short is the last one, and is dropped. A journal that has grown too large ends
//! early: the search goes on from what is there.

use std::fs::{File, OpenOptions};
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use clew_symbolic::PathId;
use serde::{Deserialize, Serialize};

use crate::assignment::Assignment;
use crate::control::lock;
use crate::report::Stopped;
use crate::settings::{JournalMode, JournalSettings};

/// The version of the format.
const VERSION: u32 = 3;

/// A journal grows no larger than this.
const MOST_BYTES: u64 = 64 << 20;

/// Why a journal cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// The file cannot be read or written.
    #[error("cannot use the journal {}: {source}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// Something else is in its place.
    #[error("{} is no journal: move it, or choose another folder with -o", path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
    },
    /// A line before the last is no record.
    #[error("line {line} of the journal {} is damaged; remove it to start anew", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The number of the line, from 1.
        line: usize,
    },
}

/// What the first line of a journal begins with.
const HEADER: &[u8; 16] = b"{\"clew_journal\":";

#[derive(Serialize, Deserialize)]
struct Header {
    clew_journal: u32,
    fingerprint: String,
}

/// A line of a journal.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Record {
    /// A run; with a number, it is a random restart.
    Run {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        restart: Option<u64>,
        inputs: Assignment,
    },
    /// A candidate that no input takes.
    Unsat(#[serde(with = "path_number")] PathId),
    /// A candidate that was given up.
    Unknown {
        #[serde(with = "path_number")]
        path: PathId,
        reason: String,
    },
    /// Nothing was left to do.
    End(End),
}

/// How a search ended that has nothing more to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum End {
    Exhausted,
    Covered,
    Stalled,
}

impl End {
    /// The end that a reason to stop is, where there is nothing to go on with.
    pub(crate) fn of(stopped: Stopped) -> Option<Self> {
        match stopped {
            Stopped::Exhausted => Some(End::Exhausted),
            Stopped::Covered => Some(End::Covered),
            Stopped::Stalled => Some(End::Stalled),
            Stopped::Budget | Stopped::MaxRuns | Stopped::Interrupted => None,
        }
    }
}

impl From<End> for Stopped {
    fn from(end: End) -> Self {
        match end {
            End::Exhausted => Stopped::Exhausted,
            End::Covered => Stopped::Covered,
            End::Stalled => Stopped::Stalled,
        }
    }
}

/// Paths as numbers.
mod path_number {
    use clew_symbolic::PathId;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub(super) fn serialize<S: Serializer>(path: &PathId, to: S) -> Result<S::Ok, S::Error> {
        path.number().serialize(to)
    }

    pub(super) fn deserialize<'d, D: Deserializer<'d>>(from: D) -> Result<PathId, D::Error> {
        u64::deserialize(from).map(PathId::from_number)
    }
}

/// Whether a journal may be written to a path: there is nothing, or a journal.
pub fn may_be_written(path: &Path) -> bool {
    match std::fs::symlink_metadata(path) {
        Err(error) => error.kind() == io::ErrorKind::NotFound,
        Ok(data) if !data.is_file() => false,
        Ok(data) if data.len() == 0 => true,
        // A run that was killed may have left a part of the header.
        Ok(_) => {
            let mut start = Vec::new();
            let file = File::open(path).map(|file| file.take(HEADER.len() as u64));
            let read = file.and_then(|mut file| file.read_to_end(&mut start));
            read.is_ok() && HEADER.starts_with(&start)
        }
    }
}

/// A journal being written. Failures end the writing, not the campaign.
#[derive(Debug)]
pub(crate) struct Journal {
    state: Mutex<Result<Writer, String>>,
    /// What writing took so far, in nanoseconds.
    spent: AtomicU64,
}

#[derive(Debug)]
struct Writer {
    to: BufWriter<File>,
    /// The bytes that may still be written.
    room: u64,
}

impl Journal {
    /// Opens a journal and reads what it has: nothing, where it is to begin anew or belongs to another
    /// campaign.
    pub(crate) fn open(settings: &JournalSettings) -> Result<(Self, Vec<Record>), JournalError> {
        let path = &settings.path;
        let failed = |source| JournalError::File { path: path.clone(), source };
        if !may_be_written(path) {
            return Err(JournalError::Foreign { path: path.clone() });
        }
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder).map_err(failed)?;
        }
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(settings.mode == JournalMode::Anew)
            .open(path)
            .map_err(failed)?;
        let mut text = Vec::new();
        file.read_to_end(&mut text).map_err(failed)?;
        let contents = read(path, &text, &settings.fingerprint)?;
        let length = contents.length as u64;
        file.set_len(length).map_err(failed)?;
        file.seek(SeekFrom::End(0)).map_err(failed)?;
        let to = BufWriter::with_capacity(1 << 16, file);
        let mut writer = Writer { to, room: MOST_BYTES.saturating_sub(length) };
        if contents.length == 0 {
            let fingerprint = settings.fingerprint.clone();
            writer
                .line(&Header { clew_journal: VERSION, fingerprint })
                .and_then(|()| writer.to.flush())
                .map_err(failed)?;
        }
        Ok((Journal { state: Mutex::new(Ok(writer)), spent: AtomicU64::new(0) }, contents.records))
    }

    /// Adds a record; it is on disk after the next [`Journal::flush`].
    pub(crate) fn append(&self, record: &Record) {
        self.write(|writer| writer.line(record));
    }

    /// Hands everything to the system: it survives the end of the process.
    pub(crate) fn flush(&self) {
        self.write(|writer| writer.to.flush());
    }

    /// Why writing has ended, if it has.
    pub(crate) fn failure(&self) -> Option<String> {
        lock(&self.state).as_ref().err().cloned()
    }

    /// What keeping it took, of all workers.
    pub(crate) fn time(&self) -> Duration {
        Duration::from_nanos(self.spent.load(Ordering::Relaxed))
    }

    fn write(&self, action: impl FnOnce(&mut Writer) -> io::Result<()>) {
        let started = Instant::now();
        let mut state = lock(&self.state);
        if let Ok(writer) = &mut *state
            && let Err(error) = action(writer)
        {
            *state = Err(error.to_string());
        }
        drop(state);
        let nanoseconds = u64::try_from(started.elapsed().as_nanos()).unwrap_or(u64::MAX);
        self.spent.fetch_add(nanoseconds, Ordering::Relaxed);
    }
}

impl Writer {
    /// Writes a line, as long as there is room: a journal without its end is one all the same.
    fn line(&mut self, line: &impl Serialize) -> io::Result<()> {
        if self.room == 0 {
            return Ok(());
        }
        let mut text = serde_json::to_vec(line)?;
        text.push(b'\n');
        self.room = self.room.saturating_sub(text.len() as u64);
        match self.room {
            0 => self.to.flush(),
            _ => self.to.write_all(&text),
        }
    }
}

/// What a journal has.
struct Contents {
    records: Vec<Record>,
    /// The bytes of the whole lines.
    length: usize,
}

fn read(path: &Path, text: &[u8], fingerprint: &str) -> Result<Contents, JournalError> {
    let whole = text.iter().rposition(|&byte| byte == b'\n').map_or(0, |last| last + 1);
    let mut lines = text[..whole].split_inclusive(|&byte| byte == b'\n').enumerate();
    let damaged = |line| JournalError::Damaged { path: path.to_owned(), line: line + 1 };
    if let Some((number, line)) = lines.next() {
        let header: Header = serde_json::from_slice(line).map_err(|_| damaged(number))?;
        // Of another program, other settings or another version: there is nothing to go on from.
        if header.clew_journal != VERSION || header.fingerprint != fingerprint {
            return Ok(Contents { records: Vec::new(), length: 0 });
        }
    }
    let records = lines
        .map(|(number, line)| serde_json::from_slice(line).map_err(|_| damaged(number)))
        .collect::<Result<Vec<Record>, _>>()?;
    Ok(Contents { records, length: whole })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assignment::InputValue;

    fn settings(folder: &Path, fingerprint: &str) -> JournalSettings {
        let path = folder.join("journal");
        let mode = JournalMode::Continue;
        JournalSettings { path, fingerprint: fingerprint.to_owned(), mode }
    }

    fn records() -> Vec<Record> {
        let value = InputValue { name: "x".to_owned(), width: 128, value: u128::MAX };
        let inputs = Assignment { values: vec![value] };
        let path = PathId::ROOT;
        vec![
            Record::Run { restart: None, inputs: inputs.clone() },
            Record::Unsat(path),
            Record::Unknown { path, reason: "a\nb".to_owned() },
            Record::Run { restart: Some(3), inputs },
            Record::End(End::Stalled),
        ]
    }

    #[test]
    fn records_are_read_back_and_a_cut_line_is_dropped() {
        let folder = tempfile::tempdir().expect("a folder");
        let settings = settings(folder.path(), "f");
        let (journal, before) = Journal::open(&settings).expect("a journal");
        assert_eq!(before, []);
        records().iter().for_each(|record| journal.append(record));
        assert!(journal.time() > Duration::ZERO, "what it takes is told");
        drop(journal);
        let text = std::fs::read(&settings.path).expect("text");
        let ends: Vec<usize> = (0..text.len()).filter(|&byte| text[byte] == b'\n').collect();
        assert_eq!(ends.len(), 6);
        for cut in 0..=text.len() {
            std::fs::write(&settings.path, &text[..cut]).expect("written");
            let (journal, read) = Journal::open(&settings).expect("a journal");
            let whole = ends.iter().filter(|&&end| end < cut).count();
            assert_eq!(read, records()[..whole.saturating_sub(1)], "cut at {cut}");
            journal.append(&records()[1]);
            drop(journal);
            let (_, again) = Journal::open(&settings).expect("a journal");
            assert_eq!(again.len(), read.len() + 1, "cut at {cut}");
        }
    }

    #[test]
    fn another_campaign_or_a_new_beginning_starts_with_nothing() {
        let folder = tempfile::tempdir().expect("a folder");
        let own = settings(folder.path(), "f");
        let fill = || {
            let (journal, before) = Journal::open(&own).expect("a journal");
            journal.append(&records()[1]);
            before.len()
        };
        assert_eq!([fill(), fill()], [0, 1]);
        let other = settings(folder.path(), "g");
        assert_eq!(Journal::open(&other).expect("a journal").1, []);
        assert_eq!([fill(), fill()], [0, 1]);
        let anew = JournalSettings { mode: JournalMode::Anew, ..own.clone() };
        assert_eq!(Journal::open(&anew).expect("a journal").1, []);
        assert_eq!(fill(), 0);
    }

    #[test]
    fn a_journal_that_is_full_ends_with_a_whole_line() {
        let folder = tempfile::tempdir().expect("a folder");
        let settings = settings(folder.path(), "f");
        let (journal, _) = Journal::open(&settings).expect("a journal");
        if let Ok(writer) = &mut *lock(&journal.state) {
            writer.room = 40;
        }
        (0..10).for_each(|_| journal.append(&records()[1]));
        assert_eq!(journal.failure(), None);
        drop(journal);
        let read = Journal::open(&settings).expect("a journal").1.len();
        assert!((1..4).contains(&read), "{read}");
    }

    #[test]
    fn a_damaged_line_is_told() {
        let folder = tempfile::tempdir().expect("a folder");
        let settings = settings(folder.path(), "f");
        drop(Journal::open(&settings).expect("a journal"));
        let mut file = OpenOptions::new().append(true).open(&settings.path).expect("a file");
        file.write_all(b"nonsense\n{\"unsat\":1}\n").expect("written");
        let error = Journal::open(&settings).expect_err("an error");
        assert!(matches!(error, JournalError::Damaged { line: 2, .. }), "{error}");
    }
}
