//! From clang's type texts to types.

use super::decl::Unit;
use super::{Lowered, finish};
use crate::ast::{Node, TypeRef};
use crate::type_text::{
    BuiltinType, LengthText, TagKind, TypeText, TypeTextKind, TypeofOperand, builtin_named,
};
use clew_ir::{
    ArrayLength, Cause, FloatKind, FunctionType, Record, RecordKind, Span, Type, TypeId, TypeTable,
    Unsupported,
};

/// Where a type text is read: at file scope, or in a function, where array lengths may be
/// variable.
pub(crate) trait TypeContext<'l> {
    /// The unit.
    fn unit(&mut self) -> &mut Unit<'l>;
    /// The length of a variable-length array, evaluated here and now.
    fn variable_length(&mut self, text: &str) -> Lowered<ArrayLength>;
    /// The type of an expression inside `typeof`.
    fn type_of_text(&mut self, text: &str) -> Lowered<TypeId>;
}

impl<'l> TypeContext<'l> for Unit<'l> {
    fn unit(&mut self) -> &mut Unit<'l> {
        self
    }

    /// A prototype at file scope may name a length that its callers know.
    fn variable_length(&mut self, _text: &str) -> Lowered<ArrayLength> {
        Ok(ArrayLength::Unknown)
    }

    fn type_of_text(&mut self, text: &str) -> Lowered<TypeId> {
        Err(Unsupported { feature: format!("`typeof ({text})` here"), span: Span::NONE })
    }
}

/// The type of a node, from its text.
pub(crate) fn node_type<'l>(context: &mut impl TypeContext<'l>, node: &Node) -> Lowered<TypeId> {
    match &node.ty {
        Some(ty) => ref_type(context, ty, node),
        None => {
            let span = context.unit().span(node);
            Err(Unsupported { feature: format!("{:?} without a type", node.kind), span })
        }
    }
}

/// The type that a reference names; `node` is where it stands.
pub(crate) fn ref_type<'l>(
    context: &mut impl TypeContext<'l>,
    ty: &TypeRef,
    node: &Node,
) -> Lowered<TypeId> {
    // `typeof` names an expression, which clang has already typed.
    let text = match &ty.desugared_qual_type {
        Some(desugared) if ty.qual_type.contains("typeof") && !names_length(desugared) => desugared,
        _ => &ty.qual_type,
    };
    text_type(context, text).map_err(|mut unsupported| {
        if unsupported.span == Span::NONE {
            unsupported.span = context.unit().span(node);
        }
        unsupported
    })
}

/// Whether a type text holds an array length that is no number: evaluating it again would not
/// give the length that the variable was declared with.
fn names_length(text: &str) -> bool {
    text.split('[')
        .skip(1)
        .any(|rest| rest.split(']').next().unwrap_or("").bytes().any(|byte| !byte.is_ascii_digit()))
}

/// The type a text names.
pub(crate) fn text_type<'l>(context: &mut impl TypeContext<'l>, text: &str) -> Lowered<TypeId> {
    if let Some(&known) = context.unit().scopes.resolved.get(text) {
        return Ok(known);
    }
    let parsed = TypeText::parse(text).map_err(|reason| Unsupported {
        feature: format!("type `{text}` ({reason})"),
        span: Span::NONE,
    })?;
    let ty = resolve(context, &parsed)?;
    let unit = context.unit();
    if !finish::is_variably_modified(&unit.linker.program.types, ty) {
        unit.scopes.resolved.insert(text.into(), ty);
    }
    Ok(ty)
}

fn unsupported<T>(feature: String) -> Lowered<T> {
    Err(Unsupported { feature, span: Span::NONE })
}

pub(crate) fn resolve<'l>(context: &mut impl TypeContext<'l>, text: &TypeText) -> Lowered<TypeId> {
    match &text.kind {
        TypeTextKind::Builtin(builtin) => resolve_builtin(context.unit(), builtin),
        TypeTextKind::Named(name) => resolve_named(context.unit(), name),
        TypeTextKind::Tag { kind, name } => resolve_tag(context.unit(), *kind, name),
        TypeTextKind::UnnamedTag { file, line, column, .. } => {
            let unit = context.unit();
            match unit.unnamed_tags.get(&(file.as_str().into(), *line, *column)) {
                Some(&ty) => Ok(ty),
                None => unsupported(format!("unnamed type at {file}:{line}:{column}")),
            }
        }
        TypeTextKind::Pointer(target) => {
            let target = resolve(context, target)?;
            Ok(context.unit().linker.program.types.pointer_to(target))
        }
        TypeTextKind::Array { element, length } => {
            let element = resolve(context, element)?;
            let length = match length {
                LengthText::Fixed(length) => ArrayLength::Fixed(*length),
                LengthText::Unknown | LengthText::Star => ArrayLength::Unknown,
                LengthText::Text(text) => context.variable_length(text)?,
            };
            Ok(context.unit().linker.program.types.intern(Type::Array { element, length }))
        }
        TypeTextKind::Function { result, params, is_variadic, has_prototype } => {
            let result = resolve(context, result)?;
            let params = params
                .iter()
                .map(|param| {
                    let ty = resolve_parameter(context, param)?;
                    Ok(adjust_parameter(&mut context.unit().linker.program.types, ty))
                })
                .collect::<Lowered<Vec<_>>>()?;
            let function = FunctionType {
                result,
                params,
                is_variadic: *is_variadic,
                has_prototype: *has_prototype,
            };
            Ok(context.unit().linker.program.types.intern(Type::Function(function)))
        }
        TypeTextKind::Vector { element, count } => {
            let element = resolve(context, element)?;
            Ok(context.unit().parts_type(RecordKind::Vector, element, *count))
        }
        TypeTextKind::Complex(element) => {
            let element = resolve_builtin(context.unit(), element)?;
            Ok(context.unit().parts_type(RecordKind::Complex, element, 2))
        }
        TypeTextKind::Atomic(inner) => {
            let ty = resolve(context, inner)?;
            // Compilers do not agree on what they add to make an object atomic at once.
            let unit = context.unit();
            let types = &unit.linker.program.types;
            if types.size(ty) != Some(types.align(ty)) {
                unit.refuse_all(Cause::Layout, Span::NONE);
            }
            Ok(ty)
        }
        TypeTextKind::Typeof { operand, .. } => match operand {
            TypeofOperand::Type(inner) => resolve(context, inner),
            TypeofOperand::Expr(text) => context.type_of_text(text),
        },
        TypeTextKind::Other(text) => unsupported(format!("type `{text}`")),
    }
}

