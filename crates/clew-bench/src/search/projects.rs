//! The functions that the experiments on searching are made on: of the open source projects of the
//! paper, and of libraries.

use super::debian;
use crate::error::Error;
use crate::process;
use crate::programs::{Package, Packages};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// Which functions, and why these.
const FUNCTIONS: &str = include_str!("../../search/functions.txt");
const LIMIT: Duration = Duration::from_secs(600);

/// Which projects an experiment is made on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Scope {
    /// Those of the paper.
    Paper,
    /// Libraries too.
    All,
}

/// A project.
struct Project {
    name: &'static str,
    origin: Origin,
    /// Where the files are.
    folder: &'static str,
    /// Folders with headers.
    includes: &'static [&'static str],
    flags: &'static [&'static str],
}

/// Where sources are from.
#[derive(Clone, Copy)]
enum Origin {
    /// A Debian package, and what makes the headers that only building it makes.
    Debian(&'static str, fn(&Path) -> Result<(), Error>),
    /// A package of Cargo's registry.
    Cargo(Package),
}

/// A file with the functions taken from it.
#[derive(Clone, Debug)]
pub(super) struct Source {
    pub(super) project: &'static str,
    pub(super) file: PathBuf,
    pub(super) flags: String,
    pub(super) functions: Vec<&'static str>,
}

const PROJECTS: [Project; 10] = [
    Project {
        name: "flex",
        origin: Origin::Debian("flex", |folder| {
            write_config(folder, include_str!("../../search/flex-config.h"))
        }),
        folder: "",
        includes: &["src"],
        flags: &["-DHAVE_CONFIG_H"],
    },
    Project {
        name: "make",
        origin: Origin::Debian("make-dfsg", |folder| {
            write_config(folder, include_str!("../../search/make-config.h"))
        }),
        folder: "",
        includes: &["src"],
        flags: &[],
    },
    Project {
        name: "bash",
        origin: Origin::Debian("bash", configure_bash),
        folder: "",
        includes: &["", "include", "lib", "lib/readline", "lib/sh", "lib/glob", "builtins"],
        flags: &["-DHAVE_CONFIG_H", "-DSHELL"],
    },
    Project {
        name: "Lua",
        origin: Origin::Cargo(Package { name: "lua-src", version: "551.1.0" }),
        folder: "lua-5.4.9",
        includes: &[""],
        flags: &[],
    },
    Project {
        name: "libyaml",
        origin: Origin::Cargo(Package { name: "libyaml-sys", version: "0.1.0" }),
        folder: "libyaml/src",
        includes: &["", "../include"],
        flags: &[
            "-DYAML_VERSION_STRING=\\\"0.2.4\\\"",
            "-DYAML_VERSION_MAJOR=0",
            "-DYAML_VERSION_MINOR=2",
            "-DYAML_VERSION_PATCH=4",
        ],
    },
    Project {
        name: "QuickJS",
        origin: Origin::Cargo(Package { name: "quickjs-sys", version: "0.1.0" }),
        folder: "quickjs-2019-07-09",
        includes: &[""],
        flags: &[],
    },
    Project {
        name: "zlib",
        origin: Origin::Cargo(Package { name: "libz-sys", version: "1.1.31" }),
        folder: "src/zlib",
        includes: &[""],
        flags: &["-DSTDC"],
    },
    Project {
        name: "bzip2",
        origin: Origin::Cargo(Package { name: "bzip2-sys", version: "0.1.13+1.0.8" }),
        folder: "bzip2-1.0.8",
        includes: &[""],
        flags: &[],
    },
    Project {
        name: "lz4",
        origin: Origin::Cargo(Package { name: "lz4-sys", version: "1.11.1+lz4-1.10.0" }),
        folder: "liblz4/lib",
        includes: &[""],
        flags: &[],
    },
    Project {
        name: "expat",
        origin: Origin::Cargo(Package { name: "expat-sys", version: "2.1.6" }),
        folder: "expat/lib",
        includes: &[""],
        flags: &["-DHAVE_MEMMOVE"],
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

fn in_scope(scope: Scope) -> impl Iterator<Item = &'static Project> {
    let is_in = move |project: &&Project| {
        scope == Scope::All || matches!(project.origin, Origin::Debian(..))
    };
    PROJECTS.iter().filter(is_in)
}

/// The names of the projects, in order.
pub(super) fn names(scope: Scope) -> impl Iterator<Item = &'static str> {
    in_scope(scope).map(|project| project.name)
}

/// The sources, fetched; for a trial only one function of each file.
pub(super) fn sources(scope: Scope, is_quick: bool) -> Result<Vec<Source>, Error> {
    let packages = in_scope(scope).filter_map(|project| match project.origin {
        Origin::Cargo(package) => Some(package),
        Origin::Debian(..) => None,
    });
    let packages = Packages::fetch(packages)?;
    let mut sources = Vec::new();
    for project in in_scope(scope) {
        let folder = match project.origin {
            Origin::Debian(package, prepare) => debian::sources(package, prepare)?,
            Origin::Cargo(package) => packages.folder(package.name)?,
        };
        let folder = folder.join(project.folder);
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
