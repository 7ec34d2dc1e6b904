//! Expressions, places, statements and terminators.
//!
//! The type of an expression stands where its operands do not tell it: at constants, addresses,
//! casts and intrinsics.

use super::types::type_text;
use crate::body::{Builtin, Callee, StatementKind, TerminatorKind};
use crate::expr::{
    BinaryOp, Expr, ExprKind, Intrinsic, OverflowOp, Place, PlaceBase, Projection, UnaryOp,
};
use crate::ids::{BlockId, Id as _};
use crate::program::Program;

pub(super) fn expr_text(program: &Program, expr: &Expr) -> String {
    let ty = || type_text(program, expr.ty);
    let text = |expr: &Expr| expr_text(program, expr);
    match &expr.kind {
        ExprKind::Const(bits) => format!("(const {} {bits})", ty()),
        ExprKind::Load(place) => format!("(load {})", place_text(program, place)),
        ExprKind::AddressOf(place) => format!("(addr {} {})", ty(), place_text(program, place)),
        ExprKind::FunctionAddress(function) => format!("(function {} {})", ty(), function.index()),
        ExprKind::LabelAddress(block) => format!("(label {} {})", ty(), block.index()),
        ExprKind::Unary(op, operand) => format!("({} {})", unary_name(*op), text(operand)),
        ExprKind::Binary(op, left, right) => {
            format!("({} {} {})", binary_name(*op), text(left), text(right))
        }
        ExprKind::Cast { operand, .. } => format!("(cast {} {})", ty(), text(operand)),
        ExprKind::Intrinsic(op, operands) => {
            let operands: String = operands.iter().map(|it| format!(" {}", text(it))).collect();
            format!("({} {}{operands})", intrinsic_name(program, *op), ty())
        }
    }
}

pub(super) fn place_text(program: &Program, place: &Place) -> String {
    let base = match &place.base {
        PlaceBase::Local(local) => format!("(local {})", local.index()),
        PlaceBase::Global(global) => format!("(global {})", global.index()),
        PlaceBase::Deref(pointer) => format!("(deref {})", expr_text(program, pointer)),
    };
    if place.path.is_empty() && !place.is_volatile {
        return base;
    }
    let steps = place.path.iter().map(|step| match step {
        Projection::Field(at) => format!(" (field {at})"),
        Projection::Index(index) => format!(" (index {})", expr_text(program, index)),
    });
    let steps: String = steps.collect();
    let access = if place.is_volatile { "volatile" } else { "part" };
    format!("({access} {base}{steps})")
}

const fn unary_name(op: UnaryOp) -> &'static str {
    match op {
        UnaryOp::Neg => "neg",
        UnaryOp::BitNot => "bitnot",
        UnaryOp::LogicalNot => "not",
    }
}

const fn binary_name(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Add => "add",
        BinaryOp::Sub => "sub",
        BinaryOp::Mul => "mul",
        BinaryOp::Div => "div",
        BinaryOp::Rem => "rem",
        BinaryOp::Shl => "shl",
        BinaryOp::Shr => "shr",
        BinaryOp::BitAnd => "bitand",
        BinaryOp::BitOr => "bitor",
        BinaryOp::BitXor => "bitxor",
        BinaryOp::Eq => "eq",
        BinaryOp::Ne => "ne",
        BinaryOp::Lt => "lt",
        BinaryOp::Le => "le",
        BinaryOp::Gt => "gt",
        BinaryOp::Ge => "ge",
        BinaryOp::PtrAdd => "ptradd",
        BinaryOp::PtrSub => "ptrsub",
        BinaryOp::PtrDiff => "ptrdiff",
    }
}

