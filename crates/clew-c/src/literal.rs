//! The values of string, character and floating literals, from the text clang prints for them.

use clew_ir::types::FloatKind;
use rustc_apfloat::ieee::X87DoubleExtended;
use rustc_apfloat::{Float, Round, Status};
use std::str::Chars;

/// The element width in bits that a string or character literal's prefix gives it.
pub(crate) fn element_bits(text: &str) -> u32 {
    match text.as_bytes() {
        [b'u', b'8', ..] => 8,
        [b'u', ..] => 16,
        [b'L' | b'U', ..] => 32,
        _ => 8,
    }
}

/// The length of the string or character literal at the start of `text`, which begins with its
/// quote; quotes included. One that is not closed goes to the end.
pub(crate) fn quoted_length(text: &[u8]) -> usize {
    let mut position = 1;
    while let Some(&byte) = text.get(position) {
        match byte {
            b'\\' => position += 2,
            _ if byte == text[0] => return position + 1,
            _ => position += 1,
        }
    }
    text.len()
}

/// The code units of a string literal such as `"a\000\377"` or `L"\x123""4"`, without the
/// terminating null: the array's type says how many elements there are, fewer or more.
///
/// `bits` is the width of an element: 8, 16 or 32. Adjacent strings (`"…""…"`) are joined.
pub(crate) fn string_units(text: &str, bits: u32) -> Result<Vec<u32>, String> {
    let bad = |reason: &str| format!("string literal `{text}`: {reason}");
    let open = text.find('"').ok_or_else(|| bad("no opening quote"))?;
    let mut units = Vec::with_capacity(text.len());
    let mut chars = text[open + 1..].chars();
    loop {
        match chars.next().ok_or_else(|| bad("no closing quote"))? {
            '"' => match chars.as_str().find('"') {
                None => break,
                // The next piece; between the two stand only spaces and a prefix.
                Some(next) => {
                    let after = &chars.as_str()[next + 1..];
                    chars = after.chars();
                }
            },
            '\\' => escape(&mut chars, bits, &mut units).map_err(|reason| bad(&reason))?,
            other => push_character(other, bits, &mut units),
        }
    }
    if chars.as_str().trim().is_empty() { Ok(units) } else { Err(bad("text after its end")) }
}

/// The value of a character constant such as `'a'`, `'\xff'` or `L'x'`, as C gives it (`'\xff'`
/// is -1; several characters are packed, the last one lowest, as gcc and clang do).
pub(crate) fn char_text(text: &str) -> Result<i64, String> {
    let bad = |reason: &str| format!("character constant `{text}`: {reason}");
    let bits = element_bits(text);
    let open = text.find('\'').ok_or_else(|| bad("no opening quote"))?;
    let mut chars = text[open + 1..].chars();
    let mut units = Vec::new();
    loop {
        match chars.next().ok_or_else(|| bad("no closing quote"))? {
            '\'' => break,
            '\\' => escape(&mut chars, bits, &mut units).map_err(|reason| bad(&reason))?,
            other => push_character(other, bits, &mut units),
        }
    }
    match (text.as_bytes()[0], units.as_slice()) {
        (_, []) => Err(bad("it is empty")),
        (b'\'', [unit]) => Ok(i64::from(*unit as u8 as i8)),
        (b'\'', units) => {
            let packed = units.iter().fold(0_u32, |value, unit| (value << 8) | (unit & 0xff));
            Ok(i64::from(packed as i32))
        }
        (b'L', [unit]) => Ok(i64::from(*unit as i32)),
        (_, [unit]) => Ok(i64::from(*unit)),
        _ => Err(bad("more than one character")),
    }
}

