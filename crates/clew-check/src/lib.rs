//! Checks certificates of infeasible objectives, with a semantics of its own.
//!
//! A program and a certificate come as text (`docs/certificates.md` says how). From these alone
//! the verification conditions are made again, and z3 and cvc5 are asked for each.
//!
//! **Architecture invariant:** nothing here uses another crate of the workspace. What this crate
//! accepts does not rest on the code that found it.

mod certificate;
mod error;
mod facts;
pub mod folder;
mod graph;
mod program;
mod reader;
mod report;
mod semantics;
mod sexpr;
mod solver;
mod term;
mod verify;

pub use error::CheckError;
pub use program::{Extent, Written};
pub use report::{About, Claim, Report, Subject, Verdict};
pub use semantics::EntryKind;
pub use solver::{Answer, Judge};

use std::time::Duration;

/// How long each solver may think about each claim, unless it is said otherwise.
pub const DEFAULT_LIMIT: Duration = Duration::from_secs(20);

/// Expressions nest as deep as the user wrote them.
const STACK: usize = 1 << 29;

/// A program that has been read, to check certificates against.
#[derive(Debug)]
pub struct Model {
    program: program::Program,
}

impl Model {
    /// Reads the text of a program.
    ///
    /// # Errors
    ///
    /// When the text is not that of a program.
    pub fn read(text: &str) -> Result<Self, CheckError> {
        with_stack(|| Ok(Self { program: reader::read_program(text)? }))
    }

    /// How many functions have a body.
    pub fn defined_functions(&self) -> usize {
        self.program.functions.values().filter(|function| function.has_body()).count()
    }

    /// Checks one or more certificates; solvers have `limit` for each claim.
    ///
    /// # Errors
    ///
    /// When the text is no certificate, a certificate no argument for its objectives, or a solver
    /// is not there.
    pub fn check(&self, certificates: &str, limit: Duration) -> Result<Report, CheckError> {
        with_stack(|| self.check_with(certificates, &mut solver::Solvers::new(limit)))
    }

    /// Checks certificates by another judge than z3 and cvc5: before something is claimed, with
    /// the solver that is at hand. It is asked for in the thread that works. A claim is then proved
    /// by one.
    ///
    /// # Errors
    ///
    /// When the text is no certificate, or a certificate no argument for its objectives.
    pub fn check_by(
        &self,
        certificates: &str,
        judge: &(dyn Fn() -> Judge + Sync),
    ) -> Result<Report, CheckError> {
        with_stack(|| self.check_with(certificates, &mut judge()))
    }

    /// Checks certificates on a thread whose stack is deep.
    fn check_with(
        &self,
        certificates: &str,
        judges: &mut dyn solver::Judges,
    ) -> Result<Report, CheckError> {
        let mut report = Report::default();
        for certificate in certificate::read_certificates(&self.program, certificates)? {
            report.add(verify::verify(&self.program, &certificate, judges)?);
        }
        Ok(report)
    }
}

/// Checks a certificate against the text of a program.
///
/// # Errors
///
/// As [`Model::read`] and [`Model::check`].
pub fn check_certificate(program: &str, certificate: &str) -> Result<Report, CheckError> {
    Model::read(program)?.check(certificate, DEFAULT_LIMIT)
}

/// Runs something on a thread with a deep stack.
fn with_stack<T: Send>(
    work: impl FnOnce() -> Result<T, CheckError> + Send,
) -> Result<T, CheckError> {
    std::thread::scope(|scope| {
        let worker = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
        match worker.map(std::thread::ScopedJoinHandle::join) {
            Ok(Ok(result)) => result,
            Ok(Err(panic)) => std::panic::resume_unwind(panic),
            Err(error) => Err(CheckError::argument(format!("no thread: {error}"))),
        }
    })
}
