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
}

/// Flags under which floating-point arithmetic differs, or may be contracted.
const FLOATS: &[&str] = &[
    "-Ofast",
    "-ffast-math",
    "-funsafe-math-optimizations",
    "-ffinite-math-only",
    "-fassociative-math",
    "-freciprocal-math",
    "-fno-signed-zeros",
    "-frounding-math",
    "-ffp-contract=fast",
    "-fsingle-precision-constant",
    "-mfma",
    "-mfma4",
    "-mfpmath=387",
    "-mdaz-ftz",
    "-fapprox-func",
    "-fcx-limited-range",
];

/// Beginnings of such flags. Processors with fused operations are among those that `-march` names.
const FLOATS_FROM: &[&str] =
    &["-march=", "-mavx512", "-mavx10", "-fdenormal-fp-math", "-ffp-model="];

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
    /// What flags say.
    pub(crate) fn of_flags(flags: &[String]) -> Self {
        let mut dialect = Self::default();
        for flag in flags {
            let flag = flag.as_str();
            dialect.floats_vary |=
                FLOATS.contains(&flag) || FLOATS_FROM.iter().any(|it| flag.starts_with(it));
            dialect.owns_names |= matches!(flag, "-ffreestanding" | "-fno-hosted" | "-fno-builtin")
                || flag.starts_with("-fno-builtin-");
        }
        dialect
    }

    /// Adds what a text of the unit says by pragmas and attributes that clang's tree leaves out.
    pub(crate) fn read(&mut self, text: &str) {
        self.floats_vary |= FLOATS_IN_TEXT.iter().any(|it| text.contains(it));
        self.layout_varies |= text.contains("scalar_storage_order");
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
        assert_eq!(of(&["-O2", "-Wall", "-std=c11"]), Dialect::default());
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
