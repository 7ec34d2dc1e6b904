//! Structs, unions, enumerations and typedefs.

use super::decl::Unit;
use super::scope::Entity;
use super::types::{node_type, ref_type, text_type};
use super::{Lowered, types::TypeContext};
use crate::ast::{Kind, Node};
use crate::type_text::TypeText;
use clew_ir::layout::{self, Member, RecordAttributes};
use clew_ir::{
    Cause, DataModel, Enum, IntKind, RecordKind, Span, Type, TypeId, TypeTable, Unsupported,
};

impl<'l> Unit<'l> {
    /// A struct or union declaration, a definition or not.
    pub(crate) fn record_decl(&mut self, node: &Node) {
        let ty = self.record_type(node);
        if !node.complete_definition {
            return;
        }
        for child in &node.inner {
            match child.kind {
                Kind::RecordDecl => self.record_decl(child),
                Kind::EnumDecl => self.enum_decl(child),
                _ => {}
            }
        }
        if let Err(unsupported) = self.complete_record(node, ty) {
            let name = node.name();
            if !name.is_empty() {
                self.scopes.declare_typedef(name, Err(unsupported));
            }
        }
    }

    /// The type of a record declaration: that of an earlier declaration, or a new one.
    fn record_type(&mut self, node: &Node) -> TypeId {
        let earlier = node.previous_decl.and_then(|id| self.tags.get(&id).copied());
        // A tag that a type text mentioned before its first declaration is already there.
        let mentioned = self.scopes.tag(node.name()).filter(|ty| {
            let record = self.linker.program.types.record(*ty);
            record.is_some_and(|(_, record)| record.span == Span::NONE && !record.is_complete)
        });
        let span = self.span(node);
        // A header's record is one type in all units that include it.
        let shared = node.complete_definition.then(|| self.shared_record(span)).flatten();
        let ty = earlier.or(mentioned).or(shared).unwrap_or_else(|| {
            let kind = match node.tag_used.as_deref() {
                Some("union") => RecordKind::Union,
                _ => RecordKind::Struct,
            };
            self.new_record(node.name(), kind, span)
        });
        if let Type::Record(id) = *self.linker.program.types.get(ty) {
            let record = &mut self.linker.program.types.records[id];
            if record.span == Span::NONE || node.complete_definition {
                record.span = span;
            }
        }
        self.bind_tag(node, ty);
        ty
    }

    /// Makes a tag declaration known by id, by name and, when it has no name, by place.
    fn bind_tag(&mut self, node: &Node, ty: TypeId) {
        if let Some(id) = node.id {
            self.tags.insert(id, ty);
        }
        if node.name().is_empty() {
            for (file, line, column) in self.presumed_places(node) {
                self.unnamed_tags.insert((file.into(), line, column), ty);
            }
        } else if node.previous_decl.is_none() || self.scopes.tag(node.name()).is_none() {
            self.scopes.declare_tag(node.name(), ty);
        }
    }

    fn shared_record(&self, span: Span) -> Option<TypeId> {
        self.linker.records.get(&(span.file?, span.start, span.end)).copied()
    }

    fn complete_record(&mut self, node: &Node, mut ty: TypeId) -> Lowered<()> {
        let mut members = Vec::new();
        let mut field_ids = Vec::new();
        for field in node.children(Kind::FieldDecl) {
            let member = self.member(field)?;
            if member.bit_width.is_none() || !member.name.is_empty() {
                field_ids.extend(field.id.map(|id| (id, field_ids.len() as u32)));
            }
            members.push(member);
        }
        let attributes = RecordAttributes {
            is_packed: node.children(Kind::PackedAttr).next().is_some(),
            max_field_align: self.pragma_pack(node)?,
            align: self.alignment_attribute(node)?,
            is_microsoft: node.children(Kind::MSStructAttr).next().is_some(),
        };
        // Where bit-fields go that ask for an alignment, compilers do not agree; nor do they on records as
        // Microsoft lays them out.
        let is_aligned =
            |it: &Member| it.bit_width.is_some() && (it.align.is_some() || it.type_align.is_some());
        if attributes.is_microsoft || members.iter().any(is_aligned) {
            let span = self.span(node);
            self.refuse_all(Cause::Layout, span);
        }
        let counted = self.counted_members(node, &members);
        let Some((mut record, known)) = self.linker.program.types.record(ty) else {
            return Ok(());
        };
        let laid_out =
            layout::lay_out(&self.linker.program.types, known.kind, &members, attributes);
        // Macros may make one definition mean different things in two units.
        if known.is_complete && known.fields != laid_out.fields {
            let (kind, span) = (known.kind, known.span);
            ty = self.new_record(node.name(), kind, span);
            self.bind_tag(node, ty);
            record = match self.linker.program.types.get(ty) {
                Type::Record(record) => *record,
                _ => return Ok(()),
            };
        }
        let types = &mut self.linker.program.types;
        let entry = &mut types.records[record];
        entry.fields = laid_out.fields;
        entry.size = laid_out.size;
        entry.align = laid_out.align;
        entry.is_complete = true;
        entry.counted = counted;
        let span = entry.span;
        if let Some(file) = span.file {
            self.linker.records.insert((file, span.start, span.end), ty);
        }
        for (id, index) in field_ids {
            self.fields.insert(id, (record, index));
        }
        let is_volatile = |field: &Node| {
            let ty = field.ty.as_ref();
            let text = ty.map(|ty| ty.desugared_qual_type.as_ref().unwrap_or(&ty.qual_type));
            text.is_some_and(|it| TypeText::parse(it).is_ok_and(|it| it.has_volatile_parts()))
        };
        let has_device = |member: &Member| self.linker.is_device(member.ty);
        if node.children(Kind::FieldDecl).any(is_volatile) || members.iter().any(has_device) {
            self.linker.devices.insert(record);
        }
        Ok(())
    }

