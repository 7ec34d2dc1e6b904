//! Typed ids and the vectors they index.
//!
//! An id prints as it stands in the textual form: `block3`, `local0`.

use std::marker::PhantomData;
use std::ops::{Index, IndexMut};

/// A typed index into an [`IdVec`].
pub trait Id: Copy + Eq + Ord {
    /// The id of the element at `index`.
    fn from_index(index: usize) -> Self;
    /// The position of the element this id names.
    fn index(self) -> usize;
}

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident = $prefix:literal;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(u32);

        impl Id for $name {
            fn from_index(index: usize) -> Self {
                Self(u32::try_from(index).expect("an arena should stay below 2^32 elements"))
            }
            fn index(self) -> usize {
                self.0 as usize
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, concat!($prefix, "{}"), self.0)
            }
        }

        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                std::fmt::Display::fmt(self, f)
            }
        }
    )*};
}

ids! {
    /// A function of the program, defined or only declared.
    FunctionId = "fn";
    /// An object with static storage: a global, a static local or a string literal.
    GlobalId = "global";
    /// A parameter, local variable or temporary of one function.
    LocalId = "local";
    /// A basic block of one function.
    BlockId = "block";
    /// A decision of one function (see [`crate::decision`]).
    DecisionId = "decision";
    /// An atomic condition of one function.
    ConditionId = "condition";
    /// A type of the program's type table.
    TypeId = "type";
    /// A struct or union.
    RecordId = "record";
    /// An enumeration.
    EnumId = "enum";
    /// A source file.
    FileId = "file";
    /// A translation unit.
    UnitId = "unit";
    /// A loop of one function (see [`crate::loops`]).
    LoopId = "loop";
    /// A macro expansion that a span stands in.
    ExpansionId = "expansion";
    /// A region of memory (see [`crate::regions`]).
    RegionId = "region";
}

impl TypeId {
    /// A builtin type's fixed id; only the type table makes these.
    pub(crate) const fn fixed(index: u32) -> Self {
        Self(index)
    }
}

impl RegionId {
    /// A region that every program has; only the table of regions makes these.
    pub(crate) const fn fixed(index: u32) -> Self {
        Self(index)
    }
}

/// A vector indexed by a typed id.
#[derive(Clone, PartialEq, Eq)]
pub struct IdVec<I, T> {
    items: Vec<T>,
    id: PhantomData<fn(I)>,
}

impl<I: Id, T> IdVec<I, T> {
    /// An empty vector.
    pub const fn new() -> Self {
        Self { items: Vec::new(), id: PhantomData }
    }

    /// Appends `item` and returns its id.
    pub fn push(&mut self, item: T) -> I {
        let id = self.next_id();
        self.items.push(item);
        id
    }

    /// The id that the next pushed element gets.
    pub fn next_id(&self) -> I {
        I::from_index(self.items.len())
    }

    /// The number of elements.
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// Whether there is no element.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// The element with this id, if there is one.
    pub fn get(&self, id: I) -> Option<&T> {
        self.items.get(id.index())
    }

    /// All ids in order.
    pub fn ids(&self) -> impl DoubleEndedIterator<Item = I> + use<I, T> {
        (0..self.items.len()).map(I::from_index)
    }

    /// All elements in order.
    pub fn iter(&self) -> std::slice::Iter<'_, T> {
        self.items.iter()
    }

    /// All elements in order, mutable.
    pub fn iter_mut(&mut self) -> std::slice::IterMut<'_, T> {
        self.items.iter_mut()
    }

    /// All elements with their ids.
    pub fn iter_enumerated(&self) -> impl DoubleEndedIterator<Item = (I, &T)> {
        self.items.iter().enumerate().map(|(index, item)| (I::from_index(index), item))
    }

    /// The elements as a slice.
    pub fn as_slice(&self) -> &[T] {
        &self.items
    }

    /// The elements, without their ids.
    pub fn into_items(self) -> Vec<T> {
        self.items
    }

    /// `count` clones of `item`.
    pub fn from_elem(item: T, count: usize) -> Self
    where
        T: Clone,
    {
        Self { items: vec![item; count], id: PhantomData }
    }
}

impl<I: Id, T> Default for IdVec<I, T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<I: Id, T> Index<I> for IdVec<I, T> {
    type Output = T;
    fn index(&self, id: I) -> &T {
        &self.items[id.index()]
    }
}

impl<I: Id, T> IndexMut<I> for IdVec<I, T> {
    fn index_mut(&mut self, id: I) -> &mut T {
        &mut self.items[id.index()]
    }
}

impl<I: Id, T> FromIterator<T> for IdVec<I, T> {
    fn from_iter<It: IntoIterator<Item = T>>(items: It) -> Self {
        Self { items: items.into_iter().collect(), id: PhantomData }
    }
}

impl<'a, I: Id, T> IntoIterator for &'a IdVec<I, T> {
    type Item = &'a T;
    type IntoIter = std::slice::Iter<'a, T>;
    fn into_iter(self) -> Self::IntoIter {
        self.items.iter()
    }
}

impl<I: Id, T: std::fmt::Debug> std::fmt::Debug for IdVec<I, T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(&self.items).finish()
    }
}
