//! C types, interned, with the sizes that the System V ABIs of x86 give them.
//!
//! Qualifiers are not part of a type here: what they mean for an object stands on the object
//! ([`crate::program::Global::is_const`], …).

use crate::data_model::DataModel;
use crate::ids::{EnumId, Id, IdVec, LocalId, RecordId, TypeId};
use crate::source::Span;
use rustc_hash::FxHashMap;

/// The integer types of C, by their names. `_Bool` is not among them: see [`Type::Bool`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum IntKind {
    Char,
    SignedChar,
    UnsignedChar,
    Short,
    UnsignedShort,
    Int,
    UnsignedInt,
    Long,
    UnsignedLong,
    LongLong,
    UnsignedLongLong,
    Int128,
    UnsignedInt128,
}

impl IntKind {
    /// All kinds, in the order of their fixed type ids.
    pub const ALL: [IntKind; 13] = [
        IntKind::Char,
        IntKind::SignedChar,
        IntKind::UnsignedChar,
        IntKind::Short,
        IntKind::UnsignedShort,
        IntKind::Int,
        IntKind::UnsignedInt,
        IntKind::Long,
        IntKind::UnsignedLong,
        IntKind::LongLong,
        IntKind::UnsignedLongLong,
        IntKind::Int128,
        IntKind::UnsignedInt128,
    ];

    /// Width in bits.
    pub const fn bits(self, model: DataModel) -> u32 {
        match self {
            IntKind::Char | IntKind::SignedChar | IntKind::UnsignedChar => 8,
            IntKind::Short | IntKind::UnsignedShort => 16,
            IntKind::Int | IntKind::UnsignedInt => 32,
            IntKind::Long | IntKind::UnsignedLong => model.pointer_bits(),
            IntKind::LongLong | IntKind::UnsignedLongLong => 64,
            IntKind::Int128 | IntKind::UnsignedInt128 => 128,
        }
    }

    /// Whether values are signed; plain `char` is, on x86.
    pub const fn is_signed(self) -> bool {
        matches!(
            self,
            IntKind::Char
                | IntKind::SignedChar
                | IntKind::Short
                | IntKind::Int
                | IntKind::Long
                | IntKind::LongLong
                | IntKind::Int128
        )
    }

    /// The C spelling.
    pub const fn c_name(self) -> &'static str {
        match self {
            IntKind::Char => "char",
            IntKind::SignedChar => "signed char",
            IntKind::UnsignedChar => "unsigned char",
            IntKind::Short => "short",
            IntKind::UnsignedShort => "unsigned short",
            IntKind::Int => "int",
            IntKind::UnsignedInt => "unsigned int",
            IntKind::Long => "long",
            IntKind::UnsignedLong => "unsigned long",
            IntKind::LongLong => "long long",
            IntKind::UnsignedLongLong => "unsigned long long",
            IntKind::Int128 => "__int128",
            IntKind::UnsignedInt128 => "unsigned __int128",
        }
    }
}

/// The real floating types.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FloatKind {
    /// `float`, IEEE binary32.
    F32,
    /// `double`, IEEE binary64.
    F64,
    /// `long double`: the 80-bit x87 format, in 16 bytes (12 where pointers have 32 bits).
    X87,
}

/// How many elements an array type has.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ArrayLength {
    /// A constant number.
    Fixed(u64),
    /// `[]`: a flexible array member or an incomplete array.
    Unknown,
    /// A variable-length array; the local holds the element count. Only places behind a pointer
    /// have such a type.
    Variable(LocalId),
}

/// A function type.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct FunctionType {
    /// The type returned, or `void`.
    pub result: TypeId,
    /// The types of the declared parameters, adjusted (arrays are pointers).
    pub params: Vec<TypeId>,
    /// Whether `...` follows.
    pub is_variadic: bool,
    /// Whether the parameters are declared at all (`f()` in C before C23 is not a prototype).
    pub has_prototype: bool,
}

/// A type.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Type {
    /// `void`.
    Void,
    /// `_Bool`.
    Bool,
    /// An integer type.
    Int(IntKind),
    /// A floating type.
    Float(FloatKind),
    /// A pointer.
    Pointer(TypeId),
    /// An array.
    Array {
        /// The element type.
        element: TypeId,
        /// The number of elements.
        length: ArrayLength,
    },
    /// A struct or union.
    Record(RecordId),
    /// An enumeration.
    Enum(EnumId),
    /// A function.
    Function(FunctionType),
    /// A type that has a layout but no operations here (`_Float16`, `__float128`): objects of it
    /// can exist, and functions that use their values are unsupported.
    Opaque {
        /// The C spelling.
        name: String,
        /// Size in bytes.
        size: u64,
        /// Alignment in bytes.
        align: u64,
    },
}

