//! The user's files beside the tests.
//!
//! A suite's folder holds all it needs: the C files under test and every file they include by
//! name, copied under `src/` in their own layout. An `#include` that only a `-I` flag resolves is
//! rewritten to the way from file to file, so that the tests build without the flag.
//!
//! Limits: an `#include` of a macro is not followed; system headers stay where they are. Where
//! two files give a name to different things, a macro changes the name in one of them; a file
//! where that is not possible is compiled on its own ([`Layout::separate`]).

mod include;
mod units;
mod visible;

pub use units::Joining;
pub(crate) use units::{References, references};
pub(crate) use visible::Visible;

use crate::suite::Suite;
use clew_ir::UnitId;
use include::{SearchPath, relative_path, rewritten};
use rustc_hash::FxHashMap;
use std::io;
use std::path::{Path, PathBuf};

/// The folder of the copies, inside the suite's.
const FOLDER: &str = "src";

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

/// Where the copies are, and how they are built.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Layout {
    /// Each original, and its copy as a path from the suite's folder.
    pub copies: Vec<(PathBuf, PathBuf)>,
    /// The copies that the tests include, that of the function under test last.
    pub included: Vec<PathBuf>,
    /// For each of these: names that are changed while it is included, and what to.
    pub renamed: Vec<Vec<(String, String)>>,
    /// The copies that are compiled on their own.
    pub separate: Vec<PathBuf>,
    /// Preprocessor lines that stand for `-D`, `-U` and `-include` flags.
    pub directives: Vec<String>,
    /// The flags that no directive stands for.
    pub flags: Vec<String>,
    contents: Vec<Vec<u8>>,
    /// What became of the assembly in the copies.
    pub(crate) assembly: Assembly,
    /// The units of the included copies.
    pub(crate) included_units: Vec<UnitId>,
    /// Those of the others.
    separate_units: Vec<UnitId>,
}

impl Layout {
    /// Finds the files that a suite needs.
    pub fn new(suite: &Suite<'_>, sources: &UserSources) -> Result<Self, SourceError> {
        let flags = Flags::parse(&sources.flags);
        let wanted = units::needed(suite, &sources.files, sources.joining)?;
        let parts = wanted.included.iter().chain(&wanted.separate);
        let roots = parts.map(|part| &part.file).chain(&flags.included_files);
        let mut files = collect(roots, &flags.search)?;
        if sources.assembly == Assembly::LeftOut {
            files.iter_mut().for_each(|file| leave_out_assembly(&mut file.contents));
        }
        let base = common_folder(files.iter().map(|file| file.path.as_path()));
        let copy = |original: &Path| {
            Path::new(FOLDER).join(original.strip_prefix(&base).unwrap_or(original))
        };
        let copy_of = |path: &PathBuf| copy(&absolute(path));
        let forced = flags.included_files.iter().map(|file| {
            let from_src = relative_path(Path::new(""), &copy_of(file));
            format!("#include \"{}\"", from_src.display())
        });
        Ok(Self {
            included: wanted.included.iter().map(|part| copy_of(&part.file)).collect(),
            renamed: wanted.included.iter().map(|part| part.renamed.clone()).collect(),
            included_units: wanted.included.iter().map(|part| part.unit).collect(),
            separate: wanted.separate.iter().map(|part| copy_of(&part.file)).collect(),
            separate_units: wanted.separate.iter().map(|part| part.unit).collect(),
            directives: flags.directives.iter().cloned().chain(forced).collect(),
            flags: flags.other,
            assembly: sources.assembly,
            copies: files.iter().map(|file| (file.path.clone(), copy(&file.path))).collect(),
            contents: files.into_iter().map(|file| file.contents).collect(),
        })
    }

    /// Writes the copies.
    pub fn write(&self, folder: &Path) -> io::Result<()> {
        for ((_, copy), contents) in self.copies.iter().zip(&self.contents) {
            let path = folder.join(copy);
            if let Some(parent) = path.parent() {
                std::fs::create_dir_all(parent)?;
            }
            std::fs::write(path, contents)?;
        }
        Ok(())
    }

    /// The names that the copies and the flags define as macros.
    pub(crate) fn macros(&self) -> impl Iterator<Item = &str> {
        let files = self.contents.iter().flat_map(|contents| clew_c::defined_macros(contents));
        let flags = self.directives.iter();
        files.chain(flags.flat_map(|it| clew_c::defined_macros(it.as_bytes())))
    }

