//! Allocation, and moving bytes.

use super::arguments::{from_int, int, unsigned};
use crate::guest::Guest;
use crate::native::NativeFunction;
use crate::stop::Stop;

const ENOMEM: i32 = 12;
const EINVAL: i32 = 22;

/// What `malloc` aligns to.
const MALLOC_ALIGN: u64 = 16;
/// No object may be larger.
const LARGEST: u64 = i64::MAX as u64;

/// The functions of this module.
pub(super) fn native(name: &str) -> Option<NativeFunction> {
    Some(match name {
        "malloc" => malloc,
        "calloc" => calloc,
        "realloc" => realloc,
        "reallocarray" => reallocarray,
        "free" | "cfree" => free,
        "aligned_alloc" | "memalign" => aligned_alloc,
        "valloc" => valloc,
        "posix_memalign" => posix_memalign,
        "malloc_usable_size" => malloc_usable_size,
        "memcpy" | "memmove" => memmove,
        "mempcpy" | "__mempcpy" => mempcpy,
        "memset" => memset,
        "bcopy" => bcopy,
        "bzero" | "explicit_bzero" => bzero,
        _ => return None,
    })
}

/// Allocates, or sets `errno` and gives null.
fn allocate(guest: &mut dyn Guest, size: u64, align: u64) -> Result<u64, Stop> {
    let is_refused = size > LARGEST || guest.world().answer();
    let address = if is_refused { 0 } else { guest.allocate(size, align) };
    if address == 0 {
        guest.set_errno(ENOMEM)?;
    }
    Ok(address)
}

fn malloc(guest: &mut dyn Guest, arguments: &[u128]) -> Result<u128, Stop> {
    allocate(guest, unsigned(arguments, 0), MALLOC_ALIGN).map(u128::from)
}

fn calloc(guest: &mut dyn Guest, arguments: &[u128]) -> Result<u128, Stop> {
    let size = unsigned(arguments, 0).saturating_mul(unsigned(arguments, 1));
    let address = allocate(guest, size, MALLOC_ALIGN)?;
    if address != 0 && size > 0 {
        guest.fill(address, 0, size)?;
    }
    Ok(u128::from(address))
}

fn resize(guest: &mut dyn Guest, old: u64, size: u64) -> Result<u128, Stop> {
    if old == 0 {
        return allocate(guest, size, MALLOC_ALIGN).map(u128::from);
    }
    let old_size = guest.heap_size(old)?;
    if size == 0 {
        guest.free(old)?;
        return Ok(0);
    }
    let new = allocate(guest, size, MALLOC_ALIGN)?;
    if new != 0 {
        let kept = old_size.min(size);
        if kept > 0 {
            guest.copy(new, old, kept)?;
        }
        guest.free(old)?;
    }
    Ok(u128::from(new))
}

fn realloc(guest: &mut dyn Guest, arguments: &[u128]) -> Result<u128, Stop> {
    resize(guest, unsigned(arguments, 0), unsigned(arguments, 1))
}

fn reallocarray(guest: &mut dyn Guest, arguments: &[u128]) -> Result<u128, Stop> {
    match unsigned(arguments, 1).checked_mul(unsigned(arguments, 2)) {
        Some(size) => resize(guest, unsigned(arguments, 0), size),
        None => {
            guest.set_errno(ENOMEM)?;
            Ok(0)
        }
    }
}

fn free(guest: &mut dyn Guest, arguments: &[u128]) -> Result<u128, Stop> {
    let address = unsigned(arguments, 0);
    if address != 0 {
        guest.free(address)?;
    }
    Ok(0)
}

fn aligned_alloc(guest: &mut dyn Guest, arguments: &[u128]) -> Result<u128, Stop> {
    let align = unsigned(arguments, 0).max(1);
    if align > LARGEST {
        guest.set_errno(EINVAL)?;
        return Ok(0);
    }
    let align = align.next_power_of_two().max(MALLOC_ALIGN);
    allocate(guest, unsigned(arguments, 1), align).map(u128::from)
}

fn valloc(guest: &mut dyn Guest, arguments: &[u128]) -> Result<u128, Stop> {
    allocate(guest, unsigned(arguments, 0), 4096).map(u128::from)
}

fn posix_memalign(guest: &mut dyn Guest, arguments: &[u128]) -> Result<u128, Stop> {
    let align = unsigned(arguments, 1);
    let pointer_size = guest.data_model().pointer_size();
    if !align.is_power_of_two() || !align.is_multiple_of(pointer_size) {
        return Ok(from_int(EINVAL));
    }
    let size = unsigned(arguments, 2);
    let is_refused = size > LARGEST || guest.world().answer();
    let address = if is_refused { 0 } else { guest.allocate(size, align.max(MALLOC_ALIGN)) };
    if address == 0 {
        return Ok(from_int(ENOMEM));
    }
    let address = address.to_le_bytes();
    guest.write(unsigned(arguments, 0), &address[..pointer_size as usize])?;
    Ok(0)
}

fn malloc_usable_size(guest: &mut dyn Guest, arguments: &[u128]) -> Result<u128, Stop> {
    match unsigned(arguments, 0) {
        0 => Ok(0),
        address => guest.heap_size(address).map(u128::from),
    }
}

fn memmove(guest: &mut dyn Guest, arguments: &[u128]) -> Result<u128, Stop> {
    let (to, from, len) = (unsigned(arguments, 0), unsigned(arguments, 1), unsigned(arguments, 2));
    if len > 0 {
        guest.copy(to, from, len)?;
    }
    Ok(u128::from(to))
}

fn mempcpy(guest: &mut dyn Guest, arguments: &[u128]) -> Result<u128, Stop> {
    memmove(guest, arguments)?;
    Ok(u128::from(unsigned(arguments, 0).wrapping_add(unsigned(arguments, 2))))
}

fn memset(guest: &mut dyn Guest, arguments: &[u128]) -> Result<u128, Stop> {
    let (to, len) = (unsigned(arguments, 0), unsigned(arguments, 2));
    if len > 0 {
        guest.fill(to, int(arguments, 1) as u8, len)?;
    }
    Ok(u128::from(to))
}

fn bcopy(guest: &mut dyn Guest, arguments: &[u128]) -> Result<u128, Stop> {
    let (from, to, len) = (unsigned(arguments, 0), unsigned(arguments, 1), unsigned(arguments, 2));
    if len > 0 {
        guest.copy(to, from, len)?;
    }
    Ok(0)
}

fn bzero(guest: &mut dyn Guest, arguments: &[u128]) -> Result<u128, Stop> {
    let (to, len) = (unsigned(arguments, 0), unsigned(arguments, 1));
    if len > 0 {
        guest.fill(to, 0, len)?;
    }
    Ok(0)
}
