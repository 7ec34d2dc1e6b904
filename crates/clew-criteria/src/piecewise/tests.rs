//! Expressions of one variable against their values, for each value of the variable.

use super::*;
use clew_ir::TypeId;

fn variable(ty: TypeId) -> Expr {
    Expr::load(clew_ir::Place::local(clew_ir::Id::from_index(0), ty), Span::NONE)
}

fn make(kind: ExprKind, ty: TypeId) -> Expr {
    Expr { kind, ty, span: Span::NONE }
}

fn binary(op: BinaryOp, left: Expr, right: Expr) -> Expr {
    let ty = if op.is_comparison() { TypeTable::INT } else { left.ty };
    make(ExprKind::Binary(op, Box::new(left), Box::new(right)), ty)
}

fn unary(op: UnaryOp, operand: Expr) -> Expr {
    let ty = if op == UnaryOp::LogicalNot { TypeTable::INT } else { operand.ty };
    make(ExprKind::Unary(op, Box::new(operand)), ty)
}

fn cast(operand: Expr, ty: TypeId) -> Expr {
    make(ExprKind::Cast { operand: Box::new(operand), implicit: true }, ty)
}

fn scalar(types: &TypeTable, expr: &Expr) -> Scalar {
    types.scalar(expr.ty).expect("a scalar")
}

/// What an expression is where the variable has a value, by the meaning of operators.
fn evaluate(types: &TypeTable, expr: &Expr, x: u128) -> Option<u128> {
    match &expr.kind {
        ExprKind::Const(bits) => Some(*bits),
        ExprKind::Load(_) => Some(x),
        ExprKind::Unary(op, operand) => {
            Some(ops::unary(*op, scalar(types, operand), evaluate(types, operand, x)?))
        }
        ExprKind::Cast { operand, .. } => {
            let bits = evaluate(types, operand, x)?;
            Some(ops::cast(scalar(types, operand), scalar(types, expr), bits))
        }
        ExprKind::Binary(op, left, right) => {
            let (a, b) = (evaluate(types, left, x)?, evaluate(types, right, x)?);
            ops::binary(*op, scalar(types, left), a, scalar(types, right), b).ok()
        }
        _ => None,
    }
}

/// A deterministic source of choices.
struct Choices(u64);

impl Choices {
    fn below(&mut self, most: u64) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % most
    }

    fn constant(&mut self, types: &TypeTable, ty: TypeId) -> Expr {
        let value = [0, 1, 2, -1, 7, 127, 128, -128, 255, 256, 1000][self.below(11) as usize];
        predicate::Builder { types, span: Span::NONE }.int(value, ty)
    }

    /// An expression of a type over the variable `x`.
    fn expr(&mut self, types: &TypeTable, x: &Expr, ty: TypeId, depth: u32) -> Expr {
        use BinaryOp::*;
        let operators = [Add, Sub, Mul, Div, Rem, BitAnd, BitOr, BitXor];
        let relations = [Eq, Ne, Lt, Le, Gt, Ge];
        match self.below(if depth == 0 { 2 } else { 8 }) {
            0 => self.constant(types, ty),
            1 | 2 => cast(x.clone(), ty),
            3 => unary(UnaryOp::Neg, self.expr(types, x, ty, depth - 1)),
            4 => unary(UnaryOp::BitNot, self.expr(types, x, ty, depth - 1)),
            5 => {
                let inner =
                    [TypeTable::CHAR, TypeTable::UNSIGNED_CHAR, TypeTable::INT, TypeTable::BOOL];
                let inner = inner[self.below(4) as usize];
                cast(self.expr(types, x, inner, depth - 1), ty)
            }
            6 => {
                let op = relations[self.below(6) as usize];
                let side = [TypeTable::INT, TypeTable::UNSIGNED_INT][self.below(2) as usize];
                let left = self.expr(types, x, side, depth - 1);
                cast(binary(op, left, self.expr(types, x, side, depth - 1)), ty)
            }
            _ => {
                let op = operators[self.below(8) as usize];
                let left = self.expr(types, x, ty, depth - 1);
                binary(op, left, self.expr(types, x, ty, depth - 1))
            }
        }
    }
}

