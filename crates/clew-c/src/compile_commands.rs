//! Compiler flags: from `compile_commands.json` and from `--cflags`.

use crate::dialect::Dialect;
use crate::error::CError;
use serde::Deserialize;
use std::path::{Path, PathBuf};

/// The name of a compilation database in its directory.
const DATABASE_NAME: &str = "compile_commands.json";

/// A compilation database.
#[derive(Debug)]
pub(crate) struct CompileCommands {
    path: PathBuf,
    entries: Vec<Entry>,
}

/// How one file is compiled.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct CompileCommand {
    /// Where the compiler runs.
    pub(crate) directory: PathBuf,
    /// The file, as the database names it: relative to `directory`, or absolute.
    pub(crate) file: PathBuf,
    /// Those flags that decide how the file is parsed.
    pub(crate) flags: Vec<String>,
    /// Those that define macros besides, and that parsing goes without.
    pub(crate) further: Vec<String>,
    /// What all flags say of the C that it is written in.
    pub(crate) dialect: Dialect,
}

/// An entry as it stands in the database.
#[derive(Deserialize, Debug)]
struct Entry {
    directory: PathBuf,
    file: PathBuf,
    command: Option<String>,
    arguments: Option<Vec<String>>,
}

impl CompileCommands {
    /// Reads a database; a directory stands for the `compile_commands.json` in it.
    pub(crate) fn read(path: &Path) -> Result<CompileCommands, CError> {
        let path = if path.is_dir() { path.join(DATABASE_NAME) } else { path.to_owned() };
        let text = std::fs::read(&path).map_err(|error| match error.kind() {
            std::io::ErrorKind::NotFound => CError::FileMissing { path: path.clone() },
            _ => CError::Unreadable { path: path.clone(), reason: error.to_string() },
        })?;
        let mut entries: Vec<Entry> = serde_json::from_slice(&text).map_err(|error| {
            CError::BadCompileCommands { path: path.clone(), reason: error.to_string() }
        })?;
        // A relative directory is relative to the database. Flags are used in other folders too.
        let home = path.parent().unwrap_or(Path::new("")).to_owned();
        for entry in &mut entries {
            let directory = home.join(&entry.directory);
            entry.directory = std::path::absolute(&directory).unwrap_or(directory);
        }
        Ok(CompileCommands { path, entries })
    }

    /// The C files of the database, each once, in its order.
    pub(crate) fn files(&self) -> Vec<PathBuf> {
        let mut files: Vec<PathBuf> = Vec::new();
        for entry in &self.entries {
            let file = canonical(&entry.directory.join(&entry.file));
            if file.extension().is_some_and(|it| it == "c") && !files.contains(&file) {
                files.push(file);
            }
        }
        files
    }

    /// Whether some file is compiled with this flag.
    pub(crate) fn has_flag(&self, flag: &str) -> bool {
        let commands = self.entries.iter().filter_map(|entry| self.command(entry).ok());
        commands.into_iter().any(|command| command.flags.iter().any(|it| it == flag))
    }

    /// How `file` is compiled (the first entry counts), or `None` when the database does not know
    /// it.
    pub(crate) fn command_for(&self, file: &Path) -> Result<Option<CompileCommand>, CError> {
        let wanted = canonical(file);
        let found = self.entries.iter().find(|entry| {
            entry.file.file_name() == file.file_name()
                && canonical(&entry.directory.join(&entry.file)) == wanted
        });
        found.map(|entry| self.command(entry)).transpose()
    }

