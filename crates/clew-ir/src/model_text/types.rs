//! Types and layouts. Enumerations are their integer types; a record is referred to by number.

use super::{quoted, record_number};
use crate::ids::{Id as _, RecordId, TypeId};
use crate::program::Program;
use crate::types::{ArrayLength, FloatKind, Record, RecordKind, Scalar, Type};

pub(super) fn type_text(program: &Program, id: TypeId) -> String {
    match program.types.get(id) {
        Type::Void => "void".to_owned(),
        Type::Bool => "bool".to_owned(),
        Type::Int(_) | Type::Enum(_) => match program.types.scalar(id) {
            Some(Scalar::Int { bits, signed }) => {
                format!("{}{bits}", if signed { 's' } else { 'u' })
            }
            Some(Scalar::Float(_)) | None => unreachable!("an integer type should be an integer"),
        },
        Type::Float(FloatKind::F32) => "f32".to_owned(),
        Type::Float(FloatKind::F64) => "f64".to_owned(),
        Type::Float(FloatKind::X87) => "x87".to_owned(),
        Type::Pointer(target) => format!("(ptr {})", type_text(program, *target)),
        Type::Array { element, length } => {
            let element = type_text(program, *element);
            match length {
                ArrayLength::Fixed(length) => format!("(array {element} {length})"),
                ArrayLength::Unknown => format!("(array {element})"),
                ArrayLength::Variable(local) => format!("(variable {element} {})", local.index()),
            }
        }
        Type::Record(record) => format!("(record {})", record_number(*record)),
        Type::Function(_) => "function".to_owned(),
        Type::Opaque { size, align, .. } => format!("(opaque {size} {align})"),
    }
}

pub(super) fn record_text(program: &Program, id: RecordId, record: &Record) -> String {
    let kind = match record.kind {
        RecordKind::Struct | RecordKind::Complex | RecordKind::Vector => "struct",
        RecordKind::Union => "union",
    };
    let mut text = format!("(record {} {} {kind}", record_number(id), quoted(&record.name));
    if !record.is_complete {
        return text + " incomplete)\n";
    }
    text.push_str(&format!(" {} {}", record.size, record.align.max(1)));
    for field in &record.fields {
        let (name, ty) = (quoted(&field.name), type_text(program, field.ty));
        text.push_str(&match field.bits {
            Some(bits) => format!(" (bits {name} {ty} {} {})", bits.offset, bits.width),
            None => format!(" (field {name} {ty} {})", field.offset),
        });
    }
    text + ")\n"
}
