//! Conditions: comparisons that give a value, or decide a jump.

use super::emit::Compiler;
use super::probe::{Edge, Target};
use crate::code::{BranchSite, Op, Reg};
use clew_ir::{BinaryOp, BlockId, Expr, ExprKind, FloatKind, Scalar, UnaryOp};

/// How two registers, or a register and a constant, are compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Relation {
    Eq,
    Ne,
    LtS,
    LeS,
    LtU,
    LeU,
    /// With a constant only.
    GeS,
    /// With a constant only.
    GeU,
    EqF64,
    NeF64,
    LtF64,
    LeF64,
    /// Not less: also when one is no number.
    NotLtF64,
    NotLeF64,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Right {
    Register(Reg),
    Constant(i64),
}

/// A condition on registers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Condition {
    relation: Relation,
    left: Reg,
    right: Right,
}

impl Condition {
    fn registers(relation: Relation, left: Reg, right: Reg) -> Self {
        Self { relation, left, right: Right::Register(right) }
    }

    /// The register is not 0.
    fn not_zero(left: Reg) -> Self {
        Self { relation: Relation::Ne, left, right: Right::Constant(0) }
    }

    /// The opposite.
    fn negated(self) -> Self {
        let with = |relation| Self { relation, ..self };
        let swapped = |relation| match self.right {
            Right::Register(right) => Self::registers(relation, right, self.left),
            Right::Constant(_) => unreachable!("constants are compared by <, >=, == and != only"),
        };
        let is_constant = matches!(self.right, Right::Constant(_));
        match self.relation {
            Relation::Eq => with(Relation::Ne),
            Relation::Ne => with(Relation::Eq),
            Relation::LtS if is_constant => with(Relation::GeS),
            Relation::LtU if is_constant => with(Relation::GeU),
            Relation::LtS => swapped(Relation::LeS),
            Relation::LtU => swapped(Relation::LeU),
            Relation::LeS => swapped(Relation::LtS),
            Relation::LeU => swapped(Relation::LtU),
            Relation::GeS => with(Relation::LtS),
            Relation::GeU => with(Relation::LtU),
            Relation::EqF64 => with(Relation::NeF64),
            Relation::NeF64 => with(Relation::EqF64),
            Relation::LtF64 => with(Relation::NotLtF64),
            Relation::NotLtF64 => with(Relation::LtF64),
            Relation::LeF64 => with(Relation::NotLeF64),
            Relation::NotLeF64 => with(Relation::LeF64),
        }
    }

    /// The operation that gives the condition of two integers as 0 or 1.
    pub(super) fn set(self, d: Reg) -> Op {
        let a = self.left;
        match (self.relation, self.right) {
            (Relation::Eq, Right::Register(b)) => Op::Eq { d, a, b },
            (Relation::Ne, Right::Register(b)) => Op::Ne { d, a, b },
            (Relation::LtS, Right::Register(b)) => Op::LtS { d, a, b },
            (Relation::LeS, Right::Register(b)) => Op::LeS { d, a, b },
            (Relation::LtU, Right::Register(b)) => Op::LtU { d, a, b },
            (Relation::LeU, Right::Register(b)) => Op::LeU { d, a, b },
            (Relation::Eq, Right::Constant(value)) => Op::EqI { d, a, value },
            (Relation::Ne, Right::Constant(value)) => Op::NeI { d, a, value },
            (Relation::LtS, Right::Constant(value)) => Op::LtSI { d, a, value },
            (Relation::GeS, Right::Constant(value)) => Op::GeSI { d, a, value },
            (Relation::LtU, Right::Constant(value)) => Op::LtUI { d, a, value },
            (Relation::GeU, Right::Constant(value)) => Op::GeUI { d, a, value },
            (relation, right) => unreachable!("{relation:?} of {right:?} is no value"),
        }
    }

