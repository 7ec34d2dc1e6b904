//! `clew run`: `main` on the machine.

use crate::args::{Check, RunArguments};
use crate::diagnostic::{self, UserError};
use crate::load::load;
use clew_ir::{NoBody, Program};
use clew_vm::libc::{self, HostWorld};
use clew_vm::stop::{Fault, FaultKind, Stop};
use clew_vm::{Checks, Config, Machine};
use std::os::unix::ffi::OsStrExt as _;
use std::process::ExitCode;

pub(crate) fn run(arguments: &RunArguments) -> Result<ExitCode, UserError> {
    let program = load(&arguments.sources)?;
    check_main(&program)?;
    let config = Config {
        checks: Checks {
            signed_overflow: arguments.check.contains(&Check::SignedOverflow),
            bad_shift: arguments.check.contains(&Check::BadShift),
        },
        keeps_going: true,
        max_steps: arguments.max_steps.unwrap_or(u64::MAX),
        natives: libc::native,
        ..Config::default()
    };
    let name = arguments.sources.files[0].with_extension("");
    let name = name.as_os_str().as_bytes().to_vec();
    let mut args = vec![name.clone()];
    args.extend(arguments.arguments.iter().map(|argument| argument.as_bytes().to_vec()));
    let world = HostWorld::new(&String::from_utf8_lossy(&name));
    let report = Machine::new(&program, config, Box::new(world)).run_main(&args);
    for finding in &report.findings {
        report_fault(&program, finding);
    }
    Ok(ExitCode::from(conclude(&program, &report.stop)))
}

fn check_main(program: &Program) -> Result<(), UserError> {
    let Some(main) = program.function("main") else {
        let remedy = "add a file that defines it, or use `clew gen` to test single functions";
        return Err(UserError::Other(format!("no function `main`: {remedy}")));
    };
    match &program.functions[main].body {
        Ok(_) => Ok(()),
        Err(NoBody::Declared) => {
            Err(UserError::Other("`main` is declared but not defined".to_owned()))
        }
        Err(NoBody::Unsupported(unsupported)) => {
            let place = program.sources.describe(unsupported.span);
            let feature = &unsupported.feature;
            Err(UserError::Other(format!("unsupported: {feature} in `main`, at {place}")))
        }
    }
}

/// Reports how the run ended; the exit status is the program's own, or that of the signal which
/// the same fault would raise in compiled code.
fn conclude(program: &Program, stop: &Stop) -> u8 {
    match stop {
        Stop::Return(value) => value.unwrap_or(0) as u8,
        Stop::Exit(status) => *status as u8,
        Stop::Fault(fault) => {
            report_fault(program, fault);
            match fault.signal {
                Some(signal) => SIGNALLED.saturating_add(signal as u8),
                None => fault_status(fault.kind),
            }
        }
        Stop::Interrupted => {
            diagnostic::note("interrupted");
            TIMED_OUT
        }
        Stop::Unsupported(unsupported) => {
            let message = format!("unsupported: {}", unsupported.feature);
            diagnostic::at(&program.sources, unsupported.span, "error:", &message);
            diagnostic::USER_ERROR
        }
    }
}

/// The status `timeout` uses.
const TIMED_OUT: u8 = 124;

/// What a shell adds to the number of the signal that ended a process.
const SIGNALLED: u8 = 128;

/// 128 plus the signal's number, as a shell shows it.
fn fault_status(kind: FaultKind) -> u8 {
    match kind {
        FaultKind::AssertionFailure
        | FaultKind::Abort
        | FaultKind::DoubleFree
        | FaultKind::InvalidFree => 134,
        FaultKind::DivisionByZero | FaultKind::SignedOverflow => 136,
        FaultKind::Unreachable => 132,
        FaultKind::StepLimit => TIMED_OUT,
        FaultKind::NullDereference
        | FaultKind::OutOfBounds
        | FaultKind::UseAfterFree
        | FaultKind::UninitialisedRead
        | FaultKind::BadShift
        | FaultKind::InvalidPointer
        | FaultKind::StackOverflow => 139,
    }
}

/// The longest stack that is shown whole.
const SHOWN_FRAMES: usize = 12;

fn report_fault(program: &Program, fault: &Fault) {
    let sources = &program.sources;
    let label = format!("fault: {}:", fault.kind);
    let message = match fault.kind {
        FaultKind::StepLimit => format!("{} (--max-steps changes the limit)", fault.message),
        _ => fault.message.clone(),
    };
    diagnostic::at(sources, fault.span, &label, &message);
    if let Some(object) = &fault.object {
        diagnostic::note_at(sources, object.made, &format!("{} comes from here", object.name));
        if let Some(freed) = object.freed {
            let end = if object.name.contains("heap") { "was freed" } else { "ended" };
            diagnostic::note_at(sources, freed, &format!("{} {end} here", object.name));
        }
    }
    for (function, span) in fault.stack.iter().skip(1).take(SHOWN_FRAMES) {
        let name = &program.functions[*function].name;
        diagnostic::note(&format!("called from `{name}` at {}", sources.describe(*span)));
    }
    if fault.stack.len() > SHOWN_FRAMES + 1 {
        let more = fault.stack.len() - SHOWN_FRAMES - 1;
        diagnostic::note(&format!("… and {more} more calls"));
    }
}
