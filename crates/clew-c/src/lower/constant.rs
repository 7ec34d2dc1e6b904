//! Constant expressions of the program model.

use clew_ir::{
    BinaryOp, Expr, ExprKind, Linkage, LocalId, Place, PlaceBase, Program, Projection,
    RelocationTarget, Scalar, Statement, StatementKind, ops,
};
use rustc_hash::FxHashMap;

/// A value known before the program runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Constant {
    /// The bits of a scalar.
    Bits(u128),
    /// An address: a linked thing and an offset in bytes.
    Address(RelocationTarget, i64),
}

/// The bits of an expression that is constant whatever is linked and loaded.
pub(crate) fn bits(program: &Program, value: &Expr) -> Option<u128> {
    match evaluate(program, value, &|_| None)? {
        Constant::Bits(bits) => Some(bits),
        Constant::Address(..) => None,
    }
}

/// The bits of expressions over temporaries, after statements that give these constant values.
pub(crate) fn after(program: &Program, steps: &[Statement], values: &[Expr]) -> Option<Vec<u128>> {
    let mut known = FxHashMap::default();
    for step in steps {
        let StatementKind::Assign { place, value } = &step.kind else { return None };
        match (part_of(place)?, &value.kind) {
            // A number moved as a whole.
            ((to, None), ExprKind::Load(from)) => {
                let (from, None) = part_of(from)? else { return None };
                let parts = program.types.parts(place.ty)?;
                for at in 0..u128::from(parts.count) {
                    let bits = *known.get(&(from, Some(at)))?;
                    known.insert((to, Some(at)), bits);
                }
            }
            (part, _) => {
                known.insert(part, bits(program, &resolved(value, &known)?)?);
            }
        }
    }
    values.iter().map(|value| bits(program, &resolved(value, &known)?)).collect()
}

/// A temporary, or the part of one: a member, or an element of its only member.
type Part = (LocalId, Option<u128>);

fn part_of(place: &Place) -> Option<Part> {
    let PlaceBase::Local(local) = place.base else { return None };
    match &place.path[..] {
        [] => Some((local, None)),
        [Projection::Field(at)] => Some((local, Some(u128::from(*at)))),
        [Projection::Field(0), Projection::Index(index)] => Some((local, Some(index.as_const()?))),
        _ => None,
    }
}

/// The expression with what is known in the place of loads.
fn resolved(value: &Expr, known: &FxHashMap<Part, u128>) -> Option<Expr> {
    let boxed = |operand: &Expr| resolved(operand, known).map(Box::new);
    let kind = match &value.kind {
        ExprKind::Load(place) => ExprKind::Const(*known.get(&part_of(place)?)?),
        ExprKind::Unary(op, operand) => ExprKind::Unary(*op, boxed(operand)?),
        ExprKind::Binary(op, left, right) => ExprKind::Binary(*op, boxed(left)?, boxed(right)?),
        ExprKind::Cast { operand, implicit } => {
            ExprKind::Cast { operand: boxed(operand)?, implicit: *implicit }
        }
        ExprKind::Intrinsic(intrinsic, operands) => {
            let operands = operands.iter().map(|operand| resolved(operand, known));
            ExprKind::Intrinsic(*intrinsic, operands.collect::<Option<_>>()?)
        }
        kind @ (ExprKind::Const(_)
        | ExprKind::AddressOf(_)
        | ExprKind::FunctionAddress(_)
        | ExprKind::LabelAddress(_)) => kind.clone(),
    };
    Some(Expr { kind, ..value.clone() })
}