    /// The jump that is taken when the condition holds.
    fn jump(self, target: u32) -> Op {
        let a = self.left;
        match self.right {
            Right::Register(b) => match self.relation {
                Relation::Eq => Op::JumpEq { a, b, target },
                Relation::Ne => Op::JumpNe { a, b, target },
                Relation::LtS => Op::JumpLtS { a, b, target },
                Relation::LeS => Op::JumpLeS { a, b, target },
                Relation::LtU => Op::JumpLtU { a, b, target },
                Relation::LeU => Op::JumpLeU { a, b, target },
                Relation::EqF64 => Op::JumpEqF64 { a, b, target },
                Relation::NeF64 => Op::JumpNeF64 { a, b, target },
                Relation::LtF64 => Op::JumpLtF64 { a, b, target },
                Relation::LeF64 => Op::JumpLeF64 { a, b, target },
                Relation::NotLtF64 => Op::JumpNotLtF64 { a, b, target },
                Relation::NotLeF64 => Op::JumpNotLeF64 { a, b, target },
                Relation::GeS | Relation::GeU => unreachable!("registers are swapped for >="),
            },
            Right::Constant(value) => {
                let value = i32::try_from(value).expect("a jump's constant should fit 32 bits");
                match self.relation {
                    Relation::Eq => Op::JumpEqI { a, value, target },
                    Relation::Ne => Op::JumpNeI { a, value, target },
                    Relation::LtS => Op::JumpLtSI { a, value, target },
                    Relation::GeS => Op::JumpGeSI { a, value, target },
                    Relation::LtU => Op::JumpLtUI { a, value, target },
                    Relation::GeU => Op::JumpGeUI { a, value, target },
                    relation => unreachable!("{relation:?} has no constant form"),
                }
            }
        }
    }
}

impl Compiler<'_> {
    /// A comparison of integers of at most 64 bits.
    pub(super) fn integer_condition(
        &mut self,
        op: BinaryOp,
        left: &Expr,
        right: &Expr,
    ) -> Condition {
        let signed = matches!(self.scalar_of(left), Scalar::Int { signed: true, .. });
        let (op, left, right) = match self.immediate(left) {
            Some(_) if self.immediate(right).is_none() => (mirrored(op), right, left),
            _ => (op, left, right),
        };
        if let Some(value) = self.immediate(right)
            && let Some((relation, value)) = with_constant(op, signed, value)
        {
            return Condition { relation, left: self.value(left), right: Right::Constant(value) };
        }
        let (a, b) = (self.value(left), self.value(right));
        let (less, less_or_equal) =
            if signed { (Relation::LtS, Relation::LeS) } else { (Relation::LtU, Relation::LeU) };
        match op {
            BinaryOp::Eq => Condition::registers(Relation::Eq, a, b),
            BinaryOp::Ne => Condition::registers(Relation::Ne, a, b),
            BinaryOp::Lt => Condition::registers(less, a, b),
            BinaryOp::Le => Condition::registers(less_or_equal, a, b),
            BinaryOp::Gt => Condition::registers(less, b, a),
            BinaryOp::Ge => Condition::registers(less_or_equal, b, a),
            _ => unreachable!("`{}` is no comparison", op.c_symbol()),
        }
    }

    /// The end of a block: jumps to `then` when the condition is not zero, else to `otherwise`;
    /// `next` is the block that follows. Unless the condition is constant, exactly one
    /// conditional jump decides.
    pub(super) fn branch(
        &mut self,
        block: BlockId,
        condition: &Expr,
        then: BlockId,
        otherwise: BlockId,
        next: Option<BlockId>,
    ) {
        let then = Edge { block, index: 0, target: then };
        let otherwise = Edge { block, index: 1, target: otherwise };
        if let Some(bits) = self.fold(condition) {
            let holds = !clew_ir::ops::is_zero(self.scalar_of(condition), bits);
            let edge = if holds { then } else { otherwise };
            self.code.constant_branches.insert((self.id, block), edge.index);
            return self.leave_by(edge, next);
        }
        let (expr, is_negated) = self.core_of(condition);
        let (then, otherwise) = if is_negated { (otherwise, then) } else { (then, otherwise) };
        let condition = self.at(expr.span, |compiler| compiler.condition(expr));
        // The jump goes to what does not follow; but a landing comes last, where it can fall
        // into what follows.
        let has_probe = self.probe_on(then).is_some() || self.probe_on(otherwise).is_some();
        let is_next = |edge: Edge| Some(edge.target) == next;
        let (condition, taken, not_taken) = if is_next(if has_probe { otherwise } else { then }) {
            (condition.negated(), otherwise, then)
        } else {
            (condition, then, otherwise)
        };
        let way = self.way(taken);
        let position = self.emit_condition(condition, way);
        if self.is_observed() {
            let site = BranchSite { block, taken: taken.index, not_taken: not_taken.index };
            self.code.branch_sites.insert(position, site);
        }
        self.leave_by(not_taken, self.follower(next));
        self.place_landings(next);
    }

    /// Jumps to a block unless it follows.
    pub(super) fn go_to(&mut self, target: BlockId, next: Option<BlockId>) {
        if Some(target) != next {
            self.emit_jump(target.into(), |target| Op::Jump { target });
        }
    }

    fn emit_condition(&mut self, mut condition: Condition, target: Target) -> u32 {
        if let Right::Constant(value) = condition.right
            && i32::try_from(value).is_err()
        {
            let right = self.constant(value as u64);
            condition.right = Right::Register(right);
            condition = match condition.relation {
                Relation::GeS => Condition::registers(Relation::LeS, right, condition.left),
                Relation::GeU => Condition::registers(Relation::LeU, right, condition.left),
                _ => condition,
            };
        }
        self.emit_jump(target, |target| condition.jump(target))
    }

    /// The expression that decides, without negations and conversions that keep zero apart from
    /// the rest; and whether its truth is the opposite.
    fn core_of<'e>(&mut self, condition: &'e Expr) -> (&'e Expr, bool) {
        let mut expr = condition;
        let mut is_negated = false;
        loop {
            match &expr.kind {
                ExprKind::Unary(UnaryOp::LogicalNot, operand) => {
                    expr = operand;
                    is_negated = !is_negated;
                }
                ExprKind::Cast { operand, .. } if self.keeps_zero(operand, expr) => expr = operand,
                ExprKind::Binary(op @ (BinaryOp::Eq | BinaryOp::Ne), left, right)
                    if is_truth_value(left) && self.immediate(right) == Some(0) =>
                {
                    expr = left;
                    is_negated ^= *op == BinaryOp::Eq;
                }
                _ => return (expr, is_negated),
            }
        }
    }

    fn keeps_zero(&self, operand: &Expr, result: &Expr) -> bool {
        match (self.scalar(operand.ty), self.scalar(result.ty)) {
            (Some(Scalar::Int { bits: from, .. }), Some(Scalar::Int { bits: to, .. })) => {
                to == 1 || from <= to || is_truth_value(operand)
            }
            (Some(Scalar::Float(_)), Some(Scalar::Int { bits: 1, .. })) => true,
            _ => false,
        }
    }

    fn condition(&mut self, expr: &Expr) -> Condition {
        if let ExprKind::Binary(op, left, right) = &expr.kind
            && op.is_comparison()
        {
            match self.scalar_of(left) {
                Scalar::Int { bits: ..=64, .. } => {
                    return self.integer_condition(*op, left, right);
                }
                Scalar::Float(FloatKind::F64) => {
                    let (a, b) = (self.value(left), self.value(right));
                    return match op {
                        BinaryOp::Eq => Condition::registers(Relation::EqF64, a, b),
                        BinaryOp::Ne => Condition::registers(Relation::NeF64, a, b),
                        BinaryOp::Lt => Condition::registers(Relation::LtF64, a, b),
                        BinaryOp::Le => Condition::registers(Relation::LeF64, a, b),
                        BinaryOp::Gt => Condition::registers(Relation::LtF64, b, a),
                        BinaryOp::Ge => Condition::registers(Relation::LeF64, b, a),
                        _ => unreachable!("`{}` is no comparison", op.c_symbol()),
                    };
                }
                Scalar::Int { .. } | Scalar::Float(_) => {}
            }
        }
        let scalar = self.scalar_of(expr);
        let a = self.value(expr);
        if self.is_integer(expr.ty) {
            return Condition::not_zero(a);
        }
        let d = self.temporary(1);
        let truth = Scalar::Int { bits: 1, signed: false };
        self.cast_register(scalar, truth, d, a);
        Condition::not_zero(d)
    }
}

