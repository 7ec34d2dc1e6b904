//! Files that are written whole or not at all.

use std::fs::Permissions;
use std::io::{self, Write as _};
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

/// What the names of unfinished files begin with.
const UNFINISHED: &str = ".clew-unfinished-";
/// What everybody may do with a file, but for what the user's mask forbids.
const MODE: u32 = 0o666;

/// Writes a file beside its place and moves it there: whoever reads it, and whenever the process ends, it is
/// the old file or the new one.
///
/// # Errors
/// When the file cannot be written; the old one is still there then.
pub fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let folder = folder_of(path);
    let mut builder = tempfile::Builder::new();
    builder.prefix(UNFINISHED).permissions(Permissions::from_mode(MODE));
    let mut file = builder.tempfile_in(folder)?;
    file.write_all(bytes)?;
    file.persist(path).map_err(|error| error.error)?;
    Ok(())
}

/// The folder that a file is in.
pub(crate) fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// Whether files can be made in a folder.
pub(crate) fn is_writable(folder: &Path) -> io::Result<()> {
    tempfile::Builder::new().prefix(UNFINISHED).tempfile_in(folder).map(drop)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_and_nothing_is_left() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.txt");
        write_whole(&path, b"one").expect("written");
        write_whole(&path, b"two").expect("written");
        assert_eq!(std::fs::read(&path).expect("a file"), b"two");
        let mode = std::fs::metadata(&path).expect("a file").permissions().mode();
        assert_eq!(mode & 0o600, 0o600);
        assert_eq!(std::fs::read_dir(folder.path()).expect("a folder").count(), 1);
    }

    #[test]
    fn what_cannot_be_replaced_stays() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a");
        std::fs::create_dir(&path).expect("a folder");
        assert!(write_whole(&path, b"one").is_err());
        assert_eq!(std::fs::read_dir(folder.path()).expect("a folder").count(), 1);
    }
}
