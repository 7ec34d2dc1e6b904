//! Input domains: predicates over the parameters of functions, from a small file.
//!
//! ```text
//! # a comment
//! [locate]                     what follows is about the function locate
//! empty: n == 0                a name and a predicate in C
//! n > 0 && v[0] > 9            a predicate alone
//! ```
//!
//! The predicates are parsed behind the file that defines the function, as functions with its
//! parameters, so that they may use whatever the file declares.

use crate::args::Sources;
use crate::diagnostic::UserError;
use crate::load::{self, ForTests, select_functions};
use clew_c::tokens::Tokens;
use clew_criteria::{Criterion, PartitionError, partition_terms};
use clew_ir::{FunctionId, NoBody, Partition, Program, SourceFile, Span};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// Why a partition file cannot be used.
#[derive(Debug, thiserror::Error)]
pub(crate) enum PartitionFileError {
    /// It cannot be read.
    #[error("cannot read {}: {message}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// What the system says.
        message: String,
    },
    /// A line does not say whose inputs it is about.
    #[error("{}:{line}: say which function this is about, as [NAME] on a line above", path.display())]
    WhichFunction {
        /// The file.
        path: PathBuf,
        /// The line.
        line: usize,
    },
    /// A line names a function that is not there.
    #[error("{}:{line}: the files define no function `{name}`", path.display())]
    NoFunction {
        /// The file.
        path: PathBuf,
        /// The line.
        line: usize,
        /// The name.
        name: String,
    },
    /// A line is no predicate.
    #[error("{}:{line}: {error}", path.display())]
    Predicate {
        /// The file.
        path: PathBuf,
        /// The line.
        line: usize,
        /// What is wrong with it.
        error: PartitionError,
    },
}

/// A predicate as it was read.
struct Entry {
    line: usize,
    /// The function of the section it is in.
    function: Option<String>,
    name: String,
    /// Where the predicate begins in its line.
    column: usize,
    predicate: String,
}

/// The criteria of a list, and `partition` where there is a file for it.
pub(crate) fn criteria(list: &str, file: Option<&Path>) -> Result<Vec<Criterion>, UserError> {
    let mut criteria =
        Criterion::parse_list(list).map_err(|error| UserError::Other(error.to_string()))?;
    let is_asked = criteria.contains(&Criterion::Partition);
    match file {
        Some(_) if !is_asked => criteria.push(Criterion::Partition),
        None if is_asked => {
            let message = "the criterion `partition` needs a file of predicates: --partitions FILE";
            return Err(UserError::Other(message.to_owned()));
        }
        _ => {}
    }
    Ok(criteria)
}

/// The program for generating tests, with the input domains of a file.
pub(crate) fn load_with_partitions(
    sources: &Sources,
    how: ForTests<'_>,
    functions: &[String],
    file: Option<&Path>,
    behind: &BTreeMap<PathBuf, String>,
) -> Result<Program, UserError> {
    let program = load::load_for_tests_with(sources, how, behind)?;
    let Some(path) = file else { return Ok(program) };
    let text = std::fs::read_to_string(path).map_err(|error| PartitionFileError::Read {
        path: path.to_owned(),
        message: error.to_string(),
    })?;
    let entries = parse(&text);
    let targets = targets(&program, sources, functions, path, &entries)?;
    let mut appended = appended(&program, path, &entries, &targets);
    for (file, text) in behind {
        appended.entry(file.clone()).or_default().push_str(text);
    }
    let names: Vec<String> = targets.iter().map(|id| program.functions[*id].name.clone()).collect();
    let mut program = load::load_again_for_tests(sources, how, &appended)?;
    attach(&mut program, path, &text, entries.iter().zip(&names))?;
    Ok(program)
}

