//! Finding and running clang.

use crate::dialect::Dialect;
use crate::error::CError;
use crate::lengths::Changed;
use std::ffi::OsStr;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// The oldest major version whose AST Clew reads.
const OLDEST: u32 = 14;

/// The newest versioned name looked for on PATH, after plain `clang`.
const NEWEST_NAME: u32 = 19;

/// The environment variable that names clang.
const VARIABLE: &str = "CLEW_CLANG";

/// How every run begins. Warnings are the business of the user's own compiler; what clang refuses
/// by default and gcc accepts (implicit declarations, mixed pointers) is accepted here too.
const BASE_FLAGS: &[&str] = &[
    "-fsyntax-only",
    "-Xclang",
    "-ast-dump=json",
    "-fno-color-diagnostics",
    "-ferror-limit=20",
    "-w",
    "-Wno-unknown-warning-option",
    "-Wno-error=implicit-function-declaration",
    "-Wno-error=implicit-int",
    "-Wno-error=int-conversion",
    "-Wno-error=incompatible-pointer-types",
    "-Wno-error=incompatible-function-pointer-types",
    "-Wno-error=return-type",
    "-Wno-error=return-mismatch",
];

/// What gcc's preprocessor leaves in a file that only gcc understands: an attribute with
/// arguments, and the names of floating types, which its headers declare functions of.
const PREPROCESSED: &[&str] = &[
    "-D__malloc__(...)=__malloc__",
    "-D_Float32=float",
    "-D_Float32x=double",
    "-D_Float64=double",
    "-D_Float64x=long double",
    "-D_Float128=__float128",
];

/// A unit as clang is told of it.
#[derive(Clone, Debug)]
pub(crate) struct Invocation {
    /// The unit's file.
    pub(crate) file: PathBuf,
    /// What is parsed in its place, if it is not the file alone: text that includes it.
    pub(crate) instead: Option<String>,
    /// The user's flags.
    pub(crate) flags: Vec<String>,
    /// Those that define macros besides, and that parsing goes without.
    pub(crate) further: Vec<String>,
    /// What the flags say of the C that it is written in, also those that clang is not given.
    pub(crate) dialect: Dialect,
    /// Where clang runs, if not here; the input and the flags are relative to it.
    pub(crate) directory: Option<PathBuf>,
}

/// A clang to run.
#[derive(Clone, Debug)]
pub(crate) struct Clang {
    program: PathBuf,
}

impl Clang {
    /// Finds clang: what `CLEW_CLANG` names, else `clang` on PATH, else `clang-19` … `clang-14`.
    /// Nothing is run: an unsuitable program is found out when it fails.
    pub(crate) fn find() -> Result<Clang, CError> {
        let chosen = std::env::var_os(VARIABLE).filter(|value| !value.is_empty());
        let path = std::env::var_os("PATH").unwrap_or_default();
        Self::find_in(chosen.as_deref(), &path)
    }

    fn find_in(chosen: Option<&OsStr>, path: &OsStr) -> Result<Clang, CError> {
        if let Some(chosen) = chosen {
            let named = Path::new(chosen);
            let found = if named.components().count() > 1 {
                is_executable(named).then(|| named.to_owned())
            } else {
                on_path(chosen, path)
            };
            return found.map(|program| Clang { program }).ok_or_else(|| CError::ClangMissing {
                tried: format!("{VARIABLE}={}", named.display()),
            });
        }
        let versioned = (OLDEST..=NEWEST_NAME).rev().map(|major| format!("clang-{major}"));
        std::iter::once("clang".to_owned())
            .chain(versioned)
            .find_map(|name| on_path(OsStr::new(&name), path))
            .map(|program| Clang { program })
            .ok_or_else(|| CError::ClangMissing {
                tried: format!("clang, clang-{NEWEST_NAME} … clang-{OLDEST}"),
            })
    }

    /// The JSON AST of a unit.
    pub(crate) fn dump(&self, unit: &Invocation) -> Result<Vec<u8>, CError> {
        let directory = unit.directory.as_deref();
        match &unit.instead {
            None => self.dump_ast(&unit.file, &unit.flags, directory),
            Some(source) => {
                let name = unit.file.display().to_string();
                self.dump_ast_text(&name, source, &unit.flags, directory)
            }
        }
    }

