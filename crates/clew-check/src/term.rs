//! Terms of SMT-LIB: bit-vectors, arrays of bytes, floats as their bits.
//!
//! Terms are shared: equal terms are the same term. What is simplified while they are built is
//! little: constants, sums with constants, bytes put together again, and reads behind writes that
//! are known to be elsewhere.

mod build;
mod choice;
mod fold;
mod memory;
mod print;

pub(crate) use print::script;

use crate::program::Format;
use std::collections::{BTreeMap, HashMap};

/// A term of an arena.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) struct Term(u32);

/// What kind of value a term has.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Sort {
    Bool,
    Bits(u32),
    /// From addresses of 64 bits to bytes.
    Memory,
}

/// What a term is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Op {
    /// Something arbitrary; the number makes it different from all others.
    Variable(u32),
    True,
    False,
    Const(u128),
    Not,
    And,
    Or,
    Equal,
    Ite,
    Bits(BitsOp),
    Compare(Compare),
    Concat,
    Extract {
        high: u32,
        low: u32,
    },
    ZeroExtend,
    SignExtend,
    Select,
    Store,
    /// A comparison of two floats.
    FloatCompare(FloatCompare, Format),
    /// What kind of float.
    FloatClass(FloatClass, Format),
    /// Whether the first float is the result of an operation on the others; every NaN is one.
    FloatResult(FloatOp, Format),
    /// Whether a float (the first) is the value of an integer, rounded.
    FloatOfInt {
        signed: bool,
        to: Format,
    },
    /// Whether a float (the first) is the value of a float, rounded.
    FloatOfFloat {
        from: Format,
        to: Format,
    },
    /// A float that fits cut to an integer.
    IntOfFloat {
        from: Format,
        signed: bool,
    },
    /// Whether a float cut to an integer fits.
    FitsInt {
        from: Format,
        bits: u32,
        signed: bool,
    },
}

/// Operators on bit-vectors of one width.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum BitsOp {
    Add,
    Sub,
    Mul,
    UnsignedDiv,
    UnsignedRem,
    SignedDiv,
    SignedRem,
    ShiftLeft,
    ShiftRight,
    ArithmeticShiftRight,
    And,
    Or,
    Xor,
    Not,
    Neg,
}

/// Orders of bit-vectors.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Compare {
    UnsignedLess,
    UnsignedLessEqual,
    SignedLess,
    SignedLessEqual,
}

/// Comparisons of floats; all are false for NaN.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum FloatCompare {
    Equal,
    Less,
    LessEqual,
}

/// Kinds of floats.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum FloatClass {
    Nan,
    Infinite,
    Normal,
}

/// Operations on floats, rounding to nearest even.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum FloatOp {
    Add,
    Sub,
    Mul,
    Div,
    Sqrt,
    FusedMultiplyAdd,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Node {
    op: Op,
    args: Vec<Term>,
    sort: Sort,
}

/// All terms of a check.
#[derive(Default)]
pub(crate) struct Terms {
    nodes: Vec<Node>,
    known: HashMap<Node, Term>,
    variables: u32,
    /// Constant sizes of the objects whose base addresses these are.
    object_sizes: HashMap<Term, u64>,
    /// Pairs of base addresses of objects that do not overlap, each both ways round.
    disjoint: std::collections::HashSet<(Term, Term)>,
    /// What defines variables that stand for results: true of every execution.
    definitions: BTreeMap<Term, Vec<Term>>,
    /// What variables that stand for results are the results of.
    results: HashMap<Term, Vec<Term>>,
}

impl Terms {
    fn intern(&mut self, op: Op, args: Vec<Term>, sort: Sort) -> Term {
        let node = Node { op, args, sort };
        if let Some(&term) = self.known.get(&node) {
            return term;
        }
        let term = Term(u32::try_from(self.nodes.len()).expect("terms should stay below 2^32"));
        self.nodes.push(node.clone());
        self.known.insert(node, term);
        term
    }

    fn node(&self, term: Term) -> &Node {
        &self.nodes[term.0 as usize]
    }

    /// The sort of a term.
    pub(crate) fn sort(&self, term: Term) -> Sort {
        self.node(term).sort
    }

    /// The width of a bit-vector; 0 for other sorts.
    pub(crate) fn width(&self, term: Term) -> u32 {
        match self.sort(term) {
            Sort::Bits(width) => width,
            Sort::Bool | Sort::Memory => 0,
        }
    }

    /// The bits, if the term is a constant.
    pub(crate) fn as_const(&self, term: Term) -> Option<u128> {
        match self.node(term).op {
            Op::Const(bits) => Some(bits),
            _ => None,
        }
    }

    /// A variable that is like no other.
    pub(crate) fn fresh(&mut self, sort: Sort) -> Term {
        self.variables += 1;
        self.intern(Op::Variable(self.variables), Vec::new(), sort)
    }

    /// Adds what is true of a variable wherever it occurs.
    pub(crate) fn define(&mut self, variable: Term, fact: Term) {
        self.definitions.entry(variable).or_default().push(fact);
    }

    /// What is known of a variable.
    pub(crate) fn definitions(&self, variable: Term) -> &[Term] {
        self.definitions.get(&variable).map_or(&[], Vec::as_slice)
    }

    /// The operands of a term.
    pub(crate) fn args(&self, term: Term) -> &[Term] {
        &self.node(term).args
    }

    /// What a term is made of: its operands, and what defines it if it stands for a result.
    pub(crate) fn parts(&self, term: Term) -> Vec<Term> {
        let result_of = self.results.get(&term).into_iter().flatten();
        self.args(term).iter().chain(result_of).copied().collect()
    }

    /// The same operation on other operands.
    pub(crate) fn with_args(&mut self, term: Term, args: Vec<Term>) -> Term {
        let Node { op, sort, .. } = *self.node(term);
        self.intern(op, args, sort)
    }

    /// Says that a term is the base of an object of constant size.
    pub(crate) fn set_object_size(&mut self, base: Term, size: u64) {
        self.object_sizes.insert(base, size);
    }

    /// Says that two objects do not overlap.
    pub(crate) fn set_disjoint(&mut self, one: Term, other: Term) {
        self.disjoint.insert((one, other));
        self.disjoint.insert((other, one));
    }

    /// Whether two objects are known not to overlap.
    pub(crate) fn are_disjoint(&self, one: Term, other: Term) -> bool {
        self.disjoint.contains(&(one, other))
    }
}
