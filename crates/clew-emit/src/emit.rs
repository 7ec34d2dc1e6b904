//! Writes suites into a folder.

use crate::sources::{Layout, SourceError, UserSources, Visible};
use crate::suite::{Framework, Suite, TestComp};
use crate::suites::{self, Model, TestLines};
use std::io;
use std::path::{Path, PathBuf};

/// Why a suite cannot be written.
#[derive(Debug, thiserror::Error)]
pub enum EmitError {
    /// The user's files cannot be copied.
    #[error(transparent)]
    Sources(#[from] SourceError),
    /// A file cannot be written.
    #[error("cannot write {}: {source}", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
}

/// What was written.
#[derive(Clone, Debug)]
pub struct Emitted {
    /// The files, as paths from the folder.
    pub files: Vec<PathBuf>,
    /// Where the copies of the user's files are.
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

/// Writes a suite into a folder, with the files under test beside it: for each framework a C
/// file, what builds them, and the Test-Comp files where they are asked for.
///
/// The suites of several functions can share a folder.
pub fn emit(
    suite: &Suite<'_>,
    sources: &UserSources,
    frameworks: &[Framework],
    test_comp: Option<&TestComp>,
    folder: &Path,
) -> Result<Emitted, EmitError> {
    let layout = Layout::new(suite, sources)?;
    let visible = Visible::new(suite.program, &layout, sources);
    let seen = Suite { program: &visible.program, ..suite.clone() };
    let model = Model::new(&seen, sources, &layout, &visible.apart);
    let function = suite.function_name();
    let mut texts = vec![
        (suites::header_name(function), model.sources_header()),
        ("Makefile".to_owned(), suites::makefile(&layout)),
        ("CMakeLists.txt".to_owned(), suites::cmake_lists(&layout)),
    ];
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
        texts.push((format!("test_{function}.mk"), fragment));
    }
    if let Some(options) = test_comp {
        texts.extend(test_comp_files(suite, sources, options)?);
    }
    let written = |path: &Path| {
        let path = path.to_owned();
        |source| EmitError::Write { path, source }
    };
    std::fs::create_dir_all(folder).map_err(written(folder))?;
    layout.write(folder).map_err(written(folder))?;
    for (name, text) in &texts {
        let path = folder.join(name);
        if let Some(parent) = path.parent() {
            std::fs::create_dir_all(parent).map_err(written(parent))?;
        }
        std::fs::write(&path, text).map_err(written(&path))?;
    }
    let copies = layout.copies.iter().map(|(_, copy)| copy.clone());
    let files = texts.iter().map(|(name, _)| PathBuf::from(name)).chain(copies).collect();
    Ok(Emitted { files, layout, tests })
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
    let mut texts = vec![("test-suite/metadata.xml".to_owned(), metadata)];
    for (at, test) in suite.ordered().into_iter().enumerate() {
        let text = suites::test_case(suite.program, test);
        texts.push((format!("test-suite/test-{}.xml", at + 1), text));
    }
    Ok(texts)
}