    /// The JSON AST of a unit, with further flags.
    pub(crate) fn dump_with(&self, unit: &Invocation, flags: &[String]) -> Result<Vec<u8>, CError> {
        let mut unit = unit.clone();
        unit.flags.extend_from_slice(flags);
        self.dump(&unit)
    }

    /// The JSON ASTs, one after the other, of the declarations of a unit whose names hold `mark`,
    /// with other contents for some of its files; `None` where clang does not manage.
    pub(crate) fn dump_marked(
        &self,
        unit: &Invocation,
        mark: &str,
        changed: &[Changed],
    ) -> Option<Vec<u8>> {
        let folder = tempfile::tempdir().ok()?;
        let mut unit = unit.clone();
        let mut pass = |words: [&str; 2]| {
            unit.flags.extend(words.iter().flat_map(|word| ["-Xclang", *word]).map(str::to_owned));
        };
        pass(["-ast-dump-filter", mark]);
        for (number, file) in changed.iter().enumerate() {
            let copy = folder.path().join(number.to_string());
            std::fs::write(&copy, &file.contents).ok()?;
            pass(["-remap-file", &format!("{};{}", file.name, copy.display())]);
        }
        self.dump(&unit).ok()
    }

    /// The preprocessed text of a unit, with the definitions of its macros; `None` where clang does
    /// not manage.
    pub(crate) fn preprocess(&self, unit: &Invocation, further: &[String]) -> Option<String> {
        check_flags(&unit.flags).ok()?;
        let mut command = Command::new(&self.program);
        command.args(["-E", "-dD", "-w"]).args(&unit.flags).args(further).args(["-x", "c"]);
        if let Some(directory) = &unit.directory {
            command.current_dir(directory);
        }
        let output = match &unit.instead {
            None => command.arg(argument(&unit.file)).stdin(Stdio::null()).output().ok()?,
            Some(source) => self.output_on_text(command, source).ok()?,
        };
        output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
    }

    /// The JSON AST of a C file. `flags` are the user's; with `dir`, clang runs there, and `file`
    /// and the flags are relative to it.
    pub(crate) fn dump_ast(
        &self,
        file: &Path,
        flags: &[String],
        dir: Option<&Path>,
    ) -> Result<Vec<u8>, CError> {
        let place = dir.map_or_else(|| file.to_owned(), |dir| dir.join(file));
        check_readable(file, &place)?;
        let mut command = self.command(flags)?;
        if file.extension() == Some(OsStr::new("i")) {
            command.args(PREPROCESSED);
        }
        if let Some(dir) = dir {
            command.current_dir(dir);
        }
        command.arg(argument(file)).stdin(Stdio::null());
        let output = command.output().map_err(|error| self.crashed(error.to_string()))?;
        self.answer(output, &file.display().to_string(), || std::fs::read(&place).ok())
    }

    /// The JSON AST of C text, such as a libc model. In its locations the file is `<stdin>`;
    /// `name` is for messages. With `dir`, clang runs there.
    pub(crate) fn dump_ast_text(
        &self,
        name: &str,
        source: &str,
        flags: &[String],
        dir: Option<&Path>,
    ) -> Result<Vec<u8>, CError> {
        let mut command = self.command(flags)?;
        if let Some(dir) = dir {
            command.current_dir(dir);
        }
        let output = self.output_on_text(command, source)?;
        self.answer(output, name, || Some(source.as_bytes().to_vec()))
    }

    /// Runs a command on text.
    fn output_on_text(&self, mut command: Command, source: &str) -> Result<Output, CError> {
        command.arg("-").stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().map_err(|error| self.crashed(error.to_string()))?;
        let stdin = child.stdin.take();
        let output = std::thread::scope(|scope| {
            // clang may stop reading at an error: what it says of it is what matters.
            scope.spawn(move || stdin.map(|mut stdin| stdin.write_all(source.as_bytes())));
            child.wait_with_output()
        });
        output.map_err(|error| self.crashed(error.to_string()))
    }

