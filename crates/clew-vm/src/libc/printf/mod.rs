//! The printf engine: a format and the arguments behind a `va_list` become bytes, exactly as
//! glibc makes them in the C locale.

mod decimal;
mod float;
mod hex_float;
mod integer;
mod spec;
mod text;

#[cfg(test)]
mod glibc_test;

use self::float::FloatValue;
use self::spec::{Argument, Conversion, Count, Length, Piece, Spec};
use super::arguments::{from_int, unsigned};
use crate::guest::Guest;
use crate::native::NativeFunction;
use crate::stop::Stop;
use clew_ir::{DataModel, FloatKind, Scalar};

const EOVERFLOW: i32 = 75;
const EILSEQ: i32 = 84;

/// No text is longer: its length is an `int`.
const LONGEST: usize = i32::MAX as usize;

/// The functions of this module.
pub(super) fn native(name: &str) -> Option<NativeFunction> {
    Some(match name {
        "__clew_format" => format_native,
        "__clew_is_text_open" => |guest, _| Ok(guest.world().answer().into()),
        _ => return None,
    })
}

/// `int __clew_format(char *to, size_t size, const char *format, va_list arguments)`: stores what
/// fits; the whole length, or a negative `errno`.
fn format_native(guest: &mut dyn Guest, arguments: &[u128]) -> Result<u128, Stop> {
    let (to, size) = (unsigned(arguments, 0), unsigned(arguments, 1));
    let template = guest.read_c_string(unsigned(arguments, 2))?;
    let text = match format(guest, &template, unsigned(arguments, 3)) {
        Ok(text) => text,
        Err(Failure::Errno(errno)) => return Ok(from_int(-errno)),
        Err(Failure::Stop(stop)) => return Err(stop),
    };
    if size > 0 {
        let kept = text.len().min(usize::try_from(size - 1).unwrap_or(usize::MAX));
        let mut bytes = text[..kept].to_vec();
        bytes.push(0);
        guest.write(to, &bytes)?;
    }
    Ok(from_int(text.len() as i32))
}

/// Why there is no text.
pub(super) enum Failure {
    /// The function returns -1 and sets `errno`.
    Errno(i32),
    /// The run ends.
    Stop(Stop),
}

impl From<Stop> for Failure {
    fn from(stop: Stop) -> Self {
        Failure::Stop(stop)
    }
}

/// The text that `template` makes of the arguments behind the `va_list` at `arguments`.
pub(super) fn format(
    guest: &mut dyn Guest,
    template: &[u8],
    arguments: u64,
) -> Result<Vec<u8>, Failure> {
    let pieces = spec::parse(template);
    let mut values = Vec::new();
    let model = guest.data_model();
    for kind in spec::argument_kinds(model, &pieces) {
        values.push(guest.next_vararg(arguments, kind.scalar(model))?);
    }
    let mut output = Vec::with_capacity(template.len() + 16);
    for piece in &pieces {
        match piece {
            Piece::Text(text) => output.extend_from_slice(text),
            Piece::Spec(spec) => convert(guest, spec, &values, &mut output)?,
        }
        if output.len() > LONGEST {
            return Err(Failure::Errno(EOVERFLOW));
        }
    }
    Ok(output)
}

/// What is left of a specification once its `*` are known.
#[derive(Clone, Copy, Debug)]
pub(super) struct Layout {
    /// `-`: padded on the right.
    pub(super) left: bool,
    /// `0`: padded by zeros.
    pub(super) zero: bool,
    /// `+`: a sign always.
    pub(super) plus: bool,
    /// A blank in place of `+`.
    pub(super) space: bool,
    /// `#`.
    pub(super) alternate: bool,
    /// The least width.
    pub(super) width: usize,
    /// The precision, if one is given.
    pub(super) precision: Option<usize>,
}

impl Layout {
    /// The sign in front of a number.
    fn sign(&self, is_negative: bool) -> &'static str {
        match (is_negative, self.plus, self.space) {
            (true, _, _) => "-",
            (false, true, _) => "+",
            (false, false, true) => " ",
            (false, false, false) => "",
        }
    }

    /// Puts `prefix` and `body`, padded to the width: by blanks outside, or by zeros between.
    fn pad(&self, prefix: &str, body: &[u8], zero: bool, output: &mut Vec<u8>) {
        let missing = self.width.saturating_sub(prefix.len() + body.len());
        let (before, between, after) = match (self.left, zero) {
            (true, _) => (0, 0, missing),
            (false, true) => (0, missing, 0),
            (false, false) => (missing, 0, 0),
        };
        output.resize(output.len() + before, b' ');
        output.extend_from_slice(prefix.as_bytes());
        output.resize(output.len() + between, b'0');
        output.extend_from_slice(body);
        output.resize(output.len() + after, b' ');
    }
}

