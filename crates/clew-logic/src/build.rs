//! Building terms: one method for each operator of SMT-LIB and C.
//!
//! # Panics
//! Every builder panics when the sorts of its operands do not fit: that is a bug of the caller.

use crate::bits;
use crate::op::Op;
use crate::pool::{NONE, Node, TermId, TermPool};
use crate::sort::Sort;

impl TermPool {
    /// A truth value.
    pub fn bool(&self, value: bool) -> TermId {
        if value { Self::TRUE } else { Self::FALSE }
    }

    /// A bit-vector constant, from the lowest `width` bits of `value`.
    pub fn bv(&mut self, width: u32, value: u128) -> TermId {
        self.constant(Sort::BitVec(width), value)
    }

    /// A bit-vector constant from a signed number.
    pub fn bv_signed(&mut self, width: u32, value: i128) -> TermId {
        self.bv(width, value as u128)
    }

    pub(crate) fn make1(&mut self, op: Op, sort: Sort, a: TermId) -> TermId {
        self.make(Node::new(op, sort, [a, NONE, NONE]))
    }

    /// Constants come second, otherwise the older operand comes first.
    pub(crate) fn make2(&mut self, op: Op, sort: Sort, a: TermId, b: TermId) -> TermId {
        let swap =
            op.is_commutative() && (self.op(a) == Op::Const, a) > (self.op(b) == Op::Const, b);
        let (a, b) = if swap { (b, a) } else { (a, b) };
        self.make(Node::new(op, sort, [a, b, NONE]))
    }

    fn same_bits(&mut self, op: Op, a: TermId, b: TermId) -> TermId {
        let sort = self.sort(a);
        assert!(sort == self.sort(b) && sort.width() > 0, "{op:?} of {sort} and {}", self.sort(b));
        self.make2(op, sort, a, b)
    }

    fn same_bits_or_bool(&mut self, op: Op, a: TermId, b: TermId) -> TermId {
        let sort = self.sort(a);
        assert!(
            sort == self.sort(b) && !matches!(sort, Sort::Array { .. }),
            "{op:?} of {sort} and {}",
            self.sort(b)
        );
        self.make2(op, sort, a, b)
    }

    fn comparison(&mut self, op: Op, a: TermId, b: TermId) -> TermId {
        let sort = self.sort(a);
        assert!(sort == self.sort(b) && sort.width() > 0, "{op:?} of {sort} and {}", self.sort(b));
        self.make2(op, Sort::Bool, a, b)
    }

    /// `!a` of a Boolean, `~a` of a bit-vector.
    pub fn not(&mut self, a: TermId) -> TermId {
        let sort = self.sort(a);
        assert!(!matches!(sort, Sort::Array { .. }), "Not of {sort}");
        self.make1(Op::Not, sort, a)
    }

    /// Conjunction of Booleans or bit-vectors.
    pub fn and(&mut self, a: TermId, b: TermId) -> TermId {
        self.same_bits_or_bool(Op::And, a, b)
    }

    /// Disjunction of Booleans or bit-vectors.
    pub fn or(&mut self, a: TermId, b: TermId) -> TermId {
        self.same_bits_or_bool(Op::Or, a, b)
    }

    /// Exclusive or of Booleans or bit-vectors.
    pub fn xor(&mut self, a: TermId, b: TermId) -> TermId {
        self.same_bits_or_bool(Op::Xor, a, b)
    }

    /// `!a || b`.
    pub fn implies(&mut self, a: TermId, b: TermId) -> TermId {
        let not_a = self.not(a);
        self.or(not_a, b)
    }

    /// The conjunction of any number of Booleans.
    pub fn and_all(&mut self, terms: impl IntoIterator<Item = TermId>) -> TermId {
        terms.into_iter().fold(Self::TRUE, |all, term| self.and(all, term))
    }

    /// The disjunction of any number of Booleans.
    pub fn or_all(&mut self, terms: impl IntoIterator<Item = TermId>) -> TermId {
        terms.into_iter().fold(Self::FALSE, |any, term| self.or(any, term))
    }

    /// `condition ? a : b`, of any sort.
    pub fn ite(&mut self, condition: TermId, a: TermId, b: TermId) -> TermId {
        let sort = self.sort(a);
        assert!(
            self.sort(condition) == Sort::Bool && sort == self.sort(b),
            "Ite of {}, {sort} and {}",
            self.sort(condition),
            self.sort(b)
        );
        self.make(Node::new(Op::Ite, sort, [condition, a, b]))
    }

    /// Equality of two Booleans or two bit-vectors.
    pub fn eq(&mut self, a: TermId, b: TermId) -> TermId {
        if self.sort(a) == Sort::Bool {
            let differ = self.xor(a, b);
            return self.not(differ);
        }
        self.comparison(Op::Eq, a, b)
    }

    /// `a != b`.
    pub fn ne(&mut self, a: TermId, b: TermId) -> TermId {
        let equal = self.eq(a, b);
        self.not(equal)
    }

