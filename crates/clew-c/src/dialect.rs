//! What flags and texts say of the C that a unit is written in, where the program model has one answer and
//! compilers have more.

/// What is left open in a unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Dialect {
    /// Floating-point arithmetic need not be that of IEEE 754 in its default modes.
    pub(crate) floats_vary: bool,
    /// The names of the C library are the program's own (`-ffreestanding`).
    pub(crate) owns_names: bool,
    /// Objects and records need not be what they seem: the order of bytes in them, or their declarations.
    pub(crate) layout_varies: bool,
    /// Compilers put in calls or objects that are not written, or read what is not read here.
    pub(crate) code_varies: bool,
    /// Pragmas may have code run by several threads at once.
    pub(crate) has_teams: bool,
    /// A pragma gives two names to one thing.
    pub(crate) shares_names: bool,
    /// How code is optimised, if it is: macros tell texts.
    pub(crate) level: Option<&'static str>,
}

/// The flags of optimisation under which other macros are defined.
const LEVELS: [&str; 7] = ["-Ofast", "-Og", "-Os", "-Oz", "-O1", "-O2", "-O3"];

/// Flags that put calls of functions that a program may have into its code, give several constants one
/// address, let string literals be written, or change objects and characters; behind the last ones stands
/// whatever compilers know.
const CODE: &[&str] = &[
    "-pg",
    "-p",
    "-fxray-instrument",
    "-fmerge-all-constants",
    "-fwritable-strings",
    "-fshort-wchar",
    "-mabi=ms",
    "-mstack-arg-probe",
    "-fsplit-stack",
    "-fgnu-tm",
    "-Xclang",
    "-mllvm",
    "--config",
    "-specs",
];

/// Beginnings of such flags.
const CODE_FROM: &[&str] = &[
    "-finstrument-function",
    "-fsanitize-coverage=",
    "-fwide-exec-charset=",
    "-fplugin=",
    "-fpass-plugin=",
    "-specs=",
    "--specs=",
    "--config=",
];

/// Flags under which floating-point arithmetic differs, or may be contracted. Without SSE2, numbers are
/// computed in the registers of the x87, which are wider; behind `-Xclang` and `-mllvm` stands whatever
/// clang knows.
const FLOATS: &[&str] = &[
    "-Ofast",
    "-ffast-math",
    "-funsafe-math-optimizations",
    "-ffinite-math-only",
    "-fno-honor-nans",
    "-fno-honor-infinities",
    "-fassociative-math",
    "-freciprocal-math",
    "-fno-signed-zeros",
    "-frounding-math",
    "-ffp-contract=fast",
    "-fsingle-precision-constant",
    "-mfma",
    "-mfma4",
    "-mxop",
    "-mno-sse",
    "-mno-sse2",
    "-mdaz-ftz",
    "-mpc32",
    "-mpc64",
    "-fexcess-precision=16",
    "-fapprox-func",
    "-fcx-limited-range",
    "-fcx-fortran-rules",
    "-Xclang",
    "-mllvm",
];

/// Beginnings of such flags. Processors with fused operations are among those that `-march` names.
const FLOATS_FROM: &[&str] = &[
    "-march=",
    "-mavx512",
    "-mavx10",
    "-mfpmath=",
    "-fdenormal-fp-math",
    "-ffp-model=",
    "-ffp-eval-method=",
    "-fcomplex-arithmetic=",
];

/// What pragmas and attributes are written with that change the floating-point arithmetic of a part of a
/// text: modes, contraction, flags and processors of single functions.
const FLOATS_IN_TEXT: &[&str] = &[
    "FENV_ACCESS",
    "FENV_ROUND",
    "FP_CONTRACT",
    "CX_LIMITED_RANGE",
    "float_control",
    "clang fp",
    "GCC optimize",
    "GCC target",
    "optimize(",
    "optimize (",
    "__optimize__",
    "target(",
    "target (",
    "__target__",
    "target_clones",
];

impl Dialect {
    /// What flags say, also those that decide nothing of how a file is parsed.
    pub(crate) fn of_flags(flags: &[String]) -> Self {
        let mut dialect = Self::default();
        for flag in flags {
            let flag = flag.as_str();
            dialect.floats_vary |= flag != "-mfpmath=sse"
                && (FLOATS.contains(&flag) || FLOATS_FROM.iter().any(|it| flag.starts_with(it)));
            dialect.owns_names |= matches!(flag, "-ffreestanding" | "-fno-hosted" | "-fno-builtin")
                || flag.starts_with("-fno-builtin-");
            dialect.code_varies |=
                CODE.contains(&flag) || CODE_FROM.iter().any(|it| flag.starts_with(it));
            dialect.has_teams |= flag.starts_with("-fopenmp") || flag == "-fopenacc";
            // The last one counts.
            if flag.starts_with("-O") {
                let level = LEVELS.into_iter().find(|it| *it == flag);
                dialect.level = level.or((flag != "-O0").then_some("-O2"));
            }
        }
        dialect
    }

    /// What this leaves open, and what another does.
    pub(crate) const fn or(self, other: Self) -> Self {
        Self {
            floats_vary: self.floats_vary || other.floats_vary,
            owns_names: self.owns_names || other.owns_names,
            layout_varies: self.layout_varies || other.layout_varies,
            code_varies: self.code_varies || other.code_varies,
            has_teams: self.has_teams || other.has_teams,
            shares_names: self.shares_names || other.shares_names,
            level: match self.level {
                Some(level) => Some(level),
                None => other.level,
            },
        }
    }