/// The value of a count; `None` for a precision that is not given.
fn count(count: Count, values: &[u128]) -> Option<i32> {
    match count {
        Count::Absent => None,
        Count::Given(value) => Some(value),
        Count::Argument(index) => Some(values[index] as u32 as i32),
    }
}

fn layout(spec: &Spec, values: &[u128]) -> Result<Layout, Failure> {
    let overflow = || Failure::Errno(EOVERFLOW);
    let width = count(spec.width, values).unwrap_or(0);
    let precision = count(spec.precision, values);
    let layout = Layout {
        left: spec.left || width < 0,
        zero: spec.zero,
        plus: spec.plus,
        space: spec.space,
        alternate: spec.alternate,
        width: width.unsigned_abs() as usize,
        precision: precision.and_then(|precision| usize::try_from(precision).ok()),
    };
    if layout.width >= LONGEST || layout.precision.is_some_and(|p| p >= LONGEST) {
        return Err(overflow());
    }
    Ok(layout)
}

/// Carries out one conversion.
fn convert(
    guest: &mut dyn Guest,
    spec: &Spec,
    values: &[u128],
    output: &mut Vec<u8>,
) -> Result<(), Failure> {
    let layout = layout(spec, values)?;
    let value = spec.argument.map_or(0, |index| values[index]);
    let bytes = spec.length.bytes(guest.data_model());
    match spec.conversion {
        Conversion::Signed => {
            integer::signed(signed_value(value, bytes), &layout, output);
        }
        Conversion::Unsigned(base) => {
            integer::unsigned(unsigned_value(value, bytes), base, &layout, output);
        }
        Conversion::Pointer => integer::pointer(value as u64, &layout, output),
        Conversion::Float { style, is_upper } => {
            let value = match spec.length {
                Length::LongDouble => FloatValue::from_x87(value),
                _ => FloatValue::from_double(f64::from_bits(value as u64)),
            };
            float::convert(&value, style, is_upper, &layout, output);
        }
        Conversion::Char => {
            let byte = match spec.length {
                Length::Long => text::narrow(value as u32).ok_or(Failure::Errno(EILSEQ))?,
                _ => value as u8,
            };
            layout.pad("", &[byte], false, output);
        }
        Conversion::Text => {
            let bytes = text::read(guest, value as u64, spec.length, layout.precision)?;
            layout.pad("", &bytes, false, output);
        }
        Conversion::ErrorText => {
            let message = text::error_message(guest.errno());
            let kept = layout.precision.unwrap_or(usize::MAX).min(message.len());
            layout.pad("", &message.as_bytes()[..kept], false, output);
        }
        Conversion::StoreLength => {
            let bytes = (output.len() as u64).to_le_bytes();
            guest.write(value as u64, &bytes[..spec.length.bytes(guest.data_model())])?;
        }
        Conversion::Percent => output.push(b'%'),
    }
    Ok(())
}

fn signed_value(value: u128, bytes: usize) -> i64 {
    match bytes {
        1 => i64::from(value as u8 as i8),
        2 => i64::from(value as u16 as i16),
        4 => i64::from(value as u32 as i32),
        _ => value as u64 as i64,
    }
}

fn unsigned_value(value: u128, bytes: usize) -> u64 {
    match bytes {
        1 => u64::from(value as u8),
        2 => u64::from(value as u16),
        4 => u64::from(value as u32),
        _ => value as u64,
    }
}

impl Argument {
    /// How it is passed.
    fn scalar(self, model: DataModel) -> Scalar {
        match self {
            Argument::Int => Scalar::Int { bits: 32, signed: true },
            Argument::Long => Scalar::Int { bits: 64, signed: true },
            Argument::Pointer => Scalar::Int { bits: model.pointer_bits(), signed: false },
            Argument::Double => Scalar::Float(FloatKind::F64),
            Argument::LongDouble => Scalar::Float(FloatKind::X87),
        }
    }
}
