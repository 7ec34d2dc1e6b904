//! A suite against mutants of the file under test.
//!
//! The plain suite on disk is compiled once with a file that has all mutants in it, and runs once for
//! each: a mutant is killed when a test fails.

use super::compiler::Compiler;
use super::parallel::in_parallel;
use super::process;
use super::{ProcessEnd, VerifyError, VerifyOptions};
use crate::sources::{FOLDER, is_same_file};
use crate::suite::Framework;
use crate::suites::header_name;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;
use tempfile::TempDir;

/// The variable of the environment that chooses a mutant.
const CHOICE: &str = "CLEW_MUTANT";
/// The folder of the file with all mutants.
const MUTANTS: &str = "mutants";
/// How long a test may run: those of the suite itself are quick.
const TEST_SECONDS: u32 = 2;

/// A suite, and a file with all mutants.
#[derive(Clone, Copy, Debug)]
pub struct MutantSource<'a> {
    /// The suite's folder.
    pub folder: &'a Path,
    /// The function under test.
    pub function: &'a str,
    /// The user's file.
    pub file: &'a Path,
    /// The file with all mutants.
    pub text: &'a str,
    /// The variable that chooses one.
    pub choice: &'a str,
}

/// A suite that was compiled with all mutants.
pub struct MutantSuite {
    folder: TempDir,
    program: PathBuf,
}

/// Why there is no such suite.
#[derive(Debug, thiserror::Error)]
pub enum MutantError {
    /// The compiler complains of these places (line and column) of the file with the mutants.
    #[error("{message}")]
    Rejected {
        /// The places.
        places: Vec<(usize, usize)>,
        /// What it says.
        message: String,
    },
    /// There is no suite of the function in the folder.
    #[error("there is no suite of `{function}` in {}", folder.display())]
    NoSuite {
        /// The function.
        function: String,
        /// The folder.
        folder: PathBuf,
    },
    /// The compiler cannot be run, or does not take the suite.
    #[error(transparent)]
    Other(#[from] VerifyError),
}

impl MutantSuite {
    /// Compiles a suite with all mutants.
    ///
    /// # Errors
    /// When the compiler does not take it, or there is none.
    pub fn build(source: &MutantSource<'_>) -> Result<Self, MutantError> {
        let stem = Framework::Plain.stem(source.function);
        let header = header_name(source.function);
        let read = |name: &str| {
            std::fs::read_to_string(source.folder.join(name)).map_err(|_| MutantError::NoSuite {
                function: source.function.to_owned(),
                folder: source.folder.to_owned(),
            })
        };
        let (suite, included) = (read(&format!("{stem}.c"))?, read(&header)?);
        let io = |error| MutantError::Other(VerifyError::Io(error));
        let folder = tempfile::tempdir().map_err(io)?;
        // By its own name: a file may include itself.
        let mutants = folder.path().join(MUTANTS);
        std::fs::create_dir(&mutants).map_err(io)?;
        let mutants = mutants.join(source.file.file_name().unwrap_or_default());
        let text = with_mutants(&included, source, &mutants);
        for (name, text) in [(format!("{stem}.c"), suite.as_str()), (header, &text)] {
            std::fs::write(folder.path().join(name), text).map_err(io)?;
        }
        std::fs::write(&mutants, source.text).map_err(io)?;
        let program = folder.path().join("suite");
        compile(source, &stem, folder.path(), &program)?;
        Ok(Self { folder, program })
    }

    /// Whether the suite passes with a mutant; 0 is none.
    ///
    /// # Errors
    /// When the suite cannot be run.
    pub fn passes(&self, mutant: usize) -> Result<bool, VerifyError> {
        let own = self.folder.path().join(format!("run-{mutant}"));
        std::fs::create_dir(&own)?;
        let mut command = Command::new(&self.program);
        command.arg("--brief").current_dir(&own).env(CHOICE, mutant.to_string());
        let (end, _) = process::run(&mut command, &own, Duration::from_secs(60))?;
        std::fs::remove_dir_all(&own)?;
        Ok(end == ProcessEnd::Exit(0))
    }

