//! The user's files, for the tests.
//!
//! Tests include the files under test where they are ([`Placing::InPlace`]), so that an edit that
//! breaks a function breaks its tests. Copies ([`Placing::Copies`]) are under `clew-src/` in the suite's
//! folder, with every file they include by name, in their own layout; an `#include` that only a `-I`
//! flag resolves is rewritten to the way from file to file, so that the tests build without the
//! flag. Tests in place that need such a flag have copies, too: they are what a compiler takes that
//! is given no flags.
//!
//! Limits: an `#include` of a macro is not followed; system headers stay where they are. Where
//! two files give a name to different things, a macro changes the name in one of them; a file
//! where that is not possible is compiled on its own ([`Layout::separate`]).

mod assembly;
mod flags;
mod include;
mod places;
mod units;
mod visible;

pub use places::Placing;
pub use places::way;
pub(crate) use places::{FOLDER, FOLDERS, IN_PLACE, real};
pub use units::Joining;
pub(crate) use units::{References, references};
pub(crate) use visible::Visible;

use crate::suite::{Suite, SuiteTest};
use assembly::Replacements;
use clew_ir::UnitId;
use flags::Flags;
use include::{SearchPath, relative_path, rewritten};
use places::Places;
use rustc_hash::FxHashMap;
use std::io;
use std::path::{Path, PathBuf};

/// Why the user's files cannot be copied.
#[derive(Debug, thiserror::Error)]
pub enum SourceError {
    /// A file cannot be read.
    #[error("cannot read {}: {source}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// The function under test is in none of the files given.
    #[error("no file given defines {function}")]
    NoFile {
        /// The function.
        function: String,
    },
}

/// The user's files and how they are compiled.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct UserSources {
    /// The C files, in the order of the program's units.
    pub files: Vec<PathBuf>,
    /// The flags for the compiler, one word each.
    pub flags: Vec<String>,
    /// How the files that a suite needs are put together.
    pub joining: Joining,
    /// What becomes of the assembly in them.
    pub assembly: Assembly,
    /// Whether the tests include the files themselves or copies.
    pub placing: Placing,
    /// Where tests run.
    pub isolation: Isolation,
    /// A folder with headers that Clew provides, if there is one. It may be gone when the tests are
    /// compiled.
    pub headers: Option<PathBuf>,
    /// Functions that tests call in the place of the one under test.
    pub drivers: Vec<Driver>,
}

/// What the names of drivers begin with.
pub const DRIVER: &str = "clew_sequence_";

/// A function that calls the one under test, several times or after others: tests call it, and bring it
/// with them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Driver {
    /// Its name.
    pub name: String,
    /// The file behind which it stands, as it is among the sources.
    pub file: PathBuf,
    /// Its definition in C.
    pub text: String,
}

/// Where the tests of a plain suite run.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Isolation {
    /// Each in a process of its own.
    #[default]
    Processes,
    /// All in one: for systems without processes and files. Between tests, variables are restored.
    None,
}

/// What becomes of assembly in the copies.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Assembly {
    /// It stays.
    #[default]
    Kept,
    /// It is blank: it is another processor's, and no test can reach it.
    LeftOut,
}

/// Where the files are that tests include, and how they are built.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Layout {
    /// The files that the tests include, as paths from the suite's folder; that of the function
    /// under test last.
    pub included: Vec<PathBuf>,
    /// The copies that take their place where the compiler is not told the search path; empty where
    /// there is no need.
    pub(crate) stand_ins: Vec<PathBuf>,
    /// For each of these: names that are changed while it is included, and what to.
    pub renamed: Vec<Vec<(String, String)>>,
    /// The files that are compiled on their own.
    pub separate: Vec<PathBuf>,
    /// Preprocessor lines that stand for `-D`, `-U` and `-include` flags.
    pub directives: Vec<String>,
    /// The flags that no directive stands for.
    pub flags: Vec<String>,
    /// Copies to be written: each original, and its copy as a path from the suite's folder.
    pub copies: Vec<(PathBuf, PathBuf)>,
    contents: Vec<Vec<u8>>,
    /// Every file of the user's, as it is named and where it is.
    originals: Vec<(PathBuf, PathBuf)>,
    /// The suite's folder.
    folder: PathBuf,
    /// What became of the assembly in the copies.
    pub(crate) assembly: Assembly,
    /// Whether calls took the place of assembly.
    pub(crate) calls_assembly: bool,
    /// Where tests run.
    pub(crate) isolation: Isolation,
    /// The units of the included files.
    pub(crate) included_units: Vec<UnitId>,
    /// Those of the others.
    separate_units: Vec<UnitId>,
    /// For each of the included files: functions of the tests that stand behind it.
    pub(crate) behind: Vec<String>,
}