    fn command(&self, entry: &Entry) -> Result<CompileCommand, CError> {
        let bad = |reason: String| CError::BadCompileCommands { path: self.path.clone(), reason };
        let arguments = match (&entry.arguments, &entry.command) {
            (Some(arguments), _) => arguments.clone(),
            (None, Some(command)) => {
                split_flags(command).map_err(|error| bad(error.to_string()))?
            }
            (None, None) => {
                let file = entry.file.display();
                return Err(bad(format!("{file} has neither `arguments` nor `command`")));
            }
        };
        // The first argument is the compiler.
        let flags = with_files(arguments.into_iter().skip(1), &entry.directory, NESTED)?;
        Ok(CompileCommand {
            directory: entry.directory.clone(),
            file: entry.file.clone(),
            flags: parsing_flags(&flags),
            further: flags.iter().filter(|it| is_further(it)).cloned().collect(),
            dialect: Dialect::of_flags(&flags),
        })
    }
}

/// The path without symbolic links and dots; as it is when there is no such file.
fn canonical(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_owned())
}

/// How deep files with flags may name others.
const NESTED: u32 = 8;

/// The flags, with those that stand in files (`@FILE`) in the place of the names.
fn with_files(
    flags: impl Iterator<Item = String>,
    directory: &Path,
    depth: u32,
) -> Result<Vec<String>, CError> {
    let mut all = Vec::new();
    for flag in flags {
        match flag.strip_prefix('@').filter(|_| depth > 0) {
            Some(name) => {
                let words = response_file(&directory.join(name))?;
                all.extend(with_files(words.into_iter(), directory, depth - 1)?);
            }
            None => all.push(flag),
        }
    }
    Ok(all)
}

fn response_file(path: &Path) -> Result<Vec<String>, CError> {
    let text = std::fs::read_to_string(path)
        .map_err(|error| CError::Unreadable { path: path.to_owned(), reason: error.to_string() })?;
    split_flags(&text)
}

/// All words of `--cflags`, also those that stand in files.
pub(crate) fn all_user_flags(text: &str) -> Result<Vec<String>, CError> {
    with_files(split_flags(text)?.into_iter(), Path::new(""), NESTED)
}

/// The text of `--cflags` as flags for clang. They are the user's own words to clang and are kept,
/// but for those that would have clang do something else than parse.
pub(crate) fn user_flags(text: &str) -> Result<Vec<String>, CError> {
    let mut kept = Vec::new();
    let mut flags = all_user_flags(text)?.into_iter();
    while let Some(flag) = flags.next() {
        match flag.as_str() {
            "-o" | "-MF" | "-MT" | "-MQ" => {
                flags.next();
            }
            "-c" | "-S" | "-E" => {}
            _ if ["-M", "-O", "-W", "-g", "-pedantic"]
                .iter()
                .any(|start| flag.starts_with(start))
                && !flag.starts_with("-Wp,") => {}
            _ => kept.push(flag),
        }
    }
    Ok(kept)
}

/// Flags whose value is a path.
const PATHS: &[&str] = &["-isystem", "-iquote", "-idirafter", "-include", "-imacros", "-I"];

/// The flags of a command as words that mean the same in every folder: a flag and its value are
/// one word, and paths start at the root.
fn anywhere(command: &CompileCommand) -> Vec<String> {
    let mut words = Vec::new();
    let mut flags = command.flags.iter();
    while let Some(flag) = flags.next() {
        let is_alone = KEPT_WITH_VALUE.contains(&flag.as_str());
        let value = if is_alone { flags.next().map_or("", String::as_str) } else { "" };
        let word = format!("{flag}{value}");
        let path = PATHS.iter().find_map(|start| Some((start, word.strip_prefix(start)?)));
        words.push(match path {
            Some((start, path)) => format!("{start}{}", command.directory.join(path).display()),
            None => word,
        });
    }
    words
}

/// The flags that some files are compiled with, each once: those of a database, then the user's.
pub(crate) fn flags_for(
    database: Option<&Path>,
    cflags: &str,
    files: &[PathBuf],
) -> Result<Vec<String>, CError> {
    let mut flags: Vec<String> = Vec::new();
    if let Some(path) = database {
        let commands = CompileCommands::read(path)?;
        for file in files {
            let command = commands.command_for(file)?;
            for word in command.iter().flat_map(anywhere) {
                if !flags.contains(&word) {
                    flags.push(word);
                }
            }
        }
    }
    flags.extend(user_flags(cflags)?);
    Ok(flags)
}

