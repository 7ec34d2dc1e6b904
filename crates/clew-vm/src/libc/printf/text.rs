//! Strings and characters.

use super::spec::Length;
use super::{EILSEQ, Failure};
use crate::guest::Guest;

/// The byte of a wide character; the C locale has only ASCII.
pub(super) fn narrow(wide: u32) -> Option<u8> {
    u8::try_from(wide).ok().filter(u8::is_ascii)
}

/// The bytes of `%s` or `%ls`, cut to the precision.
pub(super) fn read(
    guest: &dyn Guest,
    address: u64,
    length: Length,
    precision: Option<usize>,
) -> Result<Vec<u8>, Failure> {
    const NULL_TEXT: &[u8] = b"(null)";
    if address == 0 {
        // glibc shows all of it or nothing.
        let fits = precision.is_none_or(|precision| precision >= NULL_TEXT.len());
        return Ok(if fits { NULL_TEXT.to_vec() } else { Vec::new() });
    }
    if length == Length::Long {
        return read_wide(guest, address, precision);
    }
    Ok(match precision {
        Some(precision) => guest.read_c_string_up_to(address, precision as u64)?,
        None => guest.read_c_string(address)?,
    })
}

fn read_wide(
    guest: &dyn Guest,
    address: u64,
    precision: Option<usize>,
) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    while precision.is_none_or(|precision| bytes.len() < precision) {
        let word = guest.read(address.wrapping_add(4 * bytes.len() as u64), 4)?;
        let wide = word.iter().rev().fold(0u32, |value, byte| value << 8 | u32::from(*byte));
        if wide == 0 {
            break;
        }
        bytes.push(narrow(wide).ok_or(Failure::Errno(EILSEQ))?);
    }
    Ok(bytes)
}

/// The text of an `errno` value.
pub(super) fn error_message(errno: i32) -> String {
    if errno == 0 {
        return "Success".to_string();
    }
    let message = std::io::Error::from_raw_os_error(errno).to_string();
    match message.rfind(" (os error") {
        Some(end) => message[..end].to_string(),
        None => message,
    }
}
