//! Numbers whose type compilers choose differently.

use super::Rule;
use clew_ir::Cause;

pub(super) const RULE: Rule = Rule {
    cause: Cause::LargeNumber,
    allowed: "numbers that fit their type",
    refused: "decimal numbers larger than `long long` without `u`: gcc gives them `__int128`, clang \
              `unsigned long long`",
    check: None,
};

/// Whether a number, with its suffix, is a decimal that is too large for `long long` and has no `u`.
pub(super) fn is_large(number: &str) -> bool {
    let digits = number.find(|it: char| !it.is_ascii_digit()).unwrap_or(number.len());
    let (digits, suffix) = number.split_at(digits);
    let is_plain = suffix.chars().all(|it| matches!(it, 'l' | 'L'));
    let is_decimal = digits.starts_with(|it| matches!(it, '1'..='9'));
    is_plain && is_decimal && digits.parse::<u128>().map_or(true, |value| value > i64::MAX as u128)
}

#[cfg(test)]
mod tests {
    use super::is_large;

    #[test]
    fn numbers_that_compilers_give_other_types() {
        for number in ["9223372036854775808", "18446744073709551615L", "99999999999999999999999"] {
            assert!(is_large(number), "{number}");
        }
        for number in [
            "9223372036854775807",
            "18446744073709551615u",
            "18446744073709551615UL",
            "0x9e3779b97f4a7c15",
            "01777777777777777777777",
            "12345678901234567890.5",
            "12345678901234567890e3",
        ] {
            assert!(!is_large(number), "{number}");
        }
    }
}
