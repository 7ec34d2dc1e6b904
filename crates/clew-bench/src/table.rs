//! Tables in Markdown, and the sections they stand in.

use std::fmt;
use std::time::Duration;

/// A table; the first column is text, the others are numbers.
#[derive(Debug)]
pub(crate) struct Table {
    rows: Vec<Vec<String>>,
}

impl Table {
    pub(crate) fn new(headings: &[&str]) -> Self {
        Self { rows: vec![headings.iter().map(ToString::to_string).collect()] }
    }

    pub(crate) fn row(&mut self, cells: Vec<String>) {
        debug_assert_eq!(cells.len(), self.rows[0].len(), "a cell for each heading");
        self.rows.push(cells);
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, row) in self.rows.iter().enumerate() {
            writeln!(f, "| {} |", row.join(" | "))?;
            if index == 0 {
                writeln!(f, "| --- |{}", " ---: |".repeat(row.len() - 1))?;
            }
        }
        Ok(())
    }
}

/// One measurement: its table, and the goals it missed.
#[derive(Debug)]
pub(crate) struct Section {
    /// The name of the subcommand, and of the markers in the document.
    pub(crate) name: &'static str,
    pub(crate) table: Table,
    pub(crate) missed: Vec<String>,
}

impl Section {
    /// Prints the table and what was missed; whether nothing was.
    pub(crate) fn show(&self) -> bool {
        println!("{}", self.table);
        for missed in &self.missed {
            println!("MISSED {missed}");
        }
        self.missed.is_empty()
    }
}

/// A time, for a cell.
pub(crate) fn seconds(time: Duration) -> String {
    format!("{:.3} s", time.as_secs_f64())
}

/// A ratio, for a cell.
pub(crate) fn times(ratio: f64) -> String {
    format!("{ratio:.1}×")
}
