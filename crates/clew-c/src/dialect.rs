//! What the flags of a unit say of the C that it is written in, where the program model has one answer and
//! compilers have more.

use crate::flags::{Effect, effects};
use clew_ir::points_to::Edition;

/// What flags say.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Dialect {
    /// Flags that change what code means, or of which nobody knows.
    pub(crate) doubtful: Vec<DoubtfulFlag>,
    /// The names of the C library are the program's own (`-ffreestanding`).
    pub(crate) owns_names: bool,
    /// Pragmas may have code run by several threads at once.
    pub(crate) has_teams: bool,
    /// How code is optimised, if it is: macros tell texts.
    pub(crate) level: Option<&'static str>,
    /// The edition of C, where a flag names one.
    pub(crate) edition: Option<Edition>,
}

/// A flag under which compilers may differ.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct DoubtfulFlag {
    pub(crate) flag: Box<str>,
    /// Whether it concerns floating-point numbers alone.
    pub(crate) is_of_floats: bool,
}

/// The flags of optimisation under which other macros are defined.
const LEVELS: [&str; 7] = ["-Ofast", "-Og", "-Os", "-Oz", "-O1", "-O2", "-O3"];

impl Dialect {
    /// What flags say, also those that decide nothing of how a file is parsed.
    pub(crate) fn of_flags(flags: &[String]) -> Self {
        let mut dialect = Self::default();
        for (flag, effect) in effects(flags) {
            let is_of_floats = effect == Effect::Floats;
            // What they do is seen in the text.
            if !is_of_teams(flag) {
                dialect.doubtful.push(DoubtfulFlag { flag: flag.into(), is_of_floats });
            }
        }
        for flag in flags {
            let flag = flag.as_str();
            dialect.owns_names |= matches!(flag, "-ffreestanding" | "-fno-hosted" | "-fno-builtin")
                || flag.starts_with("-fno-builtin-");
            dialect.has_teams |= is_of_teams(flag);
            dialect.edition = edition(flag).or(dialect.edition);
            // The last one counts.
            if flag.starts_with("-O") {
                let level = LEVELS.into_iter().find(|it| *it == flag);
                dialect.level = level.or((flag != "-O0").then_some("-O2"));
            }
        }
        dialect
    }

    /// What this leaves open, and what another does.
    pub(crate) fn or(&self, other: &Self) -> Self {
        let mut both = self.clone();
        for flag in &other.doubtful {
            if !both.doubtful.contains(flag) {
                both.doubtful.push(flag.clone());
            }
        }
        both.owns_names |= other.owns_names;
        both.has_teams |= other.has_teams;
        both.level = self.level.or(other.level);
        both.edition = self.edition.or(other.edition);
        both
    }
}

fn is_of_teams(flag: &str) -> bool {
    flag.starts_with("-fopenmp") || flag == "-fopenacc"
}

/// The edition of C that a flag names.
fn edition(flag: &str) -> Option<Edition> {
    if flag == "-ansi" {
        return Some(Edition::C90);
    }
    let name = ["-std=", "--std="].iter().find_map(|it| flag.strip_prefix(it))?;
    Some(match name {
        "c89" | "c90" | "gnu89" | "gnu90" | "iso9899:1990" | "iso9899:199409" => Edition::C90,
        "c99" | "c9x" | "gnu99" | "gnu9x" | "iso9899:1999" | "iso9899:199x" => Edition::C99,
        "c11" | "c1x" | "gnu11" | "gnu1x" | "iso9899:2011" | "c17" | "c18" | "gnu17" | "gnu18"
        | "iso9899:2017" | "iso9899:2018" => Edition::C11,
        _ => Edition::C23,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(flags: &[&str]) -> Dialect {
        Dialect::of_flags(&flags.iter().map(|it| (*it).to_owned()).collect::<Vec<_>>())
    }

    #[test]
    fn flags_that_say_something() {
        assert_eq!(of(&["-O2", "-O0", "-Wall"]), Dialect::default());
        assert_eq!(of(&["-O0", "-O2"]).level, Some("-O2"));
        assert_eq!(of(&["-std=c11", "-std=gnu90"]).edition, Some(Edition::C90));
        assert!(of(&["-fno-builtin-malloc"]).owns_names && of(&["-ffreestanding"]).owns_names);
        assert!(!of(&["-march=native"]).owns_names && of(&["-fopenmp"]).has_teams);
    }

    #[test]
    fn flags_that_leave_something_open() {
        let doubtful = of(&["-march=native", "-pg", "-fopenmp"]).doubtful;
        let seen: Vec<_> = doubtful.iter().map(|it| (&*it.flag, it.is_of_floats)).collect();
        assert_eq!(seen, [("-march=native", true), ("-pg", false)]);
        let both = of(&["-pg"]).or(&of(&["-pg", "-mfma"]));
        assert_eq!(both.doubtful.len(), 2);
    }
}