/// The value of a constant expression. `label` tells what a label's address is.
pub(crate) fn evaluate(
    program: &Program,
    value: &Expr,
    label: &dyn Fn(clew_ir::BlockId) -> Option<RelocationTarget>,
) -> Option<Constant> {
    let scalar = |ty| program.types.scalar(ty);
    match &value.kind {
        ExprKind::Const(bits) => Some(Constant::Bits(*bits)),
        ExprKind::FunctionAddress(id) => {
            Some(Constant::Address(RelocationTarget::Function(*id), 0))
        }
        ExprKind::LabelAddress(block) => Some(Constant::Address(label(*block)?, 0)),
        ExprKind::AddressOf(place) => address(program, place, label),
        ExprKind::Load(_) => None,
        ExprKind::Unary(op, operand) => match (evaluate(program, operand, label)?, op) {
            (Constant::Bits(bits), _) => {
                Some(Constant::Bits(ops::unary(*op, scalar(operand.ty)?, bits)))
            }
            (Constant::Address(target, _), clew_ir::UnaryOp::LogicalNot)
                if is_never_null(program, target) =>
            {
                Some(Constant::Bits(0))
            }
            (Constant::Address(..), _) => None,
        },
        ExprKind::Cast { operand, .. } => {
            let from = scalar(operand.ty)?;
            let to = scalar(value.ty)?;
            match evaluate(program, operand, label)? {
                Constant::Bits(bits) => Some(Constant::Bits(ops::cast(from, to, bits))),
                address if is_as_wide(to, program.types.pointer()) => Some(address),
                Constant::Address(target, _)
                    if matches!(to, Scalar::Int { bits: 1, .. })
                        && is_never_null(program, target) =>
                {
                    Some(Constant::Bits(1))
                }
                Constant::Address(..) => None,
            }
        }
        ExprKind::Binary(op, left, right) => {
            let a = evaluate(program, left, label)?;
            let b = evaluate(program, right, label)?;
            binary(program, *op, left, a, right, b)
        }
        ExprKind::Intrinsic(intrinsic, operands) => {
            let mut values = Vec::with_capacity(operands.len());
            for operand in operands {
                let Constant::Bits(bits) = evaluate(program, operand, label)? else {
                    return None;
                };
                values.push((scalar(operand.ty)?, bits));
            }
            let result = scalar(value.ty)?;
            Some(Constant::Bits(ops::intrinsic(&program.types, *intrinsic, &values, result)))
        }
    }
}

fn binary(
    program: &Program,
    op: BinaryOp,
    left: &Expr,
    a: Constant,
    right: &Expr,
    b: Constant,
) -> Option<Constant> {
    let scalar = |ty| program.types.scalar(ty);
    if op.is_pointer() {
        return pointer_op(program, op, left, a, right, b);
    }
    match (a, b) {
        (Constant::Bits(a), Constant::Bits(b)) => {
            let result = ops::binary(op, scalar(left.ty)?, a, scalar(right.ty)?, b);
            result.ok().map(Constant::Bits)
        }
        (Constant::Address(target, addend), Constant::Bits(bits)) => match op {
            BinaryOp::Add => Some(Constant::Address(target, addend.wrapping_add(bits as i64))),
            BinaryOp::Sub => Some(Constant::Address(target, addend.wrapping_sub(bits as i64))),
            BinaryOp::Eq if bits == 0 && is_never_null(program, target) => Some(Constant::Bits(0)),
            BinaryOp::Ne if bits == 0 && is_never_null(program, target) => Some(Constant::Bits(1)),
            _ => None,
        },
        (Constant::Bits(bits), Constant::Address(target, addend)) => match op {
            BinaryOp::Add => Some(Constant::Address(target, addend.wrapping_add(bits as i64))),
            BinaryOp::Eq if bits == 0 && is_never_null(program, target) => Some(Constant::Bits(0)),
            BinaryOp::Ne if bits == 0 && is_never_null(program, target) => Some(Constant::Bits(1)),
            _ => None,
        },
        (Constant::Address(a, x), Constant::Address(b, y)) if a == b => {
            let truth = |value: bool| Some(Constant::Bits(u128::from(value)));
            match op {
                BinaryOp::Eq => truth(x == y),
                BinaryOp::Ne => truth(x != y),
                BinaryOp::Lt => truth(x < y),
                BinaryOp::Le => truth(x <= y),
                BinaryOp::Gt => truth(x > y),
                BinaryOp::Ge => truth(x >= y),
                BinaryOp::Sub => {
                    let bits = program.types.data_model().pointer_bits();
                    Some(Constant::Bits(ops::truncate(x.wrapping_sub(y) as u64 as u128, bits)))
                }
                _ => None,
            }
        }
        (Constant::Address(..), Constant::Address(..)) => None,
    }
}