/// A value type that fits a register: what operators work on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Scalar {
    /// An integer (enumerations included), or a pointer as an unsigned integer of its width.
    Int {
        /// Width in bits: 1 for `_Bool`, else 8, 16, 32, 64 or 128. (Bit-fields are loaded into
        /// their declared type.)
        bits: u32,
        /// Whether the type is signed.
        signed: bool,
    },
    /// A floating type.
    Float(FloatKind),
}

impl Scalar {
    /// How pointers compute where they have 64 bits; [`TypeTable::pointer`] asks the data model.
    pub const POINTER: Scalar = Scalar::Int { bits: 64, signed: false };

    /// Bytes in memory; of an x87 number the most that any data model gives it.
    pub const fn size(self) -> u64 {
        match self {
            Scalar::Int { bits, .. } => (bits as u64).div_ceil(8),
            Scalar::Float(FloatKind::F32) => 4,
            Scalar::Float(FloatKind::F64) => 8,
            Scalar::Float(FloatKind::X87) => 16,
        }
    }
}

/// What a record is in C. All but unions have their members one after the other.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RecordKind {
    /// `struct`.
    Struct,
    /// `union`.
    Union,
    /// A `_Complex` number: its real and its imaginary part.
    Complex,
    /// A GNU vector: one member, the array of its elements.
    Vector,
}

/// The bits of a bit-field.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct BitRange {
    /// Bit offset from the start of the record (little endian: bit 0 is the low bit of byte 0).
    pub offset: u64,
    /// Width in bits, at least 1.
    pub width: u32,
}

/// A member of a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Field {
    /// The name; empty for an anonymous struct or union member.
    pub name: String,
    /// The type; for a bit-field the declared type.
    pub ty: TypeId,
    /// Byte offset; for a bit-field that of its first byte.
    pub offset: u64,
    /// Set for a bit-field.
    pub bits: Option<BitRange>,
}

/// A struct or union, or what C has as a number of several parts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// The tag; empty when it has none.
    pub name: String,
    /// A name that a typedef at file scope gives to it, where it has no tag.
    pub typedef: Option<String>,
    /// What it is in C.
    pub kind: RecordKind,
    /// The members, once the record is complete. Unnamed bit-fields are left out.
    pub fields: Vec<Field>,
    /// Size in bytes.
    pub size: u64,
    /// Alignment in bytes.
    pub align: u64,
    /// Whether the members are known.
    pub is_complete: bool,
    /// Which members say how many elements others have (`counted_by`).
    pub counted: Vec<Counted>,
    /// Where it is defined.
    pub span: Span,
}

/// An array whose length a member of the same record tells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Counted {
    /// The member with the array, or with a pointer to it: its number.
    pub array: usize,
    /// The member with the number of elements.
    pub count: usize,
}

/// What a number of several parts is made of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Parts {
    /// [`RecordKind::Complex`] or [`RecordKind::Vector`].
    pub kind: RecordKind,
    /// The type of each part.
    pub element: TypeId,
    /// How many there are.
    pub count: u64,
}

/// An enumeration.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Enum {
    /// The tag; empty when it has none.
    pub name: String,
    /// The integer type that holds its values.
    pub underlying: IntKind,
    /// The enumerators and their values.
    pub constants: Vec<(String, i128)>,
}

/// All types of a program. Structural types are interned: equal types have equal ids.
#[derive(Clone, Debug)]
pub struct TypeTable {
    model: DataModel,
    types: IdVec<TypeId, Type>,
    interned: FxHashMap<Type, TypeId>,
    /// The structs and unions.
    pub records: IdVec<RecordId, Record>,
    /// The enumerations.
    pub enums: IdVec<EnumId, Enum>,
}

#[allow(missing_docs)]
impl TypeTable {
    pub const VOID: TypeId = TypeId::fixed(0);
    pub const BOOL: TypeId = TypeId::fixed(1);
    pub const CHAR: TypeId = TypeId::fixed(2);
    pub const SIGNED_CHAR: TypeId = TypeId::fixed(3);
    pub const UNSIGNED_CHAR: TypeId = TypeId::fixed(4);
    pub const SHORT: TypeId = TypeId::fixed(5);
    pub const UNSIGNED_SHORT: TypeId = TypeId::fixed(6);
    pub const INT: TypeId = TypeId::fixed(7);
    pub const UNSIGNED_INT: TypeId = TypeId::fixed(8);
    pub const LONG: TypeId = TypeId::fixed(9);
    pub const UNSIGNED_LONG: TypeId = TypeId::fixed(10);
    pub const LONG_LONG: TypeId = TypeId::fixed(11);
    pub const UNSIGNED_LONG_LONG: TypeId = TypeId::fixed(12);
    pub const INT128: TypeId = TypeId::fixed(13);
    pub const UNSIGNED_INT128: TypeId = TypeId::fixed(14);
    pub const FLOAT: TypeId = TypeId::fixed(15);
    pub const DOUBLE: TypeId = TypeId::fixed(16);
    pub const LONG_DOUBLE: TypeId = TypeId::fixed(17);
    pub const VOID_POINTER: TypeId = TypeId::fixed(18);
    pub const CHAR_POINTER: TypeId = TypeId::fixed(19);
}