/// Reads the escape after a backslash.
fn escape(chars: &mut Chars<'_>, bits: u32, units: &mut Vec<u32>) -> Result<(), String> {
    let letter = chars.next().ok_or("it ends in a backslash")?;
    let unit = match letter {
        'n' => 0x0a,
        't' => 0x09,
        'r' => 0x0d,
        'a' => 0x07,
        'b' => 0x08,
        'f' => 0x0c,
        'v' => 0x0b,
        'e' | 'E' => 0x1b,
        '\\' | '"' | '\'' | '?' => letter as u32,
        '0'..='7' => {
            let mut value = letter as u32 - '0' as u32;
            for _ in 0..2 {
                let Some(digit) = digit_here(chars, 8) else { break };
                value = value * 8 + digit;
                chars.next();
            }
            value
        }
        'x' => {
            let mut value = digit_here(chars, 16).ok_or("`\\x` without digits")?;
            chars.next();
            while let Some(digit) = digit_here(chars, 16) {
                value = (value << 4) | digit;
                chars.next();
            }
            value
        }
        'u' | 'U' => {
            let mut value = 0;
            for _ in 0..if letter == 'u' { 4 } else { 8 } {
                let digit = digit_here(chars, 16).ok_or("universal character name cut short")?;
                value = (value << 4) | digit;
                chars.next();
            }
            let character = char::from_u32(value).ok_or("no such universal character")?;
            push_character(character, bits, units);
            return Ok(());
        }
        other => return Err(format!("unknown escape `\\{other}`")),
    };
    units.push(if bits < 32 { unit & ((1 << bits) - 1) } else { unit });
    Ok(())
}

fn digit_here(chars: &Chars<'_>, radix: u32) -> Option<u32> {
    chars.clone().next()?.to_digit(radix)
}

/// Adds a character in the encoding of the element width: UTF-8, UTF-16 or UTF-32.
fn push_character(character: char, bits: u32, units: &mut Vec<u32>) {
    match bits {
        8 => {
            let mut buffer = [0; 4];
            units.extend(character.encode_utf8(&mut buffer).bytes().map(u32::from));
        }
        16 => {
            let mut buffer = [0; 2];
            units.extend(character.encode_utf16(&mut buffer).iter().map(|unit| u32::from(*unit)));
        }
        _ => units.push(character as u32),
    }
}