/// The entries of a file, line by line.
fn parse(text: &str) -> Vec<Entry> {
    let mut function = None;
    let mut entries = Vec::new();
    for (at, line) in text.lines().enumerate() {
        let trimmed = line.trim();
        if trimmed.is_empty() || trimmed.starts_with('#') {
            continue;
        }
        if let Some(name) = trimmed.strip_prefix('[').and_then(|it| it.strip_suffix(']')) {
            function = Some(name.trim().to_owned());
            continue;
        }
        let is_name = |text: &str| {
            text.starts_with(|c: char| c.is_alphabetic())
                && text.chars().all(|c| c.is_alphanumeric() || " _-".contains(c))
        };
        let (name, predicate) = match trimmed.split_once(':') {
            Some((name, predicate)) if is_name(name.trim()) => (name.trim(), predicate.trim()),
            _ => (trimmed, trimmed),
        };
        entries.push(Entry {
            line: at + 1,
            function: function.clone(),
            name: name.to_owned(),
            column: offset_of(line, predicate),
            predicate: predicate.to_owned(),
        });
    }
    entries
}

/// Where a part of a line begins in it.
fn offset_of(line: &str, part: &str) -> usize {
    part.as_ptr() as usize - line.as_ptr() as usize
}

/// The function that each entry is about.
fn targets(
    program: &Program,
    sources: &Sources,
    functions: &[String],
    path: &Path,
    entries: &[Entry],
) -> Result<Vec<FunctionId>, UserError> {
    let selected = select_functions(program, &sources.files, functions)?;
    let target = |entry: &Entry| {
        let (path, line) = (path.to_owned(), entry.line);
        match &entry.function {
            Some(name) => {
                let found = program.function(name).filter(|id| program.functions[*id].body.is_ok());
                let name = name.clone();
                found.ok_or(PartitionFileError::NoFunction { path, line, name })
            }
            None => match selected.as_slice() {
                [function] => Ok(*function),
                _ => Err(PartitionFileError::WhichFunction { path, line }),
            },
        }
    };
    let targets: Result<Vec<_>, _> = entries.iter().map(target).collect();
    Ok(targets?)
}

/// What is parsed behind each file.
fn appended(
    program: &Program,
    path: &Path,
    entries: &[Entry],
    targets: &[FunctionId],
) -> BTreeMap<PathBuf, String> {
    let mut appended: BTreeMap<PathBuf, String> = BTreeMap::new();
    for (at, (entry, target)) in entries.iter().zip(targets).enumerate() {
        let function = &program.functions[*target];
        let Some((file, _)) = program.sources.position(function.span) else { continue };
        let tokens = Tokens::new(file.text());
        let parameters = tokens.parameters(function.span.start as usize, &function.name);
        let (parameters, name) = (parameters.unwrap_or("(void)"), predicate_name(at));
        let text = appended.entry(file.path.clone()).or_default();
        // The predicate stands where the user wrote it, so that messages name its place.
        let (line, file) = (entry.line, path.display());
        let indent = " ".repeat(entry.column);
        let predicate = &entry.predicate;
        let _ = write!(
            text,
            "static int {name}{parameters} {{ if (\n#line {line} \"{file}\"\n\
             {indent}{predicate}) return 1; return 0; }}\n"
        );
    }
    appended
}

/// The name of the function that a predicate becomes.
fn predicate_name(at: usize) -> String {
    format!("clew_partition_{at}")
}

/// Makes input domains of the parsed predicates.
fn attach<'e>(
    program: &mut Program,
    path: &Path,
    text: &str,
    entries: impl Iterator<Item = (&'e Entry, &'e String)>,
) -> Result<(), UserError> {
    let file = program.sources.files.push(SourceFile::new(path.to_owned(), text.as_bytes(), false));
    let starts: Vec<usize> =
        std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
    for (at, (entry, target)) in entries.enumerate() {
        let predicate = program.function(&predicate_name(at));
        let (Some(predicate), Some(function)) = (predicate, program.function(target)) else {
            continue;
        };
        let terms = partition_terms(program, predicate, function).map_err(|error| {
            let (path, line) = (path.to_owned(), entry.line);
            PartitionFileError::Predicate { path, line, error }
        })?;
        let start = (starts[entry.line - 1] + entry.column) as u32;
        let end = start + entry.predicate.len() as u32;
        let span = Span { file: Some(file), start, end, expansion: None };
        let name = entry.name.clone();
        program.partitions.push(Partition { function, name, span, terms });
        // From here on the predicate is no function of the program.
        program.functions[predicate].body = Err(NoBody::Declared);
    }
    Ok(())
}