impl Default for TypeTable {
    fn default() -> Self {
        Self::new()
    }
}

impl TypeTable {
    /// A table with the builtin types at their fixed ids, for 64-bit C.
    pub fn new() -> Self {
        Self::for_model(DataModel::Lp64)
    }

    /// A table with the builtin types at their fixed ids.
    pub fn for_model(model: DataModel) -> Self {
        let mut table = Self {
            model,
            types: IdVec::new(),
            interned: FxHashMap::default(),
            records: IdVec::new(),
            enums: IdVec::new(),
        };
        table.intern(Type::Void);
        table.intern(Type::Bool);
        for kind in IntKind::ALL {
            table.intern(Type::Int(kind));
        }
        for kind in [FloatKind::F32, FloatKind::F64, FloatKind::X87] {
            table.intern(Type::Float(kind));
        }
        table.intern(Type::Pointer(Self::VOID));
        table.intern(Type::Pointer(Self::CHAR));
        table
    }

    /// The data model that the sizes are of.
    pub fn data_model(&self) -> DataModel {
        self.model
    }

    /// How pointers compute.
    pub fn pointer(&self) -> Scalar {
        Scalar::Int { bits: self.model.pointer_bits(), signed: false }
    }

    /// `size_t`.
    pub fn size_type(&self) -> TypeId {
        match self.model {
            DataModel::Lp64 => Self::UNSIGNED_LONG,
            DataModel::Ilp32 => Self::UNSIGNED_INT,
        }
    }

    /// `ptrdiff_t`.
    pub fn difference_type(&self) -> TypeId {
        match self.model {
            DataModel::Lp64 => Self::LONG,
            DataModel::Ilp32 => Self::INT,
        }
    }

    /// The integer type of 64 bits that comes first: `long` where it has them.
    pub fn int64(&self, signed: bool) -> TypeId {
        match (self.model, signed) {
            (DataModel::Lp64, true) => Self::LONG,
            (DataModel::Lp64, false) => Self::UNSIGNED_LONG,
            (DataModel::Ilp32, true) => Self::LONG_LONG,
            (DataModel::Ilp32, false) => Self::UNSIGNED_LONG_LONG,
        }
    }

    /// The id of a type.
    pub fn intern(&mut self, ty: Type) -> TypeId {
        if let Some(&id) = self.interned.get(&ty) {
            return id;
        }
        let id = self.types.push(ty.clone());
        self.interned.insert(ty, id);
        id
    }

    /// The id of the pointer to `target`.
    pub fn pointer_to(&mut self, target: TypeId) -> TypeId {
        self.intern(Type::Pointer(target))
    }

    /// The id of the array of `length` elements.
    pub fn array_of(&mut self, element: TypeId, length: u64) -> TypeId {
        self.intern(Type::Array { element, length: ArrayLength::Fixed(length) })
    }

    /// The fixed id of an integer type.
    pub fn int(kind: IntKind) -> TypeId {
        let position = IntKind::ALL.iter().position(|k| *k == kind);
        TypeId::from_index(2 + position.expect("every kind should be in IntKind::ALL"))
    }

    /// The type with this id.
    pub fn get(&self, id: TypeId) -> &Type {
        &self.types[id]
    }

    /// All type ids.
    pub fn ids(&self) -> impl Iterator<Item = TypeId> + use<> {
        self.types.ids()
    }

    /// The register type of a value, or `None` for aggregates, functions and `void`.
    pub fn scalar(&self, id: TypeId) -> Option<Scalar> {
        Some(match self.get(id) {
            Type::Bool => Scalar::Int { bits: 1, signed: false },
            Type::Int(kind) => {
                Scalar::Int { bits: kind.bits(self.model), signed: kind.is_signed() }
            }
            Type::Enum(id) => {
                let kind = self.enums[*id].underlying;
                Scalar::Int { bits: kind.bits(self.model), signed: kind.is_signed() }
            }
            Type::Pointer(_) => self.pointer(),
            Type::Float(kind) => Scalar::Float(*kind),
            Type::Void
            | Type::Array { .. }
            | Type::Record(_)
            | Type::Function(_)
            | Type::Opaque { .. } => return None,
        })
    }

    /// What a pointer points to.
    pub fn pointee(&self, id: TypeId) -> Option<TypeId> {
        match self.get(id) {
            Type::Pointer(target) => Some(*target),
            _ => None,
        }
    }

