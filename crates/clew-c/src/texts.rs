//! Where two compilers are given different texts.
//!
//! clang's preprocessor reads a unit here, and the user's compiler another day: what stands behind
//! `#if __GNUC__ >= 7` or `#ifdef __clang__` is another program for the other. Only files of the user's
//! that name the compiler are looked at, and only for which of their lines are there, and which macros are
//! defined: what the macros of the system's headers become is the same in other words.

use std::collections::{BTreeMap, BTreeSet};

/// Macros by which a text asks for its compiler.
const COMPILERS: [&str; 11] = [
    "__GNUC__",
    "__GNUC_MINOR__",
    "__GNUC_PATCHLEVEL__",
    "__GNUC_PREREQ",
    "__VERSION__",
    "__clang__",
    "__clang_major__",
    "__has_feature",
    "__has_extension",
    "__has_builtin",
    "__has_attribute",
];

/// Whether a text may ask for its compiler: by one of these macros, or in a condition by any that compilers
/// define. Guards of headers look the same, and turn out to be no difference.
pub(crate) fn asks_for_compiler(text: &str) -> bool {
    COMPILERS.iter().any(|name| text.contains(name))
        || text.replace("\\\n", " ").lines().any(|line| {
            let directive = line.trim_start().strip_prefix('#').map(str::trim_start);
            directive.is_some_and(|it| {
                (it.starts_with("if") || it.starts_with("elif")) && it.contains("__")
            })
        })
}

/// By a name that a preprocessor prints: the name and the text of a file of the user's.
pub(crate) type OwnFile<'f> = dyn Fn(&str) -> Option<(String, String)> + 'f;

/// What is another thing for another compiler.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Differences {
    /// Lines that only one of them sees, by file.
    lines: BTreeMap<String, BTreeSet<u32>>,
    /// Macros that are not the same for both.
    macros: BTreeSet<String>,
}

impl Differences {
    /// Compares what two preprocessors print with the definitions of macros (`-E -dD`), in the files that
    /// are the user's: `own` gives their names and texts.
    pub(crate) fn new(one: &str, other: &str, own: &OwnFile<'_>) -> Self {
        let (one, other) = (Printed::new(one, own), Printed::new(other, own));
        let mut lines: BTreeMap<String, BTreeSet<u32>> = BTreeMap::new();
        for (file, line) in one.lines.symmetric_difference(&other.lines) {
            // The arguments of a macro may be printed on other lines than they stand on.
            if one.conditional.contains(&(file.clone(), *line)) {
                lines.entry(file.clone()).or_default().insert(*line);
            }
        }
        let names = one.macros.keys().chain(other.macros.keys());
        let is_other = |name: &&String| one.macros.get(*name) != other.macros.get(*name);
        let mut macros: BTreeSet<String> = names.filter(is_other).cloned().collect();
        macros.extend(COMPILERS.iter().map(|it| (*it).to_owned()));
        // A macro that uses one of these is one of these.
        loop {
            let found: Vec<String> = one
                .macros
                .iter()
                .filter(|(name, body)| !macros.contains(*name) && mentions(body, &macros))
                .map(|(name, _)| name.clone())
                .collect();
            if found.is_empty() {
                return Self { lines, macros };
            }
            macros.extend(found);
        }
    }

    /// Adds what differs in a further way.
    pub(crate) fn add(&mut self, other: Self) {
        for (file, lines) in other.lines {
            self.lines.entry(file).or_default().extend(lines);
        }
        self.macros.extend(other.macros);
    }

    /// Whether the lines of a file from one to another differ, or have a macro that differs.
    pub(crate) fn meet(&self, file: &str, first: u32, last: u32, text: &str) -> bool {
        let lines = self.lines.get(file);
        lines.is_some_and(|lines| lines.range(first..=last).next().is_some())
            || (!self.macros.is_empty() && mentions(text, &self.macros))
    }
}

/// What a preprocessor printed of the user's files.
struct Printed {
    /// The lines that have code.
    lines: BTreeSet<(String, u32)>,
    /// The lines that stand between `#if` and `#endif`.
    conditional: BTreeSet<(String, u32)>,
    /// The macros that are defined at last, or somewhere in two ways: all that is said of each.
    macros: BTreeMap<String, String>,
}