    /// Adds what a text of the unit says by pragmas and attributes that clang's tree leaves out.
    pub(crate) fn read(&mut self, text: &str) {
        self.floats_vary |= FLOATS_IN_TEXT.iter().any(|it| text.contains(it));
        self.layout_varies |=
            ["scalar_storage_order", "ms_struct"].iter().any(|it| text.contains(it));
        self.layout_varies |= has_large_decimal(text);
        self.code_varies |=
            self.has_teams && text.split(|it| !is_of_word(it)).any(|it| it == "omp" || it == "acc");
        self.shares_names |= text.contains("redefine_extname") || has_weak_alias(text);
    }
}

/// Whether a text has `#pragma weak NAME = OTHER`.
fn has_weak_alias(text: &str) -> bool {
    let directives =
        text.match_indices("weak").map(|(at, word)| (&text[..at], &text[at + word.len()..]));
    directives.into_iter().any(|(before, behind)| {
        let line = behind.lines().next().unwrap_or_default();
        before.trim_end().ends_with("pragma") && line.contains('=')
    })
}

/// Whether a text has a decimal number that is too large for `long long` and has no `u`: gcc gives it the
/// type `__int128`, clang `unsigned long long`. Strings have no numbers.
fn has_large_decimal(text: &str) -> bool {
    let mut is_string = false;
    let mut before = '\n';
    let mut rest = text.chars();
    loop {
        let here = rest.as_str();
        let Some(next) = rest.next() else { return false };
        match next {
            '\\' => drop(rest.next()),
            '"' if before != '\'' => is_string = !is_string,
            // An apostrophe in a comment may hide the end of a string: strings end with their lines.
            '\n' => is_string = false,
            '1'..='9' if !is_string && !is_of_word(before) && before != '.' => {
                let end = here.find(|it| !is_of_word(it)).unwrap_or(here.len());
                if is_large(&here[..end]) && !here[end..].starts_with('.') {
                    return true;
                }
                rest = here[end..].chars();
            }
            _ => {}
        }
        before = next;
    }
}

fn is_of_word(it: char) -> bool {
    it.is_ascii_alphanumeric() || it == '_'
}

/// Whether a number, with its suffix, is such a decimal.
fn is_large(number: &str) -> bool {
    let digits = number.find(|it: char| !it.is_ascii_digit()).unwrap_or(number.len());
    let (digits, suffix) = number.split_at(digits);
    let is_plain = suffix.chars().all(|it| matches!(it, 'l' | 'L'));
    is_plain && digits.parse::<u128>().map_or(true, |value| value > i64::MAX as u128)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flags_and_texts() {
        let of = |flags: &[&str]| {
            Dialect::of_flags(&flags.iter().map(|it| (*it).to_owned()).collect::<Vec<_>>())
        };
        assert_eq!(of(&["-O2", "-O0", "-Wall", "-std=c11"]), Dialect::default());
        assert_eq!(of(&["-O0", "-O2"]).level, Some("-O2"));
        assert_eq!(of(&["-mfpmath=sse", "-msse4.2", "-mno-avx"]), Dialect::default());
        for flag in ["-mno-sse2", "-mfpmath=387", "-mfpmath=sse,387", "-fcx-fortran-rules"] {
            assert!(of(&["-O2", flag]).floats_vary, "{flag}");
        }
        assert!(of(&["-march=native"]).floats_vary && !of(&["-march=native"]).owns_names);
        assert!(of(&["-fno-builtin-malloc"]).owns_names && of(&["-ffreestanding"]).owns_names);
        for flag in [
            "-finstrument-functions",
            "-finstrument-functions-after-inlining",
            "-pg",
            "-fsanitize-coverage=trace-pc",
            "-fmerge-all-constants",
            "-fwritable-strings",
            "-Xclang",
        ] {
            assert!(of(&["-O2", flag]).code_varies, "{flag}");
        }
        for flag in ["-fsanitize=address", "-fopenmp", "-fPIC", "-pthread", "-fno-strict-aliasing"]
        {
            assert!(!of(&[flag]).code_varies, "{flag}");
        }
        let mut dialect = of(&["-fopenmp"]);
        dialect.read("int compare(int);");
        assert!(!dialect.code_varies);
        dialect.read("#pragma omp parallel");
        assert!(dialect.code_varies);
        let mut dialect = Dialect::default();
        dialect.read("#pragma STDC FENV_ACCESS ON");
        assert!(dialect.floats_vary && !dialect.layout_varies);
        for text in ["__attribute__((target(\"fma\")))", "#pragma GCC optimize (\"fast-math\")"] {
            let mut dialect = Dialect::default();
            dialect.read(text);
            assert!(dialect.floats_vary, "{text}");
        }
        dialect.read("#pragma scalar_storage_order big-endian");
        assert!(dialect.layout_varies);
    }

    #[test]
    fn numbers_that_compilers_give_other_types() {
        let varies = |text: &str| {
            let mut dialect = Dialect::default();
            dialect.read(text);
            dialect.layout_varies
        };
        assert!(varies("if (x > -9223372036854775808)"));
        assert!(varies("long x = 18446744073709551615L;"));
        assert!(varies("y = 99999999999999999999999999999999999999999;"));
        for text in [
            "x > -9223372036854775807",
            "18446744073709551615u",
            "18446744073709551615UL",
            "0x9e3779b97f4a7c15",
            "12345678901234567890.5",
            "0.12345678901234567890",
            "a12345678901234567890",
            "12345678901234567890e3",
            "puts(\"18446744073709551616\")",
        ] {
            assert!(!varies(text), "{text}");
        }
    }

    #[test]
    fn pragmas_that_give_a_second_name() {
        let shares = |text: &str| {
            let mut dialect = Dialect::default();
            dialect.read(text);
            dialect.shares_names
        };
        assert!(shares("#pragma weak other = real\n") && shares("#pragma redefine_extname a b\n"));
        assert!(!shares("#pragma weak hook\nint a = 1;\n") && !shares("weak = 3;"));
    }
}