    /// The original of a copy that is named by its path from the suite's folder.
    pub fn original(&self, copy: &Path) -> Option<&Path> {
        let copy = include::normalised(copy);
        self.copies.iter().find(|(_, known)| *known == copy).map(|(original, _)| original.as_path())
    }
}

/// A path that starts at the root, without `.` and `..`.
pub fn absolute(path: &Path) -> PathBuf {
    let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    include::normalised(&path)
}

/// What the flags mean for copies.
#[derive(Default)]
struct Flags {
    search: SearchPath,
    directives: Vec<String>,
    included_files: Vec<PathBuf>,
    other: Vec<String>,
}

impl Flags {
    fn parse(words: &[String]) -> Self {
        let mut flags = Self::default();
        let mut rest = words.iter();
        while let Some(word) = rest.next() {
            let known = ["-include", "-iquote", "-isystem", "-D", "-U", "-I"];
            let Some(flag) = known.into_iter().find(|flag| word.starts_with(flag)) else {
                flags.other.push(with_gnu_extensions(word));
                continue;
            };
            let value = match &word[flag.len()..] {
                "" => rest.next().map_or("", String::as_str),
                attached => attached,
            };
            flags.take(flag, value);
        }
        flags
    }

    fn take(&mut self, flag: &str, value: &str) {
        match flag {
            "-D" => {
                let (name, body) = value.split_once('=').unwrap_or((value, "1"));
                self.directives.push(format!("#define {name} {body}"));
            }
            "-U" => self.directives.push(format!("#undef {value}")),
            "-include" => self.included_files.push(value.into()),
            "-iquote" => self.search.quoted.push(absolute(Path::new(value))),
            _ if include::is_system(Path::new(value)) => self.other.push(format!("{flag}{value}")),
            _ => self.search.all.push(absolute(Path::new(value))),
        }
    }
}

/// The tests need what strict ISO modes leave out: `__typeof__` by its names, POSIX functions.
fn with_gnu_extensions(flag: &str) -> String {
    match flag.strip_prefix("-std=") {
        Some(standard) if standard.starts_with('c') => format!("-std=gnu{}", &standard[1..]),
        _ if flag == "-ansi" => "-std=gnu90".to_owned(),
        _ => flag.to_owned(),
    }
}

struct FoundFile {
    path: PathBuf,
    contents: Vec<u8>,
}

/// The files given and all that they include, each once, in the order they are found.
fn collect<'a>(
    roots: impl Iterator<Item = &'a PathBuf>,
    search: &SearchPath,
) -> Result<Vec<FoundFile>, SourceError> {
    let mut waiting: Vec<PathBuf> = roots.map(|path| absolute(path)).collect();
    waiting.reverse();
    let mut seen: FxHashMap<PathBuf, ()> = FxHashMap::default();
    let mut files = Vec::new();
    while let Some(path) = waiting.pop() {
        if seen.insert(path.clone(), ()).is_some() {
            continue;
        }
        let bytes = std::fs::read(&path)
            .map_err(|source| SourceError::Read { path: path.clone(), source })?;
        let (contents, included) = rewritten(&path, &bytes, search);
        waiting.extend(included.into_iter().rev());
        files.push(FoundFile { path, contents });
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

/// The deepest folder that holds all the files.
fn common_folder<'a>(files: impl Iterator<Item = &'a Path>) -> PathBuf {
    let folders = files.map(|file| file.parent().unwrap_or(file).to_owned());
    let common = folders.reduce(|common, folder| {
        let shared = common.components().zip(folder.components()).take_while(|(a, b)| a == b);
        shared.map(|(component, _)| component).collect()
    });
    common.unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flags_become_directives() {
        let words =
            ["-DA", "-D", "B=2", "-UC", "-Iinclude", "-std=c99", "-include", "x.h", "-I", "/usr/x"];
        let flags = Flags::parse(&words.map(String::from));
        assert_eq!(flags.directives, ["#define A 1", "#define B 2", "#undef C"]);
        assert_eq!(flags.search.all, [absolute(Path::new("include"))]);
        assert_eq!(flags.included_files, [PathBuf::from("x.h")]);
        assert_eq!(flags.other, ["-std=gnu99", "-I/usr/x"]);
    }

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
        let files = collect([main].iter(), &flags.search).expect("files");
        let base = common_folder(files.iter().map(|file| file.path.as_path()));
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
