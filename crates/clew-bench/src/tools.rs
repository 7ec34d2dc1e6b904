//! The programs that the harness drives: Clew and the compilers.

use crate::error::Error;
use crate::process;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// The root of the workspace.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Where results and fetched packages are kept.
pub(crate) fn target() -> PathBuf {
    root().join("target")
}

/// A C compiler.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Compiler {
    Gcc,
    Clang,
}

impl Compiler {
    pub(crate) fn program(self) -> &'static str {
        match self {
            Compiler::Gcc => "gcc",
            Compiler::Clang => "clang",
        }
    }

    /// The version, as the compiler's first line tells it.
    pub(crate) fn version(self) -> Result<String, Error> {
        first_line(Command::new(self.program()).arg("--version"))
    }
}

/// Where Clew is.
#[derive(Debug)]
pub(crate) struct Tools {
    clew: PathBuf,
}

impl Tools {
    /// Clew as named, or as built beside the running program.
    pub(crate) fn find(named: Option<&Path>) -> Result<Self, Error> {
        let clew = match named {
            Some(clew) => clew.to_owned(),
            None => {
                let own = std::env::current_exe().map_err(Error::file(Path::new("/proc/self")))?;
                own.with_file_name("clew")
            }
        };
        // Commands run in other folders.
        match clew.canonicalize() {
            Ok(clew) => Ok(Self { clew }),
            Err(_) => Err(Error::NoClew(clew)),
        }
    }

    pub(crate) fn clew(&self) -> Command {
        Command::new(&self.clew)
    }

    pub(crate) fn clew_version(&self) -> Result<String, Error> {
        first_line(self.clew().arg("--version"))
    }
}

fn first_line(command: &Command) -> Result<String, Error> {
    let text = process::output_of(command, Duration::from_secs(10))?;
    let text = String::from_utf8_lossy(&text);
    Ok(text.lines().next().unwrap_or_default().trim().to_owned())
}
