//! What the compiler's flags mean for tests.

use super::absolute;
use super::include::{self, SearchPath};
use std::path::{Path, PathBuf};

/// Flags, by what they are for.
#[derive(Default)]
pub(super) struct Flags {
    /// Where included files are looked for.
    pub(super) search: SearchPath,
    /// Those that a preprocessor line stands for.
    pub(super) directives: Vec<String>,
    /// Files that are included before anything else.
    pub(super) included_files: Vec<PathBuf>,
    /// The rest.
    pub(super) other: Vec<String>,
}

impl Flags {
    pub(super) fn parse(words: &[String]) -> Self {
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
}
