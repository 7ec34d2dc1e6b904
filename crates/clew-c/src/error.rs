//! What can go wrong between C source and the program model.

use std::path::PathBuf;

/// Why C source did not become a program model. All but [`CError::BadAst`] and
/// [`CError::ClangCrashed`] are for the user to mend.
#[derive(thiserror::Error, Debug, Clone, PartialEq, Eq)]
pub enum CError {
    /// No clang was found.
    #[error(
        "clang not found (tried {tried}): install it (`apt-get install clang`) or set CLEW_CLANG to its path"
    )]
    ClangMissing {
        /// The names tried, in words.
        tried: String,
    },
    /// The clang found is older than what Clew reads.
    #[error(
        "{clang} is version {version}, but clang {minimum} or later is needed: install a newer one or set CLEW_CLANG to its path"
    )]
    ClangTooOld {
        /// The program.
        clang: PathBuf,
        /// Its version.
        version: String,
        /// The oldest major version that works.
        minimum: u32,
    },
    /// The program found is not clang.
    #[error("{program} is not clang: set CLEW_CLANG to the path of clang")]
    NotClang {
        /// The program.
        program: PathBuf,
    },
    /// clang could not be started, or ended without an answer.
    #[error("{clang} failed: {reason}")]
    ClangCrashed {
        /// The program.
        clang: PathBuf,
        /// What happened.
        reason: String,
    },
    /// A source file does not exist.
    #[error("no such file: {path}")]
    FileMissing {
        /// The file.
        path: PathBuf,
    },
    /// A source file is a directory (or a device, a socket, …).
    #[error(
        "{path} is {what}, not a C file: name the files in it, or use `-p compile_commands.json`"
    )]
    NotAFile {
        /// The path.
        path: PathBuf,
        /// What it is, with its article.
        what: &'static str,
    },
    /// A file exists but cannot be read.
    #[error("cannot read {path}: {reason}")]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The system's reason.
        reason: String,
    },
    /// clang rejects the source.
    #[error("{file} does not compile:\n{diagnostics}")]
    CompileFailed {
        /// The file as the user named it.
        file: String,
        /// clang's own diagnostics, without colours.
        diagnostics: String,
    },
    /// A compiler flag asks for what the program model does not have.
    #[error(
        "flag `{flag}` is not supported: {reason}; remove it from --cflags or compile_commands.json"
    )]
    UnsupportedFlag {
        /// The flag.
        flag: String,
        /// Why.
        reason: &'static str,
    },
    /// `--cflags` or a command cannot be split into arguments.
    #[error("cannot read the flags `{text}`: {reason}")]
    BadFlags {
        /// The text.
        text: String,
        /// What is wrong with it.
        reason: &'static str,
    },
    /// A compilation database cannot be used.
    #[error("{path} is not a usable compile_commands.json: {reason}")]
    BadCompileCommands {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// clang's AST is not what Clew expects: a bug, or a clang newer than Clew knows.
    #[error("unexpected AST from clang: {reason}")]
    BadAst {
        /// What is odd.
        reason: String,
    },
    /// The files do not link to one program.
    #[error("{message}{}", places_text(places))]
    Link {
        /// What is wrong, naming the symbol.
        message: String,
        /// Where, as `file:line:column`.
        places: Vec<String>,
    },
    /// A function asked for is not defined in the program.
    #[error("no function `{name}` is defined in {files}{}", suggestion_text(suggestion))]
    NoSuchFunction {
        /// The name asked for.
        name: String,
        /// The files looked at, in words.
        files: String,
        /// A defined function with a similar name.
        suggestion: Option<String>,
    },
}

fn places_text(places: &[String]) -> String {
    places.iter().map(|place| format!("\n  {place}")).collect()
}

fn suggestion_text(suggestion: &Option<String>) -> String {
    match suggestion {
        Some(name) => format!(": did you mean `{name}`?"),
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_name_the_thing_and_the_remedy() {
        let missing = CError::ClangMissing { tried: "clang, clang-19 … clang-14".to_owned() };
        assert_eq!(
            missing.to_string(),
            "clang not found (tried clang, clang-19 … clang-14): install it \
             (`apt-get install clang`) or set CLEW_CLANG to its path"
        );
        let directory = CError::NotAFile { path: "src".into(), what: "a directory" };
        assert!(directory.to_string().starts_with("src is a directory, not a C file"));
        let link = CError::Link {
            message: "`f` is defined twice".to_owned(),
            places: vec!["a.c:1:5".to_owned(), "b.c:2:5".to_owned()],
        };
        assert_eq!(link.to_string(), "`f` is defined twice\n  a.c:1:5\n  b.c:2:5");
        let function = CError::NoSuchFunction {
            name: "mian".to_owned(),
            files: "a.c".to_owned(),
            suggestion: Some("main".to_owned()),
        };
        assert_eq!(
            function.to_string(),
            "no function `mian` is defined in a.c: did you mean `main`?"
        );
    }
}