fn intrinsic_name(program: &Program, op: Intrinsic) -> String {
    let name = match op {
        Intrinsic::CountLeadingZeros => "clz",
        Intrinsic::CountTrailingZeros => "ctz",
        Intrinsic::FindFirstSet => "ffs",
        Intrinsic::PopCount => "popcount",
        Intrinsic::Parity => "parity",
        Intrinsic::CountLeadingRedundantSignBits => "clrsb",
        Intrinsic::ByteSwap => "byteswap",
        Intrinsic::BitReverse => "bitreverse",
        Intrinsic::Overflows { op, result } => {
            let op = match op {
                OverflowOp::Add => "add",
                OverflowOp::Sub => "sub",
                OverflowOp::Mul => "mul",
            };
            return format!("overflows {op} {}", type_text(program, result));
        }
        Intrinsic::FloatAbs => "fabs",
        Intrinsic::CopySign => "copysign",
        Intrinsic::SignBit => "signbit",
        Intrinsic::IsNan => "isnan",
        Intrinsic::IsInf { signed: false } => "isinf",
        Intrinsic::IsInf { signed: true } => "isinfsign",
        Intrinsic::IsFinite => "isfinite",
        Intrinsic::IsNormal => "isnormal",
        Intrinsic::IsUnordered => "isunordered",
        Intrinsic::IsLessGreater => "islessgreater",
        Intrinsic::Sqrt => "sqrt",
        Intrinsic::FusedMultiplyAdd => "fma",
    };
    name.to_owned()
}

pub(super) fn statement_text(program: &Program, statement: &StatementKind) -> String {
    match statement {
        StatementKind::Assign { place, value } => {
            format!("(set {} {})", place_text(program, place), expr_text(program, value))
        }
        StatementKind::Call { dest, callee, args } => {
            let dest = dest.as_ref().map_or("none".to_owned(), |it| place_text(program, it));
            let callee = match callee {
                Callee::Direct(function) => format!("(direct {})", function.index()),
                Callee::Indirect(address) => format!("(indirect {})", expr_text(program, address)),
                Callee::Builtin(builtin) => format!("(builtin {})", builtin_name(*builtin)),
            };
            let args: String =
                args.iter().map(|arg| format!(" {}", expr_text(program, arg))).collect();
            format!("(call {dest} {callee}{args})")
        }
        StatementKind::Live(local) => format!("(live {})", local.index()),
        StatementKind::Dead(local) => format!("(dead {})", local.index()),
        StatementKind::Zero(place) => format!("(zero {})", place_text(program, place)),
    }
}

const fn builtin_name(builtin: Builtin) -> &'static str {
    match builtin {
        Builtin::Alloca => "alloca",
        Builtin::StackSave => "stack-save",
        Builtin::StackRestore => "stack-restore",
        Builtin::VaStart => "va-start",
        Builtin::VaArg { .. } => "va-arg",
        Builtin::VaCopy => "va-copy",
        Builtin::VaEnd => "va-end",
        Builtin::SetJmp => "setjmp",
        Builtin::LongJmp => "longjmp",
        Builtin::Trap => "trap",
        Builtin::Synchronize => "synchronize",
    }
}

pub(super) fn terminator_text(program: &Program, terminator: &TerminatorKind) -> String {
    let number = |block: &BlockId| block.index();
    match terminator {
        TerminatorKind::Goto(target) => format!("(goto {})", number(target)),
        TerminatorKind::Branch { condition, then, otherwise, .. } => {
            let condition = expr_text(program, condition);
            format!("(branch {condition} {} {})", number(then), number(otherwise))
        }
        TerminatorKind::Switch { value, arms, default, .. } => {
            let arms = arms
                .iter()
                .map(|arm| format!(" (case {} {} {})", arm.low, arm.high, number(&arm.target)));
            let arms: String = arms.collect();
            format!("(switch {}{arms} {})", expr_text(program, value), number(default))
        }
        TerminatorKind::IndirectGoto { address, targets } => {
            let targets: String = targets.iter().map(|it| format!(" {}", number(it))).collect();
            format!("(indirect-goto {}{targets})", expr_text(program, address))
        }
        TerminatorKind::Return(Some(value)) => format!("(return {})", expr_text(program, value)),
        TerminatorKind::Return(None) => "(return)".to_owned(),
        TerminatorKind::Unreachable => "(unreachable)".to_owned(),
    }
}