impl Printed {
    fn new(text: &str, own: &OwnFile<'_>) -> Self {
        let (lines, conditional) = (BTreeSet::new(), BTreeSet::new());
        let mut printed = Self { lines, conditional, macros: BTreeMap::new() };
        let mut known: BTreeMap<&str, Option<String>> = BTreeMap::new();
        let (mut file, mut line) = (None, 0);
        for each in text.lines() {
            if let Some((number, name)) = marker(each) {
                let found = known.entry(name).or_insert_with(|| {
                    let (name, text) = own(name)?;
                    let lines = conditional_lines(&text);
                    printed.conditional.extend(lines.into_iter().map(|it| (name.clone(), it)));
                    Some(name)
                });
                (file, line) = (found.clone(), number);
                continue;
            }
            if let Some(file) = &file {
                printed.add(file, line, each);
            }
            line += 1;
        }
        printed
    }

    fn add(&mut self, file: &str, line: u32, text: &str) {
        let Some(directive) = text.strip_prefix('#') else {
            if !text.trim().is_empty() {
                self.lines.insert((file.to_owned(), line));
            }
            return;
        };
        let words = directive.trim_start();
        let defined = words.strip_prefix("define ").or_else(|| words.strip_prefix("undef "));
        if let Some(defined) = defined {
            let end = defined.find(|c: char| !is_word(c)).unwrap_or(defined.len());
            let said: Vec<&str> = words.split_whitespace().collect();
            let all = self.macros.entry(defined[..end].to_owned()).or_default();
            all.push_str(&said.join(" "));
            all.push('\n');
        }
    }
}

/// The numbers of the lines between `#if` and `#endif`.
fn conditional_lines(text: &str) -> Vec<u32> {
    let mut depth = 0_u32;
    let mut lines = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let directive = line.trim_start().strip_prefix('#').map(str::trim_start);
        match directive {
            Some(it) if it.starts_with("if") => depth += 1,
            Some(it) if it.starts_with("endif") => depth = depth.saturating_sub(1),
            Some(_) | None if depth > 0 => lines.push(number),
            Some(_) | None => {}
        }
    }
    lines
}

/// The line and the file in `# 12 "name" 2`.
fn marker(line: &str) -> Option<(u32, &str)> {
    let (number, rest) = line.strip_prefix("# ")?.split_once(" \"")?;
    Some((number.parse().ok()?, &rest[..rest.rfind('"')?]))
}

fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// Whether a text has one of these names as a word.
fn mentions(text: &str, names: &BTreeSet<String>) -> bool {
    text.split(|c: char| !is_word(c)).any(|word| names.contains(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn compare(one: &str, other: &str, source: &str) -> Differences {
        Differences::new(one, other, &|name| {
            (!name.starts_with('/')).then(|| (name.to_owned(), source.to_owned()))
        })
    }

    #[test]
    fn lines_and_macros_that_differ() {
        let source = "int f(void)\n{ M(1,\n2);\n#if __GNUC__ > 4\nint more;\n#endif\n}\n";
        let clang =
            "# 1 \"a.c\"\n#define BIG 10\n#define BOTH (BIG + 1)\n# 1 \"a.c\"\nint f(void)\n";
        let gcc = "# 1 \"a.c\" 2\n#define BIG  100\n#define BOTH (BIG + 1)\n# 1 \"a.c\"\nint f(void)\n\
                   # 3 \"a.c\"\n;\n\nint more;\n# 1 \"/usr/include/x.h\"\nint y;\n";
        let found = compare(clang, gcc, source);
        assert!(found.meet("a.c", 1, 3, "return BOTH;"));
        assert!(found.meet("a.c", 5, 5, ""));
        assert!(found.meet("a.c", 1, 2, "return __GNUC__;"));
        assert!(!found.meet("a.c", 1, 4, "int f(void) { return BIGGER; }"));
        assert!(!found.meet("/usr/include/x.h", 1, 1, "int y;"));
    }

    #[test]
    fn equal_texts_leave_the_names_of_compilers() {
        let text = "# 1 \"a.c\"\n#define BIG 10\nint f(void) { return BIG; }\n";
        let found = compare(text, text, "");
        assert!(!found.meet("a.c", 1, 100, "int f(void) { return BIG; }"));
        assert!(asks_for_compiler("#if __GNUC__ > 4"));
    }
}