    /// Which of these mutants are killed, several at once.
    ///
    /// # Errors
    /// When the suite cannot be run.
    pub fn killed(&self, mutants: &[usize]) -> Result<Vec<bool>, VerifyError> {
        let killed = |_, mutant: &usize| self.passes(*mutant).map(|passes| !passes);
        in_parallel(mutants, killed).into_iter().collect()
    }
}

/// The header of a suite with the mutants in the place of the user's file. Other files are named
/// from the root, since the header is elsewhere.
fn with_mutants(header: &str, source: &MutantSource<'_>, mutants: &Path) -> String {
    let choice = source.choice;
    let mut text = format!(
        "static int {choice};\nextern char *clew_variable(const char *name) __asm__(\"getenv\");\n\
         __attribute__((constructor)) static void clew_choose(void) {{\n    \
         const char *digit = clew_variable(\"{CHOICE}\");\n    \
         while (digit != 0 && *digit >= '0' && *digit <= '9')\n        \
         {choice} = 10 * {choice} + (*digit++ - '0');\n}}\n"
    );
    for line in header.lines() {
        let name = line.strip_prefix("#include \"").and_then(|it| it.strip_suffix('"'));
        match name.map(|name| source.folder.join(name)) {
            Some(path) => {
                // A copy is known by its name.
                let is_copy = name.is_some_and(|name| Path::new(name).starts_with(FOLDER))
                    && path.file_name() == source.file.file_name();
                let is_own = is_copy || is_same_file(&path, source.file);
                let path = if is_own { mutants.to_owned() } else { crate::sources::real(&path) };
                text.push_str(&format!("#include \"{}\"\n", path.display()));
            }
            None => {
                text.push_str(line);
                text.push('\n');
            }
        }
    }
    text
}

fn compile(
    source: &MutantSource<'_>,
    stem: &str,
    folder: &Path,
    program: &Path,
) -> Result<(), MutantError> {
    let compiler = Compiler::find(VerifyOptions::default().compiler.as_deref())?;
    let line = |file: String, key: &str| {
        let text = std::fs::read_to_string(source.folder.join(file)).unwrap_or_default();
        let found = text.lines().find_map(|line| line.split_once(key)).map(|(_, it)| it.to_owned());
        found.map_or_else(Vec::new, |text| clew_c::words(&text))
    };
    let flags = line("clew-tests.mk".to_owned(), "USER_FLAGS := ");
    let separate = line(format!("test_{}.mk", source.function), "SOURCES = ");
    let beside = source.file.parent().map(crate::sources::real).unwrap_or_default();
    let mut command = compiler.command(source.folder);
    command.args(flags.iter().filter(|flag| !flag.starts_with("-W")));
    command.arg("-iquote").arg(beside).arg(format!("-DCLEW_SECONDS={TEST_SECONDS}"));
    command.args(["-O0", "-w", compiler.column_flag()]).arg(folder.join(format!("{stem}.c")));
    command.args(&separate).arg("-o").arg(program).arg("-lm");
    match compiler.check(&mut command) {
        Err(VerifyError::DoesNotCompile { compiler, message }) => {
            let name = source.file.file_name().unwrap_or_default().to_string_lossy();
            let places = complaints(&message, &format!("{MUTANTS}/{name}:"));
            Err(match places.is_empty() {
                true => VerifyError::DoesNotCompile { compiler, message }.into(),
                false => MutantError::Rejected { places, message },
            })
        }
        other => Ok(other?),
    }
}

/// The places of the file with the mutants that a compiler complains of.
fn complaints(message: &str, file: &str) -> Vec<(usize, usize)> {
    let errors = message.lines().filter(|line| line.contains("error:"));
    let places = errors.filter_map(|line| {
        let rest = line.split_once(file)?.1;
        let mut numbers = rest.split(':').map(str::parse::<usize>);
        Some((numbers.next()?.ok()?, numbers.next()?.ok()?))
    });
    places.collect()
}
