//! The ends of a program.

use super::arguments::{int, unsigned};
use crate::guest::Guest;
use crate::native::NativeFunction;
use crate::stop::{FaultKind, Stop, UnsupportedAt};

/// The functions of this module.
pub(super) fn native(name: &str) -> Option<NativeFunction> {
    Some(match name {
        "__clew_exit" => exit,
        "__clew_killed" => killed,
        "__clew_assertion_failed" => assertion_failed,
        "__clew_unsupported" => unsupported,
        "__stack_chk_fail" => smashed_stack,
        _ => return None,
    })
}

fn exit(_guest: &mut dyn Guest, arguments: &[u128]) -> Result<u128, Stop> {
    Err(Stop::Exit(int(arguments, 0)))
}

/// The name of a signal.
fn signal_name(signal: i32) -> Option<&'static str> {
    const NAMES: [&str; 31] = [
        "SIGHUP",
        "SIGINT",
        "SIGQUIT",
        "SIGILL",
        "SIGTRAP",
        "SIGABRT",
        "SIGBUS",
        "SIGFPE",
        "SIGKILL",
        "SIGUSR1",
        "SIGSEGV",
        "SIGUSR2",
        "SIGPIPE",
        "SIGALRM",
        "SIGTERM",
        "SIGSTKFLT",
        "SIGCHLD",
        "SIGCONT",
        "SIGSTOP",
        "SIGTSTP",
        "SIGTTIN",
        "SIGTTOU",
        "SIGURG",
        "SIGXCPU",
        "SIGXFSZ",
        "SIGVTALRM",
        "SIGPROF",
        "SIGWINCH",
        "SIGIO",
        "SIGPWR",
        "SIGSYS",
    ];
    NAMES.get(usize::try_from(signal).ok()?.checked_sub(1)?).copied()
}

fn killed(guest: &mut dyn Guest, arguments: &[u128]) -> Result<u128, Stop> {
    const SIGABRT: i32 = 6;
    let signal = int(arguments, 0);
    let message = match signal_name(signal) {
        _ if signal == SIGABRT => "abort was called".to_string(),
        Some(name) => format!("killed by the signal {name}, which the program raised"),
        None => format!("killed by the signal {signal}, which the program raised"),
    };
    let mut stop = guest.fault(FaultKind::Abort, message);
    if let Stop::Fault(fault) = &mut stop {
        fault.signal = Some(signal).filter(|signal| *signal != SIGABRT);
    }
    Err(stop)
}

fn assertion_failed(guest: &mut dyn Guest, arguments: &[u128]) -> Result<u128, Stop> {
    let text = guest.read_c_string(unsigned(arguments, 0))?;
    let message = format!("assertion `{}` failed", String::from_utf8_lossy(&text));
    Err(guest.fault(FaultKind::AssertionFailure, message))
}

/// `void __clew_unsupported(const char *feature)`: the program needs what a model does not have.
fn unsupported(guest: &mut dyn Guest, arguments: &[u128]) -> Result<u128, Stop> {
    let feature = guest.read_c_string(unsigned(arguments, 0))?;
    let feature = String::from_utf8_lossy(&feature).into_owned();
    // The guest knows the place of the user's call.
    Err(match guest.fault(FaultKind::Unreachable, feature.clone()) {
        Stop::Fault(fault) => {
            Stop::Unsupported(Box::new(UnsupportedAt { feature, span: fault.span }))
        }
        stop => stop,
    })
}

fn smashed_stack(guest: &mut dyn Guest, _arguments: &[u128]) -> Result<u128, Stop> {
    Err(guest.fault(FaultKind::Abort, "stack smashing detected".to_string()))
}
