//! Recording queries.
//!
//! A log is one SMT-LIB script: the common beginning of two successive queries stays on the
//! assertion stack, so that any SMT solver can run the log incrementally as well.

use std::fs::File;
use std::io::{self, BufWriter, Write};
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

impl QueryLog {
    /// Starts a log in a new file.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn create(path: &Path) -> io::Result<Self> {
        let mut writer = BufWriter::new(File::create(path)?);
        writer.write_all(b"(set-option :global-declarations true)\n(set-logic ALL)\n")?;
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
