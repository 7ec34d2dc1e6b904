//! The way from the models to the outside world: descriptors, environment, clocks. Negative
//! results are `errno` values.

use super::arguments::{from_int, from_long, int, long_long, unsigned};
use crate::guest::Guest;
use crate::native::NativeFunction;
use crate::stop::Stop;

/// The functions of this module.
pub(super) fn native(name: &str) -> Option<NativeFunction> {
    Some(match name {
        "__clew_write" => write,
        "__clew_read" => read,
        "__clew_open" => open,
        "__clew_close" => close,
        "__clew_seek" => seek,
        "__clew_remove" => remove,
        "__clew_rename" => rename,
        "__clew_is_terminal" => is_terminal,
        "__clew_environment" => environment,
        "__clew_program_name" => program_name,
        "__clew_now" => now,
        "__clew_cpu_time" => cpu_time,
        // Only a search listens.
        "__clew_input_is_sound" => |_, _| Ok(0),
        _ => return None,
    })
}

/// A status for C: 0, or the error made negative.
fn status(result: Result<(), i32>) -> u128 {
    from_int(result.map_or_else(|errno| -errno, |()| 0))
}

/// Stores text with its terminator, cut to `size` bytes.
fn store_cut(guest: &mut dyn Guest, to: u64, size: u64, text: &[u8]) -> Result<(), Stop> {
    if size == 0 {
        return Ok(());
    }
    let kept = text.len().min(usize::try_from(size - 1).unwrap_or(usize::MAX));
    let mut bytes = text[..kept].to_vec();
    bytes.push(0);
    guest.write(to, &bytes)
}

fn write(guest: &mut dyn Guest, arguments: &[u128]) -> Result<u128, Stop> {
    let bytes = guest.read(unsigned(arguments, 1), unsigned(arguments, 2))?;
    let written = guest.world().write(int(arguments, 0), &bytes);
    Ok(from_long(written.map_or_else(|errno| -i64::from(errno), |count| count as i64)))
}

fn read(guest: &mut dyn Guest, arguments: &[u128]) -> Result<u128, Stop> {
    /// No more is read at once.
    const LIMIT: u64 = 1 << 24;
    let limit = unsigned(arguments, 2).min(LIMIT) as usize;
    match guest.world().read(int(arguments, 0), limit) {
        Ok(bytes) => {
            if !bytes.is_empty() {
                guest.write(unsigned(arguments, 1), &bytes)?;
            }
            Ok(bytes.len() as u128)
        }
        Err(errno) => Ok(from_long(-i64::from(errno))),
    }
}

fn open(guest: &mut dyn Guest, arguments: &[u128]) -> Result<u128, Stop> {
    let path = guest.read_c_string(unsigned(arguments, 0))?;
    let mode = guest.read_c_string(unsigned(arguments, 1))?;
    let descriptor = guest.world().open(&path, &mode);
    Ok(from_int(descriptor.unwrap_or_else(|errno| -errno)))
}

fn close(guest: &mut dyn Guest, arguments: &[u128]) -> Result<u128, Stop> {
    Ok(status(guest.world().close(int(arguments, 0))))
}

fn seek(guest: &mut dyn Guest, arguments: &[u128]) -> Result<u128, Stop> {
    let position =
        guest.world().seek(int(arguments, 0), long_long(arguments, 1), int(arguments, 2));
    Ok(from_long(position.map_or_else(|errno| -i64::from(errno), |position| position as i64)))
}

fn remove(guest: &mut dyn Guest, arguments: &[u128]) -> Result<u128, Stop> {
    let path = guest.read_c_string(unsigned(arguments, 0))?;
    Ok(status(guest.world().remove(&path)))
}

fn rename(guest: &mut dyn Guest, arguments: &[u128]) -> Result<u128, Stop> {
    let from = guest.read_c_string(unsigned(arguments, 0))?;
    let to = guest.read_c_string(unsigned(arguments, 1))?;
    Ok(status(guest.world().rename(&from, &to)))
}

fn is_terminal(guest: &mut dyn Guest, arguments: &[u128]) -> Result<u128, Stop> {
    Ok(u128::from(guest.world().is_terminal(int(arguments, 0))))
}

fn environment(guest: &mut dyn Guest, arguments: &[u128]) -> Result<u128, Stop> {
    let name = guest.read_c_string(unsigned(arguments, 0))?;
    match guest.world().environment(&name) {
        Some(value) => {
            store_cut(guest, unsigned(arguments, 1), unsigned(arguments, 2), &value)?;
            Ok(value.len() as u128)
        }
        None => Ok(from_long(-1)),
    }
}

fn program_name(guest: &mut dyn Guest, arguments: &[u128]) -> Result<u128, Stop> {
    let name = guest.world().program_name();
    store_cut(guest, unsigned(arguments, 0), unsigned(arguments, 1), &name)?;
    Ok(0)
}

fn now(guest: &mut dyn Guest, arguments: &[u128]) -> Result<u128, Stop> {
    let (seconds, nanoseconds) = guest.world().now();
    guest.write(unsigned(arguments, 0), &seconds.to_le_bytes())?;
    guest.write(unsigned(arguments, 1), &i64::from(nanoseconds).to_le_bytes())?;
    Ok(0)
}

fn cpu_time(guest: &mut dyn Guest, _arguments: &[u128]) -> Result<u128, Stop> {
    Ok(u128::from(guest.world().cpu_time()))
}
