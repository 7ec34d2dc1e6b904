//! Tables of inputs: the first row names them, each further row is a test.

use super::values::Giver;
use super::{Suite, SuiteError};
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
    pub(super) fn parse(path: &Path, text: &str) -> Result<Self, SuiteError> {
        let mut rows = rows(path, text)?.into_iter();
        let Some(header) = rows.next() else {
            return Err(SuiteError::text(path, 1, "the first row names the inputs; there is none"));
        };
        let columns: Vec<String> = header.cells.iter().map(|it| it.trim().to_owned()).collect();
        let is_before = |(at, name): &(usize, &String)| columns[..*at].contains(name);
        if let Some((_, name)) = columns.iter().enumerate().find(is_before) {
            let message = format!("two columns have the name `{name}`");
            return Err(SuiteError::text(path, header.line, message));
        }
        let rows: Vec<Row> = rows.collect();
        for row in &rows {
            if row.cells.len() != columns.len() {
                let (has, wants) = (row.cells.len(), columns.len());
                let message = format!("the row has {has} cells, the first row names {wants}");
                return Err(SuiteError::text(path, row.line, message));
            }
        }
        Ok(Self { path: path.to_owned(), columns, rows })
    }

    /// The tests, as inputs of an entry.
    pub(super) fn suite(&self, program: &Program, entry: Entry) -> Result<Suite, SuiteError> {
        let mut giver = Giver::new(program, entry);
        let mut tests = Vec::new();
        for (at, row) in self.rows.iter().enumerate() {
            for (column, cell) in self.columns.iter().zip(&row.cells) {
                if !cell.trim().is_empty() {
                    giver
                        .input(column, &value(cell))
                        .map_err(|message| SuiteError::text(&self.path, row.line, message))?;
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

fn rows(path: &Path, text: &str) -> Result<Vec<Row>, SuiteError> {
    let mut rows = Vec::new();
    let mut row = Row { line: 1, cells: Vec::new() };
    let (mut line, mut cell) = (1, String::new());
    let mut characters = text.chars().peekable();
    let mut in_quotes = false;
    while let Some(character) = characters.next() {
        line += usize::from(character == '\n');
        match (character, in_quotes) {
            ('"', true) if characters.peek() == Some(&'"') => {
                characters.next();
                cell.push('"');
            }
            ('"', true) => in_quotes = false,
            ('"', false) if cell.trim().is_empty() => {
                cell.clear();
                in_quotes = true;
            }
            (',', false) => row.cells.push(std::mem::take(&mut cell)),
            ('\r', false) => {}
            ('\n', false) => {
                row.cells.push(std::mem::take(&mut cell));
                rows.push(std::mem::replace(&mut row, Row { line, cells: Vec::new() }));
            }
            (character, _) => cell.push(character),
        }
    }
    if in_quotes {
        return Err(SuiteError::text(path, row.line, "a quote in this row is not closed"));
    }
    if !cell.is_empty() || !row.cells.is_empty() {
        row.cells.push(cell);
        rows.push(row);
    }
    rows.retain(|row| row.cells.iter().any(|cell| !cell.trim().is_empty()));
    Ok(rows)
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
        assert_eq!(message("a\n\"1\n"), Some(open));
        assert!(message("").is_some());
        let twice = "t.csv:1: two columns have the name `a`".to_owned();
        assert_eq!(message("a,b, a\n1,2,3\n"), Some(twice));
    }
}
