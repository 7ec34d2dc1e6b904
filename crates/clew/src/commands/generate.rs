//! `clew gen`: tests for functions.

use crate::args::{FrameworkName, GenArguments};
use crate::diagnostic::UserError;
use crate::generate::entries::{entries, nothing_to_test};
use crate::generate::request::{Request, frameworks, user_sources};
use crate::generate::session::{Session, Surroundings};
use crate::generate::{drivers, headers, interrupt, promises};
use crate::load::ForTests;
use crate::partitions::load_with_partitions;
use clew_campaign::targets::Targets;
use clew_files::OutputFolder;
use clew_ir::FunctionId;
use clew_suite::SuiteFile;
use clew_symbolic::Entry;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::ExitCode;

/// The folder for the tests, when none is named.
const FOLDER: &str = "clew-out";

/// Generates tests.
pub(crate) fn generate(arguments: &GenArguments) -> Result<ExitCode, UserError> {
    let request = Request::new(arguments)?;
    let temporary = tempfile::tempdir().map_err(io_error)?;
    headers::write(temporary.path()).map_err(io_error)?;
    let decides_world = !arguments.framework.contains(&FrameworkName::TestComp);
    let how = ForTests { headers: temporary.path(), decides_world };
    let partitions = arguments.partitions.as_deref();
    let load = |behind: &BTreeMap<PathBuf, String>| {
        load_with_partitions(&arguments.sources, how, &arguments.functions, partitions, behind)
    };
    let mut program = load(&BTreeMap::new())?;
    let units = |entries: &[Entry]| -> Vec<FunctionId> {
        let units = entries.iter().filter(|it| matches!(it, Entry::Unit(_)));
        units.map(|it| it.function()).collect()
    };
    let mut all = entries(&program, arguments)?;
    let calls = arguments.sequence.unwrap_or(drivers::CALLS);
    let functions = units(&all).into_iter();
    let drivers = drivers::drivers(&program, functions, calls, &request.config);
    if !drivers.is_empty() {
        program = load(&drivers::behind_files(&program, &drivers))?;
        all = entries(&program, arguments)?;
        drivers::tell_facts(&mut program, units(&all).into_iter());
    }
    let mut kept = Vec::new();
    for function in units(&all) {
        kept.push(function);
        kept.extend(drivers::drivers_of(&program, function));
    }
    promises::add_all(&mut program, &kept, &request.config, &arguments.bounds)?;
    let files = &arguments.sources.files;
    let targets = Targets::new(&arguments.only, arguments.diff.as_deref(), files)
        .map_err(|error| UserError::Other(error.to_string()))?;
    if let Some(name) = targets.as_ref().and_then(|targets| targets.missing_function(&program)) {
        return Err(UserError::no_such_function(&program, name));
    }
    let seeds = arguments.seeds.as_deref().map(SuiteFile::open).transpose()?;
    let folder = arguments.out.clone().unwrap_or_else(|| PathBuf::from(FOLDER));
    let out = OutputFolder::open(&folder)?;
    let sources = user_sources(arguments, temporary.path(), drivers)?;
    let (frameworks, test_comp) = frameworks(&arguments.framework);
    let mut session = Session::new(Surroundings {
        request: &request,
        program: &program,
        out: &out,
        sources: &sources,
        frameworks: &frameworks,
        test_comp: test_comp.as_ref(),
        targets: targets.as_ref(),
        seeds: seeds.as_ref(),
        // Until here there is nothing to keep.
        cancel: interrupt::catch()?,
    });
    if !session.run(all)? {
        nothing_to_test(arguments)?;
    }
    session.conclude()
}

fn io_error(error: std::io::Error) -> UserError {
    UserError::Other(format!("cannot write temporary files: {error}"))
}