    /// The command line up to the input.
    fn command(&self, flags: &[String]) -> Result<Command, CError> {
        check_flags(flags)?;
        let mut command = Command::new(&self.program);
        command.args(BASE_FLAGS).args(flags).args(["-x", "c"]);
        Ok(command)
    }

    /// What clang said: the AST, or why there is none.
    fn answer(
        &self,
        output: Output,
        file: &str,
        source: impl FnOnce() -> Option<Vec<u8>>,
    ) -> Result<Vec<u8>, CError> {
        if output.status.success() && output.stdout.first() == Some(&b'{') {
            return Ok(output.stdout);
        }
        self.check_version()?;
        let stderr = String::from_utf8_lossy(&output.stderr);
        if output.stdout.first() == Some(&b'{') && is_foreign_assembly(&stderr) {
            return Ok(output.stdout);
        }
        if output.status.success() {
            return Err(CError::BadAst { reason: format!("{file} gave no JSON") });
        }
        if output.status.code().is_none() {
            return Err(self.crashed(format!("{} on {file}", output.status)));
        }
        let diagnostics = match source().as_deref().and_then(not_text) {
            Some(reason) => format!("{file}: error: not C source text: {reason}"),
            None => clean_diagnostics(&stderr),
        };
        Err(CError::CompileFailed { file: file.to_owned(), diagnostics })
    }

    /// Its name and version in its own words, and where it is.
    pub(crate) fn describe(&self) -> Result<String, CError> {
        let text = self.version_text()?;
        self.judge_version(&text)?;
        let version = text.lines().next().unwrap_or_default();
        Ok(format!("{version} ({})", self.program.display()))
    }

    /// Asks the program for its version; only done when it did not do its work.
    fn check_version(&self) -> Result<(), CError> {
        self.judge_version(&self.version_text()?)
    }

    fn version_text(&self) -> Result<String, CError> {
        let output = Command::new(&self.program)
            .arg("--version")
            .stdin(Stdio::null())
            .output()
            .map_err(|error| self.crashed(error.to_string()))?;
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    }

    fn judge_version(&self, text: &str) -> Result<(), CError> {
        match parse_version(text) {
            None => Err(CError::NotClang { program: self.program.clone() }),
            Some((major, version)) if major < OLDEST => Err(CError::ClangTooOld {
                clang: self.program.clone(),
                version: version.to_owned(),
                minimum: OLDEST,
            }),
            Some(_) => Ok(()),
        }
    }

    fn crashed(&self, reason: String) -> CError {
        CError::ClangCrashed { clang: self.program.clone(), reason }
    }
}

/// A file as an argument: a name that begins with a dash is no flag.
pub(crate) fn argument(file: &Path) -> PathBuf {
    let is_flag_like = file.as_os_str().as_encoded_bytes().starts_with(b"-");
    if is_flag_like { Path::new(".").join(file) } else { file.to_owned() }
}

/// The program `name` in the directories of `path`.
fn on_path(name: &OsStr, path: &OsStr) -> Option<PathBuf> {
    std::env::split_paths(path)
        .filter(|dir| !dir.as_os_str().is_empty())
        .map(|dir| dir.join(name))
        .find(|program| is_executable(program))
}

