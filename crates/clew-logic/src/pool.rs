//! The arena of terms.

use std::borrow::Cow;
use std::fmt;
use std::hash::{Hash, Hasher};

use rustc_hash::{FxHashMap, FxHasher};

use crate::bits;
use crate::input_set::{InputSet, InputSets};
use crate::op::Op;
use crate::rewrite;
use crate::sort::Sort;
use crate::table::IdTable;

/// A term of one [`TermPool`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TermId(pub(crate) u32);

impl TermId {
    /// The position in the pool; smaller for arguments than for what is built of them.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for TermId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "t{}", self.0)
    }
}

impl fmt::Debug for TermId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "t{}", self.0)
    }
}

/// A free variable of one [`TermPool`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct InputId(pub(crate) u32);

impl InputId {
    /// The position among the pool's inputs.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for InputId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "input{}", self.0)
    }
}

impl fmt::Debug for InputId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "input{}", self.0)
    }
}

/// What is known of an input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InputDecl {
    /// The name. With the sort it is the input's identity.
    pub name: String,
    /// The sort.
    pub sort: Sort,
    /// The term that stands for it.
    pub term: TermId,
    /// The input with this name that was declared next, with another sort.
    namesake: Option<InputId>,
}

/// One term, 16 bytes. The sort is packed: an array has `index` above zero, a Boolean has
/// neither width.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Node {
    pub(crate) op: Op,
    pub(crate) width: u8,
    pub(crate) index: u8,
    /// Arguments; then, for `Extract`, the high and low bit; for `Const` the value or its place;
    /// for `Input` the input.
    pub(crate) args: [TermId; 3],
}

pub(crate) const NONE: TermId = TermId(0);

impl Node {
    pub(crate) fn new(op: Op, sort: Sort, args: [TermId; 3]) -> Node {
        let (width, index) = match sort {
            Sort::Bool => (0, 0),
            Sort::BitVec(width) => (width as u8, 0),
            Sort::Array { index, element } => (element as u8, index as u8),
        };
        Node { op, width, index, args }
    }

    pub(crate) fn sort(&self) -> Sort {
        match (self.width, self.index) {
            (0, _) => Sort::Bool,
            (width, 0) => Sort::BitVec(width.into()),
            (element, index) => Sort::Array { index: index.into(), element: element.into() },
        }
    }

    fn hash(&self) -> u64 {
        let mut hasher = FxHasher::default();
        hasher.write_u64(
            u64::from(self.op as u8)
                | u64::from(self.width) << 8
                | u64::from(self.index) << 16
                | u64::from(self.args[2].0) << 32,
        );
        hasher.write_u64(u64::from(self.args[0].0) << 32 | u64::from(self.args[1].0));
        hasher.finish()
    }
}

/// How deep rewrites may build terms inside each other before the rest is left as it is.
const MAX_REWRITE_DEPTH: u32 = 48;

/// Owns terms; see the crate's page.
#[derive(Clone, Debug)]
pub struct TermPool {
    nodes: Vec<Node>,
    table: IdTable,
    /// The inputs of each term.
    sets: Vec<InputSet>,
    input_sets: InputSets,
    inputs: Vec<InputDecl>,
    /// The first input with each name.
    by_name: FxHashMap<String, InputId>,
    /// Constants above 64 bits.
    wide: Vec<u128>,
    wide_places: FxHashMap<u128, u32>,
    pub(crate) extract_memo: FxHashMap<(TermId, u32, u32), TermId>,
    rewriting: bool,
    rewrite_depth: u32,
}

impl Default for TermPool {
    fn default() -> Self {
        Self::new()
    }
}

impl TermPool {
    /// A pool without inputs.
    pub fn new() -> Self {
        let mut pool = TermPool {
            nodes: Vec::new(),
            table: IdTable::new(),
            sets: Vec::new(),
            input_sets: InputSets::new(),
            inputs: Vec::new(),
            by_name: FxHashMap::default(),
            wide: Vec::new(),
            wide_places: FxHashMap::default(),
            extract_memo: FxHashMap::default(),
            rewriting: true,
            rewrite_depth: 0,
        };
        let (no, yes) = (pool.constant(Sort::Bool, 0), pool.constant(Sort::Bool, 1));
        debug_assert!((no, yes) == (Self::FALSE, Self::TRUE));
        pool
    }

    /// A pool that keeps terms as they are built. Meant for tests of the rewrites.
    pub fn without_rewrites() -> Self {
        TermPool { rewriting: false, ..Self::new() }
    }

