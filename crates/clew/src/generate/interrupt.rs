//! Ctrl-C: the first ends with everything found so far, the second at once.

use crate::diagnostic::UserError;
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// What a shell says of a process that a signal has ended.
const BY_SIGNAL: i32 = 128;

/// Catches signals that ask to end, from now on; the flag is set by the first of them.
pub(crate) fn catch() -> Result<&'static AtomicBool, UserError> {
    let asked = Arc::new(AtomicBool::new(false));
    for signal in [SIGINT, SIGTERM] {
        // In this order: what ends the process finds the flag as earlier signals have left it.
        flag::register_conditional_shutdown(signal, BY_SIGNAL + signal, Arc::clone(&asked))
            .and_then(|_| flag::register(signal, Arc::clone(&asked)))
            .map_err(|error| UserError::Other(format!("cannot catch signals: {error}")))?;
    }
    // Handlers of signals stay for as long as the process.
    Ok(&**Box::leak(Box::new(asked)))
}