    /// Unsigned `a < b`.
    pub fn ult(&mut self, a: TermId, b: TermId) -> TermId {
        self.comparison(Op::Ult, a, b)
    }

    /// Unsigned `a <= b`.
    pub fn ule(&mut self, a: TermId, b: TermId) -> TermId {
        let greater = self.ult(b, a);
        self.not(greater)
    }

    /// Unsigned `a > b`.
    pub fn ugt(&mut self, a: TermId, b: TermId) -> TermId {
        self.ult(b, a)
    }

    /// Unsigned `a >= b`.
    pub fn uge(&mut self, a: TermId, b: TermId) -> TermId {
        self.ule(b, a)
    }

    /// Signed `a < b`.
    pub fn slt(&mut self, a: TermId, b: TermId) -> TermId {
        self.comparison(Op::Slt, a, b)
    }

    /// Signed `a <= b`.
    pub fn sle(&mut self, a: TermId, b: TermId) -> TermId {
        let greater = self.slt(b, a);
        self.not(greater)
    }

    /// Signed `a > b`.
    pub fn sgt(&mut self, a: TermId, b: TermId) -> TermId {
        self.slt(b, a)
    }

    /// Signed `a >= b`.
    pub fn sge(&mut self, a: TermId, b: TermId) -> TermId {
        self.sle(b, a)
    }

    /// `-a`.
    pub fn neg(&mut self, a: TermId) -> TermId {
        let sort = self.sort(a);
        assert!(sort.width() > 0, "Neg of {sort}");
        self.make1(Op::Neg, sort, a)
    }

    /// `a + b`.
    pub fn add(&mut self, a: TermId, b: TermId) -> TermId {
        self.same_bits(Op::Add, a, b)
    }

    /// `a - b`.
    pub fn sub(&mut self, a: TermId, b: TermId) -> TermId {
        let minus_b = self.neg(b);
        self.add(a, minus_b)
    }

    /// `a * b`.
    pub fn mul(&mut self, a: TermId, b: TermId) -> TermId {
        self.same_bits(Op::Mul, a, b)
    }

    /// Unsigned division; by zero all ones.
    pub fn udiv(&mut self, a: TermId, b: TermId) -> TermId {
        self.same_bits(Op::UDiv, a, b)
    }

    /// Unsigned remainder; by zero the dividend.
    pub fn urem(&mut self, a: TermId, b: TermId) -> TermId {
        self.same_bits(Op::URem, a, b)
    }

    /// Signed division towards zero, by zero as SMT-LIB's `bvsdiv`.
    pub fn sdiv(&mut self, a: TermId, b: TermId) -> TermId {
        self.same_bits(Op::SDiv, a, b)
    }

    /// Signed remainder with the sign of the dividend, SMT-LIB's `bvsrem`.
    pub fn srem(&mut self, a: TermId, b: TermId) -> TermId {
        self.same_bits(Op::SRem, a, b)
    }

    /// Signed remainder with the sign of the divisor, SMT-LIB's `bvsmod`.
    pub fn smod(&mut self, a: TermId, b: TermId) -> TermId {
        let width = self.width(a);
        let zero = self.bv(width, 0);
        let remainder = self.srem(a, b);
        let exact = self.eq(remainder, zero);
        let negative_a = self.slt(a, zero);
        let negative_b = self.slt(b, zero);
        let same_sign = self.eq(negative_a, negative_b);
        let done = self.or(exact, same_sign);
        let by_zero = self.eq(b, zero);
        let keep = self.or(done, by_zero);
        let shifted = self.add(remainder, b);
        self.ite(keep, remainder, shifted)
    }

    /// Shift left; by the width or more it is zero.
    pub fn shl(&mut self, a: TermId, b: TermId) -> TermId {
        self.same_bits(Op::Shl, a, b)
    }

    /// Logical shift right; by the width or more it is zero.
    pub fn lshr(&mut self, a: TermId, b: TermId) -> TermId {
        self.same_bits(Op::LShr, a, b)
    }

    /// Arithmetic shift right; by the width or more it is the sign.
    pub fn ashr(&mut self, a: TermId, b: TermId) -> TermId {
        self.same_bits(Op::AShr, a, b)
    }

    /// `high` above `low`.
    pub fn concat(&mut self, high: TermId, low: TermId) -> TermId {
        let width = self.width(high) + self.width(low);
        assert!(
            self.sort(high).width() > 0 && self.sort(low).width() > 0,
            "Concat of {} and {}",
            self.sort(high),
            self.sort(low)
        );
        assert!(width <= crate::MAX_WIDTH, "a bit-vector of {width} bits is too wide");
        self.make2(Op::Concat, Sort::BitVec(width), high, low)
    }

    /// Bits `high` down to `low`, both included.
    pub fn extract(&mut self, high: u32, low: u32, a: TermId) -> TermId {
        let sort = self.sort(a);
        assert!(low <= high && high < sort.width(), "bits {high} to {low} of {sort}");
        let node =
            Node::new(Op::Extract, Sort::BitVec(high - low + 1), [a, TermId(high), TermId(low)]);
        self.make(node)
    }

