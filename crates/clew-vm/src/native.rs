//! Library functions that the machine runs natively, and how they are found.
//!
//! A function of the program that has no body is looked up by name ([`NativeLookup`]); a body,
//! the user's or a libc model's, always wins over a native function.
//!
//! The calling convention:
//! - Each argument is the bits of one scalar, **zero above its type's width**: an `int` −1 is
//!   `0xffff_ffff`, floats are their encodings, pointers their addresses.
//! - A variadic function gets one more argument, the last: the address of a `va_list` that the
//!   machine made, to be read by [`Guest::next_vararg`].
//! - The result is the bits of the returned scalar; bits above the type's width are ignored. A
//!   `void` function returns 0.
//! - Arguments and results that are records do not exist here: such functions are C models.
//!
//! Native functions cannot call back into the program; what needs to (`qsort`, `exit` with its
//! handlers) is a C model. `exit` ends in a native function that returns `Err(Stop::Exit(status))`.
//! The machine itself provides one function under a reserved name, [`DESTRUCTOR`], so that the
//! model of `exit` can run the program's GNU destructors between its handlers and the last flush.

use crate::guest::Guest;
use crate::stop::Stop;

/// A library function in Rust.
pub type NativeFunction = fn(&mut dyn Guest, &[u128]) -> Result<u128, Stop>;

/// How native functions are found: by name.
pub type NativeLookup = fn(&str) -> Option<NativeFunction>;

/// `void (*__clew_destructor(size_t position))(void)`: the program's destructor at this position
/// of their order, or null behind the last.
pub(crate) const DESTRUCTOR: &str = "__clew_destructor";
