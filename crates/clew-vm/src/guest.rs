//! What native library functions see of the machine.

use crate::stop::Stop;
use clew_ir::{DataModel, Scalar};

/// The machine, as a native library function uses it: memory by address, the arguments behind a
/// `va_list`, allocation, and the outside world. Every access is checked; a fault carries the
/// place of the user's call.
pub trait Guest {
    /// `len` bytes at `address`, all addressable and initialised.
    fn read(&self, address: u64, len: u64) -> Result<Vec<u8>, Stop>;

    /// The bytes of the string at `address`, without its terminator.
    fn read_c_string(&self, address: u64) -> Result<Vec<u8>, Stop>;

    /// At most `limit` bytes of the string at `address`, up to its terminator (for `%.5s`: the
    /// string need not be terminated when the limit is reached first).
    fn read_c_string_up_to(&self, address: u64, limit: u64) -> Result<Vec<u8>, Stop>;

    /// Writes bytes.
    fn write(&mut self, address: u64, bytes: &[u8]) -> Result<(), Stop>;

    /// Takes the next argument behind the `va_list` at this address, as a scalar's bits.
    fn next_vararg(&mut self, va_list: u64, scalar: Scalar) -> Result<u128, Stop>;

    /// What the program is compiled for.
    fn data_model(&self) -> DataModel;

    /// The address of a `va_list` that was passed to a function by this value: itself where it is an
    /// array, else that of a copy, which lasts until the next call.
    fn passed_list(&mut self, value: u64) -> Result<u64, Stop>;

    /// A fresh heap object, its bytes indeterminate; its address, or 0 when there is no memory.
    fn allocate(&mut self, size: u64, align: u64) -> u64;

    /// Frees a heap object; faults on what is none.
    fn free(&mut self, address: u64) -> Result<(), Stop>;

    /// The size of the heap object that starts at this address; faults on what is none.
    fn heap_size(&self, address: u64) -> Result<u64, Stop>;

    /// Copies `len` bytes, with their initialisation state (and later their terms). The ranges
    /// may overlap.
    fn copy(&mut self, to: u64, from: u64, len: u64) -> Result<(), Stop>;

    /// Sets `len` bytes.
    fn fill(&mut self, address: u64, byte: u8, len: u64) -> Result<(), Stop>;

    /// Stores `value` in `errno`: the global `__clew_errno` of the libc models. A program in
    /// which that global is not linked cannot see `errno`, and nothing is to be done.
    fn set_errno(&mut self, _value: i32) -> Result<(), Stop> {
        Ok(())
    }

    /// The value of `errno` (see [`Guest::set_errno`]); 0 where it is not linked.
    fn errno(&self) -> i32 {
        0
    }

    /// The outside world: files, clock, environment.
    fn world(&mut self) -> &mut dyn World;

    /// Ends the run by a fault of this kind at the user's call.
    fn fault(&self, kind: crate::stop::FaultKind, message: String) -> Stop;
}

/// The outside world as the program sees it. `clew run` gives the real one; generated tests give
/// one without side effects.
pub trait World {
    /// Writes to a file descriptor; the number of bytes taken, or an `errno`.
    fn write(&mut self, descriptor: i32, bytes: &[u8]) -> Result<usize, i32>;
    /// Reads from a file descriptor; no bytes at its end.
    fn read(&mut self, descriptor: i32, limit: usize) -> Result<Vec<u8>, i32>;
    /// Opens a file: `mode` as in `fopen`.
    fn open(&mut self, path: &[u8], mode: &[u8]) -> Result<i32, i32>;
    /// Closes a descriptor.
    fn close(&mut self, descriptor: i32) -> Result<(), i32>;
    /// Moves a descriptor's position (`whence` 0, 1, 2 as in C); the new position.
    fn seek(&mut self, descriptor: i32, offset: i64, whence: i32) -> Result<u64, i32>;
    /// Removes a file.
    fn remove(&mut self, path: &[u8]) -> Result<(), i32>;
    /// Renames a file.
    fn rename(&mut self, from: &[u8], to: &[u8]) -> Result<(), i32>;
    /// An environment variable's value.
    fn environment(&self, name: &[u8]) -> Option<Vec<u8>>;
    /// Seconds and nanoseconds since the epoch.
    fn now(&self) -> (i64, u32);
    /// Nanoseconds of processor time used.
    fn cpu_time(&self) -> u64;
    /// Whether a descriptor is a terminal, whose lines are to be seen at once.
    fn is_terminal(&self, _descriptor: i32) -> bool {
        false
    }
    /// A text is printed to a descriptor; `None` where it is not known. Only while tests are generated:
    /// else it is written.
    fn shows(&mut self, _descriptor: i32, _text: Option<&[u8]>) {}
    /// Whether a model that asks is to go the way that is made for terms: without, it need not.
    fn answer(&mut self) -> bool {
        false
    }
    /// The name the program was started by, without directories, as messages show it.
    fn program_name(&self) -> Vec<u8> {
        b"program".to_vec()
    }
}