    /// The Boolean false, in every pool.
    pub const FALSE: TermId = TermId(0);
    /// The Boolean true, in every pool.
    pub const TRUE: TermId = TermId(1);

    /// The number of terms.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Never: a pool holds at least the two truth values.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Every term in the order of building, arguments before what is built of them.
    pub fn terms(&self) -> impl Iterator<Item = TermId> + use<> {
        (0..self.nodes.len() as u32).map(TermId)
    }

    #[inline]
    pub(crate) fn node(&self, term: TermId) -> &Node {
        &self.nodes[term.0 as usize]
    }

    /// The operator of a term.
    #[inline]
    pub fn op(&self, term: TermId) -> Op {
        self.node(term).op
    }

    /// The arguments of a term.
    #[inline]
    pub fn args(&self, term: TermId) -> &[TermId] {
        let node = self.node(term);
        &node.args[..node.op.arity()]
    }

    /// The sort of a term.
    #[inline]
    pub fn sort(&self, term: TermId) -> Sort {
        self.node(term).sort()
    }

    /// The width of a bit-vector; the width of an element of an array; zero for a Boolean.
    #[inline]
    pub fn width(&self, term: TermId) -> u32 {
        u32::from(self.node(term).width)
    }

    /// The number of bits of a Boolean or bit-vector: its width, or one.
    #[inline]
    pub fn bit_count(&self, term: TermId) -> u32 {
        self.width(term).max(1)
    }

    /// The value of a constant.
    #[inline]
    pub fn value(&self, term: TermId) -> Option<u128> {
        let node = self.node(term);
        (node.op == Op::Const).then(|| self.constant_value(node))
    }

    #[inline]
    pub(crate) fn constant_value(&self, node: &Node) -> u128 {
        if node.width <= 64 {
            u128::from(node.args[0].0) | u128::from(node.args[1].0) << 32
        } else {
            self.wide[node.args[0].0 as usize]
        }
    }

    /// The high and low bit of an `Extract`.
    pub fn extract_bounds(&self, term: TermId) -> Option<(u32, u32)> {
        let node = self.node(term);
        (node.op == Op::Extract).then_some((node.args[1].0, node.args[2].0))
    }

    /// The input a term stands for.
    #[inline]
    pub fn input_of(&self, term: TermId) -> Option<InputId> {
        let node = self.node(term);
        (node.op == Op::Input).then_some(InputId(node.args[0].0))
    }

    /// The highest and the lowest bit that a term takes out of its argument, where it does that.
    pub fn extracted(&self, term: TermId) -> Option<(u32, u32)> {
        let node = self.node(term);
        (node.op == Op::Extract).then_some((node.args[1].0, node.args[2].0))
    }

    /// The declaration of an input.
    pub fn input_decl(&self, input: InputId) -> &InputDecl {
        &self.inputs[input.index()]
    }

    /// Every input in the order of declaration.
    pub fn inputs(&self) -> impl Iterator<Item = (InputId, &InputDecl)> {
        self.inputs.iter().enumerate().map(|(index, decl)| (InputId(index as u32), decl))
    }

    /// The input of that name that was declared first, whatever its sort.
    pub fn find_input(&self, name: &str) -> Option<InputId> {
        self.by_name.get(name).copied()
    }

    /// The input of that name and sort.
    pub fn find_input_of(&self, name: &str, sort: Sort) -> Option<InputId> {
        self.namesakes(name).find(|input| self.input_decl(*input).sort == sort)
    }

    /// The inputs of that name, in the order of declaration.
    fn namesakes(&self, name: &str) -> impl Iterator<Item = InputId> {
        std::iter::successors(self.find_input(name), |input| self.input_decl(*input).namesake)
    }

