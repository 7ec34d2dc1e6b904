//! Writes suites into a folder.

use crate::manifest::Manifest;
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
    /// Where the user's files are.
    pub layout: Layout,
    /// Files that somebody had edited since Clew wrote them, under the names that they have now.
    pub set_aside: Vec<PathBuf>,
    /// Where the tests are in the plain suite's file.
    tests: Vec<TestLines>,
}

impl Emitted {
    /// The test that a line (from 1) of the plain suite's file belongs to.
    pub fn test_at(&self, line: usize) -> Option<usize> {
        self.tests.iter().find(|it| it.lines.contains(&line)).map(|it| it.test)
    }
}

/// Writes a suite into a folder: for each framework a C file, what builds them, copies of the files
/// under test where they are needed, and the Test-Comp files where they are asked for.
///
/// The suites of several functions can share a folder, and its manifest.
pub fn emit(
    suite: &Suite<'_>,
    sources: &UserSources,
    frameworks: &[Framework],
    test_comp: Option<&TestComp>,
    folder: &Path,
) -> Result<Emitted, EmitError> {
    let written = |path: &Path| {
        let path = path.to_owned();
        |source| EmitError::Write { path, source }
    };
    std::fs::create_dir_all(folder).map_err(written(folder))?;
    let layout = Layout::new(suite, sources, folder)?;
    let visible = Visible::new(suite.program, &layout, sources);
    let seen = Suite { program: &visible.program, ..suite.clone() };
    let model = Model::new(&seen, &layout, &visible.apart);
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
    let unit = clew_ir::Id::index(suite.program.functions[suite.function].unit);
    let mut manifest = Manifest::read(folder);
    let mut writing = manifest.writing(function, sources.files.get(unit).map(PathBuf::as_path));
    let copies = layout.copy_contents();
    let texts = texts.iter().map(|(name, text)| (Path::new(name.as_str()), text.as_bytes()));
    for (name, bytes) in copies.chain(texts) {
        let path = folder.join(name);
        writing.write(name, bytes).map_err(written(&path))?;
    }
    let (files, set_aside) = writing.finish();
    manifest.save().map_err(written(folder))?;
    Ok(Emitted { files, layout, set_aside, tests })
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
