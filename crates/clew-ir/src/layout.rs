//! Where the members of a record stand: the x86-64 System V layout with the GNU attributes, as
//! gcc and clang compute it.
//!
//! Bit-fields follow the rule that the type matters: a bit-field stands right after what comes
//! before it unless it would then cross more units of its declared type than the type itself
//! has; `packed` and `#pragma pack` lift that. A named bit-field aligns the record as its type
//! does, an unnamed one does not; one of width zero moves what follows to the next unit, whatever
//! the packing.

use crate::ids::TypeId;
use crate::types::{ArrayLength, BitRange, Field, RecordKind, Type, TypeTable};

/// A member as the user declared it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Member {
    /// The name; empty for an unnamed bit-field and for an anonymous struct or union.
    pub name: String,
    /// The declared type.
    pub ty: TypeId,
    /// The width of a bit-field.
    pub bit_width: Option<u32>,
    /// `_Alignas` and `aligned` attributes on the member: the strictest, in bytes.
    pub align: Option<u64>,
    /// The alignment of the type when a typedef changes it (it may be less than the type's own).
    pub type_align: Option<u64>,
    /// Whether the member itself is declared `packed`.
    pub is_packed: bool,
}

impl Member {
    /// A member without attributes.
    pub fn new(name: impl Into<String>, ty: TypeId) -> Self {
        Self {
            name: name.into(),
            ty,
            bit_width: None,
            align: None,
            type_align: None,
            is_packed: false,
        }
    }

    /// A bit-field without attributes.
    pub fn bit_field(name: impl Into<String>, ty: TypeId, width: u32) -> Self {
        Self { bit_width: Some(width), ..Self::new(name, ty) }
    }
}

/// What is declared of the record as a whole.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct RecordAttributes {
    /// Whether it is declared `packed`.
    pub is_packed: bool,
    /// The `#pragma pack` in force at its definition, in bytes.
    pub max_field_align: Option<u64>,
    /// `aligned` attributes: the strictest, in bytes.
    pub align: Option<u64>,
    /// Whether its bit-fields are laid out as Microsoft's compilers do (`ms_struct`).
    pub is_microsoft: bool,
}

/// A record laid out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Layout {
    /// The members in declaration order, without unnamed bit-fields.
    pub fields: Vec<Field>,
    /// Size in bytes, a multiple of the alignment; 0 for GNU C's empty records.
    pub size: u64,
    /// Alignment in bytes, at least 1.
    pub align: u64,
}

/// Lays out a struct or union. The members' types are complete; a flexible array, or anything
/// else without a constant size, takes no room.
pub fn lay_out(
    types: &TypeTable,
    kind: RecordKind,
    members: &[Member],
    attributes: RecordAttributes,
) -> Layout {
    let mut builder = Builder {
        types,
        is_union: kind == RecordKind::Union,
        attributes,
        next_bit: 0,
        open_unit: None,
        size: 0,
        align: attributes.align.unwrap_or(1).max(1),
        fields: Vec::with_capacity(members.len()),
    };
    for member in members {
        match member.bit_width {
            Some(width) if attributes.is_microsoft => {
                builder.place_microsoft_bit_field(member, u64::from(width));
            }
            Some(width) => builder.place_bit_field(member, u64::from(width)),
            None => builder.place_member(member),
        }
    }
    let size = builder.size.next_multiple_of(builder.align);
    Layout { fields: builder.fields, size, align: builder.align }
}

struct Builder<'a> {
    types: &'a TypeTable,
    is_union: bool,
    attributes: RecordAttributes,
    /// The first free bit of a struct; stays 0 in a union.
    next_bit: u64,
    /// The unit that the last bit-field stands in, in `ms_struct` records: its bits, and those free.
    open_unit: Option<(u64, u64)>,
    /// Bytes taken so far.
    size: u64,
    align: u64,
    fields: Vec<Field>,
}