/// Whether a number of this type can hold an address.
fn is_as_wide(scalar: Scalar, pointer: Scalar) -> bool {
    matches!(scalar, Scalar::Int { .. }) && scalar.size() == pointer.size()
}

fn pointer_op(
    program: &Program,
    op: BinaryOp,
    left: &Expr,
    a: Constant,
    right: &Expr,
    b: Constant,
) -> Option<Constant> {
    let size = program.types.size(program.types.pointee(left.ty)?)? as i64;
    let pointer_bits = program.types.data_model().pointer_bits();
    if op == BinaryOp::PtrDiff {
        let distance = match (a, b) {
            (Constant::Bits(a), Constant::Bits(b)) => (a as i64).wrapping_sub(b as i64),
            (Constant::Address(s, a), Constant::Address(t, b)) if s == t => a.wrapping_sub(b),
            _ => return None,
        };
        let distance = distance.checked_div(size)? as u64 as u128;
        return Some(Constant::Bits(ops::truncate(distance, pointer_bits)));
    }
    let Constant::Bits(index) = b else { return None };
    let Scalar::Int { bits, signed } = program.types.scalar(right.ty)? else { return None };
    let index = ops::int_value(index, bits, signed) as i64;
    let step = index.wrapping_mul(size);
    let step = if op == BinaryOp::PtrSub { step.wrapping_neg() } else { step };
    Some(match a {
        Constant::Bits(bits) => {
            let moved = u128::from((bits as u64).wrapping_add(step as u64));
            Constant::Bits(ops::truncate(moved, pointer_bits))
        }
        Constant::Address(target, addend) => Constant::Address(target, addend.wrapping_add(step)),
    })
}

/// Whether a linked thing surely exists; a weak one may not.
fn is_never_null(program: &Program, target: RelocationTarget) -> bool {
    match target {
        RelocationTarget::Global(id) => program.globals[id].linkage != Linkage::Weak,
        RelocationTarget::Function(id) => program.functions[id].linkage != Linkage::Weak,
        RelocationTarget::Label(..) => true,
    }
}

/// The address of a place whose parts are constant.
fn address(
    program: &Program,
    place: &Place,
    label: &dyn Fn(clew_ir::BlockId) -> Option<RelocationTarget>,
) -> Option<Constant> {
    let (base, mut ty) = match &place.base {
        PlaceBase::Local(_) => return None,
        PlaceBase::Global(id) => {
            (Constant::Address(RelocationTarget::Global(*id), 0), program.globals[*id].ty)
        }
        PlaceBase::Deref(pointer) => {
            (evaluate(program, pointer, label)?, program.types.pointee(pointer.ty)?)
        }
    };
    let mut offset = 0_i64;
    for step in &place.path {
        match step {
            Projection::Field(index) => {
                let (_, record) = program.types.record(ty)?;
                let field = record.fields.get(*index as usize)?;
                offset += field.offset as i64;
                ty = field.ty;
            }
            Projection::Index(index) => {
                let element = program.types.element(ty)?;
                let Constant::Bits(bits) = evaluate(program, index, label)? else { return None };
                let Scalar::Int { bits: width, signed } = program.types.scalar(index.ty)? else {
                    return None;
                };
                let index = ops::int_value(bits, width, signed) as i64;
                offset =
                    offset.wrapping_add(index.wrapping_mul(program.types.size(element)? as i64));
                ty = element;
            }
        }
    }
    Some(match base {
        Constant::Bits(bits) => {
            Constant::Bits(u128::from((bits as u64).wrapping_add(offset as u64)))
        }
        Constant::Address(target, addend) => Constant::Address(target, addend.wrapping_add(offset)),
    })
}
