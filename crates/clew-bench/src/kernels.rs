//! The speed of the machine on compute kernels, as a ratio to gcc -O0 in the same run.

use crate::error::Error;
use crate::subject::Subject;
use crate::table::{Section, Table, seconds, times};
use crate::tools::{Tools, root};
use clap::Args;
use std::path::{Path, PathBuf};

/// Which kernels, and how large.
#[derive(Args, Debug)]
pub(crate) struct KernelArguments {
    /// Only the kernels with these names
    #[arg(long = "kernel", value_name = "NAME")]
    kernels: Vec<String>,
    /// Run each at the size its header names (about a second of compiled code) instead of a third
    #[arg(long)]
    full: bool,
}

/// How many times slower than gcc -O0 the machine may be.
const GOAL: f64 = 20.0;

pub(crate) fn run(tools: &Tools, arguments: &KernelArguments) -> Result<Section, Error> {
    let mut table = Table::new(&["kernel", "gcc -O0", "machine", "ratio", "start-up"]);
    let mut missed = Vec::new();
    for path in files()? {
        let kernel = kernel(&path, arguments.full)?;
        if !arguments.kernels.is_empty() && !arguments.kernels.contains(&kernel.name) {
            continue;
        }
        eprintln!("kernel {} …", kernel.name);
        let measured = kernel.compare(tools)?;
        if let Some(difference) = measured.difference {
            missed.push(format!("{}: {difference}", kernel.name));
            continue;
        }
        let ratio = measured.ratio();
        if ratio > GOAL {
            missed.push(format!("{}: {} is more than {}", kernel.name, times(ratio), times(GOAL)));
        }
        table.row(vec![
            kernel.name,
            seconds(measured.compiled),
            seconds(measured.on_machine()),
            times(ratio),
            seconds(measured.start_up),
        ]);
    }
    Ok(Section { name: "kernels", table, missed })
}

/// The kernels, sorted.
fn files() -> Result<Vec<PathBuf>, Error> {
    let folder = root().join("tests/bench/kernels");
    let folder = folder.canonicalize().map_err(Error::file(&folder))?;
    let mut files = Vec::new();
    for entry in std::fs::read_dir(&folder).map_err(Error::file(&folder))? {
        let path = entry.map_err(Error::file(&folder))?.path();
        if path.extension().is_some_and(|extension| extension == "c") {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

/// A kernel with the flags and the size of its header (`tests/README.md` describes the keys).
fn kernel(path: &Path, full: bool) -> Result<Subject, Error> {
    let text = std::fs::read_to_string(path).map_err(Error::file(path))?;
    let value = |key: &str| {
        let header = text.lines().map_while(|line| line.strip_prefix("// "));
        header.filter_map(|line| line.split_once(": ")).find(|(known, _)| *known == key)
    };
    let words = |key| {
        let value = value(key).map_or("", |(_, value)| value);
        value.split_whitespace().map(str::to_owned).collect::<Vec<_>>()
    };
    Ok(Subject {
        name: path.file_stem().unwrap_or_default().to_string_lossy().into_owned(),
        sources: vec![path.to_owned()],
        cflags: words("cflags"),
        arguments: if full { words("size") } else { Vec::new() },
    })
}