/// The words of a line, as a shell splits it; of one that a shell does not take, none.
pub fn words(text: &str) -> Vec<String> {
    split_flags(text).unwrap_or_default()
}

/// Splits a line as a shell does: spaces separate, quotes and backslashes join.
pub(crate) fn split_flags(text: &str) -> Result<Vec<String>, CError> {
    let bad = |reason| CError::BadFlags { text: text.to_owned(), reason };
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut chars = text.chars();
    while let Some(next) = chars.next() {
        match next {
            '\'' => {
                let word = word.get_or_insert_default();
                loop {
                    match chars.next().ok_or_else(|| bad("a single quote is not closed"))? {
                        '\'' => break,
                        other => word.push(other),
                    }
                }
            }
            '"' => {
                let word = word.get_or_insert_default();
                loop {
                    match chars.next().ok_or_else(|| bad("a double quote is not closed"))? {
                        '"' => break,
                        '\\' => match chars.next() {
                            Some(escaped @ ('"' | '\\' | '$' | '`')) => word.push(escaped),
                            Some('\n') => {}
                            Some(other) => word.extend(['\\', other]),
                            None => return Err(bad("a double quote is not closed")),
                        },
                        other => word.push(other),
                    }
                }
            }
            '\\' => match chars.next() {
                Some('\n') => {}
                Some(escaped) => word.get_or_insert_default().push(escaped),
                None => return Err(bad("it ends in a backslash")),
            },
            space if space.is_whitespace() => words.extend(word.take()),
            other => word.get_or_insert_default().push(other),
        }
    }
    words.extend(word);
    Ok(words)
}

/// Flags whose value may be the next argument, and that decide how a file is parsed.
const KEPT_WITH_VALUE: &[&str] = &[
    "-I",
    "-D",
    "-U",
    "-isystem",
    "-iquote",
    "-idirafter",
    "-include",
    "-imacros",
    "--define-macro",
    "--undefine-macro",
    "--include",
    "--imacros",
    "--include-directory",
    "-iprefix",
    "-iwithprefix",
    "-iwithprefixbefore",
    "-isysroot",
    "--sysroot",
    "-target",
    "-F",
];

/// Flags whose value is the next argument, and that do not matter.
const DROPPED_WITH_VALUE: &[&str] = &[
    "-o",
    "-x",
    "-MF",
    "-MT",
    "-MQ",
    "-MJ",
    "-L",
    "-l",
    "-T",
    "-u",
    "-z",
    "-B",
    "-G",
    "-arch",
    "-Xlinker",
    "-Xassembler",
    "-Xclang",
    "-aux-info",
    "-dumpbase",
    "-dumpdir",
    "--param",
    "-wrapper",
    "-specs",
];

/// Flags without a value that are kept as they are, or up to `=` when they end in it: also those that are
/// refused, because the program model has no such layout.
const KEPT: &[&str] = &[
    "-std=",
    "--std=",
    "-ansi",
    "-trigraphs",
    "-undef",
    "-nostdinc",
    "-nostdlibinc",
    "--sysroot=",
    "--target=",
    "-pthread",
    "-fms-extensions",
    "-fms-compatibility",
    "-fgnu89-inline",
    "-fno-gnu89-inline",
    "-fwrapv",
    "-fno-wrapv",
    "-ftrapv",
    "-fsigned-char",
    "-fno-signed-char",
    "-funsigned-char",
    "-fno-unsigned-char",
    "-fshort-enums",
    "-fno-short-enums",
    "-fshort-wchar",
    "-fno-short-wchar",
    "-fpack-struct",
    "-fpack-struct=",
    "-funsigned-bitfields",
    "-fno-signed-bitfields",
    "-mms-bitfields",
    "-ffreestanding",
    "-fhosted",
    "-fno-builtin",
    "-fasm",
    "-fno-asm",
    "-fcommon",
    "-fno-common",
    "-fblocks",
    "-fdollars-in-identifiers",
    "-finput-charset=",
    "-fexec-charset=",
    "-ffast-math",
    "-fno-math-errno",
    "-m16",
    "-m32",
    "-m64",
    "-mx32",
    "-mlong-double-64",
    "-mlong-double-80",
    "-mlong-double-128",
    "-march=",
    "--define-macro=",
    "--undefine-macro=",
    "--include=",
    "--imacros=",
    "--include-directory=",
    "-fpic",
    "-fPIC",
    "-fpie",
    "-fPIE",
    "-fno-pic",
    "-fno-PIC",
    "-fno-pie",
    "-fno-PIE",
    "-fstack-protector",
    "-fstack-protector-all",
    "-fstack-protector-strong",
    "-fno-stack-protector",
    "-fexceptions",
    "-fno-exceptions",
    "-mcmodel=",
    "-mtune=",
];

