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
    "-ffp-model=fast",
    "-mfma",
    "-mfma4",
    "-mavx512f",
    "-mfpmath=387",
];

impl Dialect {
    /// What flags say.
    pub(crate) fn of_flags(flags: &[String]) -> Self {
        let mut dialect = Self::default();
        for flag in flags {
            let flag = flag.as_str();
            // Processors with fused operations are among these.
            dialect.floats_vary |= FLOATS.contains(&flag) || flag.starts_with("-march=");
            dialect.owns_names |= matches!(flag, "-ffreestanding" | "-fno-hosted" | "-fno-builtin")
                || flag.starts_with("-fno-builtin-");
        }
        dialect
    }

    /// Adds what a text of the unit says by pragmas and attributes that clang's tree leaves out.
    pub(crate) fn read(&mut self, text: &str) {
        self.floats_vary |= text.contains("FENV_ACCESS");
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
        dialect.read("#pragma scalar_storage_order big-endian");
        assert!(dialect.layout_varies);
    }
}
