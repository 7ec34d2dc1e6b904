//! What compilers write differently and mean the same.
//!
//! Each rule gives tokens a normal form: two texts with one normal form are the same C, but for warnings,
//! for where code is put, and for whether it is optimised.

use super::printed::Token;
use crate::literal;
use clew_ir::types::FloatKind;
use clew_ir::{Scalar, ops};

/// The normal form of a text.
pub(super) fn tokens(tokens: Vec<Token<'_>>) -> Vec<Token<'_>> {
    let mut normal: Vec<Token<'_>> = Vec::with_capacity(tokens.len());
    let mut at = 0;
    while let Some(token) = tokens.get(at) {
        let rest = &tokens[at..];
        if let Some((kept, length)) = attribute(rest).or_else(|| letter_case(rest)) {
            normal.extend(kept);
            at += length;
            continue;
        }
        let mut token = token.clone();
        if let Some(text) = swapped_bytes(&token.text) {
            token.text = text.into();
        } else if let Some(number) = number(&token.text) {
            token.text = number.into();
        }
        if is_line_of_assertion(&normal) {
            token.text = "0".into();
        }
        normal.push(token);
        join_cast_number(&mut normal);
        at += 1;
    }
    normal
}

/// Pragmas that say nothing about the program: they are about warnings and about reading the text, which
/// is done.
pub(super) fn is_quiet_pragma(words: &[&str]) -> bool {
    let quiet = ["once", "message", "region", "endregion", "mark", "push_macro", "pop_macro"];
    let about_reading = ["diagnostic", "system_header", "poison", "warning", "error", "dependency"];
    match words {
        ["GCC" | "clang", second, ..] => about_reading.contains(second),
        _ => words.first().is_some_and(|it| quiet.contains(it)),
    }
}

/// Attributes about warnings, about where code is put and about how it is optimised: they give nothing
/// another meaning.
const QUIET_ATTRIBUTES: [&str; 24] = [
    "access",
    "always_inline",
    "artificial",
    "cold",
    "deprecated",
    "fallthrough",
    "flatten",
    "format",
    "format_arg",
    "hot",
    "leaf",
    "maybe_unused",
    "no_icf",
    "noclone",
    "nodiscard",
    "noinline",
    "nonstring",
    "nothrow",
    "sentinel",
    "unavailable",
    "unused",
    "visibility",
    "warn_unused_result",
    "warning",
];

/// match: `__attribute__((a, quiet(1), b))` · result: `__attribute__((a))`, `__attribute__((b))`
///
/// Returns what is left of it, and how many tokens it has.
fn attribute<'t>(tokens: &[Token<'t>]) -> Option<(Vec<Token<'t>>, usize)> {
    let is = |at: usize, text: &str| tokens.get(at).is_some_and(|it| it.text == text);
    let begins = (is(0, "__attribute__") || is(0, "__attribute")) && is(1, "(") && is(2, "(");
    if !begins {
        return None;
    }
    let end = 2 + closing(&tokens[2..])?;
    if !is(end + 1, ")") {
        return None;
    }
    let mut kept: Vec<Token<'t>> = Vec::new();
    let mut depth = 0_usize;
    let items = tokens[3..end].split(|token| {
        match &*token.text {
            "(" => depth += 1,
            ")" => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0 && token.text == ","
    });
    for item in items {
        let Some(name) = item.first() else { continue };
        let bare = name.text.trim_start_matches("__").trim_end_matches("__");
        if !QUIET_ATTRIBUTES.contains(&bare) {
            kept.extend_from_slice(&tokens[..3]);
            kept.extend_from_slice(item);
            kept.extend_from_slice(&tokens[end..end + 2]);
        }
    }
    Some((kept, end + 2))
}

/// Where the bracket that the tokens begin with is closed.
fn closing(tokens: &[Token<'_>]) -> Option<usize> {
    let mut depth = 0_usize;
    tokens.iter().position(|token| {
        match &*token.text {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0
    })
}

/// match: what `tolower(c)` and `toupper(c)` become where glibc's headers are optimised ·
/// result: the call
fn letter_case<'t>(tokens: &[Token<'t>]) -> Option<(Vec<Token<'t>>, usize)> {
    const START: [&str; 8] = ["(", "__extension__", "(", "{", "int", "__res", ";", "if"];
    let begins = START.iter().zip(tokens).all(|(text, token)| token.text == *text);
    if !begins || tokens.len() < START.len() {
        return None;
    }
    let end = closing(tokens)?;
    let is_call = |it: &[Token<'t>]| {
        it[0].text == "__res"
            && it[1].text == "="
            && matches!(&*it[2].text, "tolower" | "toupper")
            && it[3].text == "("
    };
    let call = 2 + tokens[..end].windows(4).position(is_call)?;
    let length = 2 + closing(&tokens[call + 1..])?;
    Some((tokens[call..call + length].to_vec(), end + 1))
}

/// Whether what follows is the line that a failed assertion prints. Of an assertion on several lines, it is
/// the first for gcc, and for clang the last.
fn is_line_of_assertion(before: &[Token<'_>]) -> bool {
    let Some([name, open, _, first, _, second]) = before.last_chunk::<6>() else { return false };
    name.text == "__assert_fail" && open.text == "(" && first.text == "," && second.text == ","
}

/// The name by which optimised headers call a function that puts bytes into the network's order.
fn swapped_bytes(name: &str) -> Option<&'static str> {
    match name {
        "htons" | "ntohs" => Some("__bswap_16"),
        "htonl" | "ntohl" => Some("__bswap_32"),
        _ => None,
    }
}

/// match: `((double) 1.5L)` · result: `1.5`
fn join_cast_number(tokens: &mut Vec<Token<'_>>) {
    let Some([open, inner, ty, close, number, last]) = tokens.last_chunk::<6>() else { return };
    let is_cast = open.text == "("
        && inner.text == "("
        && ty.text == "double"
        && close.text == ")"
        && last.text == ")";
    let Some(bits) = number.text.strip_prefix(LONG_DOUBLE).filter(|_| is_cast) else { return };
    let Ok(bits) = u128::from_str_radix(bits, 16) else { return };
    let (from, to) = (Scalar::Float(FloatKind::X87), Scalar::Float(FloatKind::F64));
    let text = format!("{DOUBLE}{:x}", ops::cast(from, to, bits)).into();
    let (file, line) = (number.file, number.line);
    tokens.truncate(tokens.len() - 6);
    tokens.push(Token { text, file, line });
}

/// What the normal forms of floating constants begin with.
const FLOAT: &str = "0f:";
const DOUBLE: &str = "0d:";
const LONG_DOUBLE: &str = "0l:";

/// A number by its value and its type, if it is a constant of a standard type.
fn number(text: &str) -> Option<String> {
    let begins = text.strip_prefix('.').unwrap_or(text).starts_with(|it: char| it.is_ascii_digit());
    if !begins {
        return None;
    }
    integer(text).or_else(|| float(text))
}

fn float(text: &str) -> Option<String> {
    let is_hexadecimal = text.starts_with("0x") || text.starts_with("0X");
    if is_hexadecimal {
        return None;
    }
    let (digits, kind, mark) = match text.as_bytes().last()? {
        b'f' | b'F' => (&text[..text.len() - 1], FloatKind::F32, FLOAT),
        b'l' | b'L' => (&text[..text.len() - 1], FloatKind::X87, LONG_DOUBLE),
        _ => (text, FloatKind::F64, DOUBLE),
    };
    let bits = literal::float_bits(digits, kind).ok()?;
    Some(format!("{mark}{bits:x}"))
}

fn integer(text: &str) -> Option<String> {
    let digits = text.trim_end_matches(['u', 'U', 'l', 'L']);
    let suffix = text[digits.len()..].to_ascii_lowercase();
    let is_unsigned = suffix.contains('u');
    let longs = suffix.matches('l').count();
    let (radix, digits) = match digits.as_bytes() {
        [b'0', b'x' | b'X', ..] => (16, &digits[2..]),
        [b'0', b'b' | b'B', ..] => (2, &digits[2..]),
        [b'0', _, ..] => (8, &digits[1..]),
        _ => (10, digits),
    };
    let value = u64::from_str_radix(digits, radix).ok()?;
    // Of the same value and suffix, a decimal constant never has an unsigned type that the suffix does not
    // ask for; others may have, where the value is too large for the signed type of that width.
    let fits = match longs {
        _ if is_unsigned => true,
        0 => i32::try_from(value).is_ok(),
        1 => i32::try_from(value).is_ok() || (value >> 32 != 0 && i64::try_from(value).is_ok()),
        _ => i64::try_from(value).is_ok(),
    };
    let base = if fits || radix == 10 { "" } else { "x" };
    let sign = if is_unsigned { "u" } else { "" };
    Some(format!("{value}{sign}{}{base}", "l".repeat(longs)))
}