impl Layout {
    /// Finds the files that a suite in this folder needs. The folder is there.
    pub fn new(
        suite: &Suite<'_>,
        sources: &UserSources,
        folder: &Path,
    ) -> Result<Self, SourceError> {
        let flags = Flags::parse(&sources.flags);
        let wanted = units::needed(suite, &sources.files, sources.joining)?;
        let parts = wanted.included.iter().chain(&wanted.separate);
        let roots = parts.map(|part| &part.file).chain(&flags.included_files);
        let replacements = Replacements::new(suite.program);
        let mut files = collect(roots, &flags.search, &replacements)?;
        if sources.assembly == Assembly::LeftOut {
            files.iter_mut().for_each(|file| leave_out_assembly(&mut file.contents));
        }
        let places = Places::new(&files, sources, folder);
        let place_of = |part: &units::Part| places.of(&part.file);
        let forced = flags.included_files.iter().map(|file| {
            let from_folder = relative_path(Path::new(""), &places.of(file));
            format!("#include \"{}\"", from_folder.display())
        });
        let stand_ins = wanted.included.iter().filter_map(|part| places.stand_in(&part.file));
        let behind = |part: &units::Part| drivers_behind(suite, &sources.drivers, &part.file);
        Ok(Self {
            behind: wanted.included.iter().map(behind).collect(),
            included: wanted.included.iter().map(place_of).collect(),
            stand_ins: stand_ins.collect(),
            renamed: wanted.included.iter().map(|part| part.renamed.clone()).collect(),
            included_units: wanted.included.iter().map(|part| part.unit).collect(),
            separate: wanted.separate.iter().map(place_of).collect(),
            separate_units: wanted.separate.iter().map(|part| part.unit).collect(),
            directives: flags.directives.iter().cloned().chain(forced).collect(),
            flags: places.flags(&flags).into_iter().chain(flags.other.iter().cloned()).collect(),
            assembly: sources.assembly,
            calls_assembly: files.iter().any(|file| file.is_replaced),
            isolation: sources.isolation,
            copies: places.copies(&files),
            originals: files.iter().map(|it| (it.path.clone(), real(&it.path))).collect(),
            folder: real(folder),
            contents: files.into_iter().map(|file| file.contents).collect(),
        })
    }

    /// What each copy holds.
    pub(crate) fn copy_contents(&self) -> impl Iterator<Item = (&Path, &[u8])> {
        self.copies.iter().filter_map(|(original, copy)| {
            let at = self.originals.iter().position(|(path, _)| path == original)?;
            Some((copy.as_path(), self.contents[at].as_slice()))
        })
    }

    /// The names that the files and the flags define as macros.
    pub(crate) fn macros(&self) -> impl Iterator<Item = &str> {
        let files = self.contents.iter().flat_map(|contents| clew_c::defined_macros(contents));
        let flags = self.directives.iter();
        files.chain(flags.flat_map(|it| clew_c::defined_macros(it.as_bytes())))
    }

    /// The user's file that a path from the suite's folder leads to, itself or by its copy.
    pub fn original(&self, path: &Path) -> Option<&Path> {
        let path = include::normalised(path);
        if let Some((original, _)) = self.copies.iter().find(|(_, copy)| *copy == path) {
            return Some(original);
        }
        let path = include::normalised(&self.folder.join(path));
        let mut originals = self.originals.iter();
        let found = originals.find(|(named, real)| *named == path || *real == path);
        found.map(|(named, _)| named.as_path())
    }
}

