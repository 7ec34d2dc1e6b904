//! From files to a program, with the parts of the C library it needs.

use crate::args::Sources;
use crate::diagnostic::{self, UserError};
use clew_c::{Difference, Frontend, Options};
use clew_ir::{DataModel, Function, FunctionId, Id as _, NoBody, Program, Span, UnitId};
use clew_vm::libc;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The program that the files make.
pub(crate) fn load(sources: &Sources) -> Result<Program, UserError> {
    let models = Models { of_program: &|_| true, of_all: &|_| true };
    Ok(load_with(sources, "", &BTreeMap::new(), models)?.0)
}

/// How tests are to be made of a program.
#[derive(Clone, Copy)]
pub(crate) struct ForTests<'p> {
    /// Where the headers of test harnesses are.
    pub(crate) headers: &'p Path,
    /// Whether the tests decide what the program learns of the world: chance, time, files (see
    /// [`libc::is_asked`]). Tests that only give inputs in order cannot.
    pub(crate) decides_world: bool,
}

/// The program that the files make, for generating tests: the headers of test harnesses are
/// found, and what only prints has no model, nor has what the tests decide.
pub(crate) fn load_for_tests(sources: &Sources, how: ForTests<'_>) -> Result<Program, UserError> {
    load_for_tests_with(sources, how, &BTreeMap::new())
}

/// The same, with more C behind some of the files. Says what the user's compiler reads differently.
pub(crate) fn load_for_tests_with(
    sources: &Sources,
    how: ForTests<'_>,
    appended: &BTreeMap<PathBuf, String>,
) -> Result<Program, UserError> {
    let (program, differences) = load_quietly_for_tests(sources, how, appended)?;
    diagnostic::note_differences(&differences);
    Ok(program)
}

/// The same program once more, without a word.
pub(crate) fn load_again_for_tests(
    sources: &Sources,
    how: ForTests<'_>,
    appended: &BTreeMap<PathBuf, String>,
) -> Result<Program, UserError> {
    Ok(load_quietly_for_tests(sources, how, appended)?.0)
}

fn load_quietly_for_tests(
    sources: &Sources,
    how: ForTests<'_>,
    appended: &BTreeMap<PathBuf, String>,
) -> Result<(Program, Vec<Difference>), UserError> {
    let flags = format!(" -isystem '{}'", how.headers.display());
    let is_decided = |name: &str| how.decides_world && libc::is_asked(name);
    let models =
        Models { of_program: &|name| !is_decided(name), of_all: &|name| !libc::is_quiet(name) };
    let (mut program, differences) = load_with(sources, &flags, appended, models)?;
    program.infer_prototypes();
    program.add_callbacks(UnitId::from_index(0));
    Ok((program, differences))
}

/// Which functions of the library have models.
#[derive(Clone, Copy)]
struct Models<'m> {
    /// Where the program calls them.
    of_program: &'m dyn Fn(&str) -> bool,
    /// Whoever calls them, other models included.
    of_all: &'m dyn Fn(&str) -> bool,
}

fn load_with(
    sources: &Sources,
    flags: &str,
    appended: &BTreeMap<PathBuf, String>,
    models: Models<'_>,
) -> Result<(Program, Vec<Difference>), UserError> {
    let options = Options {
        cflags: format!("{}{flags}", sources.flags()),
        compile_commands: sources.compile_commands.clone(),
    };
    let mut frontend = Frontend::new(&options)?;
    for file in &sources.files {
        let more = appended.iter().find(|(path, _)| is_same_file(path, file));
        if let Some((_, text)) = more {
            frontend.append(file, text.clone());
        }
    }
    frontend.add_files(&sources.files)?;
    let differences = frontend.differences().cloned().collect();
    add_library(&mut frontend, models)?;
    Ok((frontend.finish()?, differences))
}

/// Adds the models of the library functions that are used and not defined.
fn add_library(frontend: &mut Frontend, models: Models<'_>) -> Result<(), UserError> {
    let undefined = frontend.undefined_symbols();
    let names = undefined.iter().map(String::as_str);
    let mut wanted: Vec<&str> = names.filter(|name| (models.of_program)(name)).collect();
    // A stream that is an input needs the models of streams, also where it is only printed to.
    if undefined.iter().any(|name| libc::stream_argument(name).is_some()) {
        wanted.push("__clew_fill");
    }
    // The machine leaves the program through the library's `exit`.
    wanted.push("exit");
    let models = libc::needed_models_where(wanted, models.of_all);
    let flags: Vec<_> = libc::MODEL_FLAGS.iter().map(ToString::to_string).collect();
    let source = libc::joined_source(&models);
    Ok(frontend.add_model("libc", &source, &flags)?)
}

/// Refuses a program that nothing can be told of but by runs: what statements mean on terms is known
/// for pointers of 64 bits.
pub(crate) fn expect_meaning(program: &Program) -> Result<(), UserError> {
    match program.types.data_model() {
        DataModel::Lp64 => Ok(()),
        DataModel::Ilp32 => {
            let message = "this speaks of 64-bit C only: leave out --target ilp32 (and -m32)";
            Err(UserError::Other(message.to_owned()))
        }
    }
}

/// Whether something stands in one of these files, not in a header.
fn is_given(program: &Program, span: Span, files: &[PathBuf]) -> bool {
    let Some((file, _)) = program.sources.position(span) else { return false };
    files.iter().any(|given| is_same_file(given, &file.path))
}

/// Whether two paths lead to the same file.
pub(crate) fn is_same_file(one: &Path, other: &Path) -> bool {
    one == other || std::fs::canonicalize(one).ok() == std::fs::canonicalize(other).ok()
}

/// The functions of the user's files that cannot be run.
pub(crate) fn unsupported_functions<'p>(
    program: &'p Program,
    files: &'p [PathBuf],
) -> impl Iterator<Item = &'p Function> {
    let is_unsupported = |it: &&Function| matches!(it.body, Err(NoBody::Unsupported(_)));
    let functions = program.functions.iter().filter(is_unsupported).filter(|it| !it.is_system);
    functions.filter(|it| is_given(program, it.span, files))
}

/// The functions named, or all that the user's files define.
pub(crate) fn select_functions(
    program: &Program,
    files: &[PathBuf],
    names: &[String],
) -> Result<Vec<FunctionId>, UserError> {
    if names.is_empty() {
        let mut own: Vec<_> = program
            .functions
            .iter_enumerated()
            .filter(|(_, function)| function.body.is_ok() && !function.is_system)
            .filter(|(_, function)| is_given(program, function.span, files))
            .map(|(id, _)| id)
            .collect();
        own.sort_by_key(|id| {
            let span = program.functions[*id].span;
            (span.file, span.start)
        });
        return Ok(own);
    }
    names
        .iter()
        .map(|name| {
            let found = program.function(name);
            found.ok_or_else(|| UserError::no_such_function(program, name))
        })
        .collect()
}
