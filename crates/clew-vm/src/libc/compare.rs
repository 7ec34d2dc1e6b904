//! The difference of two strings or pieces of memory in one step, which a search can express as one
//! term; the models compare byte by byte where it does not.

use super::arguments::{from_int, int, unsigned};
use crate::guest::Guest;
use crate::native::NativeFunction;
use crate::stop::Stop;

/// What is compared: the last argument of the functions of this module.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Comparison {
    /// Bytes.
    Memory,
    /// Bytes up to a terminator.
    Strings,
    /// The same, without regard to case.
    AnyCase,
}

impl Comparison {
    /// The comparison of this number, as the models know it.
    pub fn of(number: u64) -> Self {
        match number {
            0 => Comparison::Memory,
            1 => Comparison::Strings,
            _ => Comparison::AnyCase,
        }
    }

    fn folded(self, byte: u8) -> u8 {
        if self == Comparison::AnyCase { byte.to_ascii_lowercase() } else { byte }
    }
}

/// The functions of this module.
pub(super) fn native(name: &str) -> Option<NativeFunction> {
    Some(match name {
        "__clew_is_comparable" => |guest, _| Ok(guest.world().answer().into()),
        "__clew_difference" => difference,
        _ => return None,
    })
}

/// The difference of the first bytes that differ, or 0.
fn difference(guest: &mut dyn Guest, arguments: &[u128]) -> Result<u128, Stop> {
    let (a, b, limit) = (unsigned(arguments, 0), unsigned(arguments, 1), unsigned(arguments, 2));
    let comparison = Comparison::of(int(arguments, 3) as u64);
    for at in 0..limit {
        let byte = |from: u64| Ok(comparison.folded(guest.read(from.wrapping_add(at), 1)?[0]));
        let (x, y) = (byte(a)?, byte(b)?);
        let is_end = x == 0 && comparison != Comparison::Memory;
        if x != y || is_end {
            return Ok(from_int(i32::from(x) - i32::from(y)));
        }
    }
    Ok(0)
}
