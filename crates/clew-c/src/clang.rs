//! Finding and running clang.

use crate::error::CError;
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

/// Macros that turn what clang's JSON leaves out into what it prints: the operands of
/// `__builtin_offsetof` and `__builtin_types_compatible_p` are absent from the AST, but the size of
/// an array type is not. (A macro does not expand within itself.)
const DEFINES: &[&str] = &[
    "-D__CLEW__=1",
    "-D__builtin_offsetof(...)=(sizeof(char[__builtin_offsetof(__VA_ARGS__)+1])-1)",
    "-D__builtin_types_compatible_p(...)=\
     ((int)(sizeof(char[__builtin_types_compatible_p(__VA_ARGS__)+1])-1))",
    "-D__builtin_LINE()=((unsigned)__LINE__)",
    "-D__builtin_FILE()=(__FILE__)",
    "-D__builtin_FUNCTION()=(__func__)",
];

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

    /// The program's path.
    pub(crate) fn program(&self) -> &Path {
        &self.program
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
        if let Some(dir) = dir {
            command.current_dir(dir);
        }
        // A file's name that begins with a dash is no flag.
        let is_flag_like = file.as_os_str().as_encoded_bytes().starts_with(b"-");
        let input = if is_flag_like { Path::new(".").join(file) } else { file.to_owned() };
        command.arg(input).stdin(Stdio::null());
        let output = command.output().map_err(|error| self.crashed(error.to_string()))?;
        self.answer(output, &file.display().to_string(), || std::fs::read(&place).ok())
    }

    /// The JSON AST of C text, such as a libc model. In its locations the file is `<stdin>`;
    /// `name` is for messages.
    pub(crate) fn dump_ast_text(
        &self,
        name: &str,
        source: &str,
        flags: &[String],
    ) -> Result<Vec<u8>, CError> {
        let mut command = self.command(flags)?;
        command.arg("-").stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().map_err(|error| self.crashed(error.to_string()))?;
        let stdin = child.stdin.take();
        let output = std::thread::scope(|scope| {
            // clang may stop reading at an error: what it says of it is what matters.
            scope.spawn(move || stdin.map(|mut stdin| stdin.write_all(source.as_bytes())));
            child.wait_with_output()
        });
        let output = output.map_err(|error| self.crashed(error.to_string()))?;
        self.answer(output, name, || Some(source.as_bytes().to_vec()))
    }

    /// The command line up to the input.
    fn command(&self, flags: &[String]) -> Result<Command, CError> {
        check_flags(flags)?;
        let mut command = Command::new(&self.program);
        command.args(BASE_FLAGS).args(DEFINES).args(flags).args(["-x", "c"]);
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

    /// Asks the program for its version; only done when it did not do its work.
    fn check_version(&self) -> Result<(), CError> {
        let output = Command::new(&self.program)
            .arg("--version")
            .stdin(Stdio::null())
            .output()
            .map_err(|error| self.crashed(error.to_string()))?;
        self.judge_version(&String::from_utf8_lossy(&output.stdout))
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
    const TARGET: &str = "the program model is that of 64-bit x86";
    const LAYOUT: &str = "the program model has the layout of the x86-64 System V ABI";
    let refuse =
        |flag: &str, reason| Err(CError::UnsupportedFlag { flag: flag.to_owned(), reason });
    let foreign = |triple: &str| !triple.starts_with("x86_64") && !triple.starts_with("amd64");
    for (position, flag) in flags.iter().enumerate() {
        match flag.as_str() {
            "-m32" | "-m16" | "-mx32" => return refuse(flag, TARGET),
            "-funsigned-char" | "-fno-signed-char" | "-fshort-enums" | "-fpack-struct" => {
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
/// that point into [`DEFINES`].
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

/// Whether a line of clang's output begins a message rather than showing its source.
fn is_headline(line: &str) -> bool {
    [": error: ", ": warning: ", ": note: ", ": fatal error: "]
        .iter()
        .any(|mark| line.contains(mark) && !line.starts_with(' '))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    /// The versions to test with, of those installed.
    fn clangs() -> Vec<Clang> {
        let path = std::env::var_os("PATH").unwrap_or_default();
        let mut found: Vec<Clang> = ["clang-14", "clang-19"]
            .iter()
            .filter_map(|name| Clang::find_in(Some(OsStr::new(name)), &path).ok())
            .collect();
        if found.is_empty() {
            found.push(Clang::find().expect("clang should be installed for the tests"));
        }
        found
    }

    fn ast(clang: &Clang, source: &str) -> String {
        let json = clang.dump_ast_text("test", source, &[]).expect("source should compile");
        String::from_utf8(json).expect("JSON should be UTF-8")
    }

    fn failure(clang: &Clang, source: &str) -> CError {
        clang.dump_ast_text("test", source, &[]).expect_err("source should not compile")
    }

    #[test]
    fn offsets_and_type_comparisons_appear_in_the_ast() {
        let source = r#"
            #include <stddef.h>
            struct S { int a; struct { char c; double d[4]; } in; int end[]; };
            int x = offsetof(struct S, in.d[2]);
            _Static_assert(offsetof(struct S, in) == 8, "");
            _Static_assert(__builtin_types_compatible_p(int, const int), "");
            _Static_assert(!__builtin_types_compatible_p(int, long), "");
            _Static_assert(_Generic(offsetof(struct S, a), unsigned long: 1, default: 0), "");
            _Static_assert(_Generic(__builtin_types_compatible_p(int, int), int: 1, default: 0), "");
            int array[offsetof(struct S, in.d)];
            enum { K = offsetof(struct S, in.d[1]), L = __builtin_types_compatible_p(int, long) };
            struct T { int f : offsetof(struct S, in); };
            int y = __builtin_offsetof(struct { int a, b, c; }, c);
            int choose(int k) {
                switch (k) {
                case offsetof(struct S, in): return 1;
                case __builtin_types_compatible_p(int, long) + 100: return 2;
                }
                return __builtin_choose_expr(__builtin_types_compatible_p(int, int), 1, "x");
            }
            unsigned line = __builtin_LINE();
            const char *file = __builtin_FILE();
            const char *function(void) { return __builtin_FUNCTION(); }
            #if !__has_builtin(__builtin_offsetof)
            #error
            #endif
        "#;
        for clang in clangs() {
            let json = ast(&clang, source);
            for size in ["char[33]", "char[9]"] {
                assert!(json.contains(size), "{size} with {}", clang.program().display());
            }
            assert!(!json.contains("\"OffsetOfExpr\"") && !json.contains("\"TypeTraitExpr\""));
        }
    }

    #[test]
    fn what_gcc_accepts_with_a_warning_is_accepted() {
        let source = "
            f(x) { return g(x) + x; }
            static y;
            int *p = 5;
            void (*q)(char *) = f;
            int none(void) { return; }
            void some(void) { return 3; }
            int integer(char *c) { int i = c; return i; }
        ";
        for clang in clangs() {
            ast(&clang, source);
        }
    }

    #[test]
    fn the_machine_is_announced_and_flags_reach_clang() {
        for clang in clangs() {
            let flags = ["-DX=3".to_owned(), "-std=c99".to_owned()];
            let source =
                "#if __CLEW__ != 1 || X != 3 || __STDC_VERSION__ != 199901L\n#error\n#endif\n";
            clang.dump_ast_text("test", source, &flags).expect("flags should reach clang");
        }
    }

    #[test]
    fn diagnostics_are_those_of_clang() {
        for clang in clangs() {
            let CError::CompileFailed { file, diagnostics } =
                failure(&clang, "int f(void) {\n  return undeclared;\n}\n")
            else {
                panic!("should be a compile error");
            };
            assert_eq!(file, "test");
            assert!(diagnostics.starts_with("<stdin>:2:10: error: use of undeclared identifier"));
            assert!(diagnostics.contains("return undeclared;"));
            assert!(diagnostics.contains('^') && !diagnostics.contains('\u{1b}'));
            assert!(!diagnostics.contains("generated"));
        }
    }

    #[test]
    fn diagnostics_do_not_point_into_our_defines() {
        for clang in clangs() {
            let source = "struct S { int a; };\nint x = __builtin_offsetof(struct S, b);\n";
            let CError::CompileFailed { diagnostics, .. } = failure(&clang, source) else {
                panic!("should be a compile error");
            };
            assert!(
                diagnostics.contains("<stdin>:2:9: error: no member named 'b'"),
                "{diagnostics}"
            );
            assert!(!diagnostics.contains("<command line>"), "{diagnostics}");
        }
    }

    #[test]
    fn diagnostics_are_limited() {
        for clang in clangs() {
            let CError::CompileFailed { diagnostics, .. } =
                failure(&clang, &"x y z;\n".repeat(500))
            else {
                panic!("should be a compile error");
            };
            assert!(diagnostics.lines().count() < 100);
        }
    }

    #[test]
    fn files_and_directories() {
        let dir = tempfile::tempdir().expect("a directory for the test");
        fs::create_dir(dir.path().join("inc")).expect("a directory");
        fs::write(dir.path().join("inc/h.h"), "#define N 3\n").expect("a header");
        fs::write(dir.path().join("-a.c"), "#include <h.h>\nint a[N];\n").expect("a file");
        fs::write(dir.path().join("b.o"), b"\x7fELF\x02\x01\x01\0\0\0").expect("a file");
        fs::write(dir.path().join("c.c"), [1, 2, 3, 4, 5, 0x80, 0xff]).expect("a file");
        for clang in clangs() {
            let flags = ["-Iinc".to_owned()];
            let dump = |name: &str| clang.dump_ast(Path::new(name), &flags, Some(dir.path()));
            let json = dump("-a.c").expect("the file should compile");
            assert!(String::from_utf8_lossy(&json).contains("int[3]"));
            assert_eq!(dump("no.c"), Err(CError::FileMissing { path: "no.c".into() }));
            assert_eq!(dump("c.c/x.c"), Err(CError::FileMissing { path: "c.c/x.c".into() }));
            assert_eq!(
                dump("inc"),
                Err(CError::NotAFile { path: "inc".into(), what: "a directory" })
            );
            for (name, reason) in [("b.o", "null bytes"), ("c.c", "control characters")] {
                let Err(CError::CompileFailed { diagnostics, .. }) = dump(name) else {
                    panic!("{name} should not compile");
                };
                assert_eq!(
                    diagnostics,
                    format!("{name}: error: not C source text: it holds {reason}")
                );
            }
        }
    }

    #[test]
    fn flags_that_change_the_abi_are_refused() {
        for flags in
            [&["-m32"][..], &["-funsigned-char"], &["-target", "arm-linux"], &["--target=arm"]]
        {
            let flags: Vec<String> = flags.iter().map(|flag| (*flag).to_owned()).collect();
            assert!(matches!(check_flags(&flags), Err(CError::UnsupportedFlag { .. })));
        }
        assert!(check_flags(&["--target=x86_64-linux-gnu".to_owned()]).is_ok());
    }

    #[test]
    fn finding() {
        let empty = tempfile::tempdir().expect("a directory for the test");
        let nowhere = empty.path().as_os_str();
        assert_eq!(
            Clang::find_in(None, nowhere).map(|_| ()),
            Err(CError::ClangMissing { tried: "clang, clang-19 … clang-14".to_owned() })
        );
        assert_eq!(
            Clang::find_in(Some(OsStr::new("/no/clang")), nowhere).map(|_| ()),
            Err(CError::ClangMissing { tried: "CLEW_CLANG=/no/clang".to_owned() })
        );
    }

    #[test]
    fn a_program_that_is_not_clang_or_too_old_is_named_as_such() {
        let path = std::env::var_os("PATH").unwrap_or_default();
        let other = Clang::find_in(Some(OsStr::new("false")), &path).expect("`false` on PATH");
        assert!(matches!(failure(&other, "int x;"), CError::NotClang { .. }));
        let CError::ClangTooOld { version, .. } =
            other.judge_version("Debian clang version 11.0.1-2").expect_err("version 11")
        else {
            panic!("should be too old");
        };
        assert_eq!(version, "11.0.1-2");
    }

    #[test]
    fn versions() {
        assert_eq!(parse_version("Debian clang version 14.0.6\nTarget: x"), Some((14, "14.0.6")));
        assert_eq!(parse_version("clang version 19.1.7 (3~deb12u1)"), Some((19, "19.1.7")));
        assert_eq!(parse_version("Apple clang version 15.0.0 (clang-1)"), Some((15, "15.0.0")));
        assert_eq!(parse_version("gcc (Debian) 12"), None);
    }
}