/// The bits of a floating literal such as `1.5`, `1.0E+10` or `+Inf`, in the format of `kind`
/// (80 bits for [`FloatKind::X87`]). The digits clang prints determine the value exactly.
pub(crate) fn float_bits(text: &str, kind: FloatKind) -> Result<u128, String> {
    let bad = || format!("floating literal `{text}` is not a number");
    match kind {
        FloatKind::F32 => text.parse::<f32>().map(|v| u128::from(v.to_bits())).map_err(|_| bad()),
        FloatKind::F64 => text.parse::<f64>().map(|v| u128::from(v.to_bits())).map_err(|_| bad()),
        FloatKind::X87 => match text {
            "+Inf" | "Inf" => Ok(X87DoubleExtended::INFINITY.to_bits()),
            "-Inf" => Ok((-X87DoubleExtended::INFINITY).to_bits()),
            _ => {
                let parsed = X87DoubleExtended::from_str_r(text, Round::NearestTiesToEven)
                    .map_err(|_| bad())?;
                let invalid = parsed.status.contains(Status::INVALID_OP);
                if invalid { Err(bad()) } else { Ok(parsed.value.to_bits()) }
            }
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_string(text: &str, expected: &[u32]) {
        assert_eq!(string_units(text, element_bits(text)).as_deref(), Ok(expected), "for {text}");
    }

    fn bytes(text: &[u8]) -> Vec<u32> {
        text.iter().map(|byte| u32::from(*byte)).collect()
    }

    #[test]
    fn narrow_strings() {
        check_string(r#""""#, &[]);
        check_string(
            r#""a\000b\377A1\t\n\\\"'\a\b\f\v\033?z\1778""#,
            &bytes(b"a\0b\xffA1\t\n\\\"'\x07\x08\x0c\x0b\x1b?z\x7f8"),
        );
        check_string(r#""h\303\251""#, &bytes("hé".as_bytes()));
        check_string(r#"u8"\303\251""#, &bytes("é".as_bytes()));
        check_string(r#""é\u20AC""#, &bytes("é€".as_bytes()));
        check_string(r#""a" "b""c""#, &bytes(b"abc"));
        check_string(r#""\x41" "1""#, &bytes(b"A1"));
        check_string(r#""\"""#, &bytes(b"\""));
    }

    #[test]
    fn wide_strings() {
        check_string(
            r#"L"\x123""4ab\351\x1D11E\000x\377\\\"""#,
            &[0x123, 0x34, 0x61, 0x62, 0xe9, 0x1d11e, 0, 0x78, 0xff, 0x5c, 0x22],
        );
        check_string(r#"u"\351\U0001D11E\xD800z\000""#, &[0xe9, 0xd834, 0xdd1e, 0xd800, 0x7a, 0]);
        check_string(
            r#"U"\351\U0001D11E\u20ACq\xFFFFFFFF""1\xD800""#,
            &[0xe9, 0x1d11e, 0x20ac, 0x71, 0xffff_ffff, 0x31, 0xd800],
        );
    }

    #[test]
    fn bad_literals_are_errors() {
        for text in
            ["", "\"", "abc", "\"\\", "\"\\\"", "\"\\x\"", "\"\\q\"", "\"\\u12\"", "\"a\" b"]
        {
            assert!(string_units(text, 8).is_err(), "for {text}");
        }
        for text in ["", "'", "''", "'\\'", "L'ab'", "x"] {
            assert!(char_text(text).is_err(), "for {text}");
        }
        for kind in [FloatKind::F32, FloatKind::F64, FloatKind::X87] {
            for text in ["", "x", "1.5.5", "0x"] {
                assert!(float_bits(text, kind).is_err(), "for {text}");
            }
        }
    }

    #[test]
    fn character_constants() {
        for (text, value) in [
            ("'a'", 97),
            ("'\\n'", 10),
            ("'\\''", 39),
            ("'\"'", 34),
            ("'\\xff'", -1),
            ("'\\377'", -1),
            ("'\\x80'", -128),
            ("'\\0'", 0),
            ("'ab'", 24930),
            ("'abcd'", 1_633_837_924),
            ("L'x'", 120),
            ("L'\\xffffffff'", -1),
            ("u'é'", 233),
            ("U'\\U0001D11E'", 119_070),
        ] {
            assert_eq!(char_text(text), Ok(value), "for {text}");
        }
    }

    #[test]
    fn floats() {
        assert_eq!(float_bits("0.100000001", FloatKind::F32), Ok(u128::from(0.1_f32.to_bits())));
        assert_eq!(float_bits("1.40129846E-45", FloatKind::F32), Ok(1));
        assert_eq!(float_bits("4.9406564584124654E-324", FloatKind::F64), Ok(1));
        assert_eq!(float_bits("1.0E+10", FloatKind::F64), Ok(u128::from(1e10_f64.to_bits())));
        assert_eq!(float_bits("+Inf", FloatKind::F64), Ok(u128::from(f64::INFINITY.to_bits())));
        assert_eq!(float_bits("+Inf", FloatKind::F32), Ok(u128::from(f32::INFINITY.to_bits())));
        assert_eq!(float_bits("1", FloatKind::X87), Ok(0x3fff_8000_0000_0000_0000));
        assert_eq!(
            float_bits("0.100000000000000000001", FloatKind::X87),
            Ok(0x3ffb_cccc_cccc_cccc_cccd)
        );
        assert_eq!(float_bits("3.64519953188247460253E-4951", FloatKind::X87), Ok(1));
        assert_eq!(float_bits("+Inf", FloatKind::X87), Ok(0x7fff_8000_0000_0000_0000));
    }
}