    /// A name for an input that no other input of the pool has, whatever its sort.
    pub fn symbol(&self, input: InputId) -> Cow<'_, str> {
        let decl = self.input_decl(input);
        match self.by_name.get(&decl.name) {
            Some(first) if *first == input => Cow::Borrowed(&decl.name),
            _ => Cow::Owned(format!("{} as {}", decl.name, decl.sort)),
        }
    }

    /// The set of inputs in a term.
    #[inline]
    pub fn input_set(&self, term: TermId) -> InputSet {
        self.sets[term.index()]
    }

    /// Whether two sets have a member in common.
    pub fn sets_intersect(&self, a: InputSet, b: InputSet) -> bool {
        self.input_sets.intersects(a, b)
    }

    /// The union of two sets.
    pub fn set_union(&mut self, a: InputSet, b: InputSet) -> InputSet {
        self.input_sets.union(a, b)
    }

    /// Calls `visit` with each member in the order of declaration.
    pub fn for_each_in_set(&self, set: InputSet, mut visit: impl FnMut(InputId)) {
        self.input_sets.for_each(set, &mut |input| visit(InputId(input)));
    }

    /// The members of a set in the order of declaration.
    pub fn set_members(&self, set: InputSet) -> Vec<InputId> {
        let mut members = Vec::new();
        self.for_each_in_set(set, |input| members.push(input));
        members
    }

    /// The input of a term that has no other.
    pub fn only_input(&self, term: TermId) -> Option<InputId> {
        self.input_sets.only(self.input_set(term)).map(InputId)
    }

    /// The inputs in a term in the order of declaration.
    pub fn free_inputs(&self, term: TermId) -> Vec<InputId> {
        self.set_members(self.input_set(term))
    }

    /// The term of an input, declared when it is new. Inputs of one name and different sorts are different.
    ///
    /// # Panics
    /// When the sort is too wide.
    pub fn input(&mut self, name: &str, sort: Sort) -> TermId {
        if let Some(input) = self.find_input_of(name, sort) {
            return self.input_decl(input).term;
        }
        assert!(sort.is_valid(), "input {name} has the unsupported sort {sort}");
        let last = self.namesakes(name).last();
        let input = InputId(self.inputs.len() as u32);
        let term = self.intern(Node::new(Op::Input, sort, [TermId(input.0), NONE, NONE]));
        self.inputs.push(InputDecl { name: name.to_owned(), sort, term, namesake: None });
        match last {
            Some(last) => self.inputs[last.index()].namesake = Some(input),
            None => drop(self.by_name.insert(name.to_owned(), input)),
        }
        term
    }

    /// A constant of a Boolean or bit-vector sort, from its lowest bits.
    ///
    /// # Panics
    /// When the sort is an array or too wide.
    pub fn constant(&mut self, sort: Sort, value: u128) -> TermId {
        let value = match sort {
            Sort::Bool => value & 1,
            Sort::BitVec(width) => bits::truncate(width, value),
            Sort::Array { .. } => panic!("an array constant is built by const_array"),
        };
        debug_assert!(sort.is_valid());
        let (low, high) = if sort.width() <= 64 {
            (value as u32, (value >> 32) as u32)
        } else {
            let next = self.wide.len() as u32;
            let place = *self.wide_places.entry(value).or_insert(next);
            if place == next {
                self.wide.push(value);
            }
            (place, 0)
        };
        self.intern(Node::new(Op::Const, sort, [TermId(low), TermId(high), NONE]))
    }

    /// The term of a binary operator over the operands as they are, if it was built before.
    pub(crate) fn find2(&self, op: Op, sort: Sort, a: TermId, b: TermId) -> Option<TermId> {
        let node = Node::new(op, sort, [a, b, NONE]);
        self.table.find(node.hash(), |id| self.nodes[id as usize] == node).map(TermId)
    }

    /// The simplified term of a node.
    pub(crate) fn make(&mut self, node: Node) -> TermId {
        if self.rewriting && self.rewrite_depth < MAX_REWRITE_DEPTH {
            self.rewrite_depth += 1;
            let simplified = rewrite::simplify(self, &node);
            self.rewrite_depth -= 1;
            if let Some(term) = simplified {
                return term;
            }
        }
        self.intern(node)
    }

    /// The term of a node as it is.
    pub(crate) fn intern(&mut self, node: Node) -> TermId {
        let hash = node.hash();
        let nodes = &self.nodes;
        if let Some(id) = self.table.find(hash, |id| nodes[id as usize] == node) {
            return TermId(id);
        }
        let id = u32::try_from(self.nodes.len()).expect("a pool should hold less than 2^32 terms");
        let set = match node.op {
            Op::Input => self.input_sets.singleton(node.args[0].0),
            _ => node.args[..node.op.arity()].iter().fold(InputSet::EMPTY, |set, arg| {
                self.input_sets.union(set, self.sets[arg.index()])
            }),
        };
        self.nodes.push(node);
        self.sets.push(set);
        let nodes = &self.nodes;
        self.table.insert(hash, id, |id| nodes[id as usize].hash());
        TermId(id)
    }
}
