//! Streams in memory, as the stdio models lay them out (`clew_stdio.h` asserts the same numbers).

use crate::guest::Guest;
use crate::stop::Stop;

/// The size of a stream.
pub const SIZE: u64 = 72;
/// Where the number of its descriptor is.
pub const DESCRIPTOR: u64 = 0;
/// Where it says whether it can be read.
pub const CAN_READ: u64 = 4;
/// Where it says whether it can be written.
pub const CAN_WRITE: u64 = 5;
/// Where its error indicator is.
pub const HAS_ERROR: u64 = 7;
/// Where its state is.
pub const STATE: u64 = 8;
/// Where the address of its buffer is.
pub const BUFFER: u64 = 16;
/// Where its position in the buffer is.
pub const POSITION: u64 = 24;
/// Where the end of what the buffer holds is.
pub const END: u64 = 32;

/// Bytes before the first one of the file in the buffer.
pub const PUSHBACK_ROOM: u64 = 8;

/// The state of a stream that is read.
pub const READING: u8 = 1;
/// The state of an input that was written to.
const WRITTEN: u8 = 3;

/// The descriptor of a stream that is an input.
pub const INPUT: i32 = -1000;

/// `errno` for a stream that is not open for that.
const BAD_DESCRIPTOR: i32 = 9;

/// Writes nothing in particular to a stream; whether it took it. Only inputs remember, or refuse. What is too
/// small is no stream.
pub(super) fn write_to(guest: &mut dyn Guest, stream: u64) -> Result<bool, Stop> {
    let head = guest.read(stream, SIZE)?;
    if head.get(..4) != Some(&INPUT.to_le_bytes()[..]) {
        return Ok(true);
    }
    if head[CAN_WRITE as usize] == 0 {
        guest.write(stream + HAS_ERROR, &[1])?;
        guest.set_errno(BAD_DESCRIPTOR)?;
        return Ok(false);
    }
    guest.write(stream + STATE, &[WRITTEN])?;
    Ok(true)
}
