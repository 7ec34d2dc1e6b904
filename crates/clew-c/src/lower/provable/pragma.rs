//! Pragmas.

use super::Rule;
use clew_ir::Cause;

pub(super) const RULE: Rule = Rule {
    cause: Cause::Pragma,
    allowed: "pragmas about warnings, visibility, inclusion and unrolling, `pack`, `weak`; those of OpenMP and \
              OpenACC without their flags",
    refused: "`STDC FENV_ACCESS`, `FP_CONTRACT` and their kin, `GCC optimize` and `GCC target`, `float_control`, in \
              files with functions that have floating-point numbers; every other one, in all of its file: \
              `scalar_storage_order`, `ms_struct`, `GCC ivdep`, `clang loop`, those that nobody here knows",
    check: None,
};

/// How a pragma is judged.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Judgement {
    /// It changes nothing, or the front end follows it.
    Harmless,
    /// It changes the arithmetic of floating-point numbers.
    Floats,
    /// It gives two names to one thing.
    SharesNames,
    Refused,
}

/// How pragmas begin that change nothing, or that the front end follows.
const HARMLESS: &str = "
    once message warning error region endregion mark ident unroll nounroll pack weak push_macro pop_macro
    GCC/diagnostic GCC/system_header GCC/poison GCC/dependency GCC/warning GCC/error GCC/visibility GCC/unroll
    GCC/push_options GCC/pop_options GCC/reset_options
    clang/diagnostic clang/system_header clang/deprecated clang/final clang/restrict_expansion
    clang/unsafe_buffer_usage";

const FLOATS: &str = "
    STDC/FENV_ACCESS STDC/FENV_ROUND STDC/FP_CONTRACT STDC/CX_LIMITED_RANGE float_control fp_contract clang/fp
    GCC/target";

/// Judges the words of a pragma.
pub(super) fn judge(text: &str, has_teams: bool) -> Judgement {
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let mut words = text.split(|c| !is_word(c)).filter(|word| !word.is_empty());
    let (first, second) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    let both = format!("{first}/{second}");
    let stands = |list: &str| list.split_whitespace().any(|it| it == first || it == both);
    match first {
        "redefine_extname" => Judgement::SharesNames,
        "weak" if text.contains('=') => Judgement::SharesNames,
        "omp" | "acc" if !has_teams => Judgement::Harmless,
        _ if stands(FLOATS) => Judgement::Floats,
        "GCC" if second == "optimize" && is_of_floats(text) => Judgement::Floats,
        _ if stands(HARMLESS) => Judgement::Harmless,
        _ => Judgement::Refused,
    }
}

/// Whether the options of `GCC optimize` are levels, or about floating-point numbers.
fn is_of_floats(text: &str) -> bool {
    let options = text.split('"').skip(1).step_by(2).flat_map(|it| it.split(','));
    options.into_iter().all(|it| {
        let flag = match it.starts_with(|c: char| c == 'O' || c.is_ascii_digit()) {
            true => format!("-O{}", it.trim_start_matches('O')),
            false => format!("-f{}", it.trim_start_matches("-f")),
        };
        let effects = crate::flags::effects(std::slice::from_ref(&flag));
        effects.iter().all(|(_, effect)| *effect != crate::flags::Effect::Unknown)
    })
}

#[cfg(test)]
mod tests {
    use super::{Judgement, judge};

    #[test]
    fn pragmas_on_lists_and_others() {
        for (text, judgement) in [
            ("once", Judgement::Harmless),
            ("GCC diagnostic push", Judgement::Harmless),
            ("pack(push, 1)", Judgement::Harmless),
            ("weak hook", Judgement::Harmless),
            ("weak other = real", Judgement::SharesNames),
            ("redefine_extname a b", Judgement::SharesNames),
            ("STDC FENV_ACCESS ON", Judgement::Floats),
            ("GCC optimize (\"fast-math\")", Judgement::Floats),
            ("GCC optimize (\"O3\")", Judgement::Floats),
            ("GCC optimize (\"pack-struct\")", Judgement::Refused),
            ("GCC target (\"fma\")", Judgement::Floats),
            ("GCC ivdep", Judgement::Refused),
            ("scalar_storage_order big-endian", Judgement::Refused),
            ("clang loop vectorize(assume_safety)", Judgement::Refused),
            ("something new", Judgement::Refused),
            ("", Judgement::Refused),
        ] {
            assert_eq!(judge(text, false), judgement, "{text}");
        }
        assert_eq!(judge("omp parallel", false), Judgement::Harmless);
        assert_eq!(judge("omp parallel", true), Judgement::Refused);
    }
}