    fn member(&mut self, field: &Node) -> Lowered<Member> {
        let ty = node_type(self, field)?;
        let bit_width = if field.is_bit_field {
            let width = field.inner.iter().find_map(Node::constant_value).unwrap_or(0);
            Some(u32::try_from(width).unwrap_or(0))
        } else {
            None
        };
        Ok(Member {
            name: field.name().to_owned(),
            ty,
            bit_width,
            align: self.alignment_attribute(field)?,
            type_align: self.member_typedef_align(field)?,
            is_packed: field.children(Kind::PackedAttr).next().is_some(),
        })
    }

    /// The strictest `aligned` attribute on a declaration.
    pub(crate) fn alignment_attribute(&mut self, node: &Node) -> Lowered<Option<u64>> {
        let mut strictest = None;
        for attribute in node.children(Kind::AlignedAttr) {
            let value = attribute.inner.iter().find_map(|child| match child.int_value() {
                Some(value) => Some(value as u64),
                None => self.alignment_of_operand(child),
            });
            // `aligned` alone asks for the largest useful alignment.
            strictest = strictest.max(Some(value.unwrap_or(16)));
        }
        Ok(strictest)
    }

    /// `_Alignas(type)` and `aligned(_Alignof(type))`.
    fn alignment_of_operand(&mut self, operand: &Node) -> Option<u64> {
        if let Some(ty) = &operand.arg_type {
            let ty = ref_type(self, ty, operand).ok()?;
            return Some(self.linker.program.types.align(ty));
        }
        operand.inner.iter().find_map(|child| match child.int_value() {
            Some(value) => Some(value as u64),
            None => self.alignment_of_operand(child),
        })
    }

    /// The `#pragma pack` in force at a record, which clang's tree only hints at.
    fn pragma_pack(&mut self, node: &Node) -> Lowered<Option<u64>> {
        if node.children(Kind::MaxFieldAlignmentAttr).next().is_none() {
            return Ok(None);
        }
        match node.id.and_then(|id| self.packs.get(&id)) {
            Some(&value) => Ok(Some(u64::from(value))),
            None => {
                let span = self.span(node);
                Err(Unsupported { feature: "`#pragma pack` of unknown value".into(), span })
            }
        }
    }

    /// An enumeration.
    pub(crate) fn enum_decl(&mut self, node: &Node) {
        let constants: Vec<_> = node.children(Kind::EnumConstantDecl).collect();
        let mut values = Vec::new();
        let mut next = 0_i128;
        for constant in &constants {
            next = constant.inner.iter().find_map(Node::constant_value).unwrap_or(next);
            values.push((constant.name().to_owned(), next));
            next += 1;
        }
        let is_packed = node.children(Kind::PackedAttr).next().is_some();
        let fixed = node.fixed_underlying_type.as_ref().and_then(|ty| {
            let ty = text_type(self, &ty.qual_type).ok()?;
            match self.linker.program.types.get(ty) {
                Type::Int(kind) => Some(*kind),
                _ => None,
            }
        });
        let model = self.linker.program.types.data_model();
        let underlying = fixed.unwrap_or_else(|| underlying_kind(model, &values, is_packed));
        let definition =
            Enum { name: node.name().to_owned(), underlying, constants: values.clone() };
        let ty = self.enum_type(node, definition);
        self.bind_tag(node, ty);
        for (constant, (name, value)) in constants.iter().zip(values) {
            let constant_type = node_type(self, constant).unwrap_or(TypeTable::INT);
            let entity = Entity::EnumConstant { value, ty: constant_type };
            self.scopes.declare_value(&name, entity.clone());
            if let Some(id) = constant.id {
                self.entities.insert(id, entity);
            }
        }
    }
}

