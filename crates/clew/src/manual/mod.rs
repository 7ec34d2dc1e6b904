//! The manual, made from the code: man pages, the tables of `docs/reference/`, and what the program
//! was built with.

mod groups;
mod tables;

pub(crate) use tables::tables;

use crate::args::Arguments;
use clap::CommandFactory as _;
use std::path::Path;

/// All commands with their flags, those of `clew gen` in groups.
pub(crate) fn command() -> clap::Command {
    groups::grouped(Arguments::command())
}

/// Writes `clew.1`, and `clew-COMMAND.1` for each command.
pub(crate) fn man(folder: &Path) -> std::io::Result<()> {
    std::fs::create_dir_all(folder)?;
    clap_mangen::generate_to(command(), folder)
}

/// What `clew --version` prints after the version.
pub(crate) fn built_with() -> String {
    let commit = option_env!("CLEW_COMMIT").filter(|it| !it.is_empty());
    let commit = commit.map_or(String::new(), |it| format!("commit: {it}\n"));
    let clang = clew_c::clang_in_use().unwrap_or_else(|error| error.to_string());
    let (rustc, target) = (env!("CLEW_RUSTC"), env!("CLEW_TARGET"));
    format!("{commit}built by: {rustc} for {target}\nclang: {clang}\n")
}
