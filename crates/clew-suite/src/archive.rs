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

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write as _;
    use zip::write::{SimpleFileOptions, ZipWriter};

    /// A folder with one file.
    fn archive(content: &[u8]) -> Vec<u8> {
        let options = SimpleFileOptions::default();
        let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
        writer.add_directory("s", options).expect("a folder");
        writer.start_file("s/a.xml", options).expect("a file");
        writer.write_all(content).expect("its content");
        writer.finish().expect("an archive").into_inner()
    }

    #[test]
    fn files_have_names_and_contents() {
        let content = b"<testcase></testcase>".repeat(9);
        let files = files(&archive(&content)).expect("an archive");
        assert_eq!(files, [("s/a.xml".to_owned(), content)]);
    }

    #[test]
    fn what_is_no_whole_archive_is_told() {
        let message = |bytes: &[u8]| files(bytes).expect_err("a mistake").to_string();
        assert_eq!(message(b"PK"), "this is no ZIP archive");
        let whole = archive(&b"<testcase></testcase>".repeat(9));
        let is_damaged = |bytes: &[u8]| message(bytes).starts_with("the archive is damaged: ");
        assert!(is_damaged(&whole[whole.len() / 2..]), "without its first half");
        let content = whole.windows(7).position(|it| it == b"s/a.xml").expect("a name") + 8;
        let mut changed = whole.clone();
        changed[content] ^= 0x55;
        assert!(is_damaged(&changed), "with another content");
    }

    #[test]
    fn a_file_that_unpacks_to_too_much_is_refused() {
        let mistake = files(&archive(&vec![0; LIMIT as usize + 1])).expect_err("a mistake");
        assert_eq!(mistake.to_string(), "`s/a.xml` in the archive has more than 16 MiB");
        assert!(files(&archive(&vec![0; LIMIT as usize])).is_ok());
    }
}
