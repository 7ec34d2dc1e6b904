//! The time from C to the program model, beyond what clang itself takes.

mod source;

use crate::error::Error;
use crate::process;
use crate::subject::Subject;
use crate::table::{Section, Table, seconds};
use crate::tools::{Compiler, Tools};
use std::path::Path;
use std::process::Command;
use std::time::Duration;

/// How long a file of 1,000 lines may take beyond clang's own time.
const GOAL: Duration = Duration::from_millis(500);

const LINES: usize = 1000;
const ROUNDS: usize = 5;
const LIMIT: Duration = Duration::from_secs(60);

pub(crate) fn run(tools: &Tools) -> Result<Section, Error> {
    let temporary = |source| Error::File { path: std::env::temp_dir(), source };
    let folder = tempfile::tempdir().map_err(temporary)?;
    let mut table = Table::new(&["file", "lines", "clang alone", "clew ir", "beyond clang"]);
    let mut missed = Vec::new();
    let text = source::generate(LINES);
    for (name, text) in [("empty main", source::EMPTY), ("usual headers, varied code", &text)] {
        eprintln!("lowering {name} …");
        let file = folder.path().join("file.c");
        std::fs::write(&file, text).map_err(Error::file(&file))?;
        check(tools, &file, &mut missed)?;
        let (clang, clew) = measure(tools, &file)?;
        let beyond = clew.saturating_sub(clang);
        if beyond > GOAL {
            let (beyond, goal) = (seconds(beyond), seconds(GOAL));
            missed.push(format!("{name}: {beyond} beyond clang's own is more than {goal}"));
        }
        let lines = text.lines().count().to_string();
        table.row(vec![name.to_owned(), lines, seconds(clang), seconds(clew), seconds(beyond)]);
    }
    Ok(Section { name: "lowering", table, missed })
}

/// The generated program has to mean the same on the machine, or the time says nothing.
fn check(tools: &Tools, file: &Path, missed: &mut Vec<String>) -> Result<(), Error> {
    let subject = Subject {
        name: "lowering".to_owned(),
        sources: vec![file.to_owned()],
        cflags: Vec::new(),
        arguments: Vec::new(),
    };
    missed.extend(subject.compare(tools)?.difference.map(|text| format!("lowering: {text}")));
    Ok(())
}

/// The least time of clang's dump alone, and of all that `clew ir` does.
fn measure(tools: &Tools, file: &Path) -> Result<(Duration, Duration), Error> {
    let mut clang = Command::new(Compiler::Clang.program());
    clang.args(["-w", "-fsyntax-only", "-Xclang", "-ast-dump=json"]).arg(file);
    let mut clew = tools.clew();
    clew.arg("ir").arg(file);
    let mut best = (Duration::MAX, Duration::MAX);
    for _ in 0..ROUNDS {
        best.0 = best.0.min(process::time_of(&clang, LIMIT)?);
        best.1 = best.1.min(process::time_of(&clew, LIMIT)?);
    }
    Ok(best)
}
