//! Integers and pointers.

use super::Layout;
use super::spec::Base;

/// `%d`.
pub(super) fn signed(value: i64, layout: &Layout, output: &mut Vec<u8>) {
    let digits = value.unsigned_abs().to_string();
    number(layout.sign(value < 0), digits, value == 0, layout, output);
}

/// `%u`, `%o`, `%x`, `%X`.
pub(super) fn unsigned(value: u64, base: Base, layout: &Layout, output: &mut Vec<u8>) {
    let (prefix, digits) = match base {
        Base::Decimal => ("", value.to_string()),
        Base::Octal => ("", octal(value, layout)),
        Base::LowerHexadecimal => ("0x", format!("{value:x}")),
        Base::UpperHexadecimal => ("0X", format!("{value:X}")),
    };
    let prefix = if layout.alternate && value != 0 { prefix } else { "" };
    let keeps_zero = base == Base::Octal && layout.alternate;
    number(prefix, digits, value == 0 && !keeps_zero, layout, output);
}

/// Octal digits; `#` makes the first one a zero.
fn octal(value: u64, layout: &Layout) -> String {
    let digits = format!("{value:o}");
    let is_filled = layout.precision.is_some_and(|precision| precision > digits.len());
    if layout.alternate && value != 0 && !is_filled { format!("0{digits}") } else { digits }
}

/// `%p`.
pub(super) fn pointer(value: u64, layout: &Layout, output: &mut Vec<u8>) {
    if value == 0 {
        layout.pad("", b"(nil)", false, output);
        return;
    }
    let prefix = format!("{}0x", layout.sign(false));
    number(&prefix, format!("{value:x}"), false, layout, output);
}

/// Digits with the precision's zeros; a zero with precision 0 has no digits (`vanishes`).
fn number(prefix: &str, digits: String, vanishes: bool, layout: &Layout, output: &mut Vec<u8>) {
    match layout.precision {
        None => layout.pad(prefix, digits.as_bytes(), layout.zero, output),
        Some(0) if vanishes => layout.pad(prefix, b"", false, output),
        Some(precision) => {
            let mut body = vec![b'0'; precision.saturating_sub(digits.len())];
            body.extend_from_slice(digits.as_bytes());
            layout.pad(prefix, &body, false, output);
        }
    }
}
