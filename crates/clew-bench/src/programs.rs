//! Real programs from registry packages: the machine has to show what the gcc build shows.
//!
//! Each program is one file that says where its sources are; its own C and input are in the
//! crate's `programs/` folder.

mod lua;
mod packages;
mod zlib;

use crate::error::Error;
use crate::subject::Subject;
use crate::table::{Section, Table, seconds, times};
use crate::tools::Tools;
pub(crate) use packages::{Package, Packages};
use std::path::{Path, PathBuf};

/// A program and the package its sources are from.
struct Program {
    package: Package,
    subject: fn(&Path) -> Result<Subject, Error>,
}

const PROGRAMS: [Program; 2] = [lua::PROGRAM, zlib::PROGRAM];

pub(crate) fn run(tools: &Tools) -> Result<Section, Error> {
    let packages = Packages::fetch(PROGRAMS.iter().map(|program| program.package))?;
    let mut table =
        Table::new(&["program", "files", "gcc -O0", "machine", "ratio", "start-up", "output"]);
    let mut missed = Vec::new();
    for program in &PROGRAMS {
        let subject = (program.subject)(&packages.folder(program.package.name)?)?;
        eprintln!("program {} …", subject.name);
        let measured = subject.compare(tools)?;
        // The time of a run that went another way says nothing.
        let (machine, ratio, output) = match &measured.difference {
            None => (seconds(measured.on_machine()), times(measured.ratio()), "same"),
            Some(_) => ("–".to_owned(), "–".to_owned(), "differs"),
        };
        table.row(vec![
            subject.name.clone(),
            subject.sources.len().to_string(),
            seconds(measured.compiled),
            machine,
            ratio,
            seconds(measured.start_up),
            output.to_owned(),
        ]);
        missed.extend(measured.difference.map(|text| format!("{}: {text}", subject.name)));
    }
    Ok(Section { name: "programs", table, missed })
}

/// A file of the harness's own.
fn own(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("programs").join(name)
}

/// The C files of a folder, sorted.
pub(crate) fn c_files(folder: &Path) -> Result<Vec<PathBuf>, Error> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(Error::file(folder))? {
        let path = entry.map_err(Error::file(folder))?.path();
        if path.extension().is_some_and(|extension| extension == "c") {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}
