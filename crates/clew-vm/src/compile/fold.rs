//! Constants: their canonical form, and folding.

use super::Context;
use crate::code::Code;
use crate::config::Config;
use crate::memory::CodeRegion;
use clew_ir::{
    Expr, ExprKind, FunctionId, Id, Linkage, Place, PlaceBase, Program, Projection, Scalar, Type,
    UnaryOp, ops,
};

/// The register form of a scalar's bits; for wide scalars the low half.
pub fn canonical(scalar: Scalar, bits: u128) -> u64 {
    match scalar {
        Scalar::Int { bits: width, signed: true } => ops::sign_extend(bits, width) as u64,
        Scalar::Int { .. } | Scalar::Float(_) => bits as u64,
    }
}

/// The bits of a scalar of at most 64 bits, zero above its width, from its register form.
pub fn plain_bits(scalar: Scalar, register: u64) -> u128 {
    match scalar {
        Scalar::Int { bits: width, .. } if width > 1 => ops::truncate(register.into(), width),
        Scalar::Int { .. } => u128::from(register != 0),
        Scalar::Float(_) => register.into(),
    }
}

/// The bits of an expression that is constant once the program's addresses are known.
pub(super) fn fold(
    context: &Context<'_>,
    code: &mut Code,
    function: FunctionId,
    expr: &Expr,
) -> Option<u128> {
    let types = &context.program.types;
    match &expr.kind {
        ExprKind::Const(bits) => Some(*bits),
        ExprKind::Cast { operand, .. } => {
            let from = types.scalar(operand.ty)?;
            let to = types.scalar(expr.ty)?;
            Some(ops::cast(from, to, fold(context, code, function, operand)?))
        }
        ExprKind::Unary(op, operand) => {
            let scalar = types.scalar(operand.ty)?;
            if context.config.checks.signed_overflow && *op == UnaryOp::Neg {
                return None;
            }
            Some(ops::unary(*op, scalar, fold(context, code, function, operand)?))
        }
        ExprKind::FunctionAddress(id) => {
            Some(function_address(context.program, context.config, *id).into())
        }
        ExprKind::LabelAddress(block) => {
            let index = code.label_index(function, *block);
            Some(CodeRegion::Labels.address(types.data_model(), index).into())
        }
        ExprKind::AddressOf(place) => static_address(context, place).map(u128::from),
        ExprKind::Load(_) | ExprKind::Binary(..) | ExprKind::Intrinsic(..) => None,
    }
}

/// The address of a function; 0 for a weak one that nothing defines, unless it is to be there.
pub(crate) fn function_address(program: &Program, config: &Config, id: FunctionId) -> u64 {
    let function = &program.functions[id];
    let is_missing = function.is_optional()
        && !(config.weak_functions && program.is_replaceable(id))
        && (config.natives)(&function.name).is_none();
    if is_missing {
        0
    } else {
        CodeRegion::Functions.address(program.types.data_model(), id.index())
    }
}

/// The address of a place in a global, when its path is constant.
fn static_address(context: &Context<'_>, place: &Place) -> Option<u64> {
    let PlaceBase::Global(global) = place.base else { return None };
    let is_weak = context.program.globals[global].linkage == Linkage::Weak;
    if context.globals[global].is_none() && !is_weak {
        return None;
    }
    let types = &context.program.types;
    let mut address = context.global_addresses[global];
    let mut ty = context.program.globals[global].ty;
    for step in &place.path {
        match (step, types.get(ty)) {
            (Projection::Field(position), Type::Record(record)) => {
                let field = types.records[*record].fields.get(*position as usize)?;
                address = address.wrapping_add(field.offset);
                ty = field.ty;
            }
            (Projection::Index(index), Type::Array { element, .. }) => {
                let scalar = types.scalar(index.ty)?;
                let index = canonical(scalar, index.as_const()?);
                address = address.wrapping_add(index.wrapping_mul(types.size(*element)?));
                ty = *element;
            }
            _ => return None,
        }
    }
    Some(ops::truncate(address.into(), types.data_model().pointer_bits()) as u64)
}
