//! The sanitizers' word on reproducers: each is compiled with `-fsanitize=address,undefined` and run.

use super::compiler::Compiler;
use super::{ProcessEnd, VerifyError, VerifyOptions, process};
use crate::sources::Layout;
use crate::suite::{Framework, Group, Suite};
use clew_vm::stop::{Fault, FaultKind};
use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

/// What the sanitizers say of a fault.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sanitized {
    /// They report it.
    Confirmed,
    /// They do not.
    NotConfirmed,
    /// They were not asked: the compiler has none, the suite does not compile with them, or they do not
    /// look for such faults.
    Unavailable,
}

impl Sanitized {
    /// The name in results.
    pub fn name(self) -> &'static str {
        match self {
            Sanitized::Confirmed => "confirmed",
            Sanitized::NotConfirmed => "not-confirmed",
            Sanitized::Unavailable => "unavailable",
        }
    }
}

/// A reproducer that does not fault may run for ever.
const TIMEOUT: Duration = Duration::from_secs(2);

/// The program's own handlers of signals must not hide a fault, and leaks are none.
const ADDRESS_OPTIONS: &str = "detect_leaks=0:handle_segv=2:handle_sigbus=2:handle_sigfpe=2:\
    handle_sigill=2:exitcode=99:symbolize=0:detect_stack_use_after_return=1:\
    allocator_may_return_null=1:detect_odr_violation=0";

/// Compiles the plain suite that [`crate::emit()`] wrote into a folder with sanitizers, and runs its
/// reproducers: what is said of each, by its number in reports.
///
/// # Errors
/// When there is no compiler, or a file or process cannot be made. That the suite does not compile with
/// sanitizers is no error.
pub fn sanitize(
    folder: &Path,
    suite: &Suite<'_>,
    layout: &Layout,
    options: &VerifyOptions,
) -> Result<BTreeMap<usize, Sanitized>, VerifyError> {
    let tests = suite.ordered();
    let crashes = tests.iter().enumerate().filter(|(_, test)| test.group == Group::Crash);
    let crashes: Vec<_> =
        crashes.filter_map(|(at, test)| Some((at + 1, test.id, test.fault()?))).collect();
    let unavailable = || crashes.iter().map(|it| (it.1, Sanitized::Unavailable)).collect();
    if crashes.iter().all(|(_, _, fault)| reports(fault.kind).is_none()) {
        return Ok(unavailable());
    }
    let compiler = Compiler::find(options.compiler.as_deref())?;
    let build = tempfile::tempdir()?;
    let stem = Framework::Plain.stem(suite.function_name());
    let program = match compiler.build_sanitized(folder, &stem, layout, build.path()) {
        Ok(program) => program,
        Err(VerifyError::DoesNotCompile { .. }) => return Ok(unavailable()),
        Err(error) => return Err(error),
    };
    let mut said = BTreeMap::new();
    for (number, id, fault) in crashes {
        let Some(words) = reports(fault.kind) else {
            said.insert(id, Sanitized::Unavailable);
            continue;
        };
        let own = build.path().join(format!("run-{number}"));
        std::fs::create_dir(&own)?;
        let mut command = std::process::Command::new(&program);
        command.args(["--run", &number.to_string()]).current_dir(&own).env_clear();
        command.env("ASAN_OPTIONS", ADDRESS_OPTIONS);
        let (end, message) = process::run(&mut command, &own, options.timeout.min(TIMEOUT))?;
        let is_reported = words.iter().any(|word| message.contains(word));
        let confirmed = match is_reported || is_end_of(fault, end) {
            true => Sanitized::Confirmed,
            false => Sanitized::NotConfirmed,
        };
        said.insert(id, confirmed);
    }
    Ok(said)
}

/// Whether the end of a process is the fault itself.
fn is_end_of(fault: &Fault, end: ProcessEnd) -> bool {
    const ABORT: i32 = 6;
    match fault.kind {
        FaultKind::AssertionFailure | FaultKind::Abort => {
            end == ProcessEnd::Signal(fault.signal.unwrap_or(ABORT))
        }
        FaultKind::StepLimit => end == ProcessEnd::Timeout,
        _ => false,
    }
}

/// The words by which sanitizers report a fault; `None` where they do not look for it.
fn reports(kind: FaultKind) -> Option<&'static [&'static str]> {
    Some(match kind {
        FaultKind::NullDereference => &["null pointer", "SEGV"],
        FaultKind::OutOfBounds => &[
            "buffer-overflow",
            "buffer-underflow",
            "buffer-underwrite",
            "out of bounds",
            "insufficient space",
            "negative-size-param",
            "SEGV",
        ],
        FaultKind::UseAfterFree => {
            &["use-after-free", "use-after-return", "use-after-scope", "SEGV"]
        }
        FaultKind::DoubleFree => &["double-free"],
        FaultKind::InvalidFree => &["bad-free", "not malloc()-ed", "alloc-dealloc-mismatch"],
        FaultKind::DivisionByZero => &["division by zero", "FPE"],
        FaultKind::AssertionFailure | FaultKind::Abort => &["ABRT"],
        FaultKind::SignedOverflow => {
            &["signed integer overflow", "cannot be represented", "division of"]
        }
        FaultKind::BadShift => &["shift exponent", "left shift"],
        FaultKind::InvalidPointer => &["SEGV", "misaligned", "invalid"],
        FaultKind::StackOverflow => &["stack-overflow", "SEGV"],
        // The end of the process tells.
        FaultKind::StepLimit => &[],
        FaultKind::Unreachable => &["unreachable"],
        // That is another sanitizer's, which few compilers have.
        FaultKind::UninitialisedRead => return None,
    })
}