/// Whether an expression gives 0 or 1 only.
fn is_truth_value(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Binary(op, ..) => op.is_comparison(),
        ExprKind::Unary(UnaryOp::LogicalNot, _) => true,
        ExprKind::Cast { operand, .. } => is_truth_value(operand),
        _ => false,
    }
}

/// `a op b` as `b op' a`.
fn mirrored(op: BinaryOp) -> BinaryOp {
    match op {
        BinaryOp::Lt => BinaryOp::Gt,
        BinaryOp::Le => BinaryOp::Ge,
        BinaryOp::Gt => BinaryOp::Lt,
        BinaryOp::Ge => BinaryOp::Le,
        other => other,
    }
}

/// A comparison with a constant by `<`, `>=`, `==` or `!=`, if there is one.
fn with_constant(op: BinaryOp, signed: bool, value: i64) -> Option<(Relation, i64)> {
    let (less, not_less) =
        if signed { (Relation::LtS, Relation::GeS) } else { (Relation::LtU, Relation::GeU) };
    let is_last = if signed { value == i64::MAX } else { value == -1 };
    match op {
        BinaryOp::Eq => Some((Relation::Eq, value)),
        BinaryOp::Ne => Some((Relation::Ne, value)),
        BinaryOp::Lt => Some((less, value)),
        BinaryOp::Ge => Some((not_less, value)),
        BinaryOp::Le if !is_last => Some((less, value.wrapping_add(1))),
        BinaryOp::Gt if !is_last => Some((not_less, value.wrapping_add(1))),
        _ => None,
    }
}
