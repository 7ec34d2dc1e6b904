//! The user's compiler, and the gcov that reads its counters.

use super::{VerifyError, process};
use crate::sources::Layout;
use std::ffi::OsStr;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A compiler that can be run.
pub(super) struct Compiler {
    /// The command, with its own flags.
    words: Vec<String>,
    /// `gcc 12.2.0`.
    pub(super) version: String,
    /// The gcov that goes with it.
    gcov: Option<String>,
}

/// A suite, compiled.
pub(super) struct Built {
    /// Where the program and the notes for gcov are.
    pub(super) folder: PathBuf,
    pub(super) program: PathBuf,
    pub(super) gcov: Option<String>,
}

impl Compiler {
    /// The compiler asked for. gcov reads gcc's counters only: where the compiler is clang, gcc
    /// takes its place if there is one, else the tests run without coverage.
    pub(super) fn find(asked: Option<&str>) -> Result<Self, VerifyError> {
        let from_environment = || std::env::var("CC").ok().filter(|name| !name.trim().is_empty());
        let asked = asked.map(str::to_owned).or_else(from_environment);
        let compiler = Self::new(asked.as_deref().unwrap_or("cc"))?;
        match compiler.gcov {
            None => Ok(Self::new("gcc").ok().filter(|gcc| gcc.gcov.is_some()).unwrap_or(compiler)),
            Some(_) => Ok(compiler),
        }
    }

    fn new(command: &str) -> Result<Self, VerifyError> {
        let words: Vec<String> = command.split_whitespace().map(str::to_owned).collect();
        let no_compiler = |source| VerifyError::NoCompiler { name: command.to_owned(), source };
        let output = run(&words, ["--version"]).map_err(no_compiler)?;
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let line = text.lines().next().unwrap_or_default();
        if let Some((_, version)) = line.split_once("clang version ") {
            let number = version.split_whitespace().next().unwrap_or_default();
            return Ok(Self { words, version: format!("clang {number}"), gcov: None });
        }
        let number = run(&words, ["-dumpfullversion"]).map_err(no_compiler)?;
        let number = String::from_utf8_lossy(&number.stdout).trim().to_owned();
        let gcov = run(&words, ["-print-prog-name=gcov"]).map_err(no_compiler)?;
        let gcov = String::from_utf8_lossy(&gcov.stdout).trim().to_owned();
        let has_gcov = process::apart(Command::new(&gcov).arg("--version")).output().is_ok();
        Ok(Self { words, version: format!("gcc {number}"), gcov: has_gcov.then_some(gcov) })
    }

    /// Compiles a suite with counters.
    pub(super) fn build(
        &self,
        folder: &Path,
        stem: &str,
        layout: &Layout,
        into: &Path,
    ) -> Result<Built, VerifyError> {
        // The counters' paths are made from it, and a link in it would not be stripped.
        let into = into.canonicalize()?;
        let coverage: &[&str] = if self.gcov.is_some() { &["--coverage"] } else { &[] };
        let program = self.compile(folder, stem, layout, &into, coverage)?;
        Ok(Built { folder: into, program, gcov: self.gcov.clone() })
    }

    /// Compiles a suite with the sanitizers of addresses and undefined behaviour; its program.
    pub(super) fn build_sanitized(
        &self,
        folder: &Path,
        stem: &str,
        layout: &Layout,
        into: &Path,
    ) -> Result<PathBuf, VerifyError> {
        let flags = ["-fsanitize=address,undefined", "-fno-omit-frame-pointer"];
        self.compile(folder, stem, layout, &into.canonicalize()?, &flags)
    }

    /// Parses a suite's own file.
    pub(super) fn parse(
        &self,
        folder: &Path,
        stem: &str,
        layout: &Layout,
    ) -> Result<(), VerifyError> {
        let mut command = self.command(folder);
        command.args(layout.flags.iter().filter(|flag| !flag.starts_with("-W")));
        self.check(command.args(["-w", "-fsyntax-only"]).arg(format!("{stem}.c")))
    }

    fn compile(
        &self,
        folder: &Path,
        stem: &str,
        layout: &Layout,
        into: &Path,
        more: &[&str],
    ) -> Result<PathBuf, VerifyError> {
        let own = PathBuf::from(format!("{stem}.c"));
        let mut objects = Vec::new();
        for (number, source) in [&own].into_iter().chain(&layout.separate).enumerate() {
            let object = into.join(format!("part-{number}.o"));
            let mut command = self.command(folder);
            command.args(layout.flags.iter().filter(|flag| !flag.starts_with("-W")));
            command.args(more).args(["-O0", "-g", "-w", "-c"]);
            self.check(command.arg(source).arg("-o").arg(&object))?;
            objects.push(object);
        }
        let program = into.join("suite");
        let mut command = self.command(folder);
        // What the code is for, the linker has to know, too.
        command.args(layout.flags.iter().filter(|flag| flag.starts_with("-m")));
        command.args(more).args(&objects).arg("-o").arg(&program).arg("-lm");
        self.check(&mut command)?;
        Ok(program)
    }

    /// What makes complaints tell columns in bytes.
    pub(super) fn column_flag(&self) -> &'static str {
        match self.version.starts_with("gcc") {
            true => "-fdiagnostics-column-unit=byte",
            false => "-fno-caret-diagnostics",
        }
    }

    pub(super) fn command(&self, folder: &Path) -> Command {
        let mut command = Command::new(&self.words[0]);
        command.args(&self.words[1..]).current_dir(folder);
        command
    }

    pub(super) fn check(&self, command: &mut Command) -> Result<(), VerifyError> {
        let output = process::apart(command).output()?;
        if output.status.success() {
            return Ok(());
        }
        let message = String::from_utf8_lossy(&output.stderr).trim_end().to_owned();
        Err(VerifyError::DoesNotCompile { compiler: self.version.clone(), message })
    }
}

fn run<S: AsRef<OsStr>>(words: &[String], args: impl IntoIterator<Item = S>) -> io::Result<Output> {
    let (program, own) = words.split_first().ok_or(io::ErrorKind::NotFound)?;
    process::apart(Command::new(program).args(own).args(args)).output()
}
