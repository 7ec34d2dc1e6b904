//! Writes suites into a folder.

use crate::sources::{self, Layout, SourceError, UserSources, Visible};
use crate::suite::{Framework, Suite, TestComp};
use crate::suites::{self, Model, TestLines};
use clew_files::{Claim, Need, NewFile, OutputError, OutputFolder, Owner};
use std::path::{Path, PathBuf};

/// Why a suite cannot be written.
#[derive(Debug, thiserror::Error)]
pub enum EmitError {
    /// The user's files cannot be copied.
    #[error(transparent)]
    Sources(#[from] SourceError),
    /// A file cannot be written.
    #[error(transparent)]
    Output(#[from] OutputError),
}

/// What was written.
#[derive(Clone, Debug)]
pub struct Emitted {
    /// Where the user's files are.
    pub layout: Layout,
    /// Where the tests are in the plain suite's file.
    tests: Vec<TestLines>,
}

impl Emitted {
    /// The test that a line (from 1) of the plain suite's file belongs to.
    pub fn test_at(&self, line: usize) -> Option<usize> {
        self.tests.iter().find(|it| it.lines.contains(&line)).map(|it| it.test)
    }
}

/// Where a suite is written to.
#[derive(Clone, Copy, Debug)]
pub struct Target<'a> {
    /// The output folder.
    pub out: &'a OutputFolder,
    /// It, or a folder in it: the suite's.
    pub folder: &'a Path,
}

impl Target<'_> {
    /// The suite's folder, as a path from the output folder.
    pub fn below(&self) -> &Path {
        self.folder.strip_prefix(self.out.root()).unwrap_or(Path::new(""))
    }
}

/// The files that build all suites of a folder.
const BUILD_FILES: [&str; 4] = ["clew-tests.mk", "clew-tests.cmake", "Makefile", "CMakeLists.txt"];
/// The folder of the Test-Comp files.
const TEST_COMP: &str = "test-suite";

/// What the suite of a function is written to, as paths from its folder.
pub fn claims(function: &str, frameworks: &[Framework], has_test_comp: bool) -> Vec<Claim> {
    let suites = frameworks.iter().map(|framework| format!("{}.c", framework.stem(function)));
    let [make, cmake, ..] = BUILD_FILES;
    let own =
        [make.to_owned(), cmake.to_owned(), suites::header_name(function), fragment(function)];
    let files = suites.chain(own).map(|name| Claim::File(name.into()));
    let test_comp = has_test_comp.then_some(TEST_COMP);
    let folders = sources::FOLDERS.into_iter().chain(test_comp);
    files.chain(folders.map(|name| Claim::Folder(name.into()))).collect()
}

/// The name of the file with what the build of one function's suites needs.
fn fragment(function: &str) -> String {
    format!("test_{function}.mk")
}

/// Writes a suite into a folder: for each framework a C file, what builds them, copies of the files
/// under test where they are needed, and the Test-Comp files where they are asked for.
///
/// The suites of several functions can share a folder.
pub fn emit(
    suite: &Suite<'_>,
    sources: &UserSources,
    frameworks: &[Framework],
    test_comp: Option<&TestComp>,
    to: Target<'_>,
) -> Result<Emitted, EmitError> {
    to.out.make_folder(to.below())?;
    let layout = Layout::new(suite, sources, to.folder)?;
    let visible = Visible::new(suite.program, &layout, sources);
    let seen = Suite { program: &visible.program, ..suite.clone() };
    let model = Model::new(&seen, &layout, &visible.apart);
    let function = suite.function_name();
    let mut texts = vec![(suites::header_name(function), model.sources_header())];
    let build_files = [
        suites::make_rules(&layout),
        suites::cmake_rules(&layout),
        suites::makefile(),
        suites::cmake_lists(),
    ];
    texts.extend(BUILD_FILES.into_iter().map(str::to_owned).zip(build_files));
    let mut tests = Vec::new();
    for framework in frameworks {
        let name = format!("{}.c", framework.stem(function));
        let text = match framework {
            Framework::Plain => {
                let (text, lines) = suites::plain_file(&model);
                tests = lines;
                text
            }
            Framework::Unity | Framework::CMocka | Framework::Check => {
                suites::c_file(&model, *framework)
            }
        };
        texts.push((name, text));
    }
    if let Some(fragment) = suites::make_fragment(&layout, function) {
        texts.push((self::fragment(function), fragment));
    }
    if let Some(options) = test_comp {
        texts.extend(test_comp_files(suite, sources, options)?);
    }
    write(to, suite, sources, &layout, &texts)?;
    Ok(Emitted { layout, tests })
}

fn write(
    to: Target<'_>,
    suite: &Suite<'_>,
    sources: &UserSources,
    layout: &Layout,
    texts: &[(String, String)],
) -> Result<(), OutputError> {
    let unit = clew_ir::Id::index(suite.program.functions[suite.function].unit);
    let file = sources.files.get(unit).map(|file| sources::way(to.out.root(), file));
    let owner =
        Owner { function: suite.function_name().to_owned(), file: file.unwrap_or_default() };
    let texts = texts.iter().map(|(name, text)| (Path::new(name.as_str()), text.as_bytes()));
    let named: Vec<(PathBuf, &[u8])> = layout
        .copy_contents()
        .chain(texts)
        .map(|(name, bytes)| (to.below().join(name), bytes))
        .collect();
    let files = named.iter().map(|(path, bytes)| {
        // Others may have files of these names, which say how everything is built.
        let is_others =
            path.file_name().is_some_and(|name| BUILD_FILES[2..].iter().any(|it| name == *it));
        let need = if is_others { Need::Optional } else { Need::Required };
        NewFile { name: path, bytes, need }
    });
    to.out.write(&files.collect::<Vec<_>>(), Some(&owner))
}

fn test_comp_files(
    suite: &Suite<'_>,
    sources: &UserSources,
    options: &TestComp,
) -> Result<Vec<(String, String)>, EmitError> {
    let unit = clew_ir::Id::index(suite.program.functions[suite.function].unit);
    let function = suite.function_name().to_owned();
    let file = sources.files.get(unit).ok_or(SourceError::NoFile { function })?;
    let contents =
        std::fs::read(file).map_err(|source| SourceError::Read { path: file.clone(), source })?;
    let metadata = suites::metadata(options, &file.display().to_string(), &contents);
    let mut texts = vec![(format!("{TEST_COMP}/metadata.xml"), metadata)];
    for (at, test) in suite.ordered().into_iter().enumerate() {
        let text = suites::test_case(suite.program, test);
        texts.push((format!("{TEST_COMP}/test-{}.xml", at + 1), text));
    }
    Ok(texts)
}
