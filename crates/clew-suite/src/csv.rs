//! Tables of inputs: the first row names them, each further row is a test.

use crate::Suite;
use crate::error::{QuotePlace, SuiteError, TextError};
use crate::values::Giver;
use clew_ir::Program;
use clew_symbolic::Entry;
use serde_json::Value as Json;
use std::path::{Path, PathBuf};

/// A table as it was read.
pub(crate) struct Table {
    path: PathBuf,
    columns: Vec<String>,
    rows: Vec<Row>,
}

/// A row, and the line it begins on.
struct Row {
    line: usize,
    cells: Vec<String>,
}

impl Table {
    /// Reads a table; the cells of a row are separated by commas, and may be in double quotes.
    pub(crate) fn parse(path: &Path, text: &str) -> Result<Self, SuiteError> {
        let mut rows = rows(path, text)?.into_iter();
        let Some(header) = rows.next() else {
            return Err(SuiteError::text(path, 1, TextError::NoHeader));
        };
        let columns: Vec<String> = header.cells.iter().map(|it| it.trim().to_owned()).collect();
        let is_before = |(at, name): &(usize, &String)| columns[..*at].contains(name);
        if let Some((_, name)) = columns.iter().enumerate().find(is_before) {
            let error = TextError::SameColumns(name.clone());
            return Err(SuiteError::text(path, header.line, error));
        }
        let rows: Vec<Row> = rows.collect();
        for row in &rows {
            if row.cells.len() != columns.len() {
                let (has, wants) = (row.cells.len(), columns.len());
                let error = TextError::Cells { has, wants, quote: quote_place(&row.cells) };
                return Err(SuiteError::text(path, row.line, error));
            }
        }
        Ok(Self { path: path.to_owned(), columns, rows })
    }

    /// The tests, as inputs of an entry.
    pub(crate) fn suite(&self, program: &Program, entry: Entry) -> Result<Suite, SuiteError> {
        let mut giver = Giver::new(program, entry);
        let mut tests = Vec::new();
        for (at, row) in self.rows.iter().enumerate() {
            for (column, cell) in self.columns.iter().zip(&row.cells) {
                if !cell.trim().is_empty() {
                    giver.input(column, &value(cell)).map_err(|error| {
                        SuiteError::text(&self.path, row.line, TextError::Value(Box::new(error)))
                    })?;
                }
            }
            tests.push((format!("test {}", at + 1), giver.finish_test()));
        }
        Ok(Suite::alike(entry, giver.bounds(), tests))
    }
}

/// A cell as JSON, or as the text it is.
fn value(cell: &str) -> Json {
    if cell.trim() == "NULL" {
        return Json::Null;
    }
    match serde_json::from_str(cell) {
        Ok(value @ (Json::Array(_) | Json::Object(_) | Json::Null | Json::Bool(_))) => value,
        // A number keeps its digits until its type is known; quotes are part of no text.
        Ok(Json::String(text)) => Json::String(text),
        _ => Json::String(cell.to_owned()),
    }
}

/// The rows that are not empty. Quotes are as RFC 4180 has them: a cell begins with its quote.
fn rows(path: &Path, text: &str) -> Result<Vec<Row>, SuiteError> {
    // A quote that is not closed swallows all that comes behind it, a row of our own too.
    const LAST: &str = "end";
    let marked = format!("{text}\n{LAST}\n");
    let mut reader = csv::ReaderBuilder::new();
    let mut reader = reader.has_headers(false).flexible(true).from_reader(marked.as_bytes());
    let mut rows = Vec::new();
    for record in reader.records() {
        let record = record.map_err(|error| SuiteError::text(path, 1, TextError::Table(error)))?;
        let line = record.position().map_or(1, |start| first_line(&marked, start));
        rows.push(Row { line, cells: record.iter().map(str::to_owned).collect() });
    }
    match rows.pop() {
        Some(last) if last.cells != [LAST] => {
            return Err(SuiteError::text(path, last.line, TextError::OpenQuote));
        }
        _ => {}
    }
    rows.retain(|row| row.cells.iter().any(|cell| !cell.trim().is_empty()));
    Ok(rows)
}

/// The line that a row begins on; empty lines before it count as a part of it to the reader.
fn first_line(text: &str, start: &csv::Position) -> usize {
    let bytes = text.bytes().skip(start.byte() as usize);
    let skipped = bytes.take_while(|byte| matches!(byte, b'\r' | b'\n'));
    start.line() as usize + skipped.filter(|byte| *byte == b'\n').count()
}

/// Where the quotes of a row stand.
fn quote_place(cells: &[String]) -> QuotePlace {
    let is_behind = |cell: &String| !cell.starts_with('"') && cell.trim_start().starts_with('"');
    if cells.iter().any(is_behind) { QuotePlace::BehindBlanks } else { QuotePlace::First }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_and_empty_lines() {
        let table = Table::parse(
            Path::new("t.csv"),
            "n, v\r\n3,\"[1, 2, 3]\"\n\n-1,\"say \"\"no\"\", twice\"",
        );
        let table = table.expect("a table");
        assert_eq!(table.columns, ["n", "v"]);
        let cells: Vec<_> =
            table.rows.iter().map(|row| (row.line, row.cells[1].as_str())).collect();
        assert_eq!(cells, [(2, "[1, 2, 3]"), (4, "say \"no\", twice")]);
    }

    #[test]
    fn mistakes_have_lines() {
        let message = |text| Table::parse(Path::new("t.csv"), text).err().map(|e| e.to_string());
        let missing = "t.csv:3: the row has 1 cells, the first row names 2".to_owned();
        assert_eq!(message("a,b\n1,2\n3\n"), Some(missing));
        let open = "t.csv:2: a quote in this row is not closed".to_owned();
        assert_eq!(message("a\n\"1\n"), Some(open.clone()));
        assert_eq!(message("a\n\"1\"\"\n2\n"), Some(open));
        assert!(message("").is_some());
        let blank = "t.csv:2: the row has 3 cells, the first row names 2; write a quote right \
                     behind its comma";
        assert_eq!(message("a,b\n3, \"[1,2]\"\n"), Some(blank.to_owned()));
        let twice = "t.csv:1: two columns have the name `a`".to_owned();
        assert_eq!(message("a,b, a\n1,2,3\n"), Some(twice));
    }
}
