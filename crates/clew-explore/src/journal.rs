//! What was done, on disk: a campaign that was stopped or killed goes on from there.
//!
//! A journal is a text file of JSON lines, written at the end only: a header, then a line for each
//! run and for each candidate that was closed without one. Reading it gives back the tree: each
//! run costs a run again, but no solving. A line that was cut short is the last one, and is
//! dropped.

use std::fs::{File, OpenOptions};
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use clew_symbolic::PathId;
use serde::{Deserialize, Serialize};

use crate::assignment::Assignment;
use crate::control::lock;
use crate::settings::JournalSettings;

/// The version of the format.
const VERSION: u32 = 2;

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
    /// It belongs to another campaign.
    #[error(
        "the journal {} is of another program or other settings; remove it to start anew",
        path.display()
    )]
    OtherCampaign {
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

/// A journal being written. Failures end the writing, not the campaign.
#[derive(Debug)]
pub(crate) struct Journal {
    state: Mutex<Result<BufWriter<File>, String>>,
}

impl Journal {
    /// Opens a journal and reads what it has.
    pub(crate) fn open(settings: &JournalSettings) -> Result<(Self, Vec<Record>), JournalError> {
        let path = &settings.path;
        let failed = |source| JournalError::File { path: path.clone(), source };
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)
            .map_err(failed)?;
        let mut text = Vec::new();
        file.read_to_end(&mut text).map_err(failed)?;
        let contents = read(path, &text, &settings.fingerprint)?;
        file.set_len(contents.length as u64).map_err(failed)?;
        file.seek(SeekFrom::End(0)).map_err(failed)?;
        let mut writer = BufWriter::with_capacity(1 << 16, file);
        if contents.length == 0 {
            let fingerprint = settings.fingerprint.clone();
            write_line(&mut writer, &Header { clew_journal: VERSION, fingerprint })
                .and_then(|()| writer.flush())
                .map_err(failed)?;
        }
        Ok((Journal { state: Mutex::new(Ok(writer)) }, contents.records))
    }

    /// Adds a record; it is on disk after the next [`Journal::flush`].
    pub(crate) fn append(&self, record: &Record) {
        self.write(|writer| write_line(writer, record));
    }

    /// Hands everything to the system: it survives the end of the process.
    pub(crate) fn flush(&self) {
        self.write(BufWriter::flush);
    }

    /// Why writing has ended, if it has.
    pub(crate) fn failure(&self) -> Option<String> {
        lock(&self.state).as_ref().err().cloned()
    }

    fn write(&self, action: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>) {
        let mut state = lock(&self.state);
        if let Ok(writer) = &mut *state
            && let Err(error) = action(writer)
        {
            *state = Err(error.to_string());
        }
    }
}

fn write_line(writer: &mut impl Write, line: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *writer, line)?;
    writer.write_all(b"\n")
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
        if header.clew_journal != VERSION || header.fingerprint != fingerprint {
            return Err(JournalError::OtherCampaign { path: path.to_owned() });
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
        JournalSettings { path, fingerprint: fingerprint.to_owned() }
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
        ]
    }

    #[test]
    fn records_are_read_back_and_a_cut_line_is_dropped() {
        let folder = tempfile::tempdir().expect("a folder");
        let settings = settings(folder.path(), "f");
        let (journal, before) = Journal::open(&settings).expect("a journal");
        assert_eq!(before, []);
        records().iter().for_each(|record| journal.append(record));
        drop(journal);
        let text = std::fs::read(&settings.path).expect("text");
        let ends: Vec<usize> = (0..text.len()).filter(|&byte| text[byte] == b'\n').collect();
        assert_eq!(ends.len(), 5);
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
    fn another_fingerprint_is_refused_and_the_file_kept() {
        let folder = tempfile::tempdir().expect("a folder");
        drop(Journal::open(&settings(folder.path(), "f")).expect("a journal"));
        let other = settings(folder.path(), "g");
        let before = std::fs::read(&other.path).expect("text");
        assert!(matches!(Journal::open(&other), Err(JournalError::OtherCampaign { .. })));
        assert_eq!(std::fs::read(&other.path).expect("text"), before);
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
