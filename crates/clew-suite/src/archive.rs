//! The files of a ZIP archive.

use std::io::{Cursor, Read as _};
use zip::ZipArchive;
use zip::result::ZipError;

/// No file of a suite is larger than this.
const LIMIT: u64 = 16 << 20;
/// The mark at the end of every archive.
const END: &[u8] = b"PK\x05\x06";

/// Why the files of an archive cannot be had.
#[derive(Debug, thiserror::Error)]
pub enum ArchiveError {
    /// It is something else.
    #[error("this is no ZIP archive")]
    NoArchive,
    /// It is an archive, but not a whole one, or packed in a way that is not known.
    #[error("the archive is damaged: {0}")]
    Damaged(ZipError),
    /// A file in it is larger than any test.
    #[error("`{0}` in the archive has more than 16 MiB")]
    Large(String),
}

impl From<ZipError> for ArchiveError {
    fn from(error: ZipError) -> Self {
        ArchiveError::Damaged(error)
    }
}

impl From<std::io::Error> for ArchiveError {
    fn from(error: std::io::Error) -> Self {
        ArchiveError::Damaged(ZipError::Io(error))
    }
}

/// The files of an archive, by name.
pub(crate) fn files(archive: &[u8]) -> Result<Vec<(String, Vec<u8>)>, ArchiveError> {
    if !archive.windows(END.len()).any(|it| it == END) {
        return Err(ArchiveError::NoArchive);
    }
    let mut archive = ZipArchive::new(Cursor::new(archive))?;
    let mut files = Vec::new();
    for at in 0..archive.len() {
        let entry = archive.by_index(at)?;
        if entry.is_dir() {
            continue;
        }
        let name = entry.name()?.into_owned();
        // What the directory says of the size need not be true.
        let mut bytes = Vec::new();
        entry.take(LIMIT + 1).read_to_end(&mut bytes)?;
        if bytes.len() as u64 > LIMIT {
            return Err(ArchiveError::Large(name));
        }
        files.push((name, bytes));
    }
    Ok(files)
}