    /// Bit `bit` as a Boolean.
    pub fn bit(&mut self, a: TermId, bit: u32) -> TermId {
        let one_bit = self.extract(bit, bit, a);
        let one = self.bv(1, 1);
        self.eq(one_bit, one)
    }

    /// Extension with zeros to `width`, which is not less than that of `a`.
    pub fn zero_extend(&mut self, a: TermId, width: u32) -> TermId {
        let from = self.sort(a).width();
        assert!(from > 0 && from <= width, "zero extension of {} to {width}", self.sort(a));
        if from == width {
            return a;
        }
        let zeros = self.bv(width - from, 0);
        self.concat(zeros, a)
    }

    /// Extension with the sign to `width`, which is not less than that of `a`.
    pub fn sign_extend(&mut self, a: TermId, width: u32) -> TermId {
        let from = self.sort(a).width();
        assert!(from > 0 && from <= width, "sign extension of {} to {width}", self.sort(a));
        if from == width { a } else { self.make1(Op::SignExtend, Sort::BitVec(width), a) }
    }

    /// The value in another width: cut, or extended by the sign or by zeros. C's conversion
    /// between integer types, where `signed` tells of the type converted from.
    pub fn resize(&mut self, a: TermId, width: u32, signed: bool) -> TermId {
        if width < self.width(a) {
            self.extract(width - 1, 0, a)
        } else if signed {
            self.sign_extend(a, width)
        } else {
            self.zero_extend(a, width)
        }
    }

    /// 1 or 0 in the given width.
    pub fn bool_to_bv(&mut self, a: TermId, width: u32) -> TermId {
        let one = self.bv(width, 1);
        let zero = self.bv(width, 0);
        self.ite(a, one, zero)
    }

    /// `a != 0`.
    pub fn is_nonzero(&mut self, a: TermId) -> TermId {
        let zero = self.bv(self.width(a), 0);
        self.ne(a, zero)
    }

    /// `a == 0`.
    pub fn is_zero(&mut self, a: TermId) -> TermId {
        let zero = self.bv(self.width(a), 0);
        self.eq(a, zero)
    }

    /// The element of `array` at `index`.
    pub fn select(&mut self, array: TermId, index: TermId) -> TermId {
        let Sort::Array { index: index_width, element } = self.sort(array) else {
            panic!("Select of {}", self.sort(array));
        };
        assert_eq!(self.sort(index), Sort::BitVec(index_width), "index of Select");
        self.make(Node::new(Op::Select, Sort::BitVec(element), [array, index, NONE]))
    }

    /// `array` with `element` at `index`.
    pub fn store(&mut self, array: TermId, index: TermId, element: TermId) -> TermId {
        let sort = self.sort(array);
        let Sort::Array { index: index_width, element: element_width } = sort else {
            panic!("Store to {sort}");
        };
        assert_eq!(self.sort(index), Sort::BitVec(index_width), "index of Store");
        assert_eq!(self.sort(element), Sort::BitVec(element_width), "element of Store");
        self.make(Node::new(Op::Store, sort, [array, index, element]))
    }

    /// The array that holds `element` everywhere.
    pub fn const_array(&mut self, index_width: u32, element: TermId) -> TermId {
        let sort = Sort::Array { index: index_width, element: self.sort(element).width() };
        assert!(sort.is_valid(), "unsupported sort {sort}");
        self.make1(Op::ConstArray, sort, element)
    }

    /// The term with the operator of `like` over new arguments.
    pub fn rebuild(&mut self, like: TermId, args: &[TermId]) -> TermId {
        let node = *self.node(like);
        match node.op {
            Op::Const | Op::Input => like,
            _ => self.copy_node(node, args),
        }
    }

    /// Builds a node that may come from another pool, over arguments of this one.
    pub(crate) fn copy_node(&mut self, node: Node, args: &[TermId]) -> TermId {
        match node.op {
            Op::Const | Op::Input => unreachable!("a leaf has no arguments"),
            Op::Extract => self.extract(node.args[1].0, node.args[2].0, args[0]),
            Op::SignExtend => self.sign_extend(args[0], u32::from(node.width)),
            Op::ConstArray => self.const_array(u32::from(node.index), args[0]),
            Op::Ite => self.ite(args[0], args[1], args[2]),
            Op::Store => self.store(args[0], args[1], args[2]),
            Op::Select => self.select(args[0], args[1]),
            Op::Not | Op::Neg => self.make1(node.op, node.sort(), args[0]),
            Op::And
            | Op::Or
            | Op::Xor
            | Op::Eq
            | Op::Ult
            | Op::Slt
            | Op::Add
            | Op::Mul
            | Op::UDiv
            | Op::URem
            | Op::SDiv
            | Op::SRem
            | Op::Shl
            | Op::LShr
            | Op::AShr
            | Op::Concat => self.make2(node.op, node.sort(), args[0], args[1]),
        }
    }

    /// The most negative value of a width, as a constant.
    pub fn min_signed(&mut self, width: u32) -> TermId {
        self.bv(width, bits::sign_bit(width))
    }
}
