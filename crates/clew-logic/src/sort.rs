//! Sorts of terms.

use std::fmt;

/// The widest bit-vector a pool can hold.
pub const MAX_WIDTH: u32 = 128;

/// The sort of a term. Prints as SMT-LIB.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Sort {
    /// A truth value.
    Bool,
    /// A bit-vector of 1 to [`MAX_WIDTH`] bits.
    BitVec(u32),
    /// An array from bit-vectors to bit-vectors.
    Array {
        /// The width of an index.
        index: u32,
        /// The width of an element.
        element: u32,
    },
}

impl Sort {
    /// An object of bytes addressed by 64-bit offsets.
    pub const BYTES: Sort = Sort::Array { index: 64, element: 8 };

    /// The width of a bit-vector; zero for the other sorts.
    pub fn width(self) -> u32 {
        match self {
            Sort::BitVec(width) => width,
            Sort::Bool | Sort::Array { .. } => 0,
        }
    }

    /// Whether this is the sort of an array.
    pub fn is_array(self) -> bool {
        matches!(self, Sort::Array { .. })
    }

    /// Whether the widths are within what a pool can hold.
    pub fn is_valid(self) -> bool {
        let fits = |width| (1..=MAX_WIDTH).contains(&width);
        match self {
            Sort::Bool => true,
            Sort::BitVec(width) => fits(width),
            Sort::Array { index, element } => fits(index) && fits(element),
        }
    }
}

impl fmt::Display for Sort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Sort::Bool => write!(f, "Bool"),
            Sort::BitVec(width) => write!(f, "(_ BitVec {width})"),
            Sort::Array { index, element } => {
                write!(f, "(Array (_ BitVec {index}) (_ BitVec {element}))")
            }
        }
    }
}
