//! Types as C that compiles: unnamed structs and unions get a way to be named.
//!
//! The model keeps no qualifiers, and of typedefs only the names of records without a tag; where
//! there is none, `__typeof__` of something that has the type will do.

use clew_ir::c_text::parts_text;
use clew_ir::{
    ArrayLength, EnumId, FloatKind, IntKind, Program, RecordId, RecordKind, Type, TypeId, TypeTable,
};

/// How often a way to an unnamed type goes through another one.
const DEPTH: u32 = 4;

/// A type as it stands in a cast.
pub(crate) fn type_text(program: &Program, ty: TypeId) -> String {
    declaration(program, ty, "")
}

/// A declaration of `name`, without the semicolon.
pub fn declaration(program: &Program, ty: TypeId, name: &str) -> String {
    declare(program, ty, name.to_owned(), DEPTH).unwrap_or_else(|| {
        // Nothing names the type, so nothing outside its declaration can use it either.
        format!("void *{name}")
    })
}

/// Whether there is a C text for the type.
pub fn can_be_named(program: &Program, ty: TypeId) -> bool {
    declare(program, ty, String::new(), DEPTH).is_some()
}

/// Declarators are written inside out: `declarator` is what the type is wrapped around.
fn declare(program: &Program, ty: TypeId, declarator: String, depth: u32) -> Option<String> {
    let types = &program.types;
    let specifier = match types.get(ty) {
        Type::Pointer(target) => {
            let is_suffixed = matches!(types.get(*target), Type::Array { .. } | Type::Function(_));
            let pointer =
                if is_suffixed { format!("(*{declarator})") } else { format!("*{declarator}") };
            return declare(program, *target, pointer, depth);
        }
        Type::Array { element, length } => {
            let length = match length {
                ArrayLength::Fixed(length) => length.to_string(),
                ArrayLength::Unknown | ArrayLength::Variable(_) => String::new(),
            };
            return declare(program, *element, format!("{declarator}[{length}]"), depth);
        }
        Type::Function(function) => {
            let params = function.params.iter();
            let mut params: Vec<String> = params
                .map(|param| declare(program, *param, String::new(), depth))
                .collect::<Option<_>>()?;
            if function.is_variadic && function.has_prototype {
                params.push("...".to_owned());
            }
            if params.is_empty() && function.has_prototype {
                params.push("void".to_owned());
            }
            let declarator = format!("{declarator}({})", params.join(", "));
            return declare(program, function.result, declarator, depth);
        }
        Type::Void => "void".to_owned(),
        Type::Bool => "_Bool".to_owned(),
        Type::Int(kind) => kind.c_name().to_owned(),
        Type::Float(FloatKind::F32) => "float".to_owned(),
        Type::Float(FloatKind::F64) => "double".to_owned(),
        Type::Float(FloatKind::X87) => "long double".to_owned(),
        Type::Record(id) => match parts_text(types, ty) {
            Some(text) => text,
            None => record_name(program, *id, depth)?,
        },
        Type::Enum(id) => enum_name(types, *id),
        Type::Opaque { name, .. } => name.clone(),
    };
    Some(match declarator.as_str() {
        "" => specifier,
        _ => format!("{specifier} {declarator}"),
    })
}

/// An unnamed enumeration is compatible with the integer type behind it.
fn enum_name(types: &TypeTable, id: EnumId) -> String {
    let enumeration = &types.enums[id];
    match enumeration.name.as_str() {
        "" => IntKind::c_name(enumeration.underlying).to_owned(),
        tag => format!("enum {tag}"),
    }
}

fn record_name(program: &Program, id: RecordId, depth: u32) -> Option<String> {
    let record = &program.types.records[id];
    if record.name == "_IO_FILE" {
        return Some("FILE".to_owned());
    }
    if record.name == "__va_list_tag" {
        // What a `va_list` is an array of: compilers know it, but not by this tag.
        return Some("__typeof__(**(__builtin_va_list *)0)".to_owned());
    }
    if !record.name.is_empty() {
        let keyword = match record.kind {
            RecordKind::Union => "union",
            RecordKind::Struct | RecordKind::Complex | RecordKind::Vector => "struct",
        };
        return Some(format!("{keyword} {}", record.name));
    }
    record.typedef.clone().or_else(|| type_of_something(program, id, depth))
}

/// `__typeof__` of an object, element or member that has the type.
fn type_of_something(program: &Program, id: RecordId, depth: u32) -> Option<String> {
    let depth = depth.checked_sub(1)?;
    let types = &program.types;
    let steps = |ty: TypeId| -> Option<&'static str> {
        let is_it = |ty: TypeId| matches!(types.get(ty), Type::Record(found) if *found == id);
        match types.get(ty) {
            Type::Record(found) if *found == id => Some(""),
            Type::Array { element, .. } if is_it(*element) => Some("[0]"),
            Type::Pointer(target) if is_it(*target) => Some("[0]"),
            _ => None,
        }
    };
    let object = program.globals.iter().filter(|global| crate::c::is_nameable(global));
    let mut object = object.filter_map(|global| Some((global, steps(global.ty)?)));
    if let Some((global, step)) = object.next() {
        return Some(format!("__typeof__({}{step})", global.name));
    }
    for (outer, record) in types.records.iter_enumerated() {
        let mut named = record.fields.iter().filter(|field| !field.name.is_empty());
        let found = named.find_map(|field| Some((field, steps(field.ty)?)));
        if let Some((field, step)) = found
            && let Some(outer) = record_name(program, outer, depth)
        {
            return Some(format!("__typeof__((({outer} *)0)->{}{step})", field.name));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use clew_ir::{Record, Span};

    fn with_record(typedef: Option<&str>) -> (Program, TypeId) {
        let mut program = Program::default();
        let record = program.types.records.push(Record {
            counted: Vec::new(),
            name: String::new(),
            typedef: typedef.map(str::to_owned),
            kind: RecordKind::Struct,
            fields: Vec::new(),
            size: 4,
            align: 4,
            is_complete: true,
            span: Span::NONE,
        });
        let ty = program.types.intern(Type::Record(record));
        (program, ty)
    }

    #[test]
    fn a_typedef_names_a_record() {
        let (mut program, ty) = with_record(Some("point"));
        let pointer = program.types.pointer_to(ty);
        let array = program.types.array_of(pointer, 3);
        assert_eq!(declaration(&program, array, "p"), "point *p[3]");
    }

    #[test]
    fn a_record_without_a_name_has_no_text() {
        let (program, ty) = with_record(None);
        assert!(!can_be_named(&program, ty));
    }

    #[test]
    fn declarators_nest() {
        let mut program = Program::default();
        let types = &mut program.types;
        let array = types.array_of(TypeTable::INT, 4);
        let to_array = types.pointer_to(array);
        assert_eq!(declaration(&program, to_array, "rows"), "int (*rows)[4]");
        let function = program.types.intern(Type::Function(clew_ir::FunctionType {
            result: TypeTable::INT,
            params: vec![TypeTable::CHAR_POINTER],
            is_variadic: true,
            has_prototype: true,
        }));
        let callback = program.types.pointer_to(function);
        assert_eq!(declaration(&program, callback, "cb"), "int (*cb)(char *, ...)");
    }
}
