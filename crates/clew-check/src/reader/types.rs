//! Types from their text.

use crate::error::CheckError;
use crate::program::{Format, Scalar, Type};
use crate::sexpr::{Kind, Sexpr};

/// Reads a type.
pub(crate) fn read_type(item: &Sexpr) -> Result<Type, CheckError> {
    if let Kind::Atom(name) = &item.kind {
        return named(item, name);
    }
    let boxed = |inner: &Sexpr| read_type(inner).map(Box::new);
    Ok(match item.form()? {
        ("ptr", [target]) => Type::Pointer(boxed(target)?),
        ("array", [element]) => Type::Array(boxed(element)?, None),
        ("array", [element, length]) => Type::Array(boxed(element)?, Some(length.number()?)),
        ("variable", [element, local]) => Type::Variable(boxed(element)?, local.number()?),
        ("record", [number]) => Type::Record(number.number()?),
        ("opaque", [size, align]) => Type::Opaque { size: size.number()?, align: align.number()? },
        _ => return Err(item.error("unknown type")),
    })
}

/// Reads a type that is a scalar.
pub(crate) fn read_scalar(item: &Sexpr) -> Result<Scalar, CheckError> {
    read_type(item)?.scalar().ok_or_else(|| item.error("a scalar type is expected"))
}

fn named(item: &Sexpr, name: &str) -> Result<Type, CheckError> {
    let float = |format| Ok(Type::Scalar(Scalar::Float(format)));
    match name {
        "void" => return Ok(Type::Void),
        "function" => return Ok(Type::Function),
        "bool" => return Ok(Type::Scalar(Scalar::Int { bits: 1, signed: false })),
        "f32" => return float(Format::F32),
        "f64" => return float(Format::F64),
        "x87" => return float(Format::X87),
        _ => {}
    }
    let (signed, bits) = match name.split_at_checked(1) {
        Some(("s", bits)) => (true, bits),
        Some(("u", bits)) => (false, bits),
        Some(_) | None => return Err(item.error("unknown type")),
    };
    match bits.parse() {
        Ok(bits @ (8 | 16 | 32 | 64 | 128)) => Ok(Type::Scalar(Scalar::Int { bits, signed })),
        Ok(_) | Err(_) => Err(item.error("unknown type")),
    }
}