impl Builder<'_> {
    fn place_member(&mut self, member: &Member) {
        let align = self.member_align(member);
        self.open_unit = None;
        let offset = self.next_bit.div_ceil(8).next_multiple_of(align);
        let size = match self.types.get(member.ty) {
            Type::Array { length: ArrayLength::Unknown, .. } => 0,
            _ => self.types.size(member.ty).unwrap_or(0),
        };
        self.fields.push(Field { name: member.name.clone(), ty: member.ty, offset, bits: None });
        self.finish_member((offset + size) * 8, align);
    }

    /// How a member is aligned that is no bit-field.
    fn member_align(&self, member: &Member) -> u64 {
        let align = if self.is_packed(member) { 1 } else { self.type_align(member) };
        let align = align.max(member.align.unwrap_or(1));
        align.min(self.attributes.max_field_align.unwrap_or(u64::MAX))
    }

    /// A bit-field takes a whole unit of its type, in which others of types of that size follow.
    /// One of width zero ends the unit, if there is one.
    fn place_microsoft_bit_field(&mut self, member: &Member, width: u64) {
        let unit = self.types.size(member.ty).unwrap_or(1) * 8;
        let align = self.member_align(member);
        if width == 0 {
            if self.open_unit.take().is_some() {
                self.finish_member(self.next_bit.next_multiple_of(align * 8), align);
            }
            return;
        }
        let (offset, free) = match self.open_unit {
            Some((size, free)) if size == unit && free >= width => (self.next_bit - free, free),
            _ => (self.next_bit.next_multiple_of(align * 8), unit),
        };
        if !member.name.is_empty() {
            let bits = Some(BitRange { offset, width: width as u32 });
            let (name, ty) = (member.name.clone(), member.ty);
            self.fields.push(Field { name, ty, offset: offset / 8, bits });
        }
        self.finish_member(offset + free, align);
        self.open_unit = (!self.is_union).then_some((unit, free - width));
    }

    fn place_bit_field(&mut self, member: &Member, width: u64) {
        let unit = self.types.size(member.ty).unwrap_or(1) * 8;
        let type_align = self.type_align(member);
        let explicit = member.align.unwrap_or(1);
        let offset = if width == 0 {
            self.next_bit.next_multiple_of(type_align.max(explicit) * 8)
        } else {
            self.bit_offset(member, width, unit, type_align)
        };
        let is_named = !member.name.is_empty();
        if is_named {
            let range = BitRange { offset, width: width as u32 };
            self.fields.push(Field {
                name: member.name.clone(),
                ty: member.ty,
                offset: offset / 8,
                bits: Some(range),
            });
        }
        let align = if is_named { self.bit_field_align(member, type_align) } else { 1 };
        self.finish_member(offset + width, align);
    }

    /// Where a bit-field of nonzero width starts.
    fn bit_offset(&self, member: &Member, width: u64, unit: u64, type_align: u64) -> u64 {
        let limit = self.attributes.max_field_align;
        let explicit = member.align.unwrap_or(1).min(limit.unwrap_or(u64::MAX));
        let offset = match member.align {
            Some(_) => self.next_bit.next_multiple_of(explicit * 8),
            None => self.next_bit,
        };
        let align = type_align * 8;
        let crosses = (offset % align + width).div_ceil(align) > unit / align;
        // gcc takes a bit-field that is a whole aligned integer for an ordinary member. This
        // matters only for types whose typedef aligns them to more than their size.
        let is_whole = matches!(width, 8 | 16 | 32 | 64) && offset % width == 0;
        if crosses && !is_whole && limit.is_none() && !self.is_packed(member) {
            return offset.next_multiple_of(align);
        }
        offset
    }

    /// How a named bit-field aligns the record. A `#pragma pack` hides `packed`.
    fn bit_field_align(&self, member: &Member, type_align: u64) -> u64 {
        let explicit = member.align.unwrap_or(1);
        match self.attributes.max_field_align {
            Some(limit) => type_align.max(explicit).min(limit),
            None if self.is_packed(member) => explicit,
            None => type_align.max(explicit),
        }
    }

    fn finish_member(&mut self, end_bit: u64, align: u64) {
        if !self.is_union {
            self.next_bit = end_bit;
        }
        self.size = self.size.max(end_bit.div_ceil(8));
        self.align = self.align.max(align);
    }

    fn is_packed(&self, member: &Member) -> bool {
        self.attributes.is_packed || member.is_packed
    }

    fn type_align(&self, member: &Member) -> u64 {
        member.type_align.unwrap_or_else(|| self.types.align(member.ty)).max(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::Id;

    fn plain(kind: RecordKind, members: &[Member]) -> Layout {
        lay_out(&TypeTable::new(), kind, members, RecordAttributes::default())
    }

    #[test]
    fn members_are_padded_to_their_alignment() {
        let layout = plain(
            RecordKind::Struct,
            &[
                Member::new("c", TypeTable::CHAR),
                Member::new("d", TypeTable::DOUBLE),
                Member::new("s", TypeTable::SHORT),
            ],
        );
        let offsets: Vec<u64> = layout.fields.iter().map(|field| field.offset).collect();
        assert_eq!((offsets, layout.size, layout.align), (vec![0, 8, 16], 24, 8));
    }

    #[test]
    fn nothing_is_aligned_to_more_than_a_pointer_of_32_bits() {
        let types = TypeTable::for_model(crate::DataModel::Ilp32);
        let members = [
            Member::new("c", TypeTable::CHAR),
            Member::new("d", TypeTable::DOUBLE),
            Member::new("x", TypeTable::LONG_DOUBLE),
            Member::new("p", TypeTable::VOID_POINTER),
            Member::bit_field("b", TypeTable::LONG_LONG, 40),
        ];
        let layout = lay_out(&types, RecordKind::Struct, &members, RecordAttributes::default());
        let offsets: Vec<u64> = layout.fields.iter().map(|field| field.offset).collect();
        assert_eq!((offsets, layout.size, layout.align), (vec![0, 4, 12, 24, 28], 36, 4));
    }

    #[test]
    fn a_bit_field_does_not_cross_its_unit() {
        let layout = plain(
            RecordKind::Struct,
            &[
                Member::bit_field("a", TypeTable::INT, 20),
                Member::bit_field("", TypeTable::INT, 4),
                Member::bit_field("b", TypeTable::INT, 20),
            ],
        );
        let bits: Vec<_> = layout.fields.iter().map(|field| field.bits.unwrap().offset).collect();
        assert_eq!((bits, layout.size, layout.align), (vec![0, 32], 8, 4));
    }

    #[test]
    fn nothing_takes_no_room() {
        let layout = plain(RecordKind::Struct, &[]);
        assert_eq!((layout.size, layout.align), (0, 1));
        let layout = plain(RecordKind::Union, &[]);
        assert_eq!((layout.size, layout.align), (0, 1));
    }

    #[test]
    fn a_flexible_array_takes_no_room_but_aligns() {
        let mut types = TypeTable::new();
        let element = TypeTable::LONG;
        let flexible = types.intern(Type::Array { element, length: ArrayLength::Unknown });
        let members = [Member::new("n", TypeTable::CHAR), Member::new("data", flexible)];
        let layout = lay_out(&types, RecordKind::Struct, &members, RecordAttributes::default());
        assert_eq!((layout.fields[1].offset, layout.size, layout.align), (8, 8, 8));
        assert_eq!(layout.fields[1].ty.index(), flexible.index());
    }
}
