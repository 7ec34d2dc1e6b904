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
    /// How code is optimised, if it is: macros tell texts.
    pub(crate) level: Option<&'static str>,
}

/// The flags of optimisation under which other macros are defined.
const LEVELS: [&str; 7] = ["-Ofast", "-Og", "-Os", "-Oz", "-O1", "-O2", "-O3"];

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
    }
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
}