/// A parameter inside a function type: an array of variable length there is only a pointer.
fn resolve_parameter<'l>(context: &mut impl TypeContext<'l>, text: &TypeText) -> Lowered<TypeId> {
    if let TypeTextKind::Array { element, length: LengthText::Text(_) | LengthText::Star } =
        &text.kind
    {
        let element = resolve(context, element)?;
        return Ok(context.unit().linker.program.types.pointer_to(element));
    }
    resolve(context, text)
}

/// Arrays and functions as parameters are pointers (C11 6.7.6.3).
pub(crate) fn adjust_parameter(types: &mut TypeTable, ty: TypeId) -> TypeId {
    match types.get(ty) {
        Type::Array { element, .. } => {
            let element = *element;
            types.pointer_to(element)
        }
        Type::Function(_) => types.pointer_to(ty),
        _ => ty,
    }
}

fn resolve_builtin(unit: &mut Unit<'_>, builtin: &BuiltinType) -> Lowered<TypeId> {
    Ok(match builtin {
        BuiltinType::Void => TypeTable::VOID,
        BuiltinType::Bool => TypeTable::BOOL,
        BuiltinType::Int(kind) => TypeTable::int(*kind),
        BuiltinType::Float(FloatKind::F32) => TypeTable::FLOAT,
        BuiltinType::Float(FloatKind::F64) => TypeTable::DOUBLE,
        BuiltinType::Float(FloatKind::X87) => TypeTable::LONG_DOUBLE,
        BuiltinType::Other(name) => {
            if let Some(ty) = unit.scopes.typedef(name) {
                return ty.clone();
            }
            let (size, align) = match name.as_str() {
                "_Float16" | "__fp16" | "__bf16" => (2, 2),
                "__float128" | "_Float128" => (16, 16),
                _ => return unsupported(format!("type `{name}`")),
            };
            unit.linker.program.types.intern(Type::Opaque { name: name.clone(), size, align })
        }
    })
}

fn resolve_named(unit: &mut Unit<'_>, name: &str) -> Lowered<TypeId> {
    match unit.scopes.typedef(name) {
        Some(ty) => ty.clone(),
        None if name == "__builtin_va_list" => Ok(unit.va_list_type()),
        None => match builtin_named(name) {
            Some(builtin) => resolve_builtin(unit, &builtin),
            None => unsupported(format!("type `{name}`")),
        },
    }
}

fn resolve_tag(unit: &mut Unit<'_>, kind: TagKind, name: &str) -> Lowered<TypeId> {
    if let Some(ty) = unit.scopes.tag(name) {
        return Ok(ty);
    }
    // clang lends the name of a typedef to the unnamed type behind it.
    if let Some(ty) = unit.scopes.typedef(name) {
        return ty.clone();
    }
    let kind = match kind {
        TagKind::Struct => RecordKind::Struct,
        TagKind::Union => RecordKind::Union,
        TagKind::Enum => return unsupported(format!("enum `{name}` before its definition")),
    };
    let ty = unit.new_record(name, kind, Span::NONE);
    unit.scopes.declare_tag_at_file_scope(name, ty);
    Ok(ty)
}

impl Unit<'_> {
    /// A fresh, incomplete record.
    pub(crate) fn new_record(&mut self, name: &str, kind: RecordKind, span: Span) -> TypeId {
        let record = Record {
            name: name.to_owned(),
            typedef: None,
            kind,
            fields: Vec::new(),
            size: 0,
            align: 1,
            counted: Vec::new(),
            is_complete: false,
            span,
        };
        let types = &mut self.linker.program.types;
        let id = types.records.push(record);
        types.intern(Type::Record(id))
    }
}
