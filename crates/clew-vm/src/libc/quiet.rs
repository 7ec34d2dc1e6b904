//! The library while tests are generated: what is printed goes nowhere, so that its text need not
//! be made byte by byte, and functions of test harnesses have a meaning.

use super::{native, stream};
use crate::guest::Guest;
use crate::native::NativeFunction;
use crate::stop::{FaultKind, Stop};

/// Functions whose models are left out while tests are generated.
const QUIET: [&str; 14] = [
    "printf",
    "fprintf",
    "vprintf",
    "vfprintf",
    "puts",
    "fputs",
    "putchar",
    "putc",
    "fputc",
    "fwrite",
    "perror",
    "fflush",
    "putchar_unlocked",
    "dprintf",
];

/// What functions that print return as an `int` when the stream refuses: `EOF`.
const REFUSED: u128 = u64::MAX as u128;

/// Which argument of a quiet function is its stream.
pub fn stream_argument(name: &str) -> Option<usize> {
    match name {
        "fprintf" | "vfprintf" => Some(0),
        "fputs" | "putc" | "fputc" => Some(1),
        "fwrite" => Some(3),
        _ => None,
    }
}

/// Whether a function only tells the outside world something.
pub fn is_quiet(name: &str) -> bool {
    QUIET.contains(&name)
}

/// The native function of this name while tests are generated.
pub fn quiet_native(name: &str) -> Option<NativeFunction> {
    let found: NativeFunction = match name {
        "printf" => |guest, args| formatted(guest, args, 0),
        "dprintf" => |guest, args| formatted(guest, args, 1),
        "vprintf" => |guest, args| formatted(guest, args, 0),
        "fprintf" | "vfprintf" => |guest, args| {
            let takes_it = expect_stream(guest, args[0])?;
            let length = formatted(guest, args, 1)?;
            Ok(if takes_it { length } else { REFUSED })
        },
        "puts" => |guest, args| {
            guest.read_c_string(args[0] as u64)?;
            Ok(1)
        },
        "fputs" => |guest, args| {
            guest.read_c_string(args[0] as u64)?;
            Ok(if expect_stream(guest, args[1])? { 1 } else { REFUSED })
        },
        "putchar" | "putchar_unlocked" => |_, args| Ok(args[0] & 0xff),
        "putc" | "fputc" => {
            |guest, args| Ok(if expect_stream(guest, args[1])? { args[0] & 0xff } else { REFUSED })
        }
        "fwrite" => |guest, args| {
            if args[1] == 0 || args[2] == 0 {
                return Ok(0);
            }
            Ok(if expect_stream(guest, args[3])? { args[2] } else { 0 })
        },
        "perror" | "fflush" => |_, _| Ok(0),
        "klee_prefer_cex"
        | "klee_posix_prefer_cex"
        | "klee_warning"
        | "klee_warning_once"
        | "klee_print_expr"
        | "klee_print_range"
        | "klee_merge"
        | "klee_open_merge"
        | "klee_close_merge"
        | "klee_stack_trace"
        | "klee_is_symbolic"
        | "klee_is_replay"
        | "klee_set_forking"
        | "klee_mark_global" => |_, _| Ok(0),
        "klee_silent_exit" => |_, args| Err(Stop::Exit(args[0] as i32)),
        "reach_error" | "__VERIFIER_error" | "klee_abort" | "klee_report_error"
        | "__VERIFIER_fail" => |guest, _| {
            let message = "an error function of the harness is called".to_owned();
            Err(guest.fault(FaultKind::AssertionFailure, message))
        },
        _ => return native(name),
    };
    Some(found)
}

/// Nothing can be written to a null stream; whether another one takes it.
fn expect_stream(guest: &mut dyn Guest, stream: u128) -> Result<bool, Stop> {
    match stream as u64 {
        0 => Err(guest.fault(FaultKind::NullDereference, "write to a null stream".to_owned())),
        stream => stream::write_to(guest, stream),
    }
}

/// The length of the text, which is not kept.
fn formatted(guest: &mut dyn Guest, args: &[u128], format: usize) -> Result<u128, Stop> {
    let Some(write) = native("__clew_format") else { return Ok(0) };
    let (Some(format), Some(list)) = (args.get(format), args.last()) else { return Ok(0) };
    write(guest, &[0, 0, *format, *list])
}