/// The functions that a suite's tests call and that stand behind a file.
fn drivers_behind(suite: &Suite<'_>, drivers: &[Driver], file: &Path) -> String {
    let name_of = |test: &SuiteTest| suite.program.functions[test.case.function].name.as_str();
    let is_called = |driver: &&Driver| suite.tests.iter().any(|it| name_of(it) == driver.name);
    let own = drivers.iter().filter(|it| is_same_file(&it.file, file)).filter(is_called);
    own.map(|driver| driver.text.as_str()).collect()
}

/// Whether two paths lead to one file.
pub fn is_same_file(one: &Path, other: &Path) -> bool {
    real(one) == real(other)
}

/// A path that starts at the root, without `.` and `..`.
pub fn absolute(path: &Path) -> PathBuf {
    let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    include::normalised(&path)
}

/// A file of the user's.
struct FoundFile {
    path: PathBuf,
    contents: Vec<u8>,
    /// Whether only the search path leads to some file that it includes.
    needs_search: bool,
    /// Whether calls stand in the place of its assembly.
    is_replaced: bool,
}

/// The files given and all that they include, each once, in the order they are found.
fn collect<'a>(
    roots: impl Iterator<Item = &'a PathBuf>,
    search: &SearchPath,
    replacements: &Replacements<'_>,
) -> Result<Vec<FoundFile>, SourceError> {
    let mut waiting: Vec<PathBuf> = roots.map(|path| absolute(path)).collect();
    waiting.reverse();
    let mut seen: FxHashMap<PathBuf, ()> = FxHashMap::default();
    let mut files = Vec::new();
    while let Some(path) = waiting.pop() {
        if seen.insert(path.clone(), ()).is_some() {
            continue;
        }
        let mut bytes = std::fs::read(&path)
            .map_err(|source| SourceError::Read { path: path.clone(), source })?;
        let is_replaced = replacements.apply(&path, &mut bytes);
        let (contents, included) = rewritten(&path, &bytes, search);
        waiting.extend(included.into_iter().rev());
        let needs_search = contents != bytes;
        files.push(FoundFile { path, contents, needs_search, is_replaced });
    }
    Ok(files)
}

/// Makes assembly blank, so that every other line and column stays what it is.
fn leave_out_assembly(contents: &mut [u8]) {
    for range in clew_c::assembly(contents) {
        let bytes = &mut contents[range];
        for at in 0..bytes.len() {
            let is_continued = bytes[at] == b'\\' && bytes.get(at + 1) == Some(&b'\n');
            if !matches!(bytes[at], b'\n' | b'\r') && !is_continued {
                bytes[at] = b' ';
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn assembly_is_blank_and_lines_stay() {
        let mut text = b"int f(void) { asm(\"a\"\n\"b\"); return 1; }".to_vec();
        leave_out_assembly(&mut text);
        let (first, second) = (" ".repeat(7), " ".repeat(4));
        let expected = format!("int f(void) {{ {first}\n{second}; return 1; }}");
        assert_eq!(String::from_utf8_lossy(&text), expected);
    }

    #[test]
    fn includes_found_by_a_flag_are_rewritten() {
        let folder = tempfile::tempdir().expect("a folder");
        let write = |name: &str, text: &str| {
            let path = folder.path().join(name);
            std::fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
            std::fs::write(&path, text).expect("a file");
            path
        };
        let main = write("lib/a.c", "#include \"b.h\"\n# include <c.h> // c\n#include <stdio.h>\n");
        write("lib/b.h", "#include \"../include/d.h\"\n");
        write("include/c.h", "int c;\n");
        write("include/d.h", "int d;\n");
        let include = folder.path().join("include").display().to_string();
        let flags = Flags::parse(&[format!("-I{include}")]);
        let files = collect([main].iter(), &flags.search, &Replacements::default()).expect("files");
        let base = places::common_folder(files.iter().map(|file| file.path.as_path()));
        let names: Vec<_> =
            files.iter().map(|file| file.path.strip_prefix(&base).expect("inside")).collect();
        assert_eq!(names, ["lib/a.c", "lib/b.h", "include/d.h", "include/c.h"].map(Path::new));
        let text = String::from_utf8_lossy(&files[0].contents);
        assert_eq!(
            text,
            "#include \"b.h\"\n#include \"../include/c.h\" // c\n#include <stdio.h>\n"
        );
    }
}
