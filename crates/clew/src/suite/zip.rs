//! ZIP archives, as far as test suites need them: files, stored or deflated.

use super::inflate::inflate;

/// No file of a suite is larger than this.
const LIMIT: usize = 16 << 20;
/// How an entry of the directory begins, and how the end of the directory does.
const ENTRY: &[u8] = b"PK\x01\x02";
const END: &[u8] = b"PK\x05\x06";

/// The files of an archive, by name; what is wrong with it, in words.
pub(super) fn files(archive: &[u8]) -> Result<Vec<(String, Vec<u8>)>, String> {
    let damaged = || "the archive is damaged".to_owned();
    let end = archive.windows(4).rposition(|it| it == END);
    let end = end.ok_or_else(|| "this is no ZIP archive".to_owned())?;
    let count = number(archive, end + 10, 2).ok_or_else(damaged)?;
    let mut at = number(archive, end + 16, 4).ok_or_else(damaged)?;
    let mut files = Vec::new();
    for _ in 0..count {
        let (file, next) = entry(archive, at).ok_or_else(damaged)?;
        at = next;
        // Folders are entries too.
        if !file.0.ends_with('/') {
            files.push(file);
        }
    }
    Ok(files)
}

/// The file that an entry of the directory is about, and where the next entry begins.
fn entry(archive: &[u8], at: usize) -> Option<((String, Vec<u8>), usize)> {
    let number = |offset, size| number(archive, at + offset, size);
    if archive.get(at..at + 4)? != ENTRY {
        return None;
    }
    let (method, packed, size) = (number(10, 2)?, number(20, 4)?, number(24, 4)?);
    let (name, extra, comment) = (number(28, 2)?, number(30, 2)?, number(32, 2)?);
    let place = number(42, 4)?;
    let name_text = String::from_utf8_lossy(archive.get(at + 46..at + 46 + name)?).into_owned();
    // The file's own header says again how long what stands before its bytes is.
    let own = |offset, size| self::number(archive, place + offset, size);
    let start = place + 30 + own(26, 2)? + own(28, 2)?;
    let bytes = archive.get(start..start + packed)?;
    let bytes = match method {
        0 => bytes.to_vec(),
        8 => inflate(bytes, size.min(LIMIT))?,
        _ => return None,
    };
    Some(((name_text, bytes), at + 46 + name + extra + comment))
}

/// A number, the lowest byte first.
fn number(archive: &[u8], at: usize, size: usize) -> Option<usize> {
    let bytes = archive.get(at..at + size)?;
    Some(bytes.iter().rev().fold(0, |number, byte| number << 8 | usize::from(*byte)))
}