#[cfg(unix)]
fn is_executable(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    path.metadata().is_ok_and(|data| data.is_file() && data.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_executable(path: &Path) -> bool {
    path.is_file()
}

/// Whether `place` can be read; `file` is how messages name it.
fn check_readable(file: &Path, place: &Path) -> Result<(), CError> {
    let unreadable = |error: std::io::Error| match error.kind() {
        std::io::ErrorKind::NotFound | std::io::ErrorKind::NotADirectory => {
            CError::FileMissing { path: file.to_owned() }
        }
        _ => CError::Unreadable { path: file.to_owned(), reason: error.to_string() },
    };
    let data = std::fs::metadata(place).map_err(unreadable)?;
    if data.is_dir() {
        return Err(CError::NotAFile { path: file.to_owned(), what: "a directory" });
    }
    if !data.is_file() {
        return Err(CError::NotAFile { path: file.to_owned(), what: "a special file" });
    }
    std::fs::File::open(place).map(drop).map_err(unreadable)
}

/// Refuses flags under which C would mean something else than the program model says.
fn check_flags(flags: &[String]) -> Result<(), CError> {
    const TARGET: &str = "the program model is that of x86 with 64 or 32 bits";
    const LAYOUT: &str = "the program model has the layout of the x86-64 System V ABI";
    let refuse =
        |flag: &str, reason| Err(CError::UnsupportedFlag { flag: flag.to_owned(), reason });
    let foreign = |triple: &str| !triple.starts_with("x86_64") && !triple.starts_with("amd64");
    for (position, flag) in flags.iter().enumerate() {
        match flag.as_str() {
            "-m16" | "-mx32" => return refuse(flag, TARGET),
            "-funsigned-char" | "-fno-signed-char" | "-fshort-enums" | "-fpack-struct" => {
                return refuse(flag, LAYOUT);
            }
            "-funsigned-bitfields" | "-fno-signed-bitfields" | "-mms-bitfields" => {
                return refuse(flag, LAYOUT);
            }
            "-mlong-double-64" | "-mlong-double-128" => return refuse(flag, LAYOUT),
            "-target" if flags.get(position + 1).is_some_and(|triple| foreign(triple)) => {
                return refuse(flag, TARGET);
            }
            _ => {}
        }
        if flag.starts_with("-fpack-struct=") {
            return refuse(flag, LAYOUT);
        }
        if flag.strip_prefix("--target=").is_some_and(foreign) {
            return refuse(flag, TARGET);
        }
    }
    Ok(())
}

/// The major version and the whole of it, from `clang --version`.
fn parse_version(text: &str) -> Option<(u32, &str)> {
    let (_, after) = text.split_once("clang version ")?;
    let version = after.split_whitespace().next()?;
    let major = version.split(['.', '-', '+', '~']).next()?.parse().ok()?;
    Some((major, version))
}

/// Why these bytes cannot be C source, if so.
fn not_text(bytes: &[u8]) -> Option<&'static str> {
    if bytes.contains(&0) {
        return Some("it holds null bytes");
    }
    let is_control =
        |byte: &&u8| **byte < 0x20 && !matches!(**byte, b'\t' | b'\n' | 0x0b | 0x0c | b'\r');
    let controls = bytes.iter().filter(is_control).count();
    (controls > 1 + bytes.len() / 100).then_some("it holds control characters")
}

/// clang's diagnostics without what is of no use to the user: the count at the end, and the notes
/// that point into [`PREPROCESSED`].
fn clean_diagnostics(text: &str) -> String {
    let mut kept = Vec::new();
    let mut dropping = false;
    for line in text.lines() {
        if is_headline(line) {
            dropping =
                line.starts_with("<command line>:") && line.contains(": note: expanded from");
        }
        let is_count = line.ends_with("generated.")
            && line.starts_with(|first: char| first.is_ascii_digit())
            && (line.contains(" error generated") || line.contains(" errors generated"));
        if !dropping && !is_count {
            kept.push(line);
        }
    }
    kept.join("\n").trim().to_owned()
}

/// Whether all that clang finds wrong is the registers and constraints of assembly: those of another
/// processor, of which nothing needs to be known.
fn is_foreign_assembly(diagnostics: &str) -> bool {
    let is_error = |line: &&str| {
        let is_other = line.contains(": warning: ") || line.contains(": note: ");
        line.starts_with("fatal error") || (is_headline(line) && !is_other)
    };
    let errors: Vec<&str> = diagnostics.lines().filter(is_error).collect();
    let is_of_assembly = |line: &&str| {
        let says =
            ["unknown register name ", "invalid input constraint ", "invalid output constraint "];
        line.ends_with(" in asm") && says.iter().any(|it| line.contains(&format!(": error: {it}")))
    };
    !errors.is_empty() && errors.iter().all(is_of_assembly)
}

/// Whether a line of clang's output begins a message rather than showing its source.
fn is_headline(line: &str) -> bool {
    [": error: ", ": warning: ", ": note: ", ": fatal error: "]
        .iter()
        .any(|mark| line.contains(mark) && !line.starts_with(' '))
}

#[cfg(test)]
mod tests;
