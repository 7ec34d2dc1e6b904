//! What the program is compiled for: the sizes that C leaves open.

use crate::types::{FloatKind, Scalar};

/// A data model, with what else decides the layout of objects.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum DataModel {
    /// x86-64 Linux: `long` and pointers have 64 bits.
    #[default]
    Lp64,
    /// i386 Linux with SSE2: `int`, `long` and pointers have 32 bits, and nothing is aligned to
    /// more than 4 bytes by its type alone.
    Ilp32,
}

impl DataModel {
    /// Width of a pointer, and of `long`.
    pub const fn pointer_bits(self) -> u32 {
        match self {
            DataModel::Lp64 => 64,
            DataModel::Ilp32 => 32,
        }
    }

    /// Bytes of a pointer.
    pub const fn pointer_size(self) -> u64 {
        self.pointer_bits() as u64 / 8
    }

    /// Bytes of a scalar in memory.
    pub const fn size(self, scalar: Scalar) -> u64 {
        match (self, scalar) {
            (DataModel::Ilp32, Scalar::Float(FloatKind::X87)) => 12,
            _ => scalar.size(),
        }
    }

    /// How a scalar is aligned in memory.
    pub const fn align(self, scalar: Scalar) -> u64 {
        match (self, scalar.size()) {
            (DataModel::Ilp32, 8..) => 4,
            (_, size) => size,
        }
    }

    /// What the GNU compilers prefer, where there is room: what `__alignof__` gives.
    pub const fn preferred_align(self, scalar: Scalar) -> u64 {
        match (self, scalar) {
            (DataModel::Ilp32, Scalar::Int { bits: 64, .. } | Scalar::Float(FloatKind::F64)) => 8,
            _ => self.align(scalar),
        }
    }

    /// What compilers are told, so that they compile for it. Numbers have the precision of their
    /// types: the x87 unit, which does without SSE2, would keep more.
    pub const fn flags(self) -> &'static [&'static str] {
        match self {
            DataModel::Lp64 => &[],
            DataModel::Ilp32 => &["-m32", "-msse2", "-mfpmath=sse"],
        }
    }

    /// The name, as the command line takes it.
    pub const fn name(self) -> &'static str {
        match self {
            DataModel::Lp64 => "lp64",
            DataModel::Ilp32 => "ilp32",
        }
    }
}