/// The instruction sets that `-mNAME` and `-mno-NAME` switch, by how their names begin: they decide
/// which macros (`__AVX2__`, …) are defined.
const INSTRUCTION_SETS: &[&str] = &[
    "mmx", "sse", "ssse", "avx", "bmi", "aes", "pclmul", "popcnt", "lzcnt", "fma", "f16c", "sha",
    "movbe", "rdrnd", "rdseed", "rtm", "adx", "xsave", "clflush", "clwb", "fsgsbase", "gfni",
    "vaes", "vpclmul", "cx16", "crc32", "shstk",
];

/// Whether a flag defines macros besides what it does to code: sanitizers and OpenMP.
fn is_further(flag: &str) -> bool {
    flag.starts_with("-fsanitize=") || flag == "-fopenmp" || flag == "-fopenacc"
}

/// Those of a compiler's arguments that decide how a file is parsed. The rest (outputs, warnings,
/// optimisation, code generation, other compilers' own flags, inputs) is dropped.
pub(crate) fn parsing_flags(arguments: &[String]) -> Vec<String> {
    let mut kept = Vec::new();
    let mut rest = arguments.iter();
    while let Some(argument) = rest.next() {
        let argument = argument.as_str();
        if argument == "--" {
            break;
        }
        if KEPT_WITH_VALUE.contains(&argument) {
            if let Some(value) = rest.next() {
                kept.extend([argument.to_owned(), value.clone()]);
            }
        } else if argument == "-Xpreprocessor" {
            kept.extend(rest.next().filter(|it| is_define(it)).cloned());
        } else if DROPPED_WITH_VALUE.contains(&argument) {
            rest.next();
        } else if let Some(list) = argument.strip_prefix("-Wp,") {
            if list.starts_with("-i") {
                kept.push(argument.to_owned());
                continue;
            }
            let defines = list.split(',').filter(|part| is_define(part));
            kept.extend(defines.map(str::to_owned));
        } else if is_kept(argument) {
            kept.push(argument.to_owned());
        }
    }
    kept
}

fn is_define(argument: &str) -> bool {
    argument.starts_with("-D") || argument.starts_with("-U")
}

fn is_kept(argument: &str) -> bool {
    let joined =
        |flag: &&str| argument.starts_with(*flag) && !flag.starts_with("--") && *flag != "-target";
    let plain = |flag: &&str| match flag.strip_suffix('=') {
        Some(_) => argument.starts_with(*flag),
        None => argument == *flag,
    };
    let instruction_set = argument
        .strip_prefix("-mno-")
        .or_else(|| argument.strip_prefix("-m"))
        .is_some_and(|name| INSTRUCTION_SETS.iter().any(|set| name.starts_with(set)));
    KEPT.iter().any(plain)
        || KEPT_WITH_VALUE.iter().any(joined)
        || argument.starts_with("-fno-builtin-")
        || instruction_set
}

#[cfg(test)]
mod tests;
