//! The functions that the experiments on searching are made on: the open source projects of the paper.

use super::debian;
use crate::error::Error;
use crate::process;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// Which functions, and why these.
const FUNCTIONS: &str = include_str!("../../search/functions.txt");
const LIMIT: Duration = Duration::from_secs(600);

/// A project.
struct Project {
    name: &'static str,
    /// The Debian package with its sources.
    package: &'static str,
    /// Makes the headers that only building it makes.
    prepare: fn(&Path) -> Result<(), Error>,
    /// Folders with headers.
    includes: &'static [&'static str],
    flags: &'static [&'static str],
}

/// A file with the functions taken from it.
#[derive(Clone, Debug)]
pub(super) struct Source {
    pub(super) project: &'static str,
    pub(super) file: PathBuf,
    pub(super) flags: String,
    pub(super) functions: Vec<&'static str>,
}

const PROJECTS: [Project; 3] = [
    Project {
        name: "flex",
        package: "flex",
        prepare: |folder| write_config(folder, include_str!("../../search/flex-config.h")),
        includes: &["src"],
        flags: &["-DHAVE_CONFIG_H"],
    },
    Project {
        name: "make",
        package: "make-dfsg",
        prepare: |folder| write_config(folder, include_str!("../../search/make-config.h")),
        includes: &["src"],
        flags: &[],
    },
    Project {
        name: "bash",
        package: "bash",
        prepare: configure_bash,
        includes: &["", "include", "lib", "lib/readline", "lib/sh", "lib/glob", "builtins"],
        flags: &["-DHAVE_CONFIG_H", "-DSHELL"],
    },
];

fn write_config(folder: &Path, text: &str) -> Result<(), Error> {
    let path = folder.join("src/config.h");
    std::fs::write(&path, text).map_err(Error::file(&path))
}

fn configure_bash(folder: &Path) -> Result<(), Error> {
    let mut configure = Command::new("./configure");
    configure.args(["--quiet", "--disable-nls", "--without-bash-malloc"]).current_dir(folder);
    process::output_of(&configure, LIMIT)?;
    let mut make = Command::new("make");
    make.args(["pathnames.h", "version.h", "builtins/builtext.h"]).current_dir(folder);
    process::output_of(&make, LIMIT).map(drop)
}

/// The names of the projects, in order.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    PROJECTS.iter().map(|project| project.name)
}

/// The sources, fetched; for a trial only one function of each file.
pub(super) fn sources(is_quick: bool) -> Result<Vec<Source>, Error> {
    let mut sources = Vec::new();
    for project in &PROJECTS {
        let folder = debian::sources(project.package, project.prepare)?;
        let includes = project.includes.iter().map(|it| format!("-I{}", folder.join(it).display()));
        let flags: Vec<String> =
            includes.chain(project.flags.iter().map(|flag| (*flag).to_owned())).collect();
        for (file, functions) in functions_of(project.name) {
            sources.push(Source {
                project: project.name,
                file: folder.join(file),
                flags: flags.join(" "),
                functions: functions.take(if is_quick { 1 } else { usize::MAX }).collect(),
            });
        }
    }
    Ok(sources)
}

/// The files of a project with their functions.
fn functions_of(
    project: &str,
) -> impl Iterator<Item = (&'static str, impl Iterator<Item = &'static str>)> {
    FUNCTIONS.lines().filter(|line| !line.starts_with('#')).filter_map(move |line| {
        let mut words = line.split_whitespace();
        let is_of_project = words.next() == Some(project);
        let file = words.next().filter(|_| is_of_project)?;
        Some((file, words))
    })
}
