//! How far the code reaches into an array by constants: `k[15]`, `h + 3`, `memcpy(x, k, 16)`.

use super::usage::{number, variable};
use clew_ir::{
    BinaryOp, Body, Callee, Expr, ExprKind, Function, LocalId, Program, StatementKind, Type, TypeId,
};
use std::collections::{BTreeMap, BTreeSet};

/// Arrays are made no longer than this many elements because of a constant.
const MOST: u64 = 1024;

/// Library functions that use as many bytes as an argument says, the third, of what others lead to.
const BLOCKS: [(&str, &[usize]); 9] = [
    ("memcpy", &[0, 1]),
    ("memmove", &[0, 1]),
    ("mempcpy", &[0, 1]),
    ("memcmp", &[0, 1]),
    ("bcmp", &[0, 1]),
    ("memset", &[0]),
    ("memchr", &[0]),
    ("strncmp", &[0, 1]),
    ("strncasecmp", &[0, 1]),
];

/// By pointer variable: how many bytes behind it are used, if not more.
#[derive(Default)]
pub(super) struct Reach {
    bytes: BTreeMap<LocalId, u64>,
}

impl Reach {
    /// What the code of a function uses, also through copies of a pointer: pairs of a copy and what
    /// it is of.
    pub(super) fn of(
        program: &Program,
        body: &Body,
        copies: &BTreeSet<(LocalId, LocalId)>,
    ) -> Self {
        let mut reach = Self::default();
        body.for_each_expr(&mut |expr| {
            if let ExprKind::Binary(BinaryOp::PtrAdd, ..) = &expr.kind {
                let element = program.types.pointee(expr.ty).and_then(|ty| size(program, ty));
                reach.note(program, expr, element.unwrap_or(0));
            }
        });
        for statement in body.blocks.iter().flat_map(|block| &block.statements) {
            if let StatementKind::Call { callee: Callee::Direct(id), args, .. } = &statement.kind
                && let Some((_, used)) =
                    BLOCKS.iter().find(|(name, _)| program.functions[*id].name == *name)
                && let Some(bytes) = args.get(2).and_then(number)
            {
                used.iter().filter_map(|at| args.get(*at)).for_each(|arg| {
                    reach.note(program, arg, bytes);
                });
            }
        }
        for (copy, of) in copies {
            let bytes = reach.bytes.get(copy).copied().unwrap_or(0);
            reach.add(*of, bytes);
        }
        reach
    }

    /// How many elements of its own type a pointer leads to at least.
    pub(super) fn elements(
        &self,
        program: &Program,
        function: &Function,
        pointer: LocalId,
    ) -> Option<u64> {
        let element = program.types.pointee(function.locals[pointer].ty)?;
        let size = size(program, element)?;
        let count = self.bytes.get(&pointer)?.div_ceil(size);
        (2..=MOST).contains(&count).then_some(count)
    }

    /// So many bytes are used behind a pointer.
    fn note(&mut self, program: &Program, pointer: &Expr, bytes: u64) {
        if let Some((local, offset)) = place(program, pointer) {
            self.add(local, offset.saturating_add(bytes));
        }
    }

    fn add(&mut self, local: LocalId, bytes: u64) {
        let known = self.bytes.entry(local).or_insert(0);
        *known = bytes.max(*known);
    }
}

/// The variable that a pointer is made of, and how many bytes behind it it leads.
fn place(program: &Program, pointer: &Expr) -> Option<(LocalId, u64)> {
    match &pointer.kind {
        ExprKind::Cast { operand, .. } => place(program, operand),
        ExprKind::Binary(BinaryOp::PtrAdd, start, distance) => {
            let (local, offset) = place(program, start)?;
            let element = size(program, program.types.pointee(start.ty)?)?;
            let bytes = number(distance)?.checked_mul(element)?;
            Some((local, offset.checked_add(bytes)?))
        }
        _ => Some((variable(pointer)?, 0)),
    }
}

/// The size of what a pointer leads to; that of a byte where it does not say.
fn size(program: &Program, ty: TypeId) -> Option<u64> {
    match program.types.get(ty) {
        Type::Void => Some(1),
        _ => program.types.size(ty).filter(|size| *size > 0),
    }
}