#[test]
fn sets_are_those_of_the_values() {
    let types = TypeTable::new();
    let mut choices = Choices(5);
    let (mut of_the_variable, mut empty) = (0, 0);
    for _ in 0..20_000 {
        let ty = [TypeTable::CHAR, TypeTable::UNSIGNED_CHAR][choices.below(2) as usize];
        let x = variable(ty);
        let predicate = unary(UnaryOp::LogicalNot, choices.expr(&types, &x, TypeTable::INT, 4));
        let Some(holds) = holds(&types, &predicate) else { panic!("{predicate:?}") };
        if holds.operand.as_ref().is_some_and(|operand| *operand != x) {
            continue;
        }
        of_the_variable += usize::from(holds.operand.is_some());
        empty += usize::from(holds.values.is_empty());
        let Scalar::Int { bits, signed } = scalar(&types, &x) else { panic!("an integer") };
        for value in 0..1_u128 << bits {
            // Where a division has no value, nothing is said.
            let Some(wanted) = evaluate(&types, &predicate, value) else { continue };
            let x = ops::int_value(value, bits, signed);
            let is_in = holds.values.iter().any(|&(low, high)| (low..=high).contains(&x));
            assert_eq!(is_in, wanted == 1, "{x} in {predicate:?}: {holds:?}");
        }
    }
    assert!(of_the_variable > 5_000 && empty > 500, "{of_the_variable} {empty}");
}

#[test]
fn predicates_that_hold_alike_have_one_key() {
    let types = TypeTable::new();
    let x = || variable(TypeTable::INT);
    let int = |value| Expr::constant(value, TypeTable::INT, Span::NONE);
    let key = |predicate: Expr| holds(&types, &predicate).map(|holds| holds.key());
    let less = key(binary(BinaryOp::Lt, x(), int(7)));
    assert_eq!(key(binary(BinaryOp::Le, x(), int(6))), less);
    assert_eq!(key(unary(UnaryOp::LogicalNot, binary(BinaryOp::Ge, x(), int(7)))), less);
    assert_ne!(key(binary(BinaryOp::Le, x(), int(7))), less);
    let other =
        Expr::load(clew_ir::Place::local(clew_ir::Id::from_index(1), TypeTable::INT), Span::NONE);
    assert_ne!(key(binary(BinaryOp::Lt, other, int(7))), less);
}

#[test]
fn a_comparison_and_its_negation_exclude_each_other() {
    let types = TypeTable::new();
    let other =
        Expr::load(clew_ir::Place::local(clew_ir::Id::from_index(1), TypeTable::INT), Span::NONE);
    let less = || binary(BinaryOp::Lt, variable(TypeTable::INT), other.clone());
    let not = |expr| unary(UnaryOp::LogicalNot, expr);
    assert!(is_never(&types, &binary(BinaryOp::BitAnd, less(), not(less()))));
    assert!(!is_never(&types, &binary(BinaryOp::BitAnd, less(), not(not(less())))));
    let float = || variable(TypeTable::DOUBLE);
    let zero = || Expr::constant(0, TypeTable::DOUBLE, Span::NONE);
    let differs = binary(BinaryOp::Ne, unary(UnaryOp::Neg, float()), zero());
    let equals = binary(BinaryOp::Eq, float(), zero());
    assert!(is_never(&types, &binary(BinaryOp::BitAnd, equals, differs)));
}

#[test]
fn the_negative_of_an_index_names_no_other_element() {
    let types = TypeTable::new();
    let at = || variable(TypeTable::INT);
    let one = || Expr::constant(1, TypeTable::INT, Span::NONE);
    let may = |other: &Expr| may_name_two(&types, 4, &at(), other);
    assert!(!may(&unary(UnaryOp::Neg, at())));
    assert!(!may(&unary(UnaryOp::BitNot, at())));
    assert!(!may(&at()));
    assert!(may(&binary(BinaryOp::Add, at(), one())));
    assert!(may(&binary(BinaryOp::Sub, one(), at())));
    let four = Expr::constant(4, TypeTable::INT, Span::NONE);
    assert!(!may(&binary(BinaryOp::Add, at(), four)));
}
