//! Recording queries.
//!
//! A log is one SMT-LIB script: the common beginning of two successive queries stays on the
//! assertion stack, so that any SMT solver can run the log incrementally as well.

use std::fs::File;
use std::io::{self, BufWriter, Read as _, Write};
use std::path::Path;

use clew_logic::smtlib::Printer;
use clew_logic::{TermId, TermPool};

use crate::verdict::Verdict;

/// A log being written. Its terms must all be of one pool.
#[derive(Debug)]
pub struct QueryLog {
    writer: BufWriter<File>,
    printer: Printer,
    asserted: Vec<TermId>,
}

/// What a log begins with.
const HEADING: &[u8] = b"(set-option :global-declarations true)\n(set-logic ALL)\n";

impl QueryLog {
    /// Whether a log may be written to a path: there is nothing, or a log.
    pub fn may_be_written(path: &Path) -> bool {
        match std::fs::symlink_metadata(path) {
            Err(error) => error.kind() == io::ErrorKind::NotFound,
            Ok(data) if !data.is_file() => false,
            Ok(data) if data.len() == 0 => true,
            Ok(_) => {
                let mut start = vec![0; HEADING.len()];
                let read = File::open(path).and_then(|mut file| file.read_exact(&mut start));
                read.is_ok() && start == HEADING
            }
        }
    }

    /// Starts a log in a new file.
    ///
    /// # Errors
    /// When the file cannot be written, or is something else.
    pub fn create(path: &Path) -> io::Result<Self> {
        if !Self::may_be_written(path) {
            return Err(io::ErrorKind::AlreadyExists.into());
        }
        let mut writer = BufWriter::new(File::create(path)?);
        writer.write_all(HEADING)?;
        Ok(QueryLog { writer, printer: Printer::default(), asserted: Vec::new() })
    }

    /// Adds a query and its answer.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn record(
        &mut self,
        pool: &TermPool,
        constraints: &[TermId],
        verdict: &Verdict,
    ) -> io::Result<()> {
        let common = self.asserted.iter().zip(constraints).take_while(|(a, b)| a == b).count();
        let mut text = String::new();
        if self.asserted.len() > common {
            text.push_str(&format!("(pop {})\n", self.asserted.len() - common));
            self.asserted.truncate(common);
        }
        let new = &constraints[common..];
        self.printer.write_definitions(pool, new, &mut text);
        for &constraint in new {
            text.push_str("(push 1)\n(assert ");
            self.printer.write_expression(pool, constraint, &mut text);
            text.push_str(")\n");
            self.asserted.push(constraint);
        }
        text.push_str(&format!("(set-info :status {})\n(check-sat)\n", verdict.name()));
        self.writer.write_all(text.as_bytes())
    }

    /// Writes what is buffered.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn flush(&mut self) -> io::Result<()> {
        self.writer.flush()
    }
}
