//! The library while tests are generated: what is printed is told to the world as a whole
//! ([`crate::guest::World::shows`]), so that it need not be made byte by byte, and functions of test
//! harnesses have a meaning.

use super::{native, printf, stream};
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

/// The descriptors of the standard streams that are written.
const OUTPUT: i32 = 1;
const ERRORS: i32 = 2;
/// So many bytes at once are told; of more, that there are some.
const SHOWN: u64 = 4096;

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
        "printf" => |guest, args| formatted(guest, args, 0, Some(OUTPUT)),
        "vprintf" => |guest, args| {
            let args = with_list(guest, args)?;
            formatted(guest, &args, 0, Some(OUTPUT))
        },
        "dprintf" => |guest, args| formatted(guest, args, 1, Some(args[0] as i32)),
        "fprintf" => printed,
        "vfprintf" => |guest, args| {
            let args = with_list(guest, args)?;
            printed(guest, &args)
        },
        "puts" => |guest, args| {
            let mut text = guest.read_c_string(args[0] as u64)?;
            text.push(b'\n');
            guest.world().shows(OUTPUT, Some(&text));
            Ok(1)
        },
        "fputs" => |guest, args| {
            let text = guest.read_c_string(args[0] as u64)?;
            Ok(if put(guest, args[1], &text)? { 1 } else { REFUSED })
        },
        "putchar" | "putchar_unlocked" => |guest, args| {
            guest.world().shows(OUTPUT, Some(&[args[0] as u8]));
            Ok(args[0] & 0xff)
        },
        "putc" | "fputc" => |guest, args| {
            Ok(if put(guest, args[1], &[args[0] as u8])? { args[0] & 0xff } else { REFUSED })
        },
        "fwrite" => |guest, args| {
            if args[1] == 0 || args[2] == 0 {
                return Ok(0);
            }
            let takes_it = expect_stream(guest, args[3])?;
            if let Some(descriptor) = descriptor(guest, args[3]).filter(|_| takes_it) {
                let size = (args[1] as u64).saturating_mul(args[2] as u64);
                let bytes = (size <= SHOWN).then(|| guest.read(args[0] as u64, size).ok());
                guest.world().shows(descriptor, bytes.flatten().as_deref());
            }
            Ok(if takes_it { args[2] } else { 0 })
        },
        "perror" => |guest, _| {
            guest.world().shows(ERRORS, None);
            Ok(0)
        },
        "fflush" => |_, _| Ok(0),
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

/// Writes a text to a stream; whether it takes it.
fn put(guest: &mut dyn Guest, stream: u128, text: &[u8]) -> Result<bool, Stop> {
    let takes_it = expect_stream(guest, stream)?;
    if let Some(descriptor) = descriptor(guest, stream).filter(|_| takes_it) {
        guest.world().shows(descriptor, Some(text));
    }
    Ok(takes_it)
}

/// The descriptor of a stream that is the standard output or that for errors.
fn descriptor(guest: &dyn Guest, stream: u128) -> Option<i32> {
    let bytes = guest.read((stream as u64).wrapping_add(stream::DESCRIPTOR), 4).ok()?;
    let descriptor = i32::from_le_bytes(bytes.try_into().ok()?);
    matches!(descriptor, OUTPUT | ERRORS).then_some(descriptor)
}

/// The arguments of a function that is passed a `va_list` last, with its address.
fn with_list(guest: &mut dyn Guest, args: &[u128]) -> Result<Vec<u128>, Stop> {
    let mut args = args.to_vec();
    if let Some(list) = args.last_mut() {
        *list = guest.passed_list(*list as u64)?.into();
    }
    Ok(args)
}

/// `fprintf`.
fn printed(guest: &mut dyn Guest, args: &[u128]) -> Result<u128, Stop> {
    let takes_it = expect_stream(guest, args[0])?;
    let descriptor = descriptor(guest, args[0]).filter(|_| takes_it);
    let length = formatted(guest, args, 1, descriptor)?;
    Ok(if takes_it { length } else { REFUSED })
}

/// The length of the text that is written to a descriptor.
fn formatted(
    guest: &mut dyn Guest,
    args: &[u128],
    format: usize,
    descriptor: Option<i32>,
) -> Result<u128, Stop> {
    let (Some(format), Some(list)) = (args.get(format), args.last()) else { return Ok(0) };
    let template = guest.read_c_string(*format as u64)?;
    match printf::format(guest, &template, *list as u64) {
        Ok(text) => {
            if let Some(descriptor) = descriptor {
                guest.world().shows(descriptor, Some(&text));
            }
            Ok(text.len() as u128)
        }
        Err(printf::Failure::Errno(errno)) => Ok(i128::from(-errno) as u128 & REFUSED),
        Err(printf::Failure::Stop(stop)) => Err(stop),
    }
}