    /// The element type of an array.
    pub fn element(&self, id: TypeId) -> Option<TypeId> {
        match self.get(id) {
            Type::Array { element, .. } => Some(*element),
            _ => None,
        }
    }

    /// The record of a struct or union type.
    pub fn record(&self, id: TypeId) -> Option<(RecordId, &Record)> {
        match self.get(id) {
            Type::Record(record) => Some((*record, &self.records[*record])),
            _ => None,
        }
    }

    /// The parts of a `_Complex` number or a vector; `None` for other types.
    pub fn parts(&self, id: TypeId) -> Option<Parts> {
        let (_, record) = self.record(id)?;
        let first = record.fields.first()?.ty;
        match (record.kind, self.get(first)) {
            (RecordKind::Complex, _) => Some(Parts { kind: record.kind, element: first, count: 2 }),
            (RecordKind::Vector, Type::Array { element, length: ArrayLength::Fixed(count) }) => {
                Some(Parts { kind: record.kind, element: *element, count: *count })
            }
            _ => None,
        }
    }

    /// The function type, through a pointer if there is one.
    pub fn function(&self, id: TypeId) -> Option<&FunctionType> {
        match self.get(id) {
            Type::Function(function) => Some(function),
            Type::Pointer(target) => match self.get(*target) {
                Type::Function(function) => Some(function),
                _ => None,
            },
            _ => None,
        }
    }

    /// Whether the type is a pointer.
    pub fn is_pointer(&self, id: TypeId) -> bool {
        matches!(self.get(id), Type::Pointer(_))
    }

    /// Whether the type is one of the three character types.
    pub fn is_character(&self, id: TypeId) -> bool {
        matches!(
            self.get(id),
            Type::Int(IntKind::Char | IntKind::SignedChar | IntKind::UnsignedChar)
        )
    }

    /// Size in bytes, as `sizeof` gives it; `None` when it is not constant or the type is
    /// incomplete. As in GNU C, `void` and functions have size 1 (for pointer arithmetic).
    pub fn size(&self, id: TypeId) -> Option<u64> {
        match self.get(id) {
            Type::Void | Type::Function(_) => Some(1),
            Type::Array { element, length: ArrayLength::Fixed(length) } => {
                self.size(*element)?.checked_mul(*length)
            }
            Type::Array { .. } => None,
            Type::Record(id) => {
                let record = &self.records[*id];
                record.is_complete.then_some(record.size)
            }
            Type::Opaque { size, .. } => Some(*size),
            Type::Bool | Type::Int(_) | Type::Float(_) | Type::Pointer(_) | Type::Enum(_) => {
                self.scalar(id).map(|scalar| self.model.size(scalar))
            }
        }
    }

    /// What `__alignof__` gives: more than the alignment where the processor would like it.
    pub fn preferred_align(&self, id: TypeId) -> u64 {
        match (self.get(id), self.scalar(id)) {
            (Type::Array { element, .. }, _) => self.preferred_align(*element),
            (_, Some(scalar)) => self.model.preferred_align(scalar),
            (_, None) => self.align(id),
        }
    }

    /// Alignment in bytes.
    pub fn align(&self, id: TypeId) -> u64 {
        match self.get(id) {
            Type::Void | Type::Function(_) => 1,
            Type::Array { element, .. } => self.align(*element),
            Type::Record(id) => self.records[*id].align.max(1),
            Type::Opaque { align, .. } => *align,
            Type::Bool | Type::Int(_) | Type::Float(_) | Type::Pointer(_) | Type::Enum(_) => {
                self.scalar(id).map_or(1, |scalar| self.model.align(scalar))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn builtin_types_have_their_fixed_ids() {
        let table = TypeTable::new();
        assert_eq!(table.get(TypeTable::BOOL), &Type::Bool);
        assert_eq!(table.get(TypeTable::UNSIGNED_INT128), &Type::Int(IntKind::UnsignedInt128));
        assert_eq!(table.get(TypeTable::FLOAT), &Type::Float(FloatKind::F32));
        assert_eq!(table.get(TypeTable::LONG_DOUBLE), &Type::Float(FloatKind::X87));
        assert_eq!(table.get(TypeTable::CHAR_POINTER), &Type::Pointer(TypeTable::CHAR));
        assert_eq!(TypeTable::int(IntKind::UnsignedLong), TypeTable::UNSIGNED_LONG);
    }

    #[test]
    fn equal_types_have_equal_ids() {
        let mut table = TypeTable::new();
        let once = table.array_of(TypeTable::INT, 3);
        assert_eq!(once, table.array_of(TypeTable::INT, 3));
        assert_ne!(once, table.array_of(TypeTable::INT, 4));
        assert_eq!(table.size(once), Some(12));
        assert_eq!(table.align(once), 4);
    }
}