impl Unit<'_> {
    /// The type of an enumeration: that of an earlier declaration, now complete, or a new one.
    fn enum_type(&mut self, node: &Node, definition: Enum) -> TypeId {
        let earlier = node.previous_decl.and_then(|id| self.tags.get(&id).copied());
        let types = &mut self.linker.program.types;
        if let Some(ty) = earlier
            && let Type::Enum(id) = *types.get(ty)
        {
            if !definition.constants.is_empty() {
                types.enums[id] = definition;
            }
            return ty;
        }
        let id = types.enums.push(definition);
        types.intern(Type::Enum(id))
    }
}

/// A typedef, at file scope or in a function, where it may name a variable-length array.
pub(crate) fn typedef_decl<'l>(context: &mut impl TypeContext<'l>, node: &Node) {
    let by_tag = node.inner.iter().find_map(|ty| {
        let decl = match ty.kind {
            Kind::ElaboratedType => {
                let inner = ty.inner.iter().find_map(|inner| inner.decl.as_ref());
                inner.or(ty.owned_tag_decl.as_ref())
            }
            Kind::RecordType | Kind::EnumType => ty.decl.as_ref(),
            _ => None,
        };
        context.unit().tags.get(&decl?.id).copied()
    });
    let ty: Result<TypeId, Unsupported> = match by_tag {
        Some(ty) => Ok(ty),
        None if node.name() == "__builtin_va_list" => Ok(context.unit().va_list_type()),
        None => node_type(context, node),
    };
    let unit = context.unit();
    unit.note_qualified_typedef(node);
    unit.name_record(node.name(), &ty);
    let align = unit.align_of_typedef(node);
    unit.scopes.declare_typedef(node.name(), ty);
    unit.scopes.align_typedef(node.name(), align);
}

impl Unit<'_> {
    /// Notes the name that a typedef gives to a record without a tag. Names with two underscores
    /// are those of the library, which others need not have.
    fn name_record(&mut self, name: &str, ty: &Lowered<TypeId>) {
        let types = &mut self.linker.program.types;
        let Ok(ty) = ty else { return };
        let Some((id, record)) = types.record(*ty) else { return };
        let is_wanted = record.name.is_empty() && record.typedef.is_none();
        if is_wanted && self.scopes.is_file_scope() && !name.starts_with("__") {
            types.records[id].typedef = Some(name.to_owned());
        }
    }
}

/// The integer type that GCC and clang choose for an enumeration.
fn underlying_kind(model: DataModel, values: &[(String, i128)], is_packed: bool) -> IntKind {
    let low = values.iter().map(|(_, value)| *value).min().unwrap_or(0).min(0);
    let high = values.iter().map(|(_, value)| *value).max().unwrap_or(0);
    let fits = |kind: &IntKind| {
        let bits = kind.bits(model);
        if kind.is_signed() {
            low >= -(1_i128 << (bits - 1)) && high < 1_i128 << (bits - 1)
        } else {
            low >= 0 && high < 1_i128 << bits
        }
    };
    let small =
        [IntKind::UnsignedChar, IntKind::SignedChar, IntKind::UnsignedShort, IntKind::Short];
    let usual = [
        IntKind::UnsignedInt,
        IntKind::Int,
        IntKind::UnsignedLong,
        IntKind::Long,
        IntKind::UnsignedLongLong,
        IntKind::LongLong,
    ];
    let packed = if is_packed { &small[..] } else { &[] };
    packed.iter().chain(&usual).copied().find(fits).unwrap_or(IntKind::LongLong)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kind_of(values: &[i128], is_packed: bool) -> IntKind {
        let values: Vec<_> = values.iter().map(|v| (String::new(), *v)).collect();
        underlying_kind(DataModel::Lp64, &values, is_packed)
    }

    #[test]
    fn enumerations_take_the_type_gcc_gives_them() {
        assert_eq!(kind_of(&[0, 1], false), IntKind::UnsignedInt);
        assert_eq!(kind_of(&[-1, 1], false), IntKind::Int);
        assert_eq!(kind_of(&[0, 1 << 32], false), IntKind::UnsignedLong);
        assert_eq!(kind_of(&[-1, 1 << 31], false), IntKind::Long);
        assert_eq!(kind_of(&[0, 255], true), IntKind::UnsignedChar);
        assert_eq!(kind_of(&[-1, 128], true), IntKind::Short);
    }
}
