//! The host's `long double` functions.
//!
//! Rust has no 80-bit type, so the calls are made by hand, as the System V ABI for x86-64 says: a
//! `long double` argument is passed in 16 bytes of stack, the result comes back in `st(0)`.
//!
//! The argument for safety is that of [`super::host_math`]: each function called is one of C's
//! `math.h` with the number of `long double` arguments that its table says; they keep no pointer
//! and touch no memory but the thread's own `errno`. The hand-made calls keep the stack aligned,
//! name every register that a C function may change, and leave the x87 stack empty.

#![allow(unsafe_code)]

use super::arguments::bits;
use super::host_math::with_errno;
use crate::guest::Guest;
use crate::native::NativeFunction;
use crate::stop::Stop;
use std::arch::asm;

/// A function of the host; only its address is used.
type HostFunction = unsafe extern "C" fn();

/// Functions of one or two `long double` arguments, by name.
macro_rules! functions {
    ($($name:ident)*) => {
        mod host {
            #[link(name = "m")]
            unsafe extern "C" {
                $(pub(super) fn $name();)*
            }
        }

        /// The functions of this module.
        pub(super) fn native(name: &str) -> Option<NativeFunction> {
            match name {
                $(stringify!($name) => {
                    Some((|guest, arguments| call(guest, host::$name, arguments)) as NativeFunction)
                })*
                _ => None,
            }
        }
    };
}

functions! {
    sinl cosl tanl asinl acosl atanl sinhl coshl tanhl asinhl acoshl atanhl
    expl exp2l exp10l expm1l logl log2l log10l log1pl logbl cbrtl erfl erfcl tgammal
    atan2l powl hypotl nextafterl nexttowardl
}

/// Calls a function of the host, and hands its `errno` on.
fn call(guest: &mut dyn Guest, function: HostFunction, arguments: &[u128]) -> Result<u128, Stop> {
    let (x, y) = (bits(arguments, 0), bits(arguments, 1));
    let (value, errno) = with_errno(|| call_host(function, x, y));
    if errno != 0 {
        guest.set_errno(errno)?;
    }
    Ok(value)
}

/// The value of a function at the 80 bits of `x` and, if it has two arguments, `y`.
fn call_host(function: HostFunction, x: u128, y: u128) -> u128 {
    let arguments = [x.to_le_bytes(), y.to_le_bytes()];
    let mut result = [0u8; 16];
    // SAFETY: the module comment. Both arguments are put on the stack always; a function of one
    // takes the first. The registers that hold the pointers are ones a C function preserves.
    unsafe {
        asm!(
            "mov r12, rsp",
            "and rsp, -16",
            "sub rsp, 32",
            "fld tbyte ptr [r13]",
            "fstp tbyte ptr [rsp]",
            "fld tbyte ptr [r13 + 16]",
            "fstp tbyte ptr [rsp + 16]",
            "call r15",
            "fstp tbyte ptr [r14]",
            "mov rsp, r12",
            out("r12") _,
            in("r13") arguments.as_ptr(),
            in("r14") result.as_mut_ptr(),
            in("r15") function,
            clobber_abi("C"),
        );
    }
    u128::from_le_bytes(result)
}
