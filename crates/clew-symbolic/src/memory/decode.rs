//! Loads and stores, as the symbolic side sees them.

use clew_vm::code::{Op, Reg};

/// What a memory operation starts from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Base {
    /// The pointer in a register.
    Register(Reg),
    /// A global's object.
    Object(u32),
}

/// Where a memory operation goes: base + index * scale + offset.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Place {
    pub(crate) base: Base,
    pub(crate) index: Option<(Reg, i64)>,
    pub(crate) offset: i64,
    /// The index must be below this.
    pub(crate) bound: Option<u64>,
    /// Bytes.
    pub(crate) len: u64,
}

/// What a memory operation does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Action {
    /// Into a register, extended by the sign or by zeros.
    Load { d: Reg, signed: bool },
    /// From a register.
    Store { a: Reg },
}

impl Place {
    /// `p + offset`.
    pub(crate) fn plain(p: Reg, offset: i64, len: u64) -> Self {
        Self { base: Base::Register(p), index: None, offset, bound: None, len }
    }

    fn indexed(p: Reg, i: Reg, scale: i32, offset: i32, len: u64) -> Self {
        let index = Some((i, scale.into()));
        Self { base: Base::Register(p), index, offset: offset.into(), bound: None, len }
    }

    fn checked(p: Reg, i: Reg, (scale, offset, bound): (u16, u16, u32), len: u64) -> Self {
        let index = Some((i, scale.into()));
        let bound = Some(bound.into());
        Self { base: Base::Register(p), index, offset: offset.into(), bound, len }
    }

    fn global(object: u32, offset: u32, len: u64) -> Self {
        Self { base: Base::Object(object), index: None, offset: offset.into(), bound: None, len }
    }

    fn global_indexed(object: u32, i: Reg, scale: u16, offset: u32, len: u64) -> Self {
        let index = Some((i, scale.into()));
        Self { base: Base::Object(object), index, offset: offset.into(), bound: None, len }
    }
}

/// The five forms of each load and store.
macro_rules! forms {
    ($op:expr; $(load $signed:literal $len:literal $l:ident $lx:ident $lc:ident $lg:ident $lgx:ident;)*
     $(store $slen:literal $s:ident $sx:ident $sc:ident $sg:ident $sgx:ident;)*) => {
        match *$op {
            $(
                Op::$l { d, p, offset } => {
                    Some((Place::plain(p, offset.into(), $len), Action::Load { d, signed: $signed }))
                }
                Op::$lx { d, p, i, scale, offset } => Some((
                    Place::indexed(p, i, scale, offset, $len),
                    Action::Load { d, signed: $signed },
                )),
                Op::$lc { d, p, i, scale, offset, len } => Some((
                    Place::checked(p, i, (scale, offset, len), $len),
                    Action::Load { d, signed: $signed },
                )),
                Op::$lg { d, object, offset } => {
                    Some((Place::global(object, offset, $len), Action::Load { d, signed: $signed }))
                }
                Op::$lgx { d, i, scale, object, offset } => Some((
                    Place::global_indexed(object, i, scale, offset, $len),
                    Action::Load { d, signed: $signed },
                )),
            )*
            $(
                Op::$s { a, p, offset } => {
                    Some((Place::plain(p, offset.into(), $slen), Action::Store { a }))
                }
                Op::$sx { a, p, i, scale, offset } => {
                    Some((Place::indexed(p, i, scale, offset, $slen), Action::Store { a }))
                }
                Op::$sc { a, p, i, scale, offset, len } => {
                    Some((Place::checked(p, i, (scale, offset, len), $slen), Action::Store { a }))
                }
                Op::$sg { a, object, offset } => {
                    Some((Place::global(object, offset, $slen), Action::Store { a }))
                }
                Op::$sgx { a, i, scale, object, offset } => {
                    Some((Place::global_indexed(object, i, scale, offset, $slen), Action::Store { a }))
                }
            )*
            _ => None,
        }
    };
}

/// The load or store that an operation is.
#[inline]
pub(crate) fn memory_operation(op: &Op) -> Option<(Place, Action)> {
    forms! { op;
        load true 1 LoadI8 LoadI8X LoadI8C LoadI8G LoadI8GX;
        load false 1 LoadU8 LoadU8X LoadU8C LoadU8G LoadU8GX;
        load true 2 LoadI16 LoadI16X LoadI16C LoadI16G LoadI16GX;
        load false 2 LoadU16 LoadU16X LoadU16C LoadU16G LoadU16GX;
        load true 4 LoadI32 LoadI32X LoadI32C LoadI32G LoadI32GX;
        load false 4 LoadU32 LoadU32X LoadU32C LoadU32G LoadU32GX;
        load false 8 Load64 Load64X Load64C Load64G Load64GX;
        store 1 Store8 Store8X Store8C Store8G Store8GX;
        store 2 Store16 Store16X Store16C Store16G Store16GX;
        store 4 Store32 Store32X Store32C Store32G Store32GX;
        store 8 Store64 Store64X Store64C Store64G Store64GX;
    }
}
