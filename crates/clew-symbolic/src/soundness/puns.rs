//! Pointers whose bytes a function looks at as numbers.
//!
//! The machine's addresses are its own, and its memory does not know which bytes are part of one. A
//! conversion of a pointer to an integer is seen where it happens; what goes through memory is
//! found here, in the code: a union, `memcpy` into something else, a pointer to bytes.

use crate::environment::has_pointer;
use clew_ir::{
    Body, Callee, Expr, ExprKind, Function, Place, PlaceBase, Program, RecordId, RecordKind, Span,
    StatementKind, Type, TypeId,
};
use std::collections::{BTreeMap, BTreeSet};

/// A place where a function reads bytes of a pointer as something else, if there is one.
pub(crate) fn pointer_as_bytes(
    program: &Program,
    function: &Function,
    body: &Body,
) -> Option<Span> {
    let reader = Reader { program, function };
    let mut found = None;
    let mut stored = BTreeSet::new();
    let mut read: BTreeMap<RecordId, Span> = BTreeMap::new();
    for statement in body.blocks.iter().flat_map(|block| &block.statements) {
        if let Some(place) = statement.kind.written_place() {
            stored.extend(reader.union_member(place).filter(|it| it.1).map(|it| it.0));
        }
        let is_pun = match &statement.kind {
            StatementKind::Assign { place, value } => place.path.is_empty() && reader.is_pun(value),
            StatementKind::Call { callee, args, .. } => {
                args.iter().any(|arg| reader.is_pun(arg)) || reader.is_mixed_copy(callee, args)
            }
            _ => false,
        };
        if is_pun {
            found = found.or(Some(statement.span));
        }
    }
    body.for_each_expr(&mut |expr| {
        let ExprKind::Load(place) = &expr.kind else { return };
        if let PlaceBase::Deref(pointer) = &place.base
            && reader.is_pun(pointer)
        {
            found = found.or(Some(expr.span));
        }
        if let Some((record, false)) = reader.union_member(place) {
            read.entry(record).or_insert(expr.span);
        }
    });
    found.or_else(|| stored.iter().find_map(|record| read.get(record).copied()))
}

struct Reader<'p> {
    program: &'p Program,
    function: &'p Function,
}

impl Reader<'_> {
    fn has_pointer(&self, ty: TypeId) -> bool {
        has_pointer(&self.program.types, ty)
    }

    /// The union that a place goes through, when one of its members holds a pointer, and whether
    /// the member taken does.
    fn union_member(&self, place: &Place) -> Option<(RecordId, bool)> {
        let types = &self.program.types;
        let mut ty = self.program.base_type(&self.function.locals, place)?;
        let mut found = None;
        for projection in &place.path {
            let next = types.step(ty, projection)?;
            if let Some((id, record)) = types.record(ty)
                && record.kind == RecordKind::Union
                && self.has_pointer(ty)
            {
                found = Some((id, self.has_pointer(next)));
            }
            ty = next;
        }
        found
    }

    /// Whether a pointer to numbers comes from one to something that holds a pointer.
    fn is_pun(&self, expr: &Expr) -> bool {
        let types = &self.program.types;
        let is_number = |ty| types.scalar(ty).is_some() && !types.is_pointer(ty);
        match &expr.kind {
            ExprKind::Binary(_, pointer, _) if types.is_pointer(pointer.ty) => self.is_pun(pointer),
            ExprKind::Cast { .. } => {
                types.pointee(expr.ty).is_some_and(is_number)
                    && self.origin(expr).is_some_and(|ty| self.has_pointer(ty))
            }
            _ => false,
        }
    }

    /// What a pointer leads to before its conversions.
    fn origin(&self, expr: &Expr) -> Option<TypeId> {
        match &expr.kind {
            ExprKind::Cast { operand, .. } => self.origin(operand),
            _ => self.program.types.pointee(expr.ty),
        }
    }

    /// Whether memory is copied, or compared, between what holds pointers and what holds none.
    fn is_mixed_copy(&self, callee: &Callee, args: &[Expr]) -> bool {
        let Callee::Direct(id) = callee else { return false };
        let name = self.program.functions[*id].name.trim_start_matches("__builtin_");
        if !matches!(name, "memcpy" | "memmove" | "memcmp" | "__memcpy_chk") {
            return false;
        }
        let [to, from, ..] = args else { return false };
        let of = |arg| {
            let ty = self.origin(arg)?;
            (*self.program.types.get(ty) != Type::Void).then(|| self.has_pointer(ty))
        };
        match (of(to), of(from)) {
            (Some(to), Some(from)) => to != from || (name == "memcmp" && to),
            _ => false,
        }
    }
}
