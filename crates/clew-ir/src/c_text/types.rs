//! Types and declarations as C.

use crate::ids::TypeId;
use crate::types::{ArrayLength, FloatKind, RecordKind, Type, TypeTable};

/// A type as it stands in a cast: `int (*)(char)`.
pub fn type_text(types: &TypeTable, ty: TypeId) -> String {
    declaration(types, ty, "")
}

/// A declaration of `name`, without the semicolon: `struct s *p[3]`.
pub fn declaration(types: &TypeTable, ty: TypeId, name: &str) -> String {
    declare(types, ty, name.to_owned())
}

/// Declarators are written inside out: `declarator` is what the type is wrapped around.
fn declare(types: &TypeTable, ty: TypeId, declarator: String) -> String {
    match types.get(ty) {
        Type::Pointer(target) => {
            let is_suffixed = matches!(types.get(*target), Type::Array { .. } | Type::Function(_));
            let pointer =
                if is_suffixed { format!("(*{declarator})") } else { format!("*{declarator}") };
            declare(types, *target, pointer)
        }
        Type::Array { element, length } => {
            let length = match length {
                ArrayLength::Fixed(length) => length.to_string(),
                ArrayLength::Unknown => String::new(),
                ArrayLength::Variable(_) => "*".to_owned(),
            };
            declare(types, *element, format!("{declarator}[{length}]"))
        }
        Type::Function(function) => {
            let mut params: Vec<String> =
                function.params.iter().map(|param| type_text(types, *param)).collect();
            if function.is_variadic && function.has_prototype {
                params.push("...".to_owned());
            }
            if params.is_empty() && function.has_prototype {
                params.push("void".to_owned());
            }
            declare(types, function.result, format!("{declarator}({})", params.join(", ")))
        }
        Type::Void
        | Type::Bool
        | Type::Int(_)
        | Type::Float(_)
        | Type::Record(_)
        | Type::Enum(_)
        | Type::Opaque { .. } => {
            let name = specifier(types, ty);
            if declarator.is_empty() { name } else { format!("{name} {declarator}") }
        }
    }
}

/// The C name of a `_Complex` number or a vector; `None` for other types.
pub fn parts_text(types: &TypeTable, ty: TypeId) -> Option<String> {
    let parts = types.parts(ty)?;
    let element = specifier(types, parts.element);
    Some(match parts.kind {
        RecordKind::Complex => format!("_Complex {element}"),
        _ => format!("__attribute__((vector_size({}))) {element}", types.size(ty)?),
    })
}

fn specifier(types: &TypeTable, ty: TypeId) -> String {
    let tagged = |keyword: &str, tag: &str| {
        if tag.is_empty() { format!("{keyword} <anonymous>") } else { format!("{keyword} {tag}") }
    };
    match types.get(ty) {
        Type::Void => "void".to_owned(),
        Type::Bool => "_Bool".to_owned(),
        Type::Int(kind) => kind.c_name().to_owned(),
        Type::Float(FloatKind::F32) => "float".to_owned(),
        Type::Float(FloatKind::F64) => "double".to_owned(),
        Type::Float(FloatKind::X87) => "long double".to_owned(),
        Type::Record(id) => {
            let record = &types.records[*id];
            match record.kind {
                RecordKind::Struct => tagged("struct", &record.name),
                RecordKind::Union => tagged("union", &record.name),
                RecordKind::Complex | RecordKind::Vector => {
                    parts_text(types, ty).unwrap_or_default()
                }
            }
        }
        Type::Enum(id) => tagged("enum", &types.enums[*id].name),
        Type::Opaque { name, .. } => name.clone(),
        Type::Pointer(_) | Type::Array { .. } | Type::Function(_) => {
            unreachable!("declarators are peeled off before the specifier")
        }
    }
}
